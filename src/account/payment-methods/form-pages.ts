import {
  checkbox,
  type FormFaults,
  field,
  form,
  noFaults,
  type Option,
  select,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { Address } from '../../resources/addresses/addresses.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'
import { shortLine } from '../addresses/pages.ts'
import { type MethodValues, wasTicked } from './forms.ts'

/** The payment method that a form changes. */
type Edited = Pick<PaymentMethod, 'id' | 'version' | 'default_buyer_method' | 'chosen_seller'> & {
  readonly name: string
}

export interface MethodFormView {
  readonly values: MethodValues
  /** The addresses of the user, to choose the billing address from. */
  readonly addresses: readonly Address[]
  /** The boxes that are ticked. */
  readonly ticked: ReadonlySet<string>
  /** Absent for a new payment method. */
  readonly edited?: Edited
  readonly faults?: FormFaults
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
  const { values, edited, year, takesNumbers, saysLocal, faults = noFaults } = view
  const numberHint = edited
    ? say(language, 'page.hint.card_number_keep', { method: edited.name })
    : say(language, 'page.hint.card_number')
  const number = {
    name: 'card_number',
    label: say(language, 'page.label.card_number'),
    autocomplete: 'cc-number',
    inputmode: 'numeric',
    hint: numberHint,
    required: edited === undefined,
    autofocus: edited === undefined,
  } as const
  const holder = holderOf(frame, view)
  const fields = html`${saysLocal && html`<p class="hint">${say(language, 'page.text.card_local')}</p>`}${
    takesNumbers &&
    html`<div data-brands="card_number">${field(language, number, faults)}
<p class="hint" role="status" data-brand></p></div>`
  }
${field(language, holder, faults)}
<div class="pair">${select(
    language,
    {
      name: 'expiry_month',
      label: say(language, 'page.label.expiry_month'),
      autocomplete: 'cc-exp-month',
      value: values.expiry_month ?? '',
      options: optionsFrom(say(language, 'page.name.month'), 1, 12),
      required: true,
    },
    faults,
  )}
${select(
  language,
  {
    name: 'expiry_year',
    label: say(language, 'page.label.expiry_year'),
    autocomplete: 'cc-exp-year',
    value: values.expiry_year ?? '',
    options: optionsFrom(say(language, 'page.name.year'), year, year + expiryYears),
    required: true,
  },
  faults,
)}</div>
${billingField(frame, view)}
${box(frame, view, 'default_buyer_method', 'buyer')}`
  const title = edited
    ? say(language, 'page.title.card_edit', { method: edited.name })
    : say(language, 'page.button.card_add')
  const below = edited ? String(edited.id) : 'card'
  return formPage(frame, { title, below, fields, faults, hidden: hiddenOf(edited) })
}

/** The field for the name of the holder. */
export const holderOf = ({ language }: Frame, { values, edited }: MethodFormView) => ({
  name: 'full_name',
  label: say(language, 'page.label.holder'),
  autocomplete: 'cc-name',
  value: values.full_name ?? '',
  required: true,
  autofocus: edited !== undefined,
})

/** The form of a PayPal account. */
export function paypalFormPage(frame: Frame, view: MethodFormView): string {
  const { language } = frame
  const { values, edited, faults = noFaults } = view
  const email = {
    name: 'email',
    label: say(language, 'page.label.paypal_email'),
    type: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    value: values.email ?? '',
    required: true,
    autofocus: true,
  } as const
  const fields = html`${field(language, email, faults)}
${billingField(frame, view)}
${box(frame, view, 'default_buyer_method', 'buyer')}
${box(frame, view, 'default_seller_method', 'seller')}`
  const title = edited
    ? say(language, 'page.title.card_edit', { method: edited.name })
    : say(language, 'page.button.paypal_add')
  const below = edited ? String(edited.id) : 'paypal'
  return formPage(frame, { title, below, fields, faults, hidden: hiddenOf(edited) })
}

/** The boxes that are ticked for a payment method: what the user has chosen it for. */
export const defaultsOf = ({
  default_buyer_method,
  chosen_seller,
}: Pick<Edited, 'default_buyer_method' | 'chosen_seller'>): ReadonlySet<string> =>
  new Set([
    ...(default_buyer_method ? ['default_buyer_method'] : []),
    ...(chosen_seller ? ['default_seller_method'] : []),
  ])

/** What a form knows of the payment method that it changes. */
export function hiddenOf(edited: Edited | undefined): Readonly<Record<string, string>> {
  if (edited === undefined) return {}
  const ticked = [...defaultsOf(edited)].map((name) => [wasTicked(name), 'true'])
  return { version: String(edited.version), ...Object.fromEntries(ticked) }
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

export function billingField({ language }: Frame, view: MethodFormView): Html {
  const none = { value: '', text: say(language, 'page.name.no_billing') }
  const known = view.addresses.map((address) => ({
    value: String(address.id),
    text: shortLine(address),
  }))
  const choice = {
    name: 'billing_address_id',
    label: say(language, 'page.label.billing_address'),
    value: view.values.billing_address_id ?? '',
    options: [none, ...known],
  }
  return select(language, choice, view.faults)
}

export const box = (
  { language }: Frame,
  { ticked }: MethodFormView,
  name: string,
  role: 'buyer' | 'seller',
): Html =>
  checkbox({ name, label: say(language, `page.label.default_${role}`), checked: ticked.has(name) })

/** The numbers of a range, after an empty option. */
const optionsFrom = (none: string, first: number, last: number): Option[] => [
  { value: '', text: none },
  ...Array.from({ length: last - first + 1 }, (_, index) => ({
    value: String(first + index),
    text: String(first + index).padStart(2, '0'),
  })),
]
