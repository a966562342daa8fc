import { closeSync, fchmodSync, openSync, statSync, writeSync } from 'node:fs'
import { resolve } from 'node:path'
import { Unavailable } from '../../platform/database/db.ts'
import { escapeForbidden } from '../../platform/text/text.ts'
import type { CommandContext, Option, Outcome, Values } from '../terminal/command.ts'
import { argument } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import type { LineChange, LineFault } from './parse-line.ts'
import type { ImportCounts, ImportOptions } from './run-import.ts'

/** The options of every import. */
export const importOptions: Readonly<Record<string, Option>> = {
  report: {
    value: 'FILE',
    help:
      'Add what was refused and what was left out to this file: one JSON object each, with line, ' +
      'property and message. A dry run replaces the file',
  },
  'dry-run': { help: 'Check all lines, and import nothing' },
}

export const importNotes: readonly string[] = [
  'Lines that are wrong are refused and do not stop the import. The same file can be imported again:',
  'what is there already stays as it is. So after an interruption, run the same command again.',
  'If a line was refused, the exit status is 1.',
]

/** What imports of users do besides. */
export const leftOutNotes: readonly string[] = [
  'A line needs an external_id and an email. Any other value that cannot be read is left out: the',
  'user is imported without it, and the output and the report say so. Try with --dry-run first.',
]

/** How many faults, and how many changes, the output has. The report has all of them. */
const maxShown = 20

/** The first of many, and how many there are. */
class Sample<T> {
  readonly shown: T[] = []
  count = 0

  add(found: readonly T[]): void {
    this.count += found.length
    this.shown.push(...found.slice(0, maxShown - this.shown.length))
  }

  /** @param noun what those are that the sample does not show */
  lines(write: (one: T) => string, noun: string): string[] {
    const more = this.count - this.shown.length
    return [...this.shown.map(write), ...(more > 0 ? [`  and ${more} more ${noun}`] : [])]
  }
}

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
  const report =
    reportPath === undefined
      ? undefined
      : openReport(resolve(directory, reportPath), { of: path, dryRun })
  const faults = new Sample<LineFault>()
  const changes = new Sample<LineChange>()
  const kinds = new Map<string, number>()
  const write = (found: readonly LineFault[]): void => {
    if (report !== undefined && found.length > 0) writeSync(report, found.map(lineOf).join(''))
  }
  try {
    const counts = await run({
      path,
      dryRun,
      signal,
      onProgress: progress,
      onRefused(found) {
        faults.add(found)
        write(found)
      },
      onChanged(found) {
        changes.add(found)
        for (const { left_out: path } of found) {
          const [name = ''] = path.split('.')
          kinds.set(name, (kinds.get(name) ?? 0) + 1)
        }
        write(found)
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
      ...faults.lines(shownFault, 'faults'),
      ...(changes.count > 0
        ? [changes.count === 1 ? '1 value was left out:' : manyLeftOut(changes.count, kinds)]
        : []),
      ...changes.lines(shownFault, 'values'),
    ]
    const json = {
      imported,
      present,
      refused,
      complete: isComplete,
      dry_run: dryRun,
      faults: faults.shown,
      left_out: changes.count,
      changes: changes.shown,
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

/** The properties of users are named with their numbers: a lost password matters most. */
function manyLeftOut(count: number, kinds: ReadonlyMap<string, number>): string {
  const each = [...kinds].map(([name, number]) => `${number} ${name}`)
  return `${count} values were left out${each.length > 1 ? ` (${each.join(', ')})` : ''}:`
}

const shownFault = ({ line, property, message }: LineFault): string =>
  `  line ${line}${escapeForbidden(`${property === null ? '' : `, ${property}`}: ${message}`)}`

const lineOf = (fault: LineFault): string => `${escapeForbidden(JSON.stringify(fault))}\n`

/**
 * Opens the report for writing. Only its owner can read it. An import adds to it: one that goes on
 * after an interruption does not check again what is there already. A dry run begins a new one.
 * @param of the path of the file to import
 * @throws {Refused}
 */
function openReport(path: string, { of, dryRun }: { of: string; dryRun: boolean }): number {
  if (isSameFile(path, of))
    throw commandRefused('The report must be another file than the one to import.')
  try {
    const file = openSync(path, dryRun ? 'w' : 'a', 0o600)
    fchmodSync(file, 0o600)
    return file
  } catch (error) {
    throw commandRefused(`Cannot write ${path} (${(error as NodeJS.ErrnoException).code}).`)
  }
}

/** Whether two paths lead to one file, also by links. */
function isSameFile(...paths: readonly [string, string]): boolean {
  try {
    const [one, other] = paths.map((path) => statSync(path))
    return one?.dev === other?.dev && one?.ino === other?.ino
  } catch {
    // A file that is not there, or that nobody may look at. To open it tells more.
    return false
  }
}
