import { isIPv6, SocketAddress } from 'node:net'

/**
 * The network that an address counts for: an IPv4 address itself, or the first 64 bits of an IPv6 address, since
 * whoever has one address of a /64 has all of them (RFC 6177). An IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts
 * as the IPv4 address. Some proxies add a port, which is ignored.
 */
export const networkOf = (address: string): string => prefixOf(address, 4)

/**
 * The site that an address counts for: the first 48 bits of an IPv6 address, the most that a customer of a provider
 * usually gets, which holds 65,536 networks. Undefined for IPv4, where an address is scarce enough by itself.
 */
export function siteOf(address: string): string | undefined {
  const site = prefixOf(address, 3)
  return site.endsWith('/48') ? site : undefined
}

function prefixOf(address: string, groups: 3 | 4): string {
  const [, bracketed] = /^\[([^\]]+)\]/.exec(address) ?? []
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? []
  const [plain = ''] = (bracketed ?? dotted ?? address).split('%', 1)
  if (!isIPv6(plain)) return plain
  const canonical = new SocketAddress({ address: plain, family: 'ipv6' }).address
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(canonical)?.[1]
  if (mapped !== undefined) return mapped
  const [head = '', tail = ''] = canonical.split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail.split(':').filter(Boolean)
  const zeros = Array.from({ length: 8 - left.length - right.length }, () => '0')
  const all = canonical.includes('::') ? [...left, ...zeros, ...right] : left
  return `${all
    .slice(0, groups)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/${groups * 16}`
}
