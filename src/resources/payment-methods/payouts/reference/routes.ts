import { refusals } from '../../../../platform/errors/refusals.ts'
import { ref } from '../../../../platform/http/api/schema.ts'
import { operation } from '../../../../platform/http/openapi/operation.ts'
import type { App } from '../../../../platform/http/server.ts'
import { Type } from '../../../../platform/schema/type.ts'
import { type ChargeRouteDeps, purposeParameter, refuseIbans } from '../../charge/routes.ts'
import type { WalletRouteDeps } from '../../wallet/routes.ts'
import { readPayoutReference, readSellerAccount } from './payout-reference.ts'
import { payoutRefusals } from './refusals.ts'
import { payoutReferenceResource, sellerAccountResource } from './resource.ts'

const query = Type.Object({
  user_id: Type.Integer({ format: 'int32', minimum: 1, description: 'The user who is paid' }),
  listing_id: purposeParameter('The listing that was sold'),
  sale_id: purposeParameter('The service’s own id of the sale'),
})

const sellerQuery = Type.Object({
  user_id: Type.Integer({ format: 'int32', minimum: 1, description: 'The seller' }),
})

/** Where a user is paid now, for the marketplace's own payout service. */
export const payoutReferenceRoutes =
  ({ db, clock, viewOf, wallet }: ChargeRouteDeps & Pick<WalletRouteDeps, 'wallet'>) =>
  async (app: App): Promise<void> => {
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
        const account = await readSellerAccount({ db }, user_id, wallet.vault.accounts?.name)
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
        query,
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
        const reference = await readPayoutReference({ db, clock }, user_id, { listingId, saleId })
        return payoutReferenceResource(reference, viewOf(request))
      },
    )
  }
