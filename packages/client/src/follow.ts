import { anotherPage } from './collection.ts'
import type {
  Address,
  AddressInput,
  AddressPage,
  AddressRules,
  BankAccountInput,
  CardSetup,
  Carrier,
  Country,
  CountryPage,
  CreditCardInput,
  DefaultsInput,
  PaymentMethod,
  PaymentMethodGroups,
  PayPalInput,
  User,
  UserChanges,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryPage,
  WebhookInput,
  WebhookPage,
  WebhookWithSecret,
} from './documents.ts'
import type { Linked, PageRelation } from './hal.ts'
import type { Http } from './http/http.ts'
import type { Call } from './http/options.ts'
import { hrefOf } from './links.ts'

/** What a relation leads to, and the body that it takes. */
interface Operation<Result, Body = undefined> {
  result: Result
  body: Body
}

/** A resource of another service. */
type Elsewhere = Operation<Linked & Record<string, unknown>>

/** What following each relation sends and returns, apart from those that lead through pages. */
export interface Relations {
  user: Operation<User>
  addresses: Operation<AddressPage>
  paymentmethods: Operation<PaymentMethodGroups>
  countries: Operation<CountryPage>
  webhooks: Operation<WebhookPage>
  'viagogo:user': Operation<User>
  'viagogo:countries': Operation<CountryPage>
  'address:create': Operation<Address, AddressInput>
  'address:update': Operation<Address, AddressInput>
  'address:delete': Operation<undefined>
  'address:carrier': Operation<Carrier>
  country: Operation<Country>
  'country:addressrules': Operation<AddressRules>
  'country:events': Elsewhere
  'country:localwebpage': Elsewhere
  'paymentmethod:createcreditcard': Operation<PaymentMethod, CreditCardInput>
  'paymentmethod:createpaypal': Operation<PaymentMethod, PayPalInput>
  'paymentmethod:createbankaccount': Operation<PaymentMethod, BankAccountInput>
  'paymentmethod:setupcreditcard': Operation<CardSetup>
  'paymentmethod:cardsetup': Operation<CardSetup>
  'paymentmethod:updatecreditcard': Operation<PaymentMethod, CreditCardInput>
  'paymentmethod:updatepaypal': Operation<PaymentMethod, PayPalInput>
  'paymentmethod:updatebankaccount': Operation<PaymentMethod, BankAccountInput>
  'paymentmethod:updatedefaults': Operation<PaymentMethod, DefaultsInput>
  'paymentmethod:delete': Operation<undefined>
  'user:addresses': Operation<AddressPage>
  'user:paymentmethods': Operation<PaymentMethodGroups>
  'user:purchases': Elsewhere
  'user:sales': Elsewhere
  'user:salesaggregates': Elsewhere
  'user:sellerlistings': Elsewhere
  'user:update': Operation<User, UserChanges>
  'user:webhooks': Operation<WebhookPage>
  webhook: Operation<Webhook>
  /** What an event is about. */
  resource: Operation<Address | PaymentMethod | User>
  'webhook:create': Operation<WebhookWithSecret, WebhookInput>
  'webhook:update': Operation<Webhook, WebhookInput>
  'webhook:delete': Operation<undefined>
  'webhook:deliveries': Operation<WebhookDeliveryPage>
  'webhook:ping': Operation<WebhookDelivery>
  'webhook:rotatesecret': Operation<WebhookWithSecret>
  'delivery:redeliver': Operation<WebhookDelivery>
}

/** The relations that are not read. */
const methods: { readonly [R in keyof Relations]?: 'POST' | 'PUT' | 'PATCH' | 'DELETE' } = {
  'address:create': 'POST',
  'address:update': 'PATCH',
  'address:delete': 'DELETE',
  'paymentmethod:createcreditcard': 'POST',
  'paymentmethod:createpaypal': 'POST',
  'paymentmethod:createbankaccount': 'POST',
  'paymentmethod:setupcreditcard': 'POST',
  'paymentmethod:updatecreditcard': 'PUT',
  'paymentmethod:updatepaypal': 'PUT',
  'paymentmethod:updatebankaccount': 'PUT',
  'paymentmethod:updatedefaults': 'PATCH',
  'paymentmethod:delete': 'DELETE',
  'user:update': 'PATCH',
  'webhook:create': 'POST',
  'webhook:update': 'PATCH',
  'webhook:delete': 'DELETE',
  'webhook:ping': 'POST',
  'webhook:rotatesecret': 'POST',
  'delivery:redeliver': 'POST',
}

/** The relations that lead to public resources. */
const publicRelations: ReadonlySet<string> = new Set<keyof Relations>([
  'countries',
  'viagogo:countries',
  'country',
  'country:addressrules',
])

/** The relations that a resource or page can have. */
export type RelationOf<Resource extends Linked> = keyof NonNullable<Resource['_links']> & string

/** What following a relation of a resource or page returns. */
export type Followed<Resource, Relation> = Relation extends keyof Relations
  ? Relations[Relation]['result']
  : Relation extends PageRelation
    ? Omit<Resource, 'secret'> extends infer Same
      ? Same
      : never
    : unknown

/** The options of following a relation: with the body, if it takes one. */
export type FollowOptions<Relation> = Relation extends keyof Relations
  ? Relations[Relation]['body'] extends undefined
    ? [options?: Omit<Call, 'body'>]
    : [options: Omit<Call, 'body'> & { body: Relations[Relation]['body'] }]
  : [options?: Omit<Call, 'body'>]

/** Follows a relation of a resource or page, by its name. */
export type Follow = <Resource extends Linked, Relation extends RelationOf<Resource>>(
  resource: Resource,
  relation: Relation,
  ...options: FollowOptions<Relation>
) => Promise<Followed<Resource, Relation>>

export function createFollow(http: Http): Follow {
  const follow = async (resource: Linked, relation: string, given?: Call): Promise<unknown> => {
    const call = publicRelations.has(relation) ? { isPublic: true, ...given } : given
    const href = hrefOf(resource, relation)
    const method = methods[relation as keyof Relations]
    // Only its other pages are read from a page that depends on a body.
    if (method === undefined) return await anotherPage(http, resource, href, call)
    if (method !== 'DELETE') return await http.fetch(method, href, call)
    await http.run(method, href, call)
    return undefined
  }
  return follow as Follow
}
