import { type FormFaults, form, type Option, summary } from '../../platform/http/pages/fields.ts'
import type { FilledForm } from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { schemaForm, wasTicked } from '../../platform/http/pages/schema-form.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { accountTypes } from '../../processor/account-vault.ts'
import type { Address } from '../../resources/addresses/addresses.ts'
import {
  BankAccountBody,
  CardBody,
  PayPalBody,
} from '../../resources/payment-methods/kinds/bodies.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'
import { shortLine } from '../addresses/pages.ts'

export const cardForm = schemaForm(CardBody)
export const paypalForm = schemaForm(PayPalBody)
export const bankForm = schemaForm(BankAccountBody)

/** The fields that are saved while the user gives a proof. Never the number of an account. */
export const keptFields: readonly string[] = [
  ...new Set([...paypalForm.shownNames, ...bankForm.shownNames]),
  'version',
]

/** The payment method that a form changes. */
type Edited = Pick<PaymentMethod, 'id' | 'version' | 'default_buyer_method' | 'chosen_seller'> & {
  readonly name: string
}

export interface MethodFormView extends FilledForm {
  /** The addresses of the user, to choose the billing address from. */
  readonly addresses: readonly Address[]
  /** Absent for a new payment method. */
  readonly edited?: Edited
}

export interface CardFormView extends MethodFormView {
  /** The year in which the form is filled in. */
  readonly year: number
  /** Whether the page may ask for a card number. */
  readonly takesNumbers: boolean
  /** Whether the page says that nobody can charge the card. */
  readonly saysLocal: boolean
}

/** How many years ahead a card may expire. */
const expiryYears = 20

/** The form of a card. */
export function cardFormPage(frame: Frame, view: CardFormView): string {
  const { language } = frame
  const { edited, year, takesNumbers, saysLocal, faults } = view
  const ask = cardForm.fields(language, view)
  const isNew = edited === undefined
  const number = ask('card_number', {
    ...(edited && { hint: say(language, 'page.hint.card_number_keep', { method: edited.name }) }),
    required: isNew,
    autofocus: isNew,
  })
  const months = optionsFrom(say(language, 'page.name.month'), 1, 12)
  const years = optionsFrom(say(language, 'page.name.year'), year, year + expiryYears)
  const fields = html`${saysLocal && html`<p class="hint">${say(language, 'page.text.card_local')}</p>`}${
    takesNumbers &&
    html`<div data-brands="card_number">${number}
<p class="hint" role="status" data-brand></p></div>`
  }
${ask('full_name', { autofocus: !isNew })}
<div class="pair">${ask('expiry_month', { options: months })}
${ask('expiry_year', { options: years })}</div>
${ask('billing_address_id', billingOptions(frame, view))}
${ask('default_buyer_method')}`
  const title = edited
    ? say(language, 'page.title.card_edit', { method: edited.name })
    : say(language, 'page.button.card_add')
  const below = edited ? String(edited.id) : 'card'
  return formPage(frame, { title, below, fields, faults, hidden: hiddenOf(edited) })
}

/** The form of a PayPal account. */
export function paypalFormPage(frame: Frame, view: MethodFormView): string {
  const { language } = frame
  const { edited, faults } = view
  const ask = paypalForm.fields(language, view)
  const fields = html`${ask('email', { autofocus: true })}
${ask('billing_address_id', billingOptions(frame, view))}
${ask('default_buyer_method')}
${ask('default_seller_method')}`
  const title = edited
    ? say(language, 'page.title.card_edit', { method: edited.name })
    : say(language, 'page.button.paypal_add')
  const below = edited ? String(edited.id) : 'paypal'
  return formPage(frame, { title, below, fields, faults, hidden: hiddenOf(edited) })
}

