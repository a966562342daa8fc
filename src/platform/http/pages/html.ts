/** Markup that needs no escaping. Only `html` and `markup` create it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** A value in an `html` template. Null, undefined and false become empty text. */
export type Piece = Html | string | number | null | undefined | false | readonly Piece[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for an element or a quoted attribute. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

function textOf(piece: Piece): string {
  if (piece instanceof Html) return piece.text
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'object') return piece.map(textOf).join('')
  return escaped(String(piece))
}

/** Writes markup. Values are escaped, except for markup. The items of a list are joined. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    strings.reduce((before, string, index) => before + textOf(pieces[index - 1]) + string),
  )
}

/** Makes markup from constant text, such as a drawing. Never pass user input. */
export const markup = (text: string): Html => new Html(text)
