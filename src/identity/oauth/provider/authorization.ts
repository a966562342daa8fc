import { errors, type Grant, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { systemClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/secrets/secrets.ts'
import { lockApplicationForShare } from '../../applications/applications.ts'
import {
  isIdentityScope,
  isScope,
  isUserScope,
  scopeHint,
  scopes,
  splitScope,
} from '../../applications/scopes.ts'
import { lockConnectableUser } from '../../users/credentials/credentials.ts'
import { lockSessionForShare, type Session } from '../../users/sessions/sessions.ts'
import { findConsent, lockConsentForShare } from '../consents/consents.ts'
import { saveGrant } from '../grants/grants.ts'
import { grantTtlSeconds } from '../tokens/tokens.ts'
import { acrCheck, acrOf } from './acr.ts'
import { alreadyRead } from './already-read.ts'

/*
 * Changes how the library decides about an authorization: unknown and missing scopes, and earlier
 * consents.
 */

/**
 * Determines the requested scopes (RFC 6749, 3.3). A request without scopes gets all scopes that
 * the application is registered for. The library refuses scopes that the application is not
 * registered for.
 * @throws {InvalidScope} if a scope is unknown, or is only for services
 */
export function resolveScope(ctx: KoaContextWithOIDC): void {
  const params = ctx.oidc.params as { scope?: string }
  // The library has already removed unknown scopes from its own parameter. So read the scopes that
  // were sent.
  const sent = ctx.query.scope ?? (ctx.oidc.body as { scope?: string } | undefined)?.scope
  const asked = splitScope(String(sent ?? params.scope ?? ''))
  const unknown = asked.find((name) => !isScope(name) && !isIdentityScope(name))
  if (unknown !== undefined)
    throw new errors.InvalidScope(`A scope is unknown. ${scopeHint(unknown, scopes)}`, unknown)
  const forServices = asked.find((name) => isScope(name) && !isUserScope(name))
  if (forServices !== undefined)
    throw new errors.InvalidScope('no user can allow a scope of services', forServices)
  if (asked.length === 0)
    params.scope = splitScope(clientOf(ctx).scope ?? '')
      .filter((name) => isScope(name) && isUserScope(name))
      .join(' ')
}

/**
 * Makes the grant of an authorization with the requested scopes that the user has allowed before.
 * `grantedPrompt` saves it when nothing is left to ask.
 */
export const loadGrant =
  (db: Database) =>
  async (ctx: KoaContextWithOIDC): Promise<Grant> => {
    const { account, provider, requestParamScopes } = ctx.oidc
    const client = clientOf(ctx)
    if (account === undefined) throw new errors.AccessDenied()
    const applicationId = Number(client.application_id)
    const allowed = await findConsent(db, Number(account.accountId), applicationId)
    const grant = new provider.Grant({ accountId: account.accountId, clientId: client.clientId })
    const scope = allowed.filter((name) => requestParamScopes.has(name)).join(' ')
    if (scope !== '') {
      grant.addOIDCScope(scope)
      for (const resource of resourcesOf(ctx)) grant.addResourceScope(resource, scope)
    }
    return grant
  }

/** The prompts of an authorization: sign-in and consent. */
export function createPolicy(db: Database): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  // There is no list of accounts. The user selects an account by signing in.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  policy.get('login')?.checks.add(acrCheck(db))
  policy.add(grantedPrompt(db))
  return policy
}

/**
 * The last prompt. It asks nothing: the library reaches it when all other prompts are done, and it
 * saves the grant. Each authorization gets a separate grant, so that the reuse of a stolen token
 * ends the tokens of one device only.
 */
function grantedPrompt(db: Database): interactionPolicy.Prompt {
  const { Check, Prompt } = interactionPolicy
  return new Prompt(
    { name: 'grant', requestable: false },
    new Check('not_granted', 'the grant could not be made', async (ctx) => {
      const { grant, session } = ctx.oidc
      const presented = alreadyRead().session?.session
      if (grant === undefined || session === undefined || presented === undefined)
        throw new errors.AccessDenied()
      const client = clientOf(ctx)
      const ttlSeconds = grantTtlSeconds(client.grantTypeAllowed('refresh_token'))
      const resources = resourcesOf(ctx)
      const origin = { applicationId: Number(client.application_id), session: presented, resources }
      grant.jti = await makeGrant(db, grant, origin, ttlSeconds)
      session.grantIdFor(client.clientId, grant.jti)
      session.acr = acrOf(ctx)
      return Check.NO_NEED_TO_PROMPT
    }),
  )
}

/** The resources that an authorization request names (RFC 8707). */
const resourcesOf = ({ oidc }: KoaContextWithOIDC): readonly string[] =>
  Object.keys(oidc.resourceServers ?? {})

/** Where a grant comes from. */
interface GrantOrigin {
  readonly applicationId: number
  readonly session: Session
  readonly resources: readonly string[]
}

/**
 * Saves a grant.
 * @returns the id of the grant
 * @throws {AccessDenied} if the user, application or consent has ended meanwhile
 * @throws {LoginRequired} if the session has
 */
async function makeGrant(
  db: Database,
  grant: Grant,
  { applicationId, session, resources }: GrantOrigin,
  ttlSeconds: number,
): Promise<string> {
  const { accountId = '', clientId = '' } = grant
  const userId = Number(accountId)
  const scope = grant.getOIDCScope()
  const id = newId()
  const iat = Math.floor(systemClock.now() / 1000)
  const exp = iat + ttlSeconds
  await db.transactionFor(userId, async (tx) => {
    const [lockedApplication, isConnectable, isSessionAlive, allowed] = await Promise.all([
      lockApplicationForShare(tx, clientId),
      lockConnectableUser(tx, userId),
      lockSessionForShare(tx, userId, session),
      lockConsentForShare(tx, userId, applicationId),
    ])
    if (lockedApplication === null || !isConnectable)
      throw new errors.AccessDenied('the user or the application is disabled')
    // For example, a new password has ended the session and all grants, or has given the session a
    // new id.
    if (!isSessionAlive) throw new errors.LoginRequired('the session has ended')
    if (splitScope(scope).some((name) => !allowed.includes(name)))
      throw new errors.AccessDenied('the user removed the consent')
    const payload = {
      ...{ kind: 'Grant', iat, exp, accountId, clientId, openid: { scope } },
      ...(resources.length > 0 && {
        resources: Object.fromEntries(resources.map((resource) => [resource, scope])),
      }),
    }
    const expiresAt = new Date(exp * 1000)
    await tx.commitWith(saveGrant(tx, { id, applicationId, userId, payload, expiresAt }))
  })
  return id
}

function clientOf(ctx: KoaContextWithOIDC) {
  const { client } = ctx.oidc
  if (client === undefined) throw new TypeError('the library has not found the application')
  return client
}
