import { Collection, itemsOf, pagesFrom } from '../collection.ts'
import type {
  BankAccountInput,
  CardSetup,
  ChargeReference,
  CreditCardInput,
  DefaultsInput,
  PaymentMethod,
  PaymentMethodGroups,
  PaymentMethodPage,
  PaymentMethodRelation,
  PaymentMethodType,
  PayoutReference,
  PayPalInput,
  SellerAccount,
} from '../documents.ts'
import type { Http } from '../http/http.ts'
import type { Query, ReadOptions, RequestOptions, WriteOptions } from '../http/options.ts'
import { type Entry, locate, member, type Ref } from '../links.ts'
import { type Change, change } from '../update.ts'

export interface PaymentMethodQuery {
  /** Only methods that can be used for purchases, or only the others. */
  buyerMethod?: boolean | undefined
  /** Only methods that can receive payments, or only the others. */
  sellerMethod?: boolean | undefined
  /** Items per page, at most 1000, in the inner and the outer collections. The default is 100. */
  pageSize?: number | undefined
}

/** What a card is charged for. It is written to the audit trail. */
export interface ChargeQuery {
  /** The user who pays: `sub` of the ID token. */
  userId: number
  listingId?: string | undefined
  /** The service's own id of the purchase. */
  purchaseId?: string | undefined
}

/** Who is paid, and what for. It is written to the audit trail. */
export interface PayoutQuery {
  /** The user who is paid. */
  userId: number
  listingId?: string | undefined
  /** The service's own id of the sale. */
  saleId?: string | undefined
}

/**
 * The user's payment methods. Every method rejects with a `FoyerError`; its `code` is the reason.
 */
export interface PaymentMethods {
  /**
   * All payment methods, sorted by type. The service returns a collection of collections, one for
   * each type: iterating yields the methods, `page()` and `pages()` return the groups.
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
  /**
   * Returns a payment method, by its id or an earlier version of it. Code: `not_found` if it is not
   * the user's.
   */
  get(method: Ref<PaymentMethod>, options?: ReadOptions): Promise<PaymentMethod>
  /**
   * Creates a credit card. If the user already has this card, the existing method is updated and
   * returned; then `responseOf` shows status 200 instead of 201. Codes: `validation_failed` for
   * invalid properties, `limit_reached` if the user has 50 methods.
   */
  createCreditCard(card: CreditCardInput, options?: WriteOptions): Promise<PaymentMethod>
  /**
   * Starts to set up a card in the processor's own fields, for which `client_secret` is. Then send
   * `setup_intent` as the `card_token` of `createCreditCard`.
   */
  setUpCreditCard(options?: WriteOptions): Promise<CardSetup>
  /** Returns a setup of a card, by its id or an earlier version of it. Code: `not_found`. */
  cardSetup(setup: Ref<CardSetup>, options?: ReadOptions): Promise<CardSetup>
  /**
   * Creates a PayPal account. If the user already has it, the existing method is updated and
   * returned.
   */
  createPayPal(account: PayPalInput, options?: WriteOptions): Promise<PaymentMethod>
  /**
   * Creates a bank account. If the user already has it, the existing method is updated and
   * returned.
   */
  createBankAccount(account: BankAccountInput, options?: WriteOptions): Promise<PaymentMethod>
  /**
   * Replaces the details of a card. Without a number, the card stays the same. Code: `forbidden` if
   * it is not a card of the user.
   */
  replaceCreditCard(
    method: Ref<PaymentMethod>,
    card: CreditCardInput,
    options?: WriteOptions,
  ): Promise<PaymentMethod>
  /**
   * Replaces the details of a PayPal account. Code: `forbidden` if it is not an account of the
   * user.
   */
  replacePayPal(
    method: Ref<PaymentMethod>,
    account: PayPalInput,
    options?: WriteOptions,
  ): Promise<PaymentMethod>
  /**
   * Replaces the details of a bank account. Without a number, the account stays the same. Code:
   * `forbidden` if it is not a bank account of the user.
   */
  replaceBankAccount(
    method: Ref<PaymentMethod>,
    account: BankAccountInput,
    options?: WriteOptions,
  ): Promise<PaymentMethod>
  /**
   * Sets or clears a method as a default. Code: `validation_failed` if the method cannot be used
   * for it.
   */
  updateDefaults(
    method: Ref<PaymentMethod>,
    defaults: Change<PaymentMethod, DefaultsInput>,
    options?: WriteOptions,
  ): Promise<PaymentMethod>
  /**
   * Deletes a method. If it was a default, the user then has no such default. Code: `forbidden` if
   * it is not the user's.
   */
  delete(method: Ref<PaymentMethod>, options?: WriteOptions): Promise<void>
  /**
   * Returns what a purchase service needs to charge a card at the processor. It takes an
   * application's own token with the scope `read:charge`. Codes: `not_chargeable`, `not_found`.
   */
  chargeReference(
    method: Ref<PaymentMethod>,
    charge: ChargeQuery,
    options?: ReadOptions,
  ): Promise<ChargeReference>
  /**
   * Returns where to pay a user now. It takes an application's own token with the scope
   * `read:payout`. Codes: `payout_on_hold`, `no_payout_method`, `not_found`.
   */
  payoutReference(payout: PayoutQuery, options?: ReadOptions): Promise<PayoutReference>

