import type { IdentityScope } from '../../applications/scopes.ts'

/** What applications may learn of a user (OpenID Connect Core 1.0, 5.1). What is null is not told. */
export interface UserClaims {
  readonly name?: string | null
  /** A language tag (BCP 47). */
  readonly locale?: string | null
  readonly email?: string | null
  readonly email_verified?: boolean
  readonly phone_number?: string | null
  readonly address?: AddressClaim | null
}

/** OpenID Connect Core 1.0, 5.1.1. */
export interface AddressClaim {
  readonly formatted?: string
  readonly street_address?: string
  readonly locality?: string
  readonly region?: string
  readonly postal_code?: string
  readonly country?: string
}

/** Tells what there is to know of a user; undefined where there is none (any more). */
export type ClaimsOf = (userId: number) => Promise<UserClaims | undefined>

/** What each scope of OpenID Connect Core 1.0, 5.4 lets an application learn. */
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

/** The claims that these scopes let an application learn. */
export function pickClaims(
  userId: number,
  claims: UserClaims,
  scopes: ReadonlySet<string>,
): Record<string, unknown> {
  const told = new Set<string>(
    Object.entries(claimsOfScope).flatMap(([scope, names]) => (scopes.has(scope) ? names : [])),
  )
  const known = { sub: String(userId), ...claims }
  return Object.fromEntries(
    Object.entries(known).filter(([name, value]) => told.has(name) && value != null),
  )
}
