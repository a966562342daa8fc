/* Generated from openapi.json by `npm run openapi`. Do not edit. */

import type { Links } from '../hal.ts'

/** The relations of `ErrorBody`. */
export type ErrorBodyRelation = 'paymentmethod:cardsetup'

/** The body of every error of the resources. The client throws it as a `FoyerError`. */
export interface ErrorBody {
  /** The error code, for programs. */
  code: string
  /** The error message, for users. */
  message: string
  /** Messages by property name: what is wrong with each property. */
  errors: { [name: string]: string[] }
  _links?: Links<ErrorBodyRelation>
}

/** The relations of `Root`. */
export type RootRelation =
  | 'self'
  | 'user'
  | 'addresses'
  | 'paymentmethods'
  | 'countries'
  | 'webhooks'
  | 'viagogo:user'
  | 'viagogo:countries'

/** The resource where a client starts. */
export interface Root {
  _links: Links<RootRelation>
}

/** The relations of `Address`. */
export type AddressRelation = 'self' | 'address:carrier' | 'address:delete' | 'address:update'

/** A delivery, pickup or billing address of the user. */
export interface Address {
  /** The address identifier. */
  id: number | null
  /** Full name of the recipient. */
  full_name: string | null
  /** True if this is the user’s default address. */
  default: boolean | null
  /** First line. */
  address_1: string | null
  /** Second line. */
  address_2: string | null
  /** Third line. */
  address_3: string | null
  /** City name. */
  city: string | null
  /** Name of the state or province. */
  state_province: string | null
  /** Postal code. */
  postal_code: string | null
  _links: Links<AddressRelation>
  _embedded: {
    country: Country
  }
}

/** The relations of `AddressPage`. */
export type AddressPageRelation = 'self' | 'first' | 'last' | 'next' | 'prev' | 'address:create'

export interface AddressPage {
  /** The number of items on all pages together. */
  total_items: number
  page: number
  page_size: number
  _links: Links<AddressPageRelation>
  _embedded: {
    items: Address[]
  }
}

/** The relations of `Carrier`. */
export type CarrierRelation = 'self'

/** The carrier that picks up from an address, and its pickup times. */
export interface Carrier {
  /** The carrier’s identifier. */
  id: number | null
  /** The carrier’s name. */
  name: string
  pickup_windows: {
    /** In UTC. */
    start_date: string
    /** In UTC. */
    end_date: string
  }[]
  _links: Links<CarrierRelation>
}

/** The relations of `Country`. */
export type CountryRelation =
  | 'self'
  | 'country:events'
  | 'country:localwebpage'
  | 'country:addressrules'

/** A country. Its name is in the language of the response. */
export interface Country {
  /** ISO 3166-1 alpha-2, or XK for Kosovo. */
  code: string
  /** In the language of the response. */
  name: string
  _links: Links<CountryRelation>
}

/** The relations of `CountryPage`. */
export type CountryPageRelation = 'self' | 'first' | 'last' | 'next' | 'prev'

export interface CountryPage {
  /** The number of items on all pages together. */
  total_items: number
  page: number
  page_size: number
  _links: Links<CountryPageRelation>
  _embedded: {
    items: Country[]
  }
}

/** The relations of `AddressRules`. */
export type AddressRulesRelation = 'self' | 'country'

/** What an address form of a country needs to know. */
export interface AddressRules {
  /** ISO 3166-1 alpha-2, or XK for Kosovo. */
  code: string
  /**
   * The fields of an address form, in order. In some countries, such as the United Arab
   * Emirates, a city or a state is required, and neither alone.
   */
  fields: {
    /** The name of the address property. */
    name: string
    /** The name of the field in this country, in the language of the response. */
    label: string
    required: boolean
  }[]
  /** The properties on each line of an address in this country. */
  lines: string[][]
  latin_lines: string[][] | null
  postal_code: {
    /**
     * A regular expression for the whole postal code. It ignores letter case, and allows
     * spaces and hyphens anywhere.
     */
    pattern: string
    examples: string[]
  } | null
  /** Known states or provinces. Addresses may have other values. */
  states: {
    /** The name as written in an address. */
    key: string
    name: string
    latin_name: string | null
    /** The second part of its ISO 3166-2 code. */
    code: string | null
  }[]
  _links: Links<AddressRulesRelation>
}

