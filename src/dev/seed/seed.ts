import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { issueUserTokens, type UserTokenTerms } from '../../identity/oauth/tokens/tokens.ts'
import { type Database, type OpenDatabase, Unavailable } from '../../platform/database/db.ts'
import { sqlState } from '../../platform/database/sqlstate.ts'
import { emailKey } from '../../platform/text/email.ts'
import { record } from '../../support/audit/audit.ts'
import { type InventedUser, inventUser } from './invent.ts'
import {
  type AddressRow,
  type Ids,
  insertAll,
  type MethodRow,
  reserveIds,
  type UserRow,
} from './store.ts'

/** Users per statement. The number is small enough for the time limits on a slow disk. */
const batchSize = 500

/** The number of batches at once. The embedded database runs one statement at a time. */
const concurrency = { postgres: 2, embedded: 1 } as const

export interface SeedOptions {
  readonly users: number
  /** The current year. Some cards have expired by then. */
  readonly year: number
  /** If set, each user gets an access token with these terms. */
  readonly terms?: UserTokenTerms
  /** Stops after the current batches. */
  readonly signal?: AbortSignal
  /** Called before each pause, with the reason why the database is busy. */
  onWait?(reason: string): void
  /**
   * Called after each batch with the tokens of its users, in order, and the number of users so far.
   */
  onBatch?(tokens: readonly string[], done: number): void
}

/**
 * Adds invented users without passwords: each has one to five addresses, one of them the default,
 * and one to four payment methods. Every call adds new users.
 * @throws {Unavailable} if the database has been busy for a minute; finished batches stay
 */
export async function seedUsers(db: OpenDatabase, options: SeedOptions): Promise<void> {
  const { users, signal, onBatch } = options
  const run = randomBytes(6).toString('hex')
  const running: Promise<readonly string[]>[] = []
  let done = 0
  const finishFirst = async () => {
    const tokens = (await running.shift()) ?? []
    done = Math.min(done + batchSize, users)
    onBatch?.(tokens, done)
  }
  try {
    for (let first = 0; first < users && signal?.aborted !== true; first += batchSize) {
      if (running.length === concurrency[db.kind]) await finishFirst()
      running.push(seedBatch(db, run, first, options))
    }
    while (running.length > 0) await finishFirst()
  } finally {
    await Promise.allSettled(running)
  }
}

/** @returns the tokens, in the order of the users */
async function seedBatch(
  db: OpenDatabase,
  run: string,
  first: number,
  options: SeedOptions,
): Promise<readonly string[]> {
  const { users, year, terms } = options
  const count = Math.min(batchSize, users - first)
  const invented = Array.from({ length: count }, (_, at) => inventUser(run, first + at, year))
  const ids = await retryWhileBusy(options, () => reserveIds(db, idsNeeded(invented)))
  const rows = rowsOf(invented, ids)
  await retryWhileBusy(options, (isFirst) => insertInvented(db, rows, isFirst))
  return terms ? retryWhileBusy(options, () => issueUserTokens(db, ids.users, terms)) : []
}

/**
 * How long a step is retried while the database is busy, and the longest pause, in milliseconds.
 */
const maxWaitMs = 60_000
const maxPauseMs = 4_000

/** Retries a step while the database is too busy, for at most a minute. */
async function retryWhileBusy<T>(
  { signal, onWait }: SeedOptions,
  step: (isFirst: boolean) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + maxWaitMs
  let waitMs = 0
  for (;;) {
    try {
      return await step(waitMs === 0)
    } catch (error) {
      const isOver = signal?.aborted || performance.now() > deadline
      if (!(error instanceof Unavailable) || isOver) throw error
      onWait?.(error.reason)
      waitMs = Math.min(2 * waitMs + 250, maxPauseMs)
      await pause(waitMs)
    }
  }
}

const idsNeeded = (invented: readonly InventedUser[]) => ({
  users: invented.length,
  addresses: invented.reduce((sum, { addresses }) => sum + addresses.length, 0),
  methods: invented.reduce((sum, { methods }) => sum + methods.length, 0),
})

/** SQLSTATE of a duplicate key. */
const uniqueViolation = '23505'

async function insertInvented(
  db: Database,
  { users, addresses, methods }: Rows,
  isFirst: boolean,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await insertAll(tx, users, addresses, methods)
      const details = { users: users.length }
      await record(tx, { userId: null, action: 'users.invented', details })
    })
  } catch (error) {
    // An earlier attempt was committed, but its response was lost.
    if (isFirst || sqlState(error) !== uniqueViolation) throw error
  }
}

interface Rows {
  readonly users: UserRow[]
  readonly addresses: AddressRow[]
  readonly methods: MethodRow[]
}

/** Assigns the ids, and replaces indexes by ids. */
function rowsOf(invented: readonly InventedUser[], ids: Ids): Rows {
  const users: UserRow[] = []
  const addresses: AddressRow[] = []
  const methods: MethodRow[] = []
  invented.forEach((user, at) => {
    const user_id = ids.users[at] as number
    const addressAt = idsFrom(ids.addresses, addresses.length)
    const methodAt = idsFrom(ids.methods, methods.length)
    const { email, full_name, email_optin } = user
    users.push({
      id: user_id,
      email,
      email_key: emailKey(email),
      full_name,
      email_optin,
      default_address_id: addressAt(user.defaultAddress),
      default_buyer_method_id: methodAt(user.defaultBuyer),
      default_seller_method_id: methodAt(user.defaultSeller),
    })
    user.addresses.forEach((address, index) => {
      addresses.push({ ...address, user_id, id: addressAt(index) as number, full_name })
    })
    user.methods.forEach((method, index) => {
      const billing_address_id = addressAt(method.billing)
      methods.push({
        ...method,
        user_id,
        id: methodAt(index) as number,
        full_name,
        billing_address_id,
      })
    })
  })
  return { users, addresses, methods }
}

const idsFrom =
  (ids: readonly number[], start: number) =>
  (index: number | null): number | null =>
    index === null ? null : (ids[start + index] ?? null)
