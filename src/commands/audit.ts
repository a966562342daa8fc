import type { Breach, Verdict } from '../support/audit/verify.ts'
import type { Command } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { columns, pairs } from './terminal/layout.ts'

const verify: Command = {
  name: 'audit verify',
  summary: 'Check that no record of the audit trail was changed or removed',
  options: {
    until: {
      value: 'TIME',
      help: 'The digest covers records up to this time (default: one minute ago)',
    },
    expect: { value: 'DIGEST', help: 'The digest from an earlier run, to compare with' },
  },
  async run(db, values, { signal, progress }) {
    const until = readTime(values.text('until'))
    const expected = values.text('expect')
    if (expected !== undefined && until === undefined)
      throw commandRefused('--expect also needs --until, with the time from the earlier run.')
    const { verifyTrail } = await import('../support/audit/verify.ts')
    const verdict = await verifyTrail(db, { ...(until && { until }), signal, progress })
    if (signal.aborted) throw commandRefused('The check was interrupted.')
    const { records, chains, breaches, digest } = verdict
    const digestDiffers = expected !== undefined && expected.toLowerCase() !== digest
    const lines = breaches.map(lineOf)
    if (digestDiffers) lines.push('The digest is different: records from that time were changed.')
    if (lines.length === 0) lines.push('No record was changed or removed.')
    const summary = { records, chains, until: verdict.until, digest }
    const text = [pairs(summary), '', ...lines].join('\n')
    return { json: jsonOf(verdict, expected), text, failed: breaches.length > 0 || digestDiffers }
  },
}

const jsonOf = (verdict: Verdict, expected: string | undefined): object => ({
  ...verdict,
  ...(expected !== undefined && { expected }),
})

const faults = {
  missing: 'is missing',
  altered: 'was changed',
  surplus: 'does not belong to its chain',
} as const satisfies Record<Breach['fault'], string>

const lineOf = ({ user, record, fault }: Breach): string =>
  `User ${user}: record ${record} ${faults[fault]}.`

/**
 * Reads a time in ISO 8601 in UTC, and pads it to microseconds, as in records.
 * @throws {Refused}
 */
function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, seconds, fraction = ''] =
    /^(\d{4}(?:-\d\d){2}T\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/.exec(text) ?? []
  if (seconds === undefined || Number.isNaN(Date.parse(text)))
    throw commandRefused(`--until must be a time such as 2030-01-31T12:00:00Z, not "${text}".`)
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}

const defaultCount = 100

const list: Command = {
  name: 'audit list',
  summary: 'List the last records of the audit trail, newest first',
  options: {
    user: {
      value: 'EMAIL',
      help: 'Show the records of this user (default: records that belong to no user)',
    },
    count: { value: 'N', help: `The number of entries (default: ${defaultCount})` },
  },
  async run(db, values) {
    const { findAccount } = await import('../identity/accounts/accounts.ts')
    const { listRecords } = await import('../support/audit/audit.ts')
    const email = values.text('user')
    const account = email === undefined ? undefined : await findAccount(db, email)
    if (email !== undefined && account === undefined)
      throw commandRefused(`No user has the email address ${email}.`)
    const found = await listRecords(
      db,
      account?.id ?? null,
      values.count('count', 1) ?? defaultCount,
    )
    const records = found.map(({ user_id, seq, hash, details, ...record }) => ({
      record: seq,
      ...record,
      details: JSON.parse(details) as object,
      hash: hash.toString('hex'),
    }))
    const rows = found.map(({ seq, at, actor, action, details }) => [
      seq,
      at,
      actor,
      action,
      details,
    ])
    return { json: records, text: columns(['RECORD', 'TIME', 'BY', 'WHAT', 'DETAILS'], rows) }
  },
}

export const auditCommands: readonly Command[] = [verify, list]
