import { form } from '../../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../../platform/http/pages/frame.ts'
import { html } from '../../../../platform/http/pages/html.ts'
import { layout } from '../../../../platform/http/pages/layout.ts'
import { say } from '../../../../platform/i18n/catalogue.ts'

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
