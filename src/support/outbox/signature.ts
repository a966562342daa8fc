import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'

/** What is sealed of a webhook. */
export interface Credentials {
  /** `whsec_` and the key in Base64. */
  readonly secret: string
  /** The secret before the last rotation, which signs as well until `endsAt`. */
  readonly former?: { readonly secret: string; readonly endsAt: number }
  /** The value of the `Authorization` header of deliveries. */
  readonly authorization?: string
}

const keyBytes = 30
const prefix = 'whsec_'

/**
 * Makes a secret for signatures (Standard Webhooks 1.0): 40 letters and digits after the prefix, at
 * least 237 bits. Base64 without `+`, `/` and `=` survives every configuration file.
 */
export function newSigningSecret(): string {
  for (;;) {
    const key = randomBytes(keyBytes).toString('base64')
    if (/^[A-Za-z\d]+$/.test(key)) return prefix + key
  }
}

/**
 * Signs a message by Standard Webhooks 1.0. While a secret is being rotated, both sign.
 * @param now milliseconds since the epoch. Decides whether the former secret signs
 * @param sentAt the time that the message carries, which the receiver compares with its own
 */
export function signatureHeaders(
  { secret, former }: Credentials,
  id: string,
  body: string,
  { now, sentAt }: { readonly now: number; readonly sentAt: number },
): Record<string, string> {
  const at = new Date(sentAt)
  const secrets = former !== undefined && former.endsAt > now ? [secret, former.secret] : [secret]
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(sentAt / 1000)),
    'webhook-signature': secrets.map((key) => new Webhook(key).sign(id, at, body)).join(' '),
  }
}
