import type { FastifyReply, FastifyRequest } from 'fastify'
import { refusals } from '../../../platform/errors/refusals.ts'
import { created } from '../../../platform/http/api/answer.ts'
import { readId } from '../../../platform/http/api/query.ts'
import { ref } from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { operation, unusedBodyRefusals } from '../../../platform/http/openapi/operation.ts'
import type { App } from '../../../platform/http/server.ts'
import { Type } from '../../../platform/schema/type.ts'
import { setupRefusals } from '../../../processor/refusals.ts'
import type { Write } from '../../../support/idempotency/write.ts'
import { limitAdder } from '../../../support/limits/headers.ts'
import { limitRefusals } from '../../../support/limits/refusals.ts'
import type { BeginAttempt, CardAttempts } from './attempts.ts'
import { cardSetupResource, setupPath } from './resource.ts'
import { type CardCustody, type CardSetup, readSetup, startSetup } from './setups.ts'

const tag = 'Payment methods'
const resource = ref('CardSetup')

/** What routes of cards need, whatever their wallet has beside the custody of cards. */
export interface CardRouteDeps<Wallet extends CardCustody = CardCustody> {
  readonly wallet: Wallet
  /** Limits attempts to add cards. */
  readonly cardAttempts: CardAttempts
  readonly write: Write
  readonly viewOf: (request: FastifyRequest) => View
}

/**
 * The time limit of a request that calls the vault, in milliseconds. It covers the longest call,
 * the statements around it, and the removal of a replaced card.
 */
const timeoutMs = 15_000

/** Gives a route the time limit for calls of the vault. */
export const withVaultTimeout = <T extends { config: object }>(options: T) => ({
  ...options,
  config: { ...options.config, timeoutMs },
})

/** Makes the wallet for a request, which counts attempts to add cards. */
export const limitedWallet =
  <Wallet extends CardCustody>({
    wallet,
    cardAttempts,
  }: Pick<CardRouteDeps<Wallet>, 'wallet' | 'cardAttempts'>) =>
  (
    request: FastifyRequest,
    reply: FastifyReply,
  ): Wallet & { readonly beginAttempt: BeginAttempt } => {
    const { userId, applicationId } = request.caller
    const by = { userId, applicationId, address: request.ip, tell: limitAdder(reply) }
    return { ...wallet, beginAttempt: cardAttempts(by) }
  }

/** The routes with which a user's card is entered in the processor's own fields. */
export const setupRoutes =
  ({ wallet, cardAttempts, write, viewOf }: CardRouteDeps) =>
  async (app: App): Promise<void> => {
    const limited = limitedWallet({ wallet, cardAttempts })
    app.post(
      '/paymentmethods/creditcard/setup',
      withVaultTimeout(
        operation({
          id: 'setUpCreditCard',
          summary: 'Start to set up a card in the processor’s own fields',
          description:
            'An extension. The user enters the card in the processor’s own fields with the ' +
            'client secret, and confirms it with its issuer where the issuer wants that. Then ' +
            'send `setup_intent`, or the processor’s id of the payment method, as `card_token` ' +
            'to add the card.',
          tag,
          scope: 'write:user',
          success: { status: 201, resource },
          refusals: [
            ...unusedBodyRefusals,
            setupRefusals.setup_not_supported,
            limitRefusals.too_many_attempts,
          ],
        }),
      ),
      async (request, reply) =>
        write(
          request,
          reply,
          (writer) => startSetup(limited(request, reply), request.caller.userId, writer),
          (setup: CardSetup) => {
            const view = viewOf(request)
            return created(setupPath(setup.id, view), cardSetupResource(setup, view))
          },
        ),
    )

    app.get(
      '/paymentmethods/creditcard/setup/:setupId',
      withVaultTimeout(
        operation({
          id: 'getCardSetup',
          summary: 'Get the state of a setup, and what to do next',
          description: 'An extension. It needs `write:user`, because the client secret adds cards.',
          tag,
          scope: 'write:user',
          params: {
            setupId: Type.Integer({ format: 'int32', description: 'The setup identifier' }),
          },
          success: { status: 200, resource },
          refusals: [refusals.not_found],
        }),
      ),
      async (request) => {
        const id = readId((request.params as { setupId: string }).setupId)
        const setup = await readSetup(wallet, request.caller.userId, id)
        return cardSetupResource(setup, viewOf(request))
      },
    )
  }
