import { pagePathOf, resolveFile } from './contents.ts'
import type { DocsPage } from './page.ts'
import type { Place } from './place.ts'

/** Code, in which nothing is a link; or the target of a link or image. */
const codeOrTarget = /^ *```[\s\S]*?^ *```|`[^`\n]*`|\]\(([^()\s]+)\)/gm

const isElsewhere = (href: string): boolean => /^(?:[a-z]+:|#)/i.test(href)

/** Replaces the targets of all links and images in Markdown. */
export const replaceTargets = (markdown: string, replace: (href: string) => string): string =>
  markdown.replace(codeOrTarget, (whole, href?: string) =>
    href === undefined ? whole : `](${replace(href)})`,
  )

/** The files that a page links to and that are no pages. */
export function linkedFilesIn({ file, markdown }: DocsPage): readonly string[] {
  const files: string[] = []
  replaceTargets(markdown, (href) => {
    const target = isElsewhere(href) ? '' : resolveFile(file, href.split('#')[0] ?? '')
    if (target !== '' && target !== openapi && !target.endsWith('.md')) files.push(target)
    return href
  })
  return files
}

const openapi = 'openapi.json'

/** What links of the site can lead to. */
export interface Targets {
  readonly pages: ReadonlyMap<string, DocsPage>
  /** The files of the package that pages link to, such as configurations of proxies. */
  readonly files: ReadonlySet<string>
}

/** What a link leads to: a page, or its Markdown. */
type Target = 'page' | 'source'

/** The URL of a link in a page. A link that leads nowhere stays as it is: a test finds it. */
export function urlOf(
  href: string,
  page: DocsPage,
  { pages, files }: Targets,
  place: Place,
  wanted: Target,
): string {
  if (isElsewhere(href)) return href
  const [path = '', hash] = href.split('#')
  const anchor = hash === undefined ? '' : `#${hash}`
  const file = resolveFile(page.file, path)
  // The Markdown of a page is beside the folder of the page.
  const from = wanted === 'page' ? page.path : page.path.replace(/\/?[^/]*$/, '')
  if (file === openapi) return place.file(file, from)
  if (files.has(file)) return place.file(`files/${file}`, from)
  const target = pagePathOf(file)
  return pages.has(target) ? place[wanted](target, from) + anchor : href
}
