import { Collection, itemsOf } from '../collection.ts'
import type { ListingPaymentMethodPage, PaymentMethod, Purchase } from '../documents.ts'
import type { Http } from '../http/http.ts'
import type { RequestOptions } from '../http/options.ts'
import type { Entry } from '../links.ts'

export interface ListingPaymentMethodQuery {
  /** `ineligible` adds the methods that are not offered to each page, with the reasons. */
  embed?: 'ineligible' | undefined
  /** Items per page, at most 1000. The default is 100. */
  pageSize?: number | undefined
}

/** Listings of tickets. */
export interface Listings {
  /**
   * The user's payment methods that can pay for a purchase, best first. This changes nothing.
   * Codes: `purchase_not_allowed` for a listing that is unknown, sold or the user's own,
   * `validation_failed` for a purchase that the listing does not allow.
   * @param listing the id; text or a bigint if a number cannot hold it
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
