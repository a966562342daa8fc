import type { FastifyRequest } from 'fastify'
import { defineRefusals, Refused } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { type FilledForm, type FormRoute, formRoute } from '../../platform/http/pages/form-route.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import { frameAt } from '../../platform/http/pages/requests.ts'
import type { App } from '../../platform/http/server.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'
import type { Draft } from '../../platform/text/draft.ts'
import { type HostedFields, VaultUnavailable } from '../../processor/vault.ts'
import { type Address, findAddresses } from '../../resources/addresses/addresses.ts'
import type { CardInput } from '../../resources/payment-methods/kinds/cards.ts'
import {
  findPaymentMethod,
  type PaymentMethod,
} from '../../resources/payment-methods/payment-methods.ts'
import type { AccountDeps } from '../deps.ts'
import {
  bankFormPage,
  cardForm,
  cardFormPage,
  isBankCountry,
  paypalFormPage,
} from './form-pages.ts'
import { nameOf } from './names.ts'

/** Only the local vault takes card numbers from a page of this service. */
export const takesNumbers = ({ wallet }: AccountDeps): boolean => wallet.vault.name === 'local'

/** The processor's own fields for cards, if they are configured. */
export function hostedFieldsOf({ wallet }: AccountDeps): HostedFields | undefined {
  const hosted = wallet.vault.setups?.hostedFields
  return hosted?.publishableKey === undefined ? undefined : hosted
}

/** Whether a card can be added on the pages. */
export const takesCards = (deps: AccountDeps): boolean =>
  takesNumbers(deps) || hostedFieldsOf(deps) !== undefined

/** Whether bank accounts can be added, and their numbers and holders changed. */
export const takesAccounts = ({ wallet }: AccountDeps): boolean =>
  wallet.vault.accounts?.takesNew === true

/** The id in the path of a request. */
export const idOf = ({ params }: FastifyRequest): number => readId((params as { id: string }).id)

/** Finds the payment method that a request is about. @throws {Refused} not_found */
export const methodOf = (
  { db, clock, wallet }: AccountDeps,
  request: FastifyRequest,
): Promise<PaymentMethod> =>
  findPaymentMethod(db, request.session.userId, idOf(request), clock.now(), wallet.vault.name)

/** Forms with a card have more time, because the vault is called. */
export const vaultConfig = { timeoutMs: 15_000 } as const
/** The fields for numbers of cards and accounts. All other fields refuse a card number. */
const accountFields = ['iban', 'account_number'] as const
export const accountConfig = { ...vaultConfig, numberFields: accountFields } as const
/** The configuration of a form of a card. All fields but that for a card number refuse one. */
export const cardConfigOf = (deps: AccountDeps) =>
  takesNumbers(deps)
    ? ({ ...vaultConfig, numberFields: ['card_number', ...accountFields] } as const)
    : accountConfig

/** The wallet for a request, which counts attempts to add cards. */
export const limitedWallet = (
  { wallet, cardAttempts }: AccountDeps,
  { session, ip }: FastifyRequest,
) => ({
  ...wallet,
  beginAttempt: cardAttempts({ userId: session.userId, address: ip }),
})

/** What a form shows, and the payment method that it changes. */
export interface Shown extends FilledForm {
  readonly edited?: PaymentMethod
}

/** The page with the form of a card. */
export async function cardPage(
  deps: AccountDeps,
  request: FastifyRequest,
  shown: Shown,
): Promise<string> {
  const { clock } = deps
  const view = await viewOf(deps, request, shown)
  return cardFormPage(frameAt(request, `/account/paymentmethods/${shown.edited?.id ?? 'card'}`), {
    ...view,
    year: new Date(clock.now()).getUTCFullYear(),
    takesNumbers: takesNumbers(deps),
    saysLocal: takesNumbers(deps) && !deps.production,
  })
}

/** The page with the form of a PayPal account. */
export async function paypalPage(
  deps: AccountDeps,
  request: FastifyRequest,
  shown: Shown,
): Promise<string> {
  const path = `/account/paymentmethods/${shown.edited?.id ?? 'paypal'}`
  return paypalFormPage(frameAt(request, path), await viewOf(deps, request, shown))
}

/** The page with the form of a bank account. */
export async function bankPage(
  deps: AccountDeps,
  request: FastifyRequest,
  shown: Shown,
): Promise<string> {
  const path = `/account/paymentmethods/${shown.edited?.id ?? 'bank'}`
  const saysLocal = takesNumbers(deps) && !deps.production
  const view = await viewOf(deps, request, shown)
  return bankFormPage(frameAt(request, path), {
    ...view,
    country: bankCountryOf(shown, view.addresses),
    saysLocal,
    takesAccounts: takesAccounts(deps),
  })
}

/** The chosen country of a bank. At first, that of the account, or else of the default address. */
function bankCountryOf({ form, edited }: Shown, addresses: readonly Address[]): string {
  const chosen = form.get('country_code')
  if (chosen !== undefined) return chosen
  if (edited?.type === 'BankAccount') return edited.bank_country
  const usual = addresses.find((address) => address.default)?.country_code ?? ''
  const hasNumbers = ['iban', 'routing_number', 'account_number'].some((name) => form.get(name))
  return isBankCountry(usual) && !hasNumbers ? usual : ''
}

/** What every form of a payment method shows. */
export async function viewOf(
  { db }: AccountDeps,
  { session, frame }: FastifyRequest,
  shown: Shown,
) {
  const { edited, ...filled } = shown
  return {
    ...filled,
    addresses: await findAddresses(db, session.userId),
    ...(edited && { edited: { ...edited, name: nameOf(edited, frame.language) } }),
  }
}

/** The name of the user, with which the form of a new method begins. */
export const namedAs = ({ frame }: FastifyRequest) => ({ full_name: frame.user?.name })

/** Reads the form of a card. Only some vaults take a number; else the processor's fields take it. */
export function readCard(deps: AccountDeps, form: Form): Draft<CardInput> {
  const draft = cardForm.read(form)
  if (takesNumbers(deps) || draft.given.card_number == null) return draft
  const { card_number: _, ...given } = draft.given
  const fault: Message = ['card.number.unsupported']
  return { given, faults: new Map([...draft.faults, ['card_number', [fault]]]) }
}

const methodRefusals = defineRefusals({
  /** The vault cannot answer now. The form can be sent again. */
  vault_unavailable: {
    status: 503,
    message: 'page.error.vault',
    form: 'whole',
    page: 'unavailable',
  },
})

/** The error as a form shows it. */
export const asRefused = (error: unknown): unknown =>
  error instanceof VaultUnavailable ? new Refused(methodRefusals.vault_unavailable) : error

/** Adds the form of a payment method. It says so if the vault cannot answer. */
export const methodRoute = (app: App, path: string, route: FormRoute): void =>
  formRoute(app, path, {
    ...route,
    operation: (request, reply, form) =>
      route.operation(request, reply, form).catch((error: unknown) => {
        throw asRefused(error)
      }),
  })
