// Two copies of this package in one program know each other's responses.
const received = Symbol.for('@foyer/client response')

const repeated = Symbol.for('@foyer/client request')

interface Received {
  [received]?: Response
  [repeated]?: Repeat
}

/** How to ask for the other pages of a collection that depends on a body. */
export interface Repeat {
  readonly method: 'PUT'
  readonly body: unknown
}

/** Attaches to a page how to ask for the others. */
export function keepRepeat<T extends object>(page: T, repeat: Repeat): T {
  return Object.defineProperty(page, repeated, { value: repeat })
}

export const repeatOf = (page: object): Repeat | undefined => (page as Received)[repeated]

/** Attaches the response to a resource. JSON, spreading and comparison do not see it. */
export function keepResponse<T extends object>(resource: T, response: Response): T {
  return Object.defineProperty(resource, received, { value: response })
}

/**
 * Returns the response that contained a resource or page: its status, URL and headers. The body is
 * already read.
 * @throws {TypeError} if the object was not the whole response, such as an item of a collection, or
 *   is a copy
 */
export function responseOf(resource: object): Response {
  const response = (resource as Received)[received]
  if (response === undefined) throw new TypeError('This did not come in a response of its own.')
  return response
}

/**
 * Returns the entity tag of a resource, for `ifMatch` and `ifNoneMatch` (RFC 9110, 8.8.3).
 * @throws {TypeError} like `responseOf`, and if the response had no entity tag, because the request
 *   would then have no precondition
 */
export function etagOf(resource: object): string {
  const tag = responseOf(resource).headers.get('etag')
  if (tag === null) throw new TypeError('This came without an entity tag.')
  return tag
}
