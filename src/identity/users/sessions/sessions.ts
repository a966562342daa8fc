import { systemClock } from '../../../platform/clock.ts'
import { removeInBatches } from '../../../platform/database/batches.ts'
import { type Database, type Queryable, Unavailable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { hashSecret, isSecret, newId, newSecret } from '../../../platform/secrets/secrets.ts'
import { type AuditEntry, record, recordOf } from '../../../support/audit/audit.ts'
import { type EndReason, endAccess } from '../../access/access.ts'
import { lockUserForShare, type RenewedHash, replaceHash } from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import * as store from './store.ts'

export { savePayload } from './store.ts'

/** The session of a user in one browser. */
export interface Session {
  /** The public id, to list and end the session. It is not a credential. */
  readonly uid: string
  /** The SHA-256 of the cookie with which it was found. */
  readonly hash: Buffer
  readonly userId: number
  /** Milliseconds since the epoch. */
  readonly signedInAt: number
  /** How the user signed in (RFC 8176). */
  readonly amr: readonly string[]
  /** When it ends if it is not used. Milliseconds since the epoch. */
  readonly expiresAt: number
  /** What the OAuth library stores about the applications of the session. */
  readonly payload: Readonly<Record<string, unknown>>
}

/** A session as its user sees it. */
export interface ListedSession extends Pick<Session, 'uid' | 'signedInAt' | 'amr'> {
  /** A readable name of the browser, such as "Firefox · Linux". */
  readonly device: string
  /** When it was last used, in milliseconds since the epoch. Accurate to a minute. */
  readonly usedAt: number
}

/** A session ends after two weeks without use. */
const idleTtlSeconds = 14 * 86_400
/** A session ends 90 days after the sign-in, even if it is used. */
const absoluteTtlSeconds = 90 * 86_400
/** The time of the last use is stored at most this often. */
const touchEveryMs = 60_000
/** How long a form that is sent again still finds the session that it started, in milliseconds. */
const newForMs = 60_000

/** A form that works once, because it signs somebody in. */
export interface UsedForm {
  /** The id of the session. It must be secret, and only the same form may give it. */
  readonly id: string
  /**
   * Uses up what the form proves. If it throws, no session starts. It may run several times, each
   * time in a new transaction.
   */
  readonly use: (tx: Queryable) => Promise<void>
}

/**
 * Signs a user in: starts a session and records `sign_in.succeeded`. The session has a new id, so
 * that an id from before the sign-in gives no access. If the user then has over 100 sessions, it
 * ends those that were used the longest time ago.
 * @param options.passwordVersion the version of the password that the user signed in with, if any;
 * a session cannot start with a replaced password
 * @param options.renewedHash a new hash of that password, which is stored with the session
 * @param options.assertLasts throws if what the user signed in with no longer exists
 * @param options.replaces the value of the browser's session cookie until now; that session ends,
 * whichever user it belongs to
 * @param options.form the form that signs the user in, if it works once; without it, the id is
 * random
 * @param options.tell tells the user, in the same transaction
 * @returns the cookie's value, when the session ends at the latest, and the version of the user's
 * password
 * @throws {Refused} wrong_credentials, if the user is disabled, does not exist, or has another
 * password by now
 */
export async function startSession(
  db: Database,
  options: {
    readonly userId: number
    readonly amr: readonly string[]
    readonly device: string
    readonly passwordVersion?: number | undefined
    readonly renewedHash?: RenewedHash | undefined
    readonly assertLasts?: ((tx: Queryable) => Promise<void>) | undefined
    readonly replaces?: string | undefined
    readonly form?: UsedForm | undefined
    readonly tell?: ((tx: Queryable, passwordVersion: number) => Promise<void>) | undefined
  },
): Promise<{ id: string; expiresAt: Date; passwordVersion: number }> {
  const { userId, amr, device, passwordVersion, renewedHash, replaces, form } = options
  const id = form?.id ?? newSecret()
  const uid = newId()
  const signedInAt = new Date(systemClock.now())
  const currentVersion = await db.transactionFor(userId, async (tx) => {
    // Do this first, because it takes the stronger lock.
    if (renewedHash !== undefined) await replaceHash(tx, userId, renewedHash)
    const currentVersion = await lockUserForShare(tx, userId, passwordVersion)
    if (currentVersion === undefined) throw new Refused(identityRefusals.wrong_credentials)
    await options.assertLasts?.(tx)
    await form?.use(tx)
    await options.tell?.(tx, currentVersion)
    const replaced =
      replaces === undefined ? undefined : await store.removeByHash(tx, hashSecret(replaces))
    const session = { hash: hashSecret(id), uid, device, amr, signedInAt }
    const reason: EndReason = 'too_many'
    const ended = recordOf({ userId, action: 'sessions.ended', details: { reason } })
    const started: AuditEntry = {
      userId,
      action: 'sign_in.succeeded',
      details: {
        session: uid,
        amr: amr.join(' '),
        ...(renewedHash !== undefined && { password_hash: 'renewed' }),
      },
    }
    await tx.commitWith(
      Promise.all([
        replaced && record(tx, sessionEnded(replaced, 'replaced')),
        store.insert(tx, userId, session, idleTtlSeconds, ended),
        record(tx, started),
      ]),
    )
    return currentVersion
  })
  return { id, expiresAt: endAtLatest(signedInAt.getTime()), passwordVersion: currentVersion }
}

/** Whether a session started within a time. */
export const isNewSession = ({ signedInAt }: Pick<Session, 'signedInAt'>, withinMs: number) =>
  systemClock.now() - signedInAt <= withinMs

/** When a session ends at the latest. @param signedInAt milliseconds since the epoch */
export const endAtLatest = (signedInAt: number): Date =>
  new Date(signedInAt + absoluteTtlSeconds * 1000)

/**
 * Finds the session that a form has just started, for a browser that has sent the form again.
 * @returns undefined if it has ended, or started more than a minute ago
 */
export async function findNewSession(
  db: Queryable,
  id: string,
): Promise<{ readonly userId: number; readonly expiresAt: Date } | undefined> {
  const session = await findSession(db, id)
  if (session === undefined || !isNewSession(session, newForMs)) return undefined
  return { userId: session.userId, expiresAt: endAtLatest(session.signedInAt) }
}

/**
 * Finds a session that has not ended, and extends its idle time.
 * @param id the value of the session cookie
 */
export async function findSession(
  db: Queryable,
  id: string | undefined,
): Promise<Session | undefined> {
  if (!isSecret(id)) return undefined
  const hash = hashSecret(id)
  const row = await store.find(db, hash)
  if (row === undefined) return undefined
  if (systemClock.now() - row.used_at >= touchEveryMs)
    await store.touch(db, hash, idleTtlSeconds, absoluteTtlSeconds).catch(ignoreUnavailable)
  const { uid, user_id: userId, signed_in_at: signedInAt, amr, expires_at, payload } = row
  return { uid, hash, userId, signedInAt, amr, expiresAt: expires_at, payload }
}

/**
 * Locks the session of a request for sharing, until the transaction ends. While the request waited,
 * a new password may have ended the session, or given it a new id: then the request may have come
 * with a copy of the cookie.
 * @returns false if the session has ended, or has another id by now
 */
export const lockSessionForShare = (
  tx: Queryable,
  userId: number,
  { hash }: Pick<Session, 'hash'>,
): Promise<boolean> => store.lockForShare(tx, userId, hash)

/**
 * Ignores `Unavailable`, so that users can still read while a full disk makes the database
 * read-only.
 */
function ignoreUnavailable(error: unknown): void {
  if (!(error instanceof Unavailable)) throw error
}

/** Lists the sessions of a user, the last used first. */
export async function listSessions(db: Queryable, userId: number): Promise<ListedSession[]> {
  const rows = await store.list(db, userId)
  return rows.map(({ uid, device, amr, signed_in_at, used_at }) => ({
    uid,
    device,
    amr,
    signedInAt: signed_in_at,
    usedAt: used_at,
  }))
}

/** Ends one session of a user, on every instance. @returns false if there is no such session */
export const endSession = (
  db: Database,
  userId: number,
  uid: string,
  reason: 'signed_out' | 'revoked',
): Promise<boolean> =>
  db.transactionFor(userId, async (tx) => {
    if (!(await store.remove(tx, userId, uid))) return false
    await record(tx, sessionEnded({ uid, user_id: userId }, reason))
    return true
  })

/** A session that stays when all others end. It gets a new id, so that copies of its cookie end. */
export interface KeptSession {
  readonly uid: string
  /** The value of the session cookie until now. */
  readonly former: string
  /** The value of the session cookie from now on. */
  readonly id: string
}

/**
 * Ends all sessions of a user except one, which gets a new id. If that one has got another id
 * meanwhile, somebody may have copied its cookie, so it ends, too.
 * @returns false if all sessions have ended
 */
export const endOtherSessions = (
  db: Database,
  userId: number,
  kept: KeptSession,
): Promise<boolean> =>
  db.transactionFor(userId, async (tx) => {
    const isRenewed = await renewSession(tx, userId, kept)
    const exceptUid = isRenewed ? kept.uid : undefined
    await endAccess(tx, userId, { sessions: { reason: 'revoked', exceptUid } })
    return isRenewed
  })

/**
 * Gives a session a new id.
 * @returns false if the session has ended, or has got another id meanwhile
 */
export const renewSession = (
  tx: Queryable,
  userId: number,
  { uid, former, id }: KeptSession,
): Promise<boolean> =>
  store.renew(tx, userId, { uid, former: hashSecret(former), hash: hashSecret(id) })

const sessionEnded = (
  { uid, user_id: userId }: store.EndedSession,
  reason: EndReason,
): AuditEntry => ({
  userId,
  action: 'session.ended',
  details: { session: uid, reason },
})

/** Small, because each expired session adds a record in a statement of its own. */
const expiredBatchSize = 200

/** Deletes expired sessions and records their end. @returns how many were deleted */
export const removeExpiredSessions = (db: Database): Promise<number> =>
  removeInBatches(
    (limit) =>
      db.transaction(async (tx) => {
        const rows = await store.removeExpired(tx, limit)
        for (const session of rows) await record(tx, sessionEnded(session, 'expired'))
        return rows.length
      }),
    expiredBatchSize,
  )
