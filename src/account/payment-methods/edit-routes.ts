import type { FastifyRequest } from 'fastify'
import { openVisits } from '../../identity/sessions/visits.ts'
import { formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { bankAccount } from '../../resources/payment-methods/kinds/bank-account.ts'
import { creditCard, findCardStart } from '../../resources/payment-methods/kinds/credit-card.ts'
import { payPal } from '../../resources/payment-methods/kinds/paypal.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'
import { put } from '../../resources/payment-methods/wallet/put.ts'
import type { AccountDeps } from '../deps.ts'
import { typedFields } from '../security/confirm/routes.ts'
import { defaultsOf } from './form-pages.ts'
import { type MethodValues, readBankAccount, readCard, readPayPal, withoutNumber } from './forms.ts'
import {
  bankPage,
  cardConfigOf,
  cardPage,
  limitedWallet,
  methodOf,
  paypalPage,
  refusedForm,
  type Shown,
  shownOf,
  takesNumbers,
} from './method-form.ts'

/** The routes to replace the details of a payment method. */
export function editRoutes(app: App, deps: AccountDeps, path: string): void {
  const visits = openVisits(deps)
  const pages = { CreditCard: cardPage, PayPal: paypalPage, BankAccount: bankPage }
  const page = (request: FastifyRequest, edited: PaymentMethod, shown: Shown) =>
    pages[edited.type](deps, request, { ...shown, edited })

  app.get(`${path}/:id`, async (request, reply) => {
    const edited = await methodOf(deps, request)
    if (edited.in_other_vault) return reply.redirect(path, 303)
    const typed = await typedFields(deps, request, 'payouts')
    if (typed !== undefined) {
      const version = Number(typed.get('version'))
      return page(request, { ...edited, version }, shownOf(typed))
    }
    return page(request, edited, { values: valuesOfMethod(edited), ticked: defaultsOf(edited) })
  })
  app.post(`${path}/:id`, { config: cardConfigOf(deps) }, async (request, reply) => {
    const form = formOf(request)
    const { userId } = request.session
    const edited = await methodOf(deps, request)
    // Its number is needed, which the form for changes does not ask for.
    if (edited.in_other_vault) return reply.redirect(path, 303)
    const wallet = limitedWallet(deps, request)
    const replaced = {
      id: edited.id,
      precondition: new Set([Number(form.get('version'))]),
      source: { ...visits.from(request), isProved: true },
    }
    try {
      if (edited.type === 'CreditCard') {
        // The form does not show them, and a card that is replaced as a whole would lose them.
        const start = await findCardStart(deps.db, userId, edited.id)
        const { given, faults } = takesNumbers(deps)
          ? readCard(form)
          : withoutNumber(readCard(form))
        const draft = { given: { ...given, ...start }, faults }
        await put(wallet, creditCard, userId, { ...replaced, draft })
      } else if (edited.type === 'PayPal') {
        await put(wallet, payPal, userId, { ...replaced, draft: readPayPal(form) })
      } else {
        await put(wallet, bankAccount, userId, { ...replaced, draft: readBankAccount(form) })
      }
    } catch (error) {
      return page(request, edited, refusedForm(request, reply, error))
    }
    return reply.redirect(`${path}?done=method_saved`, 303)
  })
}

function valuesOfMethod(method: PaymentMethod): MethodValues {
  const billing_address_id = String(method.billing_address_id ?? '')
  if (method.type === 'PayPal') return { email: method.email, billing_address_id }
  if (method.type === 'BankAccount') return { full_name: method.full_name, billing_address_id }
  const { full_name, expiry_month, expiry_year } = method
  return {
    full_name,
    expiry_month: String(expiry_month),
    expiry_year: String(expiry_year),
    billing_address_id,
  }
}
