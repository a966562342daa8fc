/**
 * The documents of the interface, as they are on the wire: names in snake case, `null` where there is no
 * value, relations that do not apply absent from `_links`.
 */

/** A link (HAL, draft-kelly-json-hal). `title` is in the language of the response. */
export interface Link {
  href: string
  title: string | null
  templated: boolean
}

/** Links by relation. Which are there says what may be done: they follow state and permission. */
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

/** Where a client begins. */
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
 * An address to create, or changes to one (a JSON merge patch, RFC 7396: what is absent stays, `null`
 * clears). Which fields a country needs, its address rules tell.
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

/** Who collects at an address, and when. */
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

/** What a form needs to ask for an address in one country. */
export interface AddressRules {
  code: string
  /** In the order of the lines. `label` is what the country calls it, in the language of the response. */
  fields: { name: keyof AddressInput; label: string; required: boolean }[]
  /** The properties on each printed line. */
  lines: (keyof AddressInput)[][]
  /** The lines where written in Latin script, if others. */
  latin_lines: (keyof AddressInput)[][] | null
  /** Null where the country has no postal codes, or none whose form is known; any letter case matches. */
  postal_code: { pattern: string; examples: string[] } | null
  /** States, provinces or the like, as hints. */
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

/** A method to send or receive payment; `type` tells what `type_details` hold. */
export type PaymentMethod =
  | PaymentMethodOf<'CreditCard', CreditCardDetails>
  | PaymentMethodOf<'PayPal', PayPalDetails>

export type PaymentMethodType = PaymentMethod['type']

export interface PaymentMethodOf<Type extends string, Details> {
  id: number | null
  /** Obfuscated: `************1111`, `j***@example.com`. */
  details: string | null
  type: Type
  type_description: string | null
  buyer_method: boolean | null
  default_buyer_method: boolean | null
  seller_method: boolean | null
  default_seller_method: boolean | null
  _links: Links<PaymentMethodRelation> | null
  /** `billing_address` is absent where there is none. */
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
  /** Obfuscated. */
  email: string | null
}

export type PaymentMethodRelation =
  | 'self'
  | 'paymentmethod:delete'
  | 'paymentmethod:updatecreditcard'
  | 'paymentmethod:updatedefaults'
  | 'paymentmethod:updatepaypal'

/** What is asked of a payment method as a default; absent and `null` leave what is. */
export interface DefaultsInput {
  /** True makes it the default for purchasing, false no longer. */
  default_buyer_method?: boolean | null
  /** True makes it the default for being paid, false no longer. */
  default_seller_method?: boolean | null
}

/**
 * A card to create, or what is to be known of one. Give its number or, where the service's vault takes
 * them, the token of the processor's hosted fields. A security code is never taken.
 */
export interface CreditCardInput extends DefaultsInput {
  /** The holder. */
  full_name?: string | null
  /** With or without spaces and hyphens. On replacing, absent keeps the card. */
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
  /** One of the user's addresses. On replacing, absent keeps it and `null` leaves none. */
  billing_address_id?: number | null
}

/** A PayPal account to create, or what is to be known of one. */
export interface PayPalInput extends DefaultsInput {
  email?: string | null
  /** One of the user's addresses. On replacing, absent keeps it and `null` leaves none. */
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

/** What is to be bought of a listing, and how it is to come; what is left out is left open. */
export interface Purchase {
  number_of_tickets?: number | null
  /** One of the user's addresses. */
  delivery_address_id?: number | null
  /** One of the listing's delivery methods. */
  delivery_method_id?: number | null
  coupons?: string[] | null
  /** Who comes for the tickets. */
  pickup_full_name?: string | null
}

/** Payment methods for a listing; the others, and why they are not offered, where they were asked for. */
export interface ListingPaymentMethodPage extends PaymentMethodPage {
  _embedded: { items: PaymentMethod[]; ineligible?: IneligiblePaymentMethod[] } | null
}

export interface IneligiblePaymentMethod {
  code: 'expired' | 'not_for_buying' | 'type_not_accepted'
  /** In the language of the response. */
  reason: string
  _embedded: { payment_method: PaymentMethod }
}

/** The user whom the access token speaks for. */
export interface User {
  full_name: string | null
  email: string | null
  primary_phone: string | null
  /** Signed up for the newsletter. */
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

/** Changes to the user (a JSON merge patch): `full_name: null` clears it. */
export interface UserChanges {
  full_name?: string | null
  email_optin?: boolean | null
}

/** The body of every error of the resources; see {@link FoyerError} for what the client makes of it. */
export interface ErrorBody {
  code: string
  message: string
  errors: Record<string, string[]>
}

/** What the token endpoint gives (RFC 6749, 5.1). */
export interface TokenResponse {
  access_token: string
  token_type: 'bearer'
  /** Seconds. */
  expires_in: number
  /** Delimited by spaces. */
  scope: string
}
