import type { FastifyReply, FastifyRequest } from 'fastify'
import { isRefused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import type { FormFaults } from '../../platform/http/pages/fields.ts'
import {
  applyRefusal,
  type FormRefusal,
  formRefusal,
  formRefusalOf,
} from '../../platform/http/pages/form-route.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import { frameAt } from '../../platform/http/pages/requests.ts'
import { formOf } from '../../platform/http/pages/scope.ts'
import { type HostedFields, VaultUnavailable } from '../../processor/vault.ts'
import { findAddresses } from '../../resources/addresses/addresses.ts'
import {
  findPaymentMethod,
  type PaymentMethod,
} from '../../resources/payment-methods/payment-methods.ts'
import type { AccountDeps } from '../deps.ts'
import { typedForm } from '../security/confirm/routes.ts'
import { bankFormPage } from './bank-page.ts'
import { cardFormPage, paypalFormPage } from './form-pages.ts'
import { type MethodValues, valuesOfForm } from './forms.ts'
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

/** What a form shows. */
export interface Shown {
  readonly values: MethodValues
  /** The boxes that are ticked. */
  readonly ticked?: ReadonlySet<string>
  readonly edited?: PaymentMethod
  readonly faults?: FormFaults
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
  return bankFormPage(frameAt(request, path), {
    ...(await viewOf(deps, request, shown)),
    saysLocal,
    takesAccounts: takesAccounts(deps),
  })
}

/** What every form of a payment method shows. */
export async function viewOf(
  { db }: AccountDeps,
  { session, frame }: FastifyRequest,
  shown: Shown,
) {
  const { edited, ticked = new Set<string>(), ...rest } = shown
  return {
    ...rest,
    ticked,
    addresses: await findAddresses(db, session.userId),
    ...(edited && { edited: { ...edited, name: nameOf(edited, frame.language) } }),
  }
}

/** A form as the user filled it in. */
export const shownOf = (form: Form): Shown => ({
  values: valuesOfForm(form),
  ticked: new Set([...form].flatMap(([name, value]) => (value === 'true' ? [name] : []))),
})

/** The name of the user, with which the form of a new method begins. */
export const namedAs = ({ frame }: FastifyRequest): MethodValues => ({
  full_name: frame.user?.name ?? '',
})

/** What the form of a new method shows: the user's name, or what was typed before a proof. */
export async function newMethod(deps: AccountDeps, request: FastifyRequest): Promise<Shown> {
  const typed = await typedForm(deps, request, 'payouts')
  return typed === undefined ? { values: namedAs(request) } : shownOf(typed.form)
}

/**
 * The form as the user filled it in, with its faults. Sets the status of the response.
 * @throws the error itself, if forms do not show it
 */
export function refusedForm(request: FastifyRequest, reply: FastifyReply, error: unknown): Shown {
  const refusal = refusalOf(error)
  applyRefusal(reply, refusal)
  return { ...shownOf(formOf(request)), faults: refusal.faults }
}

/** The refusal as forms show it. @throws the error itself, if forms do not show it */
export function refusalOf(error: unknown): FormRefusal {
  if (isRefused(error, refusals.precondition_failed))
    return formRefusal([['', ['page.error.changed_elsewhere']]])
  if (error instanceof VaultUnavailable)
    return { ...formRefusal([['', ['page.error.vault']]]), status: 503 }
  return formRefusalOf(error, ['', 'page.text.check'])
}