/** What a form knows of the payment method that it changes. */
export function hiddenOf(edited: Edited | undefined): Readonly<Record<string, string>> {
  if (edited === undefined) return {}
  return {
    version: String(edited.version),
    ...(edited.default_buyer_method && { [wasTicked('default_buyer_method')]: 'true' }),
    ...(edited.chosen_seller && { [wasTicked('default_seller_method')]: 'true' }),
  }
}

interface FormPage {
  readonly title: string
  /** The path below the list. */
  readonly below: string
  readonly fields: Piece
  readonly faults: FormFaults
  readonly hidden: Readonly<Record<string, string>>
  /** What stands around the form. */
  readonly around?: (form: Html) => Piece
  readonly processorScript?: string | undefined
}

/** A page with the form of a payment method. */
export function formPage(frame: Frame, page: FormPage): string {
  const { title, below, fields, faults, hidden, around = (inner) => inner, processorScript } = page
  const { language, base } = frame
  const path = `${base}/account/paymentmethods`
  const whole = form(
    frame,
    `${path}/${below}`,
    html`${fields}
<div class="buttons"><button>${say(language, 'page.button.save')}</button>
<a class="button quiet" href="${path}">${say(language, 'page.link.cancel')}</a></div>`,
    { hidden },
  )
  const content = html`${summary(language, faults)}
${around(whole)}`
  const isError = faults.size > 0
  return layout(frame, { title, content, isError, account: 'paymentmethods', processorScript })
}

/** The addresses of the user, and none. */
export const billingOptions = (
  { language }: Frame,
  { addresses }: MethodFormView,
): { readonly options: readonly Option[] } => ({
  options: [
    { value: '', text: say(language, 'page.name.no_billing') },
    ...addresses.map((address) => ({ value: String(address.id), text: shortLine(address) })),
  ],
})

/** The numbers of a range, after an empty option. */
const optionsFrom = (none: string, first: number, last: number): Option[] => [
  { value: '', text: none },
  ...Array.from({ length: last - first + 1 }, (_, index) => ({
    value: String(first + index),
    text: String(first + index).padStart(2, '0'),
  })),
]

export interface BankFormView extends MethodFormView {
  /** Whether the page says that nobody can be paid to the account. */
  readonly saysLocal: boolean
  /** Whether the vault takes accounts. Otherwise, the number and the holder cannot be changed. */
  readonly takesAccounts: boolean
}

/** The form of a bank account. It never shows what was typed as a number. */
export function bankFormPage(frame: Frame, view: BankFormView): string {
  const { language } = frame
  const { form, edited, saysLocal, takesAccounts, faults } = view
  const ask = bankForm.fields(language, view)
  const iban = edited
    ? { hint: say(language, 'page.hint.card_number_keep', { method: edited.name }) }
    : { autofocus: true }
  const types = accountTypes.map((type) => ({
    value: type,
    text: say(language, `page.name.account_${type}`),
  }))
  const number = html`${saysLocal && html`<p class="hint">${say(language, 'page.text.bank_local')}</p>`}${
    edited === undefined && html`<p>${say(language, 'page.text.bank_proof')}</p>`
  }
${ask('full_name')}
${ask('iban', iban)}
<fieldset><legend>${say(language, 'page.label.us_account')}</legend><div class="fields">
${ask('routing_number')}
${ask('account_number')}
${ask('account_type', { options: [{ value: '', text: '—' }, ...types] })}</div></fieldset>`
  const isFixed = edited !== undefined && !takesAccounts
  const fields = html`${!isFixed && number}
${ask('billing_address_id', billingOptions(frame, view))}
${ask('default_seller_method')}`
  const title = edited
    ? say(language, 'page.title.card_edit', { method: edited.name })
    : say(language, 'page.button.bank_add')
  const below = edited ? String(edited.id) : 'bank'
  const hidden = {
    ...hiddenOf(edited),
    ...(isFixed && { full_name: form.get('full_name') ?? '' }),
  }
  return formPage(frame, { title, below, fields, faults, hidden })
}
