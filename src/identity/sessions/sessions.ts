import { systemClock } from '../../platform/clock.ts'
import { removeInBatches } from '../../platform/database/batches.ts'
import type { Database, Queryable } from '../../platform/database/db.ts'
import { Refused } from '../../platform/errors/refusals.ts'
import { hashSecret, isSecret, mintSecret, newId } from '../../platform/secrets/secrets.ts'
import { type AuditEntry, record } from '../../support/audit/audit.ts'
import { holdUser } from '../credentials/credentials.ts'
import { identityRefusals } from '../refusals.ts'
import * as store from './store.ts'

export { hold as holdSession, savePayload } from './store.ts'

/** A browser in which a user is signed in. */
export interface Session {
  /** The name under which it is listed and ended: no credential. */
  readonly uid: string
  readonly userId: number
  /** Milliseconds since the epoch. */
  readonly signedInAt: number
  /** How the user signed in (RFC 8176). */
  readonly amr: readonly string[]
  /** When it ends unless it is used. Milliseconds since the epoch. */
  readonly expiresAt: number
  /** What the protocol remembers of its applications. */
  readonly payload: Readonly<Record<string, unknown>>
}

/** A session as its user sees it. */
export interface ListedSession extends Pick<Session, 'uid' | 'signedInAt' | 'amr'> {
  /** Such as "Firefox on Linux". */
  readonly device: string
  /** When it was last used, to the minute: milliseconds since the epoch. */
  readonly usedAt: number
}

/** A session ends when nobody has used it for that long, in seconds: two weeks. */
const idleTtlSeconds = 14 * 86_400
/** A session ends that long after the sign-in, however much it is used, in seconds. */
const absoluteTtlSeconds = 90 * 86_400
/** How often it is written down that a session is used, in milliseconds. */
const touchEveryMs = 60_000

/**
 * Signs a user in: starts a session under a new id, so that an id from before the sign-in is worth nothing,
 * and records `sign_in.succeeded`.
 * @param options.passwordVersion the password that proved who it is, if one did: none begins by one that was replaced
 * @param options.replaces the value of the browser's session cookie until now, whoever's it was: that session ends
 * @returns the cookie's value, when it ends at the latest, and which of the user's passwords is in force
 * @throws {Refused} wrong_credentials, if the user is disabled, is gone, or has another password by now
 */
export async function startSession(
  db: Database,
  options: {
    readonly userId: number
    readonly amr: readonly string[]
    readonly device: string
    readonly passwordVersion?: number | undefined
    readonly replaces?: string | undefined
  },
): Promise<{ id: string; expiresAt: Date; passwordVersion: number }> {
  const { userId, amr, device, passwordVersion, replaces } = options
  const minted = mintSecret()
  const uid = newId()
  const signedInAt = new Date(systemClock.now())
  const held = await db.transactionFor(userId, async (tx) => {
    const held = await holdUser(tx, userId, passwordVersion)
    if (held === undefined) throw new Refused(identityRefusals.wrong_credentials)
    const replaced =
      replaces === undefined ? undefined : await store.removeByHash(tx, hashSecret(replaces))
    const session = { hash: minted.hash, uid, device, amr, signedInAt }
    const inserted = store.insert(tx, userId, session, idleTtlSeconds)
    const started: AuditEntry = {
      userId,
      action: 'sign_in.succeeded',
      details: { session: uid, amr: amr.join(' ') },
    }
    // The replaced session may be another user's. Chains are locked in the order of their users, so that two browsers
    // that swap users cannot deadlock.
    const entries = [...(replaced ? [endOf(replaced, 'replaced')] : []), started]
    const recorded = entries
      .toSorted((a, b) => (a.userId ?? 0) - (b.userId ?? 0))
      .map((entry) => record(tx, entry))
    await tx.commitWith(Promise.all([inserted, ...recorded]))
    return held
  })
  const expiresAt = new Date(signedInAt.getTime() + absoluteTtlSeconds * 1000)
  return { id: minted.secret, expiresAt, passwordVersion: held }
}

/** The session with this id, the value of the cookie, if it has not ended. Using it puts off its end. */
export async function findSession(
  db: Queryable,
  id: string | undefined,
): Promise<Session | undefined> {
  if (!isSecret(id)) return undefined
  const hash = hashSecret(id)
  const row = await store.find(db, hash)
  if (row === undefined) return undefined
  if (systemClock.now() - row.used_at >= touchEveryMs)
    await store.touch(db, hash, idleTtlSeconds, absoluteTtlSeconds)
  const { uid, user_id: userId, signed_in_at: signedInAt, amr, expires_at, payload } = row
  return { uid, userId, signedInAt, amr, expiresAt: expires_at, payload }
}

/** The sessions of a user, the last used first. */
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

/** Ends one session of a user, on every instance. @returns false where there is no such session. */
export const endSession = (
  db: Database,
  userId: number,
  uid: string,
  reason: 'signed_out' | 'revoked',
): Promise<boolean> =>
  db.transactionFor(userId, async (tx) => {
    if (!(await store.remove(tx, userId, uid))) return false
    await record(tx, endOf({ uid, user_id: userId }, reason))
    return true
  })

/** Ends all sessions of a user but one. @returns how many. */
export const endOtherSessions = (
  db: Database,
  userId: number,
  exceptUid: string,
): Promise<number> =>
  db.transactionFor(userId, (tx) => endSessionsOfUser(tx, userId, { reason: 'revoked', exceptUid }))

/**
 * Ends the sessions of a user, all or all but one. The caller's transaction has locked the user's row, so that no
 * session begins meanwhile. Applications stay connected: `endTokensOfUser` ends their tokens.
 * @returns how many sessions ended
 */
export async function endSessionsOfUser(
  tx: Queryable,
  userId: number,
  { reason, exceptUid = '' }: { readonly reason: EndReason; readonly exceptUid?: string },
): Promise<number> {
  const count = await store.removeOfUser(tx, userId, exceptUid)
  if (count > 0) await record(tx, { userId, action: 'sessions.ended', details: { count, reason } })
  return count
}

/** Why a session ended. The audit trail names the reason. */
type EndReason =
  | 'signed_out'
  | 'revoked'
  /** Somebody signed in again in the same browser. */
  | 'replaced'
  | 'expired'
  | 'password_changed'
  | 'user_disabled'

const endOf = ({ uid, user_id: userId }: store.EndedSession, reason: EndReason): AuditEntry => ({
  userId,
  action: 'session.ended',
  details: { session: uid, reason },
})

/** Each expired session leaves a record in its user's chain, which stays locked until the batch commits. */
const expiredBatch = 200

/** Deletes expired sessions and records their end. @returns how many there were */
export const removeExpiredSessions = (db: Database): Promise<number> =>
  removeInBatches(
    (limit) =>
      db.transaction(async (tx) => {
        const rows = await store.removeExpired(tx, limit)
        // Every instance locks the chains in the same order, so two instances cannot deadlock.
        for (const session of rows.toSorted((a, b) => a.user_id - b.user_id))
          await record(tx, endOf(session, 'expired'))
        return rows.length
      }),
    expiredBatch,
  )
