import type { FastifyRequest } from 'fastify'
import { refusals } from '../../../platform/errors/refusals.ts'
import { ok } from '../../../platform/http/api/answer.ts'
import { readPrecondition } from '../../../platform/http/api/hal.ts'
import { ref } from '../../../platform/http/api/schema.ts'
import { operation } from '../../../platform/http/openapi/operation.ts'
import type { App } from '../../../platform/http/server.ts'
import { bankDeclines, bankRefusals } from '../../../processor/refusals.ts'
import { throttleRefusals } from '../../../support/throttle/refusals.ts'
import { paymentMethodResource } from '../resource.ts'
import { idOf, idParameter } from '../routes.ts'
import {
  createdAnswer,
  limitedWallet,
  sourceOf,
  type WalletRouteDeps,
  withVaultTimeout,
} from '../wallet/routes.ts'
import type { Changed, Created } from '../wallet/state.ts'
import { createBankAccount, replaceBankAccount } from './account-wallet.ts'
import { BankAccountBody } from './bodies.ts'

const tag = 'Payment methods'
const scope = 'write:user'
const resource = ref('PaymentMethod')
const { too_many_attempts: tooManyAttempts } = throttleRefusals
const { bank_accounts_not_supported: notSupported } = bankRefusals

/** The routes that add and change bank accounts of the signed-in user. */
export const bankAccountRoutes =
  ({ wallet, cardAttempts, write, viewOf }: WalletRouteDeps) =>
  async (app: App): Promise<void> => {
    const limited = limitedWallet({ wallet, cardAttempts })
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
          success: { status: 201, resource, orElse: 200 },
          refusals: [
            refusals.limit_reached,
            ...Object.values(bankDeclines),
            notSupported,
            tooManyAttempts,
          ],
        }),
      ),
      async (request, reply) => {
        const { caller, body } = request
        return write(
          request,
          reply,
          (writer) =>
            createBankAccount(
              limited(request, reply),
              caller.userId,
              body,
              sourceOf(request),
              writer,
            ),
          (account: Created) => createdAnswer(account, viewOf(request)),
        )
      },
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
          success: { status: 200, resource },
          refusals: [
            refusals.forbidden,
            refusals.precondition_failed,
            ...Object.values(bankDeclines),
            notSupported,
            tooManyAttempts,
          ],
        }),
      ),
      async (request, reply) => {
        const { caller, body, headers } = request
        const precondition = readPrecondition(headers['if-match'])
        return write(
          request,
          reply,
          (writer) =>
            replaceBankAccount(
              limited(request, reply),
              caller.userId,
              idOf(request as FastifyRequest),
              body,
              precondition,
              sourceOf(request),
              writer,
            ),
          ({ method }: Changed) => ok(paymentMethodResource(method, viewOf(request))),
        )
      },
    )
  }
