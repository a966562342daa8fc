import { hash, randomUUID } from 'node:crypto'
import { hashRaw } from '@node-rs/argon2'
import cardValidator from 'card-validator'
import { runHashing } from '../identity/users/credentials/passwords.ts'
import { newId } from '../platform/secrets/secrets.ts'
import { type CardVault, cardDeclined } from './vault.ts'

/**
 * Returns a slow hash of the number of a card or bank account: argon2id (RFC 9106) with the default
 * parameters of the package, 19 MiB and two passes. The brand and the last four digits are stored
 * beside the fingerprint, so about a thousand million numbers are possible. With a fast hash,
 * whoever has the key for fingerprints would find the number in minutes. The hashes of bodies with
 * an Idempotency-Key contain such a hash, too. The caller limits how many run at the same time.
 */
export async function slowHashOf(userId: number, number: string): Promise<string> {
  const salt = hash('sha256', `card of user ${userId}`, 'buffer').subarray(0, 16)
  const hashed = await hashRaw(number, { salt })
  return hashed.toString('base64url')
}

/**
 * Returns the identity of a card or bank account. Its hash waits in the queue of passwords.
 * @throws {Unavailable} if too many hashes wait
 */
const identityOf = (userId: number, number: string): Promise<string> =>
  runHashing(() => slowHashOf(userId, number))

const name = 'local'

/** What a vault does that keeps nothing. */
const nothingKept = {
  async remove() {},
  async finishCustomer() {},
  async removeCustomer() {},
  async find() {
    return []
  },
}

/**
 * A vault for use without a contract. It stores no numbers of cards or bank accounts, so nobody can
 * charge or pay them.
 */
export const localVault: CardVault = {
  name,
  setups: undefined,
  accounts: {
    name,
    takesNew: true,
    async keep(userId, reference, { country, routingNumber, number }) {
      const identity = await identityOf(userId, `${country} ${routingNumber ?? ''} ${number}`)
      return { token: newId(), references: [reference], identity, status: null }
    },
    ...nothingKept,
  },
  referenceOf: () => randomUUID(),
  async keep(userId, reference, { number, expiryMonth, expiryYear }, isOf) {
    if (number === undefined) throw cardDeclined('card_token', ['card.token.unsupported'])
    const identity = await identityOf(userId, number)
    await isOf?.(identity)
    return {
      token: newId(),
      references: [reference],
      brand: cardValidator.number(number).card?.type ?? 'unknown',
      last4: number.slice(-4),
      expiryMonth,
      expiryYear,
      identity,
      wallet: null,
      networks: [],
      agreement: { setupId: null, mandate: null, networkTransaction: null },
    }
  },
  ...nothingKept,
  async cardsOf() {
    return []
  },
  async isAttached() {
    return true
  },
}
