/** Markup that may be sent as it stands. Only `html` and `markup` make it. */
export class Html {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

/** What may stand in a hole of `html`. Null, undefined and false leave nothing behind. */
export type Piece = Html | string | number | null | undefined | false | readonly Piece[]

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Text as it stands in an element or in a quoted attribute. */
const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => escapes[character] ?? character)

function textOf(piece: Piece): string {
  if (piece instanceof Html) return piece.text
  if (piece === null || piece === undefined || piece === false) return ''
  if (typeof piece === 'object') return piece.map(textOf).join('')
  return escaped(String(piece))
}

/** Writes markup: what fills a hole is escaped unless it is markup itself; lists stand in a row. */
export function html(strings: TemplateStringsArray, ...pieces: readonly Piece[]): Html {
  return new Html(
    strings.reduce((before, string, index) => before + textOf(pieces[index - 1]) + string),
  )
}

/** Takes text of our own making, such as a drawing, as markup. Never what anybody has sent. */
export const markup = (text: string): Html => new Html(text)
