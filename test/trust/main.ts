import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { globalSetup } from '../support/global-setup.ts'
import { type Promised, promises } from './promises.ts'
import { lineOf, markdownOf } from './report.ts'
import { isProgram, outcomesOf, proofsIn, runFile } from './run.ts'
import { addRun, readRuns } from './store.ts'

/*
 * Runs the tests that show the promises of `docs/trust.md`, and writes `report.md` and
 * `report.json`. Exits with 1 if a promise is broken.
 */
const { values } = parseArgs({
  options: {
    /** The promises to show, such as `31,35-37`. Otherwise all. */
    lines: { type: 'string' },
    /** The form that `npm test` runs: fewer trials, and no bounds on wall-clock times. */
    short: { type: 'boolean', default: false },
    /** The length of the endurance test, in minutes. */
    minutes: { type: 'string' },
    /** The folder of the report. */
    out: { type: 'string', default: 'trust-report' },
    /** Whether the results that the folder has already stay in the report. */
    keep: { type: 'boolean', default: false },
    /** Whether proofs whose tests have passed already are left out. They stay in the report. */
    rest: { type: 'boolean', default: false },
  },
})

if (!values.short) process.env.FOYER_SOAK = 'true'
if (values.minutes !== undefined) process.env.FOYER_SOAK_MINUTES = values.minutes
const form = values.short ? 'short' : 'long'
const all = promises().map((each) => (values.short ? withoutPrograms(each) : each))
const chosen = new Set(values.lines === undefined ? all.map(numberOf) : numbersIn(values.lines))
const keeps = values.keep || values.rest
if (!keeps) rmSync(join(values.out, 'runs'), { recursive: true, force: true })
const earlier = readRuns(values.out)

/** The names of the tests that are to run, by file. */
const plan = new Map<string, Set<string>>()
for (const { proof } of all.filter(({ number }) => chosen.has(number)))
  for (const [file, names] of Object.entries(proof))
    for (const name of proofsIn(file, names))
      if (!values.rest || !hasPassed(file, name))
        plan.set(file, new Set([...(plan.get(file) ?? []), name]))

await globalSetup()
for (const [file, names] of plan) {
  console.log(file)
  const run = await runFile(file, [...names], form, ({ path, verdict, seconds, reason }) => {
    const why = reason === undefined ? '' : `: ${reason}`
    console.log(`  ${verdict}, ${seconds.toFixed(1)} s: ${path.join(' > ')}${why}`)
  })
  addRun(values.out, run)
  // The report is written after each file, so that an interrupted run leaves its results.
  writeReport()
}
const broken = writeReport().filter(({ verdict }) => verdict === 'fail')
console.log(`The report is ${join(values.out, 'report.md')}.`)
for (const { number, problems } of broken) console.error(`${number}: ${problems.join('; ')}`)
if (broken.length > 0) process.exitCode = 1

function writeReport() {
  mkdirSync(values.out, { recursive: true })
  const runs = readRuns(values.out)
  const lines = all
    .filter(({ number }) => keeps || chosen.has(number))
    .map((promised) => lineOf(promised, runs))
  const report = {
    date: new Date().toISOString().slice(0, 10),
    machine: `${availableParallelism()} processors, Node.js ${process.versions.node}`,
    lines,
  }
  writeFileSync(join(values.out, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  writeFileSync(join(values.out, 'report.md'), markdownOf(report))
  return lines
}

/** Whether a proof has passed in the requested form, or in the long one. */
function hasPassed(file: string, name: string): boolean {
  const outcomes = outcomesOf(earlier.get(file), name) ?? []
  const isShort = outcomes.some((outcome) => outcome.form === 'short')
  const verdicts = new Set(outcomes.map(({ verdict }) => verdict))
  return verdicts.has('pass') && !verdicts.has('fail') && (values.short || !isShort)
}

function numberOf({ number }: Promised): number {
  return number
}

function withoutPrograms(promised: Promised): Promised {
  const files = Object.entries(promised.proof).filter(([file]) => !isProgram(file))
  return { ...promised, proof: Object.fromEntries(files) }
}

/** @returns the numbers in a list such as `31,35-37` */
function numbersIn(list: string): number[] {
  return list.split(',').flatMap((part) => {
    const [, first, last] = /^(\d+)(?:-(\d+))?$/.exec(part) ?? []
    if (first === undefined) throw new Error(`--lines has numbers and ranges, not "${part}".`)
    const [from, to] = [Number(first), Number(last ?? first)]
    return Array.from({ length: to - from + 1 }, (_, index) => from + index)
  })
}
