import type { Brand } from '../../platform/http/pages/brand/brand.ts'
import { type Language, type MessageKey, say } from '../../platform/i18n/catalogue.ts'
import { timeText } from '../../platform/i18n/time-text.ts'
import { type Email, type EmailKind, type FactorChange, linkHours, undoHours } from './email.ts'
import { type Content, type EmailPart, mailPage, plainText } from './frame.ts'

/** The text of an email. */
export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** Values that every email needs. */
export interface MessageContext {
  readonly serviceName: string
  /** The URL of the pages, without a trailing slash. */
  readonly authUrl: string
  readonly brand?: Brand | undefined
  /** The time of the event, in milliseconds since the epoch. */
  readonly at: number
  /** The time zone that the user chose (IANA). Times are in UTC without one. */
  readonly timeZone?: string | undefined
}

/** The content of one kind of email. */
interface EmailPlan {
  /** The advice for readers who did not cause the email. */
  readonly unasked: MessageKey
  /** If omitted, the email has no button. */
  readonly button?: MessageKey
  /** The path of the page behind the button, if the email has no link. */
  readonly path?: string
  /**
   * Whether it reports a finished change. The button then comes last, because it is for readers who
   * did not make the change.
   */
  readonly isNotice?: boolean
}

const plans: Readonly<Record<EmailKind, EmailPlan>> = {
  confirm_email: {
    unasked: 'mail.unasked.ignore',
    button: 'mail.button.confirm_email',
    path: '/sign-up',
  },
  account_exists: {
    unasked: 'mail.unasked.unchanged',
    button: 'mail.button.sign_in',
    path: '/sign-in',
  },
  reset_password: {
    unasked: 'mail.unasked.ignore',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
  },
  password_changed: {
    unasked: 'mail.unasked.takeover',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
    isNotice: true,
  },
  address_confirmed: {
    unasked: 'mail.unasked.takeover',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
    isNotice: true,
  },
  confirm_new_email: {
    unasked: 'mail.unasked.ignore',
    button: 'mail.button.confirm_email',
    path: '/account/security',
  },
  email_changed: {
    unasked: 'mail.unasked.undo',
    button: 'mail.button.sign_in_undo',
    path: '/account/security',
    isNotice: true,
  },
  account_recovered: {
    unasked: 'mail.unasked.recovered',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
  },
  address_taken_back: { unasked: 'mail.unasked.support_disabled', isNotice: true },
  second_factor_changed: {
    unasked: 'mail.unasked.undo',
    button: 'mail.button.sign_in_undo',
    path: '/account/security',
    isNotice: true,
  },
  new_sign_in: {
    unasked: 'mail.unasked.new_sign_in',
    button: 'mail.button.new_sign_in',
    path: '/account/security',
    isNotice: true,
  },
  sign_in_link: {
    unasked: 'mail.unasked.sign_in',
    button: 'mail.button.sign_in',
    path: '/sign-in',
  },
  sign_in_code: {
    unasked: 'mail.unasked.code',
    button: 'mail.button.sign_in',
    path: '/sign-in',
  },
  erasure_requested: {
    unasked: 'mail.unasked.erasure',
    button: 'mail.button.privacy',
    path: '/account/privacy',
    isNotice: true,
  },
  erasure_cancelled: {
    unasked: 'mail.unasked.takeover',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
    isNotice: true,
  },
  account_erased: { unasked: 'mail.unasked.erased', isNotice: true },
  data_exported: {
    unasked: 'mail.unasked.takeover',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
    isNotice: true,
  },
  support_factors_reset: {
    unasked: 'mail.unasked.support_undo',
    button: 'mail.button.sign_in_undo',
    path: '/account/security',
    isNotice: true,
  },
  support_email_set: {
    unasked: 'mail.unasked.recovered',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
  },
  support_email_removed: { unasked: 'mail.unasked.support_disabled', isNotice: true },
  support_password_set: {
    unasked: 'mail.unasked.support',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
    isNotice: true,
  },
  support_disabled: { unasked: 'mail.unasked.support_disabled', isNotice: true },
  support_enabled: {
    unasked: 'mail.unasked.support',
    button: 'mail.button.sign_in',
    path: '/sign-in',
    isNotice: true,
  },
  webhook_disabled: {
    unasked: 'mail.unasked.webhook',
    button: 'mail.button.webhooks',
    path: '/developer',
    isNotice: true,
  },
  application_secret_changed: {
    unasked: 'mail.unasked.application',
    button: 'mail.button.application',
    path: '/developer',
    isNotice: true,
  },
  application_uris_changed: {
    unasked: 'mail.unasked.application',
    button: 'mail.button.application',
    path: '/developer',
    isNotice: true,
  },
  confirm_payout: {
    unasked: 'mail.unasked.payout',
    button: 'mail.button.confirm_payout',
    path: '/account/paymentmethods',
  },
  confirm_bank_account: {
    unasked: 'mail.unasked.bank_account',
    button: 'mail.button.confirm_payout',
    path: '/account/paymentmethods',
  },
  payout_changed: {
    unasked: 'mail.unasked.payout_takeover',
    button: 'mail.button.payout_undo',
    path: '/account/paymentmethods',
    isNotice: true,
  },
  payout_cleared: {
    unasked: 'mail.unasked.payout_takeover',
    button: 'mail.button.payout_undo',
    path: '/account/paymentmethods',
    isNotice: true,
  },
  payout_deleted: {
    unasked: 'mail.unasked.takeover',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
    isNotice: true,
  },
  payout_undone: {
    unasked: 'mail.unasked.takeover',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
    isNotice: true,
  },
  payout_details: {
    unasked: 'mail.unasked.takeover',
    button: 'mail.button.new_password',
    path: '/forgotten-password',
    isNotice: true,
  },
  developer_admitted: {
    unasked: 'mail.unasked.developer',
    button: 'mail.button.developer',
    path: '/developer',
  },
}

