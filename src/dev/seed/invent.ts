import { places } from './places.ts'

export interface InventedAddress {
  readonly address_1: string
  readonly city: string
  readonly state_province: string | null
  readonly postal_code: string | null
  readonly country_code: string
}

/** A payment method; `billing` is the place of its billing address among the user's, null for none. */
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
  /** The places of the defaults among them; null for none. */
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
 * Invents the user at a place of a population: always the same there, so that the distribution is the same at every
 * size. One to five addresses, one to four payment methods.
 * @param run what tells the e-mail addresses of one population from those of every other
 * @param year the current one; some cards have expired by it
 */
export function inventUser(run: string, index: number, year: number): InventedUser {
  const pick = chooser(index)
  const email = `${index}.${run}@seed.example`
  const addresses = times(1 + pick(5), () => inventAddress(pick))
  const methods = times(1 + pick(4), (at) => inventMethod(pick, addresses.length, year, at, email))
  const usable = methods.findIndex(
    (method) => method.type === 'PayPal' || method.expiry_year > year,
  )
  const paid = methods.findIndex(({ type }) => type === 'PayPal')
  return {
    email,
    full_name: `${of(firstNames, pick)} ${of(lastNames, pick)}`,
    email_optin: pick(2) === 0,
    addresses,
    methods,
    defaultAddress: pick(addresses.length),
    defaultBuyer: usable < 0 ? null : usable,
    defaultSeller: paid < 0 ? null : paid,
  }
}

function inventAddress(pick: Choose): InventedAddress {
  const { country, city, state, postalCode, street } = of(places, pick)
  const filled = (text: string) => text.replaceAll('#', () => String(1 + pick(9)))
  return {
    address_1: filled(street),
    city,
    state_province: state,
    postal_code: postalCode && filled(postalCode),
    country_code: country,
  }
}

function inventMethod(
  pick: Choose,
  addresses: number,
  year: number,
  at: number,
  email: string,
): InventedMethod {
  const billing = pick(4) === 0 ? null : pick(addresses)
  if (pick(3) === 0) return { type: 'PayPal', email: `paypal${at}.${email}`, billing }
  const [brand, last4] = of(cards, pick)
  return {
    type: 'CreditCard',
    brand,
    last4,
    expiry_month: 1 + pick(12),
    expiry_year: year - 1 + pick(6),
    billing,
  }
}

/** Chooses a whole number from 0 to `count - 1`. */
type Choose = (count: number) => number

/** Mulberry32: small, quick, and even enough to make up people. */
function chooser(seed: number): Choose {
  let state = seed
  return (count) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % count
  }
}

const of = <T>(list: readonly T[], pick: Choose): T => list[pick(list.length)] as T

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at))
