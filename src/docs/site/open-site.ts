import { type Html, html } from '../../platform/http/pages/html.ts'
import { type Document, schemaNameOf } from '../reference/openapi.ts'
import { relationsOf } from '../reference/relations.ts'
import { type Dress, docsLayout } from './frame.ts'
import { render, sourceOf } from './markdown.ts'
import type { DocsPage } from './page.ts'
import type { Place } from './place.ts'
import { listForPrograms } from './programs.ts'
import { openSearch, partsOf, type SearchHit, searchOptions } from './search.ts'
import { readSite, type Site } from './site.ts'

/** What the explorer and the console need to send requests. */
export interface Playground {
  readonly baseUrl: string
  /** The access token of a demo user. Absent outside of development. */
  readonly token?: string | undefined
}

/** The documentation, ready to be sent or written to files. */
export interface OpenSite {
  readonly site: Site
  /**
   * A complete page. Undefined if there is none at this path.
   * @param playground undefined in production: the tools are left out
   */
  page(path: string, playground: Playground | undefined): string | undefined
  /** The Markdown of a page. */
  source(path: string): string | undefined
  /** The page of a search. Without a query, a script of the page searches. */
  found(query: string): Promise<string>
  /** What the search in the browser needs. */
  index(): string
  /** @param origin what links begin with */
  programs(origin: string): string
}

/** Reads the documentation once. Pages are rendered when somebody asks for them, and then kept. */
export function openSite(place: Place, dress: Dress): OpenSite {
  const site = readSite()
  const kept = new Map<string, string>()
  let search: ReturnType<typeof openSearch> | undefined
  const write = (page: DocsPage, playground: Playground | undefined): string => {
    const { content, headings } = render(page, site, place)
    const tool = playground && tools[page.path]
    return docsLayout(
      {
        page,
        headings,
        content: html`${content}${tool ? tool(playground, site, place) : page.path in tools && unavailable}`,
        scripts: tool === undefined ? [] : [`assets/${page.path}.js`],
      },
      site,
      place,
      dress,
    )
  }
  return {
    site,
    page(path, playground) {
      const page = site.pages.get(path)
      if (page === undefined) return undefined
      if (path in tools) return write(page, playground)
      const text = kept.get(path) ?? write(page, playground)
      kept.set(path, text)
      return text
    },
    source(path) {
      const page = site.pages.get(path === 'index' ? '' : path)
      return page && sourceOf(page, site, place)
    },
    async found(query) {
      search ??= openSearch(site)
      const parts = query === '' ? [] : (await search)(query)
      return docsLayout(
        { page: searchPage, headings: [], content: results(query, parts, place) },
        site,
        place,
        dress,
      )
    },
    index() {
      const parts = partsOf(site).map(({ target, ...part }) => {
        const [path = '', anchor] = target.split('#')
        // Links are relative to the folder of the index.
        const url = place.page(path, '') + (anchor === undefined ? '' : `#${anchor}`)
        return { ...part, target: url }
      })
      return JSON.stringify({ options: searchOptions, parts })
    },
    programs: (origin) => listForPrograms(site, place, origin),
  }
}

const unavailable = html`<p role="status">A service in production does not offer this tool.</p>`

const searchPage: DocsPage = {
  path: 'search',
  title: 'Search',
  label: 'Search',
  summary: 'Search the documentation',
  file: 'docs/guide/search.md',
  markdown: '',
  parent: '',
}

function results(query: string, parts: readonly SearchHit[], place: Place) {
  const items = parts.map(({ target, title, heading, text }) => {
    const [path = '', anchor] = target.split('#')
    const url = place.page(path, 'search') + (anchor === undefined ? '' : `#${anchor}`)
    const name = heading === '' ? title : `${title}: ${heading}`
    return html`<li><a href="${url}">${name}</a><p class="hint">${text}</p></li>`
  })
  const said =
    query === ''
      ? 'Enter what you are looking for.'
      : parts.length === 0
        ? `Nothing was found for “${query}”.`
        : `Results for “${query}”:`
  return html`<div id="found"><p role="status">${said}</p><ol class="found">${items}</ol></div>`
}

/** The pages with an interactive tool. A script of the same name runs it. */
const tools: Readonly<Record<string, (playground: Playground, site: Site, place: Place) => Html>> =
  {
    explorer: ({ baseUrl, token }, { document }) =>
      html`<div id="explorer" hidden data-root="${baseUrl}" data-token="${token}"
 data-requests="${JSON.stringify(requestsOf(document))}"></div>`,
    console: ({ baseUrl, token }, _site, place) =>
      html`<div id="console" data-openapi="${place.file('openapi.json', 'console')}"
 data-docs="${place.page('', 'console')}" data-base="${baseUrl}" data-token="${token}">
<button hidden>Open the console</button></div>`,
  }

/** The requests of links that are not followed with GET: the method, and an example of the body. */
const requestsOf = (document: Document) =>
  Object.fromEntries(
    relationsOf(document).flatMap(({ name, operation }) => {
      if (operation === undefined || operation.method === 'get') return []
      const schema = schemaNameOf(operation.requestBody?.content) ?? ''
      const body = document.components.schemas[schema]?.examples?.[0]
      return [[name, { method: operation.method.toUpperCase(), body }]]
    }),
  )
