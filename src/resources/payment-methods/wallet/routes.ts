import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { type Answer, created, noContent, ok } from '../../../platform/http/api/answer.ts'
import { links, readPrecondition } from '../../../platform/http/api/hal.ts'
import { ref } from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { operation } from '../../../platform/http/openapi/operation.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { bankDeclines, bankRefusals, declines } from '../../../processor/refusals.ts'
import { AuthenticationNeeded } from '../../../processor/vault.ts'
import type { Write } from '../../../support/idempotency/write.ts'
import { limitHeaders } from '../../../support/rate-limits/requests.ts'
import { throttleRefusals } from '../../../support/throttle/refusals.ts'
import { BankAccountBody } from '../bank-accounts/bodies.ts'
import { bankAccount } from '../bank-accounts/kind.ts'
import { creditCard } from '../cards/kind.ts'
import { setupPath } from '../cards/setup/resource.ts'
import type { CardAttempts } from '../custody/attempts.ts'
import type { PaymentMethodType } from '../payment-methods.ts'
import type { PayoutSource } from '../payouts/payouts.ts'
import { payPal } from '../payouts/paypal/kind.ts'
import { paymentMethodPath, paymentMethodResource } from '../resource.ts'
import { idOf, idParameter } from '../routes.ts'
import { CardBody, DefaultsBody, PayPalBody } from './bodies.ts'
import type { WalletDeps } from './open-wallet.ts'
import { type Kind, type PutInput, put } from './put.ts'
import type { Changed, Created } from './state.ts'
import { deletePaymentMethod, updateDefaults } from './wallet.ts'

export interface WalletRouteDeps {
  readonly wallet: WalletDeps
  /** Limits attempts to add cards. */
  readonly cardAttempts: CardAttempts
  readonly write: Write
  readonly viewOf: (request: FastifyRequest) => View
}

const { too_many_attempts: tooManyAttempts } = throttleRefusals
const { bank_accounts_not_supported: notSupported } = bankRefusals
const tag = 'Payment methods'
const scope = 'write:user'
const resource = ref('PaymentMethod')
const createdOrUpdated = { status: 201, resource, orElse: 200 } as const
const changed = { status: 200, resource } as const

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

/** Where a request comes from. Applications do not name the browser. */
const sourceOf = ({ ip }: FastifyRequest): PayoutSource => ({ address: ip, browser: '' })

/** Makes the wallet for a request, which counts attempts to add cards. */
export const limitedWallet =
  ({ wallet, cardAttempts }: Pick<WalletRouteDeps, 'wallet' | 'cardAttempts'>) =>
  (request: FastifyRequest, reply: FastifyReply): WalletDeps => {
    const { userId, applicationId } = request.caller
    const by = { userId, applicationId, address: request.ip, tell: limitHeaders(reply) }
    return { ...wallet, beginAttempt: cardAttempts(by) }
  }

