import { say } from '../../../i18n/catalogue.ts'
import { form } from '../fields.ts'
import type { Frame } from '../frame.ts'
import { type Html, html, type Piece } from '../html.ts'

/** One of the things in a list. */
export interface Row {
  /** A picture of the thing. Screen readers skip it. */
  readonly mark?: Piece
  readonly name: string
  /** What the menu is called for screen readers, if the name may not be unique. */
  readonly menuName?: string
  /** Where the row leads. The whole row is the link. */
  readonly href?: string
  /** A word beside the name, such as "Default". */
  readonly tag?: string | false
  /** What the user can do with the thing, as links and buttons of a menu. */
  readonly actions?: readonly (Html | false)[]
  /** A sentence about the state of the thing. */
  readonly status?: Piece
  /** Whether the status needs the attention of the user. */
  readonly warns?: boolean
  /** More about the thing. */
  readonly details?: Piece
}

/**
 * A list of things, one row each.
 * @param level the level of their headings: below the title of the page, or of a section
 */
export const rows = (frame: Frame, list: readonly Row[], level: 2 | 3 = 3): Html =>
  html`<ul class="rows">${list.map((one) => row(frame, one, level))}</ul>`

function row(frame: Frame, one: Row, level: 2 | 3): Html {
  const { mark, name, href, tag, actions = [], status, warns, details } = one
  const items = actions.filter((action) => action !== false)
  const text = href === undefined ? name : html`<a href="${href}">${name}</a>`
  const heading = html`${text}${tag && html` <span class="tag">${tag}</span>`}`
  return html`<li class="item${href && ' leads'}">${mark}<div>${
    level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`
  }
${status && html`<p class="status${warns && ' warning'}">${status}</p>`}
${details && html`<p class="hint">${details}</p>`}</div>
${items.length > 0 && actionMenu(frame, one.menuName ?? name, items)}</li>`
}

/** A menu that the user opens, without a script. Opening one closes the others. */
function actionMenu({ language }: Frame, name: string, items: readonly Html[]): Html {
  const action = say(language, 'page.label.menu')
  const label = say(language, 'page.label.action_on', { action, name })
  return html`<details class="drop actions" name="actions"><summary aria-label="${label}">⋯</summary>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul></details>`
}

/**
 * Makes the actions of a menu: links, and buttons of forms. Screen readers hear what each is for.
 * @param name the name of the thing
 */
export function actionsOn(frame: Frame, name: string) {
  const label = (action: string) => say(frame.language, 'page.label.action_on', { action, name })
  return {
    link: (href: string, action: string, className?: 'danger'): Html =>
      html`<a${className && html` class="${className}"`} href="${href}" aria-label="${label(action)}">${action}</a>`,
    button: (path: string, action: string): Html =>
      form(frame, path, html`<button aria-label="${label(action)}">${action}</button>`),
  }
}
