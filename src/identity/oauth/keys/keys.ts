import { createHash, generateKeyPair, type JsonWebKey, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import type { JWK } from 'oidc-provider'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { deriveKey, type Key, type SecretKey } from '../../../platform/secrets/keys.ts'
import { open, seal } from '../../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../../platform/secrets/sealed-column.ts'
import { runAs } from '../../../support/audit/actor.ts'
import { record } from '../../../support/audit/audit.ts'
import * as store from './store.ts'

export { signingKeysChannel } from './store.ts'

/** The private keys are sealed. */
export const sealedKeys: SealedColumn = {
  table: 'signing_keys',
  column: 'sealed',
  key: ['kid'],
  purposeOf: () => 'signing keys',
  labelOf: ({ kid }) => String(kid),
}

/**
 * How long a new key is published before it signs. Instances that miss the notification read it
 * within a minute.
 */
const publishAheadSeconds = 120
/**
 * How long a replaced key stays published. Longer than the lifetime of every token that it signed.
 */
const retirementSeconds = 24 * 60 * 60

/**
 * Reads the private keys that sign ID tokens, the keys in use first. If there are none, it creates
 * them.
 * @throws {BrokenSeal} if they were encrypted with another SECRET_KEY
 */
export async function loadKeys(db: Database, secretKey: SecretKey): Promise<JWK[]> {
  const present = await findKeys(db, secretKey)
  if (present.length > 0) return present
  const key = deriveKey(secretKey, 'signing keys')
  const made = await makeKeys(key)
  const stored = await db.transaction(async (tx) => {
    await store.lockKeys(tx)
    const isFirst = (await store.listKeys(tx)).length === 0
    if (isFirst) await addKeys(tx, made, 0)
    const keys = await store.listKeys(tx)
    // The service itself is the actor, not the user whose request came first.
    if (isFirst)
      await runAs({ kind: 'service' }, () =>
        record(tx, { userId: null, action: 'signing_keys.made' }),
      )
    return keys
  })
  return stored.map((one) => keyOf(one, key))
}

/**
 * Reads the private keys that sign ID tokens, the keys in use first. Empty if there are none yet.
 * @throws {BrokenSeal} if they were encrypted with another SECRET_KEY
 */
export async function findKeys(db: Queryable, secretKey: SecretKey): Promise<JWK[]> {
  const key = deriveKey(secretKey, 'signing keys')
  return (await store.listKeys(db)).map((one) => keyOf(one, key))
}

const keyOf = ({ kid, alg, sealed }: store.StoredKey, key: Key): JWK => ({
  ...(JSON.parse(open(key, kid, sealed).toString()) as JWK),
  kid,
  alg,
  use: 'sig',
})

/**
 * Replaces the signing keys. The new keys are published at once and sign after two minutes. The old
 * keys stay published for a day. All tokens stay valid: access tokens are not signed.
 */
export async function rotateKeys(db: Database, secretKey: SecretKey): Promise<void> {
  const made = await makeKeys(deriveKey(secretKey, 'signing keys'))
  await db.transaction(async (tx) => {
    await store.lockKeys(tx)
    await store.removeRetiredKeys(tx)
    await store.retireKeys(tx, retirementSeconds)
    await addKeys(tx, made, publishAheadSeconds)
    await store.announceKeys(tx)
    await record(tx, { userId: null, action: 'signing_keys.rotated' })
  })
}

async function addKeys(
  tx: Queryable,
  keys: readonly store.StoredKey[],
  waitSeconds: number,
): Promise<void> {
  for (const key of keys) await store.addKey(tx, key, waitSeconds)
}

const generate = promisify(generateKeyPair)

/**
 * Makes one key for each algorithm: RS256, which every OpenID Connect client supports, and ES256.
 */
async function makeKeys(key: Key): Promise<store.StoredKey[]> {
  const [rsa, ec] = await Promise.all([
    generate('rsa', { modulusLength: 2048 }),
    generate('ec', { namedCurve: 'P-256' }),
  ])
  return [sealed(key, 'RS256', rsa.privateKey), sealed(key, 'ES256', ec.privateKey)]
}

function sealed(key: Key, alg: string, privateKey: KeyObject): store.StoredKey {
  const jwk = privateKey.export({ format: 'jwk' })
  const kid = thumbprint(jwk)
  return { kid, alg, sealed: seal(key, kid, Buffer.from(JSON.stringify(jwk))) }
}

/** The thumbprint of a key (RFC 7638), which is its id. */
function thumbprint({ crv, e, kty, n, x, y }: JsonWebKey): string {
  const members = kty === 'RSA' ? { e, kty, n } : { crv, kty, x, y }
  return createHash('sha256').update(JSON.stringify(members)).digest('base64url')
}
