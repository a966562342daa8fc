import type { Command } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { columns, pairs } from '../terminal/layout.ts'
import { breachLine, readTime, retain, verifyExport } from './retain.ts'

const verify: Command = {
  name: 'audit verify',
  summary: 'Check that no record of the audit trail was changed or removed',
  options: {
    until: {
      value: 'TIME',
      help: 'The digest covers batches that were closed up to this time (default: all)',
    },
    expect: { value: 'DIGEST', help: 'The digest from an earlier run, to compare with' },
    file: { value: 'FILE', help: 'Check this export of old records instead' },
    sha256: { value: 'HEX', help: 'The SHA-256 of the export (default: one that the trail names)' },
  },
  async run(db, values, context) {
    const { signal, progress } = context
    const [file, sha256] = [values.text('file'), values.text('sha256')]
    if (file !== undefined) return verifyExport(db, context, { file, sha256 })
    const given = values.text('until')
    const until = given === undefined ? undefined : readTime('until', given)
    const expected = values.text('expect')
    if (expected !== undefined && until === undefined)
      throw commandRefused('--expect also needs --until, with the time from the earlier run.')
    const { verifyTrail } = await import('../../support/audit/verify.ts')
    const { verifyStart } = await import('../../support/audit/retention.ts')
    const { before, isWhole } = await verifyStart(db)
    if (until !== undefined && before !== undefined && until < before)
      throw commandRefused(`Records from before ${before} are in files. Use a later --until.`)
    const verdict = await verifyTrail(db, { until, signal, progress })
    if (signal.aborted) throw commandRefused('The check was interrupted.')
    const { records, batches, unchained, breaches, digest } = verdict
    const digestDiffers = expected !== undefined && expected.toLowerCase() !== digest
    const lines = breaches.map(breachLine)
    if (!isWhole) lines.push('The batches do not start where the last export ended.')
    if (digestDiffers)
      lines.push('The digest is different: records from that time were changed or removed.')
    if (lines.length === 0) lines.push('No record was changed or removed.')
    const exported = before === undefined ? {} : { exported_before: before }
    const text = [
      pairs({ records, batches, unchained, ...exported, until: verdict.until, digest }),
      '',
      ...lines,
    ].join('\n')
    const json = {
      ...verdict,
      exported_before: before ?? null,
      start_changed: !isWhole,
      ...(expected !== undefined && { expected }),
    }
    return { json, text, failed: breaches.length > 0 || !isWhole || digestDiffers }
  },
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
    const { findAccount } = await import('../../identity/users/accounts/accounts.ts')
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
    const records = found.map(({ user_id, seq, details, ...record }) => ({
      record: seq,
      ...record,
      details: JSON.parse(details) as object,
    }))
    const rows = found.map(({ seq, at, actor, action, details }) => [
      String(seq),
      at,
      actor,
      action,
      details,
    ])
    return { json: records, text: columns(['RECORD', 'TIME', 'BY', 'WHAT', 'DETAILS'], rows) }
  },
}

export const auditCommands: readonly Command[] = [verify, list, retain]
