import { Overloaded, ping, type Queryable, Unavailable } from '../../platform/database/db.ts'
import { mayBeTooLarge } from '../../platform/database/sqlstate.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { languageOf } from '../../platform/i18n/catalogue.ts'
import { record } from '../../support/audit/audit.ts'
import { resumeWebhooks } from '../../support/outbox/outbox.ts'
import { endAccess } from '../access/access.ts'
import { type From, gracePeriodDays, type PrivacyDeps } from './privacy.ts'
import * as store from './store.ts'

/** A planned erasure. Times are in milliseconds since the epoch. */
export interface Erasure {
  readonly requestedAt: number
  readonly erasesAt: number
}

/** Finds the planned erasure of a user. Undefined if none is planned. */
export async function findErasure(
  { db }: Pick<PrivacyDeps, 'db'>,
  userId: number,
): Promise<Erasure | undefined> {
  return erasureOf(await store.find(db, userId))
}

const erasureOf = (row: store.ErasureRow | undefined): Erasure | undefined =>
  row === undefined || row.requested_at === null || row.erases_at === null
    ? undefined
    : { requestedAt: row.requested_at, erasesAt: row.erases_at }

/**
 * Plans the erasure of a user after the grace period, and emails the user. All tokens end at once,
 * and applications get no new ones. Deliveries to webhooks wait. The user can still sign in, to
 * cancel. If an erasure is planned already, nothing changes. A page asks for a fresh proof before
 * it calls this.
 * @throws {Refused} not_found
 */
export function requestErasure(
  { db, clock, mailer }: Pick<PrivacyDeps, 'db' | 'clock' | 'mailer'>,
  { userId, from = {} }: { readonly userId: number; readonly from?: From },
): Promise<Erasure> {
  return db.transactionFor(userId, async (tx) => {
    const user = await lockUser(tx, userId)
    const planned = erasureOf(user)
    if (planned !== undefined) return planned
    const requestedAt = clock.now()
    const erasesAt = requestedAt + gracePeriodDays * 86_400_000
    const plan = { requestedAt: new Date(requestedAt), erasesAt: new Date(erasesAt) }
    await store.plan(tx, userId, plan)
    await endAccess(tx, userId, { tokens: 'all' })
    await mailer.send(tx, userId, {
      ...readerOf(user),
      kind: 'erasure_requested',
      date: erasesAt,
      browser: from.browser,
    })
    await record(tx, { userId, action: 'user.erasure_requested' })
    return { requestedAt, erasesAt }
  })
}

/**
 * Cancels the planned erasure of a user, and emails the user. Applications can be connected again.
 * @returns false if no erasure was planned
 * @throws {Refused} not_found, also after the erasure
 */
export function cancelErasure(
  { db, mailer }: Pick<PrivacyDeps, 'db' | 'mailer'>,
  { userId, from = {} }: { readonly userId: number; readonly from?: From },
): Promise<boolean> {
  return db.transactionFor(userId, async (tx) => {
    const user = await lockUser(tx, userId)
    if (erasureOf(user) === undefined) return false
    await endPlan(tx, mailer, userId, { user, browser: from.browser })
    return true
  })
}

/**
 * Cancels the erasure of a user in the transaction of a change that takes it back, if it was
 * requested since then, and emails the user.
 * @param given.since milliseconds since the epoch
 */
export async function cancelErasureSince(
  tx: Queryable,
  mailer: PrivacyDeps['mailer'],
  { userId, since }: { readonly userId: number; readonly since: number },
): Promise<void> {
  const user = await lockUser(tx, userId)
  const planned = erasureOf(user)
  if (planned === undefined || planned.requestedAt < since) return
  await endPlan(tx, mailer, userId, { user })
}

async function endPlan(
  tx: Queryable,
  mailer: PrivacyDeps['mailer'],
  userId: number,
  { user, browser }: { readonly user: store.ErasureRow } & From,
): Promise<void> {
  await store.plan(tx, userId, null)
  await resumeWebhooks(tx, userId)
  await mailer.send(tx, userId, { ...readerOf(user), kind: 'erasure_cancelled', browser })
  await record(tx, { userId, action: 'user.erasure_cancelled' })
}

/** Whether a user may be erased. */
type Condition = (user: store.ErasureRow) => boolean

/**
 * Erases a user at once: all personal data of all features, in one transaction. If that is too much
 * for one transaction, most rows are deleted in batches first. The email about the erasure is
 * queued without a user, and is deleted when it is sent. Within minutes, chores also remove the
 * cards from the vault, and what running requests have still written.
 * @throws {Refused} not_found
 */
export async function eraseNow(privacy: PrivacyDeps, userId: number): Promise<void> {
  const always: Condition = () => true
  const isErased = await eraseUser(privacy, userId, always).catch((error: unknown) => {
    if (!mayBeTooLarge(error)) throw error
    return eraseLargeUser(privacy, userId, always)
  })
  if (!isErased) throw new Refused(refusals.not_found)
}

/** @returns false if there is no such user, or the user may not be erased */
const eraseUser = (privacy: PrivacyDeps, userId: number, isWanted: Condition): Promise<boolean> =>
  privacy.db.transactionFor(userId, eraseIn(privacy, userId, isWanted))

