import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../../platform/clock.ts'
import type { Database } from '../../../platform/database/db.ts'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { ref } from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { operation } from '../../../platform/http/openapi/operation.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { Type } from '../../../platform/schema/type.ts'
import { addFault, explainedBy } from '../../../platform/text/draft.ts'
import { holdsIban } from '../../../platform/text/iban/iban.ts'
import { chargeRefusals } from '../../../processor/refusals.ts'
import { idOf, idParameter } from '../routes.ts'
import { readChargeReference } from './charge-reference.ts'
import { chargeReferenceResource } from './resource.ts'

export interface ChargeRouteDeps {
  readonly db: Database
  readonly clock: Clock
  viewOf: (request: FastifyRequest) => View
}

/** A query parameter with an id of the service, for the audit record. */
export const purposeParameter = (description: string) =>
  Type.Optional(
    explainedBy(
      'rule.reference',
      Type.String({ pattern: '^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$', description }),
    ),
  )

/**
 * Refuses the number of a bank account in place of an id, because ids stay in the audit trail.
 * @throws {Refused} validation_failed
 */
export function refuseIbans(query: Readonly<Record<string, string | number | undefined>>): void {
  const faults = new Map<string, Message[]>()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' && holdsIban(value)) addFault(faults, name, ['rule.invalid'])
  }
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
}

const query = Type.Object({
  user_id: Type.Integer({ format: 'int32', minimum: 1, description: 'The user who pays' }),
  listing_id: purposeParameter('The listing that is bought'),
  purchase_id: purposeParameter('The service’s own id of the purchase'),
})

/** The charge reference of a card, for the marketplace's own purchase service. */
export const chargeRoutes =
  ({ db, clock, viewOf }: ChargeRouteDeps) =>
  async (app: App): Promise<void> => {
    app.get(
      '/paymentmethods/:paymentMethodId/charge-reference',
      operation({
        id: 'getChargeReference',
        summary: 'Get what a purchase service needs to charge a card',
        description:
          'An extension for the marketplace’s own services. It takes an application’s own token ' +
          '(client credentials grant) with the scope `read:charge`, never a user’s token. The ' +
          'audit trail records each successful reading.',
        tag: 'Payment methods',
        scope: 'read:charge',
        tokenOf: 'application',
        params: idParameter,
        query,
        success: { status: 200, resource: ref('ChargeReference') },
        refusals: [refusals.validation_failed, refusals.not_found, chargeRefusals.not_chargeable],
      }),
      async (request) => {
        refuseIbans(request.query)
        const { user_id, listing_id: listingId, purchase_id: purchaseId } = request.query
        const purpose = { listingId, purchaseId }
        const reference = await readChargeReference({ db, clock }, user_id, idOf(request), purpose)
        return chargeReferenceResource(reference, viewOf(request))
      },
    )
  }
