import type { Frame } from '../../../platform/http/pages/frame.ts'
import { html } from '../../../platform/http/pages/html.ts'
import { layout } from '../../../platform/http/pages/layout.ts'
import { say } from '../../../platform/i18n/catalogue.ts'

/** A form that a browser sends to an application. */
export interface FormPost {
  /** The redirect URI. */
  readonly action: string
  readonly fields: Readonly<Record<string, string>>
}

/**
 * A page that takes the response of an authorization request to the application (OAuth 2.0 Form
 * Post Response Mode). The script of all pages sends the form. Without it, the user does.
 */
export function formPostPage(frame: Frame, { action, fields }: FormPost): string {
  const { language } = frame
  const title = say(language, 'page.title.form_post', { host: new URL(action).host })
  const content = html`<form method="post" action="${action}" data-sends>
${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
<div class="buttons"><button>${say(language, 'page.button.continue')}</button></div>
</form>`
  return layout(frame, { title, content })
}