/** The relations of `PaymentMethod`. */
export type PaymentMethodRelation =
  | 'self'
  | 'paymentmethod:delete'
  | 'paymentmethod:updatecreditcard'
  | 'paymentmethod:updatedefaults'
  | 'paymentmethod:updatepaypal'
  | 'paymentmethod:updatebankaccount'

/** What `type_details` has if `type` is `CreditCard`. */
export interface CreditCardDetails {
  brand: string
  last4: string
  expiry_month: number
  expiry_year: number
  /** Name of the card holder. */
  full_name: string
  expired: boolean
  /** The wallet that the card is in. */
  wallet: string | null
  /** The networks that can process the card, spelled like brands. */
  networks: string[]
}

/** What `type_details` has if `type` is `PayPal`. */
export interface PayPalDetails {
  email: string
  /**
   * The new address of an account that is paid at its earlier one, `email`. `verified` and
   * `usable_from` are about the new address.
   */
  next_email: string | null
  /**
   * True if the user has chosen the method to be paid by. It becomes the default once it
   * is verified and `usable_from` has passed.
   */
  chosen: boolean
  /** True if the owner has proved the method. Only then can it be paid. */
  verified: boolean
  /**
   * When payments to this method begin, 48 hours after it was chosen and proved. Until
   * then, the earlier default is paid. Null if the method is not chosen or not proved.
   */
  usable_from: string | null
}

/** What `type_details` has if `type` is `BankAccount`. */
export interface BankAccountDetails {
  /** The country of the account (ISO 3166-1 alpha-2). */
  country: string
  /** The last four characters of the number. Short numbers show fewer. */
  last4: string
  /** The type of an account in the US. Null for an IBAN. */
  account_type: 'checking' | 'savings' | null
  /** Name of the account holder. */
  full_name: string
  /**
   * True if the user has chosen the method to be paid by. It becomes the default once it
   * is verified and `usable_from` has passed.
   */
  chosen: boolean
  /** True if the owner has proved the method. Only then can it be paid. */
  verified: boolean
  /**
   * When payments to this method begin, 48 hours after it was chosen and proved. Until
   * then, the earlier default is paid. Null if the method is not chosen or not proved.
   */
  usable_from: string | null
}

/** A `PaymentMethod` of one type. */
export interface PaymentMethodOf<Type extends string, Details> {
  /** Payment method identifier. */
  id: number | null
  /** Details of the payment method, partly hidden. */
  details: string | null
  /** Type of the payment method. */
  type: Type
  /** Localised description of the type. */
  type_description: string | null
  /** True if the payment method can be used for purchases. */
  buyer_method: boolean | null
  /** True if this is the user’s default payment method for purchases. */
  default_buyer_method: boolean | null
  /** True if the payment method can receive payments. */
  seller_method: boolean | null
  /**
   * True if this is the user’s default payment method for receiving payments: the one that
   * is paid now.
   */
  default_seller_method: boolean | null
  _links: Links<PaymentMethodRelation>
  _embedded: {
    billing_address?: Address
    type_details: Details
  }
}

/** `type` decides which properties `type_details` has. */
export type PaymentMethod =
  | PaymentMethodOf<'CreditCard', CreditCardDetails>
  | PaymentMethodOf<'PayPal', PayPalDetails>
  | PaymentMethodOf<'BankAccount', BankAccountDetails>

export type PaymentMethodType = PaymentMethod['type']

/** The relations of `PaymentMethodPage`. */
export type PaymentMethodPageRelation =
  | 'self'
  | 'first'
  | 'last'
  | 'next'
  | 'prev'
  | 'paymentmethod:createcreditcard'
  | 'paymentmethod:createpaypal'
  | 'paymentmethod:createbankaccount'

