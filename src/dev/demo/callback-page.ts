import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { say } from '../../platform/i18n/catalogue.ts'

/** The query parameters of the page. */
type QueryParameters = readonly (readonly [name: string, value: string])[]

export interface CallbackView {
  readonly parameters: QueryParameters
  /** Shell commands: the exchange of the code, if there is a code, and the use of the token. */
  readonly exchange: string | undefined
  readonly use: string
}

/** Shows developers what an application receives when its user comes back, and its next steps. */
export function callbackPage(frame: Frame, { parameters, exchange, use }: CallbackView): string {
  const { language } = frame
  const commands = html`<p>${say(language, 'page.label.demo_exchange')}</p>
<pre><code>${exchange}</code></pre>
<p>${say(language, 'page.label.demo_use')}</p>
<pre><code>${use}</code></pre>`
  const content = html`${factsOf(parameters)}
${exchange === undefined ? html`<p>${say(language, 'page.text.demo_no_code')}</p>` : commands}
${startAgain(frame)}`
  return layout(frame, { title: say(language, 'page.title.demo'), content })
}

/** Shows developers when an application must stop: the `state` does not belong to this browser. */
export function foreignCallbackPage(frame: Frame, parameters: QueryParameters): string {
  const { language } = frame
  const content = html`<div class="summary" role="alert"><p>${say(language, 'page.text.demo_state')}</p></div>
${factsOf(parameters)}
${startAgain(frame)}`
  return layout(frame, { title: say(language, 'page.title.demo_state'), content, isError: true })
}

const factsOf = (parameters: QueryParameters): Html | false =>
  parameters.length > 0 &&
  html`<dl class="facts">${parameters.map(
    ([name, value]) => html`<div><dt>${name}</dt> <dd><code>${value}</code></dd></div>`,
  )}</dl>`

const startAgain = ({ language, base }: Frame): Html =>
  html`<p><a class="button" href="${base}/demo/authorize">${say(language, 'page.link.start_again')}</a></p>`
