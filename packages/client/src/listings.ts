import { Collection, itemsOf } from './collection.ts'
import type { Http, RequestOptions } from './http.ts'
import type { Entry } from './links.ts'
import type { ListingPaymentMethodPage, PaymentMethod, Purchase } from './resources.ts'

export interface ListingPaymentMethodQuery {
  /** Each page also tells of the other methods, and why they are not offered. */
  embed?: 'ineligible' | undefined
  /** Items a page, at most 1000; the default is 100. */
  pageSize?: number | undefined
}

/** What others sell. */
export interface Listings {
  /**
   * The user's payment methods that can pay for a purchase, best first: `purchase_not_allowed` for a listing that is
   * unknown, sold, or the user's own, `validation_failed` for what it does not allow. Nothing is changed.
   * @param listing its id; as text or bigint where it is larger than a number holds
   */
  paymentMethods(
    listing: number | bigint | string,
    purchase?: Purchase,
    query?: ListingPaymentMethodQuery,
    options?: RequestOptions,
  ): Collection<PaymentMethod, ListingPaymentMethodPage>
}

export function createListings(http: Http, entry: Entry): Listings {
  return {
    paymentMethods: (listing, purchase, { embed, pageSize } = {}, options) =>
      new Collection({
        http,
        href: async () => {
          const base = await entry.find('self', options)
          return `${base}/listings/${encodeURIComponent(String(listing))}/paymentmethods`
        },
        method: 'PUT',
        query: { embed },
        pageSize,
        options: { ...options, body: purchase },
        items: itemsOf,
      }),
  }
}
