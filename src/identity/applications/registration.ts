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
import { wrongProperty } from './wrong-property.ts'

/** @param text what is wrong, for operators */
const invalid = (text: string): Refused => new Refused(refusals.validation_failed, { text })

const maxNameLength = 128

/** Fills in the defaults, and checks all properties. @throws {Refused} validation_failed */
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
    grantTypes: wanted.grantTypes ?? defaultGrants(authentication, redirectUris),
    allowMissingPkce: wanted.allowMissingPkce ?? false,
    introspect: wanted.introspect ?? false,
    allowTokenEndpointAudience: wanted.allowTokenEndpointAudience ?? false,
    jwks: wanted.jwks ?? null,
    termsUrl: checkLink('terms_url', wanted.termsUrl),
    privacyUrl: checkLink('privacy_url', wanted.privacyUrl),
  }
  checkGrants(application)
  checkAuthentication(application)
  for (const uri of [...redirectUris, ...application.postLogoutRedirectUris])
    checkRedirectUri(uri, kind)
  return application
}

function defaultGrants(
  authentication: Application['authentication'],
  redirectUris: readonly string[],
): GrantType[] {
  const own: GrantType[] = authentication === 'none' ? [] : ['client_credentials']
  const users: GrantType[] = redirectUris.length > 0 ? ['authorization_code', 'refresh_token'] : []
  return [...own, ...users]
}

function checkName(text: string): string {
  const name = normalise(text)
  if (name !== '' && [...name].length <= maxNameLength && !hasForbiddenCharacter(name)) return name
  throw invalid(
    `The name of an application must be 1 to ${maxNameLength} characters long, without control characters.`,
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
    throw invalid('An application that cannot keep a secret needs a redirect URI.')
  if (grantTypes.includes('client_credentials') && authentication === 'none')
    throw invalid('The client credentials grant is only for applications that can keep a secret.')
  if (grantTypes.includes('refresh_token') && !grantTypes.includes('authorization_code'))
    throw invalid('The refresh token grant also needs the authorization code grant.')
  if (grantTypes.includes('authorization_code') !== redirectUris.length > 0)
    throw invalid(
      'The authorization code grant needs a redirect URI, and a redirect URI needs the authorization code grant.',
    )
  if (postLogoutRedirectUris.length > 0 && redirectUris.length === 0)
    throw invalid('A post-logout redirect URI needs the authorization code grant.')
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
    throw invalid('An application that runs in a browser cannot keep a secret.')
  if (allowMissingPkce && authentication === 'none')
    throw invalid('Only an application with a secret can omit PKCE.')
  if (introspect && authentication === 'none')
    throw invalid('Only an application with a secret or a key can be a resource server.')
  if (allowTokenEndpointAudience && authentication !== 'private_key_jwt')
    throw invalid(
      'Only an application with private_key_jwt can use the token endpoint as the audience.',
    )
  if ((authentication === 'private_key_jwt') !== (jwks !== null))
    throw invalid('The method private_key_jwt needs a key set, and only this method can have one.')
  if (jwks !== null && (jwks.keys.length === 0 || jwks.keys.some(holdsSecret)))
    throw invalid('A key set must contain at least one key, and only public keys.')
}

const holdsSecret = (key: KeySet['keys'][number]): boolean =>
  key.kty === 'oct' || 'd' in key || 'k' in key || 'priv' in key

const maxLinkLength = 1024

/** Checks the URL of a page for users. The empty text counts as no link. */
function checkLink(property: string, link: string | null | undefined): string | null {
  if (link === null || link === undefined || link === '') return null
  const url = URL.parse(link)
  const isFine =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    link.length <= maxLinkLength &&
    !hasForbiddenCharacter(link)
  if (!isFine) throw wrongProperty(property, ['rule.https_url', { max: maxLinkLength }])
  return url.href
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Checks a redirect URI. It must be HTTPS, or HTTP on a loopback address. Native applications may
 * also use a private scheme (RFC 8252, 7).
 */
function checkRedirectUri(uri: string, kind: Application['kind']): void {
  const url = URL.parse(uri)
  if (url === null || uri.includes('#') || url.username !== '' || url.password !== '')
    throw invalid(
      `"${uri}" is not a valid redirect URI. It must be absolute, without a fragment and without credentials.`,
    )
  if (url.protocol === 'https:') return
  if (url.protocol === 'http:' && loopback.has(url.hostname)) return
  if (kind === 'native' && url.protocol.includes('.')) return
  throw invalid(
    `"${uri}" must be an https URL, or an http URL on localhost${kind === 'native' ? ', or have a scheme with a dot such as com.example.app' : ''}.`,
  )
}
