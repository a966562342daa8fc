import { systemClock } from '../../platform/clock.ts'
import type { Command } from '../terminal/command.ts'
import { importNotes, importOptions, leftOutNotes, reportImport } from './report.ts'

/** Users notice when their first sign-in takes longer by this, in milliseconds. */
const noticeableMs = 100

const importUsersCommand: Command = {
  name: 'user import',
  summary: 'Import users of another system from a file with one JSON object per line',
  argument: 'FILE',
  acts: true,
  stopsOnInterrupt: true,
  options: importOptions,
  notes: [...importNotes, ...leftOutNotes, '', 'docs/guide/moving-in.md describes the format.'],
  example: 'users.jsonl --report report.jsonl',
  async run(db, values, context) {
    const { importUsers } = await import('./users/import-users.ts')
    const { openFingerprintKey } = await import(
      '../../resources/payment-methods/wallet/fingerprints.ts'
    )
    const { cardVault, legacyPasswordKey } = context.config
    let slowestMs = 0
    let keyed = 0
    const outcome = await reportImport(values, context, ['user', 'users'], (options) =>
      importUsers(db, {
        ...options,
        onHash({ scheme }, ms) {
          slowestMs = Math.max(slowestMs, ms)
          if (scheme === 'hmac') keyed++
        },
        now: systemClock.now(),
        vault: cardVault.name,
        fingerprintKey: openFingerprintKey(context.secretKey),
      }),
    )
    if (slowestMs >= noticeableMs) {
      const seconds = (slowestMs / 1_000).toPrecision(2)
      context.notice(`A check of the slowest password hash takes ${seconds} s on this machine.`)
    }
    if (keyed > 0 && legacyPasswordKey === undefined) {
      const users = keyed === 1 ? '1 user has' : `${keyed} users have`
      context.notice(
        `${users} an HMAC hash. Set LEGACY_PASSWORD_KEY, or these passwords are wrong.`,
      )
    }
    return outcome
  },
}

const importApplicationsCommand: Command = {
  name: 'app import',
  summary: 'Import applications of another system from a file with one JSON object per line',
  argument: 'FILE',
  acts: true,
  stopsOnInterrupt: true,
  options: importOptions,
  notes: [...importNotes, '', 'docs/guide/moving-in.md describes the format.'],
  example: 'applications.jsonl --report refused.jsonl',
  async run(db, values, context) {
    const { importApplications } = await import('./applications/import-applications.ts')
    return reportImport(values, context, ['application', 'applications'], (options) =>
      importApplications(db, options),
    )
  },
}

/** The commands for moving in from another system. */
export const importCommands: readonly Command[] = [importUsersCommand, importApplicationsCommand]
