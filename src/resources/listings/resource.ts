import { type Collection, collection, type Paging, pageOf } from '../../platform/http/api/paging.ts'
import {
  collectionSchema,
  nullableInt32,
  nullableText,
  ref,
} from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { Type } from '../../platform/schema/type.ts'
import { draftOf } from '../../platform/text/draft.ts'
import { maxFullNameLength } from '../../platform/text/full-name.ts'
import {
  createLinks,
  createRelations,
  type PaymentMethodResource,
  paymentMethodResource,
} from '../payment-methods/resource.ts'
import { type Reason, reasons } from './eligibility.ts'
import type { Choice } from './listings.ts'

/** A payment method that is not offered, with a reason for programs and a reason for users. */
interface IneligibleResource {
  code: Reason
  reason: string
  _embedded: { payment_method: PaymentMethodResource }
}

interface ChoiceCollection extends Collection<PaymentMethodResource> {
  _embedded: { items: PaymentMethodResource[]; ineligible?: IneligibleResource[] }
}

/** The part of a choice to show. */
export interface Shown {
  readonly listingId: string
  readonly paging: Paging
  /** What to show in addition to the eligible methods. */
  readonly embed: 'ineligible' | undefined
}

/** One page of the payment methods that a listing can be paid with. */
export function choiceCollection(
  { eligible, ineligible, mayCreate }: Choice,
  { listingId, paging, embed }: Shown,
  view: View,
): ChoiceCollection {
  const shown = (method: Choice['eligible'][number]) => paymentMethodResource(method, view)
  const page: ChoiceCollection = collection(view.language, {
    path: `${view.baseUrl}/listings/${listingId}/paymentmethods`,
    parameters: { embed },
    paging,
    total: eligible.length,
    items: pageOf(eligible, paging).map(shown),
    links: createLinks(mayCreate, view),
  })
  if (embed === 'ineligible') {
    page._embedded.ineligible = ineligible.map(({ method, reason }) => ({
      code: reason,
      reason: say(view.language, `listing.reason.${reason}`),
      _embedded: { payment_method: shown(method) },
    }))
  }
  return page
}

const closed = { additionalProperties: false }

const IneligibleSchema = Type.Object(
  {
    code: Type.Enum([...reasons], {
      description: 'The reason why the payment method is not eligible, for programs.',
    }),
    reason: Type.String({
      description: 'The reason why the payment method is not eligible, for users.',
    }),
    _embedded: Type.Object({ payment_method: ref('PaymentMethod') }, closed),
  },
  { $id: 'IneligiblePaymentMethod', ...closed },
)

const flat = collectionSchema('ListingPaymentMethods', ref('PaymentMethod'), ...createRelations)

const ListingPaymentMethodsSchema = Type.Object(
  {
    ...flat.properties,
    _embedded: Type.Object(
      {
        ...flat.properties._embedded.properties,
        ineligible: Type.Optional(
          Type.Array(ref('IneligiblePaymentMethod'), {
            description:
              'The payment methods that are not eligible, with reasons. Present only if the query requests it.',
          }),
        ),
      },
      closed,
    ),
  },
  { $id: 'ListingPaymentMethods', ...closed },
)

/** The schemas that other schemas refer to by `$id`. */
export const listingSchemas = [IneligibleSchema, ListingPaymentMethodsSchema]

/** More than any purchase needs. */
const maxCoupons = 100

export const PurchaseBody = draftOf(
  'PurchaseBody',
  {
    number_of_tickets: Type.Unsafe<number | null>({
      type: ['integer', 'null'],
      format: 'int32',
      minimum: 1,
      description: 'The number of tickets. The listing limits which numbers can be bought.',
    }),
    delivery_address_id: nullableInt32({
      description:
        'The id of one of the user’s addresses. It must be in a country where the tickets can be delivered.',
    }),
    delivery_method_id: nullableInt32({
      description: 'The id of one of the delivery methods of the listing.',
    }),
    coupons: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string', maxLength: 64 },
      maxItems: maxCoupons,
      description: 'Coupon codes of the listing. Upper and lower case are different.',
      examples: [['WELCOME']],
    }),
    pickup_full_name: nullableText({
      maxLength: maxFullNameLength,
      description:
        'The name of the person who picks up the tickets. Required if the tickets are picked up.',
    }),
  },
  { default: {} },
)
