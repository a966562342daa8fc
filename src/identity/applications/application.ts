import type { Scope } from './scopes.ts'

/** The grants of RFC 6749 that an application can be registered for. */
export const grantTypes = ['client_credentials', 'authorization_code', 'refresh_token'] as const
export type GrantType = (typeof grantTypes)[number]

/** A set of public keys (RFC 7517) that verifies an application's signed assertions (RFC 7523). */
export interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[]
}

/**
 * Why an application is disabled: its owner or an operator did it, or its owner was disabled or is no
 * longer a developer.
 */
export type DisabledReason = 'owner' | 'operator' | 'owner_disabled' | 'owner_not_developer'

/** An OAuth 2.0 client: a program that requests tokens. */
export interface Application {
  readonly id: number
  readonly clientId: string
  readonly name: string
  /** Where it runs: on a server, on a user's device, or in a browser. */
  readonly kind: 'web' | 'native' | 'spa'
  /** How it authenticates. `none` for a public client, which cannot keep a secret. */
  readonly authentication: 'secret' | 'private_key_jwt' | 'none'
  readonly redirectUris: readonly string[]
  /** Where users may be sent after signing out (OpenID Connect RP-Initiated Logout 1.0, 3.1). */
  readonly postLogoutRedirectUris: readonly string[]
  readonly scopes: readonly Scope[]
  readonly grantTypes: readonly GrantType[]
  readonly allowMissingPkce: boolean
  /**
   * Whether it is a resource server, which may introspect access tokens of other applications (RFC
   * 7662).
   */
  readonly introspect: boolean
  /**
   * Whether its signed assertions may have the token endpoint as audience instead of the issuer.
   */
  readonly allowTokenEndpointAudience: boolean
  /** Whether all its tokens are bound to a key (RFC 9449, 5.2). */
  readonly dpopBoundAccessTokens: boolean
  readonly jwks: KeySet | null
  /** The terms and the privacy policy of the application, for users. */
  readonly termsUrl: string | null
  readonly privacyUrl: string | null
  /** The name of its logo, which is stored apart. */
  readonly logo: string | null
  readonly createdAt: Date
  readonly disabledAt: Date | null
  /** Whether a user has registered it, on the pages for developers. */
  readonly selfRegistered: boolean
  /** Null if it is enabled. Only the owner can enable again what the owner has disabled. */
  readonly disabledReason: DisabledReason | null
}

/** The properties to register an application with. Omitted properties get defaults. */
export interface NewApplication {
  readonly name: string
  /** The default is `web`. */
  readonly kind?: Application['kind']
  /** The default is `secret` for `web`, and `none` for other kinds. */
  readonly authentication?: Application['authentication']
  readonly redirectUris?: readonly string[]
  /** Where users may be sent after signing out. */
  readonly postLogoutRedirectUris?: readonly string[]
  /** The default is `read:events`. */
  readonly scopes?: readonly string[]
  /**
   * By default, `client_credentials` if the application authenticates, and `authorization_code` and
   * `refresh_token` if it has redirect URIs.
   */
  readonly grantTypes?: readonly GrantType[]
  /** For applications that do not support PKCE. */
  readonly allowMissingPkce?: boolean
  /** For resource servers, which introspect the access tokens that they receive. */
  readonly introspect?: boolean
  /** For applications whose signed assertions have the token endpoint as audience. */
  readonly allowTokenEndpointAudience?: boolean
  /** For applications all of whose tokens must be bound to a key. */
  readonly dpopBoundAccessTokens?: boolean
  readonly jwks?: KeySet | null
  /** The https URLs of its terms and its privacy policy. */
  readonly termsUrl?: string | null
  readonly privacyUrl?: string | null
  /** The file of its logo: PNG or WebP. */
  readonly logoFile?: Uint8Array | null
}

export type RegisteredApplication = Omit<Required<NewApplication>, 'scopes' | 'logoFile'> & {
  readonly scopes: readonly Scope[]
}
