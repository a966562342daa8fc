import { isIP } from 'node:net'
import { isLoopback, isPublic } from './address.ts'

/** Where requests to URLs of strangers may go. */
export interface OutgoingRules {
  /** The ports that HTTPS may use. */
  readonly ports: readonly number[]
  /** Whether this machine may be called, by HTTP too and at any port. For development. */
  readonly allowLoopback: boolean
}

/** Why a URL cannot be called. */
export type TargetFault = 'invalid' | 'scheme' | 'port' | 'credentials' | 'address'

export const maxUrlLength = 2048

/**
 * Checks a URL without resolving its host. A host that is an IP address in any form that URLs have
 * (WHATWG URL, 3.5) is checked here; a name is checked when it is resolved.
 */
export function targetFault(
  text: string,
  { ports, allowLoopback }: OutgoingRules,
): TargetFault | undefined {
  // The parser ignores line breaks and surrounding blanks. A URL with them is not what it looks
  // like.
  if (text.length > maxUrlLength || /[\s\\]/.test(text) || !URL.canParse(text)) return 'invalid'
  const url = new URL(text)
  if (url.username !== '' || url.password !== '' || /^[^/]*\/\/[^/?#]*@/.test(text))
    return 'credentials'
  if (url.hash !== '' || url.hostname === '') return 'invalid'
  const isLocal = allowLoopback && isLocalHost(url)
  if (url.protocol !== 'https:' && !(isLocal && url.protocol === 'http:')) return 'scheme'
  const address = addressOf(url)
  if (address !== undefined && !isLocal && !isPublic(address)) return 'address'
  if (!isLocal && !ports.includes(url.port === '' ? 443 : Number(url.port))) return 'port'
  return undefined
}

/** Whether the host of a URL is this machine: `localhost`, or a loopback address. */
export function isLocalHost(url: URL): boolean {
  const address = addressOf(url)
  return address === undefined ? isLocalName(url.hostname) : isLoopback(address)
}

/** Whether a name is of this machine (RFC 6761, 6.3). Such a name is never resolved. */
export const isLocalName = (name: string): boolean => /^(?:.+\.)?localhost\.?$/.test(name)

/** The IP address in a URL. Undefined if its host is a name. */
export function addressOf({ hostname }: URL): string | undefined {
  const address = hostname.replace(/^\[(.*)\]$/, '$1')
  return isIP(address) === 0 ? undefined : address
}