/** Like `eraseUser`, for a user with too many rows for one transaction of the usual length. */
async function eraseLargeUser(
  privacy: PrivacyDeps,
  userId: number,
  isWanted: Condition,
): Promise<boolean> {
  const { db, personalData } = privacy
  // This waits until the transaction that took too long is rolled back.
  const user = await db.transactionFor(userId, (tx) => store.lock(tx, userId))
  if (user === undefined || !isWanted(user)) return false
  for (const data of personalData.toReversed()) await data.reduce?.(db, userId)
  return db.bulkTransaction(eraseIn(privacy, userId, isWanted))
}

const eraseIn =
  (privacy: PrivacyDeps, userId: number, isWanted: Condition) =>
  async (tx: Queryable): Promise<boolean> => {
    const user = await store.lock(tx, userId)
    if (user === undefined || !isWanted(user)) return false
    await erase(tx, privacy, userId, user)
    return true
  }

/** How many users a run of a chore handles, without those for whom it fails. */
const batchSize = 100

/** If the database does not answer after the failures of so many users, the run ends. */
const maxUnavailable = 3

/**
 * Handles one user of a list after the other. A user for whom this fails does not hold up the
 * others.
 * @param list lists the users who are not handled yet, in a fixed order
 * @returns the users for whom it failed, with the errors
 * @throws {Unavailable} if the database is not available
 */
async function forEachUser(
  db: Queryable,
  list: (part: store.Slice) => Promise<number[]>,
  handle: (userId: number) => Promise<unknown>,
): Promise<Map<number, unknown>> {
  const failed = new Map<number, unknown>()
  let unavailable = 0
  for (let handled = 0; handled < batchSize; ) {
    const userIds = await list({ offset: failed.size, limit: batchSize })
    for (const userId of userIds)
      try {
        await handle(userId)
        handled++
      } catch (error) {
        failed.set(userId, error)
        if (await isAway(db, error)) unavailable++
        if (unavailable === maxUnavailable) throw error
      }
    if (userIds.length < batchSize) break
  }
  return failed
}

/** Whether the database is not available at all, not only for one user. */
async function isAway(db: Queryable, error: unknown): Promise<boolean> {
  if (!(error instanceof Unavailable)) return false
  if (error instanceof Overloaded) return true
  return ping(db).then(
    () => false,
    () => true,
  )
}

/** @throws the first error, if there is one */
function assertNone(failed: ReadonlyMap<number, unknown>): void {
  for (const error of failed.values()) throw error
}

/**
 * Erases the users whose grace period is over: first those for whom one transaction is enough, then
 * the others.
 * @returns how many
 * @throws the first error, after it has tried to erase all of them
 */
export async function eraseDue(privacy: PrivacyDeps): Promise<number> {
  const { db, clock } = privacy
  // The user may have cancelled meanwhile, or another instance was faster.
  const isDue: Condition = ({ erases_at }) => erases_at !== null && erases_at <= clock.now()
  let erased = 0
  const failed = await forEachUser(
    db,
    (part) => store.listDue(db, new Date(clock.now()), part),
    async (userId) => {
      if (await eraseUser(privacy, userId, isDue)) erased++
    },
  )
  for (const [userId, error] of failed)
    if (mayBeTooLarge(error))
      try {
        if (await eraseLargeUser(privacy, userId, isDue)) erased++
        failed.delete(userId)
      } catch (again) {
        failed.set(userId, again)
      }
  assertNone(failed)
  return erased
}

async function erase(
  tx: Queryable,
  { clock, mailer, personalData }: PrivacyDeps,
  userId: number,
  user: store.ErasureRow,
): Promise<void> {
  for (const data of personalData.toReversed())
    await data.erase(tx, { id: userId, email: user.email })
  await store.addErased(tx, userId, new Date(clock.now()))
  await mailer.send(tx, null, { ...readerOf(user), kind: 'account_erased' })
  await record(tx, { userId, action: 'user.erased' })
}

/**
 * How long after an erasure the rest is deleted, in milliseconds. It is much longer than any
 * request.
 */
const restDelayMs = 5 * 60_000

/**
 * Deletes what requests that ran during an erasure have written since. Only tables without a
 * foreign key to users can have such rows.
 * @returns how many users it handled
 * @throws the first error, after it has handled all of them
 */
export async function eraseRest({ db, clock, personalData }: PrivacyDeps): Promise<number> {
  let handled = 0
  const failed = await forEachUser(
    db,
    (part) => store.listErased(db, new Date(clock.now() - restDelayMs), part),
    async (userId) => {
      await db.transactionFor(userId, async (tx) => {
        for (const data of personalData.toReversed())
          await data.erase(tx, { id: userId, email: undefined })
        await store.removeErased(tx, userId)
      })
      handled++
    },
  )
  assertNone(failed)
  return handled
}

async function lockUser(tx: Queryable, userId: number): Promise<store.ErasureRow> {
  const user = await store.lock(tx, userId)
  if (user === undefined) throw new Refused(refusals.not_found)
  return user
}

/** The address and the language for an email to a user. */
export const readerOf = ({ email, language }: store.ErasureRow) => ({
  to: email,
  language: languageOf(language),
})
