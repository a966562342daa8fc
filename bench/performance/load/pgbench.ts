import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Statement } from '../../../src/platform/database/sql.ts'
import type { Answers } from './wrk.ts'

/** The users of a load, as numbers that `pgbench` can compute. */
export interface UserRange {
  readonly first: number
  readonly step: number
  readonly count: number
}

const run = promisify(execFile)
const clients = 10
const threads = 2
/** The share of transactions whose duration is written down. */
const sampled = 0.05

/**
 * Writes a script that sends the statement for random users. All its values must be the user's id.
 * @returns the path of the script
 */
export function writeScript(
  directory: string,
  { text }: Statement,
  { first, step, count }: UserRange,
): string {
  const file = join(directory, 'pgbench.sql')
  const user = `\\set user random(0, ${count - 1}) * ${step} + ${first}`
  writeFileSync(file, `${user}\n${text.replaceAll(/\s+/g, ' ').replaceAll(/\$\d+/g, ':user')};\n`)
  return file
}

/** Runs a script with ten clients and two threads. Its transactions count as requests. */
export async function runPgbench(
  binary: string,
  { url, script, seconds }: { url: string; script: string; seconds: number },
): Promise<Answers> {
  const directory = join(script, '..')
  const prefix = `pgbench-${process.hrtime.bigint()}`
  const args = ['-n', '-M', 'prepared', '-c', String(clients), '-j', String(threads)]
  const log = ['-l', `--log-prefix=${prefix}`, `--sampling-rate=${sampled}`]
  const { stdout } = await run(
    binary,
    [...args, ...log, '-T', String(seconds), '-f', script, url],
    {
      cwd: directory,
    },
  )
  const requests = Number(/transactions actually processed: (\d+)/.exec(stdout)?.[1])
  const rate = Number(/tps = ([\d.]+) \(without initial/.exec(stdout)?.[1])
  if (!(rate > 0)) throw new Error(`pgbench failed: ${stdout}`)
  // The third column of the log is the duration of a transaction in microseconds.
  const durations = readdirSync(directory)
    .filter((name) => name.startsWith(prefix))
    .flatMap((name) => readFileSync(join(directory, name), 'utf8').trim().split('\n'))
    .map((line) => Number(line.split(' ')[2]))
    .sort((a, b) => a - b)
  const share = (part: number) => durations[Math.floor(durations.length * part)] ?? Number.NaN
  const microseconds = (requests / rate) * 1e6
  return { requests, microseconds, bytes: 0, p50: share(0.5), p99: share(0.99) }
}
