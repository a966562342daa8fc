import { resolve } from 'node:path'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { isInCalendar } from '../../platform/text/iso-time.ts'
import type { CheckpointFault } from '../../support/audit/retention/checkpoint.ts'
import type { FileFault, FileVerdict } from '../../support/audit/retention/verify-file.ts'
import type { Breach } from '../../support/audit/verify.ts'
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
      help: 'Export all records from before this time or day, in UTC',
    },
    export: { value: 'FILE', required: true, help: 'The new file, with JSON lines' },
  },
  notes: [
    'On PostgreSQL, run it as the owner of the tables: the role of the service cannot delete records.',
    'Keep the file. "foyer audit verify --file FILE" checks it at any time.',
  ],
  example: '--before 2030-01-01 --export audit-2029.jsonl',
  async run(db, values, { directory, secretKey, signal }) {
    const before = readTime('before', values.required('before'))
    const path = resolve(directory, values.required('export'))
    const { DamagedTrail, isSettled, retain } = await import(
      '../../support/audit/retention/retain.ts'
    )
    if (!(await isSettled(db, before)))
      throw commandRefused('--before must be at least a minute ago.')
    const { verifyCheckpoints } = await import('../../support/audit/retention/checkpoint.ts')
    const { before: exported } = await verifyCheckpoints(db, secretKey)
    // Otherwise `audit verify` would compare digests from times whose records are in files.
    if (exported !== undefined && before < exported)
      throw commandRefused(`Records from before ${exported} are in files. Use a later --before.`)
    try {
      const {
        faults: _,
        breaches: __,
        ...told
      } = await retain({
        db,
        secretKey,
        before,
        path,
        signal,
      })
      const lines = ['', 'The records are in the file. Keep the SHA-256 and the key elsewhere.']
      return { json: { file: path, ...told }, text: [pairs(shown(told)), ...lines].join('\n') }
    } catch (error) {
      if (error instanceof DamagedTrail)
        throw commandRefused(`Nothing was deleted. ${error.message} Run "foyer audit verify".`)
      if (signal.aborted) throw commandRefused('The export was interrupted. Nothing has changed.')
      throw error
    }
  },
}

const shown = (
  told: Readonly<Record<string, string | number | undefined>>,
): Record<string, string | number | null> =>
  Object.fromEntries(Object.entries(told).map(([name, value]) => [name, value ?? null]))

const faultTexts = {
  forged: 'The signature of a checkpoint is not valid.',
  missing: 'A checkpoint was removed.',
  starts: 'Where the chains start is not what the last checkpoint says.',
} as const satisfies Record<CheckpointFault, string>

export const checkpointLines = (faults: readonly CheckpointFault[]): readonly string[] =>
  faults.map((fault) => faultTexts[fault])

const fileFaultTexts = {
  cut: 'The end of the file is missing: it has no checkpoint.',
  lines: 'The file is not the one that its checkpoint covers.',
  forged: 'The signature of the checkpoint is not valid.',
  unknown_key: 'The checkpoint is signed with a key that is not known. Name the key with --key.',
  unreadable: 'A line of the file is not a line of an export.',
} as const satisfies Record<FileFault, string>

/** Checks an exported file. */
export async function verifyExport(
  db: OpenDatabase,
  { directory, secretKey }: Pick<CommandContext, 'directory' | 'secretKey'>,
  { file, key }: { readonly file: string; readonly key: string | undefined },
): Promise<Outcome> {
  const { verifyFile } = await import('../../support/audit/retention/verify-file.ts')
  const verdict: FileVerdict = await verifyFile(db, secretKey, resolve(directory, file), key)
  const { breaches, faults, ...summary } = verdict
  const lines = [...breaches.map(breachLine), ...faults.map((fault) => fileFaultTexts[fault])]
  const isWhole = lines.length === 0
  if (isWhole) lines.push('The file is whole: no record was changed or removed.')
  return { json: verdict, text: [pairs(shown(summary)), '', ...lines].join('\n'), failed: !isWhole }
}

const breachTexts = {
  missing: 'is missing',
  altered: 'was changed',
  surplus: 'does not belong to its chain',
} as const satisfies Record<Breach['fault'], string>

export const breachLine = ({ user, record, fault }: Breach): string =>
  `User ${user}: record ${record} ${breachTexts[fault]}.`

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