/** Payment methods of one type. */
export interface PaymentMethodPage {
  /** The number of items on all pages together. */
  total_items: number
  page: number
  page_size: number
  _links: Links<PaymentMethodPageRelation>
  _embedded: {
    items: PaymentMethod[]
  }
}

/** The relations of `PaymentMethodGroups`. */
export type PaymentMethodGroupsRelation =
  | 'self'
  | 'first'
  | 'last'
  | 'next'
  | 'prev'
  | 'paymentmethod:createcreditcard'
  | 'paymentmethod:createpaypal'
  | 'paymentmethod:createbankaccount'

/** All payment methods: one inner page for each type that the user has. */
export interface PaymentMethodGroups {
  /** The number of items on all pages together. */
  total_items: number
  page: number
  page_size: number
  _links: Links<PaymentMethodGroupsRelation>
  _embedded: {
    items: PaymentMethodPage[]
  }
}

/** The relations of `ChargeReference`. */
export type ChargeReferenceRelation = 'self'

export interface ChargeReference {
  /** Payment method identifier. */
  id: number
  user_id: number
  /** The payment processor. */
  processor: string
  /** The processor’s id of the user’s customer. */
  customer: string | null
  /** The processor’s id of the card. */
  payment_method: string
  /**
   * The processor’s id of the setup with which the holder agreed to be charged while away.
   * Null for cards saved before setups.
   */
  setup_intent: string | null
  /** The processor’s id of the mandate, if the card needs one. */
  mandate: string | null
  /**
   * The transaction in which the holder was authenticated (3-D Secure, directory server).
   * Null if the issuer asked for none.
   */
  network_transaction_id: string | null
  /** Equal for the same card of the same user. */
  fingerprint: string
  brand: string
  last4: string
  expiry_month: number
  expiry_year: number
  expired: boolean
  _links: Links<ChargeReferenceRelation>
  _embedded?: {
    billing_address: Address
  }
}

/** The relations of `PayoutReference`. */
export type PayoutReferenceRelation = 'self'

export interface PayoutReference {
  /** Payment method identifier. */
  id: number
  user_id: number
  /** Type of the payment method. */
  type: 'PayPal' | 'BankAccount'
  /** Where to send money now. `type` decides its properties. */
  destination:
    | {
        /** The address of a PayPal account. */
        email: string
      }
    | {
        /** The vault that has the number. `local` has none, so it cannot be paid. */
        processor: string
        /** The vault’s id of the bank account. */
        bank_account: string
        country: string
        last4: string
        account_type: 'checking' | 'savings' | null
        /** Name of the account holder. */
        full_name: string
      }
    | {
        processor: 'stripe'
        /** The processor’s id of the seller’s account. Transfer the money to it. */
        account: string
        /** Whether money can be transferred to the account now. */
        transfers_enabled: boolean
        /** Whether money can be paid out from the account. */
        payouts_enabled: boolean
        /**
         * What the processor requires of the seller now, in its words. Null if it was not asked
         * yet.
         */
        currently_due: string[] | null
        /** Why the processor does not pay the seller, in its words. */
        disabled_reason: string | null
        /** When the processor has said so. Null if it was not asked yet. */
        checked_at: string | null
        /** The processor’s id of the bank account. Name it in each payout. */
        external_account: string
        /** In the processor’s words. `errored` means that a payout has failed. */
        external_account_status: string | null
        country: string
        last4: string
        account_type: 'checking' | 'savings' | null
        /** Name of the account holder. */
        full_name: string
      }
  /** Always true. Only verified methods are paid. */
  verified: boolean
  /**
   * Since when the method is paid. Null if it is paid at an earlier address, while a new
   * one waits.
   */
  usable_from: string | null
  /**
   * What the user has chosen instead: another method, or this one with a new address. It
   * is paid from `usable_from`. Until then the earlier destination is paid. Null if no
   * change waits.
   */
  next: {
    /** Payment method identifier. */
    id: number
    /** Type of the payment method. */
    type: 'PayPal' | 'BankAccount'
    verified: boolean
    usable_from: string | null
  } | null
  _links: Links<PayoutReferenceRelation>
}