/** Renders an email in the language of its reader. */
export function messageOf(email: Email, context: MessageContext): Message {
  const { serviceName, authUrl, brand } = context
  const { language, kind } = email
  const { unasked, button, path = '', isNotice } = plans[kind]
  const date =
    email.date === undefined ? '' : timeText(language, email.date, context.timeZone, 'full')
  const { provider = '', method = '' } = email
  const values = { service: serviceName, date, provider, method }
  const text = (key: MessageKey) => say(language, key, values)
  const about: EmailKind | FactorChange = email.change ?? kind
  const hours = linkHoursOf(email)
  const action: readonly EmailPart[] = [
    ...(button === undefined
      ? []
      : [{ kind: 'button', label: text(button), link: email.link ?? authUrl + path } as const]),
    ...(hours === undefined
      ? []
      : [{ kind: 'text', text: text(`mail.link_life.${hours}`) } as const]),
  ]
  const warning: EmailPart = { kind: 'text', text: text(unasked) }
  const content: Content = {
    language,
    serviceName,
    brand,
    subject: text(`mail.subject.${about}`),
    parts: [
      { kind: 'text', text: text(`mail.text.${about}`) },
      ...factsOf(email, context),
      ...(isNotice ? [warning, ...action] : [...action, warning]),
      { kind: 'note', text: text('mail.automatic') },
    ],
  }
  return { subject: content.subject, text: plainText(content), html: mailPage(content) }
}

/** Returns the code to type, and the time and the browser of the request, if they are known. */
function factsOf(email: Email, context: MessageContext): readonly EmailPart[] {
  const { language, code } = email
  const codes: readonly EmailPart[] =
    code === undefined ? [] : [{ kind: 'facts', facts: [[say(language, 'mail.label.code'), code]] }]
  return [...codes, ...circumstancesOf(email, context)]
}

function circumstancesOf(
  { language, browser, place, amr }: Email,
  { at, timeZone }: MessageContext,
): readonly EmailPart[] {
  if (browser === undefined) return []
  const name = browser === '' ? say(language, 'mail.name.unknown_browser') : browser
  return [
    {
      kind: 'facts',
      facts: [
        [say(language, 'mail.label.time'), timeText(language, at, timeZone)],
        [say(language, 'mail.label.browser'), name],
        ...(place === undefined ? [] : [[say(language, 'mail.label.place'), place] as const]),
        ...(amr === undefined ? [] : [methodFact(language, amr)]),
      ],
    },
  ]
}

const methodNames: Readonly<Record<string, MessageKey>> = {
  pwd: 'page.name.password',
  otp: 'mail.label.code',
  hwk: 'mail.name.passkey',
  swk: 'mail.name.passkey',
  fed: 'mail.name.provider',
}

/** Says how a user signed in. @param amr the methods (RFC 8176) */
function methodFact(language: Language, amr: readonly string[]): readonly [string, string] {
  const names = amr.flatMap((one) => methodNames[one] ?? []).map((key) => say(language, key))
  return [say(language, 'mail.label.sign_in_method'), names.join(' + ')]
}

/**
 * Returns the lifetime of an email's link, in hours; undefined if it leads to a page that always
 * exists.
 */
export const linkHoursOf = ({ kind, change, link }: Email) => {
  // Emails that an older version queued have no link to take the change back.
  if (link === undefined && isNotice(kind)) return undefined
  if (change !== undefined) return undoHours[change]
  return kind in linkHours ? linkHours[kind as keyof typeof linkHours] : undefined
}

const isNotice = (kind: EmailKind): boolean => plans[kind].isNotice === true
