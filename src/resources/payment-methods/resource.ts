import {
  type Hrefs,
  type Links,
  links,
  type Representation,
  version,
} from '../../platform/http/api/hal.ts'
import { type Collection, collection, type Paging, pageOf } from '../../platform/http/api/paging.ts'
import { readId } from '../../platform/http/api/query.ts'
import {
  collectionSchema,
  linksSchema,
  nullableEnum,
  nullableFlag,
  nullableInt32,
  nullableText,
  ref,
  resourceSchema,
} from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { Type } from '../../platform/schema/type.ts'
import { isoTimeOrNull, timeSchema } from '../../platform/text/iso-time.ts'
import {
  obfuscatedAccount,
  obfuscatedCard,
  obfuscatedEmail,
} from '../../platform/text/obfuscate.ts'
import { accountTypes } from '../../processor/account-vault.ts'
import { type AddressResource, addressResource } from '../addresses/resource.ts'
import type { PayableRow, PayPalRow } from './payment-method.ts'
import {
  type Filter,
  type PaymentMethod,
  type PaymentMethodType,
  types,
} from './payment-methods.ts'

/** The path parameter that selects a method. */
export const idParameter = {
  paymentMethodId: Type.Integer({
    format: 'int32',
    description: 'The payment method identifier',
  }),
}

export const idOf = ({ params }: { params: unknown }): number =>
  readId((params as { paymentMethodId: string }).paymentMethodId)

/** A payment method in the interface (2.4). */
export interface PaymentMethodResource extends Representation {
  id: number
  details: string
  type: PaymentMethodType
  type_description: string
  buyer_method: boolean
  default_buyer_method: boolean
  seller_method: boolean
  default_seller_method: boolean
  _links: Links
  /**
   * Without a billing address, the key is absent, because HAL does not allow null here
   * (draft-kelly-json-hal, 4.1.2).
   */
  _embedded: { billing_address?: AddressResource; type_details: TypeDetails }
}

type TypeDetails =
  | {
      brand: string
      last4: string
      expiry_month: number
      expiry_year: number
      full_name: string
      expired: boolean
      wallet: string | null
      networks: readonly string[]
    }
  | ({ email: string; next_email: string | null } & PayableDetails)
  | ({
      country: string
      last4: string
      account_type: string | null
      full_name: string
    } & PayableDetails)

interface PayableDetails {
  chosen: boolean
  verified: boolean
  usable_from: string | null
}

export function paymentMethodResource(method: PaymentMethod, view: View): PaymentMethodResource {
  const { billing_address } = method
  const type_details = typeDetailsOf(method)
  return {
    [version]: method.version,
    id: method.id,
    details: detailsOf(method),
    type: method.type,
    type_description: say(view.language, `paymentmethod.type.${method.type}`),
    buyer_method: method.buyer_method,
    default_buyer_method: method.default_buyer_method,
    seller_method: method.seller_method,
    default_seller_method: method.default_seller_method,
    _links: methodLinks(method, view),
    _embedded: billing_address
      ? { billing_address: addressResource(billing_address, view), type_details }
      : { type_details },
  }
}

export const paymentMethodPath = (id: number, { baseUrl }: View): string =>
  `${baseUrl}/paymentmethods/${id}`

/**
 * Returns the links of a method. A card that cannot buy has no link to change the defaults until it
 * is replaced.
 */
function methodLinks({ id, type, buyer_method }: PaymentMethod, view: View): Links {
  const self = paymentMethodPath(id, view)
  const write = view.mayWrite ? self : undefined
  return links(view.language, {
    self,
    'paymentmethod:delete': write,
    'paymentmethod:updatecreditcard':
      write && type === 'CreditCard' ? `${self}/creditcard` : undefined,
    'paymentmethod:updatedefaults': type === 'CreditCard' && !buyer_method ? undefined : write,
    'paymentmethod:updatepaypal': write && type === 'PayPal' ? `${self}/paypal` : undefined,
    'paymentmethod:updatebankaccount':
      write && type === 'BankAccount' ? `${self}/bankaccount` : undefined,
  })
}

