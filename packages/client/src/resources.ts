/**
 * The documents of the interface as the service sends them: names in snake case, `null` for missing
 * values, and only the relations in `_links` that apply.
 */

/** A link (HAL, draft-kelly-json-hal). `title` is in the language of the response. */
export interface Link {
  href: string
  title: string | null
  templated: boolean
}

/**
 * Links by relation. A link is present if the state of the resource and the permissions of the
 * token allow it.
 */
export type Links<Relation extends string> = { [R in Relation]?: Link }

/** One page of a collection. */
export interface Page<Item, Relation extends string = never> {
  total_items: number | null
  /** Counts from 1. */
  page: number | null
  page_size: number | null
  _links: Links<PageRelation | Relation> | null
  _embedded: { items: Item[] } | null
}

export type PageRelation = 'self' | 'first' | 'last' | 'next' | 'prev'

/** The resource where a client starts. */
export interface Root {
  _links: Links<RootRelation>
}

export type RootRelation =
  | 'self'
  | 'user'
  | 'addresses'
  | 'paymentmethods'
  | 'countries'
  | 'webhooks'
  | 'viagogo:user'
  | 'viagogo:countries'

/** A delivery, pickup or billing address of the user. */
export interface Address {
  id: number | null
  full_name: string | null
  /** A user who has addresses has exactly one default. */
  default: boolean | null
  address_1: string | null
  address_2: string | null
  address_3: string | null
  city: string | null
  state_province: string | null
  postal_code: string | null
  _links: Links<AddressRelation> | null
  _embedded: { country: Country } | null
}

export type AddressRelation = 'self' | 'address:carrier' | 'address:delete' | 'address:update'

/**
 * An address to create, or changes to one (JSON merge patch, RFC 7396): omitted properties stay the
 * same, and `null` clears a property. The address rules of a country list its required fields.
 */
export interface AddressInput {
  full_name?: string | null
  default?: boolean | null
  address_1?: string | null
  address_2?: string | null
  address_3?: string | null
  city?: string | null
  state_province?: string | null
  postal_code?: string | null
  /** Two-letter country code (ISO 3166-1 alpha-2) in upper or lower case. */
  country_code?: string | null
}

export type AddressPage = Page<Address, 'address:create'>

/** The carrier that picks up from an address, and its pickup times. */
export interface Carrier {
  id: number | null
  name: string | null
  /** Instants in UTC (ISO 8601). */
  pickup_windows: { start_date: string; end_date: string }[]
  _links: Links<'self'> | null
}

/** A country, by its ISO 3166-1 alpha-2 code; `name` is in the language of the response. */
export interface Country {
  code: string
  name: string
  _links: Links<CountryRelation>
}

export type CountryRelation =
  | 'self'
  | 'country:events'
  | 'country:localwebpage'
  | 'country:addressrules'

export type CountryPage = Page<Country>

/** The information for an address form of a country. */
export interface AddressRules {
  code: string
  /**
   * The fields, in the order of the lines. `label` is the name of the field in this country, in the
   * language of the response.
   */
  fields: { name: keyof AddressInput; label: string; required: boolean }[]
  /** The properties on each printed line. */
  lines: (keyof AddressInput)[][]
  /** The lines in Latin script, if they are different. */
  latin_lines: (keyof AddressInput)[][] | null
  /**
   * Null if the country has no postal codes, or if their format is unknown. `pattern` ignores
   * letter case.
   */
  postal_code: { pattern: string; examples: string[] } | null
  /** States or provinces, as suggestions. Other values are accepted. */
  states: AddressState[]
  _links: Links<'self' | 'country'>
}

export interface AddressState {
  /** The name as written in an address. */
  key: string
  name: string
  latin_name: string | null
  /** The second part of its ISO 3166-2 code. */
  code: string | null
}

/**
 * A payment method for purchases or for receiving payments. `type` decides which properties
 * `type_details` has.
 */
export type PaymentMethod =
  | PaymentMethodOf<'CreditCard', CreditCardDetails>
  | PaymentMethodOf<'PayPal', PayPalDetails>

export type PaymentMethodType = PaymentMethod['type']

export interface PaymentMethodOf<Type extends string, Details> {
  id: number | null
  /** Partly hidden: `************1111`, `j***@example.com`. */
  details: string | null
  type: Type
  type_description: string | null
  buyer_method: boolean | null
  default_buyer_method: boolean | null
  seller_method: boolean | null
  default_seller_method: boolean | null
  _links: Links<PaymentMethodRelation> | null
  /** `billing_address` is absent if the method has none. */
  _embedded: { billing_address?: Address; type_details: Details } | null
}

