import { form, notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, markup, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/time.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { obfuscatedEmail } from '../../platform/text/obfuscate.ts'
import {
  maxPaymentMethodsPerUser,
  type PaymentMethod,
} from '../../resources/payment-methods/payment-methods.ts'
import { placeLines } from '../addresses/pages.ts'
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
}

/** Lists the payment methods of the user. */
export function methodsPage(frame: Frame, view: MethodsView): string {
  const { methods, takesCards, takesAccounts, done } = view
  const { language, base } = frame
  const path = `${base}/account/paymentmethods`
  const card = html`<a class="button" href="${path}/card">${say(language, 'page.button.card_add')}</a>`
  const paypal = html`<a class="button${takesCards && ' quiet'}" href="${path}/paypal">${say(
    language,
    'page.button.paypal_add',
  )}</a>`
  const bank = html`<a class="button quiet" href="${path}/bank">${say(language, 'page.button.bank_add')}</a>`
  const mayAdd = methods.length < maxPaymentMethodsPerUser
  const content = html`${notice(done && say(language, `page.text.${done}`))}
${methods.length === 0 && html`<p>${say(language, 'page.text.no_methods')}</p>`}
${methods.length > 0 && html`<ul class="cards">${methods.map((method) => methodItem(frame, method, view))}</ul>`}
${
  mayAdd &&
  html`<div class="buttons">${takesCards && card}
${paypal}
${takesAccounts && bank}</div>`
}
${!takesCards && html`<p class="hint">${say(language, 'page.text.cards_elsewhere')}</p>`}`
  const title = say(language, 'page.link.paymentmethods')
  return layout(frame, { title, content, account: 'paymentmethods' })
}

function methodItem(frame: Frame, method: PaymentMethod, view: MethodsView): Html {
  const { payPalSignIn, takesCards } = view
  const { language, base } = frame
  const path = `${base}/account/paymentmethods/${method.id}`
  const name = nameOf(method, language)
  const label = (action: string) => say(language, 'page.label.action_on', { action, name })
  const edit = say(language, 'page.button.edit')
  const remove = say(language, 'page.button.delete')
  const link = (below: string, action: string, className = 'quiet') =>
    html`<a class="button ${className}" href="${path}${below}" aria-label="${label(action)}">${action}</a>`
  const button = (below: string, action: string) =>
    form(
      frame,
      path + below,
      html`<button class="quiet" aria-label="${label(action)}">${action}</button>`,
    )
  const atPayPal = say(language, 'page.button.paypal_confirm')
  const toPayPal = html`<a class="button quiet" href="${base}/payouts/paypal/${method.id}"
 aria-label="${label(atPayPal)}">${atPayPal}</a>`
  const again = say(language, 'page.button.card_again')
  const toForm = html`<a class="button quiet" href="${base}/account/paymentmethods/card"
 aria-label="${label(again)}">${again}</a>`
  // The method that is paid now can be chosen during the hold of a change. That cancels the change.
  const mayReceive = method.seller_method && !method.chosen_seller
  return html`<li class="card">${methodHeading(frame, method)}
${methodFacts(frame, method)}
<div class="buttons">${!method.in_other_vault && link('', edit)}
${method.in_other_vault && takesCards && toForm}
${method.buyer_method && !method.default_buyer_method && button('/default', say(language, 'page.button.default_buyer'))}
${mayReceive && link('/default-seller', say(language, 'page.button.default_seller'))}
${payPalSignIn && method.type === 'PayPal' && isUnproved(method) && toPayPal}
${isUnproved(method) && button('/proof', say(language, 'page.button.proof_again'))}
${link('/delete', remove, 'quiet danger')}</div></li>`
}

/** Whether nobody has proved yet that the method can be paid. */
export const isUnproved = (method: PaymentMethod): boolean =>
  method.type !== 'CreditCard' && method.verified_at === null

/** Whether payments to the method, or to its new address, begin later. */
const isNext = ({ now }: Frame, method: PaymentMethod): boolean =>
  method.type !== 'CreditCard' && method.usable_from !== null && method.usable_from > (now ?? 0)

function methodHeading(frame: Frame, method: PaymentMethod): Html {
  const { language } = frame
  const tag = (text: string, className = 'tag') => html`<span class="${className}">${text}</span>`
  return html`<div class="headed">${mark(method)}<div><h2>${nameOf(method, language)}</h2>
<p class="tags">${method.expired && tag(say(language, 'page.name.expired'), 'tag warning')}
${method.in_other_vault && tag(say(language, 'page.name.unusable'), 'tag warning')}
${method.default_buyer_method && tag(say(language, 'page.name.default_buyer'))}
${method.default_seller_method && tag(say(language, 'page.name.default_seller'))}
${method.chosen_seller && !method.default_seller_method && tag(say(language, 'page.name.next_seller'))}
${isUnproved(method) && tag(say(language, 'page.name.unverified'), 'tag warning')}</p></div></div>`
}

function methodFacts(frame: Frame, method: PaymentMethod): Html {
  const { language } = frame
  const fact = (name: string, value: Piece) => html`<div><dt>${name}</dt> <dd>${value}</dd></div>`
  const { billing_address: address } = method
  return html`<dl class="facts">${
    method.type === 'CreditCard' &&
    html`${fact(say(language, 'page.label.holder'), method.full_name)}
${fact(say(language, 'page.label.expires'), expiryText(method.expiry_month, method.expiry_year))}`
  }
${
  method.type === 'BankAccount' &&
  html`${fact(say(language, 'page.label.account_holder'), method.full_name)}
${
  method.account_type &&
  fact(
    say(language, 'page.label.account_type'),
    say(language, `page.name.account_${method.account_type}`),
  )
}`
}
${
  method.type === 'PayPal' &&
  method.paid_email !== null &&
  fact(say(language, 'page.label.next_email'), obfuscatedEmail(method.email))
}
${
  method.type !== 'CreditCard' &&
  method.usable_from !== null &&
  isNext(frame, method) &&
  fact(say(language, 'page.label.usable_from'), time(frame, method.usable_from))
}
${
  address &&
  fact(
    say(language, 'page.label.billing_address'),
    html`${address.full_name}<br>${placeLines(frame, address)}`,
  )
}</dl>`
}

/** Asks whether to be paid by a payment method, and says when that begins. */
export function defaultSellerPage(frame: Frame, method: PaymentMethod): string {
  const { language, base } = frame
  const path = `${base}/account/paymentmethods`
  const buttons = html`<div class="buttons"><button>${say(language, 'page.button.default_seller')}</button>
<a class="button quiet" href="${path}">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`<p>${say(language, 'page.text.default_seller')}</p>
${form(frame, `${path}/${method.id}/default-seller`, buttons)}`
  const title = say(language, 'page.title.default_seller', { method: nameOf(method, language) })
  return layout(frame, { title, content, account: 'paymentmethods' })
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
function mark(method: PaymentMethod): Html {
  const brand = method.type === 'CreditCard' ? method.brand : method.type
  return markup(
    `<svg class="mark" viewBox="0 0 40 26" aria-hidden="true" focusable="false">${drawings[brand] ?? plain}</svg>`,
  )
}
