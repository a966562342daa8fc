import { Marked, type Tokens } from 'marked'
import { type Html, html, markup } from '../platform/http/pages/html.ts'
import type { Heading } from './layout.ts'

export interface Rendered {
  readonly content: Html
  readonly headings: readonly Heading[]
}

/**
 * Renders the Markdown of a page, without its title. The content is ours, so HTML in it is not
 * escaped.
 * @param urlOf makes the URL of a link or image
 * @param shown changes the text of a block of code
 */
export function render(
  markdown: string,
  urlOf: (href: string) => string,
  shown: (code: string) => string,
): Rendered {
  const headings: Heading[] = []
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        if (depth === 1) return ''
        const text = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = headingId(text)
        headings.push({ depth, text, id })
        const level = Math.min(depth, 4)
        const content = this.parser.parseInline(tokens)
        return `<h${level} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${level}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        return html`<a href="${urlOf(href)}">${markup(this.parser.parseInline(tokens))}</a>`.text
      },
      image({ href, text }: Tokens.Image) {
        return html`<img src="${urlOf(href)}" alt="${text}">`.text
      },
      code({ text, lang = '' }: Tokens.Code) {
        const [language = ''] = lang.split(/\s/)
        return html`<pre tabindex="0" role="group" aria-label="${names[language] ?? 'Text'}"><code>${shown(text)}
</code></pre>
`.text
      },
      table(this: { parser: { parseInline(tokens: Tokens.Generic[]): string } }, token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')
        const head = cells(token.header, 'th')
        const isIndex = indexes.includes(token.header[0]?.text ?? '')
        const body = token.rows.map(
          (row) => `<tr${isIndex ? anchorOf(row) : ''}>${cells(row, 'td')}</tr>`,
        )
        const isBare = token.header.every(({ text }: Tokens.TableCell) => text === '')
        const content = `${isBare ? '' : `<thead><tr>${head}</tr></thead>`}<tbody>${body.join('\n')}</tbody>`
        const label = 'tabindex="0" role="group" aria-label="Table"'
        return `<div class="table" ${label}><table>${content}</table></div>\n`
      },
    },
  })
  const content = markup(marked.parse(markdown, { async: false }))
  return { content, headings }
}

/** The anchor of a heading, as GitHub makes it. */
export const headingId = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

/** The first column of tables whose rows have anchors: codes of errors and relations of links. */
const indexes: readonly string[] = ['Code', 'Relation']

/** A row that begins with a code has the code as its anchor. */
function anchorOf([first]: Tokens.TableCell[]): string {
  const [, code] = /^`([a-z_:]+)`$/.exec(first?.text ?? '') ?? []
  return code === undefined ? '' : ` id="${code}"`
}

/** What a block of code is, for screen readers. */
const names: Readonly<Record<string, string>> = {
  sh: 'Commands',
  json: 'JSON',
  js: 'JavaScript',
  ts: 'TypeScript',
}
