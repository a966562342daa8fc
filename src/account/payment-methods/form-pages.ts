import {
  type Choice,
  type FormFaults,
  form,
  type Option,
  select,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { FilledForm } from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { schemaForm, wasTicked } from '../../platform/http/pages/schema-form.ts'
import { type Language, say } from '../../platform/i18n/catalogue.ts'
import { ibanFormOf } from '../../platform/text/iban/iban.ts'
import { accountTypes } from '../../processor/account-vault.ts'
import type { Address } from '../../resources/addresses/addresses.ts'
import {
  BankAccountBody,
  CardBody,
  PayPalBody,
} from '../../resources/payment-methods/kinds/bodies.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'
import {
  countryField,
  countryOptions,
  defaultButton,
  useCountryId,
} from '../addresses/form-page.ts'
import { shortLine } from '../addresses/pages.ts'

export const cardForm = schemaForm(CardBody)
export const paypalForm = schemaForm(PayPalBody)
export const bankForm = schemaForm(BankAccountBody)

/** The fields that are saved while the user gives a proof. Never the number of an account. */
export const keptFields: readonly string[] = [
  ...new Set([...paypalForm.shownNames, ...bankForm.shownNames]),
  'country_code',
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
export function cardFormPage(frame: Frame, shown: CardFormView): string {
  const { language } = frame
  const view = cardForm.named(language, shown)
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
<div class="pair short">${ask('expiry_month', { options: months })}
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
export function paypalFormPage(frame: Frame, shown: MethodFormView): string {
  const { language } = frame
  const view = paypalForm.named(language, shown)
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
  /** Whether the form can be saved. The default is true. */
  readonly isAsked?: boolean
  /** What stands around the form. */
  readonly around?: (form: Html) => Piece
  readonly processorScript?: string | undefined
}

/** A page with the form of a payment method. */
export function formPage(frame: Frame, page: FormPage): string {
  const { title, below, fields, faults, hidden, isAsked = true, processorScript } = page
  const { around = (inner) => inner } = page
  const { language, base } = frame
  const path = `${base}/account/paymentmethods`
  const whole = form(
    frame,
    `${path}/${below}`,
    html`${fields}
<div class="buttons">${isAsked && html`<button>${say(language, 'page.button.save')}</button>`}
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
  /** The code of the country of the bank. Empty if none is chosen. */
  readonly country: string
  /** Whether the page says that nobody can be paid to the account. */
  readonly saysLocal: boolean
  /** Whether the vault takes accounts. Otherwise, the number and the holder cannot be changed. */
  readonly takesAccounts: boolean
}

/** The form of a bank account: its country, and what its banks ask for. It never shows a number. */
export function bankFormPage(frame: Frame, shown: BankFormView): string {
  const { language } = frame
  const numbers = numbersOf(shown)
  const missing = numbers === 'us' ? withoutIban(shown.faults) : shown.faults
  const view = bankForm.named(language, { ...shown, faults: missing })
  const { form, edited, saysLocal, takesAccounts, faults } = view
  const ask = bankForm.fields(language, view)
  const isFixed = edited !== undefined && !takesAccounts
  const isAsked = isFixed || numbers !== undefined
  const keep = edited && {
    hint: say(language, 'page.hint.card_number_keep', { method: edited.name }),
  }
  const types = accountTypes.map((type) => ({
    value: type,
    text: say(language, `page.name.account_${type}`),
  }))
  const number =
    numbers === 'us'
      ? html`${ask('routing_number', { autofocus: true })}
${ask('account_number', keep)}
${ask('account_type', { options: [{ value: '', text: '—' }, ...types] })}`
      : ask('iban', { autofocus: true, ...keep })
  const account = html`${saysLocal && html`<p class="hint">${say(language, 'page.text.bank_local')}</p>`}${
    edited === undefined && html`<p>${say(language, 'page.text.bank_proof')}</p>`
  }
${defaultButton}${countryField(language, select(language, countryOf(language, view)))}
${
  isAsked &&
  html`${number}
${ask('full_name')}`
}`
  const fields = html`${!isFixed && account}
${
  isAsked &&
  html`${ask('billing_address_id', billingOptions(frame, view))}
${ask('default_seller_method')}`
}`
  const title = edited
    ? say(language, 'page.title.card_edit', { method: edited.name })
    : say(language, 'page.button.bank_add')
  const below = edited ? String(edited.id) : 'bank'
  const hidden = {
    ...hiddenOf(edited),
    ...(!isFixed && isAsked && view.country && { fields_of: view.country }),
    ...(isFixed && { full_name: form.get('full_name') ?? '' }),
  }
  return formPage(frame, { title, below, fields, faults, hidden, isAsked })
}

/** If no number is given, the rules ask for an IBAN. The form for the US asks for its own numbers. */
const withoutIban = (faults: FormFaults): FormFaults =>
  new Map(
    [...faults].flatMap(([name, message]) =>
      name === 'iban'
        ? americanFields.map((field) => [field, message] as const)
        : [[name, message] as const],
    ),
  )

const americanFields = ['routing_number', 'account_number', 'account_type'] as const

/** Which numbers the form asks for. Undefined until a country is chosen. */
function numbersOf({ country, form }: BankFormView): 'iban' | 'us' | undefined {
  if (country !== '') return country === 'US' ? 'us' : 'iban'
  if (form.get('routing_number') || form.get('account_number')) return 'us'
  return form.get('iban') ? 'iban' : undefined
}

/** The countries whose accounts have an IBAN, and the United States. */
export const isBankCountry = (code: string): boolean =>
  code === 'US' || ibanFormOf(code) !== undefined

const countryOf = (language: Language, view: BankFormView): Choice => ({
  name: 'country_code',
  label: say(language, 'page.label.bank_country'),
  value: view.country,
  options: [
    { value: '', text: say(language, 'page.name.choose_country') },
    ...countryOptions(language).filter(({ value }) => isBankCountry(value)),
  ],
  submits: useCountryId,
  autofocus: numbersOf(view) === undefined,
})
