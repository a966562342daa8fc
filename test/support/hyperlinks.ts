/** The targets of all links and files in a page, as they stand in its markup. */
export const hyperlinksIn = (page: string): string[] =>
  [...page.matchAll(/<(?:a|link|script|form|img)\b[^>]*?\s(?:href|src|action)="([^"]*)"/g)].map(
    ([, target = '']) => target.replaceAll('&amp;', '&'),
  )

/** The anchors of a page. */
export const anchorsIn = (page: string): ReadonlySet<string> =>
  new Set([...page.matchAll(/\sid="([^"]*)"/g)].map(([, id = '']) => id))

/** What a page or file answered. */
interface Seen {
  readonly ok: boolean
  readonly type: string
  readonly text: string
}

/**
 * Follows every hyperlink from a page, as long as `isInside` says so.
 * @returns how many pages and files there are, and the links that lead nowhere
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
    if (!page.ok || !page.type.startsWith('text/html')) continue
    for (const target of hyperlinksIn(page.text)) {
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
    return anchor !== '' && !anchorsIn(page.text).has(anchor)
  }
  const broken = links
    .filter(({ to }) => isBroken(to))
    .map(({ from, to }) => `${from} → ${to.href}`)
  return { count: seen.size, broken: [...new Set(broken)] }
}
