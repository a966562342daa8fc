import type { AddressFields } from '../../../resources/addresses/addresses.ts'

/** A user of a line that follows the rules. */
export interface ImportedUser {
  readonly externalId: string
  readonly email: string
  readonly emailKey: string
  readonly emailConfirmed: boolean
  readonly fullName: string | null
  readonly emailOptin: boolean
  /** E.164. */
  readonly primaryPhone: string | null
  readonly language: string
  readonly timeZone: string | null
  /** RFC 3339. */
  readonly createdAt: string | null
  readonly passwordHash: string | null
  readonly vaultCustomer: string | null
  readonly addresses: readonly AddressFields[]
  readonly methods: readonly ImportedMethod[]
  /** The places of the defaults in the lists; null for none. */
  readonly defaultAddress: number | null
  readonly defaultBuyer: number | null
  readonly defaultSeller: number | null
}

/** `billing` is the place of its billing address among the user's addresses; null for none. */
export type ImportedMethod = { readonly billing: number | null } & (ImportedCard | ImportedPayPal)

export interface ImportedCard {
  readonly type: 'CreditCard'
  readonly full_name: string
  readonly brand: string
  readonly last4: string
  readonly expiry_month: number
  readonly expiry_year: number
  readonly start_month: number | null
  readonly start_year: number | null
  readonly issue_number: string | null
  readonly token: string
  /** Equal for the same card in the vault. It is hashed with a key before it is stored. */
  readonly identity: string
}

export interface ImportedPayPal {
  readonly type: 'PayPal'
  readonly email: string
}
