import { applicationCommands } from './applications/applications.ts'
import { resourceCommands } from './applications/resources.ts'
import { auditCommands } from './audit/audit.ts'
import { cardCommands } from './cards.ts'
import { backup } from './database/backup.ts'
import { move } from './database/move.ts'
import { doctor } from './doctor/doctor.ts'
import { importCommands } from './import/commands.ts'
import { keyCommands } from './keys.ts'
import { listingCommands } from './listings.ts'
import { seed } from './seed.ts'
import type { Command } from './terminal/command.ts'
import { tokenCommands } from './tokens.ts'
import { passwordCommands } from './users/passwords.ts'
import { privacyCommands } from './users/privacy.ts'
import { roleCommands } from './users/roles.ts'
import { userCommands } from './users/users.ts'
import { webhookCommands } from './webhooks.ts'

/** Shows the applied migrations. Opening the database has already applied them. */
const migrate: Command = {
  name: 'migrate',
  summary: 'Apply the migrations that the database needs',
  options: {},
  migrates: true,
  async run(_db, _values, { migrated }) {
    const text =
      migrated.length === 0
        ? 'The database is already up to date.'
        : `Applied ${migrated.join(', ')}.`
    return { json: { applied: migrated }, text }
  },
}

/** All commands that run on an open database, in the order of the help. */
export const commands: readonly Command[] = [
  migrate,
  seed,
  ...applicationCommands,
  ...resourceCommands,
  ...userCommands,
  ...passwordCommands,
  ...roleCommands,
  ...privacyCommands,
  ...importCommands,
  ...listingCommands,
  ...cardCommands,
  ...tokenCommands,
  ...keyCommands,
  ...auditCommands,
  ...webhookCommands,
  backup,
  move,
  doctor,
]
