import type { default as MiniSearch, Options, SearchResult } from 'minisearch'
import { headingId } from './heading-id.ts'
import type { DocsPage } from './page.ts'
import type { Site } from './site.ts'

/** A part of a page that can be found. */
export interface Passage {
  readonly id: number
  /** The path of the page, with the anchor of the part. */
  readonly target: string
  /** The title of the page. */
  readonly title: string
  /** The heading of the part. Empty for the beginning of a page. */
  readonly heading: string
  readonly text: string
  /** How much the part counts in the order of results. Background counts less than guides. */
  readonly weight: number
}

/** How the server and the browser search. */
export const searchOptions = {
  fields: ['title', 'heading', 'text'],
  storeFields: ['target', 'title', 'heading', 'text', 'weight'],
  searchOptions: {
    boost: { title: 5, heading: 3 },
    prefix: true,
    fuzzy: 0.1,
    combineWith: 'AND',
  },
} as const satisfies Options<Passage>

/** The parts of all pages. Each heading begins one. */
export function partsOf(site: Site): readonly Passage[] {
  const parts = [...site.pages.values()].flatMap((page) =>
    piecesOf(page).map((piece) => {
      const heading = plain(/^## (.+)/.exec(piece)?.[1] ?? '')
      const target = heading === '' ? page.path : `${page.path}#${headingId(heading)}`
      const text = plain(piece.replace(/^#.*/, ''))
      return { target, title: page.title, heading, text, weight: weightOf(page) }
    }),
  )
  return parts.map((part, id) => ({ id, ...part }))
}

/**
 * Guides count most, then pages about one code, relation or operation, then schemas, then
 * background.
 */
function weightOf({ path, parent }: DocsPage): number {
  if (['decisions', 'contributing', 'changelog'].includes(path) || parent === 'decisions')
    return 0.1
  if (path.startsWith('reference/schemas/')) return 0.2
  return /^(?:errors|reference|relations)\//.test(path) ? 0.5 : 1
}

/** The parts of a page. A page about one code, relation or schema is one part. */
const piecesOf = ({ path, markdown }: DocsPage): readonly string[] =>
  /^(?:errors|relations|reference\/schemas)\//.test(path) ? [markdown] : markdown.split(/^(?=## )/m)

/** Text without the signs of Markdown. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\]\([^()\s]*\)/g, '')
    .replace(/^(?:```.*|\|[-|]+)$/gm, '')
    .replace(/[`*[\]|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()

/** What a search found, best first. */
export interface SearchHit {
  readonly target: string
  readonly title: string
  readonly heading: string
  readonly text: string
}

/** Searches the parts of all pages. Loads the search only when somebody searches. */
export async function openSearch(site: Site): Promise<(query: string) => readonly SearchHit[]> {
  const { default: Search } = await import('minisearch')
  const index: MiniSearch<Passage> = new Search<Passage>(searchOptions)
  index.addAll(partsOf(site))
  const boostDocument = (_id: number, _term: string, part?: Record<string, unknown>): number =>
    Number(part?.weight)
  return (query) =>
    index.search(query.slice(0, longestQuery), { boostDocument }).slice(0, mostFound).map(foundPart)
}

/** Longer queries are cut, in characters. */
const longestQuery = 100
const mostFound = 20

const foundPart = ({ target, title, heading, text }: SearchResult): SearchHit => ({
  target: String(target),
  title: String(title),
  heading: String(heading),
  text: String(text).slice(0, 200),
})
