import type { Queryable } from '../../platform/database/db.ts'
import { record } from '../../support/audit/audit.ts'
import { removeWebhooksOfUser } from '../../support/outbox/outbox.ts'
import * as store from './store.ts'

/** For an erasure, which deletes the rows and writes no records. */
export { removeConsentsOfUser, removeFactors, removeSessions } from './store.ts'

/** Why a session ended, for the audit trail. */
export type EndReason =
  | 'signed_out'
  | 'revoked'
  /** Somebody signed in again in the same browser. */
  | 'replaced'
  /** The user had more sessions than one may have. */
  | 'too_many'
  | 'expired'
  | 'password_changed'
  | 'user_disabled'
  | 'ended_by_operator'
  | 'second_factors_reset'
  | 'account_recovered'

/** What of a user's access ends. What is not named stays. */
export interface AccessEnd {
  /**
   * All second factors, and what somebody has begun to add, such as an authenticator app that is
   * not confirmed. The operator role, which needs a second factor, ends with them.
   */
  readonly factors?: {
    /** How an operator has checked the owner, for the audit trail. */
    readonly check?: string | undefined
  }
  /**
   * The consents to all applications, with the webhooks. End the tokens, too, and call
   * `removeDeliveriesOfUser` before the transaction.
   */
  readonly consents?: true
  /** The links in emails. */
  readonly links?: {
    /** The time by the clock that judges links. If omitted, it is the time of the database. */
    readonly now?: Date
    /**
     * The kinds that stay. The default are those that undo a change: a stranger who changes the
     * password must not take them from the owner.
     */
    readonly kept?: readonly string[]
  }
  /** The sessions in browsers. */
  readonly sessions?: {
    readonly reason: EndReason
    /** The session in which the user makes the change. It stays. */
    readonly exceptUid?: string | undefined
  }
  /**
   * The tokens and grants of all applications, or of one. Grants end too, because an application may
   * be exchanging a refresh token for a new one at this moment.
   */
  readonly tokens?: 'all' | { readonly applicationId: number }
}

/** What has ended. */
export interface Ended {
  /** Whether the user had a second factor. */
  readonly hadFactor: boolean
  /** How many sessions ended. */
  readonly sessions: number
}

const undoLinks = ['payout_undo', 'sign_in_undo'] as const

/**
 * Ends what lets somebody act as a user, on every instance. Call this in a transaction that has
 * locked the user's row, so that nothing starts meanwhile.
 */
export async function endAccess(
  tx: Queryable,
  userId: number,
  { factors, consents, links, sessions, tokens }: AccessEnd,
): Promise<Ended> {
  const hadFactor = factors !== undefined && (await endFactors(tx, userId, factors))
  if (consents) await endConsents(tx, userId)
  if (links !== undefined)
    await store.endLinks(tx, userId, { now: links.now ?? null, kept: links.kept ?? undoLinks })
  const count = sessions === undefined ? 0 : await endSessions(tx, userId, sessions)
  if (tokens !== undefined) await endTokens(tx, userId, tokens)
  return { hadFactor, sessions: count }
}

/** @returns whether the user had a second factor */
async function endFactors(
  tx: Queryable,
  userId: number,
  { check }: NonNullable<AccessEnd['factors']>,
): Promise<boolean> {
  const { totp, passkeys } = await store.removeFactors(tx, userId)
  if (!totp && passkeys === 0) return false
  await endRole(tx, userId, 'operator')
  const details = { totp, passkeys, ...(check !== undefined && { check }) }
  await record(tx, { userId, action: 'second_factors.reset', details })
  return true
}

async function endConsents(tx: Queryable, userId: number): Promise<void> {
  for (const application of await store.removeConsentsOfUser(tx, userId))
    await record(tx, { userId, action: 'consent.withdrawn', details: { application } })
  await removeWebhooksOfUser(tx, userId)
}

async function endSessions(
  tx: Queryable,
  userId: number,
  { reason, exceptUid = '' }: NonNullable<AccessEnd['sessions']>,
): Promise<number> {
  const count = await store.removeSessions(tx, userId, exceptUid)
  if (count > 0) await record(tx, { userId, action: 'sessions.ended', details: { count, reason } })
  return count
}

async function endTokens(
  tx: Queryable,
  userId: number,
  tokens: NonNullable<AccessEnd['tokens']>,
): Promise<void> {
  // Remove the grants first. This waits for transactions that save a token of a grant, and blocks
  // new ones.
  if (tokens === 'all') {
    await store.removeGrantsOfUser(tx, userId)
    await store.removeTokensOfUser(tx, userId)
  } else {
    await store.removeGrantsOfConnection(tx, userId, tokens.applicationId)
    await store.removeTokensOfConnection(tx, userId, tokens.applicationId)
  }
  await store.notifyAnyEnded(tx)
}

/**
 * Withdraws a role from a user. The caller must have locked the user's row.
 * @returns false if the user does not have the role
 */
export async function endRole(
  tx: Queryable,
  userId: number,
  role: 'operator' | 'developer',
): Promise<boolean> {
  if (!(await store.removeRole(tx, userId, role))) return false
  await record(tx, { userId, action: 'role.withdrawn', details: { role } })
  return true
}
