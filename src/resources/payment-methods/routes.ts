import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { noContent, ok } from '../../platform/http/api/answer.ts'
import { readPrecondition } from '../../platform/http/api/hal.ts'
import { pagingOf } from '../../platform/http/api/paging.ts'
import { flagParameter, pagingParameters } from '../../platform/http/api/query.ts'
import { ref } from '../../platform/http/api/schema.ts'
import { operation } from '../../platform/http/openapi/operation.ts'
import type { App } from '../../platform/http/server.ts'
import { Type } from '../../platform/schema/type.ts'
import { suggest } from '../../platform/text/suggest.ts'
import { type CardRouteDeps, withVaultTimeout } from './custody/routes.ts'
import { DefaultsBody } from './kinds/bodies.ts'
import {
  type Filter,
  findPaymentMethod,
  findPaymentMethods,
  matchesFilter,
  maxPaymentMethodsPerUser,
  type PaymentMethod,
  types,
} from './payment-methods.ts'
import {
  idOf,
  idParameter,
  paymentMethodCollection,
  paymentMethodResource,
  typeCollection,
} from './resource.ts'
import type { WalletDeps } from './wallet/open-wallet.ts'
import { sourceOf } from './wallet/payout-emails.ts'
import type { Changed } from './wallet/state.ts'
import { deletePaymentMethod, updateDefaults } from './wallet/wallet.ts'

const tag = 'Payment methods'
const query = Type.Object({
  ...pagingParameters(),
  buyer_method: flagParameter(
    '`true` returns only methods that can be used for purchases. `false` returns only the other methods.',
  ),
  seller_method: flagParameter(
    '`true` returns only methods that can receive payments. `false` returns only the other methods.',
  ),
})

/** `/paymentmethods` of the signed-in user, except for creating and replacing one. */
export const paymentMethodRoutes =
  ({ wallet, write, viewOf }: CardRouteDeps<WalletDeps>) =>
  async (app: App): Promise<void> => {
    const { db, clock, vault } = wallet
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
        if (type === undefined) throw unknownType(wanted)
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

    app.patch(
      '/paymentmethods/:paymentMethodId',
      operation({
        id: 'updateDefaults',
        summary: 'Set or clear a payment method as the default',
        description:
          '`true` makes the payment method the default one for buying, instead of the current ' +
          'one, or chooses it for selling. The default for selling changes when the owner of the ' +
          'payment method has proved it and 48 hours have passed. `false` clears a default. A ' +
          'default needs a payment method that can be used for it: an expired card cannot.',
        tag,
        scope: 'write:user',
        params: idParameter,
        body: DefaultsBody,
        success: { status: 200, resource: ref('PaymentMethod') },
        refusals: [refusals.forbidden, refusals.precondition_failed],
      }),
      async (request, reply) => {
        const { caller, body, headers } = request
        const precondition = readPrecondition(headers['if-match'])
        return write(
          request,
          reply,
          (writer) =>
            updateDefaults(
              wallet,
              caller.userId,
              idOf(request),
              body,
              precondition,
              sourceOf(request),
              writer,
            ),
          ({ method }: Changed) => ok(paymentMethodResource(method, viewOf(request))),
        )
      },
    )

    app.delete(
      '/paymentmethods/:paymentMethodId',
      withVaultTimeout(
        operation({
          id: 'deletePaymentMethod',
          summary: 'Delete a payment method',
          description:
            'If it was a default, the user has no default until another payment method is set. A ' +
            'repeated deletion returns 204 again.',
          tag,
          scope: 'write:user',
          params: idParameter,
          success: { status: 204 },
          refusals: [refusals.forbidden, refusals.precondition_failed],
        }),
      ),
      async (request, reply) => {
        const precondition = readPrecondition(request.headers['if-match'])
        const { userId } = request.caller
        return write(
          request,
          reply,
          (writer) =>
            deletePaymentMethod(
              wallet,
              userId,
              idOf(request),
              precondition,
              sourceOf(request),
              writer,
            ),
          () => noContent,
        )
      },
    )
  }

/** Returns only the filter, so that links repeat exactly the requested parameters. */
const filterOf = ({ buyer_method, seller_method }: Filter): Filter => ({
  ...(buyer_method !== undefined && { buyer_method }),
  ...(seller_method !== undefined && { seller_method }),
})

function unknownType(given: string): Refused {
  const known = suggest(given, types)
  return new Refused(refusals.not_found, {
    message: known
      ? ['error.not_found.like', { known }]
      : ['error.not_found.one_of', { values: types.join(', ') }],
  })
}
