import { spawn } from 'node:child_process'
import {
  createWriteStream,
  globSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { run } from 'node:test'
import { spec } from 'node:test/reporters'
import { parseArgs } from 'node:util'
import { isSample } from './both-databases.ts'
import { bundleProgram } from './bundle.ts'
import { globalSetup } from './global-setup.ts'
import { describeHeaviest, readHeaviest } from './heaviest.ts'
import { longestFirst, recordSeconds, splitByWaiting } from './longest-first.ts'
import { describeMachine, measureMachine } from './machine-speed.ts'
import { makeMemoryFolder } from './memory-folder.ts'
import { treeSeconds } from './processor-time.ts'
import slowest from './slowest.ts'
import { prepareOnEmbedded } from './statements.ts'

/**
 * Runs the test files of some glob patterns in parallel processes: one more than there are
 * processors, because tests wait a fifth of their time, and one for the files that mostly wait.
 * FOYER_TEST_PROCESSES sets another number for both. Each process takes the next file when it has
 * finished one, the slowest file first. So several files share modules, compiled code and
 * databases. With `--embedded` the tests use only the embedded database, and no browser. With
 * `--sample` most suites run only on PostgreSQL (`both-databases.ts`). `--except` skips a file that
 * `npm run check` has run before. `--check` runs these checks beside the tests, and measures the
 * machine before. At the end it prints the twenty files that took the most processor time. The last
 * line has the counts of tests.
 */
const { values, positionals: patterns } = parseArgs({
  options: {
    embedded: { type: 'boolean', default: false },
    sample: { type: 'boolean', default: false },
    except: { type: 'string', multiple: true, default: [] },
    check: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
if (values.sample) process.env.FOYER_TEST_DATABASES ??= 'sample'
if (values.embedded) {
  process.env.FOYER_TEST_DATABASES = 'embedded'
  process.env.FOYER_TEST_BROWSER ??= 'off'
}
const found = longestFirst(globSync(patterns)).filter((file) => !values.except.includes(file))
const given = process.env.FOYER_TEST_PROCESSES
const [waiting, others] = given === undefined ? splitByWaiting(found) : [[], found]
const files = [...others, ...waiting]
if (files.length === 0) throw new Error(`No test file matches ${patterns.join(' ')}.`)

const speed = values.check ? await measureMachine() : undefined
const checks = values.check ? runChecks() : undefined

// The cluster, the databases and all other temporary files are in memory, where there is room.
const memoryFolder = makeMemoryFolder()
if (memoryFolder !== null) process.env.TMPDIR = memoryFolder

const [cluster, program] = await Promise.all([globalSetup(), bundleProgram()])
process.env.FOYER_TEST_PROGRAM = program
const queue = mkdtempSync(join(tmpdir(), 'foyer-tests-'))
writeFileSync(join(queue, 'files.json'), JSON.stringify({ files, firstWaiting: others.length }))
process.env.FOYER_TEST_QUEUE = queue

const most = Number(given ?? availableParallelism() + 1) + Math.min(waiting.length, 1)
const processes = Math.min(most, files.length)
const worker = join(import.meta.dirname, 'worker.ts')
const events = run({
  files: Array(processes).fill(worker),
  concurrency: processes,
  // The garbage collector runs less often and takes less time: this saves a tenth of the processor
  // time.
  execArgv: ['--max-semi-space-size=64'],
})
let failed = 0
events.on('test:fail', ({ details: { error } }) => {
  process.exitCode = 1
  // A suite fails with each of its tests, and may fail by itself.
  if (!('failureType' in error) || error.failureType !== 'subtestsFailed') failed++
})
const seconds: Record<string, number> = {}
events.on('test:pass', ({ name, nesting, details }) => {
  // `worker.ts` makes one suite of each file.
  if (nesting === 0 && details.type === 'suite') seconds[name] = details.duration_ms / 1_000
})
let counts = ''
events.on('test:summary', ({ file, counts: { tests, passed, skipped } }) => {
  // The summary of the whole run names no file.
  if (file !== undefined) return
  counts = `${tests} tests: ${passed} passed, ${failed} failed, ${skipped} skipped`
})
const slowestTests = createWriteStream('node_modules/slowest-tests.txt')
events.compose(slowest).pipe(slowestTests)
const report = events.compose(spec)
report.pipe(process.stdout)
await finished(report, { writable: false })
await finished(slowestTests)
const heaviest = readHeaviest(queue, files)
console.log(describeHeaviest(heaviest, cluster === null ? 0 : treeSeconds(cluster.pid)))
if (speed) console.log(describeMachine(speed))
const taken = readdirSync(queue).filter((name) => /^\d+$/.test(name)).length
if (taken < files.length) throw new Error(`${files.length - taken} test files did not run.`)
recordSeconds(seconds)
if (isSample() && process.env.TEST_DATABASE_URL) {
  const { both, prepared, refused } = await prepareOnEmbedded(queue)
  console.log(
    `${both} statements ran on both databases. The embedded one prepared ${prepared} more.`,
  )
  if (refused.length > 0) {
    console.error(`The embedded database refuses:\n${refused.join('\n')}`)
    process.exitCode = 1
  }
}
if (checks) {
  const { output, passed } = await checks
  console.log(output)
  if (!passed) process.exitCode = 1
}
await cluster?.stop()
rmSync(memoryFolder ?? queue, { recursive: true, maxRetries: 10 })
console.log(counts)
// A test that was ended may have left a process that has an open pipe to this one.
process.exit()

/** Runs `npm run check`. @returns what it printed, and whether all checks passed */
async function runChecks(): Promise<{ output: string; passed: boolean }> {
  const child = spawn(process.execPath, ['--run', 'check'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const [output, errors, status] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    ended,
  ])
  return { output: `${output}${errors}`, passed: status === 0 }
}
