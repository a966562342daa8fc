import { form } from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { type MessageKey, say } from '../../../platform/i18n/catalogue.ts'
import { hiddenReturn, withReturn } from '../return-to.ts'

/** A provider, as pages name it. */
export interface NamedProvider {
  /** The short name, which is part of URLs. */
  readonly id: string
  readonly name: string
}

interface StartForm {
  readonly returnTo?: string | undefined
  /** Whether a signed-in user adds the provider to the account. */
  readonly connects?: boolean
}

/** A form that sends the browser to a provider. */
export function startForm(
  frame: Frame,
  { id, name }: NamedProvider,
  { returnTo, connects }: StartForm,
) {
  const text = say(frame.language, 'page.button.provider', { provider: name })
  const button = html`<div class="buttons"><button class="quiet">${text}</button></div>`
  const hidden = { ...hiddenReturn(returnTo), ...(connects && { connect: 'yes' }) }
  return form(frame, `${frame.base}/sign-in/with/${id}`, button, { hidden })
}

interface View extends NamedProvider {
  /** The email address that the provider has confirmed. */
  readonly email: string
}

/** Asks whether to create an account for somebody who has none. */
export function newAccountPage(frame: Frame, { id, name, email }: View): string {
  const { language, base } = frame
  const button = html`<div class="buttons"><button autofocus>${say(language, 'page.button.sign_up')}</button></div>`
  const content = html`<p>${say(language, 'page.text.provider_new', { provider: name, email })}</p>
${form(frame, `${base}/sign-in/with/${id}/account`, button, {})}
<p class="hint">${say(language, 'page.text.provider_other_account', { provider: name })}</p>
<p><a href="${base}/sign-in">${say(language, 'page.link.start_again')}</a></p>`
  return layout(frame, { title: say(language, 'page.title.sign_up'), content })
}

/** Asks a user who has an account to sign in to it, as a proof, before the provider is added. */
export function signInToConnectPage(frame: Frame, { id, name, email }: View): string {
  const { language, base } = frame
  const here = `${base}/sign-in/with/${id}/connect`
  const content = html`<p>${say(language, 'page.text.provider_known', { provider: name, email })}</p>
<p><a class="button" href="${base}${withReturn('/sign-in', here)}">${say(language, 'page.title.sign_in')}</a></p>
<p><a href="${base}${withReturn('/forgotten-password', here)}">${say(language, 'page.link.forgotten')}</a></p>`
  return layout(frame, { title: titleOf(frame, name), content })
}

/** Asks a signed-in user whether to add the provider to the account. */
export function connectPage(frame: Frame, { id, name, email }: View): string {
  const { language, base } = frame
  const text = say(language, 'page.button.provider_add', { provider: name })
  const button = html`<div class="buttons"><button autofocus>${text}</button></div>`
  const content = html`<p>${say(language, 'page.text.provider_connect', { provider: name, email })}</p>
${form(frame, `${base}/sign-in/with/${id}/connect`, button, {})}
<p><a href="${base}/account/security">${say(language, 'page.link.cancel')}</a></p>`
  return layout(frame, { title: titleOf(frame, name), content })
}

/** Says that the account and the provider have different email addresses. */
export function otherEmailPage(
  frame: Frame,
  { name, email, own }: View & { readonly own: string },
): string {
  const { language, base } = frame
  const params = { provider: name, email, own }
  const links: readonly (readonly [string, MessageKey])[] = [
    ['/account/security', 'page.link.to_security'],
    ['/sign-out', 'page.button.sign_out'],
  ]
  const content = html`<p>${say(language, 'page.text.provider_mismatch', params)}</p>
<ul class="links">${links.map(([path, key]) => html`<li><a href="${base}${path}">${say(language, key)}</a></li>`)}</ul>`
  return layout(frame, { title: titleOf(frame, name), content, isError: true })
}

const titleOf = ({ language }: Frame, provider: string): string =>
  say(language, 'page.title.provider', { provider })
