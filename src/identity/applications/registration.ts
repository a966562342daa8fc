import { Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Message, MessageKey } from '../../platform/i18n/catalogue.ts'
import { addFault } from '../../platform/text/draft.ts'
import { hasForbiddenCharacter, isBlank, normalise } from '../../platform/text/text.ts'
import type {
  Application,
  GrantType,
  KeySet,
  NewApplication,
  RegisteredApplication,
} from './application.ts'
import { isScope, isUserScope, type Scope, unknownScope } from './scopes.ts'

/** @param text what is wrong, for operators */
const invalid = (text: string): Refused => new Refused(refusals.validation_failed, { text })

/** The longest name of an application, in characters. */
export const maxNameLength = 128

/** What is wrong with an application, by the name of the property. */
export type ApplicationFaults = Map<string, Message[]>

/** @throws {Refused} validation_failed, if there are faults */
export function refuseFaults(faults: ApplicationFaults): void {
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
}

/** Fills in the defaults, and checks all properties. @throws {Refused} validation_failed */
export function checkApplication(wanted: NewApplication): RegisteredApplication {
  const faults: ApplicationFaults = new Map()
  const application = readProperties(wanted, faults)
  refuseFaults(faults)
  checkGrants(application)
  checkServiceScopes(application)
  checkAuthentication(application)
  return application
}

/** Fills in the defaults, and collects the faults of single properties. */
export function readProperties(
  wanted: NewApplication,
  faults: ApplicationFaults,
): RegisteredApplication {
  const kind = wanted.kind ?? 'web'
  const authentication = wanted.authentication ?? (kind === 'web' ? 'secret' : 'none')
  const redirectUris = [...new Set(wanted.redirectUris ?? [])]
  const application: RegisteredApplication = {
    name: checkName(wanted.name, faults),
    kind,
    authentication,
    redirectUris,
    postLogoutRedirectUris: [...new Set(wanted.postLogoutRedirectUris ?? [])],
    scopes: [...new Set(wanted.scopes ?? ['read:events'])].map(checkScope),
    grantTypes: wanted.grantTypes ?? defaultGrants(authentication, redirectUris),
    allowMissingPkce: wanted.allowMissingPkce ?? false,
    introspect: wanted.introspect ?? false,
    allowTokenEndpointAudience: wanted.allowTokenEndpointAudience ?? false,
    dpopBoundAccessTokens: wanted.dpopBoundAccessTokens ?? false,
    jwks: wanted.jwks ?? null,
    termsUrl: checkLink('terms_url', wanted.termsUrl, faults),
    privacyUrl: checkLink('privacy_url', wanted.privacyUrl, faults),
  }
  for (const uri of redirectUris) checkRedirectUri(uri, kind, 'redirect_uris', faults)
  for (const uri of application.postLogoutRedirectUris)
    checkRedirectUri(uri, kind, 'post_logout_redirect_uris', faults)
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

function checkName(text: string, faults: ApplicationFaults): string {
  const name = normalise(text)
  const fits = !isBlank(name) && [...name].length <= maxNameLength
  if (!fits || hasForbiddenCharacter(name))
    addFault(faults, 'name', ['application.name', { max: maxNameLength }])
  return name
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

function checkServiceScopes({ scopes, grantTypes }: RegisteredApplication): void {
  const service = scopes.find((scope) => !isUserScope(scope))
  if (service !== undefined && !grantTypes.includes('client_credentials'))
    throw invalid(
      `The scope ${service} needs the client credentials grant, so an application with a secret or a key.`,
    )
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
function checkLink(
  property: string,
  link: string | null | undefined,
  faults: ApplicationFaults,
): string | null {
  if (link === null || link === undefined || link === '') return null
  const url = URL.parse(link)
  const isFine =
    url?.protocol === 'https:' &&
    url.username === '' &&
    url.password === '' &&
    link.length <= maxLinkLength &&
    !hasForbiddenCharacter(link)
  if (!isFine) addFault(faults, property, ['rule.https_url', { max: maxLinkLength }])
  return url?.href ?? null
}

const loopback = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Checks a redirect URI. It must be HTTPS, or HTTP on a loopback address. Native applications may
 * also use a private scheme, and no HTTPS on a loopback address: the library refuses that in every
 * request (RFC 8252, 7).
 */
function checkRedirectUri(
  uri: string,
  kind: Application['kind'],
  property: string,
  faults: ApplicationFaults,
): void {
  const fault = redirectUriFault(uri, kind)
  if (fault !== undefined) addFault(faults, property, [fault, { uri }])
}

function redirectUriFault(uri: string, kind: Application['kind']): RedirectUriFault | undefined {
  const url = URL.parse(uri)
  if (url === null || uri.includes('#') || url.username !== '' || url.password !== '')
    return 'application.redirect_uri.malformed'
  // Redirect URIs are compared exactly, so a pattern would match nothing (RFC 9700, 4.1.3).
  if (url.hostname.includes('*')) return 'application.redirect_uri.pattern'
  if (kind === 'native' && url.protocol === 'https:' && loopback.has(url.hostname))
    return 'application.redirect_uri.loopback'
  if (url.protocol === 'https:' || isLoopback(url)) return undefined
  if (kind !== 'native') return 'application.redirect_uri.https'
  return url.protocol.includes('.') ? undefined : 'application.redirect_uri.native'
}

type RedirectUriFault = Extract<MessageKey, `application.redirect_uri.${string}`>

/** Whether a URL leads to a program on the same device, over HTTP. */
export const isLoopback = ({ protocol, hostname }: URL): boolean =>
  protocol === 'http:' && loopback.has(hostname)
