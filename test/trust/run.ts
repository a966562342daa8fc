import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from 'node:test'
import type { Figure } from '../support/figure.ts'
import { sourceOf } from './promises.ts'

/** The long form has the promised number of trials, and bounds on times. */
export type Form = 'long' | 'short'

/** How a test or program ended. */
export interface Outcome {
  /** The name of the test, behind the names of its suites. */
  readonly path: readonly string[]
  readonly verdict: 'pass' | 'fail' | 'left out'
  readonly seconds: number
  /** Why it failed or was left out. */
  readonly reason?: string
  readonly form: Form
  /** The commit of the project with which it ran. */
  readonly commit: string
}

/** An outcome without the properties that are the same for all outcomes of a process. */
type Ended = Omit<Outcome, 'form' | 'commit'>

/** The results of running a file. */
export interface FileRun {
  readonly file: string
  /** The names of its tests and suites that were to run. */
  readonly names: readonly string[]
  readonly outcomes: readonly Outcome[]
  readonly figures: readonly Figure[]
}

/** Whether a proof is a program, which exits with 0 if the promise holds, and not a test file. */
export const isProgram = (file: string): boolean => !file.endsWith('.test.ts')

/** Stands for a program, which has no test names: the whole program is one proof. */
const wholeProgram = ''

/** The names of the proofs in a file, where a program counts as one. */
export const proofsIn = (file: string, names: readonly string[]): readonly string[] =>
  isProgram(file) ? [wholeProgram] : names

/**
 * How the tests of a proof ended, over all databases.
 * @returns undefined if they did not run; an empty list if no test has the name
 */
export function outcomesOf(run: FileRun | undefined, name: string): Outcome[] | undefined {
  if (!run?.names.includes(name)) return undefined
  if (name === wholeProgram) return [...run.outcomes]
  const pattern = new RegExp(`^${sourceOf(name)}$`)
  return run.outcomes.filter(({ path }) => path.some((each) => pattern.test(each)))
}

/**
 * Runs the named tests and suites of a file, or a program.
 * @param form the form that the environment of this process selects
 * @param tell is called with each outcome
 */
export async function runFile(
  file: string,
  names: readonly string[],
  form: Form,
  tell: (outcome: Outcome) => void,
): Promise<FileRun> {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-figures-'))
  const figures = join(folder, 'figures')
  process.env.FOYER_FIGURES = figures
  const options = { encoding: 'utf8' } as const
  const commit = execFileSync('git', ['rev-parse', '--short', 'HEAD'], options).trim()
  const outcomes: Outcome[] = []
  const add = (ended: Ended) => {
    const outcome: Outcome = { ...ended, form, commit }
    outcomes.push(outcome)
    tell(outcome)
  }
  if (isProgram(file)) await runProgram(file, add)
  else await runTests(file, names, add)
  delete process.env.FOYER_FIGURES
  const lines = existsSync(figures) ? readFileSync(figures, 'utf8').trim().split('\n') : []
  rmSync(folder, { recursive: true })
  return { file, names, outcomes, figures: lines.map((line) => JSON.parse(line) as Figure) }
}

/** Merges two runs of a file. If a test ran in both, its later outcome counts. */
export function merge(earlier: FileRun, later: FileRun): FileRun {
  const union = <T>(key: (each: T) => string, first: readonly T[], second: readonly T[]): T[] => [
    ...new Map([...first, ...second].map((each) => [key(each), each])).values(),
  ]
  const again = new Set(later.figures.map(keyOf))
  // A suite has an outcome only if it failed as a whole.
  const tested = later.outcomes.map(({ path }) => `${path.join('\n')}\n`)
  const isLeft = ({ path }: Outcome) =>
    !tested.some((each) => each.startsWith(`${path.join('\n')}\n`))
  return {
    file: later.file,
    names: union(String, earlier.names, later.names),
    outcomes: [...earlier.outcomes.filter(isLeft), ...later.outcomes],
    figures: [...earlier.figures.filter((each) => !again.has(keyOf(each))), ...later.figures],
  }
}

const longestReason = 400

const keyOf = ({ promise, what }: Figure): string => `${promise} ${what}`

async function runProgram(file: string, add: (ended: Ended) => void): Promise<void> {
  const start = performance.now()
  const child = spawn(process.execPath, [file], { stdio: ['ignore', 'inherit', 'inherit'] })
  const [status] = (await once(child, 'close')) as [number | null]
  add({
    path: [file],
    verdict: status === 0 ? 'pass' : 'fail',
    seconds: (performance.now() - start) / 1_000,
    ...(status !== 0 && { reason: `It exited with ${status}.` }),
  })
}

async function runTests(
  file: string,
  names: readonly string[],
  add: (ended: Ended) => void,
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
    // The failures of a suite's tests say more than the failure of the suite.
    if (details.type === 'suite' && /subtests? failed/.test(error.message)) return
    const path = [...suites.slice(0, nesting), name]
    // Some messages contain the whole page that came instead.
    const { message } = error.cause instanceof Error ? error.cause : error
    const reason = message.slice(0, longestReason)
    add({ path, verdict: 'fail', seconds: details.duration_ms / 1_000, reason })
  })
  events.on('test:diagnostic', ({ message, nesting }) => {
    // The totals of the file are not printed.
    if (nesting > 0 || !/^[a-z_]+ [\d.]+$/.test(message)) console.log(`    ${message}`)
  })
  events.on('test:stderr', ({ message }) => process.stderr.write(message))
  for await (const _ of events);
}
