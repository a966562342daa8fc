import type { Form } from '../../platform/http/pages/forms.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import { compileDraft } from '../../platform/text/compile-draft.ts'
import type { Draft, ParsedBody } from '../../platform/text/draft.ts'
import type { BankAccountInput } from '../../resources/payment-methods/kinds/accounts.ts'
import {
  BankAccountBody,
  CardBody,
  PayPalBody,
} from '../../resources/payment-methods/kinds/bodies.ts'
import type { CardInput } from '../../resources/payment-methods/kinds/cards.ts'
import type { PayPalInput } from '../../resources/payment-methods/kinds/paypal.ts'

/**
 * The fields of the forms. No page ever shows what was typed as the number of a card or account.
 */
export const shownFields = [
  'full_name',
  'expiry_month',
  'expiry_year',
  'billing_address_id',
  'email',
  'routing_number',
  'account_type',
] as const

/** The fields that are saved while the user gives a proof. Never the number of an account. */
export const keptFields: readonly string[] = [
  ...shownFields,
  'default_buyer_method',
  'default_seller_method',
  'version',
]

export type MethodValues = Readonly<Partial<Record<(typeof shownFields)[number], string>>>

export const valuesOfForm = (form: Form): MethodValues =>
  Object.fromEntries(shownFields.map((name) => [name, form.get(name) ?? '']))

const cardDraft = compileDraft(CardBody) as (body: ParsedBody) => Draft<CardInput>
const bankDraft = compileDraft(BankAccountBody) as (body: ParsedBody) => Draft<BankAccountInput>
const paypalDraft = compileDraft(PayPalBody) as (body: ParsedBody) => Draft<PayPalInput>

/** Reads the form of a card as the interface reads a body. Empty fields count as omitted. */
export function readCard(form: Form): Draft<CardInput> {
  return cardDraft({
    value: {
      ...textOf(form, 'full_name'),
      ...textOf(form, 'card_number'),
      ...numberOf(form, 'expiry_month'),
      ...numberOf(form, 'expiry_year'),
      billing_address_id: Number(form.get('billing_address_id')) || null,
      ...flagOf(form, 'default_buyer_method'),
    },
    repeated: [],
  })
}

/**
 * Reads the form of a card that was entered in the processor's own fields. A card number never
 * comes from that form.
 */
export const readHostedCard = (form: Form): Draft<CardInput> =>
  withoutNumber(
    cardDraft({
      value: {
        ...textOf(form, 'full_name'),
        ...textOf(form, 'card_number'),
        ...textOf(form, 'card_token'),
        billing_address_id: Number(form.get('billing_address_id')) || null,
        ...flagOf(form, 'default_buyer_method'),
      },
      repeated: [],
    }),
  )

/** Refuses a card number, where only the processor's own fields may take one. */
export function withoutNumber(draft: Draft<CardInput>): Draft<CardInput> {
  if (draft.given.card_number == null) return draft
  const { card_number: _, ...given } = draft.given
  const fault: Message = ['card.number.unsupported']
  return { given, faults: new Map([...draft.faults, ['card_number', [fault]]]) }
}

/** The hidden field of a box that was ticked when the form was shown. */
export const wasTicked = (name: string): string => `was_${name}`

/** Reads the form of a PayPal account as the interface reads a body. */
export function readPayPal(form: Form): Draft<PayPalInput> {
  return paypalDraft({
    value: {
      ...textOf(form, 'email'),
      billing_address_id: Number(form.get('billing_address_id')) || null,
      ...flagOf(form, 'default_buyer_method'),
      ...flagOf(form, 'default_seller_method'),
    },
    repeated: [],
  })
}

/** Reads the form of a bank account as the interface reads a body. */
export function readBankAccount(form: Form): Draft<BankAccountInput> {
  return bankDraft({
    value: {
      ...textOf(form, 'full_name'),
      ...textOf(form, 'iban'),
      ...textOf(form, 'routing_number'),
      ...textOf(form, 'account_number'),
      ...textOf(form, 'account_type'),
      billing_address_id: Number(form.get('billing_address_id')) || null,
      ...flagOf(form, 'default_seller_method'),
    },
    repeated: [],
  })
}

function textOf(form: Form, name: string): Record<string, string> {
  const text = form.get(name)?.trim() ?? ''
  return text === '' ? {} : { [name]: text }
}

/** A number. Other text stays text, so that the rules of the interface name the fault. */
function numberOf(form: Form, name: string): Record<string, number | string> {
  const text = form.get(name)?.trim() ?? ''
  if (text === '') return {}
  return { [name]: /^\d{1,4}$/.test(text) ? Number(text) : text }
}

/**
 * A ticked box is `true`. One that the user has cleared is `false`. Any other leaves the choice to
 * the rules.
 */
function flagOf(form: Form, name: string): Record<string, boolean> {
  if (form.get(name) === 'true') return { [name]: true }
  return form.get(wasTicked(name)) === 'true' ? { [name]: false } : {}
}
