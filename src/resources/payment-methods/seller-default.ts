import type { Defaults, Payable } from './payment-method.ts'

/*
 * Where money goes. The user chooses a method (`seller`). It is paid once its owner has proved it
 * and a hold has ended. Until then the method that was paid before (`former`) is paid. Both are
 * pointers, and the end of a hold is a time in the row of the chosen method: nothing has to happen
 * when it ends.
 */

/** How long the former method is paid after a change of where money goes, in milliseconds. */
export const holdMs = 48 * 3_600_000

/** A payment method of any type. Only types that can be paid have the properties of `Payable`. */
type Method = { readonly id: number } & Partial<Payable>

/** Whether a method that the user has chosen is paid. */
export const isUsable = ({ verified_at, usable_from }: Partial<Payable>, now: number): boolean =>
  verified_at != null && usable_from != null && usable_from <= now

/** Whether the former method is paid: as it is, or at its earlier address. */
const isPaidBefore = (method: Method, now: number): boolean =>
  isUsable(method, now) || method.paid_email != null

/**
 * Returns the id of the method that is paid now; null if none is.
 * @param now milliseconds since the epoch
 */
export function paidOf(
  methods: readonly Method[],
  { seller, former }: Defaults,
  now: number,
): number | null {
  const chosen = methods.find(({ id }) => id === seller)
  if (chosen !== undefined && isUsable(chosen, now)) return seller
  const before = methods.find(({ id }) => id === former)
  return before !== undefined && isPaidBefore(before, now) ? former : null
}

/**
 * Returns the address that an account is paid at, if it is paid: during the hold of a new address,
 * the earlier one.
 */
export const paidEmailOf = (method: Payable & { readonly email: string }, now: number): string =>
  isUsable(method, now) ? method.email : (method.paid_email ?? method.email)

/** Whether and from when a method is paid. */
export interface PayoutState {
  /** Whether it is paid now. */
  readonly default_seller: boolean
  /** Whether the user has chosen it. It is paid once it is proved and its hold has ended. */
  readonly chosen_seller: boolean
  /**
   * When payments to it may begin. Null if the method is neither paid nor chosen. The row may then
   * still have a time.
   */
  readonly usable_from: number | null
  /**
   * The earlier address of an account, while it is paid. Null once the new address is paid. The row
   * may then still have the earlier one.
   */
  readonly paid_email: string | null
}

export function payoutStateOf(
  method: Method,
  { seller, paid }: { readonly seller: number | null; readonly paid: number | null },
  now: number,
): PayoutState {
  const isPaid = method.id === paid
  const isChosen = method.id === seller
  return {
    default_seller: isPaid,
    chosen_seller: isChosen,
    usable_from: isPaid || isChosen ? (method.usable_from ?? null) : null,
    paid_email: isPaid && !isUsable(method, now) ? (method.paid_email ?? null) : null,
  }
}

/** Returns the defaults without a former method that is no longer paid. */
export function currentDefaults(
  methods: readonly Method[],
  { buyer, seller, former }: Defaults,
  now: number,
): Defaults {
  const isFormerPaid = paidOf(methods, { buyer, seller, former }, now) === former
  const isChosen =
    former === seller && methods.some((one) => one.id === seller && isUsable(one, now))
  return { buyer, seller, former: isFormerPaid && !isChosen ? former : null }
}

/** Returns a method whose own row a request writes, as it is after a choice. */
export function settled<M extends Method>(
  method: M,
  { defaults: { seller, former }, usableFrom }: Pick<SellerChange, 'defaults' | 'usableFrom'>,
): M {
  const isFormer = method.id === former
  const kept = isFormer ? method.usable_from : null
  return {
    ...method,
    usable_from: method.id === seller ? usableFrom : kept,
    paid_email: isFormer ? method.paid_email : null,
  }
}

/** What is stored of a method that its owner has not proved. */
export const unproved: Payable = { verified_at: null, usable_from: null, paid_email: null }

/** What a user chooses from. */
export interface Choosable {
  readonly methods: readonly Method[]
  readonly defaults: Defaults
  /** Milliseconds since the epoch. */
  readonly now: number
}

/** The result of a choice. */
export interface SellerChange {
  readonly defaults: Defaults
  /** When payments to the chosen method may begin, in milliseconds since the epoch. */
  readonly usableFrom: number | null
  /** What the user must be told: that money will go elsewhere, or that none is paid. */
  readonly told: 'changed' | 'cleared' | undefined
  /** The method that was paid before. */
  readonly paid: number | null
}

/**
 * Returns what follows from a choice. A proved method gets a hold, and the method that is paid now
 * stays paid until its end. The hold of a method that is not proved begins with the proof. Choosing
 * the paid method again ends a change that is on hold.
 * @param before the defaults before the choice, from `currentDefaults`
 * @param wanted the defaults that the user has asked for
 */
export function changeSeller(
  methods: readonly Method[],
  before: Defaults,
  wanted: Defaults,
  now: number,
): SellerChange {
  const paid = paidOf(methods, before, now)
  const chosen = methods.find(({ id }) => id === wanted.seller)
  const usableFrom = chosen?.usable_from ?? null
  const cleared = paid === null ? undefined : ('cleared' as const)
  const { seller, former } = wanted
  if (seller === before.seller)
    return {
      defaults: wanted,
      usableFrom,
      told: former === before.former ? undefined : cleared,
      paid,
    }
  if (seller === null)
    return { defaults: { ...wanted, former: null }, usableFrom: null, told: cleared, paid }
  // A method whose new address may not be used yet is still paid at its earlier one, so that choice
  // is not handled here.
  if (seller === paid && chosen !== undefined && isUsable(chosen, now))
    return { defaults: { ...wanted, former: null }, usableFrom, told: undefined, paid }
  const defaults = { ...wanted, former: paid }
  if (chosen?.verified_at == null) return { defaults, usableFrom: null, told: undefined, paid }
  return { defaults, usableFrom: now + holdMs, told: 'changed', paid }
}