/** The routes that change the payment methods of the signed-in user. */
export const walletRoutes =
  ({ wallet, cardAttempts, write, viewOf }: WalletRouteDeps) =>
  async (app: App): Promise<void> => {
    const limited = limitedWallet({ wallet, cardAttempts })
    /** Answers a request that creates or replaces a method of a kind. */
    const putting =
      <T extends PaymentMethodType, Input extends PutInput>(kind: Kind<T, Input>) =>
      (request: FastifyRequest & { body: Draft<Input> }, reply: FastifyReply) => {
        const { caller, body: draft, headers, params } = request
        const isNew = !Object.hasOwn(params as object, 'paymentMethodId')
        const replaced = isNew
          ? {}
          : { id: idOf(request), precondition: readPrecondition(headers['if-match']) }
        const source = sourceOf(request)
        return write(
          request,
          reply,
          (writer) =>
            withNextStep(
              viewOf(request),
              put(limited(request, reply), kind, caller.userId, {
                ...replaced,
                draft,
                source,
                writer,
              }),
            ),
          (written: Created) => writtenAnswer(written, viewOf(request)),
        )
      }

    app.post(
      '/paymentmethods/creditcard',
      withVaultTimeout(
        operation({
          id: 'createCreditCard',
          summary: 'Add a credit or debit card',
          description:
            'If the user already has this card, the existing payment method is updated and ' +
            'returned with status 200. If the issuer wants the user to confirm the card, the ' +
            'code is `authentication_required`, and the link `paymentmethod:cardsetup` of the ' +
            'error tells how to continue.',
          tag,
          scope,
          body: CardBody,
          success: createdOrUpdated,
          refusals: [refusals.limit_reached, ...Object.values(declines), tooManyAttempts],
        }),
      ),
      putting(creditCard),
    )

    app.post(
      '/paymentmethods/paypal',
      operation({
        id: 'createPayPal',
        summary: 'Add a PayPal account',
        description:
          'If the user already has this PayPal account, the existing payment method is updated ' +
          'and returned with status 200.',
        tag,
        scope,
        body: PayPalBody,
        success: createdOrUpdated,
        refusals: [refusals.limit_reached],
      }),
      putting(payPal),
    )

    app.put(
      '/paymentmethods/:paymentMethodId/creditcard',
      withVaultTimeout(
        operation({
          id: 'replaceCreditCard',
          summary: 'Replace the details of a card',
          description:
            'Replaces all details. Without `card_number` and `card_token`, the stored number is ' +
            'kept, for example to renew the expiry date.',
          tag,
          scope,
          params: idParameter,
          body: CardBody,
          success: changed,
          refusals: [
            refusals.forbidden,
            refusals.precondition_failed,
            ...Object.values(declines),
            tooManyAttempts,
          ],
        }),
      ),
      putting(creditCard),
    )

    app.put(
      '/paymentmethods/:paymentMethodId/paypal',
      operation({
        id: 'replacePayPal',
        summary: 'Replace the details of a PayPal account',
        description: 'Replaces all details. The user cannot have the same PayPal account twice.',
        tag,
        scope,
        params: idParameter,
        body: PayPalBody,
        success: changed,
        refusals: [refusals.forbidden, refusals.precondition_failed],
      }),
      putting(payPal),
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
        scope,
        params: idParameter,
        body: DefaultsBody,
        success: changed,
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
          scope,
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

    app.post(
      '/paymentmethods/bankaccount',
      withVaultTimeout(
        operation({
          id: 'createBankAccount',
          summary: 'Add a bank account',
          description:
            'For being paid. If the user already has this account, the existing payment method is updated and returned with status 200. The number goes to the vault, and responses show the end of it. The country of the billing address, or else of the default address, counts as the one in which the user lives. The user gets an email to confirm the account.',
          tag,
          scope,
          body: BankAccountBody,
          success: createdOrUpdated,
          refusals: [
            refusals.limit_reached,
            ...Object.values(bankDeclines),
            notSupported,
            tooManyAttempts,
          ],
        }),
      ),
      putting(bankAccount),
    )

    app.put(
      '/paymentmethods/:paymentMethodId/bankaccount',
      withVaultTimeout(
        operation({
          id: 'replaceBankAccount',
          summary: 'Replace the details of a bank account',
          description:
            'Replaces all details. Without `iban` and `account_number`, the stored account is kept, for example to correct the name of the holder. Another number must be confirmed again. The number of an account that is confirmed cannot be replaced: add the new account, and delete this one. Each number counts as an attempt to add a card does. If the service takes no bank accounts any more, only the billing address and the defaults can be changed.',
          tag,
          scope,
          params: idParameter,
          body: BankAccountBody,
          success: changed,
          refusals: [
            refusals.forbidden,
            refusals.precondition_failed,
            ...Object.values(bankDeclines),
            notSupported,
            tooManyAttempts,
          ],
        }),
      ),
      putting(bankAccount),
    )
  }

/** Adds to the refusal of a card that its holder must confirm where that happens. */
async function withNextStep<T>(view: View, work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof AuthenticationNeeded) || error.id === undefined) throw error
    const next = { 'paymentmethod:cardsetup': setupPath(error.id, view) }
    throw new Refused(error.refusal, { ...error.details, links: links(view.language, next) })
  }
}

function writtenAnswer({ method, isNew }: Created, view: View): Answer {
  const resource = paymentMethodResource(method, view)
  return isNew ? created(paymentMethodPath(method.id, view), resource) : ok(resource)
}
