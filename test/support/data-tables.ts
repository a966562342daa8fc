import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A row of a table, by the names of the columns. */
export type Row = Readonly<Record<string, string>>

const folder = join(import.meta.dirname, '../data')

/** Reads a table of test/data. Its first line has the names of the columns. */
export function readTable(name: string): Row[] {
  const [names = [], ...rows] = readFileSync(join(folder, name), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t'))
  return rows.map((cells) => Object.fromEntries(names.map((key, at) => [key, cells[at] ?? ''])))
}
