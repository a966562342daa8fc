import { readdirSync, readFileSync } from 'node:fs'
import { access } from 'node:fs/promises'
import { setPriority } from 'node:os'

/**
 * The niceness of the threads of the pool (nice(2)). If all processors are busy, these threads get
 * a tenth of the share of others.
 */
const poolNiceness = 10

const tasks = '/proc/self/task'

/**
 * Gives the main thread precedence over the threads of the pool, which hash passwords. With few
 * processors the main thread would otherwise wait for every sign-in. Only Linux has a priority for
 * each thread. On other systems, and if the priority cannot be set, all threads stay equal.
 */
export async function prioritizeMainThread(): Promise<void> {
  if (process.platform !== 'linux') return
  // The threads of the pool start with its first task.
  await access('/')
  try {
    for (const id of readdirSync(tasks))
      if (readFileSync(`${tasks}/${id}/comm`, 'utf8').startsWith('libuv-worker'))
        setPriority(Number(id), poolNiceness)
  } catch {
    // There is no /proc, or it does not list threads.
  }
}
