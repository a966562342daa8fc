import type { AccountType } from '../../processor/account-vault.ts'
import type { Address } from '../addresses/addresses.ts'

/** The types of payment method, in the order in which they are listed. */
export const types = ['CreditCard', 'PayPal', 'BankAccount'] as const
export type PaymentMethodType = (typeof types)[number]

interface Common {
  readonly id: number
  readonly version: number
  readonly billing_address_id: number | null
  /** ISO 8601, in UTC. */
  readonly created_at: string
  /** Whether it is stored as the default. A card that cannot buy stays stored as the default. */
  readonly default_buyer: boolean
  /** Whether it is paid now. */
  readonly default_seller: boolean
  /** Whether the user has chosen it to be paid by. */
  readonly chosen_seller: boolean
}

/** What decides whether money may go to a method. */
export interface Payable {
  /** When its owner proved it, in milliseconds since the epoch. */
  readonly verified_at: number | null
  /** When payments to it may begin, in milliseconds since the epoch. Null if it is not chosen. */
  readonly usable_from: number | null
  /** The earlier address of an account, which is paid until the new one may be used. */
  readonly paid_email: string | null
}

export interface CardRow extends Common {
  readonly type: 'CreditCard'
  readonly brand: string
  readonly last4: string
  /** 1 to 12. */
  readonly expiry_month: number
  readonly expiry_year: number
  readonly full_name: string
  readonly wallet: string | null
  /** The networks that can process it. Empty if nobody has told. */
  readonly networks: readonly string[]
  /** The name of the vault that has it. */
  readonly vault: string
}

export interface PayPalRow extends Common, Payable {
  readonly type: 'PayPal'
  readonly email: string
}

export interface BankAccountRow extends Common, Payable {
  readonly type: 'BankAccount'
  /** ISO 3166-1 alpha-2. */
  readonly bank_country: string
  /** The end of the number. Short numbers show less. */
  readonly last4: string
  /** Null if the account has an IBAN. */
  readonly account_type: AccountType | null
  readonly full_name: string
}

/** A method that can be paid. */
export type PayableRow = PayPalRow | BankAccountRow

export type PaymentMethodRow = CardRow | PayableRow

/** What a payment method has at one time, in addition to its row. */
export interface Shown {
  readonly billing_address: Address | null
  readonly expired: boolean
  /** Whether it is a card of another vault than the configured one, so that it cannot buy. */
  readonly in_other_vault: boolean
  readonly buyer_method: boolean
  readonly default_buyer_method: boolean
  readonly seller_method: boolean
  readonly default_seller_method: boolean
}

/** A payment method at one time. */
export type PaymentMethod = PaymentMethodRow & Shown

/** The ids of a user's default methods. */
export interface Defaults {
  readonly buyer: number | null
  /** The method that the user has chosen to be paid by. */
  readonly seller: number | null
  /** The method that is paid until `seller` may be used. */
  readonly former: number | null
}
