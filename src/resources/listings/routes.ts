import type { FastifyRequest } from 'fastify'
import { refusals } from '../../platform/errors/refusals.ts'
import { ok } from '../../platform/http/api/answer.ts'
import { pagingOf } from '../../platform/http/api/paging.ts'
import { pagingParameters } from '../../platform/http/api/query.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { operation } from '../../platform/http/openapi/operation.ts'
import type { App } from '../../platform/http/server.ts'
import { Type } from '../../platform/schema/type.ts'
import type { Write } from '../../support/idempotency/write.ts'
import { type Choice, findChoice, type ListingDeps } from './listings.ts'
import { listingRefusals } from './refusals.ts'
import { choiceCollection, PurchaseBody } from './resource.ts'

export interface ListingRouteDeps {
  readonly listings: ListingDeps
  readonly write: Write
  readonly viewOf: (request: FastifyRequest) => View
}

const query = Type.Object({
  ...pagingParameters(),
  embed: Type.Optional(
    Type.Enum(['ineligible'], {
      description:
        '`ineligible` also returns the payment methods that cannot be used, with the reason',
    }),
  ),
})

/** `/listings/{listingId}/paymentmethods` of the signed-in user. */
export const listingRoutes =
  ({ listings, write, viewOf }: ListingRouteDeps) =>
  async (app: App): Promise<void> => {
    app.put(
      '/listings/:listingId/paymentmethods',
      operation({
        id: 'listPaymentMethodsForListing',
        summary: 'List payment methods for a listing',
        description:
          'Returns the user’s payment methods that can pay for the described purchase, best ' +
          'first. This request changes nothing. A missing body counts as `{}`.',
        tag: 'Payment methods',
        scope: 'read:user',
        params: {
          listingId: Type.Integer({ format: 'int64', description: 'The listing identifier' }),
        },
        query,
        body: PurchaseBody,
        success: { status: 200, resource: ref('ListingPaymentMethods') },
        refusals: [refusals.validation_failed, listingRefusals.purchase_not_allowed],
      }),
      async (request, reply) => {
        const { query, caller, body } = request
        const { listingId } = request.params as { listingId: string }
        const shown = { listingId, paging: pagingOf(query), embed: query.embed }
        return write(
          request,
          reply,
          async ({ attempt }) => {
            await attempt?.assertFirst()
            return findChoice(listings, caller.userId, listingId, body)
          },
          (choice: Choice) => ok(choiceCollection(choice, shown, viewOf(request))),
        )
      },
    )
  }
