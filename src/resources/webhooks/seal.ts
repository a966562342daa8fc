import { deriveKey, type SecretKey } from '../../platform/secrets/keys.ts'
import { open, seal } from '../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import type { Credentials } from '../../support/outbox/signature.ts'

/** Seals what is secret of webhooks with a key derived from SECRET_KEY. */
export interface WebhookSeal {
  seal(userId: number, credentials: Credentials): Buffer
  /** @throws {BrokenSeal} */
  open(webhook: { readonly userId: number; readonly sealed: Buffer }): Credentials
}

const labelOf = (userId: number): string => `webhook of user ${userId}`

/** The secrets and authorization headers of webhooks are sealed. */
export const sealedWebhooks: SealedColumn = {
  table: 'webhooks',
  column: 'sealed',
  key: ['user_id', 'id'],
  purposeOf: () => 'webhooks',
  labelOf: ({ user_id }) => labelOf(Number(user_id)),
}

export function webhookSeal(secretKey: SecretKey): WebhookSeal {
  const key = deriveKey(secretKey, 'webhooks')
  return {
    seal: (userId, credentials) =>
      seal(key, labelOf(userId), Buffer.from(JSON.stringify(credentials))),
    open: ({ userId, sealed }) =>
      JSON.parse(open(key, labelOf(userId), sealed).toString()) as Credentials,
  }
}
