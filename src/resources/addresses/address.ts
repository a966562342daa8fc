/** The fields of an address for delivery, pickup or billing. */
export interface AddressFields {
  readonly full_name: string
  readonly address_1: string
  readonly address_2: string | null
  readonly address_3: string | null
  readonly city: string | null
  readonly state_province: string | null
  readonly postal_code: string | null
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country_code: string
}

export interface Address extends AddressFields {
  readonly id: number
  readonly version: number
  readonly default: boolean
  /** Whether a payment method has it as its billing address. If so, it cannot be deleted. */
  readonly billed: boolean
}
