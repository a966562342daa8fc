import { FoyerError } from '../http/error.ts'
import { browserLock, type Lock, type Store } from './store.ts'
import type { Tokens } from './tokens.ts'

/** A sign-in that has started. */
export interface Pending {
  readonly verifier: string
  readonly nonce: string | undefined
  /** Somebody sends its code, or has sent it. */
  readonly isUsed?: boolean
}

/** The sign-ins of one user that have started, in a store. */
export interface PendingSignIns {
  /** Adds a sign-in, and removes those that were abandoned. */
  add(state: string, started: Pending): Promise<void>
  /**
   * Runs the end of a sign-in once, and removes it. Those who finish the same one at the same time
   * get the same tokens.
   * @param prepare returns the end. If it fails, the sign-in stays, and can be finished later.
   */
  finish(state: string, prepare: () => Promise<End>): Promise<Tokens>
}

/** Sends the code of a sign-in. */
export type End = (started: Pending) => Promise<Tokens>

/** The service waits as long for a user who signs in: milliseconds. */
const lifetime = 3_600_000

/** Those in this process who finish the same sign-in. */
interface Finish {
  /** How many there are. Each of them may have read the store before the sign-in was removed. */
  callers: number
  end?: Promise<Tokens>
}

/** A page may finish a sign-in twice at once, and a code works once. */
const finishes = new Map<string, Finish>()

/**
 * @param lock like that of the tokens. Without one, two processes that finish the same sign-in at
 *   the same time may both send the code, and an abandoned sign-in may stay.
 */
export function createPending(
  name: string,
  store: Store,
  lock: Lock = browserLock() ?? ((_, work) => work()),
): PendingSignIns {
  const nameOf = (state: string): string => `${name}:${state}`

  const add: PendingSignIns['add'] = async (state, started) => {
    const now = Date.now()
    await lock(name, async () => {
      // A store cannot list its items. So one item has each state, and when it started.
      const text = await store.getItem(name)
      const all = new Map<string, number>(text ? JSON.parse(text) : [])
      for (const [other, startedAt] of all)
        if (now - startedAt >= lifetime) {
          await store.removeItem(nameOf(other))
          all.delete(other)
        }
      await store.setItem(name, JSON.stringify([...all, [state, now]]))
    })
    await store.setItem(nameOf(state), JSON.stringify(started))
  }

  const find = async (state: string): Promise<Pending | undefined> => {
    const text = await store.getItem(nameOf(state))
    return text ? JSON.parse(text) : undefined
  }

  /** Marks a sign-in as used, so that no other tab or process sends its code. */
  const use = (state: string): Promise<Pending> =>
    lock(name, async () => {
      const started = await find(state)
      if (started === undefined || started.isUsed) throw notStarted()
      await store.setItem(nameOf(state), JSON.stringify({ ...started, isUsed: true }))
      return started
    })

  /** If the store fails, the sign-in stays marked as used, and a later start removes it. */
  const remove = async (state: string): Promise<void> => {
    try {
      await store.removeItem(nameOf(state))
    } catch {}
  }

  const run = async (state: string, prepare: () => Promise<End>): Promise<Tokens> => {
    const end = await prepare()
    const started = await use(state)
    try {
      return await end(started)
    } finally {
      await remove(state)
    }
  }

  const finish: PendingSignIns['finish'] = async (state, prepare) => {
    const one: Finish = finishes.get(nameOf(state)) ?? { callers: 0 }
    finishes.set(nameOf(state), one)
    one.callers += 1
    try {
      // Somebody who knows only the state does not get the tokens of another session.
      if ((await find(state)) === undefined) throw notStarted()
      one.end ??= run(state, prepare)
      return await one.end
    } finally {
      one.callers -= 1
      if (one.callers === 0) finishes.delete(nameOf(state))
    }
  }

  return { add, finish }
}

const notStarted = (): FoyerError =>
  new FoyerError(undefined, '', 'login_required', {
    message: 'No sign-in with this state was started here.',
  })
