import type { SealedColumn } from '../../../platform/secrets/sealed-column.ts'

/** What is sealed in `oauth_tokens`. */
export const sealedTokens: SealedColumn = {
  table: 'oauth_tokens',
  column: 'payload',
  property: 'sealed',
  key: ['hash'],
  reads: ['model'],
  purposeOf: () => 'authorization requests',
  labelOf: ({ model, hash }) => `${model} ${(hash as Buffer).toString('base64url')}`,
}
