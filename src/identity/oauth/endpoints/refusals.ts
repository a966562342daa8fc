import {
  defineRefusals,
  type Refusal,
  Refused,
  refusals,
} from '../../../platform/errors/refusals.ts'

/** The codes of RFC 6749, 5.2, and RFC 6750, 3.1, and what else these endpoints may have to say. */
export type OAuthErrorCode =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope'
  | 'invalid_token'
  | 'insufficient_scope'
  | 'temporarily_unavailable'
  | 'server_error'

const shown = {
  message: 'page.text.application_request',
  page: 'application_request',
} as const

/** What applications do wrong (RFC 6749, 4.1.2.1 and 5.2). Errors have a text of their own, in English. */
export const oauthRefusals = defineRefusals({
  invalid_request: { status: 400, ...shown },
  invalid_client: { status: 401, ...shown },
  /** The application was disabled while its user was on the way. */
  unauthorized_client: { status: 400, ...shown },
})

/** @param text what is wrong, for those who run the application */
export const invalidRequest = (text: string): Refused =>
  new Refused(oauthRefusals.invalid_request, { text, mistake: `invalid_request: ${text}` })

/** The application is disabled. Its user is shown nothing but the code. */
export const applicationGone = (): Refused =>
  new Refused(oauthRefusals.unauthorized_client, {
    text: 'The application is disabled.',
    mistake: 'unauthorized_client',
  })

/** The one description for all ways of failing to authenticate: it does not say which part was wrong. */
export const notAuthenticated =
  'Client authentication failed. Check the client id, and the secret or assertion.'

/**
 * Tells an application how to authenticate (RFC 6749, 5.2), by whichever method it tried. It repeats the error, because
 * some clients show nothing else of the answer.
 */
export const challengeOf = (description: string): string =>
  `Basic realm="foyer",error="invalid_client",error_description="${description}"`

export const challenge = challengeOf(notAuthenticated)

/** The one answer to every application that has not proved who it is: it tells nothing of why. */
export const invalidClient = (): Refused =>
  new Refused(oauthRefusals.invalid_client, { text: notAuthenticated, challenge })

/** The largest form in bytes: what the library reads at most. */
export const largestForm = 56 * 1024

export const formTooLarge = (): Refused =>
  new Refused(refusals.payload_too_large, { text: 'The form is larger than 56 KiB.' })

/** The error code of a refusal on these endpoints. Other refusals are about the request as such: `invalid_request`. */
const codes = new Map<Refusal, OAuthErrorCode>([
  [oauthRefusals.invalid_client, 'invalid_client'],
  [oauthRefusals.unauthorized_client, 'unauthorized_client'],
  [refusals.invalid_token, 'invalid_token'],
  [refusals.insufficient_scope, 'insufficient_scope'],
  [refusals.service_unavailable, 'temporarily_unavailable'],
  [refusals.internal_server_error, 'server_error'],
])

export const oauthCodeOf = (refusal: Refusal): OAuthErrorCode =>
  codes.get(refusal) ?? 'invalid_request'
