import { compileDraft } from '../../../platform/text/compile-draft.ts'
import type { Draft, ParsedBody } from '../../../platform/text/draft.ts'
import { destinationOf, foldedEmail } from '../../../platform/text/email.ts'
import { brandOf } from '../../../resources/payment-methods/cards/brands.ts'
import { checkCard } from '../../../resources/payment-methods/cards/cards.ts'
import type { Defaults } from '../../../resources/payment-methods/payment-method.ts'
import { isExpired } from '../../../resources/payment-methods/payment-methods.ts'
import { checkPayPalEmail } from '../../../resources/payment-methods/payouts/paypal-wallet.ts'
import { defaultsAfter } from '../../../resources/payment-methods/wallet/defaults.ts'
import { type FaultList, objectOf } from '../parse-line.ts'
import { CardLine, type CardLineInput, PayPalLine, type PayPalLineInput } from './method-lines.ts'
import type { ImportedCard, ImportedMethod, ImportedPayPal, ImportedUser } from './user.ts'

type Read = Draft<CardLineInput | PayPalLineInput>
type Checked = Pick<ImportedUser, 'methods' | 'defaultBuyer' | 'defaultSeller'>

/**
 * Makes the function that checks the payment methods of a line.
 * @param now milliseconds since the epoch
 */
export function openMethodCheck(now: number) {
  const readCard = compileDraft(CardLine) as (body: ParsedBody) => Draft<CardLineInput>
  const readPayPal = compileDraft(PayPalLine) as (body: ParsedBody) => Draft<PayPalLineInput>

  const read = (
    value: object,
    faults: FaultList,
  ): [Read, ImportedMethod | undefined] | undefined => {
    const body = { value, repeated: [] }
    const { type } = value as { readonly type?: unknown }
    if (type === 'CreditCard') {
      const draft = readCard(body)
      return [draft, withBilling(checkCardLine(draft, now, faults), draft)]
    }
    if (type === 'PayPal') {
      const draft = readPayPal(body)
      return [draft, withBilling(checkPayPalLine(draft, faults), draft)]
    }
    faults.addMessage('type', 'rule.one_of', { values: 'CreditCard, PayPal' })
    return undefined
  }

  /** @param addresses how many addresses the line has */
  return (items: readonly unknown[], addresses: number, faults: FaultList): Checked => {
    const list = new MethodList(now)
    items.forEach((item, place) => {
      const own = faults.at(`payment_methods.${place}`)
      const value = objectOf(item, own)
      const [draft, method] = (value && read(value, own)) ?? []
      if (draft === undefined || method === undefined) return
      if (method.billing !== null && !(method.billing >= 0 && method.billing < addresses))
        own.add('billing_address', 'Must be the place of an address in this line.')
      if (own.isEmpty) list.add(method, draft, own)
    })
    return list.checked
  }
}

const withBilling = (
  method: ImportedCard | ImportedPayPal | undefined,
  { given }: Read,
): ImportedMethod | undefined => method && { ...method, billing: given.billing_address ?? null }

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

  add(method: ImportedMethod, { given }: Read, faults: FaultList): void {
    const isCard = method.type === 'CreditCard'
    const keys = isCard
      ? [`fingerprint ${method.identity}`, `token ${method.token}`]
      : [`looks ${foldedEmail(method.email)}`, `is ${destinationOf(method.email)}`]
    if (keys.some((key) => this.#known.has(key)))
      faults.addMessage(isCard ? 'card_token' : 'email', 'paymentmethod.duplicate')
    for (const key of keys) this.#known.add(key)
    const id = this.#methods.length
    const mayBuy = !isCard || !isExpired(method.expiry_year, method.expiry_month, this.#now)
    const usable = { id, buyer_method: mayBuy, seller_method: !isCard }
    const { default_buyer_method = null, default_seller_method = null } = given
    // A default that has expired stays stored as the default, and counts again once it is renewed.
    const asked = { ...usable, buyer_method: mayBuy || default_buyer_method === true }
    const flags = { given: { default_buyer_method, default_seller_method }, faults: new Map() }
    const defaults = faults.try(() => defaultsAfter(this.#defaults, asked, flags, this.#usable))
    this.#defaults = defaults ?? this.#defaults
    this.#usable.push(usable)
    this.#methods.push(method)
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
    identity: fingerprint ?? token,
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
