import ipaddr from 'ipaddr.js'

/**
 * Addresses that `ipaddr.js` counts as public and that clouds use inside: Azure's agent
 * (WireServer).
 */
const internal: ReadonlySet<string> = new Set(['168.63.129.16'])

/**
 * Whether an IP address is on the public internet. Forms that contain another address (IPv4-mapped,
 * NAT64, 6to4, Teredo) are not: they may lead inside. IPv6 has public addresses only in 2000::/3
 * (RFC 4291, 2.4).
 */
export function isPublic(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false
  const parsed = ipaddr.parse(address)
  if (parsed.range() !== 'unicast' || internal.has(parsed.toString())) return false
  return parsed instanceof ipaddr.IPv4 || (parsed.parts[0] ?? 0) >> 13 === 1
}

/** Whether an IP address is of this machine: 127.0.0.0/8 or ::1. */
export const isLoopback = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback'
