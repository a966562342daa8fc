import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused, refusals } from '../../../platform/errors/refusals.ts'
import { type Answer, created, ok } from '../../../platform/http/api/answer.ts'
import { links, readPrecondition } from '../../../platform/http/api/hal.ts'
import { ref } from '../../../platform/http/api/schema.ts'
import type { View } from '../../../platform/http/api/view.ts'
import { operation } from '../../../platform/http/openapi/operation.ts'
import type { App } from '../../../platform/http/server.ts'
import type { Draft } from '../../../platform/text/draft.ts'
import { bankDeclines, bankRefusals, declines } from '../../../processor/refusals.ts'
import { AuthenticationNeeded } from '../../../processor/vault.ts'
import { limitRefusals } from '../../../support/limits/refusals.ts'
import { setupPath } from '../custody/resource.ts'
import { type CardRouteDeps, limitedWallet, withVaultTimeout } from '../custody/routes.ts'
import type { PaymentMethodType } from '../payment-methods.ts'
import { idOf, idParameter, paymentMethodPath, paymentMethodResource } from '../resource.ts'
import type { WalletDeps } from '../wallet/open-wallet.ts'
import { sourceOf } from '../wallet/payout-emails.ts'
import { type Created, type Kind, type PutInput, put } from '../wallet/put.ts'
import { bankAccount } from './bank-account.ts'
import { BankAccountBody, CardBody, PayPalBody } from './bodies.ts'
import { creditCard } from './credit-card.ts'
import { payPal } from './paypal.ts'

const { too_many_attempts: tooManyAttempts } = limitRefusals
const { bank_accounts_not_supported: notSupported } = bankRefusals
const tag = 'Payment methods'
const scope = 'write:user'
const resource = ref('PaymentMethod')
const createdOrUpdated = { status: 201, resource, orElse: 200 } as const
const changed = { status: 200, resource } as const

/** The routes that create and replace the payment methods of the signed-in user. */
export const kindRoutes =
  ({ wallet, cardAttempts, write, viewOf }: CardRouteDeps<WalletDeps>) =>
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
