/**
 * What a rotation of SECRET_KEY does with what a key has made:
 *
 * - `resealed`: it is sealed again with the new key. A feature declares the column.
 * - `ends`: it is worth little or lives for a short time, so it ends with the former key.
 * - `keptHours`: the former key of this purpose stays in the database for so long, sealed with the
 *   new key, and is still compared with. `null`: for good.
 */
type Treatment = 'resealed' | 'ends' | { readonly keptHours: number | null }

/**
 * The purposes of the keys that are derived from SECRET_KEY. docs/decisions/secret-key.md has the
 * reasons, docs/operations.md what happens to each kind of value.
 */
export const purposes = {
  'authenticator apps': 'resealed',
  'authorization requests': 'resealed',
  'idempotent responses': 'resealed',
  'kept keys': 'resealed',
  links: 'resealed',
  'mail jobs': 'resealed',
  'signing keys': 'resealed',
  webhooks: 'resealed',
  attempts: 'ends',
  decoys: 'ends',
  'known browsers': 'ends',
  'networks of visitors': 'ends',
  'proof nonces': 'ends',
  'rate limits': 'ends',
  'repeated sign-ins': 'ends',
  'sign-ins at providers': 'ends',
  'ways back': 'ends',
  'card fingerprints': { keptHours: null },
  forms: { keptHours: 24 },
  // A response is stored for 24 hours.
  'idempotency keys': { keptHours: 25 },
} as const satisfies Readonly<Record<string, Treatment>>

export type Purpose = keyof typeof purposes
/** A queue of jobs has a key of its own. */
export type QueuePurpose = `${string} jobs`
