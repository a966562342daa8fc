import { Unavailable } from '../platform/database/db.ts'
import { type Refusal, Refused, refusals } from '../platform/errors/refusals.ts'
import type { Message } from '../platform/i18n/catalogue.ts'
import type { Account, AttachedCard, KeptAccount, Seller, VaultAccount } from './account-vault.ts'

export type { AttachedCard } from './account-vault.ts'

/** A card for the vault, given by its number or by a token from the processor's hosted fields. */
export interface Card {
  /** Only digits. It stays in memory while the vault handles it, and is never stored. */
  readonly number: string | undefined
  readonly token: string | undefined
  readonly fullName: string
  /** 1 to 12. For a token, the vault may return another month, and it may be 0 for unknown. */
  readonly expiryMonth: number
  readonly expiryYear: number
  /** The setup that was read before, if the token is its card. */
  readonly setup?: Pick<Setup, 'agreement' | 'reference'> | undefined
}

/** The details that a vault keeps with a card. */
export type Details = Pick<Card, 'fullName' | 'expiryMonth' | 'expiryYear'>

/** How the holder of a card agreed to be charged while away. */
export interface Agreement {
  /** The processor's id of the setup. */
  readonly setupId: string | null
  readonly mandate: string | null
  /** The transaction of the authentication, as the card network knows it. */
  readonly networkTransaction: string | null
}

/** The information about a card that a vault keeps. */
export interface KeptCard extends AttachedCard {
  readonly brand: string
  readonly last4: string
  readonly expiryMonth: number
  readonly expiryYear: number
  /** Equal for the same card. It must be hashed with a key before it is stored. */
  readonly identity: string
  /** The wallet that the card is in, such as `apple_pay`. */
  readonly wallet: string | null
  /** The networks that can process the card, as brands. Empty if the vault does not know. */
  readonly networks: readonly string[]
  readonly agreement: Agreement
}

/** The status of a setup at the processor, in its words. */
export type SetupStatus =
  | 'requires_payment_method'
  | 'requires_confirmation'
  | 'requires_action'
  | 'processing'
  | 'succeeded'
  | 'canceled'

/** How a setup ends: with a payment method, at the processor, or in the sweep. */
export type EndState = 'used' | 'canceled' | 'expired' | 'abandoned'

/** The state of a setup: what the processor says, what comes before that, and how it ends. */
export type SetupState = 'requested' | SetupStatus | EndState

/** The setup of a card at the processor. */
export interface Setup {
  readonly id: string
  /**
   * The reference under which it was started. Null if somebody else did, or if somebody else gave
   * its card to the customer before.
   */
  readonly reference: string | null
  readonly status: SetupStatus
  /** The secret with which a page continues the setup. */
  readonly clientSecret: string | null
  /** The vault's id of the card. Null if none was entered. */
  readonly token: string | null
  readonly agreement: Agreement
  /** Why the last card was declined. Undefined if none was, or if the failure was temporary. */
  readonly decline: Refused | undefined
}

/** What a page needs to show the processor's own fields for a card. */
export interface HostedFields {
  /** The key for pages. Undefined if it is not configured. */
  readonly publishableKey: string | undefined
  /** The URL of the processor's script. */
  readonly script: string
  /** The origins that the page must allow, by the directive of its Content-Security-Policy. */
  readonly sources: Readonly<Record<'script-src' | 'frame-src' | 'connect-src', readonly string[]>>
}

/** The setups of a vault whose cards can be charged. Every call may be repeated. */
export interface CardSetups {
  readonly hostedFields: HostedFields
  /**
   * Starts a setup for a user's customer. A repeated call with the same reference starts it once.
   * @throws {VaultUnavailable}
   */
  start(userId: number, reference: string): Promise<Setup>
  /**
   * Reads a setup of a user's customer.
   * @returns undefined if there is none, if it is another customer's, or if its card may not be
   *   charged while its holder is away
   * @throws {VaultUnavailable}
   */
  read(userId: number, setupId: string): Promise<Setup | undefined>
  /**
   * Cancels a setup. Does nothing if it has ended or if the vault does not have it.
   * @throws {VaultUnavailable}
   */
  cancel(setupId: string): Promise<void>
  /**
   * Cancels the setups of a user that were started under a reference.
   * @param except the ids of setups to keep
   * @throws {VaultUnavailable}
   */
  cancelAll(userId: number, reference: string, except: readonly string[]): Promise<void>
}

