/** The most characters of a path with its query. All paths of this service are shorter. */
const maxLength = 2048

/**
 * Checks that `given` is a path below the issuer, so that it is safe to redirect to. Browsers read
 * a backslash as a slash, drop tabs and line breaks, and read `//host` as another site (WHATWG URL,
 * 4.4).
 * @returns the path as the URL parser normalised it; undefined if it is not such a path
 */
export function localPath(authUrl: string, given: string | undefined): string | undefined {
  if (given === undefined || given.length > maxLength || !/^\/(?![/\\])[\x21-\x7e]*$/.test(given))
    return undefined
  const { origin, pathname } = new URL(authUrl)
  const url = URL.parse(given, authUrl)
  if (url === null || url.origin !== origin || given.includes('\\')) return undefined
  const base = pathname.replace(/\/$/, '')
  // The parser has resolved dots and the like, so that every browser reads the path in the same
  // way.
  const path = url.pathname + url.search
  return path.startsWith(`${base}/`) && !path.startsWith('//') ? path : undefined
}

/** The hidden field of a form with the path where the user continues afterwards. */
export const hiddenReturn = (returnTo: string | undefined): Record<string, string> =>
  returnTo === undefined ? {} : { return_to: returnTo }

/** Adds `return_to`, the path where the user continues afterwards, to a path. */
export const withReturn = (path: string, returnTo: string | undefined): string =>
  returnTo === undefined ? path : `${path}?${new URLSearchParams({ return_to: returnTo })}`
