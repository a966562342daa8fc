import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { ref } from '../../../platform/http/api/schema.ts'
import { operation } from '../../../platform/http/openapi/operation.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { Type } from '../../../platform/schema/type.ts'
import { addFault, explainedBy } from '../../../platform/text/draft.ts'
import { holdsIban } from '../../../platform/text/iban/iban.ts'
import { chargeRefusals } from '../../../processor/refusals.ts'
import type { CardRouteDeps } from '../custody/routes.ts'
import { idOf, idParameter } from '../resource.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { readChargeReference } from './charge-reference.ts'
import { readPayoutReference, readSellerAccount } from './payout-reference.ts'
import { payoutRefusals } from './refusals.ts'
import {
  chargeReferenceResource,
  payoutReferenceResource,
  sellerAccountResource,
} from './resource.ts'

/** A query parameter with an id of the service, for the audit record. */
const purposeParameter = (description: string) =>
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
function refuseIbans(query: Readonly<Record<string, string | number | undefined>>): void {
  const faults = new Map<string, Message[]>()
  for (const [name, value] of Object.entries(query)) {
    if (typeof value === 'string' && holdsIban(value)) addFault(faults, name, ['rule.invalid'])
  }
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
}

const chargeQuery = Type.Object({
  user_id: Type.Integer({ format: 'int32', minimum: 1, description: 'The user who pays' }),
  listing_id: purposeParameter('The listing that is bought'),
  purchase_id: purposeParameter('The service’s own id of the purchase'),
})

const payoutQuery = Type.Object({
  user_id: Type.Integer({ format: 'int32', minimum: 1, description: 'The user who is paid' }),
  listing_id: purposeParameter('The listing that was sold'),
  sale_id: purposeParameter('The service’s own id of the sale'),
})

const sellerQuery = Type.Object({
  user_id: Type.Integer({ format: 'int32', minimum: 1, description: 'The seller' }),
})

/** What the marketplace's own services need to charge a card and to pay a user. */
export const referenceRoutes =
  ({ wallet, viewOf }: Pick<CardRouteDeps<WalletDeps>, 'wallet' | 'viewOf'>) =>
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
        query: chargeQuery,
        success: { status: 200, resource: ref('ChargeReference') },
        refusals: [refusals.validation_failed, refusals.not_found, chargeRefusals.not_chargeable],
      }),
      async (request) => {
        refuseIbans(request.query)
        const { user_id, listing_id: listingId, purchase_id: purchaseId } = request.query
        const purpose = { listingId, purchaseId }
        const reference = await readChargeReference(wallet, user_id, idOf(request), purpose)
        return chargeReferenceResource(reference, viewOf(request))
      },
    )

    app.get(
      '/paymentmethods/seller-account',
      operation({
        id: 'getSellerAccount',
        summary: 'Get the processor’s account of a seller',
        description:
          'An extension for the marketplace’s own services. It takes an application’s own token (client credentials grant) with the scope `read:payout`, never a user’s token. A user with a bank account has one, also before the bank account may be paid. Send the user to the processor, for example with an account link of Stripe, unless `currently_due` is an empty list. It is null until the processor was asked what it requires.',
        tag: 'Payment methods',
        scope: 'read:payout',
        tokenOf: 'application',
        query: sellerQuery,
        success: { status: 200, resource: ref('SellerAccount') },
        refusals: [refusals.validation_failed, refusals.not_found],
      }),
      async (request) => {
        const { user_id } = request.query
        const account = await readSellerAccount(wallet, user_id, wallet.vault.accounts?.name)
        return sellerAccountResource(user_id, account, viewOf(request))
      },
    )

    app.get(
      '/paymentmethods/payout-reference',
      operation({
        id: 'getPayoutReference',
        summary: 'Get where to pay a user now',
        description:
          'An extension for the marketplace’s own services. It takes an application’s own token (client credentials grant) with the scope `read:payout`, never a user’s token. Read it before each payout: a change of the user is paid after its hold. The audit trail records each successful reading.',
        tag: 'Payment methods',
        scope: 'read:payout',
        tokenOf: 'application',
        query: payoutQuery,
        success: { status: 200, resource: ref('PayoutReference') },
        refusals: [
          refusals.validation_failed,
          refusals.not_found,
          payoutRefusals.payout_on_hold,
          payoutRefusals.no_payout_method,
        ],
      }),
      async (request) => {
        refuseIbans(request.query)
        const { user_id, listing_id: listingId, sale_id: saleId } = request.query
        const reference = await readPayoutReference(wallet, user_id, { listingId, saleId })
        return payoutReferenceResource(reference, viewOf(request))
      },
    )
  }
