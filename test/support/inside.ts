import { commands } from '../../src/commands/commands.ts'
import { readArguments } from '../../src/commands/terminal/arguments.ts'
import type { CommandContext } from '../../src/commands/terminal/command.ts'
import { operatorOf } from '../../src/commands/terminal/operator.ts'
import type { Config } from '../../src/config/config.ts'
import type { OpenDatabase } from '../../src/platform/database/db.ts'
import { SecretKeys } from '../../src/platform/secrets/keys.ts'
import { type Operator, runAs } from '../../src/support/audit/actor.ts'

/*
 * The door through which tests look inside of a running service. Stories speak HTTP, through the
 * client and the pages. What they cannot see or do from there is a statement of SQL, or a command
 * of the command line. A test that needs a module of `src` beside these tests that module alone.
 */

export { readConfig } from '../../src/config/config.ts'
export type { Scope } from '../../src/identity/applications/scopes.ts'
export {
  type Database,
  type OpenDatabase,
  one,
  type Queryable,
  type Transaction,
  Unavailable,
} from '../../src/platform/database/db.ts'
export { Fragment, type Statement, sql } from '../../src/platform/database/sql.ts'
export {
  type Language,
  languages,
  type MessageKey,
  say,
} from '../../src/platform/i18n/catalogue.ts'
export { Metrics } from '../../src/platform/metrics/metrics.ts'
export { listRecords } from '../../src/support/audit/audit.ts'

/** What a command needs of the service that it runs in. */
export interface Installed extends Pick<CommandContext, 'privacy' | 'sealedColumns'> {
  readonly db: OpenDatabase
  readonly config: Config
  readonly secretKey: SecretKeys | string
}

/**
 * Runs a command of `foyer` in this process, as an operator types it.
 * @param argv the words of the command line; `secret` is what standard input has
 * @returns what `--json` prints
 * @throws {Refused} with the message that the operator reads
 */
export async function runCommand(
  { db, config, secretKey, privacy, sealedColumns }: Installed,
  argv: readonly string[],
  { secret, operator }: { secret?: string; operator?: Operator } = {},
  // biome-ignore lint/suspicious/noExplicitAny: tests look into results of any shape, and fail where it is not there.
): Promise<any> {
  const request = readArguments(commands, argv)
  if (request.kind !== 'command') throw new Error(`This is no command: ${argv.join(' ')}`)
  const { command, values } = request
  const given =
    request.secret === undefined || secret === undefined
      ? values
      : values.with(request.secret, secret)
  const context: CommandContext = {
    config,
    secretKey: typeof secretKey === 'string' ? new SecretKeys(() => [secretKey]) : secretKey,
    privacy,
    sealedColumns,
    directory: process.cwd(),
    isAlone: false,
    migrated: [],
    signal: new AbortController().signal,
    progress() {},
    notice() {},
  }
  const actor = operator ?? operatorOf(values, { SUDO_USER: 'tests' })
  const { json } = await runAs({ kind: 'operator', operator: actor }, () =>
    command.run(db, given, context),
  )
  return json
}
