import type { Frame } from '../pages/frame.ts'
import { layout } from '../pages/layout.ts'
import { html } from '../platform/html.ts'
import { say } from '../platform/i18n.ts'

export interface CallbackView {
  /** What the address of the page says, by name. */
  readonly told: readonly (readonly [name: string, value: string])[]
  /** Whether the state is the one that this browser was sent with. */
  readonly expected: boolean
  /** Commands for a shell: what exchanges the code, if there is one, and what uses the token. */
  readonly exchange: string | undefined
  readonly use: string
}

/** Shows developers what an application is told when its user comes back, and what it does next. */
export function callbackPage(frame: Frame, view: CallbackView): string {
  const { language, base } = frame
  const { told, expected, exchange, use } = view
  const facts = told.map(
    ([name, value]) => html`<div><dt>${name}</dt> <dd><code>${value}</code></dd></div>`,
  )
  const commands = html`<p>${say(language, 'page.label.demo_exchange')}</p>
<pre><code>${exchange}</code></pre>
<p>${say(language, 'page.label.demo_use')}</p>
<pre><code>${use}</code></pre>`
  const content = html`${told.length > 0 && html`<dl class="facts">${facts}</dl>`}
${!expected && html`<p class="notice">${say(language, 'page.text.demo_state')}</p>`}
${exchange === undefined ? html`<p>${say(language, 'page.text.demo_no_code')}</p>` : commands}
<p><a href="${base}/demo">${say(language, 'page.link.start_again')}</a></p>`
  return layout(frame, { title: say(language, 'page.title.demo'), content })
}
