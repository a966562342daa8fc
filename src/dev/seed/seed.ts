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

/** Users a statement: few enough to stay far from the time limits of a slow disk. */
const batchSize = 500

/** How many batches are under way at once: the embedded database does one thing at a time. */
const atOnce = { postgres: 2, embedded: 1 } as const

export interface SeedOptions {
  readonly users: number
  /** The current year, by which some cards have expired. */
  readonly year: number
  /** Issues each user an access token, when given. */
  readonly terms?: UserTokenTerms
  /** Stops between two batches. */
  readonly signal?: AbortSignal
  /** Called before each pause, with the reason why the database cannot answer. */
  onWait?(reason: string): void
  /** Takes the tokens of the next users, in order, and how many users there are by now. */
  onBatch?(tokens: readonly string[], done: number): void
}

/**
 * Fills a database with invented users, who have no password: each with one to five addresses, one of them the
 * default, and one to four payment methods. Every call invents new ones beside those that are there.
 * @throws {Unavailable} when the database has not kept up for a minute; the batches before stay.
 */
export async function seedUsers(db: OpenDatabase, options: SeedOptions): Promise<void> {
  const { users, signal, onBatch } = options
  const run = randomBytes(6).toString('hex')
  const underWay: Promise<readonly string[]>[] = []
  let done = 0
  const finishFirst = async () => {
    const tokens = (await underWay.shift()) ?? []
    done = Math.min(done + batchSize, users)
    onBatch?.(tokens, done)
  }
  try {
    for (let first = 0; first < users && signal?.aborted !== true; first += batchSize) {
      if (underWay.length === atOnce[db.kind]) await finishFirst()
      underWay.push(seedBatch(db, run, first, options))
    }
    while (underWay.length > 0) await finishFirst()
  } finally {
    await Promise.allSettled(underWay)
  }
}

/** @returns the tokens, in the order of the users. */
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

/** How long one step is retried while the database is busy, and the longest pause, in milliseconds. */
const longestWaitMs = 60_000
const longestPauseMs = 4_000

/** Retries a step while the database is too busy, for a minute at most. */
async function retryWhileBusy<T>(
  { signal, onWait }: SeedOptions,
  step: (isFirst: boolean) => Promise<T>,
): Promise<T> {
  const deadline = performance.now() + longestWaitMs
  let waitMs = 0
  for (;;) {
    try {
      return await step(waitMs === 0)
    } catch (error) {
      const isOver = signal?.aborted || performance.now() > deadline
      if (!(error instanceof Unavailable) || isOver) throw error
      onWait?.(error.reason)
      waitMs = Math.min(2 * waitMs + 250, longestPauseMs)
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
    // An earlier try was committed, and its response was lost.
    if (isFirst || sqlState(error) !== uniqueViolation) throw error
  }
}

interface Rows {
  readonly users: UserRow[]
  readonly addresses: AddressRow[]
  readonly methods: MethodRow[]
}

/** Gives everything its id, and makes of places among a user's things the ids of these. */
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
    user.addresses.forEach((address, place) => {
      addresses.push({ ...address, user_id, id: addressAt(place) as number, full_name })
    })
    user.methods.forEach((method, place) => {
      const billing_address_id = addressAt(method.billing)
      methods.push({
        ...method,
        user_id,
        id: methodAt(place) as number,
        full_name,
        billing_address_id,
      })
    })
  })
  return { users, addresses, methods }
}

const idsFrom =
  (ids: readonly number[], start: number) =>
  (place: number | null): number | null =>
    place === null ? null : (ids[start + place] ?? null)