/** The relations of `SellerAccount`. */
export type SellerAccountRelation = 'self'

export interface SellerAccount {
  processor: 'stripe'
  /** The processor’s id of the seller’s account. Transfer the money to it. */
  account: string
  /** Whether money can be transferred to the account now. */
  transfers_enabled: boolean
  /** Whether money can be paid out from the account. */
  payouts_enabled: boolean
  /**
   * What the processor requires of the seller now, in its words. Null if it was not asked
   * yet.
   */
  currently_due: string[] | null
  /** Why the processor does not pay the seller, in its words. */
  disabled_reason: string | null
  /** When the processor has said so. Null if it was not asked yet. */
  checked_at: string | null
  user_id: number
  _links: Links<SellerAccountRelation>
}

/** The relations of `CardSetup`. */
export type CardSetupRelation =
  | 'self'
  | 'paymentmethod:createcreditcard'
  | 'paymentmethod:setupcreditcard'

export interface CardSetup {
  /** Setup identifier. */
  id: number
  /** The payment processor. */
  processor: string
  /**
   * What the processor says, in its words, until the setup ends: `used` by a payment
   * method, `canceled` at the processor, `expired` because nobody entered a card in time,
   * or `abandoned` because the card was not confirmed or not saved in time.
   */
  status:
    | 'requested'
    | 'requires_payment_method'
    | 'requires_confirmation'
    | 'requires_action'
    | 'processing'
    | 'succeeded'
    | 'used'
    | 'canceled'
    | 'expired'
    | 'abandoned'
  /**
   * What to do next. `confirm`: let the user enter the card in the processor’s fields,
   * with the client secret. `authenticate`: let the user confirm the card with the issuer,
   * with the client secret. `wait`: read the setup again. `create_card`: send
   * `setup_intent` as `card_token`. `start_again`: start another setup. Null: nothing.
   */
  next_action: 'confirm' | 'authenticate' | 'wait' | 'create_card' | 'start_again' | null
  /** The processor’s id of the setup. Once it has succeeded, it is a `card_token`. */
  setup_intent: string
  /** The secret for the processor’s fields. Null if the setup has ended. */
  client_secret: string | null
  /** The processor’s key for pages and apps. */
  publishable_key: string | null
  /** Until when the card must be entered, confirmed and saved. */
  expires_at: string
  _links: Links<CardSetupRelation>
}

export interface IneligiblePaymentMethod {
  /** The reason why the payment method is not eligible, for programs. */
  code: 'type_not_accepted' | 'expired' | 'not_for_buying'
  /** The reason why the payment method is not eligible, for users. */
  reason: string
  _embedded: {
    payment_method: PaymentMethod
  }
}

/** The relations of `ListingPaymentMethodPage`. */
export type ListingPaymentMethodPageRelation =
  | 'self'
  | 'first'
  | 'last'
  | 'next'
  | 'prev'
  | 'paymentmethod:createcreditcard'
  | 'paymentmethod:createpaypal'

export interface ListingPaymentMethodPage {
  /** The number of items on all pages together. */
  total_items: number
  page: number
  page_size: number
  _links: Links<ListingPaymentMethodPageRelation>
  _embedded: {
    items: PaymentMethod[]
    /**
     * The payment methods that are not eligible, with reasons. Present only if the query
     * requests it.
     */
    ineligible?: IneligiblePaymentMethod[]
  }
}

/** The relations of `User`. */
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

/** The user of the access token. */
export interface User {
  /** Full name of the user. */
  full_name: string | null
  /** Email address of the user. */
  email: string | null
  /** Primary phone number. */
  primary_phone: string | null
  /** True if the user has subscribed to the email newsletter. */
  email_optin: boolean
  _links: Links<UserRelation>
}

