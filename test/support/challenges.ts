/**
 * The first challenge of a response (RFC 9110, 11.6.1), as a client reads it that takes the first
 * `WWW-Authenticate`. `fetch` joins all of them. Null if there is none.
 */
export const firstChallenge = (headers: Headers): string | null =>
  headers.get('www-authenticate')?.replace(/, (?:Bearer|DPoP) resource_metadata=.*$/, '') ?? null
