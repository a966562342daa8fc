import { say } from '../../../i18n/catalogue.ts'
import type { Frame } from '../frame.ts'
import { type Html, html, type Piece } from '../html.ts'

/** One of the things in a list. */
export interface Row {
  /** A picture of the thing. Screen readers skip it. */
  readonly mark?: Piece
  readonly name: string
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

/** A list of things, one row each. */
export const rows = (frame: Frame, list: readonly Row[]): Html =>
  html`<ul class="rows">${list.map((one) => row(frame, one))}</ul>`

function row(frame: Frame, { mark, name, tag, actions = [], status, warns, details }: Row): Html {
  const items = actions.filter((action) => action !== false)
  return html`<li class="item">${mark}<div><h3>${name}${tag && html` <span class="tag">${tag}</span>`}</h3>
${status && html`<p class="status${warns && ' warning'}">${status}</p>`}
${details && html`<p class="hint">${details}</p>`}</div>
${items.length > 0 && actionMenu(frame, name, items)}</li>`
}

/** A menu that the user opens, without a script. Opening one closes the others. */
function actionMenu({ language }: Frame, name: string, items: readonly Html[]): Html {
  const action = say(language, 'page.label.menu')
  const label = say(language, 'page.label.action_on', { action, name })
  return html`<details class="drop actions" name="actions"><summary aria-label="${label}">⋯</summary>
<ul>${items.map((item) => html`<li>${item}</li>`)}</ul></details>`
}
