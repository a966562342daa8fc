import { signalsAttribute } from '../../identity/sign-in/passkeys/settle-page.ts'
import { maxPasskeysPerUser } from '../../identity/users/second-factors/passkey-registration.ts'
import type { Factors, Passkey } from '../../identity/users/second-factors/second-factors.ts'
import type { PasskeySignals } from '../../identity/users/second-factors/signals.ts'
import {
  type FormFaults,
  form,
  noFaults,
  notice,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { rows } from '../../platform/http/pages/parts/rows.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { type MessageKey, say } from '../../platform/i18n/catalogue.ts'
import { type IdentitiesView, identitiesSection } from './providers.ts'

/** The changes that the page confirms with a notice. */
export const securityNotices = [
  'password_changed',
  'email_changed',
  'totp_confirmed',
  'totp_removed',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
  'provider_added',
  'provider_removed',
] as const
type SecurityNotice = (typeof securityNotices)[number]

export interface SecurityView extends IdentitiesView {
  readonly email: string
  readonly isEmailConfirmed: boolean
  /** The address that the user asked for and has not confirmed yet. */
  readonly pendingEmail: string | undefined
  readonly factors: Factors
  /** Whether the user has a password. */
  readonly password: boolean
  readonly done?: SecurityNotice | undefined
  /** What the browser tells password managers after a change. */
  readonly signals?: PasskeySignals | undefined
  readonly faults?: FormFaults
  /** The passkey whose new name was refused. */
  readonly renamed?: RenamedPasskey | undefined
}

/** A new name for a passkey, as it was typed. */
export interface RenamedPasskey {
  readonly id: number
  readonly name: string
}

/** A link to the page of a change, which asks for a proof first. */
const changeLink = (
  { language, base }: Frame,
  below: string,
  key: MessageKey,
  className = 'quiet',
) =>
  html`<p><a class="button ${className}" href="${base}/account/security${below}">${say(language, key)}</a></p>`

/** How the user signs in, with links to change it. */
export function securityPage(frame: Frame, view: SecurityView): string {
  const { language } = frame
  const faults = faultsOf(view)
  const activity = {
    name: say(language, 'page.title.activity'),
    href: `${frame.base}/account/security/activity`,
    details: say(language, 'page.text.activity_about'),
  }
  const content = html`${summary(language, faults)}
${notice(view.done && doneText(frame, view.done))}
${view.signals && html`<div hidden${signalsAttribute(view.signals)}></div>`}
${emailSection(frame, view)}
${passwordSection(frame, view)}
${totpSection(frame, view)}
${passkeysSection(frame, view, faults)}
${identitiesSection(frame, view)}
${rows(frame, [activity], 2)}`
  const title = say(language, 'page.title.security')
  return layout(frame, {
    title,
    content,
    isError: faults.size > 0,
    account: 'security',
    script: view.signals !== undefined,
  })
}

/** The changes that providers of passkeys are told. */
export const signalledChanges: readonly (SecurityNotice | undefined)[] = [
  'email_changed',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
]

/** Says what was done. After a new password, it leads to what the password did not end. */
function doneText({ language, base }: Frame, done: SecurityNotice): Piece {
  const text = say(language, `page.text.${done}`)
  if (done !== 'password_changed') return text
  const link = `${base}/account/applications`
  return html`${text} <a href="${link}">${say(language, 'page.title.applications')}</a>`
}

/** The faults by the id of the field: each passkey has a field for its name. */
function faultsOf({ faults = noFaults, renamed, factors }: SecurityView): FormFaults {
  if (renamed === undefined) return faults
  const isShown = factors.passkeys.some(({ id }) => id === renamed.id)
  const key = isShown ? nameId(renamed.id) : ''
  return new Map([...faults].map(([name, fault]) => [name === 'name' ? key : name, fault]))
}

const nameId = (passkey: number): string => `name-${passkey}`

function emailSection(frame: Frame, { email, isEmailConfirmed, pendingEmail }: SecurityView) {
  const { language } = frame
  return html`<section class="card row" aria-labelledby="email-title">
<div><h2 id="email-title">${say(language, 'page.name.email')}</h2>
<p class="hint">${say(language, 'page.text.email', { email })}${
    !isEmailConfirmed &&
    html` <span class="tag warning">${say(language, 'page.name.unconfirmed')}</span>`
  }</p>
${
  pendingEmail &&
  html`<p class="hint">${say(language, 'page.text.new_email_pending', { email: pendingEmail })}</p>`
}</div>
${changeLink(frame, '/email', 'page.button.change_email')}
</section>`
}

function passwordSection(frame: Frame, { password }: SecurityView) {
  const { language } = frame
  const text = password ? 'page.text.password_unique' : 'page.text.no_password'
  return html`<section class="card row" aria-labelledby="password-title">
<div><h2 id="password-title">${say(language, 'page.name.password')}</h2>
<p class="hint">${say(language, text)}</p></div>
${
  password
    ? changeLink(frame, '/password', 'page.button.change_password')
    : choosePasswordLink(frame)
}
</section>`
}

/** Leads a user without a password to the page that emails a link to choose one. */
export function choosePasswordLink({ language, base }: Frame) {
  const action = say(language, 'page.button.choose_password')
  return html`<p><a class="button quiet" href="${base}/forgotten-password">${action}</a></p>`
}

function totpSection(frame: Frame, { factors }: SecurityView) {
  const { language } = frame
  const { totp, recoveryCodes, required } = factors
  const left = say(language, 'page.text.recovery_left', { count: recoveryCodes })
  const change = totp
    ? changeLink(frame, '/totp/remove', 'page.button.totp_remove', 'quiet danger')
    : changeLink(frame, '/totp', 'page.button.totp_add')
  return html`<section class="card row" aria-labelledby="totp-title">
<div><h2 id="totp-title">${say(language, 'page.name.totp')}</h2>
<p class="hint">${say(language, totp ? 'page.text.totp_on' : 'page.text.totp_off')}</p></div>
${change}
${
  required &&
  html`<div class="row"><p class="hint">${left}</p>
${changeLink(frame, '/recovery-codes', 'page.button.recovery_renew')}</div>`
}
</section>`
}

function passkeysSection(frame: Frame, view: SecurityView, faults: FormFaults) {
  const { language } = frame
  const { passkeys } = view.factors
  const isFull = passkeys.length >= maxPasskeysPerUser
  const full = say(language, 'page.text.passkeys_full', { max: maxPasskeysPerUser })
  return html`<section class="card row" aria-labelledby="passkeys-title">
<div><h2 id="passkeys-title">${say(language, 'page.name.passkeys')}</h2>
<p class="hint">${isFull ? full : say(language, 'page.text.passkeys')}</p></div>
${!isFull && changeLink(frame, '/passkeys', 'page.button.passkey_add')}
${
  passkeys.length > 0 &&
  html`<ul class="cards">${passkeys.map((passkey) => passkeyItem(frame, passkey, view.renamed, faults))}</ul>`
}
</section>`
}

function passkeyItem(
  frame: Frame,
  { id, name, createdAt, usedAt, isSecondFactor }: Passkey,
  renamed: RenamedPasskey | undefined,
  faults: FormFaults,
) {
  const { language, base } = frame
  const action = `${base}/account/security/passkeys`
  const label = say(language, 'page.label.passkey_rename', { name })
  const hidden = { passkey: String(id) }
  const inputId = nameId(id)
  const fault = faults.get(inputId)
  const typed = renamed?.id === id ? renamed.name : name
  const rename = html`<input id="${inputId}" name="name" autocomplete="off" value="${typed}" aria-label="${label}"${
    fault && html` aria-describedby="${inputId}-fault" aria-invalid="true" autofocus`
  }>
<button class="quiet" aria-label="${label}">${say(language, 'page.button.passkey_rename')}</button>`
  const removeLabel = say(language, 'page.label.passkey_remove', { name })
  const removeText = say(language, 'page.button.passkey_remove')
  const removeLink = html`<a class="button quiet danger" href="${action}/remove?passkey=${id}"
 aria-label="${removeLabel}">${removeText}</a>`
  return html`<li class="passkey"><h3>${name}</h3>
${!isSecondFactor && html`<p class="hint">${say(language, 'page.text.passkey_of_browser')}</p>`}
<dl class="facts"><div><dt>${say(language, 'page.label.added')}</dt> <dd>${time(frame, createdAt)}</dd></div>
${usedAt && html`<div><dt>${say(language, 'page.label.last_used')}</dt> <dd>${time(frame, usedAt)}</dd></div>`}</dl>
${fault && html`<p class="fault" id="${inputId}-fault">${say(language, ...fault)}</p>`}
${form(frame, `${action}/rename`, rename, { className: 'rename', hidden })}
<p>${removeLink}</p></li>`
}
