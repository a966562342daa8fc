import type { FastifyReply, FastifyRequest } from 'fastify'
import { openVisits } from '../../identity/sessions/visits.ts'
import { isRefused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { type FormRefusal, formRefusal, formRefusalOf } from '../../platform/http/pages/faults.ts'
import type { FormFaults } from '../../platform/http/pages/fields.ts'
import {
  applyRefusal,
  frameAt,
  queryParameter,
  sendJson,
} from '../../platform/http/pages/requests.ts'
import { allowOrigins, basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { findAddresses } from '../../resources/addresses/addresses.ts'
import {
  createBankAccount,
  replaceBankAccount,
} from '../../resources/payment-methods/bank-accounts/account-wallet.ts'
import {
  createCard,
  findCardStart,
  replaceCard,
} from '../../resources/payment-methods/cards/card-wallet.ts'
import {
  findPaymentMethod,
  findPaymentMethods,
  type PaymentMethod,
} from '../../resources/payment-methods/payment-methods.ts'
import {
  createPayPal,
  replacePayPal,
} from '../../resources/payment-methods/payouts/paypal-wallet.ts'
import { sendProofAgain } from '../../resources/payment-methods/payouts/proof.ts'
import { nameCard, startSetup } from '../../resources/payment-methods/vault/setups/setups.ts'
import { type HostedFields, VaultUnavailable } from '../../resources/payment-methods/vault/vault.ts'
import {
  deletePaymentMethod,
  updateDefaults,
} from '../../resources/payment-methods/wallet/wallet.ts'
import type { AccountDeps } from '../deps.ts'
import { requireFreshProof } from '../security/confirm/routes.ts'
import { bankFormPage } from './bank-page.ts'
import { cardFormPage, defaultsOf, paypalFormPage } from './form-pages.ts'
import {
  type MethodValues,
  readBankAccount,
  readCard,
  readHostedCard,
  readPayPal,
  valuesOfForm,
  withoutNumber,
} from './forms.ts'
import { hostedCardPage } from './hosted-card-page.ts'
import { nameOf } from './names.ts'
import { defaultSellerPage, deleteMethodPage, methodNotices, methodsPage } from './pages.ts'

/**
 * The routes to list and change the payment methods of the user. A change of where money goes needs
 * a fresh proof.
 */
export async function paymentMethodRoutes(app: App, deps: AccountDeps): Promise<void> {
  const path = `${basePath(deps.authUrl)}/account/paymentmethods`
  listRoutes(app, deps, path)
  cardRoutes(app, deps, path)
  await app.register(async (payouts: App) => {
    requireFreshProof(payouts, deps, 'payouts', [])
    paypalRoutes(payouts, deps, path)
    bankRoutes(payouts, deps, path)
    sellerRoutes(payouts, deps, path)
  })
  await app.register(async (edits: App) => {
    const isNeeded = async (request: FastifyRequest) =>
      (await methodOf(deps, request)).seller_method
    requireFreshProof(edits, deps, 'payouts', [], isNeeded)
    editRoutes(edits, deps, path)
  })
}

/** Only the local vault takes card numbers from a page of this service. */
const takesNumbers = ({ wallet }: AccountDeps): boolean => wallet.vault.name === 'local'

/** The processor's own fields for cards, if they are configured. */
function hostedFieldsOf({ wallet }: AccountDeps): HostedFields | undefined {
  const hosted = wallet.vault.setups?.hostedFields
  return hosted?.publishableKey === undefined ? undefined : hosted
}

const takesCards = (deps: AccountDeps): boolean =>
  takesNumbers(deps) || hostedFieldsOf(deps) !== undefined

const idOf = ({ params }: FastifyRequest): number => readId((params as { id: string }).id)

const methodOf = ({ db, clock }: AccountDeps, request: FastifyRequest): Promise<PaymentMethod> =>
  findPaymentMethod(db, request.session.userId, idOf(request), clock.now())

/** Forms with a card have more time, because the vault is called. */
const vaultConfig = { timeoutMs: 15_000 } as const
/** The fields for numbers of cards and accounts. All other fields refuse a card number. */
const accountFields = ['iban', 'account_number'] as const
const accountConfig = { ...vaultConfig, numberFields: accountFields } as const
/** The configuration of a form of a card. All fields but that for a card number refuse one. */
const cardConfigOf = (deps: AccountDeps) =>
  takesNumbers(deps)
    ? ({ ...vaultConfig, numberFields: ['card_number', ...accountFields] } as const)
    : accountConfig

function listRoutes(app: App, deps: AccountDeps, path: string): void {
  const { db, clock, wallet } = deps
  const visits = openVisits(deps)

  app.get(path, async (request) => {
    const methods = await findPaymentMethods(db, request.session.userId, clock.now())
    const done = methodNotices.find((name) => name === queryParameter(request, 'done'))
    const takesAccounts = wallet.vault.accounts !== undefined
    return methodsPage(request.frame, {
      methods,
      takesCards: takesCards(deps),
      takesAccounts,
      payPalSignIn: deps.payPalSignIn,
      done,
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
    await sendProofAgain(wallet, request.session.userId, idOf(request), source)
    return reply.redirect(`${path}?done=proof_sent`, 303)
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

/** The wallet for a request, which counts attempts to add cards. */
const limitedWallet = ({ wallet, cardAttempts }: AccountDeps, { session, ip }: FastifyRequest) => ({
  ...wallet,
  beginAttempt: cardAttempts({ userId: session.userId, address: ip }),
})

function cardRoutes(app: App, deps: AccountDeps, path: string): void {
  app.get(`${path}/card`, { config: vaultConfig }, async (request, reply) => {
    if (!takesCards(deps)) return reply.redirect(path, 303)
    const token = queryParameter(request, 'setup_intent')
    const returned = isSetup(token) ? await returnedWith(deps, request, token) : {}
    return newCardPage(deps, request, reply, { values: {}, ...returned })
  })
  app.post(`${path}/card`, { config: cardConfigOf(deps) }, async (request, reply) => {
    if (!takesCards(deps)) return reply.redirect(path, 303)
    const form = formOf(request)
    const draft = takesNumbers(deps) ? readCard(form) : readHostedCard(form)
    try {
      await createCard(limitedWallet(deps, request), request.session.userId, draft)
    } catch (error) {
      const shown = refusedForm(request, reply, error)
      const token = form.get('card_token')
      const isKept = isSetup(token) && !shown.faults?.has('card_token')
      return newCardPage(deps, request, reply, { ...shown, ...(isKept && { token }) })
    }
    return reply.redirect(`${path}?done=method_added`, 303)
  })
  // For the script of the page.
  app.post(`${path}/card/setup`, { config: vaultConfig }, async (request, reply) => {
    try {
      const wallet = limitedWallet(deps, request)
      const { clientSecret } = await startSetup(wallet, request.session.userId)
      return sendJson(reply, { client_secret: clientSecret })
    } catch (error) {
      const refusal = refusalOf(error)
      const [first] = refusal.faults.values()
      const message = first && say(request.frame.language, ...first)
      return sendJson(applyRefusal(reply, refusal), { message })
    }
  })
}

/** Whether a text looks like the id of a setup. */
const isSetup = (text: string | undefined): text is string => /^seti_\w{1,200}$/.test(text ?? '')

/** What the form shows to a user who comes back from confirming the card of a setup elsewhere. */
async function returnedWith(
  { wallet }: AccountDeps,
  { session }: FastifyRequest,
  token: string,
): Promise<{ readonly token: string } | { readonly faults: FormFaults }> {
  try {
    await nameCard(wallet, session.userId, { token })
    return { token }
  } catch (error) {
    return { faults: refusalOf(error).faults }
  }
}

async function newCardPage(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, ...shown }: Shown & { readonly token?: string },
): Promise<string> {
  const hosted = hostedFieldsOf(deps)
  if (hosted === undefined) return cardPage(deps, request, shown)
  if (token === undefined) allowOrigins(reply, hosted.sources)
  const frame = frameAt(request, '/account/paymentmethods/card')
  return hostedCardPage(frame, {
    ...(await viewOf(deps, request, shown)),
    hosted,
    confirmed: token,
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
    const source = visits.from(request)
    await updateDefaults(deps.wallet, userId, idOf(request), draft, undefined, source)
    return reply.redirect(`${path}?done=method_default`, 303)
  })
}

function paypalRoutes(app: App, deps: AccountDeps, path: string): void {
  const visits = openVisits(deps)
  app.get(`${path}/paypal`, (request) => paypalPage(deps, request, { values: {} }))
  app.post(`${path}/paypal`, async (request, reply) => {
    try {
      const { userId } = request.session
      await createPayPal(deps.wallet, userId, readPayPal(formOf(request)), visits.from(request))
    } catch (error) {
      return paypalPage(deps, request, refusedForm(request, reply, error))
    }
    return reply.redirect(`${path}?done=method_added`, 303)
  })
}

function bankRoutes(app: App, deps: AccountDeps, path: string): void {
  const visits = openVisits(deps)
  app.get(`${path}/bank`, (request) => bankPage(deps, request, { values: {} }))
  app.post(`${path}/bank`, { config: accountConfig }, async (request, reply) => {
    const draft = readBankAccount(formOf(request))
    try {
      await createBankAccount(
        limitedWallet(deps, request),
        request.session.userId,
        draft,
        visits.from(request),
      )
    } catch (error) {
      return bankPage(deps, request, refusedForm(request, reply, error))
    }
    return reply.redirect(`${path}?done=method_added`, 303)
  })
}

/** The routes to replace the details of a payment method. */
function editRoutes(app: App, deps: AccountDeps, path: string): void {
  const { wallet } = deps
  const visits = openVisits(deps)
  const pages = { CreditCard: cardPage, PayPal: paypalPage, BankAccount: bankPage }
  const page = (request: FastifyRequest, edited: PaymentMethod, shown: Shown) =>
    pages[edited.type](deps, request, { ...shown, edited })

  app.get(`${path}/:id`, async (request) => {
    const edited = await methodOf(deps, request)
    const { userId } = request.session
    const isCard = edited.type === 'CreditCard'
    const start = isCard && (await findCardStart(deps.db, userId, edited.id))
    const values = { ...valuesOfMethod(edited), ...(start && valuesOfStart(start)) }
    return page(request, edited, { values, ticked: defaultsOf(edited) })
  })
  app.post(`${path}/:id`, { config: cardConfigOf(deps) }, async (request, reply) => {
    const form = formOf(request)
    const { userId } = request.session
    const edited = await methodOf(deps, request)
    const precondition = new Set([Number(form.get('version'))])
    try {
      if (edited.type === 'CreditCard')
        await replaceCard(
          limitedWallet(deps, request),
          userId,
          edited.id,
          takesNumbers(deps) ? readCard(form) : withoutNumber(readCard(form)),
          precondition,
        )
      else {
        const [id, source] = [edited.id, visits.from(request)]
        await (edited.type === 'PayPal'
          ? replacePayPal(wallet, userId, id, readPayPal(form), precondition, source)
          : replaceBankAccount(
              limitedWallet(deps, request),
              userId,
              id,
              readBankAccount(form),
              precondition,
              source,
            ))
      }
    } catch (error) {
      return page(request, edited, refusedForm(request, reply, error))
    }
    return reply.redirect(`${path}?done=method_saved`, 303)
  })
}

/** What a form shows. */
interface Shown {
  readonly values: MethodValues
  /** The boxes that are ticked. */
  readonly ticked?: ReadonlySet<string>
  readonly edited?: PaymentMethod
  readonly faults?: FormFaults
}

async function cardPage(deps: AccountDeps, request: FastifyRequest, shown: Shown): Promise<string> {
  const { clock } = deps
  const view = await viewOf(deps, request, shown)
  return cardFormPage(frameAt(request, `/account/paymentmethods/${shown.edited?.id ?? 'card'}`), {
    ...view,
    year: new Date(clock.now()).getUTCFullYear(),
    takesNumbers: takesNumbers(deps),
    saysLocal: takesNumbers(deps) && !deps.production,
  })
}

async function paypalPage(
  deps: AccountDeps,
  request: FastifyRequest,
  shown: Shown,
): Promise<string> {
  const path = `/account/paymentmethods/${shown.edited?.id ?? 'paypal'}`
  return paypalFormPage(frameAt(request, path), await viewOf(deps, request, shown))
}

async function bankPage(deps: AccountDeps, request: FastifyRequest, shown: Shown): Promise<string> {
  const path = `/account/paymentmethods/${shown.edited?.id ?? 'bank'}`
  const saysLocal = takesNumbers(deps) && !deps.production
  return bankFormPage(frameAt(request, path), {
    ...(await viewOf(deps, request, shown)),
    saysLocal,
  })
}

async function viewOf({ db }: AccountDeps, { session, frame }: FastifyRequest, shown: Shown) {
  const { edited, ticked = new Set<string>(), ...rest } = shown
  return {
    ...rest,
    ticked,
    addresses: await findAddresses(db, session.userId),
    ...(edited && { edited: { ...edited, name: nameOf(edited, frame.language) } }),
  }
}

/** The boxes that a form has ticked. */
const tickedIn = (request: FastifyRequest): ReadonlySet<string> =>
  new Set([...formOf(request)].flatMap(([name, value]) => (value === 'true' ? [name] : [])))

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

const valuesOfStart = (start: Awaited<ReturnType<typeof findCardStart>>): MethodValues =>
  Object.fromEntries(Object.entries(start).map(([name, value]) => [name, String(value ?? '')]))

/**
 * The form as the user filled it in, with its faults. Sets the status of the response.
 * @throws the error itself, if forms do not show it
 */
function refusedForm(request: FastifyRequest, reply: FastifyReply, error: unknown): Shown {
  const refusal = refusalOf(error)
  applyRefusal(reply, refusal)
  const { faults } = refusal
  return { values: valuesOfForm(formOf(request)), ticked: tickedIn(request), faults }
}

function refusalOf(error: unknown): FormRefusal {
  if (isRefused(error, refusals.precondition_failed))
    return formRefusal([['', ['page.error.changed_elsewhere']]])
  if (error instanceof VaultUnavailable)
    return { ...formRefusal([['', ['page.error.vault']]]), status: 503 }
  return formRefusalOf(error, ['', 'page.text.check'])
}
