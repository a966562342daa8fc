/**
 * Headers that are prepared once for many responses: Fastify converts the names to lower case for
 * each response, which costs nothing if they are already.
 */
export const lowerCaseNames = (
  headers: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))

/** Returns the headers that every response to a URL has. */
export type HeadersFor = (url: string) => Readonly<Record<string, string>>
