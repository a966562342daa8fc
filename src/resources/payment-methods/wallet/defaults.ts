import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { addFault, type Draft } from '../../../platform/text/draft.ts'
import type { Defaults, PaymentMethod } from '../payment-method.ts'

/** The flags that a request may contain. Null counts as omitted. */
export interface DefaultsInput {
  default_buyer_method: boolean | null
  default_seller_method: boolean | null
}

type Usable = Pick<PaymentMethod, 'id' | 'buyer_method' | 'seller_method'>

/**
 * Returns the defaults after a request for one method. `true` makes the method the default, `false`
 * clears it. A new method also becomes the default of a role if no other method can have that role,
 * unless the request says `false`.
 * @param others the user's other methods, if the method is new
 * @throws {Refused} validation_failed, with all faults: those of the draft, and roles that the
 *   method cannot have
 */
export function defaultsAfter(
  current: Defaults,
  method: Usable,
  { given, faults: unreadable }: Draft<DefaultsInput>,
  others: readonly Usable[] | undefined,
): Defaults {
  const faults = new Map<string, Message[]>()
  for (const [property, messages] of unreadable) faults.set(property, [...messages])
  const defaultFor = (
    role: 'buyer_method' | 'seller_method',
    holder: number | null,
    flag: boolean | null | undefined,
    /** The method that has the role if `method` is cleared. */
    otherwise: number | null = null,
  ): number | null => {
    if (flag === true && !method[role])
      addFault(faults, `default_${role}`, [`paymentmethod.${role}`])
    if (flag === true) return method.id
    if (flag === false) return holder === method.id ? otherwise : holder
    const isOnly = others !== undefined && method[role] && !others.some((other) => other[role])
    return isOnly ? method.id : holder
  }
  const former =
    given.default_seller_method === false && current.former === method.id ? null : current.former
  const defaults = {
    buyer: defaultFor('buyer_method', current.buyer, given.default_buyer_method),
    seller: defaultFor('seller_method', current.seller, given.default_seller_method, former),
    former,
  }
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
  return defaults
}

/** Returns the defaults after a method is deleted. No other method becomes the default. */
export const defaultsWithout = ({ buyer, seller, former }: Defaults, id: number): Defaults => ({
  buyer: buyer === id ? null : buyer,
  // If the chosen method is deleted before its hold has ended, the former one stays the one that is
  // paid.
  seller: seller === id ? (former === id ? null : former) : seller,
  former: former === id ? null : former,
})