function detailsOf(method: PaymentMethod): string {
  if (method.type === 'CreditCard') return obfuscatedCard(method.last4)
  return method.type === 'PayPal'
    ? shownEmail(method)
    : obfuscatedAccount(method.bank_country, method.last4)
}

/** The address that is paid. It is the one that a client shows, and that a payment may go to. */
const shownEmail = ({ email, paid_email }: PayPalRow): string =>
  obfuscatedEmail(paid_email ?? email)

const payableDetails = ({ chosen_seller, verified_at, usable_from }: PayableRow) => ({
  chosen: chosen_seller,
  verified: verified_at !== null,
  usable_from: isoTimeOrNull(usable_from),
})

function typeDetailsOf(method: PaymentMethod): TypeDetails {
  if (method.type === 'PayPal')
    return {
      email: shownEmail(method),
      next_email: method.paid_email === null ? null : obfuscatedEmail(method.email),
      ...payableDetails(method),
    }
  if (method.type === 'BankAccount') {
    const { bank_country: country, last4, account_type, full_name } = method
    return { country, last4, account_type, full_name, ...payableDetails(method) }
  }
  const { brand, last4, expiry_month, expiry_year, full_name, expired, wallet } = method
  const networks = method.networks.length === 0 ? [brand] : method.networks
  return { brand, last4, expiry_month, expiry_year, full_name, expired, wallet, networks }
}

/** The part of a user's methods that a list shows. */
export interface Shown {
  readonly methods: readonly PaymentMethod[]
  readonly filter: Filter
  readonly paging: Paging
  /** Whether the user may add methods. */
  readonly mayCreate: boolean
  /** Whether the user may add bank accounts. */
  readonly mayCreateAccount: boolean
}

/** One page of the methods of one type. */
export function typeCollection(
  type: PaymentMethodType,
  shown: Shown,
  view: View,
): Collection<PaymentMethodResource> {
  const { methods, filter, paging, mayCreate, mayCreateAccount } = shown
  return collection(view.language, {
    path: `${view.baseUrl}/paymentmethods/types/${type.toLowerCase()}`,
    parameters: { ...filter },
    paging,
    total: methods.length,
    items: pageOf(methods, paging).map((method) => paymentMethodResource(method, view)),
    links: createLinks(mayCreate, view, mayCreateAccount),
  })
}

/**
 * One page of a collection of collections (2.5). It has an inner collection for each type of the
 * user's methods, which shows its first page. The page size applies to both levels.
 */
export function paymentMethodCollection(
  shown: Shown,
  view: View,
): Collection<Collection<PaymentMethodResource>> {
  const { methods, filter, paging, mayCreate, mayCreateAccount } = shown
  const groups = types
    .map((type) => ({ type, group: methods.filter((method) => method.type === type) }))
    .filter(({ group }) => group.length > 0)
  const first = { page: 1, pageSize: paging.pageSize }
  return collection(view.language, {
    path: `${view.baseUrl}/paymentmethods`,
    parameters: { ...filter },
    paging,
    total: groups.length,
    items: pageOf(groups, paging).map(({ type, group }) =>
      typeCollection(type, { ...shown, methods: group, paging: first }, view),
    ),
    links: createLinks(mayCreate, view, mayCreateAccount),
  })
}

/**
 * The links to add methods, for every collection of payment methods.
 * @param mayCreateAccount whether the links include that to add a bank account, which cannot buy
 */
export function createLinks(
  mayCreate: boolean,
  { baseUrl, mayWrite }: View,
  mayCreateAccount = false,
): Hrefs {
  const path = mayCreate && mayWrite ? `${baseUrl}/paymentmethods` : undefined
  return {
    'paymentmethod:createcreditcard': path && `${path}/creditcard`,
    'paymentmethod:createpaypal': path && `${path}/paypal`,
    'paymentmethod:createbankaccount': path && mayCreateAccount ? `${path}/bankaccount` : undefined,
  }
}

const closed = { additionalProperties: false }

