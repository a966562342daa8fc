import { suggest } from '../../platform/text/suggest.ts'

/**
 * All scopes, and whether each needs a user: only what concerns no user in particular can be had by an
 * application for itself. Foyer checks those of its own resources; the others are for sibling services,
 * which learn of them by introspection.
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

/** Every scope there is, in the order in which they are told. */
export const scopes = Object.keys(needsUser) as readonly Scope[]

/** Whether there is a scope of that name. */
export const isScope = (name: string): name is Scope => Object.hasOwn(needsUser, name)

/**
 * The scopes of OpenID Connect (Core 1.0, 5.4 and 11). Any application with users may ask for them
 * without being registered for them: the user agrees to what it learns. Some clients ask for
 * `offline_access`; refresh tokens are issued without it too.
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

/** Whether there is an OpenID Connect scope of that name. */
export const isIdentityScope = (name: string): name is IdentityScope =>
  identityScopes.some((known) => known === name)

/** Whether an application may have the scope for itself, without a user. */
export const isApplicationScope = (scope: Scope): boolean => !needsUser[scope]

/** The names in a space-delimited list (RFC 6749, 3.3), each once. */
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
