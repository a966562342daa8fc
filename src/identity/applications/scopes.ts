import { hintAt, suggest } from '../../platform/text/suggest.ts'

/**
 * All scopes, and whose tokens may have them: a user's, an application's own, or both. An
 * application may have a scope without a user only if it gives no access to a user's data, or if an
 * operator has registered the application as one of the marketplace's own services. Foyer checks
 * the scopes of its own resources. The other scopes are for sibling services, which read them by
 * introspection.
 */
const holders = {
  'read:events': 'both',
  'read:user': 'user',
  'write:user': 'user',
  'read:webhooks': 'user',
  'write:webhooks': 'user',
  'read:payment': 'user',
  'read:sales': 'user',
  'write:sales': 'user',
  'read:sellerlistings': 'user',
  'write:sellerlistings': 'user',
  'write:purchases': 'user',
  'write:requestedevents': 'user',
  'read:charge': 'service',
  'read:payout': 'service',
} as const satisfies Record<string, 'user' | 'both' | 'service'>

export type Scope = keyof typeof holders

/** The scopes of the marketplace's own services. No user can allow them. */
export type ServiceScope = {
  [S in Scope]: (typeof holders)[S] extends 'service' ? S : never
}[Scope]

/** The scopes that a user can allow. */
export type UserScope = Exclude<Scope, ServiceScope>

/** All scopes, in the order in which they are shown. */
export const scopes = Object.keys(holders) as readonly Scope[]

/** Whether a name is a known scope. */
export const isScope = (name: string): name is Scope => Object.hasOwn(holders, name)

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
export const isApplicationScope = (scope: Scope): boolean => holders[scope] !== 'user'

/** Whether a user can allow the scope. */
export const isUserScope = (scope: Scope): scope is UserScope => holders[scope] !== 'service'

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

/** What a person most likely meant by an unknown scope. It does not repeat the name. */
export function scopeHint(name: string, known: readonly string[]): string {
  return name.includes(',') ? 'Put spaces between scopes, not commas.' : hintAt(name, known)
}