export interface CreditCardDetails {
  brand: string | null
  last4: string | null
  /** 1 to 12. */
  expiry_month: number | null
  /** Four digits. */
  expiry_year: number | null
  full_name: string | null
  expired: boolean | null
}

export interface PayPalDetails {
  /** Partly hidden. */
  email: string | null
}

export type PaymentMethodRelation =
  | 'self'
  | 'paymentmethod:delete'
  | 'paymentmethod:updatecreditcard'
  | 'paymentmethod:updatedefaults'
  | 'paymentmethod:updatepaypal'

/** Sets or clears a payment method as a default. Omitted and `null` properties change nothing. */
export interface DefaultsInput {
  /** `true` makes this the default for purchases, `false` clears it. */
  default_buyer_method?: boolean | null
  /** `true` makes this the default for receiving payments, `false` clears it. */
  default_seller_method?: boolean | null
}

/**
 * A card to create, or the new details of a card. Send its number or, if the service's vault
 * accepts it, a token from the processor's hosted fields. A security code is never accepted.
 */
export interface CreditCardInput extends DefaultsInput {
  /** The holder. */
  full_name?: string | null
  /** With or without spaces and hyphens. If omitted when replacing, the card stays the same. */
  card_number?: string | null
  card_token?: string | null
  /** 1 to 12. */
  expiry_month?: number | null
  /** Four digits. */
  expiry_year?: number | null
  /** 1 to 12. */
  start_month?: number | null
  /** Four digits. */
  start_year?: number | null
  issue_number?: string | number | null
  /**
   * One of the user's addresses. If omitted when replacing, it stays the same. `null` removes it.
   */
  billing_address_id?: number | null
}

/** A PayPal account to create, or the new details of one. */
export interface PayPalInput extends DefaultsInput {
  email?: string | null
  /**
   * One of the user's addresses. If omitted when replacing, it stays the same. `null` removes it.
   */
  billing_address_id?: number | null
}

/** Payment methods of one type. */
export type PaymentMethodPage = Page<
  PaymentMethod,
  'paymentmethod:createcreditcard' | 'paymentmethod:createpaypal'
>

/** All payment methods: one inner collection for each type that the user has. */
export type PaymentMethodGroups = Page<
  PaymentMethodPage,
  'paymentmethod:createcreditcard' | 'paymentmethod:createpaypal'
>

/** The purchase to find payment methods for. Omitted properties are undecided. */
export interface Purchase {
  number_of_tickets?: number | null
  /** One of the user's addresses. */
  delivery_address_id?: number | null
  /** One of the listing's delivery methods. */
  delivery_method_id?: number | null
  coupons?: string[] | null
  /** The name of the person who picks up the tickets. */
  pickup_full_name?: string | null
}

/**
 * Payment methods for a listing. `ineligible` has the others with the reasons, if they were
 * requested.
 */
export interface ListingPaymentMethodPage extends PaymentMethodPage {
  _embedded: { items: PaymentMethod[]; ineligible?: IneligiblePaymentMethod[] } | null
}

export interface IneligiblePaymentMethod {
  code: 'expired' | 'not_for_buying' | 'type_not_accepted'
  /** In the language of the response. */
  reason: string
  _embedded: { payment_method: PaymentMethod }
}

/** The user of the access token. */
export interface User {
  full_name: string | null
  email: string | null
  primary_phone: string | null
  /** Whether the user has subscribed to the newsletter. */
  email_optin: boolean
  _links: Links<UserRelation> | null
}

export type UserRelation =
  | 'self'
  | 'user:addresses'
  | 'user:paymentmethods'
  | 'user:purchases'
  | 'user:sales'
  | 'user:salesaggregates'
  | 'user:sellerlistings'
  | 'user:update'
  | 'user:webhooks'

/** Changes to the user (JSON merge patch). `full_name: null` clears the name. */
export interface UserChanges {
  full_name?: string | null
  email_optin?: boolean | null
}

/** The body of every error of the resources. The client throws it as a {@link FoyerError}. */
export interface ErrorBody {
  code: string
  message: string
  errors: Record<string, string[]>
}

/** The response of the token endpoint (RFC 6749, 5.1). */
export interface TokenResponse {
  access_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  /** Separated by spaces. */
  scope: string
}
