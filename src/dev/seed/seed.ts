import { randomBytes } from 'node:crypto'
import type { UserTokenTerms } from '../../identity/oauth/tokens/tokens.ts'
import { forBulkWork, type RetryOptions, retryWhileBusy } from '../../platform/database/batches.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { addBatch } from './batch.ts'
import { inventUser } from './invent.ts'
import { findLatestEmail } from './store.ts'

/** Users per statement. The number is small enough for the time limits on a slow disk. */
const batchSize = 500

/** The number of batches at once. The embedded database runs one statement at a time. */
const concurrency = { postgres: 2, embedded: 1 } as const

export interface SeedOptions extends RetryOptions {
  readonly users: number
  /** The current year. Some cards have expired by then. */
  readonly year: number
  /** If set, each user gets an access token with these terms. */
  readonly terms?: UserTokenTerms
  /**
   * Continues the latest population instead of adding a new one: adds the users that it lacks, and
   * skips as many users as this number.
   */
  readonly resumeAfter?: number
  /** Stops after the current batches. */
  readonly signal?: AbortSignal
  /**
   * Called after each batch with the tokens of its users, in order, and the number of users so far.
   */
  onBatch?(tokens: readonly string[], done: number): void
}

/**
 * Adds invented users without passwords: each has one to five addresses, one of them the default,
 * and one to four payment methods. Every call adds a new population, or continues the latest one.
 * @throws {Unavailable} if the database has been busy for five minutes; finished batches stay
 */
export async function seedUsers(opened: OpenDatabase, options: SeedOptions): Promise<void> {
  const { users, year, terms, resumeAfter, signal, onBatch } = options
  const db = forBulkWork(opened)
  const retry = retryWhileBusy(options)
  const resumes = resumeAfter !== undefined
  const findLatest = () => db.transaction((tx) => findLatestEmail(tx, '%@seed.example'))
  const latest = resumes ? await retry(findLatest) : undefined
  const run = populationOf(latest) ?? newPopulation()

  const running: { readonly end: number; readonly tokens: Promise<readonly string[]> }[] = []
  const finishFirst = async () => {
    const batch = running.shift()
    if (batch === undefined) return
    const tokens = await batch.tokens
    onBatch?.(tokens, batch.end)
  }
  try {
    let next = resumeAfter ?? 0
    while (next < users && signal?.aborted !== true) {
      if (running.length === concurrency[opened.kind]) await finishFirst()
      const end = Math.min(next + batchSize, users)
      const invented = Array.from({ length: end - next }, (_, at) =>
        inventUser(run, next + at, year),
      )
      const tokens = addBatch(db, invented, { retry, resumes, terms })
      // A batch may fail while an earlier one is awaited. `finishFirst` throws its error later.
      tokens.catch(() => {})
      running.push({ end, tokens })
      next = end
    }
    while (running.length > 0) await finishFirst()
  } finally {
    await Promise.allSettled(running.map(({ tokens }) => tokens))
  }
}

/** 48 random bits in letters: digits could make a card number with those of the user. */
const newPopulation = (): string =>
  randomBytes(6)
    .toString('hex')
    .replace(/\d/g, (digit) => String.fromCharCode('g'.charCodeAt(0) + Number(digit)))

/** The population of an invented user, by the email address. */
const populationOf = (email: string | undefined): string | undefined =>
  /^\d+\.([\da-p]+)@/.exec(email ?? '')?.[1]
