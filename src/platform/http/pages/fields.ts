import { type Language, type Message, say } from '../../i18n/catalogue.ts'
import type { Frame } from './frame.ts'
import { type Html, html, markup, type Piece } from './html.ts'

/** The faults of a form by the name of the field. A fault of the whole form has the name ''. */
export type FormFaults = ReadonlyMap<string, Message>

export const noFaults: FormFaults = new Map()

export interface Field {
  readonly name: string
  readonly label: string
  readonly type?: 'text' | 'email' | 'password'
  readonly autocomplete: string
  readonly value?: string | undefined
  readonly hint?: string
  readonly inputmode?: 'numeric' | 'email' | 'text' | 'tel'
  /** Values to choose from. Other values are accepted. */
  readonly suggestions?: readonly Option[]
  readonly required?: boolean
  /**
   * Whether the field has the focus at first. If there are faults, the first faulty field has it.
   */
  readonly autofocus?: boolean
}

/** A value of a form, and its text for people. */
export interface Option {
  readonly value: string
  readonly text: string
}

const has = (name: string, present: boolean | undefined): Html | false =>
  present === true && markup(` ${name}`)

/**
 * A field with its label, its hint and its fault, linked for screen readers (WCAG 2.2, 1.3.1 and
 * 3.3.1).
 */
export function field(language: Language, given: Field, faults: FormFaults = noFaults): Html {
  const { name, type = 'text', autocomplete, value, inputmode, suggestions = [] } = given
  const isPlainInput = type !== 'password' && (type === 'email' || inputmode === 'numeric')
  const input = html`<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"${
    value !== undefined && html` value="${value}"`
  }${inputmode && html` inputmode="${inputmode}"`}${has(
    'autocapitalize="none" spellcheck="false"',
    isPlainInput,
  )}${suggestions.length > 0 && html` list="${name}-list"`}${stateOf(given, faults)}>${
    type === 'password' && revealButton(language, name)
  }
${
  suggestions.length > 0 &&
  html`<datalist id="${name}-list">${suggestions.map(
    ({ value, text }) => html`<option value="${value}">${text}</option>`,
  )}</datalist>`
}`
  const wrapped = type === 'password' ? html`<div class="reveal">${input}</div>` : input
  return labelled(language, given, faults, wrapped)
}

/** A button that shows what was typed. It is hidden until the script shows it. */
const revealButton = (language: Language, name: string): Html =>
  html`<button type="button" hidden data-reveals="${name}" aria-pressed="false"
 aria-label="${say(language, 'page.button.reveal')}">${eye}</button>`

const eye = markup(
  '<svg viewBox="0 0 24 24" width="22" height="22" fill="none" stroke="currentColor" ' +
    'stroke-width="1.800" aria-hidden="true"><path d="M2 12s3.600-6.500 10-6.500S22 12 22 ' +
    '12s-3.600 6.500-10 6.500S2 12 2 12z"/><circle cx="12" cy="12" r="3"/><path class="off" d="M4 ' +
    '4l16 16"/></svg>',
)

/** A field for a file. Browsers forget the file if the form is shown again. */
export function fileField(
  language: Language,
  given: Labelled & { readonly accept: string },
  faults: FormFaults = noFaults,
): Html {
  const { name, accept } = given
  const input = html`<input id="${name}" name="${name}" type="file" accept="${accept}"${stateOf(given, faults)}>`
  return labelled(language, given, faults, input)
}

/** A field of several lines. */
export function textArea(
  language: Language,
  given: Labelled & { readonly value: string; readonly rows: number },
  faults: FormFaults = noFaults,
): Html {
  const { name, value, rows } = given
  // Browsers drop a line break at the start (HTML, 13.1.2).
  const input = html`<textarea id="${name}" name="${name}" rows="${rows}" autocomplete="off"${has(
    'autocapitalize="none" spellcheck="false"',
    true,
  )}${stateOf(given, faults)}>
${value}</textarea>`
  return labelled(language, given, faults, input)
}

export interface Choice extends Pick<Field, 'name' | 'label' | 'hint' | 'required' | 'autofocus'> {
  readonly autocomplete?: string
  readonly value: string
  readonly options: readonly Option[]
  /** The id of the button that a choice with the mouse presses. */
  readonly submits?: string
}

