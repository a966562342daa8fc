import { renderSVG } from 'uqr'
import { type FormFaults, field, form, noFaults, notice, summary } from '../pages/fields.ts'
import type { Frame } from '../pages/frame.ts'
import { layout } from '../pages/layout.ts'
import { html, markup } from '../platform/html.ts'
import { type Language, type MessageKey, say } from '../platform/i18n.ts'
import type { Factors, Passkey } from '../second-factors/second-factors.ts'
import { time } from './lists-pages.ts'

/** What has just been done here. */
export const securityNotices = [
  'password_changed',
  'email_changed',
  'totp_removed',
  'passkey_added',
  'passkey_renamed',
  'passkey_removed',
] as const

export interface SecurityView {
  readonly email: string
  readonly factors: Factors
  /** A name for the passkey of this very device. */
  readonly device: string
  readonly done?: (typeof securityNotices)[number] | undefined
  readonly faults?: FormFaults
}

const button = (language: Language, key: MessageKey, className?: string) =>
  html`<div class="buttons"><button${className && html` class="${className}"`}>${say(language, key)}</button></div>`

/** How the user signs in, and how that is changed. */
export function securityPage(frame: Frame, view: SecurityView): string {
  const { language } = frame
  const { faults = noFaults } = view
  const content = html`${summary(language, faults)}
${notice(view.done && say(language, `page.text.${view.done}`))}
${emailSection(frame, view)}
${passwordSection(frame, view)}
${totpSection(frame, view)}
${passkeysSection(frame, view)}`
  const title = say(language, 'page.title.security')
  return layout(frame, {
    title,
    content,
    wrong: faults.size > 0,
    account: 'security',
    script: true,
  })
}

const ownPassword = (language: Language, name: string) =>
  ({
    name,
    label: say(language, 'page.label.current_password'),
    type: 'password',
    autocomplete: 'current-password',
    required: true,
  }) as const

function emailSection(frame: Frame, { email, faults = noFaults }: SecurityView) {
  const { language, base } = frame
  const newEmail = {
    name: 'email',
    label: say(language, 'page.label.new_email'),
    type: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    required: true,
  } as const
  return html`<section class="card" aria-labelledby="email-title">
<h2 id="email-title">${say(language, 'page.name.email')}</h2>
<p>${say(language, 'page.text.email', { email })}</p>
${form(
  frame,
  `${base}/account/security/email`,
  html`${field(language, newEmail, faults)}
${field(language, ownPassword(language, 'email_password'), faults)}
${button(language, 'page.button.change_email')}`,
)}
</section>`
}

function passwordSection(frame: Frame, { email, faults = noFaults }: SecurityView) {
  const { language, base } = frame
  const password = {
    name: 'password',
    label: say(language, 'page.label.new_password'),
    type: 'password',
    autocomplete: 'new-password',
    hint: say(language, 'page.text.password_rule'),
    required: true,
  } as const
  return html`<section class="card" aria-labelledby="password-title">
<h2 id="password-title">${say(language, 'page.name.password')}</h2>
${form(
  frame,
  `${base}/account/security/password`,
  html`<input type="email" name="username" autocomplete="username" value="${email}" readonly hidden>
${field(language, ownPassword(language, 'current'), faults)}
${field(language, password, faults)}
${button(language, 'page.button.change_password')}`,
)}
</section>`
}

function totpSection(frame: Frame, { factors }: SecurityView) {
  const { language, base } = frame
  const { totp, recoveryCodes, required } = factors
  const action = `${base}/account/security/totp`
  const left = say(language, 'page.text.recovery_left', { count: recoveryCodes })
  return html`<section class="card" aria-labelledby="totp-title">
<h2 id="totp-title">${say(language, 'page.name.totp')}</h2>
<p>${say(language, totp ? 'page.text.totp_on' : 'page.text.totp_off')}</p>
${
  totp
    ? form(frame, `${action}/remove`, button(language, 'page.button.totp_remove', 'quiet'))
    : form(frame, action, button(language, 'page.button.totp_add'))
}
${
  required &&
  html`<p>${left}</p>
${form(frame, `${base}/account/security/recovery-codes`, button(language, 'page.button.recovery_renew', 'quiet'))}`
}
</section>`
}

