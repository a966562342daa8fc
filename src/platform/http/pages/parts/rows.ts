import { say } from '../../../i18n/catalogue.ts'
import { form } from '../fields.ts'
import type { Frame } from '../frame.ts'
import { type Html, html, type Piece } from '../html.ts'
import { pageIcon } from './icons.ts'

/** One of the things in a list. */
export interface Row {
  /** A picture of the thing. Screen readers skip it. */
  readonly mark?: Piece
  /** What the thing is for, above its name, in a list of different things. */
  readonly label?: string
  readonly name: string
  /** What the menu is called for screen readers, if the name may not be unique. */
  readonly menuName?: string
  /** Where the row leads. The whole row is the link. */
  readonly href?: string
  /** A word beside the name, such as "Default". */
  readonly tag?: string | false
  /** What the user can do with the thing, as links and buttons of a menu. */
  readonly actions?: readonly (Html | false)[]
  /** What the thing is, such as the lines of an address. */
  readonly text?: Piece
  /** The state of the thing. */
  readonly status?: Piece
  /** Whether the status needs the attention of the user. */
  readonly warns?: boolean
  /** When it happened. It stands at the end of the row if there is room. */
  readonly when?: Piece
}

/** A link to a form that adds a thing to a list. */
export interface AddLink {
  readonly href: string
  readonly text: string
}

/**
 * A list of things, one row each.
 * @param level the level of their headings: below the title of the page, or of a section
 * @param adds the last rows, which lead to forms that add a thing
 */
export const rows = (
  frame: Frame,
  list: readonly Row[],
  level: 2 | 3 = 3,
  adds: readonly AddLink[] = [],
): Html =>
  html`<ul class="rows">${list.map((one) => row(frame, one, level))}${adds.map(addRow)}</ul>`

const addRow = ({ href, text }: AddLink): Html =>
  html`<li class="item leads add">${pageIcon('add')}<div><a href="${href}">${text}</a></div></li>`

function row(frame: Frame, one: Row, level: 2 | 3): Html {
  const { mark, label, name, href, tag, actions = [], text, status, warns, when } = one
  const items = actions.filter((action) => action !== false)
  const link = href === undefined ? name : html`<a href="${href}">${name}</a>`
  const heading = html`${link}${tag && html` <span class="tag">${tag}</span>`}`
  return html`<li class="item${href && ' leads'}">${mark}<div>${label && html`<p class="hint">${label}</p>`}${
    level === 2 ? html`<h2>${heading}</h2>` : html`<h3>${heading}</h3>`
  }
${text && html`<p>${text}</p>`}
${status && html`<p class="status${warns && ' warning'}">${status}</p>`}</div>
${when && html`<p class="hint">${when}</p>`}
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
