import ipaddr from 'ipaddr.js'

/**
 * Returns the network that an address counts for: the IPv4 address itself, or the first 64 bits of
 * an IPv6 address, because a customer who has one address of a /64 has all of them (RFC 6177). An
 * IPv4-mapped IPv6 address (RFC 4291, 2.5.5.2) counts as the IPv4 address. Some proxies add a port,
 * which is ignored.
 */
export const networkOf = (address: string): string => prefixOf(address, 64)

/**
 * Returns the site that an address counts for: the first 48 bits of an IPv6 address. This is the
 * largest range that providers usually give to a customer, and it contains 65,536 networks.
 * Undefined for IPv4, where single addresses are scarce.
 */
export function siteOf(address: string): string | undefined {
  const site = prefixOf(address, 48)
  return site.endsWith('/48') ? site : undefined
}

/** Returns the site that an address counts for, or its network if it has no site. */
export const siteOrNetworkOf = (address: string): string => siteOf(address) ?? networkOf(address)

function prefixOf(address: string, bits: 48 | 64): string {
  const plain = withoutPort(address)
  if (!ipaddr.IPv6.isValid(plain)) return plain
  const parsed = ipaddr.IPv6.parse(plain)
  if (parsed.isIPv4MappedAddress()) return parsed.toIPv4Address().toString()
  const groups = parsed.parts.slice(0, bits / 16).map((group) => group.toString(16))
  return `${groups.join(':')}::/${bits}`
}

/** An address without its port and its zone: `[fe80::1%eth0]:443` and `192.0.2.1:443`. */
function withoutPort(address: string): string {
  const [, bracketed] = /^\[([^\]]+)\]/.exec(address) ?? []
  const [, dotted] = /^(\d+\.\d+\.\d+\.\d+):\d+$/.exec(address) ?? []
  const [plain = ''] = (bracketed ?? dotted ?? address).split('%', 1)
  return plain
}
