import { isIPv6, SocketAddress } from 'node:net'

/**
 * The network that an address counts for: an IPv4 address is its own, of an IPv6 address the first 64 bits, since
 * whoever has one has all of them (RFC 6177). An IPv4 address in IPv6 clothes (RFC 4291, 2.5.5.2) is what it is. Some
 * proxies tell the port as well, another for each connection: it counts for nothing.
 */
export function networkOf(address: string): string {
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
  const groups = canonical.includes('::') ? [...left, ...zeros, ...right] : left
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
