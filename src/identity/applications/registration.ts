import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { hasForbiddenCharacter, normalise } from '../../platform/text/text.ts'
import type {
  Application,
  GrantType,
  KeySet,
  NewApplication,
  RegisteredApplication,
} from './application.ts'
import { isScope, type Scope, unknownScope } from './scopes.ts'

/** @param text what is wrong, for operators */
const invalid = (text: string): Refused => new Refused(refusals.validation_failed, { text })

const longestName = 128

/** Fills in what was not said, and checks the whole. @throws {Refused} validation_failed */
export function checkApplication(wanted: NewApplication): RegisteredApplication {
  const kind = wanted.kind ?? 'web'
  const authentication = wanted.authentication ?? (kind === 'web' ? 'secret' : 'none')
  const redirectUris = [...new Set(wanted.redirectUris ?? [])]
  const application: RegisteredApplication = {
    name: checkName(wanted.name),
    kind,
    authentication,
    redirectUris,
    postLogoutRedirectUris: [...new Set(wanted.postLogoutRedirectUris ?? [])],
    scopes: [...new Set(wanted.scopes ?? ['read:events'])].map(checkScope),
    grantTypes: wanted.grantTypes ?? usualGrants(authentication, redirectUris),
    allowMissingPkce: wanted.allowMissingPkce ?? false,
    introspect: wanted.introspect ?? false,
    allowTokenEndpointAudience: wanted.allowTokenEndpointAudience ?? false,
    jwks: wanted.jwks ?? null,
  }
  checkGrants(application)
  checkAuthentication(application)
  for (const uri of [...redirectUris, ...application.postLogoutRedirectUris])
    checkRedirectUri(uri, kind)
  return application
}

function usualGrants(
  authentication: Application['authentication'],
  redirectUris: readonly string[],
): GrantType[] {
  const own: GrantType[] = authentication === 'none' ? [] : ['client_credentials']
  const users: GrantType[] = redirectUris.length > 0 ? ['authorization_code', 'refresh_token'] : []
  return [...own, ...users]
}

function checkName(text: string): string {
  const name = normalise(text)
  if (name !== '' && [...name].length <= longestName && !hasForbiddenCharacter(name)) return name
  throw invalid(
    `An application's name has 1 to ${longestName} characters, none of them a control character.`,
  )
}

function checkScope(name: string): Scope {
  if (isScope(name)) return name
  throw invalid(unknownScope(name))
}

function checkGrants({
  grantTypes,
  redirectUris,
  postLogoutRedirectUris,
  authentication,
}: RegisteredApplication): void {
  if (grantTypes.length === 0)
    throw invalid('An application that can keep no secret needs a redirect URI.')
  if (grantTypes.includes('client_credentials') && authentication === 'none')
    throw invalid('Client credentials are for applications that can keep a secret.')
  if (grantTypes.includes('refresh_token') && !grantTypes.includes('authorization_code'))
    throw invalid('Refresh tokens come with the authorization code grant.')
  if (grantTypes.includes('authorization_code') !== redirectUris.length > 0)
    throw invalid('Redirect URIs and the authorization code grant need each other.')
  if (postLogoutRedirectUris.length > 0 && redirectUris.length === 0)
    throw invalid('Users who never sign in cannot be sent back after signing out.')
}

function checkAuthentication({
  kind,
  authentication,
  allowMissingPkce,
  introspect,
  allowTokenEndpointAudience,
  jwks,
}: RegisteredApplication): void {
  if (kind === 'spa' && authentication !== 'none')
    throw invalid('An application in a browser can keep no secret.')
  if (allowMissingPkce && authentication === 'none')
    throw invalid('PKCE may be missing only where there is a secret.')
  if (introspect && authentication === 'none')
    throw invalid('Only an application with a secret or a key can be a resource server.')
  if (allowTokenEndpointAudience && authentication !== 'private_key_jwt')
    throw invalid(
      'Only an application with private_key_jwt can name the token endpoint as audience.',
    )
  if ((authentication === 'private_key_jwt') !== (jwks !== null))
    throw invalid('A key set goes with private_key_jwt, and private_key_jwt with one.')
  if (jwks !== null && (jwks.keys.length === 0 || jwks.keys.some(holdsSecret)))
    throw invalid('A key set holds public keys, and at least one.')
}

const holdsSecret = (key: KeySet['keys'][number]): boolean =>
  key.kty === 'oct' || 'd' in key || 'k' in key || 'priv' in key

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/** HTTPS, or HTTP on the own machine; a native one may also have a scheme of its own (RFC 8252, 7). */
function checkRedirectUri(uri: string, kind: Application['kind']): void {
  const url = URL.parse(uri)
  if (url === null || uri.includes('#') || url.username !== '' || url.password !== '')
    throw invalid(`"${uri}" is no redirect URI: absolute, without a fragment or user.`)
  if (url.protocol === 'https:') return
  if (url.protocol === 'http:' && loopback.has(url.hostname)) return
  if (kind === 'native' && url.protocol.includes('.')) return
  throw invalid(
    `"${uri}" must be https, or http on the own machine${kind === 'native' ? ', or a scheme with a dot such as com.example.app' : ''}.`,
  )
}
