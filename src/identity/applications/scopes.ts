import { suggest } from '../../platform/text/suggest.ts'

/**
 * All scopes, and whether each needs a user. An application can get a scope without a user only if
 * the scope gives no access to a user's data. Foyer checks the scopes of its own resources. The
 * other scopes are for sibling services, which read them by introspection.
 */
const needsUser = {
  'read:events': false,
  'read:user': true,
  'write:user': true,
  'read:webhooks': true,
  'write:webhooks': true,
  'read:payment': true,
  'read:sales': true,
  'write:sales': true,
  'read:sellerlistings': true,
  'write:sellerlistings': true,
  'write:purchases': true,
  'write:requestedevents': true,
} as const satisfies Record<string, boolean>

export type Scope = keyof typeof needsUser

/** All scopes, in the order in which they are shown. */
export const scopes = Object.keys(needsUser) as readonly Scope[]

/** Whether a name is a known scope. */
export const isScope = (name: string): name is Scope => Object.hasOwn(needsUser, name)

/**
 * The scopes of OpenID Connect (Core 1.0, 5.4 and 11). Every application with users may request
 * them without registration, because the user consents to them. Some clients request
 * `offline_access`. Refresh tokens are issued without it too.
 */
export const identityScopes = [
  'openid',
  'profile',
  'email',
  'phone',
  'address',
  'offline_access',
] as const

export type IdentityScope = (typeof identityScopes)[number]

/** Whether a name is an OpenID Connect scope. */
export const isIdentityScope = (name: string): name is IdentityScope =>
  identityScopes.some((known) => known === name)

/** Whether an application may have the scope without a user. */
export const isApplicationScope = (scope: Scope): boolean => !needsUser[scope]

/** Splits a space-delimited list of scopes (RFC 6749, 3.3), and removes duplicates. */
export const splitScope = (list: string): readonly string[] => [
  ...new Set(list.split(' ').filter((name) => name !== '')),
]

/** The message for an unknown scope. */
export function unknownScope(name: string): string {
  const meant = suggest(name, scopes)
  const hint =
    meant === undefined ? `Known scopes: ${scopes.join(', ')}.` : `Did you mean "${meant}"?`
  return `Unknown scope "${name}". ${hint}`
}