const payableProperties = {
  chosen: Type.Boolean({
    description:
      'True if the user has chosen the method to be paid by. It becomes the default once it is verified and `usable_from` has passed.',
  }),
  verified: Type.Boolean({
    description: 'True if the owner has proved the method. Only then can it be paid.',
  }),
  usable_from: Type.Union([timeSchema, Type.Null()], {
    description:
      'When payments to this method begin, 48 hours after it was chosen and proved. Until then, the earlier default is paid. Null if the method is not chosen or not proved.',
  }),
}

const TypeDetailsSchema = Type.Union([
  Type.Object(
    {
      brand: Type.String({ examples: ['visa'] }),
      last4: Type.String({ examples: ['1111'] }),
      expiry_month: Type.Integer(),
      expiry_year: Type.Integer(),
      full_name: Type.String({ description: 'Name of the card holder' }),
      expired: Type.Boolean(),
      wallet: nullableText({
        description: 'The wallet that the card is in',
        examples: ['apple_pay', 'google_pay', 'link'],
      }),
      networks: Type.Array(Type.String(), {
        description: 'The networks that can process the card, spelled like brands',
        examples: [['cartes-bancaires', 'visa']],
      }),
    },
    closed,
  ),
  Type.Object(
    {
      email: Type.String({ examples: ['j***@example.com'] }),
      next_email: nullableText({
        description:
          'The new address of an account that is paid at its earlier one, `email`. `verified` and `usable_from` are about the new address.',
        examples: ['n***@example.com'],
      }),
      ...payableProperties,
    },
    closed,
  ),
  Type.Object(
    {
      country: Type.String({
        description: 'The country of the account (ISO 3166-1 alpha-2)',
        examples: ['DE'],
      }),
      last4: Type.String({
        description: 'The last four characters of the number. Short numbers show fewer.',
        examples: ['3000'],
      }),
      account_type: nullableEnum(accountTypes, {
        description: 'The type of an account in the US. Null for an IBAN.',
      }),
      full_name: Type.String({ description: 'Name of the account holder' }),
      ...payableProperties,
    },
    closed,
  ),
])

const PaymentMethodSchema = resourceSchema('PaymentMethod', {
  id: nullableInt32({ description: 'Payment method identifier' }),
  details: nullableText({
    description: 'Details of the payment method, partly hidden',
    examples: ['************1111'],
  }),
  type: Type.Enum([...types], { description: 'Type of the payment method' }),
  type_description: nullableText({
    description: 'Localised description of the type',
    examples: ['Credit or Debit Card'],
  }),
  buyer_method: nullableFlag({
    description: 'True if the payment method can be used for purchases',
  }),
  default_buyer_method: nullableFlag({
    description: 'True if this is the user’s default payment method for purchases',
  }),
  seller_method: nullableFlag({ description: 'True if the payment method can receive payments' }),
  default_seller_method: nullableFlag({
    description:
      'True if this is the user’s default payment method for receiving payments: the one that is paid now',
  }),
  _links: linksSchema(
    'self',
    'paymentmethod:delete',
    'paymentmethod:updatecreditcard',
    'paymentmethod:updatedefaults',
    'paymentmethod:updatepaypal',
    'paymentmethod:updatebankaccount',
  ),
  _embedded: Type.Object(
    {
      billing_address: Type.Optional(ref('Address')),
      type_details: TypeDetailsSchema,
    },
    closed,
  ),
})

export const createRelations = [
  'paymentmethod:createcreditcard',
  'paymentmethod:createpaypal',
] as const

const allCreateRelations = [...createRelations, 'paymentmethod:createbankaccount'] as const

const PaymentMethodsOfTypeSchema = collectionSchema(
  'PaymentMethodsOfType',
  ref('PaymentMethod'),
  ...allCreateRelations,
)

const PaymentMethodCollectionSchema = collectionSchema(
  'PaymentMethodCollection',
  ref('PaymentMethodsOfType'),
  ...allCreateRelations,
)

/** The schemas that other schemas refer to by `$id`. */
export const paymentMethodSchemas = [
  PaymentMethodSchema,
  PaymentMethodsOfTypeSchema,
  PaymentMethodCollectionSchema,
]
