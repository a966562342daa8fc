import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { after, describe } from 'node:test'
import { beginFile } from './both-databases.ts'
import { endFile } from './file-end.ts'
import { closeUnused } from './kept-database.ts'
import { rememberPasswords } from './known-passwords.ts'
import { rememberKeys } from './made-keys.ts'
import { processorSeconds } from './processor-time.ts'
import { keepStatements, rememberStatements } from './statements.ts'
import { findRunnersHook, followPromises, ignorePromises } from './test-tree.ts'

/** How long the process may take to end after the last test, in milliseconds. */
const endTimeoutMs = Number(process.env.FOYER_TEST_END_TIMEOUT_MS ?? 30_000)

/**
 * How long a file may run, in milliseconds. The slowest one takes one or two minutes on a busy
 * machine, and a slow machine may need ten times as long. A test that waits for something that never
 * happens must not keep the run from ending.
 */
const fileTimeoutMs = Number(process.env.FOYER_TEST_FILE_TIMEOUT_MS ?? 30 * 60_000)

/**
 * A process of `run.ts`. It takes files from the queue and runs them one after the other. Hooks at
 * the top of a file apply only to this file.
 */
const queue = process.env.FOYER_TEST_QUEUE
if (queue === undefined) throw new Error('This is a part of `node test/support/run.ts`.')
const { files, firstWaiting }: { files: readonly string[]; firstWaiting: number } = JSON.parse(
  readFileSync(join(queue, 'files.json'), 'utf8'),
)

findRunnersHook()
rememberPasswords()
rememberKeys()
rememberStatements()
// The first request to the issuer of a service imports this. On a busy machine that takes longer
// than a request may take.
await import('../../src/identity/oauth/provider/create-provider.ts')
// One process begins with the files that mostly wait. The other processes take these last.
const first = firstWaiting < files.length && take('waiting') ? firstWaiting : 0
for (const [number, file] of files.entries())
  if (number >= first && take(number)) await runFile(file, number)
await closeUnused()
keepStatements(queue)
// The process ends by itself unless a test has left something open. In this case the run must not
// hang.
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
  const timeout = setTimeout(() => {
    const minutes = fileTimeoutMs / 60_000
    console.error(
      `${file} has not ended in ${minutes} minutes. The test after the last one above hangs.`,
    )
    process.exit(1)
  }, fileTimeoutMs).unref()
  return new Promise((resolvePromise) => {
    describe(file, async () => {
      after(async () => {
        try {
          await endFile()
        } finally {
          clearTimeout(timeout)
          restore(environment)
          keepSeconds(number, processorSeconds() - before)
          resolvePromise()
        }
      })
      try {
        await import(resolve(file))
        ignorePromises()
      } catch (error) {
        clearTimeout(timeout)
        resolvePromise()
        throw error
      }
    })
  })
}

/** Undoes changes of the environment by a file or its tools. For example, Vite sets `NODE_ENV`. */
function restore(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(process.env)) if (!(name in environment)) delete process.env[name]
  Object.assign(process.env, environment)
}

/** Stores the processor time of a file for `run.ts`. */
function keepSeconds(number: number, seconds: number): void {
  writeFileSync(join(queue ?? '', String(number), 'seconds'), String(seconds))
}
