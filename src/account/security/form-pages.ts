import { renderSVG } from 'uqr'
import { codeField, knownEmail, newPasswordField } from '../../identity/sign-in/fields.ts'
import type { Passkey } from '../../identity/users/second-factors/second-factors.ts'
import {
  copyButton,
  type FormFaults,
  field,
  form,
  noFaults,
  summary,
} from '../../platform/http/pages/fields.ts'
import type { FilledForm } from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, markup, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { type Language, type MessageKey, say } from '../../platform/i18n/catalogue.ts'
import { formKeyField } from '../../support/idempotency/write.ts'

const button = (language: Language, key: MessageKey): Html =>
  html`<div class="buttons"><button>${say(language, key)}</button></div>`

/** The button of a form, beside the link back. */
const buttons = ({ language, base }: Frame, key: MessageKey, className?: 'danger'): Html =>
  html`<div class="buttons"><button${className && html` class="${className}"`}>${say(language, key)}</button>
<a class="button quiet" href="${base}/account/security">${say(language, 'page.link.cancel')}</a></div>`

interface FormPage {
  readonly title: string
  readonly content: Piece
  readonly faults?: FormFaults
  readonly script?: boolean
}

/** A page with one form. */
function formPage(frame: Frame, { title, content, faults = noFaults, script }: FormPage): string {
  return layout(frame, {
    title,
    content: html`${summary(frame.language, faults)}
${content}`,
    isError: faults.size > 0,
    account: 'security',
    ...(script && { script }),
  })
}

/** Asks for a new email address. */
export function emailPage(frame: Frame, { form: typed, faults }: FilledForm): string {
  const { language, base } = frame
  const newEmail = {
    name: 'email',
    label: say(language, 'page.label.new_email'),
    type: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    value: typed.get('email'),
    required: true,
    autofocus: true,
  } as const
  const content = form(
    frame,
    `${base}/account/security/email`,
    html`${field(language, newEmail, faults)}
${buttons(frame, 'page.button.change_email')}`,
  )
  return formPage(frame, { title: say(language, 'page.button.change_email'), content, faults })
}

/** Asks for a new password. */
export function passwordPage(
  frame: Frame,
  { email, formKey, faults = noFaults }: { email: string; formKey: string; faults?: FormFaults },
): string {
  const { language, base } = frame
  const password = newPasswordField(language)
  const content = form(
    frame,
    `${base}/account/security/password`,
    html`${knownEmail(email)}
${field(language, password, faults)}
${buttons(frame, 'page.button.change_password')}`,
    { hidden: { [formKeyField]: formKey } },
  )
  return formPage(frame, { title: say(language, 'page.button.change_password'), content, faults })
}

/** Starts adding an authenticator app. */
export function startTotpPage(frame: Frame): string {
  const { language, base } = frame
  const content = html`<p>${say(language, 'page.text.totp_off')}</p>
${form(frame, `${base}/account/security/totp`, buttons(frame, 'page.button.totp_add'))}`
  return formPage(frame, { title: say(language, 'page.title.totp'), content })
}

/** Asks whether to remove the authenticator app. */
export function removeTotpPage(frame: Frame): string {
  const { language, base } = frame
  const content = html`<p>${say(language, 'page.text.totp_remove')}</p>
${form(frame, `${base}/account/security/totp/remove`, buttons(frame, 'page.button.totp_remove', 'danger'))}`
  return formPage(frame, { title: say(language, 'page.button.totp_remove'), content })
}

/** Asks whether to replace the recovery codes. */
export function renewCodesPage(frame: Frame): string {
  const { language, base } = frame
  const content = html`<p>${say(language, 'page.text.recovery_renew')}</p>
${form(frame, `${base}/account/security/recovery-codes`, buttons(frame, 'page.button.recovery_renew'))}`
  return formPage(frame, { title: say(language, 'page.button.recovery_renew'), content })
}

/** Asks for the name of a new passkey. The script creates the passkey. */
export function passkeyPage(
  frame: Frame,
  { name, faults = noFaults }: { name: string; faults?: FormFaults },
): string {
  const { language, base, csrf } = frame
  const action = `${base}/account/security/passkeys`
  const nameField = {
    name: 'name',
    label: say(language, 'page.label.passkey_name'),
    autocomplete: 'off',
    value: name,
    required: true,
    autofocus: true,
  } as const
  const content = html`<p>${say(language, 'page.text.passkeys')}</p>
<p class="hint" data-without-passkeys>${say(language, 'page.text.passkeys_script')}</p>
<p data-without-passkeys><a href="${base}/account/security">${say(language, 'page.link.cancel')}</a></p>
<form method="post" action="${action}" hidden novalidate data-passkey="create" data-options="${action}/options"
 data-failed="${say(language, 'page.error.passkey_add')}">
<input type="hidden" name="csrf" value="${csrf}">
<input type="hidden" name="credential" value="">
${field(language, nameField, faults)}
<p class="fault" role="alert" data-fault hidden></p>
${buttons(frame, 'page.button.passkey_add')}
</form>`
  const title = say(language, 'page.button.passkey_add')
  return formPage(frame, { title, content, faults, script: true })
}

/** Asks whether to remove a passkey. */
export function removePasskeyPage(frame: Frame, { id, name }: Passkey): string {
  const { language, base } = frame
  const action = `${base}/account/security/passkeys/remove`
  const remove = buttons(frame, 'page.button.passkey_remove', 'danger')
  const content = html`<p>${say(language, 'page.text.passkey_remove')}</p>
${form(frame, action, remove, { hidden: { passkey: String(id) } })}`
  return formPage(frame, { title: say(language, 'page.label.passkey_remove', { name }), content })
}

export interface TotpView {
  /** Undefined if the app was confirmed meanwhile. */
  readonly key: { readonly secret: string; readonly uri: string } | undefined
  readonly faults?: FormFaults
}

const qrCode = (text: string): Html => markup(renderSVG(text, { border: 2 }))

/** Shows the key of an authenticator app, and asks for its first code. */
export function totpPage(frame: Frame, { key, faults = noFaults }: TotpView): string {
  const { language, base } = frame
  const code = codeField(language, { inputmode: 'numeric', first: key === undefined })
  const content = html`${summary(language, faults)}
${
  key &&
  html`<p>${say(language, 'page.text.totp_scan')}</p>
<div class="qr" role="img" aria-label="${say(language, 'page.label.qr')}">${qrCode(key.uri)}</div>
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
  return layout(frame, { title, content, isError: faults.size > 0, account: 'security' })
}

/** Groups of four characters, which are easier to copy. Apps ignore the spaces. */
const grouped = (secret: string): string => secret.match(/.{1,4}/g)?.join(' ') ?? ''

/** Shows new recovery codes. They are shown only once. */
export function recoveryCodesPage(frame: Frame, codes: readonly string[]): string {
  const { language, base } = frame
  const file = `data:text/plain;charset=utf-8,${encodeURIComponent(`${codes.join('\n')}\n`)}`
  const download = say(language, 'page.button.download_codes')
  const content = html`<p>${say(language, 'page.text.recovery_codes')}</p>
<ul class="codes">${codes.map((code) => html`<li>${code}</li>`)}</ul>
<div class="buttons">${copyButton(language, '.codes')}
<a class="button quiet" download="recovery-codes.txt" href="${file}">${download}</a>
<button type="button" class="quiet" hidden data-prints>${say(language, 'page.button.print')}</button></div>
<p><a class="button" href="${base}/account/security">${say(language, 'page.link.recovery_kept')}</a></p>`
  const title = say(language, 'page.title.recovery_codes')
  return layout(frame, { title, content, account: 'security' })
}
