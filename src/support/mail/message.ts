import { type MessageKey, say } from '../../platform/i18n/catalogue.ts'
import { timeText } from '../../platform/i18n/time-text.ts'
import { type Email, type EmailKind, type FactorChange, linkHours } from './email.ts'
import { type Content, mailPage, type Part, plainText } from './frame.ts'

/** The text of an email. */
export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What every email depends on. */
export interface MessageContext {
  readonly serviceName: string
  /** Where the pages are: absolute, without a slash at its end. */
  readonly authUrl: string
  /** When it happened, in milliseconds since the epoch. */
  readonly at: number
}

/** How an email of one kind is made up. */
interface Plan {
  /** What to do if it was somebody else. */
  readonly unasked: MessageKey
  readonly button: MessageKey
  /** Where the button leads if the letter has no link: a path of the pages. */
  readonly path: string
  /** Whether it reports a finished change. The button is for readers who did not make the change, so it comes last. */
  readonly notice?: boolean
}

const plans: Readonly<Record<EmailKind, Plan>> = {
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
    notice: true,
  },
  confirm_new_email: {
    unasked: 'mail.unasked.ignore',
    button: 'mail.button.confirm_email',
    path: '/account/security',
  },
  email_changed: {
    unasked: 'mail.unasked.contact',
    button: 'mail.button.security',
    path: '/account/security',
    notice: true,
  },
  second_factor_changed: {
    unasked: 'mail.unasked.undo',
    button: 'mail.button.security',
    path: '/account/security',
    notice: true,
  },
  sign_in_link: {
    unasked: 'mail.unasked.sign_in',
    button: 'mail.button.sign_in',
    path: '/sign-in',
  },
}

/** Writes an email in its reader's language. */
export function messageOf(letter: Email, context: MessageContext): Message {
  const { serviceName, authUrl } = context
  const { language, kind } = letter
  const { unasked, button, path, notice } = plans[kind]
  const words = (key: MessageKey) => say(language, key, { service: serviceName })
  const about: EmailKind | FactorChange = letter.change ?? kind
  const hours = hoursOf(letter)
  const action: readonly Part[] = [
    { kind: 'button', label: words(button), link: letter.link ?? authUrl + path },
    ...(hours === undefined
      ? []
      : [{ kind: 'text', text: words(`mail.link_life.${hours}`) } as const]),
  ]
  const warning: Part = { kind: 'text', text: words(unasked) }
  const content: Content = {
    language,
    serviceName,
    subject: words(`mail.subject.${about}`),
    parts: [
      { kind: 'text', text: words(`mail.text.${about}`) },
      ...factsOf(letter, context),
      ...(notice ? [warning, ...action] : [...action, warning]),
      { kind: 'note', text: words('mail.automatic') },
    ],
  }
  return { subject: content.subject, text: plainText(content), html: mailPage(content) }
}

/** The code to type, and the time and the browser of the request, as far as they are known. */
function factsOf(letter: Email, context: MessageContext): readonly Part[] {
  const { language, code } = letter
  const codes: readonly Part[] =
    code === undefined ? [] : [{ kind: 'facts', facts: [[say(language, 'mail.label.code'), code]] }]
  return [...codes, ...circumstancesOf(letter, context)]
}

function circumstancesOf({ language, browser }: Email, { at }: MessageContext): readonly Part[] {
  if (browser === undefined) return []
  const name = browser === '' ? say(language, 'mail.name.unknown_browser') : browser
  return [
    {
      kind: 'facts',
      facts: [
        [say(language, 'mail.label.time'), timeText(language, at)],
        [say(language, 'mail.label.browser'), name],
      ],
    },
  ]
}

/** How long a letter's link lives, in hours; undefined where it leads to a page that is always there. */
export const hoursOf = ({ kind }: Email) =>
  kind in linkHours ? linkHours[kind as keyof typeof linkHours] : undefined
