import type { Unavailable } from '../../../platform/database/db.ts'
import {
  defineRefusals,
  type Refusal,
  Refused,
  refusals,
} from '../../../platform/errors/refusals.ts'

/**
 * The error codes of these endpoints: those of RFC 6749, 5.2, RFC 6750, 3.1, and RFC 7009, 2.2.1,
 * those of pushed requests, and two for failures of the server.
 */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_target'
  | 'invalid_dpop_proof'
  | 'use_dpop_nonce'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'unsupported_token_type'
  | 'unsupported_response_type'
  | 'unsupported_response_mode'
  | keyof typeof unsupportedParameters
  | 'temporarily_unavailable'
  | 'server_error'

/** The codes for parameters that Foyer does not take, and their descriptions. */
export const unsupportedParameters = {
  request_not_supported: 'The parameter "request" is not supported. Send its parameters.',
  request_uri_not_supported: 'The parameter "request_uri" takes only a URI of a pushed request.',
  registration_not_supported: 'The parameter "registration" is not supported.',
} as const

const shown = {
  message: 'page.text.application_request',
  page: 'application_request',
} as const

/**
 * The mistakes of applications (RFC 6749, 4.1.2.1 and 5.2). Each error gets a specific text in
 * English.
 */
export const oauthRefusals = defineRefusals({
  invalid_request: { status: 400, ...shown },
  invalid_client: { status: 401, ...shown },
  invalid_scope: { status: 400, ...shown },
  /** RFC 8707, 2. */
  invalid_target: { status: 400, ...shown },
  /** RFC 9449, 5. */
  invalid_dpop_proof: { status: 400, ...shown },
  /** The application was disabled while its user was signing in. */
  unauthorized_client: { status: 400, ...shown },
  /** The database did not say whether a code or refresh token was exchanged. */
  server_error: { status: 500, ...shown },
})

/** @param text what is wrong, for the developers of the application */
export const invalidRequest = (text: string): Refused =>
  new Refused(oauthRefusals.invalid_request, { text, mistake: `invalid_request: ${text}` })

/** The description for an application whose tokens must be bound to a key. */
export const proofMissing =
  'The tokens of this application are bound to a key. Send a proof in the header DPoP (RFC 9449).'

/** The description for a resource that is not registered. */
export const unknownResource = 'The resource is unknown. Send the URL of a registered service.'

/** @param text what is wrong with a resource, for the developers of the application */
export const invalidTarget = (text = unknownResource): Refused =>
  new Refused(oauthRefusals.invalid_target, { text, mistake: `invalid_target: ${text}` })

/** The error for a disabled application. Its user sees only the code. */
export const applicationGone = (): Refused =>
  new Refused(oauthRefusals.unauthorized_client, {
    text: 'The application is disabled.',
    mistake: 'unauthorized_client',
  })

/** The error for a grant that the application may not use. */
export const grantNotAllowed = 'The application is not registered for this grant_type.'

/**
 * The error for an exchange that may have taken effect. To repeat it could be a second use of the
 * code or refresh token, so this is no `temporarily_unavailable`.
 */
export function exchangeUnknown({ cause }: Unavailable): Refused {
  const text =
    'The request may have taken effect. Do not send this code or refresh token again: sign in again.'
  return Object.assign(new Refused(oauthRefusals.server_error, { text }), { cause })
}

/** The description for all authentication failures. It does not say which part was wrong. */
export const notAuthenticated =
  'Client authentication failed. Check the client id, and the secret or assertion. ' +
  'The secret goes into Authorization: Basic (Base64 of id:secret), or into the form as client_secret.'

/**
 * The challenge that tells an application how to authenticate (RFC 6749, 5.2). It is the same for
 * all methods. It repeats the error, because some clients show no other part of the response.
 */
export const challengeOf = (description: string): string =>
  `Basic realm="foyer",error="invalid_client",error_description="${description}"`

export const challenge = challengeOf(notAuthenticated)

/** The error for every application that has not authenticated. It does not say why. */
export const invalidClient = (): Refused =>
  new Refused(oauthRefusals.invalid_client, { text: notAuthenticated, challenge })

/** The largest form. The library does not read larger ones. */
export const maxFormBytes = 56 * 1024

export const formTooLarge = (): Refused =>
  new Refused(refusals.payload_too_large, { text: 'The form is larger than 56 KiB.' })

/** The error codes of refusals on these endpoints. All other refusals are `invalid_request`. */
const codes = new Map<Refusal, OAuthErrorCode>([
  [oauthRefusals.invalid_client, 'invalid_client'],
  [oauthRefusals.invalid_scope, 'invalid_scope'],
  [oauthRefusals.invalid_target, 'invalid_target'],
  [oauthRefusals.invalid_dpop_proof, 'invalid_dpop_proof'],
  [oauthRefusals.unauthorized_client, 'unauthorized_client'],
  [oauthRefusals.server_error, 'server_error'],
  [refusals.invalid_token, 'invalid_token'],
  [refusals.insufficient_scope, 'insufficient_scope'],
  [refusals.too_many_requests, 'temporarily_unavailable'],
  [refusals.service_unavailable, 'temporarily_unavailable'],
  [refusals.internal_server_error, 'server_error'],
])

export const oauthCodeOf = (refusal: Refusal): OAuthErrorCode =>
  codes.get(refusal) ?? 'invalid_request'
