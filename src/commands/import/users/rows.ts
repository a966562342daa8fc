import { foldedEmail } from '../../../platform/text/email.ts'
import type { Ids, Rows } from './store.ts'
import type { ImportedCard, ImportedUser } from './user.ts'

/** How many ids users need. */
export const idsNeeded = (users: readonly ImportedUser[]) => ({
  users: users.length,
  addresses: users.reduce((sum, { addresses }) => sum + addresses.length, 0),
  methods: users.reduce((sum, { methods }) => sum + methods.length, 0),
})

/** Assigns the ids, and replaces places in lists by ids. */
export function rowsOf(
  users: readonly ImportedUser[],
  ids: Ids,
  fingerprintOf: (userId: number, card: ImportedCard) => Buffer,
): Rows {
  const rows = {
    users: [] as Rows['users'][number][],
    addresses: [] as Rows['addresses'][number][],
    methods: [] as Rows['methods'][number][],
  }
  users.forEach((user, place) => {
    const id = ids.users[place] as number
    const addressIds = idsAfter(ids.addresses, rows.addresses.length, user.addresses.length)
    const methodIds = idsAfter(ids.methods, rows.methods.length, user.methods.length)
    const addressAt = (at: number | null) => (at === null ? null : (addressIds[at] ?? null))
    const methodAt = (at: number | null) => (at === null ? null : (methodIds[at] ?? null))
    rows.users.push({
      ...user,
      id,
      defaultAddressId: addressAt(user.defaultAddress),
      defaultBuyerId: methodAt(user.defaultBuyer),
      defaultSellerId: methodAt(user.defaultSeller),
    })
    user.addresses.forEach((address, at) => {
      rows.addresses.push({ ...address, user_id: id, id: addressIds[at] as number })
    })
    user.methods.forEach((method, at) => {
      const isCard = method.type === 'CreditCard'
      rows.methods.push({
        user_id: id,
        id: methodIds[at] as number,
        billing_address_id: addressAt(method.billing),
        card: isCard ? method : null,
        fingerprint: isCard ? fingerprintOf(id, method) : null,
        email: isCard ? null : method.email,
        email_key: isCard ? null : foldedEmail(method.email),
      })
    })
  })
  return rows
}

const idsAfter = (ids: readonly number[], start: number, count: number): readonly number[] =>
  ids.slice(start, start + count)
