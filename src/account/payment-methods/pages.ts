import { form, notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, markup, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { type AddLink, actionsOn, type Row, rows } from '../../platform/http/pages/parts/rows.ts'
import { timeToCome } from '../../platform/http/pages/parts/time.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { obfuscatedEmail } from '../../platform/text/obfuscate.ts'
import {
  holdMs,
  maxPaymentMethodsPerUser,
  type PaymentMethod,
} from '../../resources/payment-methods/payment-methods.ts'
import type { Created } from '../../resources/payment-methods/wallet/put.ts'
import { expiryText, nameOf } from './names.ts'

/** The changes that the list confirms with a notice. */
export const methodNotices = [
  'method_added',
  'method_saved',
  'method_deleted',
  'method_default',
  'proof_sent',
  'method_proved',
] as const

export interface MethodsView {
  readonly methods: readonly PaymentMethod[]
  /** Whether the page may ask for card numbers. */
  readonly takesCards: boolean
  /** Whether bank accounts can be added. */
  readonly takesAccounts: boolean
  /** Whether owners of PayPal accounts can confirm them at PayPal. */
  readonly payPalSignIn: boolean
  readonly done?: (typeof methodNotices)[number] | undefined
  /** The id of the method that was changed. */
  readonly changed?: number | undefined
  /** Whether a link that proves it was sent: `sent` or `too_many`. */
  readonly proof?: string | undefined
}

/** The query of the list that tells what was done to a method. */
export const noticeOf = (
  done: (typeof methodNotices)[number],
  { method, proof }: Created,
): string => `?done=${done}&method=${method.id}&proof=${proof ?? ''}`

/** Lists the payment methods of the user: those to pay with, and those to be paid by. */
export function methodsPage(frame: Frame, view: MethodsView): string {
  const { methods, takesCards, takesAccounts } = view
  const { language, base } = frame
  const mayAdd = methods.length < maxPaymentMethodsPerUser
  const add = (kind: 'card' | 'paypal' | 'bank', may = true): readonly AddLink[] => {
    const text = say(language, `page.button.${kind}_add`)
    return mayAdd && may ? [{ href: `${base}/account/paymentmethods/${kind}`, text }] : []
  }
  const paying = methods.filter(canPay).map((method) => payingRow(frame, method, view))
  const paid = methods.filter(canBePaid).map((method) => paidRow(frame, method, view))
  const content = html`${notice(doneText(frame, view))}
<section aria-labelledby="paying"><h2 id="paying">${say(language, 'page.name.paying')}</h2>
${paying.length === 0 && html`<p>${say(language, 'page.text.paying_none')}</p>`}
${rows(frame, paying, 3, [...add('card', takesCards), ...add('paypal')])}
${!takesCards && html`<p class="hint">${say(language, 'page.text.cards_elsewhere')}</p>`}</section>
<section aria-labelledby="being-paid"><h2 id="being-paid">${say(language, 'page.name.being_paid')}</h2>
${paid.length === 0 && html`<p>${say(language, 'page.text.being_paid_none')}</p>`}
${rows(frame, paid, 3, [...add('paypal'), ...add('bank', takesAccounts)])}</section>`
  const title = say(language, 'page.link.paymentmethods')
  return layout(frame, { title, content, account: 'paymentmethods' })
}

type Payable = Exclude<PaymentMethod, { type: 'CreditCard' }>

const canPay = ({ type }: PaymentMethod): boolean => type !== 'BankAccount'

export const canBePaid = (method: PaymentMethod): method is Payable => method.type !== 'CreditCard'

/** Says what was done, and whether a link was sent that the user must open next. */
function doneText(frame: Frame, { methods, done, changed, proof }: MethodsView): Piece {
  const { language } = frame
  const method = methods.find(({ id }) => id === changed)
  const text = proof === 'sent' ? 'proof_sent' : proof === 'too_many' && 'proof_not_sent'
  const sent =
    text && method !== undefined && canBePaid(method) && isUnproved(method)
      ? say(language, `page.text.${text}`, {
          email: proofEmail(frame, method),
          method: nameOf(method, language),
        })
      : undefined
  if (done === undefined || done === 'proof_sent') return done && sent
  return html`${say(language, `page.text.${done}`)} ${done !== 'method_default' && sent}`
}

/** Where the link is sent that confirms a method: to the PayPal account, or to the user. */
const proofEmail = ({ user }: Frame, method: Payable): string =>
  method.type === 'PayPal' ? obfuscatedEmail(method.email) : (user?.email ?? '')

/** The actions on one method. */
function methodActions(frame: Frame, method: PaymentMethod) {
  const { language, base } = frame
  const path = `${base}/account/paymentmethods/${method.id}`
  const { link, button } = actionsOn(frame, nameOf(method, language))
  const change = !method.in_other_vault && link(path, say(language, 'page.button.edit'))
  const remove = link(`${path}/delete`, say(language, 'page.button.delete'), 'danger')
  return { path, link, button, change, remove }
}

/** A method to pay with. */
function payingRow(frame: Frame, method: PaymentMethod, { takesCards }: MethodsView): Row {
  const { language, base } = frame
  const { path, link, button, change, remove } = methodActions(frame, method)
  const again = say(language, 'page.button.card_again')
  return {
    mark: mark(method),
    name: nameOf(method, language),
    tag: method.default_buyer_method && say(language, 'page.name.default'),
    status: payingStatus(frame, method),
    warns: method.in_other_vault || method.expired,
    actions: [
      change,
      method.in_other_vault && takesCards && link(`${base}/account/paymentmethods/card`, again),
      method.buyer_method &&
        !method.default_buyer_method &&
        button(`${path}/default`, say(language, 'page.button.default_buyer')),
      remove,
    ],
  }
}

/** Says whether a method can be used to pay, and until when. */
export function payingStatus({ language }: Frame, method: PaymentMethod): string {
  if (method.in_other_vault) return say(language, 'page.text.status_unusable')
  if (method.type !== 'CreditCard') return say(language, 'page.text.status_can_pay')
  const expiry = expiryText(method.expiry_month, method.expiry_year)
  return say(language, `page.text.status_${method.expired ? 'expired' : 'expires'}`, { expiry })
}

/** A method to be paid by. */
function paidRow(frame: Frame, method: Payable, view: MethodsView): Row {
  const { language, base } = frame
  const { path, link, button, change, remove } = methodActions(frame, method)
  const toPayPal = `${base}/payouts/paypal/${method.id}`
  // The method that is paid now can be chosen during the hold of a change. That cancels the change.
  const mayChoose = method.seller_method && !method.chosen_seller
  return {
    mark: mark(method),
    name: nameOf(method, language),
    tag: method.default_seller_method && say(language, 'page.name.default'),
    status: paidStatus(frame, method, view.methods),
    warns: isUnproved(method),
    text: method.type === 'BankAccount' && method.full_name,
    actions: [
      change,
      view.payPalSignIn &&
        method.type === 'PayPal' &&
        isUnproved(method) &&
        link(toPayPal, say(language, 'page.button.paypal_confirm')),
      isUnproved(method) && button(`${path}/proof`, say(language, 'page.button.proof_again')),
      mayChoose && link(`${path}/default-seller`, say(language, 'page.button.default_seller')),
      remove,
    ],
  }
}

/**
 * Says whether and when a method gets the money of the user.
 * @param methods all methods of the user
 */
export function paidStatus(
  frame: Frame,
  method: Payable,
  methods: readonly PaymentMethod[],
): string {
  const { language } = frame
  const { default_seller_method: isPaid, chosen_seller: isChosen } = method
  if (isUnproved(method)) {
    const email = proofEmail(frame, method)
    return say(language, `page.text.status_confirm${isChosen ? '_chosen' : ''}`, { email })
  }
  const from = payableFrom(frame, method)
  if (from !== undefined && isPaid && method.type === 'PayPal')
    return say(language, 'page.text.status_paid_at_from', {
      date: from,
      email: obfuscatedEmail(method.email),
    })
  if (from !== undefined) return say(language, 'page.text.status_paid_from', { date: from })
  const next = methods.filter(canBePaid).find((other) => payableFrom(frame, other) !== undefined)
  if (isPaid && next !== undefined)
    return say(language, 'page.text.status_paid_until', { date: payableFrom(frame, next) ?? '' })
  return say(language, isPaid ? 'page.text.status_paid' : 'page.text.status_confirmed')
}

/** Whether nobody has proved yet that the method can be paid. */
export const isUnproved = (method: PaymentMethod): boolean =>
  method.type !== 'CreditCard' && method.verified_at === null

/** When payments to the method, or to its new address, begin. Undefined if they have begun. */
const payableFrom = (frame: Frame, { usable_from: at }: Payable): string | undefined =>
  at !== null && at > (frame.now ?? 0) ? timeToCome(frame, at) : undefined

/** Asks whether to be paid by a payment method, and says when that begins. */
export function defaultSellerPage(frame: Frame, method: PaymentMethod): string {
  const { language, base } = frame
  const path = `${base}/account/paymentmethods`
  const buttons = html`<div class="buttons"><button>${say(language, 'page.button.default_seller')}</button>
<a class="button quiet" href="${path}">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`<p>${choiceText(frame, method)}</p>
${form(frame, `${path}/${method.id}/default-seller`, buttons)}`
  const title = say(language, 'page.title.default_seller', { method: nameOf(method, language) })
  return layout(frame, { title, content, account: 'paymentmethods' })
}

/** Says when a method gets the money of the user, if the user chooses it now. */
function choiceText(frame: Frame, method: PaymentMethod): string {
  const { language, now = 0 } = frame
  const name = nameOf(method, language)
  if (method.default_seller_method)
    return say(language, 'page.text.default_seller_kept', { method: name })
  if (canBePaid(method) && isUnproved(method))
    return say(language, 'page.text.default_seller_unproved', {
      method: name,
      email: proofEmail(frame, method),
    })
  const date = timeToCome(frame, now + holdMs)
  return say(language, 'page.text.default_seller_from', { method: name, date })
}

/** Asks whether to delete a payment method, and names what happens then. */
export function deleteMethodPage(frame: Frame, method: PaymentMethod): string {
  const { language, base } = frame
  const path = `${base}/account/paymentmethods`
  const name = nameOf(method, language)
  const isDefault = method.default_buyer_method || method.default_seller_method
  const buttons = html`<div class="buttons"><button class="danger">${say(language, 'page.button.delete')}</button>
<a class="button quiet" href="${path}">${say(language, 'page.link.cancel')}</a></div>`
  const text = method.type === 'BankAccount' ? 'bank_delete' : 'method_delete'
  const content = html`<p>${say(language, `page.text.${text}`, { method: name })}${
    isDefault && html` ${say(language, 'page.text.method_delete_default')}`
  }</p>
${form(frame, `${path}/${method.id}/delete`, buttons)}`
  const title = say(language, 'page.title.method_delete', { method: name })
  return layout(frame, { title, content, account: 'paymentmethods' })
}

const word = (text: string, fill: string, size: number, more = ''): string =>
  `<text x="20" y="17" font-size="${size}" font-weight="700" text-anchor="middle" fill="${fill}"${more}>${text}</text>`
const circles = (first: string, second: string): string =>
  `<circle cx="16" cy="13" r="7.500" fill="${first}"/>` +
  `<circle cx="24" cy="13" r="7.500" fill="${second}" fill-opacity=".85"/>`
const bars = (...fills: readonly string[]): string =>
  fills.map((fill, at) => `<path d="M${8 + at * 8} 6h8v14h-8z" fill="${fill}"/>`).join('')

/** What distinguishes the marks of brands: their colours and a word, not their logos. */
const drawings: Readonly<Record<string, string>> = {
  visa: word('VISA', '#1a1f71', 11, ' font-style="italic"'),
  mastercard: circles('#eb001b', '#f79e1b'),
  maestro: circles('#0099df', '#ed0006'),
  'american-express': `<path d="M0 0h40v26H0z" fill="#016fd0"/>${word('AMEX', '#fff', 10)}`,
  discover: `${word('DISC', '#231f20', 9)}<path d="M24 26c7-1 12-4 16-8v8z" fill="#f27712"/>`,
  'diners-club':
    '<circle cx="20" cy="13" r="8" fill="#0079be"/><path d="M17 8v10M23 8v10" stroke="#fff" stroke-width="2"/>',
  jcb: bars('#0e4c96', '#c41230', '#007940'),
  unionpay: bars('#e21836', '#00447c', '#007b84'),
  BankAccount:
    '<path d="M20 4l10 5H10zM12 11h3v7h-3zM18.500 11h3v7h-3zM25 11h3v7h-3zM10 20h20v2H10z" fill="#2f6f5e"/>',
  PayPal: word('PayPal', '#003087', 9, ' font-style="italic"'),
}

/** A card of an unknown brand: its stripe. */
const plain = '<path d="M0 6h40v5H0z" fill="#55605c"/><path d="M6 17h10v2H6z" fill="#7b8783"/>'

/** The mark of a payment method's brand. Its name stands beside it, so screen readers skip it. */
export function mark(method: PaymentMethod): Html {
  const brand = method.type === 'CreditCard' ? method.brand : method.type
  return markup(
    `<svg class="mark" viewBox="0 0 40 26" aria-hidden="true" focusable="false">${drawings[brand] ?? plain}</svg>`,
  )
}
