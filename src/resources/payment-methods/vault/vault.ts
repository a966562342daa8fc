import { Unavailable } from '../../../platform/database/db.ts'
import { type Refusal, Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'

/** A card for the vault, given by its number or by a token from the processor's hosted fields. */
export interface Card {
  /** Only digits. It stays in memory while the vault handles it, and is never stored. */
  readonly number: string | undefined
  readonly token: string | undefined
  readonly fullName: string
  /** 1 to 12. For a token, the vault may return another month. */
  readonly expiryMonth: number
  readonly expiryYear: number
}

/** The information about a card that a vault keeps. */
export interface KeptCard {
  /** The vault's id of the card. */
  readonly token: string
  readonly brand: string
  readonly last4: string
  readonly expiryMonth: number
  readonly expiryYear: number
  /** Equal for the same card. It must be hashed with a key before it is stored. */
  readonly identity: string
}

/** A card that a customer of the vault has. */
export interface VaultCard extends KeptCard {
  /** The reference under which it was kept. Undefined if somebody else gave it to the customer. */
  readonly reference: string | undefined
}

/**
 * Returns the refusal of a card with a fault in its details: the property with the fault, and the
 * reason.
 */
export const cardDeclined = (property: string, reason: Message): Refused =>
  new Refused(refusals.validation_failed, { faults: new Map([[property, [reason]]]) })

/**
 * Returns the refusal of a card that the processor or its issuer has declined: the reason, at the
 * property that can be corrected.
 */
export const cardDeclinedBy = (decline: Refusal, property: string): Refused =>
  new Refused(decline, { faults: new Map([[property, [[decline.message]]]]) })

/** The vault cannot answer now. It may or may not have done the work. The response is 503. */
export class VaultUnavailable extends Unavailable {
  override name = 'VaultUnavailable'
  override message = 'The card vault cannot answer now.'
}

/** The interface to card vaults. Every call may be repeated. */
export interface CardVault {
  readonly name: string
  /**
   * Returns the reference for keeping a card: a new one, or the card's token if the vault has the
   * card already.
   */
  referenceOf(card: Card): string
  /**
   * Keeps a card of a user under a reference. A repeated call with the same reference keeps it
   * once.
   * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the card
   */
  keep(userId: number, reference: string, card: Card): Promise<KeptCard>
  /**
   * Changes the details of a kept card.
   * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the card
   */
  change(token: string, card: Pick<Card, 'fullName' | 'expiryMonth' | 'expiryYear'>): Promise<void>
  /**
   * Removes a card. Does nothing if the vault does not have it.
   * @throws {VaultUnavailable}
   */
  remove(token: string): Promise<void>
  /**
   * Removes a customer, and with it everything that the vault has of the user. Does nothing if the
   * vault does not have it.
   * @throws {VaultUnavailable}
   */
  removeCustomer(customerId: string): Promise<void>
  /**
   * Returns the tokens of a user's cards that are kept under the reference.
   * @throws {VaultUnavailable}
   */
  find(userId: number, reference: string): Promise<string[]>
  /**
   * Returns all cards of a customer. Undefined if the customer was deleted.
   * @throws {VaultUnavailable} also if the vault has never had the customer
   */
  cardsOf(customerId: string): Promise<readonly VaultCard[] | undefined>
  /**
   * Whether a card belongs to a customer.
   * @throws {VaultUnavailable} also if the vault has never had the card
   */
  isAttached(token: string): Promise<boolean>
}
