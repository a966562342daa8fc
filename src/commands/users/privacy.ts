import { resolve } from 'node:path'
import { gracePeriodDays } from '../../identity/privacy/privacy.ts'
import { isoTime } from '../../platform/text/iso-time.ts'
import type { Command } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { writePrivateFile } from '../terminal/private-file.ts'
import { accountArgument, findAccountOf } from './find-account.ts'

const exportCommand: Command = {
  name: 'user export',
  summary: 'Export all personal data of a user as JSON',
  argument: accountArgument,
  acts: true,
  options: {
    out: { value: 'FILE', help: 'Write to this file, which only its owner can read' },
  },
  notes: ['docs/user-export.schema.json describes the format.'],
  example: 'ada@example.com --out ada.json',
  async run(db, values, { privacy, directory }) {
    const { exportUser } = await import('../../identity/privacy/export.ts')
    const account = await findAccountOf(db, values)
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
  argument: accountArgument,
  acts: true,
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
    const erasure = await import('../../identity/privacy/erasure.ts')
    const { id, email } = await findAccountOf(db, values)
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
