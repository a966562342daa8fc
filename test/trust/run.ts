import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import type { Figure } from '../support/figure.ts'
import { sourceOf } from './promises.ts'

/** How a test or program ended. */
export interface Outcome {
  /** The name of the test, behind the names of its suites. */
  readonly path: readonly string[]
  readonly verdict: 'pass' | 'fail' | 'left out'
  readonly seconds: number
  /** Why it failed or was left out. */
  readonly reason?: string
}

/** What the run of a file gave. */
export interface FileRun {
  readonly file: string
  /** The names of its tests and suites that were to run. */
  readonly names: readonly string[]
  readonly commits: readonly string[]
  readonly outcomes: readonly Outcome[]
  readonly figures: readonly Figure[]
}

/** Whether a proof is a program that exits with 0 if the promise holds, and no file of tests. */
export const isProgram = (file: string): boolean => !file.endsWith('.test.ts')

/**
 * Runs the named tests and suites of a file, or a program.
 * @param tell is called with each outcome
 */
export async function runFile(
  file: string,
  names: readonly string[],
  tell: (outcome: Outcome) => void,
): Promise<FileRun> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-figures-'))
  const figures = join(folder, 'figures')
  process.env.FOYER_FIGURES = figures
  const outcomes: Outcome[] = []
  const add = (outcome: Outcome) => {
    outcomes.push(outcome)
    tell(outcome)
  }
  if (isProgram(file)) await runProgram(file, add)
  else await runTests(file, names, add)
  delete process.env.FOYER_FIGURES
  const lines = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : []
  rmSync(folder, { recursive: true })
  const commits = [
    execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  ]
  return {
    file,
    names,
    commits,
    outcomes,
    figures: lines.map((line) => JSON.parse(line) as Figure),
  }
}

/** @returns both runs of a file as one. What ran again counts as it ended the last time. */
export function merge(earlier: FileRun, later: FileRun): FileRun {
  const union = <T>(key: (each: T) => string, first: readonly T[], second: readonly T[]): T[] => [
    ...new Map([...first, ...second].map((each) => [key(each), each])).values(),
  ]
  const again = new Set(later.figures.map(keyOf))
  return {
    file: later.file,
    names: union(String, earlier.names, later.names),
    commits: union(String, earlier.commits, later.commits),
    outcomes: union(({ path }) => path.join('\n'), earlier.outcomes, later.outcomes),
    figures: [...earlier.figures.filter((each) => !again.has(keyOf(each))), ...later.figures],
  }
}

const keyOf = ({ promise, what }: Figure): string => `${promise} ${what}`

async function runProgram(file: string, add: (outcome: Outcome) => void): Promise<void> {
  const start = performance.now()
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = (await once(child, 'close')) as [number | null]
  add({
    path: [],
    verdict: status === 0 ? 'pass' : 'fail',
    seconds: (performance.now() - start) / 1_000,
    ...(status !== 0 && { reason: `It exited with ${status}.` }),
  })
}

async function runTests(
  file: string,
  names: readonly string[],
  add: (outcome: Outcome) => void,
): Promise<void> {
  const events = run({
    files: [file],
    concurrency: 1,
    testNamePatterns: names.map((name) => new RegExp(`^${sourceOf(name)}$`)),
  })
  const suites: string[] = []
  events.on('test:start', ({ name, nesting }) => {
    suites.length = nesting
    suites[nesting] = name
  })
  events.on('test:pass', ({ name, nesting, details, skip }) => {
    if (details.type === 'suite' && skip === undefined) return
    const path = [...suites.slice(0, nesting), name]
    const seconds = details.duration_ms / 1_000
    if (skip === undefined) add({ path, verdict: 'pass', seconds })
    else add({ path, verdict: 'left out', seconds, reason: String(skip) })
  })
  events.on('test:fail', ({ name, nesting, details }) => {
    const { error } = details
    // Of a suite, the failures of its tests say more.
    if (details.type === 'suite' && /subtests? failed/.test(error.message)) return
    const path = [...suites.slice(0, nesting), name]
    const reason = error.cause instanceof Error ? error.cause.message : error.message
    add({ path, verdict: 'fail', seconds: details.duration_ms / 1_000, reason })
  })
  events.on('test:stderr', ({ message }) => process.stderr.write(message))
  for await (const _ of events);
}
