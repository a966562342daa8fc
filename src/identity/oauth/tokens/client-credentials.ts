import { LRUCache } from 'lru-cache'
import { systemClock } from '../../../platform/clock.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import { atMost } from '../../../platform/process/cache-size.ts'
import { hashSecret, mintSecret } from '../../../platform/secrets/secrets.ts'
import {
  authenticateApplication,
  type FoundApplication,
  hasSecret,
  lockApplicationForShare,
} from '../../applications/applications.ts'
import { isApplicationScope, isScope, scopeHint, splitScope } from '../../applications/scopes.ts'
import type { Audiences } from '../audiences/audiences.ts'
import {
  grantNotAllowed,
  invalidClient,
  invalidTarget,
  oauthRefusals,
  proofMissing,
} from '../endpoints/refusals.ts'
import * as store from './store.ts'
import { type TokenResponse, ttlSeconds } from './tokens.ts'

type Application = FoundApplication['application']

/** The request of an application for a token of its own, with its secret (RFC 6749, 4.4.2). */
export interface OwnTokenRequest {
  readonly clientId: string
  /** The secret, in each form in which it may have been sent. */
  readonly secrets: readonly string[]
  readonly scope: string | undefined
  /** The resource that the token is for (RFC 8707). */
  readonly resource: string | undefined
  /** Called once, when the secret was right. It may refuse the request. */
  admit(application: Application): unknown
}

const rememberedMs = 5_000
const maxRemembered = 1_000

/**
 * Opens the client credentials grant (RFC 6749, 4.4) for applications with a secret. An application
 * that has sent a valid secret is remembered for 5 s, and not read again. A change takes effect at
 * once all the same: the statement that saves the token checks the application, its scopes and its
 * secret again.
 */
export function openClientCredentials(db: Database, audiences: Audiences) {
  const remembered = new LRUCache<string, FoundApplication>({
    ...atMost(maxRemembered),
    ttl: rememberedMs,
  })

  /** @throws {Refused} `invalid_client`, `unauthorized_client`, `invalid_scope` */
  return async (request: OwnTokenRequest): Promise<TokenResponse> => {
    const { clientId, secrets } = request
    let isAdmitted = false
    const admit = async (application: Application): Promise<void> => {
      if (!isAdmitted) await request.admit(application)
      isAdmitted = true
    }
    const known = remembered.get(clientId)
    // The secrets are compared even if nothing is remembered, so that the time does not reveal it.
    if (hasSecret(known, secrets) && known !== undefined) {
      const scope = grantedScope(known.application, request.scope)
      if (typeof scope === 'string') {
        await admit(known.application)
        const audience = await audienceOf(audiences, request.resource)
        if (audience instanceof Refused) throw audience
        const registered = known.application.scopes
        const token = await issue(db, {
          clientId,
          scope,
          audience,
          boundTo: null,
          registered,
          secrets,
        })
        if (token !== undefined) return token
        // The application has changed since it was remembered, or is being changed.
        remembered.delete(clientId)
      }
    }

    const found = await authenticateApplication(db, clientId, ...secrets)
    if (found === null) throw invalidClient()
    remembered.set(clientId, found)
    await admit(found.application)
    const scope = grantedScope(found.application, request.scope)
    if (typeof scope !== 'string') throw scope
    const audience = await audienceOf(audiences, request.resource)
    if (audience instanceof Refused) throw audience
    const token = await issueOwnToken(db, { clientId, scope, audience, boundTo: null, secrets })
    if (token === undefined) throw invalidClient()
    return token
  }
}

/** The scope that an application gets for itself, or why it gets none. */
function grantedScope(application: Application, asked = ''): string | Refused {
  const { grantTypes, scopes, dpopBoundAccessTokens } = application
  if (dpopBoundAccessTokens)
    return new Refused(oauthRefusals.invalid_dpop_proof, { text: proofMissing })
  if (grantTypes.includes('client_credentials')) return ownScope(scopes, asked)
  return new Refused(oauthRefusals.unauthorized_client, { text: grantNotAllowed })
}

/**
 * The scopes of an application's own token: those that it asks for, or all that need no user.
 * @returns why it gets none, if it may not have what it asks for
 */
export function ownScope(registered: readonly string[], asked = ''): string | Refused {
  const own = registered.filter((name) => isScope(name) && isApplicationScope(name))
  if (own.length === 0)
    return invalidScope(
      'All scopes of this application require a user. Use the authorization code grant.',
    )
  const wanted = splitScope(asked)
  const refused = wanted.find((name) => !own.includes(name))
  if (refused !== undefined) return invalidScope(describeRefusedScope(refused, own))
  return (wanted.length > 0 ? wanted : own).join(' ')
}

function describeRefusedScope(name: string, own: readonly string[]): string {
  if (!isScope(name)) return `A scope is unknown. ${scopeHint(name, own)}`
  return isApplicationScope(name)
    ? `The scope ${name} is not registered for this application.`
    : `The scope ${name} requires a user. Use the authorization code grant.`
}

const invalidScope = (text: string) => new Refused(oauthRefusals.invalid_scope, { text })

/**
 * The audience of a token for a resource. Null if the request names none.
 * @returns why there is none, if the resource is unknown
 */
export const audienceOf = async (
  audiences: Audiences,
  resource: string | undefined,
): Promise<string | null | Refused> =>
  resource === undefined ? null : ((await audiences.find(resource)) ?? invalidTarget())

/** What an application gets a token of its own with. */
interface OwnTokenTerms extends Pick<store.TokenOfApplication, 'clientId' | 'scope'> {
  /** The resource that the token is for. Null if the request names none. */
  readonly audience: string | null
  /** The thumbprint of the key that the token is bound to. Null for a Bearer token. */
  readonly boundTo: string | null
  /**
   * The secrets that it sent, of which one was right; null if it has signed an assertion.
   */
  readonly secrets: readonly string[] | null
}

/**
 * Issues an access token of an authenticated application itself.
 * @returns undefined if the application is disabled, or may not have this token any more
 */
export async function issueOwnToken(
  db: Database,
  terms: OwnTokenTerms,
): Promise<TokenResponse | undefined> {
  const token = await issue(db, { ...terms, registered: null })
  if (token !== undefined) return token
  // Another transaction may be changing the application. Wait for it.
  return db.transaction(async (tx) => {
    await lockApplicationForShare(tx, terms.clientId)
    return tx.commitWith(issue(tx, { ...terms, registered: null }))
  })
}

async function issue(
  db: Queryable,
  terms: OwnTokenTerms & Pick<store.TokenOfApplication, 'registered'>,
): Promise<TokenResponse | undefined> {
  const { clientId, scope, audience, boundTo, registered, secrets } = terms
  const { secret, hash } = mintSecret()
  const iat = Math.floor(systemClock.now() / 1000)
  const exp = iat + ttlSeconds.clientCredentials
  const isSaved = await store.saveTokenOfApplication(db, {
    clientId,
    registered,
    secrets: secrets?.map(hashSecret) ?? null,
    isBound: boundTo !== null,
    hash,
    scope,
    payload: {
      kind: 'ClientCredentials',
      iat,
      exp,
      clientId,
      scope,
      ...(audience !== null && { aud: audience }),
      ...(boundTo !== null && { jkt: boundTo }),
    },
    expiresAt: new Date(exp * 1000),
  })
  if (!isSaved) return undefined
  const token_type = boundTo === null ? 'bearer' : 'DPoP'
  return { access_token: secret, token_type, expires_in: exp - iat, scope }
}
