import type { Address } from '../addresses/addresses.ts'

/** The types of payment method, in the order in which they are listed. */
export const types = ['CreditCard', 'PayPal'] as const
export type PaymentMethodType = (typeof types)[number]

interface Common {
  readonly id: number
  readonly version: number
  readonly billing_address_id: number | null
  /** ISO 8601, in UTC. */
  readonly created_at: string
  /** Whether it is stored as the default. An expired card stays stored as the default. */
  readonly default_buyer: boolean
  readonly default_seller: boolean
}

export interface CardRow extends Common {
  readonly type: 'CreditCard'
  readonly brand: string
  readonly last4: string
  /** 1 to 12. */
  readonly expiry_month: number
  readonly expiry_year: number
  readonly full_name: string
}

export interface PayPalRow extends Common {
  readonly type: 'PayPal'
  readonly email: string
}

export type PaymentMethodRow = CardRow | PayPalRow

/** What a payment method has at one time, in addition to its row. */
export interface Shown {
  readonly billing_address: Address | null
  readonly expired: boolean
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
  readonly seller: number | null
}
