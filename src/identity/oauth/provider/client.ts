import type { Adapter, ClientMetadata, KoaContextWithOIDC } from 'oidc-provider'
import type { Queryable } from '../../../platform/database/db.ts'
import { newSecret } from '../../../platform/secrets/secrets.ts'
import { type Application, findApplication } from '../../applications/applications.ts'
import { identityScopes } from '../../applications/scopes.ts'
import { alreadyRead } from './already-read.ts'

/** The properties of an application that this service adds to those of the library. */
export const ownMetadata = [
  'application_id',
  'allow_missing_pkce',
  'may_introspect',
  'allow_token_endpoint_audience',
] as const

/** How responses are sent through the browser. */
export const responseModes: readonly string[] = ['query', 'fragment', 'form_post']

/**
 * The library's name for `form_post` (OAuth 2.0 Form Post Response Mode). The library's own mode of
 * that name writes a page with a script in it, and cannot be replaced.
 */
export const formMode = 'foyer_form_post'

/**
 * Answers with the form as a value. This service writes the page. A native application, which may
 * not ask for a form, learns so in a query.
 */
export function answerForm(
  ctx: KoaContextWithOIDC,
  action: string,
  fields: Readonly<Record<string, unknown>>,
): void {
  if (ctx.oidc.client?.applicationType === 'native') {
    const url = new URL(action)
    for (const [name, value] of Object.entries(fields)) url.searchParams.set(name, String(value))
    ctx.status = 303
    ctx.redirect(url.href)
  } else {
    ctx.status = 200
    ctx.body = { form: { action, fields } }
  }
}

const methods = {
  secret: 'client_secret_basic',
  private_key_jwt: 'private_key_jwt',
  none: 'none',
} as const satisfies Record<Application['authentication'], string>

/**
 * Stands for the secret of every application that has proved its secret. The database has only
 * hashes of secrets, and the library compares secrets. So this service compares the hash, and then
 * gives the library this value, which nobody else knows.
 */
export const secretInProof = newSecret()

/** An application as the client metadata (RFC 7591, 2) that the library reads. */
function clientMetadata(application: Application): ClientMetadata {
  const takesUsers = application.grantTypes.includes('authorization_code')
  const scope = [...(takesUsers ? identityScopes : []), ...application.scopes].join(' ')
  return {
    client_id: application.clientId,
    application_id: application.id,
    client_name: application.name,
    application_type: application.kind === 'native' ? 'native' : 'web',
    redirect_uris: application.redirectUris,
    post_logout_redirect_uris: application.postLogoutRedirectUris,
    response_types: takesUsers ? ['code'] : [],
    // A form does not reach the scheme of a native application.
    response_modes: ['query', 'fragment', ...(application.kind === 'native' ? [] : [formMode])],
    grant_types: application.grantTypes,
    // The library refuses an application with an empty scope.
    ...(scope !== '' && { scope }),
    token_endpoint_auth_method: methods[application.authentication],
    ...(application.authentication === 'secret' && { client_secret: secretInProof }),
    ...(application.jwks !== null && { jwks: application.jwks }),
    dpop_bound_access_tokens: application.dpopBoundAccessTokens,
    allow_missing_pkce: application.allowMissingPkce,
    may_introspect: application.introspect,
    allow_token_endpoint_audience: application.allowTokenEndpointAudience,
  }
}

/**
 * The storage from which the library reads applications. It cannot write: applications are
 * registered elsewhere.
 */
export function applicationAdapter(db: Queryable): Adapter {
  return {
    async find(clientId) {
      const known = alreadyRead().application
      const found =
        known?.application.clientId === clientId ? known : await findApplication(db, clientId)
      return found === null ? undefined : clientMetadata(found.application)
    },
    ...readOnly,
  }
}

const refuse = async (): Promise<never> => {
  throw new TypeError('the library must not write applications')
}
const readOnly = {
  upsert: refuse,
  findByUserCode: refuse,
  findByUid: refuse,
  consume: refuse,
  destroy: refuse,
  revokeByGrantId: refuse,
}