/** The relations of `Webhook`. */
export type WebhookRelation =
  | 'self'
  | 'webhook:delete'
  | 'webhook:deliveries'
  | 'webhook:ping'
  | 'webhook:rotatesecret'
  | 'webhook:update'

/** A URL that is notified of changes of the user. */
export interface Webhook {
  /** The webhook identifier. */
  id: number
  /** A name of your choice. */
  name: string | null
  /** The `https` URL that receives deliveries. */
  url: string
  /** What the webhook is notified of. `Ping` can be listed; every webhook receives pings. */
  topics: ('Ping' | 'Addresses' | 'PaymentMethods' | 'User')[]
  /** Whether deliveries are sent. */
  enabled: boolean
  /**
   * Why it is disabled: `owner`, by a request; `gone`, the receiver answered 410;
   * `failing`, all attempts of about three days failed, or more than 10,000 deliveries
   * wait; `not_allowed`, the user or the application was disabled.
   */
  disabled_reason: 'owner' | 'gone' | 'failing' | 'not_allowed' | null
  /** In UTC. */
  created_at: string
  _links: Links<WebhookRelation>
}

/** The relations of `WebhookWithSecret`. */
export type WebhookWithSecretRelation =
  | 'self'
  | 'webhook:delete'
  | 'webhook:deliveries'
  | 'webhook:ping'
  | 'webhook:rotatesecret'
  | 'webhook:update'

/**
 * A webhook with the secret of its signatures. Keep the secret: no later response shows
 * it.
 */
export interface WebhookWithSecret {
  /** The webhook identifier. */
  id: number
  /** A name of your choice. */
  name: string | null
  /** The `https` URL that receives deliveries. */
  url: string
  /** What the webhook is notified of. `Ping` can be listed; every webhook receives pings. */
  topics: ('Ping' | 'Addresses' | 'PaymentMethods' | 'User')[]
  /** Whether deliveries are sent. */
  enabled: boolean
  /**
   * Why it is disabled: `owner`, by a request; `gone`, the receiver answered 410;
   * `failing`, all attempts of about three days failed, or more than 10,000 deliveries
   * wait; `not_allowed`, the user or the application was disabled.
   */
  disabled_reason: 'owner' | 'gone' | 'failing' | 'not_allowed' | null
  /** In UTC. */
  created_at: string
  _links: Links<WebhookWithSecretRelation>
  /**
   * The secret of the signatures (Standard Webhooks). No other response shows it; after a
   * rotation, the former secret signs as well for 24 hours.
   */
  secret: string
}

/** The relations of `WebhookPage`. */
export type WebhookPageRelation = 'self' | 'first' | 'last' | 'next' | 'prev' | 'webhook:create'

export interface WebhookPage {
  /** The number of items on all pages together. */
  total_items: number
  page: number
  page_size: number
  _links: Links<WebhookPageRelation>
  _embedded: {
    items: Webhook[]
  }
}

/** The relations of `WebhookDelivery`. */
export type WebhookDeliveryRelation = 'self' | 'webhook' | 'delivery:redeliver'

/** An event that was sent, or waits to be sent, to one webhook. */
export interface WebhookDelivery {
  /** The number of the delivery, in order. */
  id: number
  /** The id of the event, as in the header `webhook-id`. */
  event_id: string
  topic: 'Ping' | 'Addresses' | 'PaymentMethods' | 'User'
  action: 'Created' | 'Updated' | 'Deleted' | 'DefaultChanged'
  /** The id of the address, payment method or webhook; null for the user. */
  resource_id: number | null
  /** When the change happened, in UTC. */
  time: string
  status: 'waiting' | 'delivered'
  /** The number of attempts so far. */
  attempts: number
  /** When the last attempt ended, in UTC. */
  attempted_at: string | null
  /** When the receiver accepted it, in UTC. */
  delivered_at: string | null
  /** The HTTP status of the last attempt. */
  http_status: number | null
  /**
   * What the last attempt brought: `delivered`, `refused` (another status than 2xx),
   * `redirected` (3xx, which is not followed), `gone` (410), `timed_out`,
   * `connection_failed`, `name_not_found`, `address_not_allowed` or `url_not_allowed`.
   */
  outcome: string | null
  _links: Links<WebhookDeliveryRelation>
}

