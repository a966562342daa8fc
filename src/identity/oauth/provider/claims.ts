import type { IdentityScope } from '../../applications/scopes.ts'

/** The claims about a user (OpenID Connect Core 1.0, 5.1). Claims that are null are left out. */
export interface UserClaims {
  readonly name?: string | null
  /** A language tag (BCP 47). */
  readonly locale?: string | null
  readonly email?: string | null
  readonly email_verified?: boolean
  readonly phone_number?: string | null
  readonly address?: AddressClaim | null
}

/** The address claim (OpenID Connect Core 1.0, 5.1.1). */
export interface AddressClaim {
  readonly formatted?: string
  readonly street_address?: string
  readonly locality?: string
  readonly region?: string
  readonly postal_code?: string
  readonly country?: string
}

/** Finds the claims about a user. Undefined if the user does not exist or is disabled. */
export type ClaimsOf = (userId: number) => Promise<UserClaims | undefined>

/** The claims that each scope gives access to (OpenID Connect Core 1.0, 5.4). */
export const claimsOfScope = {
  openid: ['sub'],
  profile: ['name', 'locale'],
  email: ['email', 'email_verified'],
  phone: ['phone_number'],
  address: ['address'],
} as const satisfies Record<
  Exclude<IdentityScope, 'offline_access'>,
  readonly ('sub' | keyof UserClaims)[]
>

/** Selects the claims that the scopes give access to. */
export function pickClaims(
  userId: number,
  claims: UserClaims,
  scopes: ReadonlySet<string>,
): Record<string, unknown> {
  const allowed = new Set<string>(
    Object.entries(claimsOfScope).flatMap(([scope, names]) => (scopes.has(scope) ? names : [])),
  )
  const all = { sub: String(userId), ...claims }
  return Object.fromEntries(
    Object.entries(all).filter(([name, value]) => allowed.has(name) && value != null),
  )
}
