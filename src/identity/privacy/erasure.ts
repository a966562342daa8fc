import { type Queryable, Unavailable } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { record } from '../../support/audit/audit.ts'
import { resumeWebhooks } from '../../support/outbox/outbox.ts'
import { languageOf, type RequestSource } from '../credentials/credentials.ts'
import { endTokensOfUser } from '../oauth/tokens/tokens.ts'
import { gracePeriodDays, type PrivacyDeps } from './privacy.ts'
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

/** The browser of a request, for the email. Undefined at the command line. */
type From = Pick<RequestSource, 'browser'>

/**
 * Plans the erasure of a user after the grace period, and emails the user. All tokens end at once,
 * and applications get no new ones: what webhooks would tell them waits. The user can still sign
 * in, to cancel. If an erasure is planned already, nothing changes. A page asks for a fresh proof
 * before it calls this.
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
    await endTokensOfUser(tx, userId)
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
    await store.plan(tx, userId, null)
    await resumeWebhooks(tx, userId)
    const { browser } = from
    await mailer.send(tx, userId, { ...readerOf(user), kind: 'erasure_cancelled', browser })
    await record(tx, { userId, action: 'user.erasure_cancelled' })
    return true
  })
}

/**
 * Erases a user at once: all personal data of all features, in one transaction. The email that
 * reports it belongs to nobody any more, and leaves the queue when it is sent. The card vault and
 * what running requests still write follow within minutes.
 * @throws {Refused} not_found
 */
export const eraseNow = (privacy: PrivacyDeps, userId: number): Promise<void> =>
  privacy.db.transactionFor(userId, async (tx) => {
    await erase(tx, privacy, userId, await lockUser(tx, userId))
  })

/** How many users a run of a chore handles. */
const batchSize = 100

/** If the database is not available for so many users, it is not tried for the others. */
const maxUnavailable = 3

/**
 * Handles one user after the other. A user for whom this fails does not hold up the others.
 * @throws the first error, after the last user
 */
async function forEachUser(
  userIds: readonly number[],
  handle: (userId: number) => Promise<void>,
): Promise<void> {
  const errors: unknown[] = []
  for (const userId of userIds) {
    await handle(userId).catch((error) => errors.push(error))
    if (errors.filter((error) => error instanceof Unavailable).length === maxUnavailable) break
  }
  if (errors.length > 0) throw errors[0]
}

/**
 * Erases the users whose grace period is over.
 * @returns how many
 * @throws the first error, after it has tried to erase all of them
 */
export async function eraseDue(privacy: PrivacyDeps): Promise<number> {
  const { db, clock } = privacy
  const due = await store.listDue(db, new Date(clock.now()), batchSize)
  let erased = 0
  await forEachUser(due, async (userId) => {
    const isErased = await db.transactionFor(userId, async (tx) => {
      const user = await store.lock(tx, userId)
      // The user may have cancelled meanwhile, or another instance was faster.
      if (user?.erases_at == null || user.erases_at > clock.now()) return false
      await erase(tx, privacy, userId, user)
      return true
    })
    if (isErased) erased++
  })
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
  const erased = await store.listErased(db, new Date(clock.now() - restDelayMs), batchSize)
  await forEachUser(erased, (userId) =>
    db.transactionFor(userId, async (tx) => {
      for (const data of personalData.toReversed())
        await data.erase(tx, { id: userId, email: undefined })
      await store.removeErased(tx, userId)
    }),
  )
  return erased.length
}

async function lockUser(tx: Queryable, userId: number): Promise<store.ErasureRow> {
  const user = await store.lock(tx, userId)
  if (user === undefined) throw new Refused(refusals.not_found)
  return user
}

const readerOf = ({ email, language }: store.ErasureRow) => ({
  to: email,
  language: languageOf(language),
})
