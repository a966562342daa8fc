import { readFileSync } from 'node:fs'
import { generatedPages } from '../reference/generated-pages.ts'
import type { Document } from '../reference/openapi.ts'
import {
  contentsFile,
  decisionsFile,
  type ListedPage,
  pagePathOf,
  readContents,
} from './contents.ts'
import { linkedFilesIn, type Targets } from './links.ts'
import type { DocsPage } from './page.ts'
import { packageRoot } from './place.ts'

export interface MenuSection {
  readonly title: string
  readonly pages: readonly DocsPage[]
}

export interface Site extends Targets {
  readonly menu: readonly MenuSection[]
  readonly document: Document
  /** The codes of errors and the relations of links that have a page. */
  readonly terms: ReadonlyMap<string, string>
}

/** Reads the guides and `openapi.json` of the package, and makes the pages of the reference. */
export function readSite(): Site {
  const read = (file: string) => readFileSync(new URL(file, packageRoot), 'utf8')
  const document = JSON.parse(read('openapi.json')) as Document
  const contents = read(contentsFile)
  const written = readContents(contents).map(({ title, pages }) => ({
    title,
    pages: pages.map((page) => writtenPage(page, read(page.file))),
  }))
  const listed = written.flatMap(({ pages }) => pages)
  const decisions = readContents(read(decisionsFile), decisionsFile)
    .flatMap(({ pages }) => pages)
    .map((page) => ({ ...writtenPage(page, read(page.file)), parent: 'decisions' }))
  const guideToErrors = listed.find(({ path }) => path === 'errors')?.markdown ?? ''
  const { menu: reference, others, terms } = generatedPages(document, guideToErrors)
  const menu = written.map((section) =>
    section.title === referenceTitle ? { ...section, pages: reference } : section,
  )
  const all = [
    writtenPage(firstPage, withReference(contents, reference)),
    ...menu.flatMap((section) => section.pages),
    ...others,
    ...decisions,
  ]
  const pages = new Map(all.map((page) => [page.path, page]))
  return { pages, menu, document, terms, files: new Set(all.flatMap(linkedFilesIn)) }
}

const firstPage: ListedPage = {
  title: 'Documentation',
  file: contentsFile,
  summary: 'What is where',
}

/** The section of the table of contents that the generated pages belong to. */
const referenceTitle = 'Reference'

/** Lists the generated pages in the table of contents, after the text of their section. */
function withReference(contents: string, pages: readonly DocsPage[]): string {
  const list = pages.map(({ label, path, summary }) => `- [${label}](${path}.md): ${summary}.`)
  const [before, after = ''] = contents.split(`## ${referenceTitle}\n`)
  const [text, ...rest] = after.split(/^(?=## )/m)
  return [before, `## ${referenceTitle}\n`, text, list.join('\n'), '\n\n', ...rest].join('')
}

function writtenPage({ title: label, file, summary }: ListedPage, markdown: string): DocsPage {
  const path = pagePathOf(file)
  const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? label
  return { path, title, label, summary, file, markdown, parent: path }
}
