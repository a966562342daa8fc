import { randomBytes } from 'node:crypto'

/**
 * An address in a network and a site that nobody else has: a /64 and a /48 of the addresses for
 * documentation (RFC 9637), which have 268 million sites. Those of RFC 3849 have 65,536, so tests
 * met each other there, and tests that name an address there.
 */
export function newAddress(): string {
  const digits = randomBytes(6).toString('hex')
  return `3fff:${digits.slice(0, 3)}:${digits.slice(3, 7)}:${digits.slice(7, 11)}::1`
}
