import { form } from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import type { Face } from '../../applications/face.ts'
import {
  type IdentityScope,
  isIdentityScope,
  isScope,
  isUserScope,
  type UserScope,
} from '../../applications/scopes.ts'

export interface ConsentView {
  /** The URL that the form is sent to. Its field `decision` is `allow` or `deny`. */
  readonly action: string
  /** The URL to sign in with another account. */
  readonly other: string
  readonly application: Face
  /** The host that the browser goes back to. */
  readonly host: string
  /** The requested scopes. Unknown scopes are shown by name. */
  readonly scopes: readonly string[]
  /** The email address of the user who is signed in. */
  readonly email: string
}

/** Asks whether an application may use the account. */
export function consentPage(frame: Frame, view: ConsentView): string {
  const { language } = frame
  const { host, email } = view
  const { name: application, logo, termsUrl, privacyUrl, selfRegistered } = view.application
  const service = frame.serviceName
  const names = { application, service, host }
  const links = [
    { href: termsUrl, text: 'page.link.terms' },
    { href: privacyUrl, text: 'page.link.privacy_policy' },
  ] as const
  const content = html`
<p>${say(language, 'page.label.consent', { application })}</p>
${
  selfRegistered &&
  html`<p class="notice">${say(language, 'page.text.consent_developer', names)}</p>`
}
<ul class="scopes">${view.scopes.map((scope) => html`<li>${scopeText(frame, scope)}</li>`)}</ul>
<div class="chip"><p>${say(language, 'page.text.consent_account', { email })}</p>
<p><a href="${view.other}">${say(language, 'page.link.other_account')}</a></p></div>
${form(
  frame,
  view.action,
  html`<div class="buttons"><button name="decision" value="allow">${say(language, 'page.button.allow')}</button>
<button class="quiet" name="decision" value="deny">${say(language, 'page.button.deny')}</button></div>`,
)}
<div class="hint"><p>${say(language, 'page.text.consent_host', { host })}</p>
<p>${say(language, 'page.text.consent_withdraw')}</p></div>
${
  (termsUrl ?? privacyUrl) !== null &&
  html`<ul class="links start hint"><li>${say(language, 'page.label.links_of', { application })}</li>
${links.map(({ href, text }) => href && html`<li><a href="${href}">${say(language, text)}</a></li>`)}</ul>`
}`
  const title = say(language, 'page.title.consent', { application })
  return layout(frame, { title, content, logo })
}

/** Describes a scope in the user's language. */
export const scopeText = ({ language }: Pick<Frame, 'language'>, scope: string): string =>
  isKnownScope(scope) ? say(language, `page.scope.${scope}`) : scope

/**
 * Whether a scope has a text. If the text of a scope that users can allow is missing, the code does
 * not compile.
 */
const isKnownScope = (scope: string): scope is UserScope | IdentityScope =>
  (isScope(scope) && isUserScope(scope)) || isIdentityScope(scope)
