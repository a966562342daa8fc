import { randomUUID } from 'node:crypto'
import cardValidator from 'card-validator'
import { newId } from '../../../platform/secrets/secrets.ts'
import { type CardVault, cardDeclined } from './vault.ts'

/**
 * A vault for use without a contract. It does not store card numbers, so it cannot charge a card.
 * The identity of a card is its number; the caller must hash it with a key.
 */
export const localVault: CardVault = {
  name: 'local',
  referenceOf: () => randomUUID(),
  async keep(_userId, _reference, { number, expiryMonth, expiryYear }) {
    if (number === undefined) throw cardDeclined('card_token', ['card.token.unsupported'])
    return {
      token: newId(),
      brand: cardValidator.number(number).card?.type ?? 'unknown',
      last4: number.slice(-4),
      expiryMonth,
      expiryYear,
      identity: number,
    }
  },
  async change() {},
  async remove() {},
  async removeCustomer() {},
  async find() {
    return []
  },
}
