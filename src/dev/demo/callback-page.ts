import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { say } from '../../platform/i18n/catalogue.ts'

/** The query parameters of the page. */
type Told = readonly (readonly [name: string, value: string])[]

export interface CallbackView {
  readonly told: Told
  /** Commands for a shell: what exchanges the code, if there is one, and what uses the token. */
  readonly exchange: string | undefined
  readonly use: string
}

/** Shows developers what an application is told when its user comes back, and what it does next. */
export function callbackPage(frame: Frame, { told, exchange, use }: CallbackView): string {
  const { language } = frame
  const commands = html`<p>${say(language, 'page.label.demo_exchange')}</p>
<pre><code>${exchange}</code></pre>
<p>${say(language, 'page.label.demo_use')}</p>
<pre><code>${use}</code></pre>`
  const content = html`${factsOf(told)}
${exchange === undefined ? html`<p>${say(language, 'page.text.demo_no_code')}</p>` : commands}
${startAgain(frame)}`
  return layout(frame, { title: say(language, 'page.title.demo'), content })
}

/** Shows developers where an application must stop: this browser was not sent with this `state`. */
export function foreignCallbackPage(frame: Frame, told: Told): string {
  const { language } = frame
  const content = html`<div class="summary" role="alert"><p>${say(language, 'page.text.demo_state')}</p></div>
${factsOf(told)}
${startAgain(frame)}`
  return layout(frame, { title: say(language, 'page.title.demo_state'), content, isError: true })
}

const factsOf = (told: Told): Html | false =>
  told.length > 0 &&
  html`<dl class="facts">${told.map(
    ([name, value]) => html`<div><dt>${name}</dt> <dd><code>${value}</code></dd></div>`,
  )}</dl>`

const startAgain = ({ language, base }: Frame): Html =>
  html`<p><a class="button" href="${base}/demo">${say(language, 'page.link.start_again')}</a></p>`
