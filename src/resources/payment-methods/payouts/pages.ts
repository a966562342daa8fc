import { withReturn } from '../../../identity/sign-in/return-to.ts'
import { form } from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { timeToCome } from '../../../platform/http/pages/parts/time.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import { type Named, type NamedMethod, payoutName } from '../wallet/payout-emails.ts'

export interface ProofView {
  readonly token: string
  readonly method: Named
}

/** Asks whether the reader of the link wants to be paid by the method. */
export function confirmProofPage(frame: Frame, { token, method }: ProofView): string {
  const { language, base, serviceName: service } = frame
  const text = { method: payoutName(method, language), service }
  const button = html`<div class="buttons"><button>${say(language, 'page.button.payout_confirm')}</button></div>`
  const content = html`<p>${say(language, 'page.text.payout_confirm', text)}</p>
${form(frame, `${base}/payouts/confirm`, button, { hidden: { token } })}`
  return layout(frame, { title: say(language, 'page.title.payout_confirm'), content })
}

/** Asks the reader of the link to sign in. */
export function signInToProvePage(frame: Frame, { token, method }: ProofView): string {
  const { language, base, serviceName: service } = frame
  const text = { method: payoutName(method, language), service }
  const href = `${base}${withReturn('/sign-in', base + proofPath(token))}`
  const content = html`<p>${say(language, 'page.text.payout_sign_in', text)}</p>
<div class="buttons"><a class="button" href="${href}">${say(language, 'page.title.sign_in')}</a></div>`
  return layout(frame, { title: say(language, 'page.title.payout_confirm'), content })
}

/** Says that the method belongs to another account than the one that is signed in. */
export function otherOwnerPage(frame: Frame): string {
  const { language, base, serviceName: service } = frame
  const content = html`<p>${say(language, 'page.text.payout_other_user', { service })}</p>
<div class="buttons"><a class="button" href="${base}/sign-out">${say(language, 'page.button.sign_out')}</a></div>`
  const title = say(language, 'page.title.payout_confirm')
  return layout(frame, { title, content, isError: true })
}

/** The path of the page that a proof leads to. */
export const proofPath = (token: string): string =>
  `/payouts/confirm?${new URLSearchParams({ token })}`

/** Asks whether to undo a change of where money goes. */
export function undoPage(
  frame: Frame,
  {
    token,
    method,
    heldUntil,
  }: {
    readonly token: string
    readonly method: NamedMethod | undefined
    readonly heldUntil: number | undefined
  },
): string {
  const { language, base } = frame
  const named = method === undefined ? undefined : { method: payoutName(method, language) }
  const held = heldUntil === undefined ? undefined : timeToCome(frame, heldUntil)
  const text =
    named === undefined
      ? say(language, 'page.text.payout_undo_none')
      : held === undefined
        ? say(language, 'page.text.payout_undo', named)
        : say(language, 'page.text.payout_undo_held', { ...named, date: held })
  const button = html`<div class="buttons"><button>${say(language, 'page.button.payout_undo')}</button></div>`
  const content = html`<p>${text}</p>
${form(frame, `${base}/payouts/undo`, button, { hidden: { token } })}`
  return layout(frame, { title: say(language, 'page.title.payout_undo'), content })
}

/** Says that the change was undone, and how to protect the account. */
export function undonePage(frame: Frame): string {
  const { language, base } = frame
  const content = html`<p>${say(language, 'page.text.payout_undone')}</p>
<div class="buttons"><a class="button" href="${base}/forgotten-password">
${say(language, 'mail.button.new_password')}</a></div>`
  return layout(frame, { title: say(language, 'page.title.payout_undone'), content })
}

export interface PayPalView {
  /** The payment method. */
  readonly id: number
  readonly email: string
}

/** Sends the owner of a PayPal account to PayPal, to confirm the account there. */
export function toPayPalPage(frame: Frame, { id, email }: PayPalView): string {
  const { language, base } = frame
  const buttons = html`<div class="buttons"><button>${say(language, 'page.button.paypal_confirm')}</button>
${cancelLink(frame)}</div>`
  const content = html`<p>${say(language, 'page.text.paypal_confirm', { email })}</p>
${form(frame, `${base}/payouts/paypal/${id}`, buttons)}`
  return layout(frame, { title: say(language, 'page.button.paypal_confirm'), content })
}

/** Says that the user has signed in to another PayPal account than the one to confirm. */
export function otherPayPalPage(frame: Frame, { id, email }: PayPalView): string {
  const { language, base } = frame
  const again = say(language, 'page.button.paypal_confirm')
  const content = html`<p>${say(language, 'page.text.paypal_other', { email })}</p>
<div class="buttons"><a class="button" href="${base}/payouts/paypal/${id}">${again}</a>
${cancelLink(frame)}</div>`
  const title = say(language, 'page.title.paypal_other')
  return layout(frame, { title, content, isError: true })
}

const cancelLink = ({ language, base }: Frame) =>
  html`<a class="button quiet" href="${base}/account/paymentmethods">${say(language, 'page.link.cancel')}</a>`