/** A card that a customer of the vault has. */
export interface VaultCard extends Omit<KeptCard, 'agreement' | 'references'> {
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

/** The issuer of a card wants its holder to confirm it. The setup says how. The response is 400. */
export class AuthenticationNeeded extends Refused {
  readonly setup: Setup
  /** Our id of the setup, once it is recorded. */
  readonly id: number | undefined
  constructor(decline: Refusal, setup: Setup, id?: number) {
    super(decline, { faults: new Map([['card_token', [[decline.message]]]]) })
    this.setup = setup
    this.id = id
  }
}

/** The vault cannot answer now. It may or may not have done the work. The response is 503. */
export class VaultUnavailable extends Unavailable {
  override name = 'VaultUnavailable'
  override message = 'The card vault cannot answer now.'
  /** Whether the vault answers, but not about this card or customer. Others may be fine. */
  readonly concernsOne: boolean
  /** Whether the vault will keep nothing under the reference of the request any more. */
  readonly isReferenceSpent: boolean
  /** Whether the vault repeats this answer to all requests under the same reference. */
  readonly isRepeated: boolean
  constructor(
    cause: unknown,
    { concernsOne = false, isReferenceSpent = false, isRepeated = false } = {},
  ) {
    super(cause)
    this.concernsOne = concernsOne
    this.isReferenceSpent = isReferenceSpent
    this.isRepeated = isRepeated
  }
}

/**
 * What vaults of cards and vaults of bank accounts have in common. Here, "card" also means a bank
 * account. Every call may be repeated.
 */
export interface Vault {
  /** The name that the rows of its cards store. */
  readonly name: string
  /** Undefined if nobody can charge what this vault keeps. */
  readonly setups?: CardSetups | undefined
  /** Where bank accounts are kept. */
  readonly accounts?: AccountVault | undefined
  /**
   * Changes the details of a kept card. Undefined if the vault keeps no details. A bank account has
   * only a holder.
   * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the card
   */
  readonly change?: ((token: string, details: Details) => Promise<void>) | undefined
  /**
   * Removes a card. Does nothing if the vault does not have it.
   * @throws {VaultUnavailable}
   */
  remove(token: string): Promise<void>
  /**
   * Finishes the creation of a user's customer whose answer was lost.
   * @throws {VaultUnavailable}
   */
  finishCustomer(userId: number): Promise<void>
  /**
   * Removes a customer, and with it everything that the vault has of the user. Does nothing if it
   * was deleted there.
   * @throws {VaultUnavailable} also if our key may be that of another account
   */
  removeCustomer(customerId: string): Promise<void>
  /**
   * Returns the user's cards that we gave to the customer under the reference. The reference of a
   * card that the vault had before, and of one that is changed, is its token.
   * @throws {VaultUnavailable}
   */
  find(userId: number, reference: string): Promise<AttachedCard[]>
}

/** A vault of bank accounts. Every call may be repeated. */
export interface AccountVault extends Vault {
  /** Whether bank accounts can be added. Those that are kept can be removed in any case. */
  readonly takesNew: boolean
  /**
   * Keeps an account of a user under a reference. A repeated call with the same reference keeps it
   * once.
   * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the
   * account
   */
  keep(userId: number, reference: string, account: Account): Promise<KeptAccount>
  /**
   * Reads the processor's account of a seller, with all bank accounts. The function is undefined if
   * the vault has no such accounts. It returns undefined if our key has no access to the account.
   * @throws {VaultUnavailable}
   */
  readonly readSeller?:
    | ((
        accountId: string,
      ) => Promise<
        { readonly seller: Seller; readonly accounts: readonly VaultAccount[] } | undefined
      >)
    | undefined
}

/** The interface to card vaults. Every call may be repeated. */
export interface CardVault extends Vault {
  /**
   * Returns the reference for keeping a card: a new one, or the card's token if the vault has the
   * card already.
   */
  referenceOf(card: Card): string
  /**
   * Keeps a card of a user under a reference. A repeated call with the same reference keeps it
   * once.
   * @param isOf called with the identity of the card before its issuer is asked; may throw
   * `Refused`
   * @throws {AuthenticationNeeded} if its holder must confirm the card
   * @throws {Refused | VaultUnavailable} validation_failed, if the vault does not accept the card
   */
  keep(
    userId: number,
    reference: string,
    card: Card,
    isOf?: (identity: string) => Promise<void>,
  ): Promise<KeptCard>
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
