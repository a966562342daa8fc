import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Seconds of each test file in the last run on this machine. */
const record = 'node_modules/.cache/foyer/test-seconds.json'

type Seconds = Record<string, number>

/**
 * Used in a fresh clone: the slowest files, measured on two cores. Files that no longer exist do no
 * harm.
 */
const slowest: Readonly<Seconds> = {
  'test/failures/vault.test.ts': 85,
  'test/conformance/tasks.test.ts': 66,
  'test/conformance/browser.test.ts': 59,
  'test/attacks/card-numbers.test.ts': 53,
  'test/program/cli.test.ts': 40,
  'test/failures/service.test.ts': 37,
  'test/program/stop.test.ts': 32,
  'test/program/program.test.ts': 31,
  'test/attacks/logs.test.ts': 28,
  'test/docs/browser.test.ts': 27,
  'test/stories/support/audit.test.ts': 26,
  'test/failures/database.test.ts': 26,
  'test/architecture/mutations.test.ts': 25,
  'test/stories/sign-in/sign-in.test.ts': 25,
  'test/program/control-room.test.ts': 25,
  'test/docs/code-blocks.test.ts': 24,
  'test/examples/examples.test.ts': 21,
  'test/attacks/ownership.test.ts': 21,
  'test/program/import.test.ts': 20,
  'test/attacks/sign-in-timing.test.ts': 19,
  'test/stories/sign-in/credentials.test.ts': 16,
  'test/stories/listings/listings.test.ts': 16,
  'test/program/dev.test.ts': 16,
  'test/attacks/sign-in-attacks.test.ts': 16,
  'test/program/backup.test.ts': 16,
  'test/contract/transport.test.ts': 16,
  'test/program/doctor.test.ts': 15,
  'test/client/runtimes.test.ts': 14,
  'test/program/refusals.test.ts': 14,
  'test/stories/support/mail.test.ts': 13,
  'test/program/package.test.ts': 13,
  'test/stories/payment-methods/concurrency.test.ts': 13,
  'test/program/kill.test.ts': 12,
  'test/program/mail.test.ts': 12,
  'test/program/webhooks-kill.test.ts': 12,
  'test/conformance/apache.test.ts': 12,
  'test/program/embedded-lock.test.ts': 12,
  'test/program/secret-key.test.ts': 12,
  'test/failures/upstreams.test.ts': 11,
  'test/program/demo.test.ts': 11,
}

/**
 * Files that need a processor for less than half of their time, because they wait for timeouts and
 * for servers that fail. A separate process runs them beside all others.
 */
const waitingFiles: readonly string[] = [
  'test/contract/transport.test.ts',
  'test/failures/database.test.ts',
  'test/failures/upstreams.test.ts',
  'test/failures/vault.test.ts',
  'test/program/dev.test.ts',
  'test/program/pressure.test.ts',
  'test/stories/listings/listings.test.ts',
  'test/stories/sign-in/email-codes.test.ts',
  'test/stories/sign-in/sign-in.test.ts',
  'test/stories/support/mail.test.ts',
]

/** The files of a run that mostly wait, and the others. */
export const splitByWaiting = (files: readonly string[]): [waiting: string[], others: string[]] => [
  files.filter((file) => waitingFiles.includes(file)),
  files.filter((file) => !waitingFiles.includes(file)),
]

/**
 * Sorts files so that the slowest come first, and the processes finish at about the same time.
 * Files without a measurement are sorted by name, after the slowest of a fresh clone.
 */
export function longestFirst(files: readonly string[]): string[] {
  const seconds = { ...slowest, ...recorded() }
  return files.toSorted(
    (a, b) => (seconds[b] ?? 0) - (seconds[a] ?? 0) || (a < b ? -1 : Number(a > b)),
  )
}

/** Stores how long files took, for the next run. Other files keep their last values. */
export function recordSeconds(seconds: Readonly<Seconds>): void {
  mkdirSync(dirname(record), { recursive: true })
  writeFileSync(record, JSON.stringify({ ...recorded(), ...seconds }, null, 2))
}

function recorded(): Seconds {
  try {
    return JSON.parse(readFileSync(record, 'utf8')) as Seconds
  } catch {
    return {}
  }
}
