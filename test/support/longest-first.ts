import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

/** Seconds of each test file in the last run on this machine. */
const record = 'node_modules/.cache/foyer/test-seconds.json'

type Seconds = Record<string, number>

/** For a fresh clone: the slowest files, measured on two cores. A name that is gone is harmless. */
const slowest: Readonly<Seconds> = {
  'test/failures/vault.test.ts': 60,
  'test/conformance/tasks.test.ts': 54,
  'test/attacks/card-numbers.test.ts': 40,
  'test/conformance/browser.test.ts': 37,
  'test/stories/sign-in/sign-in.test.ts': 35,
  'test/program/backup.test.ts': 33,
  'test/failures/service.test.ts': 33,
  'test/attacks/sign-in-timing.test.ts': 33,
  'test/stories/sign-in/credentials.test.ts': 31,
  'test/contract/transport.test.ts': 27,
  'test/program/program.test.ts': 27,
  'test/stories/support/audit.test.ts': 26,
  'test/attacks/sign-in-attacks.test.ts': 25,
  'test/failures/database.test.ts': 25,
  'test/program/cli.test.ts': 25,
  'test/attacks/generated.test.ts': 24,
  'test/attacks/roles.test.ts': 24,
  'test/program/stop.test.ts': 23,
  'test/program/secret-key.test.ts': 23,
  'test/program/refusals.test.ts': 22,
  'test/attacks/logs.test.ts': 20,
  'test/attacks/ownership.test.ts': 20,
  'test/failures/upstreams.test.ts': 20,
  'test/architecture/mutations.test.ts': 18,
  'test/stories/support/audit-retention.test.ts': 18,
  'test/failures/two-processes.test.ts': 17,
  'test/program/doctor.test.ts': 17,
  'test/program/endurance.test.ts': 15,
}

/**
 * The files with the slowest first, so that the processes finish at about the same time. Files
 * that nobody has measured go by name, after the slowest of a fresh clone.
 */
export function longestFirst(files: readonly string[]): string[] {
  const seconds = { ...slowest, ...recorded() }
  return files.toSorted(
    (a, b) => (seconds[b] ?? 0) - (seconds[a] ?? 0) || (a < b ? -1 : Number(a > b)),
  )
}

/** Keeps how long files took, for the next run. Other files keep their last figures. */
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
