import type { ApplicationStart } from '../../../platform/http/pages/error.ts'
import { nextStepLinks } from '../../../platform/http/pages/error.ts'
import { form } from '../../../platform/http/pages/fields.ts'
import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { type MessageKey, say } from '../../../platform/i18n/catalogue.ts'
import { timeText } from '../../../platform/i18n/time-text.ts'
import type { TakenBack, Undo } from '../../accounts/recovery.ts'
import type { EndedLink } from '../../email-links/links.ts'
import { withReturn } from '../return-to.ts'

export interface EndedLinkView {
  readonly token: string
  /** Undefined if the link is unknown. */
  readonly link: EndedLink | undefined
  /** Where the user was going. */
  readonly returnTo: string | undefined
}

/**
 * Explains why the link of an email no longer works, and how the user can continue. It does not
 * reveal whether there is an account.
 */
export function endedLinkPage(frame: Frame, { token, link, returnTo }: EndedLinkView): string {
  const { language, base } = frame
  const isConfirmed = link?.kind === 'sign_up' && link.end === 'used'
  const again =
    link !== undefined &&
    !isConfirmed &&
    (link.kind === 'sign_up' || link.kind === 'reset_password') &&
    html`<p>${say(language, 'page.text.another_link', { email: link.email })}</p>
${form(
  frame,
  `${base}/another-link`,
  html`<div class="buttons"><button>${say(language, 'page.button.another_link')}</button></div>`,
  { hidden: { token } },
)}`
  const signIn = base + withReturn('/sign-in', returnTo)
  const items = waysOf(link).map(
    ([path, key]) =>
      html`<li><a href="${base}${withReturn(path, returnTo)}">${say(language, key)}</a></li>`,
  )
  const ways = isConfirmed
    ? html`<p><a class="button" href="${signIn}">${say(language, 'page.title.sign_in')}</a></p>`
    : html`<ul class="links">${items}</ul>`
  const content = html`<p>${say(language, textOf(link))}</p>
${again}
${ways}`
  return layout(frame, { title: say(language, 'page.title.link_expired'), content, isError: true })
}

function textOf(link: EndedLink | undefined): MessageKey {
  if (link === undefined) return 'page.text.link_expired'
  if (link.end === 'used') return usedTexts[link.kind]
  return link.end === 'replaced' ? 'page.text.link_replaced' : 'page.text.link_too_old'
}

const usedTexts = {
  sign_up: 'page.text.link_used_sign_up',
  reset_password: 'page.text.link_used',
  new_email: 'page.text.link_used_new_email',
  sign_in: 'page.text.link_used',
  email_sign_in: 'page.text.link_used',
  payout_proof: 'page.text.link_used',
  payout_undo: 'page.text.link_used',
  sign_in_undo: 'page.text.link_used',
} as const satisfies Record<EndedLink['kind'], MessageKey>

function waysOf(link: EndedLink | undefined): readonly (readonly [string, MessageKey])[] {
  if (link?.kind === 'new_email') return [['/account/security', 'page.link.to_security']]
  const signIn = ['/sign-in', 'page.title.sign_in'] as const
  return link === undefined
    ? [signIn, ['/forgotten-password', 'page.link.forgotten'], ['/sign-up', 'page.link.sign_up']]
    : [signIn]
}

/** Says what taking a change of how one signs in back does, and asks whether to do it. */
export function signInUndoPage(
  frame: Frame,
  { token, email, since }: { readonly token: string } & Pick<Undo, 'email' | 'since'>,
): string {
  const { language, base, serviceName: service, timeZone } = frame
  const text = { service, email, date: timeText(language, since, timeZone) }
  const button = html`<div class="buttons"><button class="danger">${say(language, 'page.button.sign_in_undo')}</button></div>`
  const content = html`<p>${say(language, 'page.text.sign_in_undo', text)}</p>
<p>${say(language, 'page.text.sign_in_undo_effect', text)}</p>
${form(frame, `${base}/sign-in/undo`, button, { hidden: { token } })}`
  return layout(frame, { title: say(language, 'page.title.sign_in_undo'), content })
}

/**
 * Says that the change was taken back, how to sign in again, and with what else one can sign in:
 * somebody else may have added it long before.
 */
export function takenBackPage(frame: Frame, { email, methods }: TakenBack): string {
  const { language, serviceName: service, timeZone } = frame
  const names = [
    ...(methods.totp === undefined ? [] : [say(language, 'page.name.totp')]),
    ...methods.passkeys.map(
      ({ name, createdAt }) => `${name}, ${timeText(language, createdAt, timeZone)}`,
    ),
    ...methods.identities.map((one) => `${one.email}, ${URL.parse(one.issuer)?.host ?? ''}`),
  ]
  const others =
    names.length > 0 &&
    html`<p>${say(language, 'page.text.taken_back_methods', { service })}</p>
<ul>${names.map((name) => html`<li>${name}</li>`)}</ul>`
  const content = html`<p>${say(language, 'page.text.taken_back', { email })}</p>
${others}
<p class="hint">${say(language, 'page.text.no_email')}</p>`
  return layout(frame, { title: say(language, 'page.title.taken_back'), content })
}

/**
 * Shows a link to an application that cannot continue its request in this browser. The user is
 * signed in.
 */
export function continuePage(frame: Frame, { name, start }: ApplicationStart): string {
  const { language } = frame
  const content = html`<p>${say(language, 'page.text.continue', { application: name })}</p>
${nextStepLinks(frame, { name, start })}`
  return layout(frame, { title: say(language, 'page.title.continue'), content })
}
