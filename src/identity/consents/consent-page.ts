import { form } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { type IdentityScope, isIdentityScope, isScope, type Scope } from '../applications/scopes.ts'

export interface ConsentView {
  /** Where the answer goes: `decision`, `allow` or `deny`. */
  readonly action: string
  /** Where somebody else can sign in instead. */
  readonly other: string
  readonly application: string
  /** The host that the browser goes back to. */
  readonly host: string
  /** What is asked for. One that there is no text for is shown by its name. */
  readonly scopes: readonly string[]
  /** The e-mail address of who is signed in. */
  readonly email: string
}

/** Asks whether an application may use the account. */
export function consentPage(frame: Frame, view: ConsentView): string {
  const { language } = frame
  const { application, host, email } = view
  const content = html`
<p>${say(language, 'page.label.consent', { application })}</p>
<ul class="scopes">${view.scopes.map((scope) => html`<li>${scopeText(frame, scope)}</li>`)}</ul>
<p class="hint">${say(language, 'page.text.consent_account', { email })} ${say(language, 'page.text.consent_host', { host })} ${say(language, 'page.text.consent_withdraw')}</p>
${form(
  frame,
  view.action,
  html`<div class="buttons"><button name="decision" value="allow">${say(language, 'page.button.allow')}</button>
<button class="quiet" name="decision" value="deny">${say(language, 'page.button.deny')}</button></div>`,
)}
<p><a href="${view.other}">${say(language, 'page.link.other_account')}</a></p>`
  const title = say(language, 'page.title.consent', { application })
  return layout(frame, { title, content })
}

/** A scope in plain words. */
export const scopeText = ({ language }: Pick<Frame, 'language'>, scope: string): string =>
  isTold(scope) ? say(language, `page.scope.${scope}`) : scope

/** Every one of them has a text: one that is missing does not compile. */
const isTold = (scope: string): scope is Scope | IdentityScope =>
  isScope(scope) || isIdentityScope(scope)
