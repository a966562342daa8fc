import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { type FileRun, merge } from './run.ts'

/*
 * The results of all runs, one JSON file for each test file. A run keeps the results that another
 * run adds at the same time.
 */

const folderIn = (out: string): string => join(out, 'runs')
const placeOf = (out: string, file: string): string =>
  join(folderIn(out), `${file.replaceAll('/', '-')}.json`)

/** Reads the results that a folder has, by file. */
export function readRuns(out: string): Map<string, FileRun> {
  const folder = folderIn(out)
  mkdirSync(folder, { recursive: true })
  const names = readdirSync(folder).filter((name) => name.endsWith('.json'))
  const runs = names.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as FileRun)
  return new Map(runs.map((run) => [run.file, run]))
}

/** Adds the results of one file to those that the folder has of it. */
export function addRun(out: string, run: FileRun): void {
  const place = placeOf(out, run.file)
  const known = existsSync(place) ? (JSON.parse(readFileSync(place, 'utf8')) as FileRun) : undefined
  const unfinished = `${place}.${process.pid}`
  writeFileSync(unfinished, JSON.stringify(known ? merge(known, run) : run, null, 2))
  renameSync(unfinished, place)
}
