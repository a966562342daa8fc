import { deriveKey, open, seal } from '../../platform/secrets/seal.ts'
import type { Credentials } from '../../support/outbox/signature.ts'

/** Seals what is secret of webhooks with a key derived from SECRET_KEY. */
export interface WebhookSeal {
  seal(userId: number, credentials: Credentials): Buffer
  /** @throws {BrokenSeal} */
  open(webhook: { readonly userId: number; readonly sealed: Buffer }): Credentials
}

export function webhookSeal(secretKey: string): WebhookSeal {
  const key = deriveKey(secretKey, 'webhooks')
  const labelOf = (userId: number) => `webhook of user ${userId}`
  return {
    seal: (userId, credentials) =>
      seal(key, labelOf(userId), Buffer.from(JSON.stringify(credentials))),
    open: ({ userId, sealed }) =>
      JSON.parse(open(key, labelOf(userId), sealed).toString()) as Credentials,
  }
}
