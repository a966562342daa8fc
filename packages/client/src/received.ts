const received = Symbol('response')

interface Received {
  [received]?: Response
}

/** Notes on a resource the response it came in, where neither JSON, spreading nor comparing sees it. */
export function keepResponse<T extends object>(resource: T, response: Response): T {
  return Object.defineProperty(resource, received, { value: response })
}

/**
 * The response in which a resource or a page came: its status, URL and headers. The body is already read.
 * @throws {TypeError} for what did not come in a response of its own, as an item of a collection, or is a
 *   copy of what did.
 */
export function responseOf(resource: object): Response {
  const response = (resource as Received)[received]
  if (response === undefined) throw new TypeError('This did not come in a response of its own.')
  return response
}

/**
 * The entity tag of a resource, for `ifMatch` and `ifNoneMatch` (RFC 9110, 8.8.3).
 * @throws {TypeError} as `responseOf` does, and where the response had none: a precondition that would
 *   silently not be one.
 */
export function etagOf(resource: object): string {
  const tag = responseOf(resource).headers.get('etag')
  if (tag === null) throw new TypeError('This came without an entity tag.')
  return tag
}