  /**
   * Returns the processor's account of a seller, and what the processor requires of the seller. It
   * takes an application's own token with the scope `read:payout`. Code: `not_found`.
   */
  sellerAccount(seller: Pick<PayoutQuery, 'userId'>, options?: ReadOptions): Promise<SellerAccount>
}

export function createPaymentMethods(http: Http, entry: Entry): PaymentMethods {
  const all = (options?: RequestOptions) => (): Promise<string> =>
    entry.find('paymentmethods', options)

  const setups = (options?: RequestOptions) => async (): Promise<string> =>
    `${await all(options)()}/creditcard/setup`

  /**
   * Returns the URL of a method's details, from its link. Without the link, returns the URL that it
   * would have, so that the service explains the refusal.
   */
  async function detailsOf(
    method: Ref<PaymentMethod>,
    kind: 'creditcard' | 'paypal' | 'bankaccount',
    options: RequestOptions | undefined,
  ): Promise<string> {
    const relation = `paymentmethod:update${kind}` satisfies PaymentMethodRelation
    const link = typeof method === 'object' ? method?._links?.[relation] : undefined
    return link?.href ?? `${await locate(method, all(options))}/${kind}`
  }

  /**
   * Yields the methods of all groups. A group contains its first page; `next` leads to the others.
   */
  async function* inGroups(
    groups: PaymentMethodGroups,
    options: RequestOptions | undefined,
  ): AsyncGenerator<PaymentMethod, void, undefined> {
    for (const group of itemsOf(groups)) {
      for await (const page of pagesFrom(group, http, options)) yield* itemsOf(page)
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

    setUpCreditCard: async (options) => await http.fetch('POST', await setups(options)(), options),

    cardSetup: async (setup, options) =>
      await http.fetch('GET', await locate(setup, setups(options)), options),

    createPayPal: async (account, options) =>
      await http.fetch('POST', `${await all(options)()}/paypal`, { ...options, body: account }),

    createBankAccount: async (account, options) =>
      await http.fetch('POST', `${await all(options)()}/bankaccount`, {
        ...options,
        body: account,
      }),

    replaceCreditCard: async (method, card, options) => {
      const href = await detailsOf(method, 'creditcard', options)
      return await http.fetch('PUT', href, { ...options, body: card })
    },

    replacePayPal: async (method, account, options) => {
      const href = await detailsOf(method, 'paypal', options)
      return await http.fetch('PUT', href, { ...options, body: account })
    },

    replaceBankAccount: async (method, account, options) => {
      const href = await detailsOf(method, 'bankaccount', options)
      return await http.fetch('PUT', href, { ...options, body: account })
    },

    updateDefaults: (method, defaults, options) =>
      change(
        http,
        {
          read: () => locate(method, all(options)),
          write: () => locate(method, all(options), 'paymentmethod:updatedefaults'),
        },
        defaults,
        options,
      ),

    delete: async (method, options) => {
      await http.run('DELETE', await locate(method, all(options), 'paymentmethod:delete'), options)
    },

    chargeReference: async (method, charge, options) => {
      const href = `${await locate(method, all(options))}/charge-reference`
      const { userId, listingId, purchaseId } = charge
      const query = { user_id: userId, listing_id: listingId, purchase_id: purchaseId }
      return await http.fetch('GET', href, { ...options, query })
    },

    sellerAccount: async ({ userId }, options) => {
      const href = `${await all(options)()}/seller-account`
      return await http.fetch('GET', href, { ...options, query: { user_id: userId } })
    },

    payoutReference: async ({ userId, listingId, saleId }, options) => {
      const href = `${await all(options)()}/payout-reference`
      const query = { user_id: userId, listing_id: listingId, sale_id: saleId }
      return await http.fetch('GET', href, { ...options, query })
    },
  }
}

const parameters = ({ buyerMethod, sellerMethod }: PaymentMethodQuery): Query => ({
  buyer_method: buyerMethod,
  seller_method: sellerMethod,
})
