import { Marked, type Tokens } from 'marked'
import { type Html, html, markup } from '../../platform/http/pages/html.ts'
import { headingId } from './heading-id.ts'
import { replaceTargets, urlOf } from './links.ts'
import type { DocsPage } from './page.ts'
import type { Place } from './place.ts'
import type { Site } from './site.ts'

/** A heading of a page, for its own table of contents. */
export interface Heading {
  readonly depth: number
  readonly text: string
  readonly id: string
}

export interface Rendered {
  readonly content: Html
  readonly headings: readonly Heading[]
}

/**
 * Renders the Markdown of a page, without its title. The content is ours, so HTML in it is not
 * escaped.
 */
export function render(page: DocsPage, site: Site, place: Place): Rendered {
  const headings: Heading[] = []
  const taken = new Map<string, number>()
  let inLink = false
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        if (depth === 1) return ''
        const text = plainText(this.parser.parseInline(tokens))
        const wanted = headingId(text)
        const times = taken.get(wanted) ?? 0
        taken.set(wanted, times + 1)
        const id = times === 0 ? wanted : `${wanted}-${times}`
        headings.push({ depth, text, id })
        const level = Math.min(depth, 4)
        inLink = true
        const content = this.parser.parseInline(tokens)
        inLink = false
        return `<h${level} id="${id}"><a class="anchor" href="#${id}">${content}</a></h${level}>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        inLink = true
        const text = this.parser.parseInline(tokens)
        inLink = false
        const target = urlOf(href, page, site, place, 'page')
        return html`<a href="${target}">${markup(text)}</a>`.text
      },
      codespan({ text }: Tokens.Codespan) {
        const path = inLink ? undefined : site.terms.get(text)
        const code = html`<code>${text}</code>`
        if (path === undefined || path === page.path) return code.text
        return html`<a href="${place.page(path, page.path)}">${code}</a>`.text
      },
      code({ text, lang = '' }: Tokens.Code) {
        const [language = ''] = lang.split(/\s/)
        const kind = names[language] ?? (language || 'text')
        return html`<pre tabindex="0" role="group" aria-label="${kind}"><code>${text}
</code></pre>
`.text
      },
      table(this: { parser: { parseInline(tokens: Tokens.Generic[]): string } }, token) {
        const cells = (row: Tokens.TableCell[], tag: string) =>
          row.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join('')
        const head = cells(token.header, 'th')
        const body = token.rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')
        const isBare = token.header.every(({ text }: Tokens.TableCell) => text === '')
        const content = `${isBare ? '' : `<thead><tr>${head}</tr></thead>`}<tbody>${body}</tbody>`
        const label = 'tabindex="0" role="group" aria-label="Table"'
        return `<div class="table" ${label}><table>${content}</table></div>\n`
      },
      image({ href, text }: Tokens.Image) {
        return html`<img src="${urlOf(href, page, site, place, 'page')}" alt="${text}">`.text
      },
    },
  })
  const content = markup(marked.parse(page.markdown, { async: false }))
  return { content, headings }
}

/** What a block of code is, for screen readers. */
const names: Readonly<Record<string, string>> = {
  sh: 'Commands',
  json: 'JSON',
  js: 'JavaScript',
  ts: 'TypeScript',
  text: 'Text',
}

const entities: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
}

/** The text of markup. */
const plainText = (markup: string): string =>
  markup
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (name) => entities[name] ?? '')

/** The Markdown of a page, with links that work beside the Markdown of the other pages. */
export const sourceOf = (page: DocsPage, site: Site, place: Place): string =>
  replaceTargets(page.markdown, (href) => urlOf(href, page, site, place, 'source'))
