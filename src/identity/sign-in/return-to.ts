/** Longer than any path of ours, with what belongs to it. */
const longest = 2048

/**
 * A path on this very site, as somebody asks to go on with; undefined for anything else. Browsers take a backslash
 * for a slash, drop tabs and line breaks, and read `//host` as another site (WHATWG URL, 4.4).
 */
export function localPath(authUrl: string, given: string | undefined): string | undefined {
  if (given === undefined || given.length > longest || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given))
    return undefined
  const { origin, pathname } = new URL(authUrl)
  const url = URL.parse(given, authUrl)
  if (url === null || url.origin !== origin || given.includes('\\')) return undefined
  const base = pathname.replace(/\/$/, '')
  // What the parser has made of dots and the like, so that nothing is left to read it otherwise.
  const path = url.pathname + url.search
  return path.startsWith(`${base}/`) && !path.startsWith('//') ? path : undefined
}

/** The hidden field that tells a form where to lead afterwards. */
export const hiddenReturn = (returnTo: string | undefined): Record<string, string> =>
  returnTo === undefined ? {} : { return_to: returnTo }

/** The path of a step that goes on at the same place afterwards. */
export const withReturn = (path: string, returnTo: string | undefined): string =>
  returnTo === undefined ? path : `${path}?${new URLSearchParams({ return_to: returnTo })}`
