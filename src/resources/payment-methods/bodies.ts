import { Type } from 'typebox'
import { nullableFlag, nullableInt32, nullableText } from '../../platform/http/api/schema.ts'
import { cardNumber, draftOf, explainedBy, withReadOnly } from '../../platform/text/draft.ts'

const flags = {
  default_buyer_method: nullableFlag({
    description:
      'True makes it the default for purchasing, false no longer; unsaid, a first one is.',
  }),
  default_seller_method: nullableFlag({
    description:
      'True makes it the default for being paid, false no longer; unsaid, a first one is.',
  }),
}

const billing = {
  billing_address_id: nullableInt32({
    description: 'One of the user’s addresses. Absent keeps what there is, null leaves none.',
  }),
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
const shown = {
  details: 'rule.read_only',
  type: 'rule.read_only',
  type_description: 'rule.read_only',
  buyer_method: 'rule.read_only',
  seller_method: 'rule.read_only',
} as const

/** A security code has no property here, by whatever name: it is refused as unknown. */
export const CardBody = withReadOnly(
  shown,
  draftOf('CreditCardBody', {
    full_name: nullableText({
      maxLength: 128,
      description: 'The holder',
      examples: ['Ada Lovelace'],
    }),
    card_number: nullableText({
      format: cardNumber,
      description:
        'With or without spaces and hyphens. Never stored. On replacing, absent keeps the card.',
      examples: ['4111 1111 1111 1111'],
    }),
    card_token: nullableText({
      maxLength: 255,
      description: 'In place of the number: what the processor’s hosted fields gave for it.',
    }),
    expiry_month: month('1 to 12'),
    expiry_year: year('Four digits'),
    start_month: month('1 to 12'),
    start_year: year('Four digits'),
    issue_number: explainedBy(
      'card.issue_number',
      Type.Unsafe<string | number | null>({
        type: ['string', 'integer', 'null'],
        pattern: '^[0-9]{1,2}$',
        minimum: 0,
        maximum: 99,
        description: 'Of cards that have one',
      }),
    ),
    ...billing,
    ...flags,
  }),
)

export const PayPalBody = withReadOnly(
  shown,
  draftOf('PayPalBody', {
    email: nullableText({
      maxLength: 254,
      description: 'The account’s e-mail address',
      examples: ['ada@example.com'],
    }),
    ...billing,
    ...flags,
  }),
)

export const DefaultsBody = withReadOnly(shown, draftOf('DefaultsBody', flags))
