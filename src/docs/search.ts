import MiniSearch from 'minisearch'
import { headingId } from './markdown.ts'
import type { DocsPage } from './pages.ts'

/** A part of a page that can be found. Each heading begins one. */
export interface Passage {
  readonly id: number
  /** The path of the page, with the anchor of the part. */
  readonly target: string
  /** The title of the page. */
  readonly title: string
  /** The heading of the part. Empty for the beginning of a page. */
  readonly heading: string
  readonly text: string
}

/** Longer queries are cut, in characters. */
const longestQuery = 100
const mostFound = 20

/** Makes the index of all pages. @returns a function that finds passages, the best first */
export function openSearch(pages: Iterable<DocsPage>): (query: string) => readonly Passage[] {
  const passages = [...pages].flatMap(passagesOf).map((passage, id) => ({ id, ...passage }))
  const index = new MiniSearch<Passage>({
    fields: ['title', 'heading', 'text'],
    searchOptions: {
      boost: { title: 5, heading: 3 },
      prefix: true,
      fuzzy: 0.1,
      combineWith: 'AND',
      boostDocument: (id) => (isBackground(passages[Number(id)]) ? 0.1 : 1),
    },
  })
  index.addAll(passages)
  return (query) =>
    index
      .search(query.slice(0, longestQuery))
      .slice(0, mostFound)
      .flatMap(({ id }) => passages[Number(id)] ?? [])
}

/** Whether it is about the project itself, which counts less than guides. */
const isBackground = (passage?: Passage): boolean =>
  /^(?:decisions|CHANGELOG|CONTRIBUTING)\b/.test(passage?.target ?? '')

const passagesOf = ({ path, title, markdown }: DocsPage) =>
  markdown.split(/^(?=## )/m).map((part) => {
    const heading = plain(/^## (.+)/.exec(part)?.[1] ?? '')
    const target = heading === '' ? path : `${path}#${headingId(heading)}`
    return { target, title, heading, text: plain(part.replace(/^#.*/, '')) }
  })

/** Text without the signs of Markdown. */
const plain = (markdown: string): string =>
  markdown
    .replace(/\]\([^()\s]*\)/g, '')
    .replace(/^(?:```.*|\|[-|]+)$/gm, '')
    .replace(/[`*[\]|#]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
