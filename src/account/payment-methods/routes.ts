import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, Refused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { type FormRefusal, formRefusal, formRefusalOf } from '../../platform/http/pages/faults.ts'
import { applyRefusal, frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { findAddresses } from '../../resources/addresses/addresses.ts'
import { createCard, replaceCard } from '../../resources/payment-methods/cards/card-wallet.ts'
import {
  findPaymentMethod,
  findPaymentMethods,
  type PaymentMethod,
} from '../../resources/payment-methods/payment-methods.ts'
import { createPayPal } from '../../resources/payment-methods/paypal/paypal-wallet.ts'
import { VaultUnavailable } from '../../resources/payment-methods/vault/vault.ts'
import {
  deletePaymentMethod,
  updateDefaults,
} from '../../resources/payment-methods/wallet/wallet.ts'
import type { AccountDeps } from '../deps.ts'
import { cardFormPage, paypalFormPage } from './form-pages.ts'
import { type MethodValues, readCard, readPayPal, valuesOfForm } from './forms.ts'
import { nameOf } from './names.ts'
import { deleteMethodPage, methodNotices, methodsPage } from './pages.ts'

/** The routes to list and change the payment methods of the user. */
export function paymentMethodRoutes(app: App, deps: AccountDeps): void {
  const path = `${basePath(deps.authUrl)}/account/paymentmethods`
  listRoutes(app, deps, path)
  cardRoutes(app, deps, path)
  paypalRoutes(app, deps, path)
}

/** Only the local vault takes card numbers from a page of this service. */
const takesCards = ({ wallet }: AccountDeps): boolean => wallet.vault.name === 'local'

const idOf = ({ params }: FastifyRequest): number => readId((params as { id: string }).id)

const methodOf = ({ db, clock }: AccountDeps, request: FastifyRequest): Promise<PaymentMethod> =>
  findPaymentMethod(db, request.session.userId, idOf(request), clock.now())

/** Forms with a card have more time, because the vault is called. */
const vaultConfig = { timeoutMs: 15_000 } as const
/** The form's field for a card number. All other fields refuse one. */
const cardConfig = { ...vaultConfig, cardNumberField: 'card_number' } as const

function listRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, clock, wallet } = deps

  app.get(path, async (request) => {
    const methods = await findPaymentMethods(db, request.session.userId, clock.now())
    const done = methodNotices.find((name) => name === queryParameter(request, 'done'))
    return methodsPage(request.frame, { methods, takesCards: takesCards(deps), done })
  })

  app.get(`${path}/:id/default`, async (_request, reply) => reply.redirect(path, 303))
  app.post(`${path}/:id/default`, async (request, reply) => {
    const role = formOf(request).get('role') === 'seller' ? 'seller' : 'buyer'
    const draft = { given: { [`default_${role}_method`]: true }, faults: new Map() }
    await updateDefaults(wallet, request.session.userId, idOf(request), draft, undefined)
    return reply.redirect(`${path}?done=method_default`, 303)
  })

  app.get(`${path}/:id/delete`, async (request) =>
    deleteMethodPage(request.frame, await methodOf(deps, request)),
  )
  app.post(`${path}/:id/delete`, { config: vaultConfig }, async (request, reply) => {
    await deletePaymentMethod(wallet, request.session.userId, idOf(request), undefined)
    return reply.redirect(`${path}?done=method_deleted`, 303)
  })
}

function cardRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, clock, wallet } = deps
  const page = async (
    request: FastifyRequest,
    values: MethodValues,
    { edited, refusal }: { edited?: PaymentMethod; refusal?: FormRefusal } = {},
  ) => {
    const frame = frameAt(request, `/account/paymentmethods/${edited?.id ?? 'card'}`)
    const name = edited && nameOf(edited, frame.language)
    return cardFormPage(frame, {
      values,
      addresses: await findAddresses(db, request.session.userId),
      ticked: tickedIn(request),
      year: new Date(clock.now()).getUTCFullYear(),
      takesCards: takesCards(deps),
      ...(edited && name && { edited: { id: edited.id, version: edited.version, name } }),
      ...(refusal && { faults: refusal.faults }),
    })
  }

  app.get(`${path}/card`, async (request, reply) =>
    takesCards(deps) ? page(request, {}) : reply.redirect(path, 303),
  )
  app.post(`${path}/card`, { config: cardConfig }, async (request, reply) => {
    if (!takesCards(deps)) return reply.redirect(path, 303)
    try {
      await createCard(wallet, request.session.userId, readCard(formOf(request)))
    } catch (error) {
      const refusal = refuse(reply, error)
      return page(request, valuesOfForm(formOf(request)), { refusal })
    }
    return reply.redirect(`${path}?done=method_added`, 303)
  })

  app.get(`${path}/:id`, async (request) => {
    const edited = await methodOf(deps, request)
    return page(request, valuesOfCard(edited), { edited })
  })
  app.post(`${path}/:id`, { config: cardConfig }, async (request, reply) => {
    const form = formOf(request)
    const edited = await methodOf(deps, request)
    const precondition = new Set([Number(form.get('version'))])
    try {
      const { userId } = request.session
      await replaceCard(wallet, userId, edited.id, readCard(form), precondition)
    } catch (error) {
      const refusal = refuse(reply, error)
      return page(request, valuesOfForm(form), { edited, refusal })
    }
    return reply.redirect(`${path}?done=method_saved`, 303)
  })
}

function paypalRoutes(app: App, { db, wallet }: AccountDeps, path: string): void {
  const page = async (request: FastifyRequest, refusal?: FormRefusal) =>
    paypalFormPage(frameAt(request, '/account/paymentmethods/paypal'), {
      values: valuesOfForm(formOf(request)),
      addresses: await findAddresses(db, request.session.userId),
      ticked: tickedIn(request),
      ...(refusal && { faults: refusal.faults }),
    })

  app.get(`${path}/paypal`, (request) => page(request))
  app.post(`${path}/paypal`, async (request, reply) => {
    try {
      await createPayPal(wallet, request.session.userId, readPayPal(formOf(request)))
    } catch (error) {
      return page(request, refuse(reply, error))
    }
    return reply.redirect(`${path}?done=method_added`, 303)
  })
}

/** The boxes that a form has ticked. */
const tickedIn = (request: FastifyRequest): ReadonlySet<string> =>
  new Set([...formOf(request)].flatMap(([name, value]) => (value === 'true' ? [name] : [])))

/** @throws {Refused} not_found, because only cards have a form to change them */
function valuesOfCard(method: PaymentMethod): MethodValues {
  if (method.type !== 'CreditCard') throw new Refused(refusals.not_found)
  return {
    full_name: method.full_name,
    expiry_month: String(method.expiry_month),
    expiry_year: String(method.expiry_year),
    billing_address_id: method.billing_address_id === null ? '' : String(method.billing_address_id),
  }
}

/** Sets the status of a refused form. @throws the error itself, if forms do not show it */
function refuse(reply: FastifyReply, error: unknown): FormRefusal {
  const refusal = refusalOf(error)
  applyRefusal(reply, refusal)
  return refusal
}

function refusalOf(error: unknown): FormRefusal {
  if (isRefused(error, refusals.precondition_failed))
    return formRefusal([['', ['page.error.changed_elsewhere']]])
  if (error instanceof VaultUnavailable)
    return { ...formRefusal([['', ['page.error.vault']]]), status: 503 }
  return formRefusalOf(error, ['', 'page.text.check'])
}
