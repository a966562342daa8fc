import { findAccount } from '../identity/accounts/accounts.ts'
import { listRecords } from '../support/audit/audit.ts'
import { type Breach, type Verdict, verifyTrail } from '../support/audit/verify.ts'
import type { Command } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { columns, pairs } from './terminal/layout.ts'

const verify: Command = {
  name: 'audit verify',
  summary: 'Check that every record of the audit trail is as it was written',
  options: {
    until: { value: 'TIME', help: 'Up to when the digest goes; unless said, a minute ago' },
    expect: { value: 'DIGEST', help: 'What the digest was, as an earlier run told it' },
  },
  async run(db, values, { signal, progress }) {
    const until = readTime(values.text('until'))
    const expected = values.text('expect')
    if (expected !== undefined && until === undefined)
      throw commandRefused('--expect needs --until, as the earlier run told it.')
    const verdict = await verifyTrail(db, { ...(until && { until }), signal, progress })
    if (signal.aborted) throw commandRefused('The check was cut short.')
    const { records, chains, breaches, digest } = verdict
    const isOther = expected !== undefined && expected.toLowerCase() !== digest
    const lines = breaches.map(lineOf)
    if (isOther) lines.push('The digest is another: records of that time are not what they were.')
    if (lines.length === 0) lines.push('Every record is as it was written.')
    const told = { records, chains, until: verdict.until, digest }
    const text = [pairs(told), '', ...lines].join('\n')
    return { json: jsonOf(verdict, expected), text, failed: breaches.length > 0 || isOther }
  },
}

const jsonOf = (verdict: Verdict, expected: string | undefined): object => ({
  ...verdict,
  ...(expected !== undefined && { expected }),
})

const faults = {
  missing: 'is missing',
  altered: 'is not what was written',
  surplus: 'is past the end of its chain',
} as const satisfies Record<Breach['fault'], string>

const lineOf = ({ user, record, fault }: Breach): string =>
  `User ${user}: record ${record} ${faults[fault]}.`

/** ISO 8601 in UTC, filled up to the microseconds that records have. */
function readTime(text: string | undefined): string | undefined {
  if (text === undefined) return undefined
  const [, seconds, fraction = ''] =
    /^(\d{4}(?:-\d\d){2}T\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/.exec(text) ?? []
  if (seconds === undefined || Number.isNaN(Date.parse(text)))
    throw commandRefused(`--until must be a time such as 2030-01-31T12:00:00Z, not "${text}".`)
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}

const usualCount = 100

const list: Command = {
  name: 'audit list',
  summary: 'List the last records of the audit trail, the newest first',
  options: {
    user: { value: 'EMAIL', help: 'Of this user; unless said, of what concerns no user' },
    count: { value: 'N', help: `How many; ${usualCount} unless said` },
  },
  async run(db, values) {
    const email = values.text('user')
    const account = email === undefined ? undefined : await findAccount(db, email)
    if (email !== undefined && account === undefined)
      throw commandRefused(`There is no user ${email}.`)
    const found = await listRecords(db, account?.id ?? null, values.count('count', 1) ?? usualCount)
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
