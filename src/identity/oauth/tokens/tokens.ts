import { systemClock } from '../../../platform/clock.ts'
import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { type Minted, mintSecrets, newId } from '../../../platform/secrets/secrets.ts'
import { record } from '../../../support/audit/audit.ts'
import { lockApplicationForShare, markDisabled } from '../../applications/applications.ts'
import type { Scope } from '../../applications/scopes.ts'
import { lockUserForShare } from '../../credentials/credentials.ts'
import * as store from './store.ts'

export { type FoundToken, findToken, saveGrant, tokensChannel } from './store.ts'

/** The answer of the token endpoint (RFC 6749, 5.1). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'bearer'
  /** Seconds. */
  readonly expires_in: number
  readonly scope: string
}

/** How long tokens live unless said otherwise, in seconds. */
export const ttlSeconds = {
  clientCredentials: 86_400,
  userToken: 3_600,
  code: 60,
  /** Each use gives a new one, good for that long again, */
  refreshToken: 30 * 86_400,
  /** until that long after the user signed in. */
  refreshTokens: 180 * 86_400,
  /** How long a user may take to sign in and to agree. */
  interaction: 3_600,
} as const

/** Seconds from an authorization until nothing that comes of it can be alive: a code, refresh tokens, an access token. */
export const grantTtlSeconds = (refreshes: boolean): number =>
  ttlSeconds.code + (refreshes ? ttlSeconds.refreshTokens : 0) + ttlSeconds.userToken

/** For which application, with which scopes and for how long user tokens are issued. */
export interface UserTokenTerms {
  readonly application: { readonly id: number; readonly clientId: string }
  readonly scopes: readonly Scope[]
  /** An hour unless said. */
  readonly lifetimeSeconds?: number
}

/**
 * Issues a user's access token without sign-in: for `foyer token issue` and the demo.
 * @throws {Refused} forbidden, if the user or the application is disabled or gone
 */
export async function issueUserToken(
  db: Database,
  userId: number,
  terms: UserTokenTerms,
): Promise<TokenResponse> {
  const [token] = await issueUserTokens(db, [userId], terms, async (tx) => {
    const application = await lockApplicationForShare(tx, terms.application.clientId)
    if (application === null || (await lockUserForShare(tx, userId)) === undefined)
      throw new Refused(refusals.forbidden, { text: 'The user or the application is disabled.' })
  })
  return {
    access_token: token as string,
    token_type: 'bearer',
    expires_in: terms.lifetimeSeconds ?? ttlSeconds.userToken,
    scope: terms.scopes.join(' '),
  }
}

/**
 * Issues one access token for each user, with a grant of its own, in one go.
 * @param hold what must hold, and go on to, until the tokens are saved
 * @returns them in order.
 */
export async function issueUserTokens(
  db: Database,
  userIds: readonly number[],
  { application, scopes, lifetimeSeconds = ttlSeconds.userToken }: UserTokenTerms,
  hold: (tx: Queryable) => Promise<void> = async () => {},
): Promise<string[]> {
  const iat = Math.floor(systemClock.now() / 1000)
  const exp = iat + lifetimeSeconds
  const scope = scopes.join(' ')
  const minted = mintSecrets(userIds.length)
  const rows = userIds.map((userId, index) => {
    const ids = { clientId: application.clientId, accountId: String(userId) }
    const grantId = newId()
    const owned = { applicationId: application.id, userId, expiresAt: new Date(exp * 1000) }
    return {
      grant: {
        ...owned,
        id: grantId,
        payload: { kind: 'Grant', iat, exp, ...ids, openid: { scope } },
      },
      token: {
        ...owned,
        hash: (minted[index] as Minted).hash,
        model: 'AccessToken',
        grantId,
        scope,
        payload: { kind: 'AccessToken', iat, exp, ...ids, grantId, scope },
      },
    }
  })
  const [only = null] = userIds.length === 1 ? userIds : []
  await db.transactionFor(only, async (tx) => {
    await hold(tx)
    await store.saveMany(
      tx,
      rows.map(({ grant }) => grant),
      rows.map(({ token }) => token),
    )
    const details = { application: application.id, scope }
    if (only !== null) await record(tx, { userId: only, action: 'token.issued', details })
    else {
      const counted = { ...details, tokens: userIds.length }
      await record(tx, { userId: null, action: 'tokens.issued', details: counted })
    }
  })
  return minted.map(({ secret }) => secret)
}

/** Ends a grant and all that came of it. To be called in a transaction. */
export async function endGrant(
  tx: Queryable,
  grantId: string,
  action: 'grant.ended' | 'token.reused',
): Promise<void> {
  // The grant first: this waits for whoever is saving a token under it, and lets nobody begin.
  const owner = await store.removeGrant(tx, grantId)
  await store.removeTokensOfGrant(tx, grantId)
  if (owner === null) return
  const { userId, applicationId } = owner
  await record(tx, { userId, action, details: { application: applicationId } })
}

/**
 * Ends all tokens and grants of a user, on every instance; what the user has allowed applications stays. A new password
 * does so too: refresh tokens cannot be ended alone, since one may be on its way. To be called in a transaction.
 */
export async function endTokensOfUser(tx: Queryable, userId: number): Promise<void> {
  await store.removeGrantsOfUser(tx, userId)
  await store.removeTokensOfUser(tx, userId)
  await store.notifyAnyEnded(tx)
}

/** Ends all tokens and grants that an application has of a user, on every instance. To be called in a transaction. */
export async function endTokensOfConnection(
  tx: Queryable,
  userId: number,
  applicationId: number,
): Promise<void> {
  await store.removeGrantsOfConnection(tx, userId, applicationId)
  await store.removeTokensOfConnection(tx, userId, applicationId)
  await store.notifyAnyEnded(tx)
}

/** Ends all tokens and grants of an application, on every instance. To be called in a transaction. */
export async function endTokensOfApplication(tx: Queryable, applicationId: number): Promise<void> {
  await store.removeGrantsOfApplication(tx, applicationId)
  await store.removeTokensOfApplication(tx, applicationId)
  await store.notifyAnyEnded(tx)
}

/** Disables an application and ends all its tokens. @returns false when there is no such application. */
export async function disableApplication(db: Database, clientId: string): Promise<boolean> {
  return db.transaction(async (tx) => {
    const id = await markDisabled(tx, clientId)
    if (id === null) return false
    await endTokensOfApplication(tx, id)
    const details = { application: id }
    await record(tx, { userId: null, action: 'application.disabled', details })
    return true
  })
}

/**
 * Deletes expired tokens and grants. Call this every few minutes.
 * @returns how many rows it deleted
 */
export async function removeExpired(db: Queryable): Promise<number> {
  const tokens = await removeInBatches((limit) => store.removeExpiredTokens(db, limit))
  return tokens + (await removeInBatches((limit) => store.removeExpiredGrants(db, limit)))
}
