import { places } from './places.ts'

export interface InventedAddress {
  readonly address_1: string
  readonly city: string
  readonly state_province: string | null
  readonly postal_code: string | null
  readonly country_code: string
}

/**
 * A payment method. `billing` is the index of its billing address among the user's addresses, null
 * for none.
 */
export type InventedMethod = { readonly billing: number | null } & (
  | {
      readonly type: 'CreditCard'
      readonly brand: string
      readonly last4: string
      readonly expiry_month: number
      readonly expiry_year: number
    }
  | { readonly type: 'PayPal'; readonly email: string }
)

export interface InventedUser {
  readonly email: string
  readonly full_name: string
  readonly email_optin: boolean
  readonly addresses: readonly InventedAddress[]
  readonly methods: readonly InventedMethod[]
  /** The indexes of the defaults; null for none. */
  readonly defaultAddress: number
  readonly defaultBuyer: number | null
  readonly defaultSeller: number | null
}

const firstNames = [
  'Ada',
  'Alan',
  'Chloé',
  'Grace',
  'Hedy',
  'José',
  'Jürgen',
  'Katherine',
  'Linus',
  'Zoë',
  '葵',
  '蓮',
]
const lastNames = [
  'Bauer',
  'Costa',
  'Dubois',
  'García',
  'Hopper',
  'Jansen',
  'Lovelace',
  'Müller',
  'Rossi',
  'Smith',
  '佐藤',
  '鈴木',
]
const cards = [
  ['visa', '1111'],
  ['visa', '4242'],
  ['mastercard', '4444'],
  ['american-express', '0005'],
  ['discover', '1117'],
  ['jcb', '0505'],
] as const

/**
 * Invents the user at an index of a population. The same index always gives the same user, so
 * populations of every size have the same distribution. A user has one to five addresses and one to
 * four payment methods.
 * @param run distinguishes the email addresses of populations
 * @param year the current year; some cards have expired by then
 */
export function inventUser(run: string, index: number, year: number): InventedUser {
  const choose = chooser(index)
  const email = `${index}.${run}@seed.example`
  const addresses = repeat(1 + choose(5), () => inventAddress(choose))
  const methods = repeat(1 + choose(4), (index) =>
    inventMethod(choose, addresses.length, year, index, email),
  )
  const usable = methods.findIndex(
    (method) => method.type === 'PayPal' || method.expiry_year > year,
  )
  const receiving = methods.findIndex(({ type }) => type === 'PayPal')
  return {
    email,
    full_name: `${chooseFrom(firstNames, choose)} ${chooseFrom(lastNames, choose)}`,
    email_optin: choose(2) === 0,
    addresses,
    methods,
    defaultAddress: choose(addresses.length),
    defaultBuyer: usable < 0 ? null : usable,
    defaultSeller: receiving < 0 ? null : receiving,
  }
}

function inventAddress(choose: Choose): InventedAddress {
  const { country, city, state, postalCode, street } = chooseFrom(places, choose)
  const filled = (text: string) => text.replaceAll('#', () => String(1 + choose(9)))
  return {
    address_1: filled(street),
    city,
    state_province: state,
    postal_code: postalCode && filled(postalCode),
    country_code: country,
  }
}

function inventMethod(
  choose: Choose,
  addresses: number,
  year: number,
  index: number,
  email: string,
): InventedMethod {
  const billing = choose(4) === 0 ? null : choose(addresses)
  if (choose(3) === 0) return { type: 'PayPal', email: `paypal${index}.${email}`, billing }
  const [brand, last4] = chooseFrom(cards, choose)
  return {
    type: 'CreditCard',
    brand,
    last4,
    expiry_month: 1 + choose(12),
    expiry_year: year - 1 + choose(6),
    billing,
  }
}

/** Returns an integer from 0 to `count - 1`. */
type Choose = (count: number) => number

/** Mulberry32: small, fast, and random enough to invent people. */
function chooser(seed: number): Choose {
  let state = seed
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}

const chooseFrom = <T>(list: readonly T[], choose: Choose): T => list[choose(list.length)] as T

const repeat = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index))
