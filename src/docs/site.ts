import { html } from '../platform/http/pages/html.ts'
import { docsLayout, type Frame, type Reference, referenceLayout } from './layout.ts'
import { render } from './markdown.ts'
import { contentsFile, type DocsPage, pagePathOf, readPages, targetOf } from './pages.ts'
import { openSearch, type Passage } from './search.ts'

interface SiteSettings extends Pick<Frame, 'styles' | 'serviceName' | 'logo'> {
  /** The path of the issuer without a trailing slash. */
  readonly base: string
  readonly authUrl: string
  readonly baseUrl: string
}

/** The documentation, ready to be sent. */
export interface Site {
  /** A page. Undefined if there is none at this path below `/docs`. */
  page(path: string): string | undefined
  /** The page with the results of a search. */
  search(query: string): string
  reference(reference: Reference): string
  /** The files below `/docs/files`, by their path in the repository. */
  readonly files: ReadonlySet<string>
}

/** Reads the documentation once. Pages are rendered when somebody asks for them, and then kept. */
export function openSite({ base, authUrl, baseUrl, ...look }: SiteSettings): Site {
  const docs = `${base}/docs`
  const { pages, files } = readPages()
  const urlOfPage = (path: string) => (path === '' ? docs : `${docs}/${path}`)
  const urlFrom = (from: string) => (href: string) => {
    const target = targetOf(href, from)
    if (target === undefined) return href
    const { file, hash } = target
    if (file === openapi) return `${docs}/reference`
    return file.endsWith('.md') ? urlOfPage(pagePathOf(file)) + hash : `${docs}/files/${file}`
  }
  /** Blocks of code show the service that shows them. */
  const shown = (code: string) =>
    code.replaceAll(`${documented}/v2`, baseUrl).replaceAll(documented, authUrl)
  const menu = menuIn(pages.get('')?.markdown ?? '', urlFrom(contentsFile))
  const frame: Frame = { docs, menu, ...look }
  const write = ({ path, title, file, markdown }: DocsPage) => {
    const rendered = render(markdown, urlFrom(file), shown)
    const source = `${docs}/files/${file}`
    return docsLayout({ title, href: urlOfPage(path), source, ...rendered }, frame)
  }
  const kept = new Map<string, string>()
  let search: ReturnType<typeof openSearch> | undefined
  return {
    files,
    page(path) {
      const page = pages.get(path)
      if (page === undefined) return undefined
      const text = kept.get(path) ?? write(page)
      kept.set(path, text)
      return text
    },
    search(query) {
      search ??= openSearch(pages.values())
      const found = query === '' ? [] : search(query)
      const content = results(query, found, urlOfPage, `${docs}/reference`)
      return docsLayout({ title: 'Search', href: `${docs}/search`, content }, frame)
    },
    reference: (reference) => referenceLayout(reference, `${base}/${openapi}`, frame),
  }
}

const openapi = 'openapi.json'

/** The service that the documents show. */
const documented = 'http://localhost:8080'

/** The menu: each `## Heading` begins a section, each `- [Label](file.md): …` is a link. */
function menuIn(contents: string, urlOf: (href: string) => string): Frame['menu'] {
  return contents
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      title: section.split('\n', 1)[0] ?? '',
      links: [...section.matchAll(/^- \[([^\]]+)\]\(([^)]+)\)/gm)].map(
        ([, label = '', href = '']) => ({ label, href: urlOf(href) }),
      ),
    }))
}

function results(
  query: string,
  found: readonly Passage[],
  urlOf: (path: string) => string,
  reference: string,
) {
  const items = found.map(({ target, title, heading, text }) => {
    const name = heading === '' ? title : `${title}: ${heading}`
    return html`<li><a href="${urlOf(target)}">${name}</a><p class="hint">${text.slice(0, 200)}</p></li>`
  })
  const said =
    query === ''
      ? 'Enter what you are looking for.'
      : found.length === 0
        ? `Nothing was found for “${query}”.`
        : `Results for “${query}”:`
  return html`<p role="status">${said}</p><ol class="found">${items}</ol>
<p>The <a href="${reference}">reference</a> has a search of its own for operations and schemas.</p>`
}
