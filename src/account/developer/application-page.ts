import type { Application, ListedSecret } from '../../identity/applications/applications.ts'
import { logoPath } from '../../identity/applications/face.ts'
import { scopeText } from '../../identity/oauth/consents/consent-page.ts'
import { isLocked } from '../../identity/users/developers/own-applications.ts'
import { typeOf } from '../../identity/users/developers/rules.ts'
import { copyButton, form, notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { applicationLayout, developerLayout, fact, pathOf } from './layout.ts'
import type { Snippets } from './snippets.ts'

/** The changes that the page confirms with a notice. */
export const applicationNotices = [
  'application_saved',
  'application_narrowed',
  'application_disabled_now',
  'application_enabled',
  'secret_withdrawn',
  'logo_saved',
  'logo_removed',
] as const

export interface ApplicationView {
  readonly application: Application
  /** The valid secrets, the newest first. */
  readonly secrets: readonly ListedSecret[]
  readonly snippets: Snippets
  readonly done?: (typeof applicationNotices)[number] | undefined
}

/** An application with its secrets, and lines to try it. */
export function applicationPage(frame: Frame, view: ApplicationView): string {
  const { language } = frame
  const { application, done } = view
  const locked = isLocked(application)
  const content = html`${notice(done && say(language, `page.text.${done}`))}
${locked && html`<p class="summary">${lockText(frame, application)}</p>`}
${factsSection(frame, application, locked)}
${application.authentication === 'secret' && secretsSection(frame, view, locked)}
${trySection(frame, view.snippets)}
${!locked && endSection(frame, application)}`
  return applicationLayout(frame, application, 'overview', content)
}

/** Why an application is disabled that its owner cannot enable. */
export const lockText = ({ language }: Frame, { disabledReason }: Application): string =>
  say(
    language,
    disabledReason === 'operator'
      ? 'page.text.application_disabled'
      : 'page.text.application_disabled_with_owner',
  )

function factsSection(frame: Frame, application: Application, isLocked: boolean): Html {
  const { language } = frame
  const { clientId, redirectUris, postLogoutRedirectUris, scopes, logo, createdAt, disabledAt } =
    application
  const hasUsers = typeOf(application) !== 'server'
  return html`<section class="card" aria-labelledby="about-title">
<h2 id="about-title">${say(language, 'page.name.application')}${
    disabledAt !== null &&
    html` <span class="tag warning">${say(language, 'page.name.disabled')}</span>`
  }</h2>
<dl class="facts">
${fact(say(language, 'page.label.client_id'), html`<code>${clientId}</code>`)}
${fact(say(language, 'page.label.type'), say(language, `page.name.type_${typeOf(application)}`))}
${redirectUris.map((uri) => fact(say(language, 'page.label.redirect_uri'), html`<code>${uri}</code>`))}
${postLogoutRedirectUris.map((uri) =>
  fact(say(language, 'page.label.post_logout_redirect_uri'), html`<code>${uri}</code>`),
)}
${scopes.map((scope) => fact(scope, scopeText(frame, scope)))}
${application.termsUrl !== null && fact(say(language, 'page.link.terms'), html`<code>${application.termsUrl}</code>`)}
${
  application.privacyUrl !== null &&
  fact(say(language, 'page.link.privacy_policy'), html`<code>${application.privacyUrl}</code>`)
}
${
  logo !== null &&
  fact(
    say(language, 'page.label.logo'),
    html`<img class="logo" src="${frame.base}${logoPath(logo)}" alt="">`,
  )
}
${fact(say(language, 'page.label.registered'), time(frame, createdAt))}
</dl>
${
  !isLocked &&
  html`<div class="buttons">${act(frame, application, 'edit', say(language, 'page.button.edit'))}
${hasUsers && act(frame, application, 'logo', say(language, 'page.button.logo'))}</div>`
}
</section>`
}

/** A link to a page that asks for a proof first. */
const act = (frame: Frame, application: Application, below: string, text: string): Html =>
  html`<a class="button quiet${isDanger(below) && ' danger'}" href="${pathOf(frame, application)}/${below}">${text}</a>`

/** Whether an act takes something away. */
const isDanger = (below: string): boolean => ['withdraw', 'disable', 'delete'].includes(below)

function secretsSection(
  frame: Frame,
  { application, secrets }: ApplicationView,
  isLocked: boolean,
): Html {
  const { language } = frame
  const items = secrets.map(
    ({ createdAt, endsAt }) =>
      html`<li><p>${say(language, endsAt === null ? 'page.name.secret_current' : 'page.name.secret_former')}</p>
<p class="hint">${say(language, 'page.label.created')} ${time(frame, createdAt)}${
        endsAt !== null && html` · ${say(language, 'page.label.ends')} ${time(frame, endsAt)}`
      }</p></li>`,
  )
  const hasFormer = secrets.some(({ endsAt }) => endsAt !== null)
  const canChange = !isLocked && application.disabledAt === null
  return html`<section class="card" aria-labelledby="secrets-title">
<h2 id="secrets-title">${say(language, 'page.name.secrets')}</h2>
<ul class="scopes plain">${items}</ul>
${
  canChange &&
  html`<div class="buttons">${act(frame, application, 'rotate', say(language, 'page.button.secret_rotate'))}
${hasFormer && act(frame, application, 'withdraw', say(language, 'page.button.secret_withdraw'))}</div>`
}
</section>`
}

/** Lines to paste. Each step says where to paste it. */
function trySection({ language }: Frame, snippets: Snippets): Html {
  const steps = (['own', 'authorize', 'exchange', 'use', 'client'] as const).flatMap((name) => {
    const lines = snippets[name]
    if (lines === undefined) return []
    const title = say(language, `page.name.try_${name}`)
    return html`<div class="headline"><h3>${title}</h3>
${copyButton(language, `#try-${name}`, title)}</div>
<pre id="try-${name}" tabindex="0"><code>${lines}</code></pre>`
  })
  return html`<section class="card" aria-labelledby="try-title">
<h2 id="try-title">${say(language, 'page.name.try')}</h2>
<p>${say(language, 'page.text.try')}</p>
${steps}
</section>`
}

function endSection(frame: Frame, application: Application): Html {
  const { language } = frame
  const path = pathOf(frame, application)
  const enable = form(
    frame,
    `${path}/enable`,
    html`<button class="quiet">${say(language, 'page.button.application_enable')}</button>`,
  )
  return html`<section class="card" aria-labelledby="end-title">
<h2 id="end-title">${say(language, 'page.name.application_end')}</h2>
<div class="buttons">${
    application.disabledAt === null
      ? act(frame, application, 'disable', say(language, 'page.button.application_disable'))
      : enable
  }
${act(frame, application, 'delete', say(language, 'page.button.application_delete'))}</div>
</section>`
}

/** What a developer may do with an application after a proof, each with a page that asks once. */
export const applicationActs = ['rotate', 'withdraw', 'disable', 'delete'] as const
export type ApplicationAct = (typeof applicationActs)[number]

const buttonOf = {
  rotate: 'page.button.secret_rotate',
  withdraw: 'page.button.secret_withdraw',
  disable: 'page.button.application_disable',
  delete: 'page.button.application_delete',
} as const satisfies Record<ApplicationAct, string>

/**
 * Identifies the current secret in the form that asks for a new one, so that a form that is sent
 * twice does not replace the new secret. It is the time of creation in base 36, because decimal
 * digits could look like a card number.
 */
export const secretMark = ([current]: readonly ListedSecret[]): string =>
  current?.createdAt.toString(36) ?? ''

/** Tells what an act means, and asks once. */
export function actPage(
  frame: Frame,
  { application, secrets }: Pick<ApplicationView, 'application' | 'secrets'>,
  wanted: ApplicationAct,
): string {
  const { language } = frame
  const { name } = application
  const path = pathOf(frame, application)
  const danger = isDanger(wanted) && html` class="danger"`
  const hidden = wanted === 'rotate' ? { current: secretMark(secrets) } : {}
  const buttons = html`<div class="buttons"><button${danger}>${say(language, buttonOf[wanted])}</button>
<a class="button quiet" href="${path}">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`<p>${say(language, `page.text.act_${wanted}`, { name })}</p>
${form(frame, `${path}/${wanted}`, buttons, { hidden })}`
  return developerLayout(frame, {
    title: say(language, `page.title.act_${wanted}`, { name }),
    content,
  })
}

export interface SecretView {
  readonly application: Application
  readonly secret: string | null
  readonly snippets: Snippets
  /** Whether the application is new, or has got another secret. */
  readonly isNew: boolean
}

/** Shows the new secret of an application. It is shown only once. */
export function secretPage(frame: Frame, view: SecretView): string {
  const { language } = frame
  const { application, secret, snippets, isNew } = view
  const kept = say(language, 'page.link.secret_kept')
  const onward = html`<a class="button" href="${pathOf(frame, application)}">${kept}</a>`
  const content = html`${notice(isNew && say(language, 'page.text.application_registered'))}
<dl class="facts">${fact(say(language, 'page.label.client_id'), html`<code>${application.clientId}</code>`)}</dl>
${
  secret !== null &&
  html`<p>${say(language, 'page.text.secret_once')}</p>
<ul class="codes"><li id="secret">${secret}</li></ul>
`
}
<div class="buttons">${secret !== null && copyButton(language, '.codes', say(language, 'page.name.secret_current'))}
${onward}</div>
${trySection(frame, snippets)}`
  const title = say(language, isNew ? 'page.title.registered' : 'page.title.secret', {
    name: application.name,
  })
  return developerLayout(frame, { title, content })
}
