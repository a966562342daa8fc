import { randomUUID } from 'node:crypto'
import cardValidator from 'card-validator'
import { newId } from '../../../platform/secrets/secrets.ts'
import { type CardVault, cardDeclined } from './vault.ts'

/**
 * The vault that needs no contract: it keeps no number, only that there was a card, so it can charge nothing. What it
 * gives as a card's identity is the number itself, to be keyed by whoever asked.
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
  async find() {
    return []
  },
}
