import { resolve } from 'node:path'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { isInCalendar } from '../../platform/text/iso-time.ts'
import type { Breach } from '../../support/audit/chain.ts'
import type { FileFault } from '../../support/audit/verify-file.ts'
import type { Command, CommandContext, Outcome } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { pairs } from '../terminal/layout.ts'

/** Exports old records of the audit trail, and deletes them. */
export const retain: Command = {
  name: 'audit retain',
  summary: 'Export old records of the audit trail to a file, and delete them',
  acts: true,
  options: {
    before: {
      value: 'TIME',
      required: true,
      help: 'Export the batches of records that were closed before this time or day, in UTC',
    },
    export: { value: 'FILE', required: true, help: 'The new file, with JSON lines' },
  },
  notes: [
    'On PostgreSQL, run it as the owner of the tables: the role of the service cannot delete records.',
    'Keep the file. "foyer audit verify --file FILE" checks it at any time.',
  ],
  example: '--before 2030-01-01 --export audit-2029.jsonl',
  async run(db, values, { directory, signal }) {
    const before = readTime('before', values.required('before'))
    const path = resolve(directory, values.required('export'))
    const { DamagedTrail, isSettled, retain, verifyStart } = await import(
      '../../support/audit/retention.ts'
    )
    if (!(await isSettled(db, before)))
      throw commandRefused('--before must be at least a minute ago.')
    const { before: exported } = await verifyStart(db)
    // Otherwise `audit verify` would compare digests from times whose records are in files.
    if (exported !== undefined && before < exported)
      throw commandRefused(`Records from before ${exported} are in files. Use a later --before.`)
    try {
      const told = await retain({ db, before, path, signal })
      const line = 'The records are in the file. Keep its SHA-256 elsewhere.'
      return {
        json: { file: path, before, ...told },
        text: [pairs({ ...told }), '', line].join('\n'),
      }
    } catch (error) {
      if (error instanceof DamagedTrail)
        throw commandRefused(`Nothing was deleted. ${error.message} Run "foyer audit verify".`)
      if (signal.aborted)
        throw commandRefused(
          'The export was interrupted. If its file is there, check it: "foyer audit verify --file".',
        )
      throw error
    }
  },
}

const fileFaultTexts = {
  unknown:
    'The file is not one that the trail or --sha256 names. Name the SHA-256 that you stored.',
  unreadable: 'A line of the file is not a line of an export.',
} as const satisfies Record<FileFault, string>

/** Checks an exported file. */
export async function verifyExport(
  db: OpenDatabase,
  { directory }: Pick<CommandContext, 'directory'>,
  { file, sha256 }: { readonly file: string; readonly sha256: string | undefined },
): Promise<Outcome> {
  const { verifyFile } = await import('../../support/audit/verify-file.ts')
  const verdict = await verifyFile(db, resolve(directory, file), sha256)
  const { breaches, faults, ...summary } = verdict
  const lines = [...breaches.map(breachLine), ...faults.map((fault) => fileFaultTexts[fault])]
  const isWhole = lines.length === 0
  if (isWhole) lines.push('The file is whole: no record was changed or removed.')
  return { json: verdict, text: [pairs(summary), '', ...lines].join('\n'), failed: !isWhole }
}

const breachTexts = {
  missing: 'a record is missing',
  altered: 'a record, or the batch, was changed',
  surplus: 'a record was added afterwards',
} as const satisfies Record<Exclude<Breach['fault'], 'gone'>, string>

export function breachLine({ batch, after, last, fault, record, user }: Breach): string {
  if (fault === 'gone') return `Batch ${batch} is missing.`
  if (record !== null) return `Batch ${batch}: record ${record} of user ${user} was changed.`
  return `Batch ${batch}, records ${after + 1} to ${last}: ${breachTexts[fault]}.`
}

/**
 * Reads a day, or a time in ISO 8601 in UTC, and pads it to microseconds, as in records.
 * @throws {Refused}
 */
export function readTime(option: string, text: string): string {
  const whole = /^\d{4}(?:-\d\d){2}$/.test(text) ? `${text}T00:00:00Z` : text
  const [, seconds, fraction = ''] =
    /^(\d{4}(?:-\d\d){2}T\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/.exec(whole) ?? []
  if (seconds === undefined || !isInCalendar(whole))
    throw commandRefused(`--${option} must be a time such as 2030-01-31T12:00:00Z, not "${text}".`)
  return `${seconds}.${fraction.padEnd(6, '0')}Z`
}
