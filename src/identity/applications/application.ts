import type { Scope } from './scopes.ts'

/** The grants of RFC 6749 that an application can be registered for. */
export type GrantType = 'client_credentials' | 'authorization_code' | 'refresh_token'

/** A public key set (RFC 7517) with which an application proves who it is (RFC 7523). */
export interface KeySet {
  readonly keys: readonly Readonly<Record<string, unknown>>[]
}

/** A program that asks for tokens: an OAuth 2.0 client. */
export interface Application {
  readonly id: number
  readonly clientId: string
  readonly name: string
  /** Where it runs: on a server, on a user's device, or in a browser. */
  readonly kind: 'web' | 'native' | 'spa'
  /** How it proves who it is; `none` for one that can keep no secret (a public client). */
  readonly authentication: 'secret' | 'private_key_jwt' | 'none'
  readonly redirectUris: readonly string[]
  /** Where users may be sent after signing out (OpenID Connect RP-Initiated Logout 1.0, 3.1). */
  readonly postLogoutRedirectUris: readonly string[]
  readonly scopes: readonly Scope[]
  readonly grantTypes: readonly GrantType[]
  readonly allowMissingPkce: boolean
  /** Whether it is a resource server: it may ask about access tokens of other applications (RFC 7662). */
  readonly introspect: boolean
  /** Whether its signed assertions may name the token endpoint as audience, in place of the issuer. */
  readonly allowTokenEndpointAudience: boolean
  readonly jwks: KeySet | null
  readonly createdAt: Date
  readonly disabledAt: Date | null
}

/** What is said to register an application; the rest follows from it. */
export interface NewApplication {
  readonly name: string
  /** `web` unless said. */
  readonly kind?: Application['kind']
  /** `secret` on a server, `none` elsewhere, unless said. */
  readonly authentication?: Application['authentication']
  readonly redirectUris?: readonly string[]
  /** Where users may be sent after signing out. */
  readonly postLogoutRedirectUris?: readonly string[]
  /** `read:events` unless said. */
  readonly scopes?: readonly string[]
  /** For itself where it can keep a secret, for users where it has redirect URIs, unless said. */
  readonly grantTypes?: readonly GrantType[]
  /** For applications that send no PKCE challenge and can be taught none. */
  readonly allowMissingPkce?: boolean
  /** For resource servers, which ask about the access tokens that they receive. */
  readonly introspect?: boolean
  /** For applications whose signed assertions name the token endpoint as audience and cannot be changed. */
  readonly allowTokenEndpointAudience?: boolean
  readonly jwks?: KeySet | null
}

export type RegisteredApplication = Omit<Required<NewApplication>, 'scopes'> & {
  readonly scopes: readonly Scope[]
}