/** The relations of `WebhookDeliveryPage`. */
export type WebhookDeliveryPageRelation = 'self' | 'first' | 'last' | 'next' | 'prev' | 'webhook'

export interface WebhookDeliveryPage {
  /** The number of items on all pages together. */
  total_items: number
  page: number
  page_size: number
  _links: Links<WebhookDeliveryPageRelation>
  _embedded: {
    items: WebhookDelivery[]
  }
}

/** The relations of `WebhookMessage`. */
export type WebhookMessageRelation = 'webhook' | 'resource'

/** What a webhook receives. It has ids and links, and no personal data. */
export interface WebhookMessage {
  /** The id of the event, the same at every attempt. */
  id: string
  topic: 'Ping' | 'Addresses' | 'PaymentMethods' | 'User'
  action: 'Created' | 'Updated' | 'Deleted' | 'DefaultChanged'
  /** When the change happened, in UTC. */
  time: string
  webhook_id: number
  /** The id of the address, payment method or webhook; null for the user. */
  resource_id: number | null
  _links: Links<WebhookMessageRelation>
}

/**
 * An address to create, or changes to one (JSON merge patch, RFC 7396): omitted
 * properties stay the same, and `null` clears a property. The address rules of a country
 * list its required fields.
 */
export interface AddressInput {
  /** Full name of the recipient. */
  full_name?: string | null
  /** `true` makes this the default address. */
  default?: boolean | null
  /** First line. */
  address_1?: string | null
  /** Second line. */
  address_2?: string | null
  /** Third line. */
  address_3?: string | null
  /** City name. */
  city?: string | null
  /** Name of the state or province. */
  state_province?: string | null
  /** Postal code. */
  postal_code?: string | null
  /** Two-letter country code (ISO 3166-1 alpha-2, or XK) in upper or lower case. */
  country_code?: string | null
}

/**
 * Sets or clears a payment method as a default. Omitted and `null` properties change
 * nothing.
 */
export interface DefaultsInput {
  /**
   * `true` makes this the default for purchases, `false` clears it. If omitted, the first
   * payment method becomes the default.
   */
  default_buyer_method?: boolean | null
  /**
   * `true` chooses this for receiving payments. It becomes the default when its owner has
   * proved it and 48 hours have passed. `false` clears it. If omitted, the first payment
   * method is chosen. Cards cannot receive payments.
   */
  default_seller_method?: boolean | null
}

/**
 * A card to create, or the new details of a card. Send its number or, if the service’s
 * vault accepts it, a token from the processor’s hosted fields. A security code is never
 * accepted.
 */
export interface CreditCardInput {
  /** Name of the card holder. */
  full_name?: string | null
  /**
   * The card number, with or without spaces and hyphens. It is never stored. If omitted
   * when replacing details, the card stays the same.
   */
  card_number?: string | null
  /**
   * A card token from the hosted fields of the payment processor: the id of a setup that
   * has succeeded, of its payment method, a confirmation token (`ctoken_…`), or a
   * single-use token. Send it instead of the card number. The expiry date can then be
   * omitted.
   */
  card_token?: string | null
  /** The month, 1 to 12. */
  expiry_month?: number | null
  /** The year, four digits. */
  expiry_year?: number | null
  /** The month, 1 to 12. */
  start_month?: number | null
  /** The year, four digits. */
  start_year?: number | null
  /** The issue number, if the card has one. */
  issue_number?: string | number | null
  /**
   * The id of one of the user’s addresses. If omitted, the billing address does not
   * change. `null` removes it.
   */
  billing_address_id?: number | null
  /**
   * `true` makes this the default for purchases, `false` clears it. If omitted, the first
   * payment method becomes the default.
   */
  default_buyer_method?: boolean | null
  /**
   * `true` chooses this for receiving payments. It becomes the default when its owner has
   * proved it and 48 hours have passed. `false` clears it. If omitted, the first payment
   * method is chosen. Cards cannot receive payments.
   */
  default_seller_method?: boolean | null
}

