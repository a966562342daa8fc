import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { beginFile } from './both-databases.ts'
import { endFile } from './file-end.ts'
import { closeUnused } from './kept-database.ts'
import { rememberPasswords } from './known-passwords.ts'
import { processorSeconds } from './processor-time.ts'
import { keepStatements, rememberStatements } from './statements.ts'
import { findRunnersHook, followPromises, ignorePromises } from './test-tree.ts'

/** How long the process may need to end after the last test, in milliseconds. */
const endTimeoutMs = Number(process.env.FOYER_TEST_END_TIMEOUT_MS ?? 30_000)

/**
 * One of the processes of `run.ts`: takes files from the queue and runs them one after the other.
 * Hooks at the top of a file belong to this file alone.
 */
const queue = process.env.FOYER_TEST_QUEUE
if (queue === undefined) throw new Error('This is a part of `node test/support/run.ts`.')
const { files, firstWaiting }: { files: readonly string[]; firstWaiting: number } = JSON.parse(
  readFileSync(join(queue, 'files.json'), 'utf8'),
)

findRunnersHook()
rememberPasswords()
rememberStatements()
// One process runs only the files that mostly wait. The others come to them at the end.
const first = firstWaiting < files.length && take('waiting') ? firstWaiting : 0
for (const [number, file] of files.entries())
  if (number >= first && take(number)) await runFile(file, number)
await closeUnused()
keepStatements(queue)
// The process ends by itself, unless a test has left something open. Then the run must not hang.
setTimeout(() => {
  console.error(`Tests left open: ${process.getActiveResourcesInfo().join(', ')}`)
  process.exit(1)
}, endTimeoutMs).unref()

/** A directory can be made only once, so each file goes to one process. */
function take(part: number | string): boolean {
  try {
    mkdirSync(join(queue ?? '', String(part)))
    return true
  } catch {
    return false
  }
}

function runFile(file: string, number: number): Promise<void> {
  followPromises()
  beginFile(file)
  const before = processorSeconds()
  const environment = { ...process.env }
  return new Promise((resolvePromise) => {
    describe(file, async () => {
      after(async () => {
        try {
          await endFile()
        } finally {
          restore(environment)
          keepSeconds(number, processorSeconds() - before)
          resolvePromise()
        }
      })
      try {
        await import(resolve(file))
        ignorePromises()
      } catch (error) {
        resolvePromise()
        throw error
      }
    })
  })
}

/** Undoes what a file or its tools changed in the environment: Vite sets `NODE_ENV`. */
function restore(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

/** Keeps the processor time of a file for `run.ts`. */
function keepSeconds(number: number, seconds: number): void {
  writeFileSync(join(queue ?? '', String(number), 'seconds'), String(seconds))
}