/** A field with a fixed list of values. */
export function select(language: Language, given: Choice, faults: FormFaults = noFaults): Html {
  const { name, autocomplete = 'off', value, options, submits } = given
  // An option without a value has its text as the value (HTML, 4.10.10).
  const items = options.map(
    (option) =>
      html`<option${option.value !== option.text && html` value="${option.value}"`}${has(
        'selected',
        option.value === value,
      )}>${option.text}</option>`,
  )
  const input = html`<select id="${name}" name="${name}" autocomplete="${autocomplete}"${
    submits && html` data-submits="${submits}"`
  }${stateOf(given, faults)}>${items}</select>`
  return labelled(language, given, faults, input)
}

export interface Checkbox {
  readonly name: string
  readonly label: string
  readonly checked: boolean
  readonly hint?: string
}

/** A box to tick. The form has its name only if it is ticked. */
export const checkbox = ({ name, label, checked, hint }: Checkbox): Html =>
  html`<div class="check">
<input id="${name}" name="${name}" type="checkbox" value="true"${has('checked', checked)}${
    hint && html` aria-describedby="${name}-hint"`
  }>
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
</div>`

type Labelled = Pick<Field, 'name' | 'label' | 'hint' | 'required' | 'autofocus'>

/** The attributes that tell what a field needs and what is wrong with it. */
function stateOf({ name, hint, required, autofocus }: Labelled, faults: FormFaults): Html {
  const wrong = faults.has(name)
  const focused = faults.size > 0 ? [...faults.keys()][0] === name : autofocus
  const described = [hint && `${name}-hint`, wrong && `${name}-fault`].filter(Boolean).join(' ')
  return html`${described !== '' && html` aria-describedby="${described}"`}${has(
    'aria-invalid="true"',
    wrong,
  )}${has('required', required)}${has('autofocus', focused)}`
}

function labelled(
  language: Language,
  { name, label, hint }: Labelled,
  faults: FormFaults,
  input: Html,
): Html {
  const wrong = faults.get(name)
  return html`<div class="field">
<label for="${name}">${label}</label>
${hint && html`<p class="hint" id="${name}-hint">${hint}</p>`}
${wrong && html`<p class="fault" id="${name}-fault">${say(language, ...wrong)}</p>`}
${input}
</div>`
}

export interface FormOptions {
  readonly className?: string
  readonly hidden?: Readonly<Record<string, string>>
  /** Whether a field of it is a file. */
  readonly hasFile?: boolean
}

/** A form with the hidden field against cross-site request forgery. */
export const form = (
  { csrf }: Pick<Frame, 'csrf'>,
  action: string,
  content: Piece,
  { className, hidden = {}, hasFile = false }: FormOptions = {},
): Html => html`<form method="post" action="${action}" novalidate${
  className && html` class="${className}"`
}${has('enctype="multipart/form-data"', hasFile)}>
<input type="hidden" name="csrf" value="${csrf}">
${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
${content}
</form>`

/**
 * A button that copies what an element contains. It is hidden until the script shows it.
 * @param selector selects the element
 * @param name what is copied, for screen readers, where a page has several such buttons
 */
export function copyButton(language: Language, selector: string, name?: string): Html {
  const action = say(language, 'page.button.copy')
  const label = name && say(language, 'page.label.action_on', { action, name })
  return html`<button type="button" class="quiet" hidden data-copies="${selector}"
 data-copied="${say(language, 'page.button.copied')}"${label && html` aria-label="${label}"`}>${action}</button>`
}

/**
 * The list of faults at the top of a page. Each one links to its field. If no field is at fault, it
 * is the message alone.
 */
export function summary(language: Language, faults: FormFaults): Html | false {
  const whole = faults.get('')
  if (faults.size === 0) return false
  if (faults.size === 1 && whole !== undefined)
    return html`<div class="summary" role="alert"><p>${say(language, ...whole)}</p></div>`
  const items = [...faults].map(([name, message]) =>
    name === ''
      ? html`<li>${say(language, ...message)}</li>`
      : html`<li><a href="#${name}">${say(language, ...message)}</a></li>`,
  )
  return html`<div class="summary" role="alert"><p>${say(language, 'page.text.check')}</p><ul>${items}</ul></div>`
}

/** A line that confirms the last action. */
export const notice = (content: Piece): Html | false =>
  content !== undefined && content !== false && html`<p class="notice" role="status">${content}</p>`
