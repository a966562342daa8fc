import { Unavailable } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'

/** A card on its way to the vault: by its number, or by the token of the processor's hosted fields. */
export interface Card {
  /** Digits alone; it is in memory for as long as the vault takes, and nowhere else. */
  readonly number: string | undefined
  readonly token: string | undefined
  readonly fullName: string
  /** 1 to 12; with a token, the vault may know better. */
  readonly expiryMonth: number
  readonly expiryYear: number
}

/** What may be known of a card that a vault keeps. */
export interface KeptCard {
  /** What the vault knows it by. */
  readonly token: string
  readonly brand: string
  readonly last4: string
  readonly expiryMonth: number
  readonly expiryYear: number
  /** The same for the same card, to be keyed before it is stored. */
  readonly identity: string
}

/** The refusal of a card that the vault does not take: the property that is at fault, and why. */
export const cardDeclined = (property: string, reason: Message): Refused =>
  new Refused(refusals.validation_failed, { faults: new Map([[property, [reason]]]) })

/** The vault cannot answer now, and may or may not have done what it was asked. Becomes 503. */
export class VaultUnavailable extends Unavailable {
  override name = 'VaultUnavailable'
  override message = 'The card vault cannot answer now.'
}

/** The port behind which card numbers go. Every call may be repeated. */
export interface CardVault {
  readonly name: string
  /** What a card is to be marked with: something new, or its own name where the vault has the card already. */
  referenceOf(card: Card): string
  /**
   * Keeps a card of a user, marked with a reference; the same reference keeps it once.
   * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not take the card
   */
  keep(userId: number, reference: string, card: Card): Promise<KeptCard>
  /** Changes what is told of a kept card. @throws {Refused | VaultUnavailable} validation_failed, if the vault does not take the card */
  change(token: string, card: Pick<Card, 'fullName' | 'expiryMonth' | 'expiryYear'>): Promise<void>
  /** Forgets a card; one that it does not have is forgotten already. @throws {VaultUnavailable} */
  remove(token: string): Promise<void>
  /** The tokens of a user's cards that are kept under the reference. @throws {VaultUnavailable} */
  find(userId: number, reference: string): Promise<string[]>
}
