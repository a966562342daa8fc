/*
 * The tables of the interface, row by row, and the proof of each row: the name of a test or, for a
 * status, the reason why it is never sent.
 */

/** The kind of a row of the interface. */
export type Kind =
  | 'field'
  | 'relation'
  | 'operation'
  | 'header'
  | 'parameter'
  | 'property'
  | 'status'
  | 'limit'

/** The name of the test that shows it, or why there is none. */
export type Shown = string | { readonly neverSent: string }

export interface Table {
  /** Of the interface's specification. */
  readonly section: string
  /** The resource or operation that it describes. */
  readonly of: string
  readonly kind: Kind
  readonly rows: Readonly<Record<string, Shown>>
}

/** A status that is listed, although Foyer never sends it. */
const neverSent = (reason: string): Shown => ({ neverSent: reason })

export const tables: readonly Table[] = [
  {
    section: '2.1',
    of: 'Link',
    kind: 'field',
    rows: {
      href: 'Link.href: absolute, below the base address',
      title: 'Link.title: in the language of the answer',
      templated: 'Link.templated: a boolean, never null',
    },
  },
  {
    section: '2.2',
    of: 'Address',
    kind: 'field',
    rows: {
      id: 'Address.id: an int32 that responses alone have',
      full_name: 'Address.full_name: full name of the recipient',
      default: 'Address.default: true for the default address alone',
      address_1: 'Address.address_1: first line',
      address_2: 'Address.address_2: second line, or null',
      address_3: 'Address.address_3: third line, or null',
      city: 'Address.city: city name, or null where a country has none',
      state_province: 'Address.state_province: name of the state or province, or null',
      postal_code: 'Address.postal_code: postal code, or null where a country has none',
      country_code: 'Address.country_code: in requests alone',
      _links: 'Address._links: an object of links',
      _embedded: 'Address._embedded: holds the country',
    },
  },
  {
    section: '2.2',
    of: 'Address',
    kind: 'relation',
    rows: {
      self: 'Address, self: leads to the address',
      'address:carrier': 'Address, address:carrier: leads to the carrier',
      'address:delete':
        'Address, address:delete: deletes it; absent while a payment method bills to it',
      'address:update': 'Address, address:update: changes it',
    },
  },
  {
    section: '2.2',
    of: 'Country',
    kind: 'field',
    rows: {
      code: 'Country.code: ISO 3166-1',
      name: 'Country.name: in the language of the answer',
      _links: 'Country._links: an object of links',
    },
  },
  {
    section: '2.2',
    of: 'Country',
    kind: 'relation',
    rows: {
      self: 'Country, self: leads to the country',
      'country:events': 'Country, country:events: leads to the sibling service',
      'country:localwebpage': 'Country, country:localwebpage: leads to the sibling service',
    },
  },
  {
    section: '2.3',
    of: 'Address collection',
    kind: 'field',
    rows: {
      total_items: 'Address collection.total_items: of all pages',
      page: 'Address collection.page: the one asked for',
      page_size: 'Address collection.page_size: the one asked for',
      _links: 'Address collection._links: an object of links',
      _embedded: 'Address collection._embedded: holds addresses in items',
    },
  },
  {
    section: '2.3',
    of: 'Address collection',
    kind: 'relation',
    rows: {
      self: 'Address collection, self: leads to the same page',
      first: 'Address collection, first: leads to page 1',
      last: 'Address collection, last: leads to page 3',
      next: 'Address collection, next: leads to page 3, and is absent there',
      prev: 'Address collection, prev: leads to page 1, and is absent there',
    },
  },
  {
    section: '2.4',
    of: 'Payment method',
    kind: 'field',
    rows: {
      id: 'Payment method.id: an int32',
      details: 'Payment method.details: obfuscated',
      type: 'Payment method.type: CreditCard or PayPal',
      type_description: 'Payment method.type_description: in the language of the answer',
      buyer_method: 'Payment method.buyer_method: usable for purchasing',
      default_buyer_method: 'Payment method.default_buyer_method: the default for purchasing',
      seller_method: 'Payment method.seller_method: usable for receiving payments',
      default_seller_method:
        'Payment method.default_seller_method: the default for receiving payments',
      _links: 'Payment method._links: an object of links',
      _embedded: 'Payment method._embedded: holds the billing address and details of the type',
      '_embedded.billing_address':
        'Payment method._embedded.billing_address: an address, absent where there is none',
      '_embedded.type_details': 'Payment method._embedded.type_details: properties of the type',
    },
  },
  {
    section: '2.4',
    of: 'Payment method',
    kind: 'relation',
    rows: {
      self: 'Payment method, self: leads to the payment method',
      'paymentmethod:delete': 'Payment method, paymentmethod:delete: deletes it',
      'paymentmethod:updatecreditcard':
        'Payment method, paymentmethod:updatecreditcard: replaces a card’s details',
      'paymentmethod:updatedefaults':
        'Payment method, paymentmethod:updatedefaults: makes it a default; absent once it has expired',
      'paymentmethod:updatepaypal':
        'Payment method, paymentmethod:updatepaypal: replaces an account’s details',
    },
  },
  {
    section: '2.5',
    of: 'Payment method collection',
    kind: 'field',
    rows: {
      total_items: 'Payment method collection.total_items: of all pages, at both levels',
      page: 'Payment method collection.page: the one asked for, and the first within',
      page_size: 'Payment method collection.page_size: the one asked for, at both levels',
      _links: 'Payment method collection._links: an object of links, at both levels',
      _embedded: 'Payment method collection._embedded: holds collections that hold payment methods',
    },
  },
  {
    section: '2.5',
    of: 'Payment method collection',
    kind: 'relation',
    rows: {
      self: 'Payment method collection, self: leads to the same page',
      first: 'Payment method collection, first: leads to page 1',
      last: 'Payment method collection, last: leads to page 2',
      next: 'Payment method collection, next: leads to page 2, and is absent there',
      prev: 'Payment method collection, prev: leads to page 1, and is absent there',
      'paymentmethod:createcreditcard':
        'Payment method collection, paymentmethod:createcreditcard: creates a card, from both levels',
      'paymentmethod:createpaypal':
        'Payment method collection, paymentmethod:createpaypal: creates an account, from both levels',
    },
  },
  {
    section: '2.6',
    of: 'User',
    kind: 'field',
    rows: {
      full_name: 'User.full_name: full name, or null',
      email: 'User.email: the e-mail address',
      primary_phone: 'User.primary_phone: the phone number, or null',
      email_optin: 'User.email_optin: a boolean',
      _links: 'User._links: an object of links',
    },
  },
  {
    section: '2.6',
    of: 'User',
    kind: 'relation',
    rows: {
      self: 'User, self: leads to the user',
      'user:addresses': 'User, user:addresses: leads to the addresses',
      'user:paymentmethods': 'User, user:paymentmethods: leads to the payment methods',
      'user:sales': 'User, user:sales: leads to the sibling service',
      'user:salesaggregates': 'User, user:salesaggregates: leads to the sibling service',
      'user:sellerlistings': 'User, user:sellerlistings: leads to the sibling service',
      'user:update': 'User, user:update: changes the user',
      'user:webhooks': 'User, user:webhooks: leads to the webhooks',
    },
  },
  {
    section: '2.7',
    of: 'Error',
    kind: 'field',
    rows: {
      code: 'Error.code: what went wrong, for programs',
      message: 'Error.message: what went wrong, for people',
      errors: 'Error.errors: texts by the name of the property',
    },
  },
  {
    section: '2.8',
    of: 'Token response',
    kind: 'field',
    rows: {
      access_token: 'Token response.access_token: opens what an application may see',
      token_type: 'Token response.token_type: bearer',
      expires_in: 'Token response.expires_in: seconds',
      scope: 'Token response.scope: what the token opens',
    },
  },
  {
    section: '4.1',
    of: 'Token endpoint',
    kind: 'operation',
    rows: {
      POST: 'Token endpoint, POST: at /oauth2/token below the authorization address',
    },
  },
  {
    section: '4.1',
    of: 'Token endpoint',
    kind: 'header',
    rows: {
      Authorization: 'Token endpoint, Authorization: the credentials as Basic',
      'Content-Type': 'Token endpoint, Content-Type: a form and nothing else',
    },
  },
  {
    section: '4.1',
    of: 'Token endpoint',
    kind: 'parameter',
    rows: {
      grant_type: 'Token endpoint, grant_type: required, client_credentials',
      scope: 'Token endpoint, scope: those wanted, delimited by spaces',
    },
  },
  {
    section: '4.2',
    of: 'List addresses',
    kind: 'parameter',
    rows: {
      page: 'List addresses, page: an int32 from 1',
      page_size: 'List addresses, page_size: an int32 from 1',
      sort: 'List addresses, sort: fields separated by commas',
    },
  },
  {
    section: '4.2',
    of: 'List addresses',
    kind: 'status',
    rows: {
      200: 'List addresses 200: the collection',
      401: 'List addresses 401: no token, or one that is not good',
      403: 'List addresses 403: a token without read:user',
      404: neverSent('A list without items is there and empty.'),
      500: 'List addresses 500: an unexpected failure',
    },
  },
  {
    section: '4.2',
    of: 'Create an address',
    kind: 'property',
    rows: {
      full_name: 'Create an address, full_name: text, required',
      default: 'Create an address, default: a flag; null counts as absent',
      address_1: 'Create an address, address_1: text, required',
      address_2: 'Create an address, address_2: text or null',
      address_3: 'Create an address, address_3: text or null',
      city: 'Create an address, city: text, required where the country has cities',
      state_province:
        'Create an address, state_province: text, required where the country has states',
      postal_code: 'Create an address, postal_code: text, required where the country has them',
      country_code: 'Create an address, country_code: ISO 3166-1, required',
    },
  },
  {
    section: '4.2',
    of: 'Create an address',
    kind: 'status',
    rows: {
      201: 'Create an address 201: the address, and where it is',
      400: 'Create an address 400: what is wrong, by property',
      401: 'Create an address 401: no token, or one that is not good',
      403: 'Create an address 403: a token without write:user',
      500: 'Create an address 500: an unexpected failure',
    },
  },
  {
    section: '4.2',
    of: 'Get an address',
    kind: 'parameter',
    rows: {
      addressId: 'Get an address, addressId: one of the user’s',
    },
  },
  {
    section: '4.2',
    of: 'Get an address',
    kind: 'status',
    rows: {
      200: 'Get an address 200: the address',
      401: 'Get an address 401: no token, or one that is not good',
      403: 'Get an address 403: a token without read:user',
      404: 'Get an address 404: none of the user’s',
      500: 'Get an address 500: an unexpected failure',
    },
  },
  {
    section: '4.2',
    of: 'Update an address',
    kind: 'parameter',
    rows: {
      addressId: 'Update an address, addressId: one of the user’s',
    },
  },
  {
    section: '4.2',
    of: 'Update an address',
    kind: 'property',
    rows: {
      full_name: 'Update an address, full_name: text, not null',
      default: 'Update an address, default: a flag; null counts as absent',
      address_1: 'Update an address, address_1: text, not null',
      address_2: 'Update an address, address_2: text or null',
      address_3: 'Update an address, address_3: text or null',
      city: 'Update an address, city: text, not null where the country has cities',
      state_province:
        'Update an address, state_province: text, not null where the country has states',
      postal_code: 'Update an address, postal_code: text, not null where the country has them',
      country_code: 'Update an address, country_code: ISO 3166-1, not null',
    },
  },
  {
    section: '4.2',
    of: 'Update an address',
    kind: 'status',
    rows: {
      200: 'Update an address 200: the address as it now is',
      400: 'Update an address 400: what is wrong, by property',
      401: 'Update an address 401: no token, or one that is not good',
      403: 'Update an address 403: a token without write:user; none of the user’s',
      500: 'Update an address 500: an unexpected failure',
    },
  },
  {
    section: '4.2',
    of: 'List payment methods',
    kind: 'parameter',
    rows: {
      buyer_method: 'List payment methods, buyer_method: a flag',
      seller_method: 'List payment methods, seller_method: a flag',
      page: 'List payment methods, page: an int32 from 1',
      page_size: 'List payment methods, page_size: an int32 from 1',
    },
  },
  {
    section: '4.2',
    of: 'List payment methods',
    kind: 'status',
    rows: {
      200: 'List payment methods 200: the collection',
      401: 'List payment methods 401: no token, or one that is not good',
      403: 'List payment methods 403: a token without read:user',
      404: neverSent('A list without items is there and empty.'),
      500: 'List payment methods 500: an unexpected failure',
    },
  },
  {
    section: '4.2',
    of: 'Get a payment method',
    kind: 'parameter',
    rows: {
      paymentMethodId: 'Get a payment method, paymentMethodId: one of the user’s',
    },
  },
  {
    section: '4.2',
    of: 'Get a payment method',
    kind: 'status',
    rows: {
      200: 'Get a payment method 200: the payment method',
      401: 'Get a payment method 401: no token, or one that is not good',
      403: 'Get a payment method 403: a token without read:user',
      404: 'Get a payment method 404: none of the user’s',
      500: 'Get a payment method 500: an unexpected failure',
    },
  },
  {
    section: '4.2',
    of: 'List payment methods for a listing',
    kind: 'parameter',
    rows: {
      listingId: 'List payment methods for a listing, listingId: an int64',
      page: 'List payment methods for a listing, page: an int32 from 1',
      page_size: 'List payment methods for a listing, page_size: an int32 from 1',
    },
  },
  {
    section: '4.2',
    of: 'List payment methods for a listing',
    kind: 'property',
    rows: {
      number_of_tickets: 'List payment methods for a listing, number_of_tickets: an int32 or null',
      delivery_address_id:
        'List payment methods for a listing, delivery_address_id: one of the user’s, or null',
      delivery_method_id:
        'List payment methods for a listing, delivery_method_id: one of the listing’s, or null',
      coupons: 'List payment methods for a listing, coupons: texts that the listing has, or null',
      pickup_full_name:
        'List payment methods for a listing, pickup_full_name: required where it is picked up',
    },
  },
  {
    section: '4.2',
    of: 'List payment methods for a listing',
    kind: 'status',
    rows: {
      200: 'List payment methods for a listing 200: those that can pay',
      400: 'List payment methods for a listing 400: every error, by property',
      401: 'List payment methods for a listing 401: a missing or a bad token',
      403: 'List payment methods for a listing 403: no read:user, or the listing cannot be bought',
      500: 'List payment methods for a listing 500: an unexpected failure',
    },
  },
  {
    section: '4.2',
    of: 'Get the authenticated user',
    kind: 'status',
    rows: {
      200: 'Get the authenticated user 200: the user',
      401: 'Get the authenticated user 401: no token, or one that is not good',
      403: 'Get the authenticated user 403: a token without read:user',
      404: neverSent('The token of a user who is gone is no longer good: 401.'),
      500: 'Get the authenticated user 500: an unexpected failure',
    },
  },
  {
    section: '4.2',
    of: 'Update the authenticated user',
    kind: 'property',
    rows: {
      full_name: 'Update the authenticated user, full_name: text or null',
      email_optin: 'Update the authenticated user, email_optin: a flag; null counts as absent',
    },
  },
  {
    section: '4.2',
    of: 'Update the authenticated user',
    kind: 'status',
    rows: {
      200: 'Update the authenticated user 200: an octet stream without content',
      400: 'Update the authenticated user 400: what is wrong, by property',
      401: 'Update the authenticated user 401: no token, or one that is not good',
      403: 'Update the authenticated user 403: a token without write:user',
      500: 'Update the authenticated user 500: an unexpected failure',
    },
  },
  {
    section: '8',
    of: 'Limits',
    kind: 'limit',
    rows: {
      pages: 'Limits, pages: total_items, page and page_size are told by every collection',
      expires_in: 'Limits, expires_in: a token of an application lives for a day',
    },
  },
  {
    section: '9',
    of: 'Versioning',
    kind: 'limit',
    rows: {
      version: 'Versioning, version: in every response',
    },
  },
]
