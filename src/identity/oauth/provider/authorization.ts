import { errors, type Grant, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider'
import { systemClock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import { newId } from '../../../platform/secrets/secrets.ts'
import { lockApplicationForShare } from '../../applications/applications.ts'
import { isIdentityScope, isScope, splitScope } from '../../applications/scopes.ts'
import { findConsent, lockConsentForShare } from '../../consents/consents.ts'
import { lockUserForShare } from '../../credentials/credentials.ts'
import { lockSessionForShare } from '../../sessions/sessions.ts'
import { grantTtlSeconds, saveGrant } from '../tokens/tokens.ts'

/*
 * Where the library, left alone, would decide otherwise about an authorization: scopes that are unknown or not
 * asked for, and what an earlier consent is worth.
 */

/**
 * Settles the scopes that are asked for (RFC 6749, 3.3): with none, all that the application is registered for;
 * with one that is unknown, `invalid_scope`. What it is not registered for, the library refuses.
 */
export function settleScope(ctx: KoaContextWithOIDC): void {
  const params = ctx.oidc.params as { scope?: string }
  // By now the library has taken out of its own parameter what it does not know.
  const sent = ctx.query.scope ?? (ctx.oidc.body as { scope?: string } | undefined)?.scope
  const asked = splitScope(String(sent ?? params.scope ?? ''))
  const unknown = asked.find((name) => !isScope(name) && !isIdentityScope(name))
  if (unknown !== undefined) throw new errors.InvalidScope('a scope is unknown', unknown)
  if (asked.length === 0)
    params.scope = splitScope(clientOf(ctx).scope ?? '')
      .filter(isScope)
      .join(' ')
}

/**
 * The grant of this authorization as far as it may go: what is asked for and has been allowed before. It is
 * not saved until nothing more has to be asked, by `grantedPrompt`.
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
    if (scope !== '') grant.addOIDCScope(scope)
    return grant
  }

/** What the user may have to be asked: to sign in, to agree. */
export function policyOf(db: Database): interactionPolicy.DefaultPolicy {
  const policy = interactionPolicy.base()
  // Who is to choose an account does so by signing in: there is no list of them.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0)
  policy.add(grantedPrompt(db))
  return policy
}

/**
 * The last of the prompts never asks anything: it is reached when all is settled, and makes the grant. Each authorization
 * has one of its own, so that a stolen token takes one device down with it and not all.
 */
function grantedPrompt(db: Database): interactionPolicy.Prompt {
  const { Check, Prompt } = interactionPolicy
  return new Prompt(
    { name: 'grant', requestable: false },
    new Check('not_granted', 'the grant could not be made', async (ctx) => {
      const { grant, session } = ctx.oidc
      if (grant === undefined || session === undefined) throw new errors.AccessDenied()
      const client = clientOf(ctx)
      const ttlSeconds = grantTtlSeconds(client.grantTypeAllowed('refresh_token'))
      const of = { applicationId: Number(client.application_id), session: session.uid }
      grant.jti = await makeGrant(db, grant, of, ttlSeconds)
      session.grantIdFor(client.clientId, grant.jti)
      return Check.NO_NEED_TO_PROMPT
    }),
  )
}

/**
 * @throws {AccessDenied} where user, session, application or consent have ended meanwhile
 */
async function makeGrant(
  db: Database,
  grant: Grant,
  { applicationId, session }: { readonly applicationId: number; readonly session: string },
  ttlSeconds: number,
): Promise<string> {
  const { accountId = '', clientId = '' } = grant
  const userId = Number(accountId)
  const scope = grant.getOIDCScope()
  const id = newId()
  const iat = Math.floor(systemClock.now() / 1000)
  const exp = iat + ttlSeconds
  await db.transactionFor(userId, async (tx) => {
    const [held, version, isAlive, allowed] = await Promise.all([
      lockApplicationForShare(tx, clientId),
      lockUserForShare(tx, userId),
      lockSessionForShare(tx, userId, session),
      lockConsentForShare(tx, userId, applicationId),
    ])
    if (held === null || version === undefined)
      throw new errors.AccessDenied('the user or the application is disabled')
    // A new password has ended it, say, and all grants that there were.
    if (!isAlive) throw new errors.AccessDenied('the session has ended')
    if (splitScope(scope).some((name) => !allowed.includes(name)))
      throw new errors.AccessDenied('the user removed the consent')
    const payload = { kind: 'Grant', iat, exp, accountId, clientId, openid: { scope } }
    const expiresAt = new Date(exp * 1000)
    await tx.commitWith(saveGrant(tx, { id, applicationId, userId, payload, expiresAt }))
  })
  return id
}

function clientOf(ctx: KoaContextWithOIDC) {
  const { client } = ctx.oidc
  if (client === undefined) throw new TypeError('the application is known by now')
  return client
}
