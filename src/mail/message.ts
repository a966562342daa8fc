import { type Html, html } from '../platform/html.ts'
import { type Language, type MessageKey, say } from '../platform/i18n.ts'
import { type Letter, type LetterKind, linkHours } from './letter.ts'

/** A letter in words. */
export interface Message {
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** What to do for those who know nothing of it. */
const unasked = {
  confirm_email: 'mail.unasked.ignore',
  account_exists: 'mail.unasked.unchanged',
  reset_password: 'mail.unasked.ignore',
  password_changed: 'mail.unasked.takeover',
  confirm_new_email: 'mail.unasked.ignore',
  email_changed: 'mail.unasked.contact',
  second_factor_changed: 'mail.unasked.takeover',
} as const satisfies Record<LetterKind, MessageKey>

type Line = { readonly says: string } | { readonly leads: string }

/** Puts a letter into words, in its reader's language. The link is spelled out, to be read before it is followed. */
export function messageOf(letter: Letter, service: string): Message {
  const { language, kind, link } = letter
  const words = (key: MessageKey) => say(language, key, { service })
  const hours = hoursOf(letter)
  const lines: readonly Line[] = [
    { says: words(`mail.text.${kind}`) },
    ...(link === undefined ? [] : [{ leads: link }]),
    ...(hours === undefined ? [] : [{ says: words(`mail.link_life.${hours}`) }]),
    { says: words(unasked[kind]) },
    { says: words('mail.automatic') },
  ]
  return {
    subject: words(`mail.subject.${kind}`),
    text: `${lines.map((line) => ('says' in line ? line.says : line.leads)).join('\n\n')}\n`,
    html: pageOf(lines, language).text,
  }
}

/** How long a letter's link lives, in hours; undefined where it leads to a page that is always there. */
export const hoursOf = ({ kind }: Letter) =>
  kind in linkHours ? linkHours[kind as keyof typeof linkHours] : undefined

/** As plain as can be: mail programs know little of style. */
const pageOf = (lines: readonly Line[], language: Language): Html => html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"></head>
<body style="margin:24px;max-width:36em;font:16px/1.5 sans-serif">
${lines.map((line) => html`<p>${'says' in line ? line.says : anchorTo(line.leads)}</p>\n`)}</body>
</html>
`

const anchorTo = (link: string): Html =>
  html`<a href="${link}" style="word-break:break-all">${link}</a>`
