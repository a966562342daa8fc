import {
  nullableEnum,
  nullableFlag,
  nullableInt32,
  nullableText,
} from '../../../platform/http/api/schema.ts'
import { Type } from '../../../platform/schema/type.ts'
import {
  accountNumber,
  askedAs,
  cardNumber,
  draftOf,
  explainedBy,
  readBy,
  withReadOnly,
} from '../../../platform/text/draft.ts'
import { readEmail } from '../../../platform/text/email.ts'
import { maxFullNameLength } from '../../../platform/text/full-name.ts'
import { cleanPasted } from '../../../platform/text/pasted.ts'
import { accountTypes } from '../../../processor/account-vault.ts'

const flags = {
  default_buyer_method: askedAs(
    { label: 'page.label.default_buyer' },
    nullableFlag({
      description:
        '`true` makes this the default for purchases, `false` clears it. If omitted, the first ' +
        'payment method becomes the default.',
    }),
  ),
  default_seller_method: askedAs(
    { label: 'page.label.default_seller' },
    nullableFlag({
      description:
        '`true` chooses this for receiving payments. It becomes the default when its owner has ' +
        'proved it and 48 hours have passed. `false` clears it. If omitted, the first payment ' +
        'method is chosen. Cards cannot receive payments.',
    }),
  ),
}

const billing = {
  billing_address_id: askedAs(
    { label: 'page.label.billing_address' },
    nullableInt32({
      description:
        'The id of one of the user’s addresses. If omitted, the billing address does not change. `null` removes it.',
    }),
  ),
}

const month = (description: string) =>
  Type.Unsafe<number | null>({ type: ['integer', 'null'], minimum: 1, maximum: 12, description })
const year = (description: string) =>
  explainedBy(
    'rule.year',
    Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      minimum: 1970,
      maximum: 2099,
      description,
    }),
  )

/** Properties that responses show and requests cannot set. */
const readOnly = {
  details: 'rule.read_only',
  type: 'rule.read_only',
  type_description: 'rule.read_only',
  buyer_method: 'rule.read_only',
  seller_method: 'rule.read_only',
} as const

/** The properties of a card. An import has most of them. */
export const cardProperties = {
  full_name: askedAs(
    { label: 'page.label.holder', autocomplete: 'cc-name', required: true },
    nullableText({
      maxLength: maxFullNameLength,
      description: 'Name of the card holder',
      examples: ['Ada Lovelace'],
    }),
  ),
  card_number: askedAs(
    {
      label: 'page.label.card_number',
      hint: 'page.hint.card_number',
      autocomplete: 'cc-number',
      inputmode: 'numeric',
      isSecret: true,
    },
    readBy(
      cleanPasted,
      nullableText({
        format: cardNumber,
        description:
          'The card number, with or without spaces and hyphens. It is never stored. If omitted when ' +
          'replacing details, the card stays the same.',
        examples: ['4111 1111 1111 1111'],
      }),
    ),
  ),
  card_token: askedAs(
    { isSecret: true },
    nullableText({
      maxLength: 255,
      description:
        'A card token from the hosted fields of the payment processor: the id of a setup that has ' +
        'succeeded, of its payment method, a confirmation token (`ctoken_…`), or a single-use ' +
        'token. Send it instead of the card number. The expiry date can then be omitted.',
    }),
  ),
  expiry_month: askedAs(
    { label: 'page.label.expiry_month', autocomplete: 'cc-exp-month', required: true },
    month('The month, 1 to 12'),
  ),
  expiry_year: askedAs(
    { label: 'page.label.expiry_year', autocomplete: 'cc-exp-year', required: true },
    year('The year, four digits'),
  ),
  start_month: month('The month, 1 to 12'),
  start_year: year('The year, four digits'),
  issue_number: explainedBy(
    'card.issue_number',
    Type.Unsafe<string | number | null>({
      type: ['string', 'integer', 'null'],
      pattern: '^[0-9]{1,2}$',
      minimum: 0,
      maximum: 99,
      description: 'The issue number, if the card has one',
    }),
  ),
  ...billing,
  ...flags,
}

/**
 * No property accepts a security code. Requests with one are refused, because the property is
 * unknown.
 */
export const CardBody = withReadOnly(readOnly, draftOf('CreditCardBody', cardProperties))

/** The properties of a PayPal account. An import has most of them. */
export const payPalProperties = {
  email: askedAs(
    {
      label: 'page.label.paypal_email',
      type: 'email',
      autocomplete: 'email',
      inputmode: 'email',
      required: true,
    },
    readBy(
      readEmail,
      nullableText({
        maxLength: 254,
        description: 'Email address of the PayPal account',
        examples: ['ada@example.com'],
      }),
    ),
  ),
  ...billing,
  ...flags,
}

export const PayPalBody = withReadOnly(readOnly, draftOf('PayPalBody', payPalProperties))

export const DefaultsBody = withReadOnly(readOnly, draftOf('DefaultsBody', flags))

/** The longest number of a bank account that is read: an IBAN with its separators. */
const maxAccountLength = 64

export const BankAccountBody = withReadOnly(
  readOnly,
  draftOf('BankAccountBody', {
    full_name: askedAs(
      { label: 'page.label.account_holder', autocomplete: 'name', required: true },
      nullableText({
        maxLength: maxFullNameLength,
        description: 'Name of the account holder',
        examples: ['Ada Lovelace'],
      }),
    ),
    iban: askedAs(
      { label: 'page.label.iban', hint: 'page.hint.iban', isSecret: true },
      readBy(
        cleanPasted,
        nullableText({
          format: accountNumber,
          maxLength: maxAccountLength,
          description:
            'The IBAN, with or without spaces. It is never stored. If all numbers are omitted when replacing details, the account stays the same.',
          examples: ['DE89 3704 0044 0532 0130 00'],
        }),
      ),
    ),
    routing_number: askedAs(
      { label: 'page.label.routing_number', inputmode: 'numeric' },
      readBy(
        cleanPasted,
        nullableText({
          maxLength: maxAccountLength,
          description:
            'The routing number (ABA) of an account in the US. Send it with `account_number` and `account_type`, instead of an IBAN.',
          examples: ['110000000'],
        }),
      ),
    ),
    account_number: askedAs(
      { label: 'page.label.account_number', inputmode: 'numeric', isSecret: true },
      readBy(
        cleanPasted,
        nullableText({
          format: accountNumber,
          maxLength: maxAccountLength,
          description: 'The account number of an account in the US. It is never stored.',
          examples: ['000123456789'],
        }),
      ),
    ),
    account_type: askedAs(
      { label: 'page.label.account_type' },
      nullableEnum(accountTypes, {
        description: 'The type of an account in the US',
      }),
    ),
    ...billing,
    ...flags,
  }),
)
