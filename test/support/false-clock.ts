import { existsSync, globSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** A clock for a process that differs from the machine's. */
export interface FalseClock {
  /** The environment variables that the process needs. */
  readonly env: Readonly<Record<string, string>>
  /**
   * Sets the clock to the machine's time plus these seconds. The process reads the clock's file
   * once a second, because reading it at every call would slow everything down.
   */
  set(seconds: number): void
}

/**
 * Makes a clock with the library of Debian's package `faketime`. Only the time of day is false:
 * timeouts continue as before, as they do when an operator sets a clock.
 * @returns null if the package is missing
 * @throws if it is missing and CI is set, because CI may skip no test
 */
export function openFalseClock(directory: string): FalseClock | null {
  const [library] = globSync('/usr/lib/*/faketime/libfaketime.so.1')
  if (library === undefined || !existsSync(library)) {
    if (process.env.CI) throw new Error('The package faketime is missing.')
    return null
  }
  const file = join(directory, 'clock')
  const set = (seconds: number) => {
    // The file is replaced by renaming, so the process never reads half of it.
    writeFileSync(`${file}.new`, `${seconds < 0 ? '' : '+'}${Math.round(seconds)}s\n`)
    renameSync(`${file}.new`, file)
  }
  set(0)
  return {
    set,
    env: {
      LD_PRELOAD: library,
      FAKETIME_TIMESTAMP_FILE: file,
      FAKETIME_CACHE_DURATION: '1',
      FAKETIME_DONT_FAKE_MONOTONIC: '1',
      FAKETIME_DONT_RESET: '1',
    },
  }
}