function passkeysSection(frame: Frame, { factors, device, faults = noFaults }: SecurityView) {
  const { language, base, csrf } = frame
  const action = `${base}/account/security/passkeys`
  const name = {
    name: 'name',
    label: say(language, 'page.label.passkey_name'),
    autocomplete: 'off',
    value: device,
    required: true,
  } as const
  return html`<section class="card" aria-labelledby="passkeys-title">
<h2 id="passkeys-title">${say(language, 'page.name.passkeys')}</h2>
<p>${say(language, 'page.text.passkeys')}</p>
${
  factors.passkeys.length > 0 &&
  html`<ul class="cards">${factors.passkeys.map((passkey) => passkeyItem(frame, passkey))}</ul>`
}
<p class="hint" data-without-passkeys>${say(language, 'page.text.passkeys_script')}</p>
<form method="post" action="${action}" hidden novalidate data-passkey="create" data-options="${action}/options">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="credential" value="">
${field(language, name, faults)}
<p class="fault" role="alert" data-fault hidden>${say(language, 'page.error.passkey_add')}</p>
${button(language, 'page.button.passkey_add')}
</form>
</section>`
}

function passkeyItem(frame: Frame, { id, name, createdAt, usedAt }: Passkey) {
  const { language, base } = frame
  const action = `${base}/account/security/passkeys`
  const label = say(language, 'page.label.passkey_rename', { name })
  const hidden = { passkey: String(id) }
  const rename = html`<input name="name" autocomplete="off" value="${name}" aria-label="${label}">
<button class="quiet" aria-label="${label}">${say(language, 'page.button.passkey_rename')}</button>`
  const remove = html`<button class="quiet" aria-label="${say(language, 'page.label.passkey_remove', { name })}">${say(language, 'page.button.passkey_remove')}</button>`
  return html`<li class="passkey"><h3>${name}</h3>
<dl class="facts"><div><dt>${say(language, 'page.label.added')}</dt> <dd>${time(language, createdAt)}</dd></div>
${usedAt && html`<div><dt>${say(language, 'page.label.last_used')}</dt> <dd>${time(language, usedAt)}</dd></div>`}</dl>
${form(frame, `${action}/rename`, rename, { className: 'rename', hidden })}
${form(frame, `${action}/remove`, remove, { hidden })}</li>`
}

export interface TotpView {
  /** Absent where the app has it already. */
  readonly key?: { readonly secret: string; readonly uri: string }
  readonly faults?: FormFaults
}

/** Shows the key of an authenticator app, and asks for its first code. */
export function totpPage(frame: Frame, { key, faults = noFaults }: TotpView): string {
  const { language, base } = frame
  const code = {
    name: 'code',
    label: say(language, 'page.label.code'),
    autocomplete: 'one-time-code',
    inputmode: 'numeric',
    required: true,
    first: key === undefined,
  } as const
  const content = html`${summary(language, faults)}
${
  key &&
  html`<p>${say(language, 'page.text.totp_scan')}</p>
<div class="qr" role="img" aria-label="${say(language, 'page.label.qr')}">${markup(renderSVG(key.uri, { border: 2 }))}</div>
<p>${say(language, 'page.label.secret')}: <span class="secret">${grouped(key.secret)}</span></p>`
}
<p>${say(language, 'page.text.totp_confirm')}</p>
${form(
  frame,
  `${base}/account/security/totp/confirm`,
  html`${field(language, code, faults)}
${button(language, 'page.button.totp_confirm')}`,
)}
<p><a href="${base}/account/security">${say(language, 'page.link.start_again')}</a></p>`
  const title = say(language, 'page.title.totp')
  return layout(frame, { title, content, wrong: faults.size > 0, account: 'security' })
}

/** In fours, as people copy it; apps do not mind. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** Shows recovery codes, this once. */
export function recoveryCodesPage(frame: Frame, codes: readonly string[]): string {
  const { language, base } = frame
  const content = html`<p>${say(language, 'page.text.recovery_codes')}</p>
<ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
<p><a class="button" href="${base}/account/security">${say(language, 'page.link.recovery_kept')}</a></p>`
  const title = say(language, 'page.title.recovery_codes')
  return layout(frame, { title, content, account: 'security' })
}