/** A PayPal account to create, or the new details of one. */
export interface PayPalInput {
  /** Email address of the PayPal account. */
  email?: string | null
  /**
   * The id of one of the user’s addresses. If omitted, the billing address does not
   * change. `null` removes it.
   */
  billing_address_id?: number | null
  /**
   * `true` makes this the default for purchases, `false` clears it. If omitted, the first
   * payment method becomes the default.
   */
  default_buyer_method?: boolean | null
  /**
   * `true` chooses this for receiving payments. It becomes the default when its owner has
   * proved it and 48 hours have passed. `false` clears it. If omitted, the first payment
   * method is chosen. Cards cannot receive payments.
   */
  default_seller_method?: boolean | null
}

/**
 * A bank account to create, or the new details of one: an IBAN, or an account in the US
 * with its routing number. A user is paid there; it cannot buy.
 */
export interface BankAccountInput {
  /** Name of the account holder. */
  full_name?: string | null
  /**
   * The IBAN, with or without spaces. It is never stored. If all numbers are omitted when
   * replacing details, the account stays the same.
   */
  iban?: string | null
  /**
   * The routing number (ABA) of an account in the US. Send it with `account_number` and
   * `account_type`, instead of an IBAN.
   */
  routing_number?: string | null
  /** The account number of an account in the US. It is never stored. */
  account_number?: string | null
  /** The type of an account in the US. */
  account_type?: 'checking' | 'savings' | null
  /**
   * The id of one of the user’s addresses. If omitted, the billing address does not
   * change. `null` removes it.
   */
  billing_address_id?: number | null
  /**
   * `true` makes this the default for purchases, `false` clears it. If omitted, the first
   * payment method becomes the default.
   */
  default_buyer_method?: boolean | null
  /**
   * `true` chooses this for receiving payments. It becomes the default when its owner has
   * proved it and 48 hours have passed. `false` clears it. If omitted, the first payment
   * method is chosen. Cards cannot receive payments.
   */
  default_seller_method?: boolean | null
}

/** The purchase to find payment methods for. Omitted properties are undecided. */
export interface Purchase {
  /** The number of tickets. The listing limits which numbers can be bought. */
  number_of_tickets?: number | null
  /**
   * The id of one of the user’s addresses. It must be in a country where the tickets can
   * be delivered.
   */
  delivery_address_id?: number | null
  /** The id of one of the delivery methods of the listing. */
  delivery_method_id?: number | null
  /** Coupon codes of the listing. Upper and lower case are different. */
  coupons?: string[] | null
  /**
   * The name of the person who picks up the tickets. Required if the tickets are picked
   * up.
   */
  pickup_full_name?: string | null
}

/** Changes to the user (JSON merge patch). `full_name: null` clears the name. */
export interface UserChanges {
  /** Full name of the user. */
  full_name?: string | null
  /** True if the user has subscribed to the email newsletter. */
  email_optin?: boolean | null
}

/** A webhook to create, or changes to one. Omitted properties stay the same. */
export interface WebhookInput {
  /** A name of your choice. */
  name?: string | null
  /** The `https` URL that receives deliveries. */
  url?: string | null
  /** What the webhook is notified of. `Ping` can be listed; every webhook receives pings. */
  topics?: ('Ping' | 'Addresses' | 'PaymentMethods' | 'User')[] | null
  /**
   * The value of the `Authorization` header of deliveries. It is stored encrypted and
   * never shown.
   */
  authorization_header?: string | null
  /** `false` stops deliveries, `true` resumes them. */
  enabled?: boolean | null
}

/** The response of the token endpoint (RFC 6749, 5.1). */
export interface TokenResponse {
  /** An opaque string. Do not try to read its content. */
  access_token: string
  token_type: 'bearer' | 'DPoP'
  /** The lifetime in seconds. */
  expires_in: number
  /** Scopes, separated by spaces. */
  scope: string
  /** Can be used once. */
  refresh_token?: string
  /** The ID token (OpenID Connect Core, 2). */
  id_token?: string
}

