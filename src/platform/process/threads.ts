import { readdirSync, readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { setPriority } from 'node:os'

/** How far the threads of the pool step back (nice(2)): where processors are short, to a tenth of the share of others. */
const poolNiceness = 10

const tasks = '/proc/self/task'

/**
 * Lets the thread that answers go before those of the pool, which hash passwords: with few processors, it would wait for its
 * turn behind everybody who signs in. Linux alone gives each thread a priority of its own; elsewhere, and where it cannot
 * be done, all stay alike.
 */
export async function prioritizeMainThread(): Promise<void> {
  if (process.platform !== 'linux') return
  // The pool begins with its first work.
  await access('/')
  try {
    for (const id of readdirSync(tasks))
      if (readFileSync(`${tasks}/${id}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(id), poolNiceness)
  } catch {
    // No /proc, or one that tells nothing of threads.
  }
}
