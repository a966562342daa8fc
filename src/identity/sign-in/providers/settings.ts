import type { KeyObject } from 'node:crypto'

/** How this service proves to a provider who it is. */
export type ClientSecret =
  | { readonly kind: 'fixed'; readonly value: string }
  /** Apple: a token that is signed with a key of the team. The responses arrive as forms. */
  | {
      readonly kind: 'apple'
      readonly teamId: string
      readonly keyId: string
      readonly key: KeyObject
    }

/** An OpenID Connect provider that users can sign in with. */
export interface ProviderSettings {
  /** The short name, which is part of URLs. */
  readonly id: string
  /** The name on buttons. */
  readonly name: string
  /** The issuer. Its metadata is found by discovery. */
  readonly issuer: string
  readonly clientId: string
  readonly secret: ClientSecret
  /** The scopes to ask for, if not those of a sign-in. */
  readonly scope?: string
  /** Whether the provider is PayPal, which departs from OpenID Connect. */
  readonly isPayPal?: boolean
}

/** What must come back from the provider to the browser that was sent there. */
export interface Expected {
  readonly state: string
  readonly nonce: string
  /** The verifier of PKCE (RFC 7636). */
  readonly verifier: string
}
