import type { Message } from '../../../platform/i18n/catalogue.ts'
import { addFault } from '../../../platform/text/draft.ts'
import type { Application, NewApplication } from '../../applications/applications.ts'
import {
  type ApplicationFaults,
  isLoopback,
  readProperties,
  refuseFaults,
} from '../../applications/registration.ts'
import { isApplicationScope, type Scope } from '../../applications/scopes.ts'
import type { DeveloperDeps } from './developers.ts'
import { isOfOneScript, lookOf, looksLikeService } from './look-alike.ts'

/**
 * The types of application that a developer can register. The type determines the kind, the secret
 * and the grants.
 */
export const applicationTypes = ['web', 'spa', 'native', 'server'] as const
export type ApplicationType = (typeof applicationTypes)[number]

/** The properties that developers choose. Everything else is up to operators. */
export interface OwnApplication {
  readonly type: ApplicationType
  readonly name: string
  readonly redirectUris: readonly string[]
  /** Where users may return after signing out. If absent, nothing changes. */
  readonly postLogoutRedirectUris?: readonly string[]
  readonly scopes: readonly Scope[]
  /** Null if there is none. */
  readonly termsUrl?: string | null
  readonly privacyUrl?: string | null
}

/** The scopes that developers may choose. Those of sibling services need an operator. */
export const ownScopes = [
  'read:events',
  'read:user',
  'write:user',
  'read:webhooks',
  'write:webhooks',
] as const satisfies readonly Scope[]

/** The type of an application. One without redirect URIs has no users, and runs on a server. */
export const typeOf = ({ kind, redirectUris }: Application): ApplicationType =>
  kind === 'web' && redirectUris.length === 0 ? 'server' : kind

type UriProperty = 'redirect_uris' | 'post_logout_redirect_uris'

const maxRedirectUris = 10
const maxUriLength = 512

type RuleDeps = Pick<DeveloperDeps, 'serviceName' | 'authUrl' | 'allowLoopback'>

/**
 * Checks an application of a developer by the rules of all applications and by those of
 * applications that nobody has reviewed.
 * @param reserved names of applications that operators have registered
 * @param before the application that changes, if it exists
 * @returns what to register
 * @throws {Refused} validation_failed, with all faults
 */
export function checkOwnApplication(
  deps: RuleDeps,
  own: OwnApplication,
  reserved: readonly string[],
  before?: Application,
): NewApplication {
  const { type, name, redirectUris, scopes, termsUrl = null, privacyUrl = null } = own
  const faults: ApplicationFaults = new Map()
  if (name !== before?.name) checkName(deps, name, reserved, faults)
  if (type === 'server') {
    if (redirectUris.length > 0)
      addFault(faults, 'redirect_uris', ['application.redirect_uris.server'])
  } else if (redirectUris.length === 0)
    addFault(faults, 'redirect_uris', ['application.redirect_uris.missing'])
  const kept = before?.postLogoutRedirectUris ?? []
  const checkUris = (property: UriProperty, uris: readonly string[], known: readonly string[]) => {
    const refuse = (message: Message): void => addFault(faults, property, message)
    if (uris.length > maxRedirectUris) {
      refuse(['application.redirect_uris.most', { max: maxRedirectUris }])
      // A form can have thousands. They are not checked one by one.
      return []
    }
    for (const uri of uris) if (!known.includes(uri)) checkRedirectUri(deps, type, uri, refuse)
    return uris
  }
  const allowed = type === 'server' ? scopes.filter(isApplicationScope) : scopes
  const granted = (before?.scopes ?? []).filter((scope) => !isOwnScope(scope))
  const chosen = allowed.filter(isOwnScope)
  if (chosen.length === 0) addFault(faults, 'scopes', ['application.scopes'])
  const wanted: NewApplication = {
    name,
    kind: type === 'server' ? 'web' : type,
    redirectUris: checkUris('redirect_uris', redirectUris, before?.redirectUris ?? []),
    postLogoutRedirectUris: checkUris(
      'post_logout_redirect_uris',
      type === 'server' ? [] : (own.postLogoutRedirectUris ?? kept),
      kept,
    ),
    scopes: [...chosen, ...granted],
    termsUrl,
    privacyUrl,
  }
  readProperties(wanted, faults)
  refuseFaults(faults)
  return wanted
}

const isOwnScope = (scope: Scope): boolean => ownScopes.some((own) => own === scope)

function checkName(
  { serviceName }: RuleDeps,
  name: string,
  reserved: readonly string[],
  faults: ApplicationFaults,
): void {
  const look = lookOf(name)
  if (look === '') addFault(faults, 'name', ['application.name.letters'])
  else if (looksLikeService(name, serviceName))
    addFault(faults, 'name', ['application.name.service', { service: serviceName }])
  else if (!isOfOneScript(name)) addFault(faults, 'name', ['application.name.script'])
  else if (reserved.some((other) => lookOf(other) === look))
    addFault(faults, 'name', ['application.name.taken'])
}

function checkRedirectUri(
  { authUrl, allowLoopback }: RuleDeps,
  type: ApplicationType,
  uri: string,
  refuse: (message: Message) => void,
): void {
  const url = URL.parse(uri)
  if (uri.length > maxUriLength) refuse(['application.redirect_uris.long', { max: maxUriLength }])
  // A redirect to a page of this service would show the code to whoever can read that page.
  else if (url?.origin === new URL(authUrl).origin)
    refuse(['application.redirect_uris.service', { uri }])
  else if (url !== null && isLoopback(url) && type !== 'native' && !allowLoopback)
    refuse(['application.redirect_uris.loopback', { uri }])
}
