import type { WebhookMessage } from '../documents.ts'

/** The headers of a delivery: `request.headers` of Node.js, or of the Fetch standard. */
export type WebhookHeaders =
  | Pick<Headers, 'get'>
  | Readonly<Record<string, string | readonly string[] | undefined>>

/** A delivery as it arrived. */
export interface ReceivedWebhook {
  headers: WebhookHeaders
  /** The body as it was received, not JSON that was parsed and written again. */
  body: string | Uint8Array
}

export interface VerifyOptions {
  /** How old or early a delivery may be. 300 by default, as Standard Webhooks proposes. */
  toleranceSeconds?: number | undefined
  /** The time in milliseconds since the epoch, instead of the platform's. */
  now?: (() => number) | undefined
}

/** Why a delivery was not accepted. Respond with 400, and do not use the body. */
export class WebhookVerificationError extends Error {
  /**
   * `missing_header`: it is not a delivery. `timestamp`: it is too old or too early, so it may be a
   * copy, or a clock is wrong. `signature`: no signature fits the body and a secret.
   */
  readonly reason: 'missing_header' | 'timestamp' | 'signature'

  constructor(reason: WebhookVerificationError['reason'], message: string) {
    super(message)
    this.name = 'WebhookVerificationError'
    this.reason = reason
  }
}

/**
 * Verifies the signature and the time of a delivery (Standard Webhooks 1.0), and returns its
 * message. Signatures are compared in constant time, by the platform's Web Crypto.
 * @param secret the secret of the webhook, or several of them while they change
 * @throws {WebhookVerificationError}
 * @throws {TypeError} if a secret is not one
 */
export async function verifyWebhook(
  { headers, body }: ReceivedWebhook,
  secret: string | readonly string[],
  { toleranceSeconds = 300, now = Date.now }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const keys = await Promise.all([secret].flat().map(importKey))
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  const isRecent =
    /^\d{1,12}$/.test(timestamp) && Math.abs(now() / 1_000 - Number(timestamp)) <= toleranceSeconds
  if (!isRecent)
    throw new WebhookVerificationError('timestamp', 'The delivery is too old or too early.')

  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), bytes)
  for (const signature of signaturesIn(signatures))
    for (const key of keys)
      if (await crypto.subtle.verify('HMAC', key, signature, signed))
        return JSON.parse(new TextDecoder().decode(bytes)) as WebhookMessage
  throw new WebhookVerificationError('signature', 'No signature fits the body and the secret.')
}

function importKey(secret: string) {
  const key = fromBase64(secret.replace(/^whsec_/, ''))
  if (key === undefined || key.length === 0)
    throw new TypeError('The secret is not one of a webhook: it begins with "whsec_".')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', key, algorithm, false, ['verify'])
}

function headerOf(headers: WebhookHeaders, name: string): string {
  const value = isHeaders(headers) ? headers.get(name) : headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw new WebhookVerificationError('missing_header', `The header "${name}" is missing.`)
}

const isHeaders = (headers: WebhookHeaders): headers is Pick<Headers, 'get'> =>
  typeof headers.get === 'function'

/** The signatures of version 1. Others are for other receivers. */
const signaturesIn = (header: string): Uint8Array<ArrayBuffer>[] =>
  header.split(' ').flatMap((one) => {
    const [version, value = ''] = one.split(',')
    const signature = version === 'v1' ? fromBase64(value) : undefined
    return signature === undefined ? [] : [signature]
  })

function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return undefined
  }
}

function concat(first: Uint8Array, second: Uint8Array): Uint8Array<ArrayBuffer> {
  const both = new Uint8Array(first.length + second.length)
  both.set(first)
  both.set(second, first.length)
  return both
}
