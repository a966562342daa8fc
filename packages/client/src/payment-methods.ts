import { Collection, from, itemsOf } from './collection.ts'
import type { Http, Query, ReadOptions, RequestOptions, WriteOptions } from './http.ts'
import { type Entry, locate, member, type Ref } from './links.ts'
import type {
  CreditCardInput,
  DefaultsInput,
  PaymentMethod,
  PaymentMethodGroups,
  PaymentMethodPage,
  PaymentMethodRelation,
  PaymentMethodType,
  PayPalInput,
} from './resources.ts'

export interface PaymentMethodQuery {
  /** Only those that can pay, or only those that cannot. */
  buyerMethod?: boolean | undefined
  /** Only those that can be paid to, or only those that cannot. */
  sellerMethod?: boolean | undefined
  /** Items a page, at most 1000, of the inner collections as of the outer; the default is 100. */
  pageSize?: number | undefined
}

/** The user's payment methods. Every method rejects with a `FoyerError` that tells the refusal's `code`. */
export interface PaymentMethods {
  /**
   * All payment methods, type by type. On the wire they are a collection of collections, one for each type:
   * iterating gives the methods themselves, `page()` and `pages()` the groups.
   */
  list(
    query?: PaymentMethodQuery,
    options?: RequestOptions,
  ): Collection<PaymentMethod, PaymentMethodGroups>
  /** The payment methods of one type. */
  ofType(
    type: PaymentMethodType,
    query?: PaymentMethodQuery,
    options?: RequestOptions,
  ): Collection<PaymentMethod, PaymentMethodPage>
  /** One payment method, by its id or as it was: `not_found` for one that is not the user's. */
  get(method: Ref<PaymentMethod>, options?: ReadOptions): Promise<PaymentMethod>
  /**
   * Creates a credit card; the same card again is the method that is there, with its details refreshed
   * (`responseOf` tells 200 from 201). `validation_failed` names what is wrong, `limit_reached` comes at 50.
   */
  createCreditCard(card: CreditCardInput, options?: WriteOptions): Promise<PaymentMethod>
  /** Creates a PayPal account; the same e-mail address again is the method that is there. */
  createPayPal(account: PayPalInput, options?: WriteOptions): Promise<PaymentMethod>
  /** Replaces a card's details; without a number the card stays. `forbidden` for what is no card of the user's. */
  replaceCreditCard(
    method: Ref<PaymentMethod>,
    card: CreditCardInput,
    options?: WriteOptions,
  ): Promise<PaymentMethod>
  /** Replaces a PayPal account's details: `forbidden` for what is no account of the user's. */
  replacePayPal(
    method: Ref<PaymentMethod>,
    account: PayPalInput,
    options?: WriteOptions,
  ): Promise<PaymentMethod>
  /** Makes a method a default, or no longer: `validation_failed` for what it cannot be used for. */
  updateDefaults(
    method: Ref<PaymentMethod>,
    defaults: DefaultsInput,
    options?: WriteOptions,
  ): Promise<PaymentMethod>
  /** Deletes a method; a default that it was is then nobody's. `forbidden` for one that is not the user's. */
  delete(method: Ref<PaymentMethod>, options?: WriteOptions): Promise<void>
}

export function createPaymentMethods(http: Http, entry: Entry): PaymentMethods {
  const all = (options?: RequestOptions) => (): Promise<string> =>
    entry.find('paymentmethods', options)

  /** Where a method's details are: by its own link, else where they would be, so that the service says why not. */
  async function detailsOf(
    method: Ref<PaymentMethod>,
    kind: 'creditcard' | 'paypal',
    options: RequestOptions | undefined,
  ): Promise<string> {
    const relation = `paymentmethod:update${kind}` satisfies PaymentMethodRelation
    const link = typeof method === 'object' ? method?._links?.[relation] : undefined
    return link?.href ?? `${await locate(method, all(options))}/${kind}`
  }

  /** A group shows its first methods; where it has more, its `next` leads to them. */
  async function* inGroups(
    groups: PaymentMethodGroups,
    options: RequestOptions | undefined,
  ): AsyncGenerator<PaymentMethod, void, undefined> {
    for (const group of itemsOf(groups)) {
      for await (const page of from(group, http, options)) yield* itemsOf(page)
    }
  }

  return {
    list: ({ pageSize, ...filters } = {}, options) =>
      new Collection({
        http,
        href: all(options),
        query: parameters(filters),
        pageSize,
        options,
        items: (groups) => inGroups(groups, options),
      }),

    ofType: (type, { pageSize, ...filters } = {}, options) =>
      new Collection({
        http,
        href: async () => member(`${await all(options)()}/types`, type),
        query: parameters(filters),
        pageSize,
        options,
        items: itemsOf,
      }),

    get: async (method, options) =>
      await http.fetch('GET', await locate(method, all(options)), options),

    createCreditCard: async (card, options) =>
      await http.fetch('POST', `${await all(options)()}/creditcard`, { ...options, body: card }),

    createPayPal: async (account, options) =>
      await http.fetch('POST', `${await all(options)()}/paypal`, { ...options, body: account }),

    replaceCreditCard: async (method, card, options) => {
      const href = await detailsOf(method, 'creditcard', options)
      return await http.fetch('PUT', href, { ...options, body: card })
    },

    replacePayPal: async (method, account, options) => {
      const href = await detailsOf(method, 'paypal', options)
      return await http.fetch('PUT', href, { ...options, body: account })
    },

    updateDefaults: async (method, defaults, options) => {
      const href = await locate(method, all(options), 'paymentmethod:updatedefaults')
      return await http.fetch('PATCH', href, { ...options, body: defaults })
    },

    delete: async (method, options) => {
      await http.run('DELETE', await locate(method, all(options), 'paymentmethod:delete'), options)
    },
  }
}

const parameters = ({ buyerMethod, sellerMethod }: PaymentMethodQuery): Query => ({
  buyer_method: buyerMethod,
  seller_method: sellerMethod,
})
