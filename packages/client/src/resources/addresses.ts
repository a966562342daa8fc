import { Collection, itemsOf } from '../collection.ts'
import type { Address, AddressInput, AddressPage, Carrier } from '../documents.ts'
import type { Http } from '../http/http.ts'
import type { ReadOptions, RequestOptions, WriteOptions } from '../http/options.ts'
import { type Entry, locate, type Ref } from '../links.ts'
import { type Change, change } from '../update.ts'

type SortField =
  | 'id'
  | 'default'
  | 'full_name'
  | 'city'
  | 'state_province'
  | 'postal_code'
  | 'country_code'

/** A field to sort by, with `-` before its name for descending order. */
export type AddressSort = SortField | `-${SortField}`

export interface AddressQuery {
  /** One field or several, in order of precedence. The service's default is `-default,id`. */
  sort?: AddressSort | readonly AddressSort[] | undefined
  /** Items per page, at most 1000. The service's default is 100. */
  pageSize?: number | undefined
}

/** The user's addresses. Every method rejects with a `FoyerError`; its `code` is the reason. */
export interface Addresses {
  /** The user's addresses, page by page. */
  list(query?: AddressQuery, options?: RequestOptions): Collection<Address, AddressPage>
  /**
   * Creates an address. Codes: `validation_failed` for invalid properties, `limit_reached` if the
   * user has 100 addresses.
   */
  create(address: AddressInput, options?: WriteOptions): Promise<Address>
  /**
   * Returns an address, by its id or an earlier version of it. Code: `not_found` if it is not the
   * user's.
   */
  get(address: Ref<Address>, options?: ReadOptions): Promise<Address>
  /**
   * Changes the given properties, or what a function of the current version changes:
   * `update(7, (address) => ({ ...address, city: 'Bath' }))`. The function is called again if
   * somebody else changed the address in the meantime. Codes: `validation_failed`, `forbidden` if
   * the address is not the user's.
   */
  update(
    address: Ref<Address>,
    changes: Change<Address, AddressInput>,
    options?: WriteOptions,
  ): Promise<Address>
  /**
   * Deletes an address. Codes: `forbidden` if it is not the user's, `invalid_delete` if a payment
   * method has it as its billing address.
   */
  delete(address: Ref<Address>, options?: WriteOptions): Promise<void>
  /**
   * Returns the carrier that picks up from an address, and its pickup times. Code: `not_found` if
   * no carrier does.
   */
  carrier(address: Ref<Address>, options?: ReadOptions): Promise<Carrier>
}

export function createAddresses(http: Http, entry: Entry): Addresses {
  const all = (options?: RequestOptions) => (): Promise<string> => entry.find('addresses', options)
  const itself = (address: Ref<Address>, options?: RequestOptions): Promise<string> =>
    locate(address, all(options))
  const urls = (address: Ref<Address>, options?: RequestOptions) => ({
    read: () => itself(address, options),
    write: () => locate(address, all(options), 'address:update'),
  })

  return {
    list: ({ sort, pageSize } = {}, options) =>
      new Collection({
        http,
        href: all(options),
        query: { sort: typeof sort === 'object' ? sort.join() : sort },
        pageSize,
        options,
        items: itemsOf,
      }),

    create: async (address, options) =>
      await http.fetch('POST', await all(options)(), { ...options, body: address }),

    get: async (address, options) =>
      await http.fetch('GET', await itself(address, options), options),

    update: (address, changes, options) => change(http, urls(address, options), changes, options),

    delete: async (address, options) => {
      await http.run('DELETE', await locate(address, all(options), 'address:delete'), options)
    },

    carrier: async (address, options) => {
      const link = typeof address === 'object' ? address?._links?.['address:carrier'] : undefined
      const href = link?.href ?? `${await itself(address, options)}/carrier`
      return await http.fetch('GET', href, options)
    },
  }
}
