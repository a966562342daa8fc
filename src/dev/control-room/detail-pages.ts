import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import type { ReceivedEmail } from './inbox.ts'
import type { Exchange, Headers } from './traffic.ts'

/**
 * Lists the emails that development has written to files.
 * @param wanted the words that the emails contain
 */
export function inboxPage(frame: Frame, emails: readonly ReceivedEmail[], wanted: string): string {
  const items = emails.map(
    ({ name, subject, to, date }) =>
      html`<li><a href="${frame.base}/demo/mail/${name}">${subject}</a> to ${to} ${time(frame, date)}</li>`,
  )
  const none =
    wanted === ''
      ? html`<p>No email has arrived. Emails arrive here unless <code>SMTP_URL</code> is set.</p>`
      : html`<p>No email contains these words.</p>`
  const list = html`<form method="get" action="${frame.base}/demo/mail" role="search">
<div class="field"><label for="q">Recipient, subject or text</label>
<input id="q" name="q" type="search" value="${wanted}"></div>
<div class="buttons"><button class="quiet">Filter</button></div></form>
${items.length > 0 ? html`<ul class="lines">${items}</ul>` : none}`
  return layout(frame, { title: 'Inbox', content: framed(frame, list), isEnglish: true })
}

/** Shows the text of an email. Its links work. */
export function emailPage(frame: Frame, { subject, to, date, text }: ReceivedEmail): string {
  const content = html`<p class="hint">To ${to}, ${time(frame, date)}</p>
<pre>${withLinks(text)}</pre>
<p><a href="${frame.base}/demo/mail">All emails</a></p>`
  return layout(frame, { title: subject, content: framed(frame, content), isEnglish: true })
}

/** Shows what a request and its response said. */
export function exchangePage(frame: Frame, exchange: Exchange): string {
  const { at, method, target, outcome, ms, details } = exchange
  const lines = (headers: Headers) =>
    html`<pre>${headers.map(([name, value]) => `${name}: ${value}\n`)}</pre>`
  const content = html`<p class="hint">${outcome} after ${ms} ms, ${time(frame, at)}</p>
${
  details &&
  html`<h2>Headers of the request</h2>${lines(details.sent)}
<h2>Headers of the response</h2>${lines(details.answered)}
${details.error !== '' && html`<h2>Error</h2><pre>${details.error}</pre>`}`
}`
  const title = `${method} ${target}`
  return layout(frame, { title, content: framed(frame, content), isEnglish: true })
}

const framed = ({ base }: Frame, content: Html): Html =>
  html`<link rel="stylesheet" href="${base}/demo/room.css">
${content}
<p><a href="${base}/demo">Back to the control room</a></p>`

/** Makes links of the URLs in a text. Every other piece of the split is a URL. */
const withLinks = (text: string): readonly (string | Html)[] =>
  text
    .split(/(https?:\/\/[^\s<>]+)/)
    .map((piece, index) => (index % 2 === 0 ? piece : html`<a href="${piece}">${piece}</a>`))
