import { readFileSync } from 'node:fs'
import { generatedPages } from '../reference/generated-pages.ts'
import type { Document } from '../reference/openapi.ts'
import { contentsFile, type ListedPage, pagePathOf, readContents } from './contents.ts'
import type { DocsPage } from './page.ts'

export interface MenuSection {
  readonly title: string
  readonly pages: readonly DocsPage[]
}

export interface Site {
  readonly pages: ReadonlyMap<string, DocsPage>
  readonly menu: readonly MenuSection[]
  readonly document: Document
  /** The codes of errors and the relations of links that have a page. */
  readonly terms: ReadonlyMap<string, string>
}

const packageRoot = new URL('../../../', import.meta.url)

/** Reads the guides and `openapi.json` of the package, and makes the pages of the reference. */
export function readSite(): Site {
  const read = (file: string) => readFileSync(new URL(file, packageRoot), 'utf8')
  const document = JSON.parse(read('openapi.json')) as Document
  const contents = read(contentsFile)
  const written = readContents(contents).map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => writtenPage(page, read(page.file))),
  }))
  const errors = written.flatMap(({ pages }) => pages).find(({ path }) => path === 'errors')
  const { menu: reference, others, terms } = generatedPages(document, errors?.markdown ?? '')
  const menu = [...written, { title: 'Reference', pages: reference }]
  const pages = [
    writtenPage({ title: 'Documentation', file: contentsFile, summary: 'What is where' }, contents),
    ...menu.flatMap((section) => section.pages),
    ...others,
  ]
  return { pages: new Map(pages.map((page) => [page.path, page])), menu, document, terms }
}

function writtenPage({ title: label, file, summary }: ListedPage, markdown: string): DocsPage {
  const path = pagePathOf(file)
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? label
  return { path, title, label, summary, file, markdown, parent: path }
}
