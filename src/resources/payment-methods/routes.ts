import type { FastifyRequest } from 'fastify'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { pagingOf } from '../../platform/http/api/paging.ts'
import { flagParameter, pagingParameters, readId } from '../../platform/http/api/query.ts'
import { ref } from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { operation } from '../../platform/http/openapi/operation.ts'
import type { App } from '../../platform/http/server.ts'
import { Type } from '../../platform/schema/type.ts'
import {
  type Filter,
  findPaymentMethod,
  findPaymentMethods,
  matchesFilter,
  maxPaymentMethodsPerUser,
  type PaymentMethod,
  types,
} from './payment-methods.ts'
import { paymentMethodCollection, paymentMethodResource, typeCollection } from './resource.ts'
import type { WalletDeps } from './wallet/open-wallet.ts'

export interface PaymentMethodRouteDeps {
  readonly wallet: Pick<WalletDeps, 'vault'>
  readonly db: Database
  readonly clock: Clock
  viewOf: (request: FastifyRequest) => View
}

const tag = 'Payment methods'
/** The path parameter that selects a method. */
export const idParameter = {
  paymentMethodId: Type.Integer({
    format: 'int32',
    description: 'The payment method identifier',
  }),
}

export const idOf = ({ params }: { params: unknown }): number =>
  readId((params as { paymentMethodId: string }).paymentMethodId)

const query = Type.Object({
  ...pagingParameters(),
  buyer_method: flagParameter(
    '`true` returns only methods that can be used for purchases. `false` returns only the other methods.',
  ),
  seller_method: flagParameter(
    '`true` returns only methods that can receive payments. `false` returns only the other methods.',
  ),
})

/** `/paymentmethods` of the signed-in user. */
export const paymentMethodRoutes =
  ({ db, clock, wallet, viewOf }: PaymentMethodRouteDeps) =>
  async (app: App): Promise<void> => {
    const { vault } = wallet
    const takesAccounts = vault.accounts?.takesNew === true
    /** What a user with these methods may add. */
    const mayAdd = ({ length }: readonly PaymentMethod[]) => {
      const mayCreate = length < maxPaymentMethodsPerUser
      return { mayCreate, mayCreateAccount: mayCreate && takesAccounts }
    }
    app.get(
      '/paymentmethods',
      operation({
        id: 'listPaymentMethods',
        summary: 'List the user’s payment methods, by type',
        description:
          'Each item is a collection with the payment methods of one type. `page_size` applies ' +
          'to both levels. If a type has more, follow `next` of the inner collection.',
        tag,
        scope: 'read:user',
        query,
        success: { status: 200, resource: ref('PaymentMethodCollection') },
        refusals: [refusals.validation_failed, refusals.not_found],
      }),
      async (request) => {
        const { query, caller } = request
        const filter = filterOf(query)
        const all = await findPaymentMethods(db, caller.userId, clock.now(), vault.name)
        const methods = all.filter((method) => matchesFilter(method, filter))
        const shown = { methods, filter, paging: pagingOf(query), ...mayAdd(all) }
        return paymentMethodCollection(shown, viewOf(request))
      },
    )

    app.get(
      '/paymentmethods/types/:type',
      operation({
        id: 'listPaymentMethodsOfType',
        summary: 'List the user’s payment methods of one type',
        description:
          'A flat collection. The default method for buying comes first, then the one for ' +
          'selling, then by id. If the user has no payment method of the type, it is empty.',
        tag,
        scope: 'read:user',
        params: {
          type: Type.Enum([...types], {
            description: 'The type of the payment methods. Letter case does not matter.',
          }),
        },
        query,
        success: { status: 200, resource: ref('PaymentMethodsOfType') },
        refusals: [refusals.validation_failed, refusals.not_found],
      }),
      async (request) => {
        const { query, caller } = request
        const wanted = (request.params as { type: string }).type.toLowerCase()
        const type = types.find((known) => known.toLowerCase() === wanted)
        if (type === undefined) throw new Refused(refusals.not_found)
        const filter = filterOf(query)
        const all = await findPaymentMethods(db, caller.userId, clock.now(), vault.name)
        const methods = all.filter(
          (method) => method.type === type && matchesFilter(method, filter),
        )
        const shown = { methods, filter, paging: pagingOf(query), ...mayAdd(all) }
        return typeCollection(type, shown, viewOf(request))
      },
    )

    app.get(
      '/paymentmethods/:paymentMethodId',
      operation({
        id: 'getPaymentMethod',
        summary: 'Get a payment method',
        description:
          'The billing address and the details of the type are embedded. `details` is ' +
          'obfuscated: a response never contains the number of a card or bank account, or an ' +
          'email address in full.',
        tag,
        scope: 'read:user',
        params: idParameter,
        success: { status: 200, resource: ref('PaymentMethod') },
        refusals: [refusals.not_found],
      }),
      async (request) => {
        const method = await findPaymentMethod(
          db,
          request.caller.userId,
          idOf(request),
          clock.now(),
          vault.name,
        )
        return paymentMethodResource(method, viewOf(request))
      },
    )
  }

/** Returns only the filter, so that links repeat exactly the requested parameters. */
const filterOf = ({ buyer_method, seller_method }: Filter): Filter => ({
  ...(buyer_method !== undefined && { buyer_method }),
  ...(seller_method !== undefined && { seller_method }),
})
