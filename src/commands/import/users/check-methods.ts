import { say } from '../../../platform/i18n/catalogue.ts'
import { compileDraft } from '../../../platform/text/compile-draft.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { destinationOf, foldedEmail } from '../../../platform/text/email.ts'
import { brandOf } from '../../../processor/brands.ts'
import { checkCard } from '../../../resources/payment-methods/kinds/cards.ts'
import { checkPayPalEmail } from '../../../resources/payment-methods/kinds/paypal.ts'
import type { Defaults } from '../../../resources/payment-methods/payment-method.ts'
import { isExpired } from '../../../resources/payment-methods/payment-methods.ts'
import { defaultsAfter } from '../../../resources/payment-methods/wallet/defaults.ts'
import type { FaultList } from '../parse-line.ts'
import type { LeftOut } from './left-out.ts'
import { CardLine, type CardLineInput, PayPalLine, type PayPalLineInput } from './method-lines.ts'
import type { ImportedCard, ImportedMethod, ImportedPayPal, ImportedUser } from './user.ts'

type Checked = Pick<ImportedUser, 'methods' | 'defaultBuyer' | 'defaultSeller'>

/** What a method can do without: if it is wrong, the method is imported without it. */
const ofMethods = [['billing_address'], ['default_buyer_method'], ['default_seller_method']]
const ofCards = [
  ...ofMethods,
  ['start_month', 'start_year'],
  ['issue_number'],
  ['card_fingerprint'],
]

/** What a line says of its payment methods, and what else decides whether they are imported. */
export interface MethodsOfLine {
  readonly items: readonly unknown[]
  /** The places of the addresses among those that are imported. Null for one that is left out. */
  readonly addresses: readonly (number | null)[]
  /** Whether the customer of the cards is left out. */
  readonly isCustomerLeftOut: boolean
  /** The paths of the cards that other users have, with the messages. */
  readonly taken: ReadonlyMap<string, string>
}

/**
 * Makes the function that checks the payment methods of a line.
 * @param now milliseconds since the epoch
 */
export function openMethodCheck(now: number) {
  const readCard = compileDraft(CardLine)
  const readPayPal = compileDraft(PayPalLine)

  return (
    { items, addresses, isCustomerLeftOut, taken }: MethodsOfLine,
    left: LeftOut,
  ): Checked => {
    const list = new MethodList(now)
    items.forEach((item, place) => {
      const path = `payment_methods.${place}`
      const value = left.object(path, item)
      if (value === undefined) return
      const body = { value, repeated: [] }
      const { type } = value as { readonly type?: unknown }
      if (type === 'CreditCard') {
        const token = `${path}.card_token`
        const message = taken.get(token)
        if (isCustomerLeftOut) left.add(path, 'The customer of this card is left out.')
        else if (message !== undefined) left.add(token, message, path)
        else
          left.item(path, readCard(body), ofCards, (draft, faults) =>
            list.add(checkCardLine(draft, now, faults), draft, addresses, faults),
          )
      } else if (type === 'PayPal')
        left.item(path, readPayPal(body), ofMethods, (draft, faults) =>
          list.add(checkPayPalLine(draft, faults), draft, addresses, faults),
        )
      else
        left.add(`${path}.type`, say('en', 'rule.one_of', { values: 'CreditCard, PayPal' }), path)
    })
    return list.checked
  }
}

/** The methods of a user, as if they were created one after the other. */
class MethodList {
  readonly #now: number
  readonly #methods: ImportedMethod[] = []
  readonly #usable: { id: number; buyer_method: boolean; seller_method: boolean }[] = []
  readonly #known = new Set<string>()
  #defaults: Defaults = { buyer: null, seller: null, former: null }

  constructor(now: number) {
    this.#now = now
  }

  /** Adds a method, unless something is wrong. @returns undefined if so */
  add(
    checked: ImportedCard | ImportedPayPal | undefined,
    { given }: Draft<CardLineInput | PayPalLineInput>,
    addresses: readonly (number | null)[],
    faults: FaultList,
  ): ImportedMethod | undefined {
    const place = given.billing_address ?? null
    const billing = place === null ? null : addresses[place]
    if (billing === undefined)
      faults.add('billing_address', 'Must be the place of an address in this line.')
    if (place !== null && billing === null)
      faults.add('billing_address', 'This address is left out.')
    if (checked === undefined || billing === undefined) return undefined
    const method = { ...checked, billing }
    const isCard = method.type === 'CreditCard'
    const keys = isCard
      ? [`fingerprint ${method.identity}`, `token ${method.token}`]
      : [`looks ${foldedEmail(method.email)}`, `is ${destinationOf(method.email)}`]
    if (keys.some((key) => this.#known.has(key)))
      faults.addMessage(isCard ? 'card_token' : 'email', 'paymentmethod.duplicate')
    const id = this.#methods.length
    const mayBuy = !isCard || !isExpired(method.expiry_year, method.expiry_month, this.#now)
    const usable = { id, buyer_method: mayBuy, seller_method: !isCard }
    const { default_buyer_method = null, default_seller_method = null } = given
    // A default that has expired stays stored as the default, and counts again once it is renewed.
    const asked = { ...usable, buyer_method: mayBuy || default_buyer_method === true }
    const flags = { given: { default_buyer_method, default_seller_method }, faults: new Map() }
    const defaults = faults.try(() => defaultsAfter(this.#defaults, asked, flags, this.#usable))
    if (!faults.isEmpty || defaults === undefined) return undefined
    for (const key of keys) this.#known.add(key)
    this.#defaults = defaults
    this.#usable.push(usable)
    this.#methods.push(method)
    return method
  }

  get checked(): Checked {
    const { buyer, seller } = this.#defaults
    return { methods: this.#methods, defaultBuyer: buyer, defaultSeller: seller }
  }
}

const tokenForm = /^[\w-]{1,255}$/

function checkCardLine(
  draft: Draft<CardLineInput>,
  now: number,
  faults: FaultList,
): ImportedCard | undefined {
  const { brand, last4, card_fingerprint: fingerprint } = draft.given
  // Without a token, the rule would ask for a number, which no line can have.
  const token = draft.given.card_token ?? ''
  const given = { ...draft.given, card_token: token }
  const rules = { mayKeep: false, mayBeExpired: true, needsExpiry: true }
  const checked = faults.try(() => checkCard({ given, faults: draft.faults }, now, rules))
  const requireForm = (name: 'brand' | 'last4', form: RegExp, hint: string): void => {
    if (draft.faults.has(name)) return
    if (!draft.given[name]) faults.addMessage(name, 'rule.required')
    else if (!form.test(draft.given[name])) faults.add(name, hint)
  }
  requireForm('brand', /^[a-z][a-z\d_-]+$/, 'Must be a brand such as visa or american-express.')
  requireForm('last4', /^\d{4}$/, 'Must be four digits.')
  if (token !== '' && !tokenForm.test(token)) faults.addMessage('card_token', 'rule.invalid')
  if (!faults.isEmpty || !checked || !brand || !last4) return undefined
  return {
    type: 'CreditCard',
    ...checked.details,
    brand: brandOf(brand),
    last4,
    expiry_month: checked.card.expiryMonth,
    expiry_year: checked.card.expiryYear,
    token,
    identity: fingerprint || token,
  }
}

function checkPayPalLine(
  { given, faults: unreadable }: Draft<PayPalLineInput>,
  faults: FaultList,
): ImportedPayPal | undefined {
  const draft = { given: { email: given.email ?? null }, faults: unreadable }
  const email = faults.try(() => checkPayPalEmail(draft))
  return email === undefined ? undefined : { type: 'PayPal', email }
}
