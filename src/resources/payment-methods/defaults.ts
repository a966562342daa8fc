import { Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { addFault, type Draft } from '../../platform/text/draft.ts'
import type { Defaults, PaymentMethod } from './payment-method.ts'

/** The flags that a request may carry; null counts as absent. */
export interface DefaultsInput {
  default_buyer_method: boolean | null
  default_seller_method: boolean | null
}

type Usable = Pick<PaymentMethod, 'id' | 'buyer_method' | 'seller_method'>

/**
 * The defaults after a request for one method: `true` moves the flag to it, `false` takes it away. A new method also
 * becomes the default of a role that no other usable one has, unless the request says false.
 * @param others the user's other methods, where the method is new
 * @throws {Refused} validation_failed with every fault at once: a role that it cannot have, or what the draft has
 */
export function defaultsAfter(
  current: Defaults,
  method: Usable,
  { given, faults: unreadable }: Draft<DefaultsInput>,
  others: readonly Usable[] | undefined,
): Defaults {
  const faults = new Map<string, Message[]>()
  for (const [property, messages] of unreadable) faults.set(property, [...messages])
  const after = (
    role: 'buyer_method' | 'seller_method',
    holder: number | null,
    flag: boolean | null | undefined,
  ): number | null => {
    if (flag === true && !method[role])
      addFault(faults, `default_${role}`, [`paymentmethod.${role}`])
    if (flag === true) return method.id
    if (flag === false) return holder === method.id ? null : holder
    const isOnly = others !== undefined && method[role] && !others.some((other) => other[role])
    return isOnly ? method.id : holder
  }
  const defaults = {
    buyer: after('buyer_method', current.buyer, given.default_buyer_method),
    seller: after('seller_method', current.seller, given.default_seller_method),
  }
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
  return defaults
}

/** The defaults once a method is gone: nothing takes its place. */
export const defaultsWithout = ({ buyer, seller }: Defaults, id: number): Defaults => ({
  buyer: buyer === id ? null : buyer,
  seller: seller === id ? null : seller,
})
