import { resolve } from 'node:path'
import type { Account } from '../identity/accounts/accounts.ts'
import { gracePeriodDays } from '../identity/privacy/privacy.ts'
import type { Queryable } from '../platform/database/db.ts'
import { isoTime } from '../platform/text/iso-time.ts'
import { argument, type Command, type Values } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { writePrivateFile } from './terminal/private-file.ts'

const exportCommand: Command = {
  name: 'user export',
  summary: 'Export all personal data of a user as JSON',
  argument: 'EMAIL|ID',
  options: {
    out: { value: 'FILE', help: 'Write to this file, which only its owner can read' },
  },
  notes: ['docs/user-export.schema.json describes the format.'],
  example: 'ada@example.com --out ada.json',
  async run(db, values, { privacy, directory }) {
    const { exportUser } = await import('../identity/privacy/export.ts')
    const account = await accountOf(db, values)
    const exported = await exportUser(await privacy(), account.id)
    const text = JSON.stringify(exported, null, 2)
    const out = values.text('out')
    if (out === undefined) return { json: exported, text }
    const path = resolve(directory, out)
    writePrivateFile(path, `${text}\n`)
    return { json: { id: account.id, file: path }, text: `Wrote ${path}.` }
  },
}

const eraseCommand: Command = {
  name: 'user erase',
  summary: 'Erase a user and all personal data, after a grace period',
  argument: 'EMAIL|ID',
  options: {
    now: { help: 'Erase at once. This cannot be undone' },
    cancel: { help: 'Cancel the planned erasure' },
  },
  notes: [
    `Without options, the erasure happens after ${gracePeriodDays} days. All tokens end at once. Until then,`,
    'the user can sign in and cancel. The user is told by email.',
  ],
  example: 'ada@example.com',
  async run(db, values, { privacy }) {
    if (values.has('now') && values.has('cancel'))
      throw commandRefused('--now and --cancel cannot be used together.')
    const erasure = await import('../identity/privacy/erasure.ts')
    const { id, email } = await accountOf(db, values)
    const deps = await privacy()
    if (values.has('cancel')) {
      if (!(await erasure.cancelErasure(deps, { userId: id })))
        throw commandRefused(`No erasure of ${email} is planned.`)
      return { json: { id, erases_at: null }, text: `${email} will not be erased.` }
    }
    if (values.has('now')) {
      await erasure.eraseNow(deps, id)
      return { json: { id, erased: true }, text: `User ${id} was erased.` }
    }
    const erasesAt = isoTime((await erasure.requestErasure(deps, { userId: id })).erasesAt)
    return { json: { id, erases_at: erasesAt }, text: `${email} will be erased at ${erasesAt}.` }
  },
}

export const privacyCommands: readonly Command[] = [exportCommand, eraseCommand]

/** Finds the user of the positional argument. @throws {Refused} */
async function accountOf(db: Queryable, values: Values): Promise<Account> {
  const { findAccount, findAccountById } = await import('../identity/accounts/accounts.ts')
  const given = values.required(argument)
  const isId = /^\d{1,9}$/.test(given)
  const account = await (isId ? findAccountById(db, Number(given)) : findAccount(db, given))
  if (account === undefined)
    throw commandRefused(`No user has the ${isId ? 'id' : 'email address'} ${given}.`)
  return account
}
