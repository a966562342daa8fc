import { basePath } from '../platform/http/pages/scope.ts'

/**
 * Makes the function that adds a missing `/v2` to a path. Some clients resolve `addresses/7`
 * against the root's `self`. This drops its last segment (RFC 3986, 5.2.3) and gives
 * `/addresses/7`. The function rewrites this path to `/v2/addresses/7`.
 */
export function restoreBasePath(baseUrl: string): (url: string) => string {
  const base = basePath(baseUrl)
  const parent = base.slice(0, base.lastIndexOf('/') + 1).replace(/\/$/, '')
  const nouns = 'addresses|countries|listings|paymentmethods|user|webhooks'
  const stray = new RegExp(`^${RegExp.escape(parent)}/+(?:${nouns})(?=[/?]|$)`, 'i')
  if (base === '') return (url) => url
  return (url) => (stray.test(url) ? base + url.slice(parent.length) : url)
}
