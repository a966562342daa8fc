import { closeSync, fchmodSync, openSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { Unavailable } from '../../platform/database/db.ts'
import { escapeForbidden } from '../../platform/text/text.ts'
import type { CommandContext, Option, Outcome, Values } from '../terminal/command.ts'
import { argument } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import type { LineFault } from './parse-line.ts'
import type { ImportCounts, ImportOptions } from './run-import.ts'

/** The options of every import. */
export const importOptions: Readonly<Record<string, Option>> = {
  report: {
    value: 'FILE',
    help: 'Write what was refused to this file: one JSON object per fault, with line, property and message',
  },
  'dry-run': { help: 'Check all lines, and import nothing' },
}

export const importNotes: readonly string[] = [
  'Lines that are wrong are refused and do not stop the import. The same file can be imported again:',
  'what is there already stays as it is. So after an interruption, run the same command again.',
  'If a line was refused, the exit status is 1.',
]

/** How many faults the output has. The report has all of them. */
const maxShown = 20

/**
 * Runs an import with its progress bar, and writes the report.
 * @param noun what is imported, in the singular and in the plural
 */
export async function reportImport(
  values: Values,
  { directory, signal, progress, notice }: CommandContext,
  noun: readonly [one: string, many: string],
  run: (options: ImportOptions) => Promise<ImportCounts>,
): Promise<Outcome> {
  const path = resolve(directory, values.required(argument))
  const dryRun = values.has('dry-run')
  const reportPath = values.text('report')
  const report = reportPath === undefined ? undefined : openReport(resolve(directory, reportPath))
  const shown: LineFault[] = []
  let faults = 0
  try {
    const counts = await run({
      path,
      dryRun,
      signal,
      onProgress: progress,
      onRefused(found) {
        faults += found.length
        shown.push(...found.slice(0, maxShown - shown.length))
        if (report !== undefined) writeSync(report, found.map(lineOf).join(''))
      },
      onWait: (reason) => notice(`The database is busy (${reason}). Trying again…`),
    })
    const { imported, present, refused, isComplete } = counts
    const count = (lines: number) => `${lines} ${lines === 1 ? noun[0] : noun[1]}`
    const lines = (number: number) => (number === 1 ? '1 line was' : `${number} lines were`)
    const text = [
      `${dryRun ? 'Would import' : 'Imported'} ${count(imported)}.`,
      ...(present > 0
        ? [`${count(present)} ${present === 1 ? 'was' : 'were'} there already.`]
        : []),
      ...(isComplete ? [] : ['Not all lines were read. Run the command again to continue.']),
      ...(refused > 0 ? [`${lines(refused)} refused:`] : []),
      ...shown.map(
        ({ line, property, message }) =>
          `  line ${line}${escapeForbidden(`${property === null ? '' : `, ${property}`}: ${message}`)}`,
      ),
      ...(faults > shown.length ? [`  and ${faults - shown.length} more faults`] : []),
    ]
    const json = {
      imported,
      present,
      refused,
      complete: isComplete,
      dry_run: dryRun,
      faults: shown,
      report: reportPath ?? null,
    }
    return { json, text: text.join('\n'), failed: refused > 0 || !isComplete }
  } catch (error) {
    if (!(error instanceof Unavailable)) throw error
    throw commandRefused(
      `The database is too busy (${error.reason}). Run the command again to continue.`,
    )
  } finally {
    if (report !== undefined) closeSync(report)
  }
}

const lineOf = (fault: LineFault): string => `${escapeForbidden(JSON.stringify(fault))}\n`

/** Opens the report for writing. Only its owner can read it. @throws {Refused} */
function openReport(path: string): number {
  try {
    const file = openSync(path, 'w', 0o600)
    fchmodSync(file, 0o600)
    return file
  } catch (error) {
    throw commandRefused(`Cannot write ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}
