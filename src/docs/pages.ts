import { readFileSync } from 'node:fs'
import { Marked } from 'marked'
import { packageRoot } from './files.ts'

/** A page of the documentation: a Markdown file of the package. */
export interface DocsPage {
  /** The path below `/docs`. The first page has the empty path. */
  readonly path: string
  readonly title: string
  /** The path of its file in the repository. Links in it are relative to this file. */
  readonly file: string
  readonly markdown: string
}

/** The first page. It is the table of contents. */
export const contentsFile = 'docs/guide/README.md'

/** The path of the page of a file, below `/docs`. */
export const pagePathOf = (file: string): string =>
  file.replace(/^docs\/(?:guide\/)?/, '').replace(/\/?(?:README)?\.md$/, '')

/** The file that a link leads to, with the anchor. Undefined if it leads to another site. */
export function targetOf(href: string, from: string): { file: string; hash: string } | undefined {
  const { protocol, pathname, hash } = new URL(href, `file:///${from}`)
  return protocol === 'file:' ? { file: decodeURIComponent(pathname.slice(1)), hash } : undefined
}

interface Found {
  readonly pages: ReadonlyMap<string, DocsPage>
  /** All files that links lead to, by their path in the repository, and those of the pages. */
  readonly files: ReadonlySet<string>
}

/** Reads all pages that links lead to, beginning with the table of contents. */
export function readPages(): Found {
  const pages = new Map<string, DocsPage>()
  const files = new Set([contentsFile])
  // A loop over a set also visits what is added meanwhile.
  for (const file of files) {
    const path = pagePathOf(file)
    if (!file.endsWith('.md') || pages.has(path)) continue
    const markdown = readFileSync(new URL(file, packageRoot), 'utf8')
    const title = /^# (.+)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? file
    pages.set(path, { path, title, file, markdown })
    for (const href of linksIn(markdown)) {
      const target = targetOf(href, file)
      if (target !== undefined) files.add(target.file)
    }
  }
  return { pages, files }
}

/** The targets of all links and images in Markdown. */
export function linksIn(markdown: string): readonly string[] {
  const targets: string[] = []
  const marked = new Marked({
    walkTokens: (token) => {
      if (token.type === 'link' || token.type === 'image') targets.push(token.href)
    },
  })
  marked.parse(markdown)
  return targets
}
