import type { FastifyRequest } from 'fastify'
import { openVisits } from '../../identity/sign-in/visits.ts'
import { noFaults } from '../../platform/http/pages/fields.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { bankAccount } from '../../resources/payment-methods/kinds/bank-account.ts'
import { payPal } from '../../resources/payment-methods/kinds/paypal.ts'
import { findPaymentMethods } from '../../resources/payment-methods/payment-methods.ts'
import { sendProofAgain } from '../../resources/payment-methods/payouts/proof.ts'
import { put } from '../../resources/payment-methods/wallet/put.ts'
import {
  deletePaymentMethod,
  updateDefaults,
} from '../../resources/payment-methods/wallet/wallet.ts'
import { wantsCountry } from '../addresses/form-page.ts'
import type { AccountDeps } from '../deps.ts'
import { requireFreshProof, typedForm } from '../security/confirm/routes.ts'
import { cardRoutes } from './card-routes.ts'
import { editRoutes } from './edit-routes.ts'
import { bankForm, keptFields, paypalForm } from './form-pages.ts'
import {
  accountConfig,
  bankPage,
  idOf,
  limitedWallet,
  methodOf,
  methodRoute,
  namedAs,
  paypalPage,
  takesAccounts,
  takesCards,
  vaultConfig,
} from './method-form.ts'
import {
  defaultSellerPage,
  deleteMethodPage,
  methodNotices,
  methodsPage,
  noticeOf,
} from './pages.ts'

/**
 * The routes to list and change the payment methods of the user. A change of where money goes needs
 * a fresh proof.
 */
export async function paymentMethodRoutes(app: App, deps: AccountDeps): Promise<void> {
  const path = `${basePath(deps.authUrl)}/account/paymentmethods`
  listRoutes(app, deps, path)
  cardRoutes(app, deps, path)
  await app.register(async (payouts: App) => {
    requireFreshProof(payouts, deps, 'payouts', keptFields)
    paypalRoutes(payouts, deps, path)
    bankRoutes(payouts, deps, path)
    sellerRoutes(payouts, deps, path)
  })
  await app.register(async (edits: App) => {
    const isNeeded = async (request: FastifyRequest) =>
      (await methodOf(deps, request)).seller_method
    requireFreshProof(edits, deps, 'payouts', keptFields, isNeeded)
    editRoutes(edits, deps, path)
  })
}

function listRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, clock, wallet } = deps
  const visits = openVisits(deps)

  app.get(path, async (request) => {
    const methods = await findPaymentMethods(
      db,
      request.session.userId,
      clock.now(),
      wallet.vault.name,
    )
    const done = methodNotices.find((name) => name === queryParameter(request, 'done'))
    const changed = Number(queryParameter(request, 'method'))
    const proof = queryParameter(request, 'proof')
    return methodsPage(request.frame, {
      methods,
      takesCards: takesCards(deps),
      takesAccounts: takesAccounts(deps),
      payPalSignIn: deps.payPalSignIn,
      done,
      changed,
      proof,
    })
  })

  app.get(`${path}/:id/default`, async (_request, reply) => reply.redirect(path, 303))
  app.post(`${path}/:id/default`, async (request, reply) => {
    const draft = { given: { default_buyer_method: true }, faults: new Map() }
    const { userId } = request.session
    await updateDefaults(wallet, userId, idOf(request), draft, undefined, visits.from(request))
    return reply.redirect(`${path}?done=method_default`, 303)
  })

  app.get(`${path}/:id/proof`, async (_request, reply) => reply.redirect(path, 303))
  app.post(`${path}/:id/proof`, async (request, reply) => {
    const source = visits.from(request)
    const id = idOf(request)
    await sendProofAgain(wallet, request.session.userId, id, source)
    return reply.redirect(`${path}?done=proof_sent&method=${id}&proof=sent`, 303)
  })

  app.get(`${path}/:id/delete`, async (request) =>
    deleteMethodPage(request.frame, await methodOf(deps, request)),
  )
  app.post(`${path}/:id/delete`, { config: vaultConfig }, async (request, reply) => {
    const { userId } = request.session
    await deletePaymentMethod(wallet, userId, idOf(request), undefined, visits.from(request))
    return reply.redirect(`${path}?done=method_deleted`, 303)
  })
}

/** The routes to choose the method that the user is paid by. */
function sellerRoutes(app: App, deps: AccountDeps, path: string): void {
  const visits = openVisits(deps)
  const below = `${path}/:id/default-seller`
  app.get(below, async (request) => defaultSellerPage(request.frame, await methodOf(deps, request)))
  app.post(below, async (request, reply) => {
    const draft = { given: { default_seller_method: true }, faults: new Map() }
    const { userId } = request.session
    const source = { ...visits.from(request), isProved: true }
    await updateDefaults(deps.wallet, userId, idOf(request), draft, undefined, source)
    return reply.redirect(`${path}?done=method_default`, 303)
  })
}

function paypalRoutes(app: App, deps: AccountDeps, path: string): void {
  const visits = openVisits(deps)
  methodRoute(app, `${path}/paypal`, {
    page: async (request, _reply, sent) =>
      paypalPage(
        deps,
        request,
        sent ?? (await typedForm(deps, request, 'payouts')) ?? paypalForm.fill({}),
      ),
    async operation(request, reply, form) {
      const { userId } = request.session
      const source = { ...visits.from(request), isProved: true }
      const draft = paypalForm.read(form)
      const written = await put(deps.wallet, payPal, userId, { draft, source })
      return reply.redirect(path + noticeOf('method_added', written), 303)
    },
  })
}

function bankRoutes(app: App, deps: AccountDeps, path: string): void {
  const visits = openVisits(deps)
  methodRoute(app, `${path}/bank`, {
    config: accountConfig,
    page: async (request, _reply, sent) =>
      bankPage(
        deps,
        request,
        sent ?? (await typedForm(deps, request, 'payouts')) ?? bankForm.fill(namedAs(request)),
      ),
    async operation(request, reply, form) {
      if (wantsCountry(form)) return bankPage(deps, request, { form, faults: noFaults })
      const source = { ...visits.from(request), isProved: true }
      const { userId } = request.session
      const draft = bankForm.read(form)
      const wallet = limitedWallet(deps, request)
      const written = await put(wallet, bankAccount, userId, { draft, source })
      return reply.redirect(path + noticeOf('method_added', written), 303)
    },
  })
}
