import type { CheckpointVerdict } from '../../support/audit/retention/checkpoint.ts'
import type { Verdict } from '../../support/audit/verify.ts'
import type { Command } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { columns, pairs } from '../terminal/layout.ts'
import { breachLine, checkpointLines, readTime, retain, verifyExport } from './retain.ts'

const verify: Command = {
  name: 'audit verify',
  summary: 'Check that no record of the audit trail was changed or removed',
  options: {
    until: {
      value: 'TIME',
      help: 'The digest covers records up to this time (default: one minute ago)',
    },
    expect: { value: 'DIGEST', help: 'The digest from an earlier run, to compare with' },
    file: { value: 'FILE', help: 'Check this export of old records instead' },
    key: { value: 'KEY', help: 'The public key of the export (default: those of this database)' },
  },
  async run(db, values, context) {
    const { secretKey, signal, progress } = context
    const file = values.text('file')
    if (file !== undefined) return verifyExport(db, context, { file, key: values.text('key') })
    const given = values.text('until')
    const until = given === undefined ? undefined : readTime('until', given)
    const expected = values.text('expect')
    if (expected !== undefined && until === undefined)
      throw commandRefused('--expect also needs --until, with the time from the earlier run.')
    const { verifyTrail } = await import('../../support/audit/verify.ts')
    const { verifyCheckpoints } = await import('../../support/audit/retention/checkpoint.ts')
    const trust = await verifyCheckpoints(db, secretKey)
    if (until !== undefined && trust.before !== undefined && until < trust.before)
      throw commandRefused(`Records from before ${trust.before} are in files. Use a later --until.`)
    const verdict = await verifyTrail(db, { ...(until && { until }), signal, progress })
    if (signal.aborted) throw commandRefused('The check was interrupted.')
    const { records, chains, breaches, digest } = verdict
    const digestDiffers = expected !== undefined && expected.toLowerCase() !== digest
    const lines = [...breaches.map(breachLine), ...checkpointLines(trust.faults)]
    if (digestDiffers) lines.push('The digest is different: records from that time were changed.')
    if (lines.length === 0) lines.push('No record was changed or removed.')
    const { checkpoints, before } = trust
    const exported = before === undefined ? {} : { checkpoints, exported_before: before }
    const summary = { records, chains, ...exported, until: verdict.until, digest }
    const text = [pairs(summary), '', ...lines].join('\n')
    const failed = breaches.length > 0 || trust.faults.length > 0 || digestDiffers
    return { json: jsonOf(verdict, trust, expected), text, failed }
  },
}

const jsonOf = (
  verdict: Verdict,
  { checkpoints, before, faults }: CheckpointVerdict,
  expected: string | undefined,
): object => ({
  ...verdict,
  checkpoints,
  exported_before: before ?? null,
  checkpoint_faults: faults,
  ...(expected !== undefined && { expected }),
})

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
    const { findAccount } = await import('../../identity/accounts/accounts.ts')
    const { listRecords } = await import('../../support/audit/audit.ts')
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

export const auditCommands: readonly Command[] = [verify, list, retain]
