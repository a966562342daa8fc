import { headingId } from '../../src/docs/markdown.ts'
import { linksIn } from '../../src/docs/pages.ts'

/** The targets of all links and files in a page, as in its markup. */
export const hyperlinksIn = (page: string): string[] =>
  [...page.matchAll(/<(?:a|link|script|form|img)\b[^>]*?\s(?:href|src|action)="([^"]*)"/g)].map(
    ([, target = '']) => target.replaceAll('&amp;', '&'),
  )

/** The anchors of a page. */
export const anchorsIn = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id))

/** The anchors that programs give to the headings of Markdown. */
const anchorsInMarkdown = (markdown: string): ReadonlySet<string> =>
  new Set(
    [...markdown.matchAll(/^##+ (.+)$/gm)].map(([, heading = '']) =>
      headingId(heading.replace(/[`*]|\]\([^)]*\)/g, '')),
    ),
  )

/** The response of a page or file. */
interface Seen {
  readonly ok: boolean
  readonly type: string
  readonly text: string
}

const isMarkdown = (url: string): boolean => url.endsWith('.md')

const targetsIn = (url: string, { type, text }: Seen): readonly string[] => {
  if (type.startsWith('text/html')) return hyperlinksIn(text)
  return isMarkdown(url) ? linksIn(text) : []
}

/**
 * Follows every hyperlink from a page and from Markdown, as long as `isInside` is true for the
 * target.
 * @returns how many pages and files there are, and the links whose target does not exist
 */
export async function crawl(
  start: string,
  read: (url: string) => Promise<Seen>,
  isInside: (url: string) => boolean,
): Promise<{ count: number; broken: readonly string[] }> {
  const seen = new Map<string, Seen>()
  const links: { readonly from: string; readonly to: URL }[] = []
  const waiting = [start]
  for (let url = waiting.pop(); url !== undefined; url = waiting.pop()) {
    if (seen.has(url)) continue
    const page = await read(url)
    seen.set(url, page)
    if (!page.ok) continue
    for (const target of targetsIn(url, page)) {
      const to = new URL(target, url)
      const place = to.href.slice(0, to.href.length - to.hash.length)
      if (!isInside(place)) continue
      links.push({ from: url, to })
      waiting.push(place)
    }
  }
  const isBroken = (to: URL): boolean => {
    const page = seen.get(to.href.slice(0, to.href.length - to.hash.length))
    if (page?.ok !== true) return true
    const anchor = decodeURIComponent(to.hash.slice(1))
    const anchors = isMarkdown(to.pathname) ? anchorsInMarkdown(page.text) : anchorsIn(page.text)
    return anchor !== '' && !anchors.has(anchor)
  }
  const broken = links
    .filter(({ to }) => isBroken(to))
    .map(({ from, to }) => `${from} → ${to.href}`)
  return { count: seen.size, broken: [...new Set(broken)] }
}
