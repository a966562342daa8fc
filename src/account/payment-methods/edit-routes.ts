import { openVisits } from '../../identity/sign-in/visits.ts'
import { noFaults } from '../../platform/http/pages/fields.ts'
import type { FilledForm } from '../../platform/http/pages/form-route.ts'
import type { App } from '../../platform/http/server.ts'
import { bankAccount } from '../../resources/payment-methods/kinds/bank-account.ts'
import { creditCard, findCardStart } from '../../resources/payment-methods/kinds/credit-card.ts'
import { payPal } from '../../resources/payment-methods/kinds/paypal.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'
import { type Created, put } from '../../resources/payment-methods/wallet/put.ts'
import { wantsCountry } from '../addresses/form-page.ts'
import type { AccountDeps } from '../deps.ts'
import { typedForm } from '../security/confirm/routes.ts'
import { bankForm, cardForm, paypalForm } from './form-pages.ts'
import {
  bankPage,
  cardConfigOf,
  cardPage,
  limitedWallet,
  methodOf,
  methodRoute,
  paypalPage,
  readCard,
} from './method-form.ts'
import { noticeOf } from './pages.ts'

/** The routes to replace the details of a payment method. */
export function editRoutes(app: App, deps: AccountDeps, path: string): void {
  const visits = openVisits(deps)
  const pages = { CreditCard: cardPage, PayPal: paypalPage, BankAccount: bankPage }
  const forms = { CreditCard: cardForm, PayPal: paypalForm, BankAccount: bankForm }

  methodRoute(app, `${path}/:id`, {
    config: cardConfigOf(deps),
    async page(request, reply, sent) {
      const edited = await methodOf(deps, request)
      if (edited.in_other_vault) return reply.redirect(path, 303)
      const { type } = edited
      const show = (filled: FilledForm, version = edited.version) =>
        pages[type](deps, request, { ...filled, edited: { ...edited, version } })
      if (sent !== undefined) return show(sent)
      const typed = await typedForm(deps, request, 'payouts')
      return typed === undefined
        ? show(forms[type].fill(typedIn(edited)))
        : show(typed, Number(typed.form.get('version')))
    },
    async operation(request, reply, form) {
      const { userId } = request.session
      const edited = await methodOf(deps, request)
      const { id, type, in_other_vault } = edited
      // Its number is needed, which the form for changes does not ask for.
      if (in_other_vault) return reply.redirect(path, 303)
      if (type === 'BankAccount' && wantsCountry(form))
        return bankPage(deps, request, { form, faults: noFaults, edited })
      const wallet = limitedWallet(deps, request)
      const replaced = {
        id,
        precondition: new Set([Number(form.get('version'))]),
        source: { ...visits.from(request), isProved: true },
      }
      const listed = (written: Created) =>
        reply.redirect(path + noticeOf('method_saved', written), 303)
      if (type === 'CreditCard') {
        // The form does not show them, and a card that is replaced as a whole would lose them.
        const start = await findCardStart(deps.db, userId, id)
        const { given, faults } = readCard(deps, form)
        const draft = { given: { ...given, ...start }, faults }
        return listed(await put(wallet, creditCard, userId, { ...replaced, draft }))
      }
      return listed(
        type === 'PayPal'
          ? await put(wallet, payPal, userId, { ...replaced, draft: paypalForm.read(form) })
          : await put(wallet, bankAccount, userId, { ...replaced, draft: bankForm.read(form) }),
      )
    },
  })
}

/**
 * What the form of a payment method contains at first. The type of a bank account belongs to its
 * number, which the form does not know.
 */
const typedIn = (method: PaymentMethod) => ({
  ...method,
  account_type: null,
  default_seller_method: method.chosen_seller,
})
