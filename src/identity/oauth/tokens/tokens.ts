import { systemClock } from '../../../platform/clock.ts'
import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { hashSecret, type Minted, mintSecrets, newId } from '../../../platform/secrets/secrets.ts'
import { record } from '../../../support/audit/audit.ts'
import { lockApplicationForShare } from '../../applications/applications.ts'
import type { Scope } from '../../applications/scopes.ts'
import { lockConnectableUser } from '../../users/credentials/credentials.ts'
import * as grants from '../grants/grants.ts'
import * as store from './store.ts'

export { type FoundToken, findToken, tokensChannel } from './store.ts'

/** The response of the token endpoint (RFC 6749, 5.1). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'bearer' | 'DPoP'
  /** Seconds. */
  readonly expires_in: number
  readonly scope: string
}

/** The default lifetimes of tokens. */
export const ttlSeconds = {
  clientCredentials: 86_400,
  userToken: 3_600,
  code: 60,
  /** Each use of a refresh token gives a new one, which is valid for 30 days again. */
  refreshToken: 30 * 86_400,
  /** All refresh tokens end 180 days after the user signed in. */
  refreshTokens: 180 * 86_400,
  /** How long a user may take to sign in and to give consent. */
  interaction: 3_600,
} as const

/**
 * How long a grant lives: until its code, its refresh tokens and its last access token have all
 * expired.
 */
export const grantTtlSeconds = (refreshes: boolean): number =>
  ttlSeconds.code + (refreshes ? ttlSeconds.refreshTokens : 0) + ttlSeconds.userToken

/** The application, scopes and lifetime of issued tokens. */
export interface UserTokenTerms {
  readonly application: { readonly id: number; readonly clientId: string }
  readonly scopes: readonly Scope[]
  /** The default is an hour. */
  readonly lifetimeSeconds?: number
  /** Makes the tokens of the demo's seed. Else they are random. */
  readonly mint?: (count: number) => readonly Minted[]
}

/**
 * Issues a user's access token without sign-in, for `foyer token issue` and the demo.
 * @throws {Refused} forbidden, if the user or the application is disabled or does not exist
 */
export async function issueUserToken(
  db: Database,
  userId: number,
  terms: UserTokenTerms,
): Promise<TokenResponse> {
  const [token] = await issueUserTokens(db, [userId], terms, async (tx) => {
    const application = await lockApplicationForShare(tx, terms.application.clientId)
    if (application === null || !(await lockConnectableUser(tx, userId)))
      throw new Refused(refusals.forbidden, {
        text: 'The user or the application is disabled, or the user is going to be erased.',
      })
  })
  return {
    access_token: token as string,
    token_type: 'bearer',
    expires_in: terms.lifetimeSeconds ?? ttlSeconds.userToken,
    scope: terms.scopes.join(' '),
  }
}

/**
 * Issues one access token for each user, each with a separate grant, in one transaction.
 * @param lock runs first in the transaction; it checks and locks what the tokens depend on
 * @returns the tokens in the order of the users
 */
export async function issueUserTokens(
  db: Database,
  userIds: readonly number[],
  {
    application,
    scopes,
    lifetimeSeconds = ttlSeconds.userToken,
    mint = mintSecrets,
  }: UserTokenTerms,
  lock: (tx: Queryable) => Promise<void> = async () => {},
): Promise<string[]> {
  const iat = Math.floor(systemClock.now() / 1000)
  const exp = iat + lifetimeSeconds
  const scope = scopes.join(' ')
  const minted = mint(userIds.length)
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
  const [onlyUserId = null] = userIds.length === 1 ? userIds : []
  await db.transactionFor(onlyUserId, async (tx) => {
    await lock(tx)
    await grants.saveGrants(
      tx,
      rows.map(({ grant }) => grant),
    )
    await store.saveTokens(
      tx,
      rows.map(({ token }) => token),
    )
    const details = { application: application.id, scope }
    if (onlyUserId !== null)
      await record(tx, { userId: onlyUserId, action: 'token.issued', details })
    else {
      const counted = { ...details, tokens: userIds.length }
      await record(tx, { userId: null, action: 'tokens.issued', details: counted })
    }
  })
  return minted.map(({ secret }) => secret)
}

/**
 * Stores that a proof of a key is used (RFC 9449, 11.1).
 * @param id what makes the proof unique
 * @returns false if it was used before
 */
export const saveProof = (db: Queryable, id: string, expiresAt: Date): Promise<boolean> =>
  store.saveOnce(db, {
    hash: hashSecret(`proof ${id}`),
    model: 'ReplayDetection',
    applicationId: null,
    userId: null,
    grantId: null,
    scope: '',
    payload: {},
    expiresAt,
  })

/** Ends a grant and all its tokens. Call this in a transaction. */
export async function endGrant(
  tx: Queryable,
  grantId: string,
  action: 'grant.ended' | 'token.reused',
): Promise<void> {
  // Remove the grant first. This waits for transactions that save a token of the grant, and blocks
  // new ones.
  const owner = await grants.removeGrant(tx, grantId)
  await store.removeTokensOfGrant(tx, grantId)
  if (owner === null) return
  const { userId, applicationId } = owner
  await record(tx, { userId, action, details: { application: applicationId } })
}

/**
 * Deletes expired tokens and grants. Call this every few minutes.
 * @returns how many rows it deleted
 */
export async function removeExpired(db: Queryable): Promise<number> {
  const tokens = await removeInBatches((limit) => store.removeExpiredTokens(db, limit))
  return tokens + (await grants.removeExpiredGrants(db))
}