/** An OAuth error (RFC 6749, 5.2). */
export interface OAuthError {
  error: string
  error_description: string
}

/** The state of a token. If `active` is `false`, it is the only property. */
export interface Introspection {
  active: boolean
  /** The id of the user. Absent if the token belongs to an application. */
  sub?: string
  client_id?: string
  scope?: string
  token_type?: 'bearer' | 'DPoP'
  /** The thumbprint of the key that the token is bound to (RFC 9449, 6.2). */
  cnf?: {
    jkt?: string
  }
  /** The resource that the token was made for (RFC 8707). Absent if for none. */
  aud?: string
  iss?: string
  /** The time in seconds since 1970-01-01 UTC. */
  iat?: number
  /** The time in seconds since 1970-01-01 UTC. */
  exp?: number
}

export interface PushedRequest {
  /** Send it as `request_uri` to `/authorize`. It works once. */
  request_uri: string
  /** The lifetime in seconds. */
  expires_in: number
}

/** Standard claims of the user (OpenID Connect Core, 5.1). */
export interface UserInfo {
  sub: string
  /** Requires the scope `profile`. */
  name?: string
  /** Requires the scope `profile`. */
  locale?: string
  /** Requires the scope `email`. */
  email?: string
  /** Requires the scope `email`. */
  email_verified?: boolean
  /** Requires the scope `phone`. */
  phone_number?: string
  /** The default address. Requires the scope `address`. */
  address?: {
    /** All lines, in the order of the country. */
    formatted?: string
    street_address?: string
    locality?: string
    region?: string
    postal_code?: string
    country?: string
  }
}

/** All relations. */
export type Relation =
  | ErrorBodyRelation
  | RootRelation
  | AddressRelation
  | AddressPageRelation
  | CarrierRelation
  | CountryRelation
  | CountryPageRelation
  | AddressRulesRelation
  | PaymentMethodRelation
  | PaymentMethodPageRelation
  | PaymentMethodGroupsRelation
  | ChargeReferenceRelation
  | PayoutReferenceRelation
  | SellerAccountRelation
  | CardSetupRelation
  | ListingPaymentMethodPageRelation
  | UserRelation
  | WebhookRelation
  | WebhookWithSecretRelation
  | WebhookPageRelation
  | WebhookDeliveryRelation
  | WebhookDeliveryPageRelation
  | WebhookMessageRelation

/** The status of every error code of the resources. */
export interface ErrorStatuses {
  authentication_failed: 400
  authentication_required: 400
  bank_account_declined: 400
  bank_accounts_not_supported: 403
  bank_country_not_supported: 400
  bank_currency_not_supported: 400
  card_declined: 400
  card_expired: 400
  forbidden: 403
  headers_too_large: 431
  https_required: 400
  idempotency_key_in_use: 409
  idempotency_key_reused: 422
  incorrect_account_number: 400
  incorrect_postal_code: 400
  incorrect_routing_number: 400
  incorrect_security_code: 400
  insufficient_funds: 400
  insufficient_scope: 403
  internal_server_error: 500
  invalid_delete: 403
  invalid_request_body: 400
  invalid_token: 401
  limit_reached: 403
  malformed_request: 400
  method_not_allowed: 405
  no_payout_method: 409
  not_acceptable: 406
  not_chargeable: 403
  not_found: 404
  payload_too_large: 413
  payout_on_hold: 409
  precondition_failed: 412
  purchase_not_allowed: 403
  request_timeout: 408
  seller_country_not_supported: 400
  service_unavailable: 503
  setup_ended: 400
  setup_incomplete: 400
  setup_not_supported: 403
  too_many_attempts: 429
  too_many_requests: 429
  unauthorized: 401
  unsupported_media_type: 415
  validation_failed: 400
  webhook_disabled: 409
}
