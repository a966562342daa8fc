import { randomBytes } from 'node:crypto'

/**
 * Returns an address in a network and a site that no other test uses: a /64 and a /48 of the
 * addresses for documentation in RFC 9637, which have 268 million sites. The addresses of RFC 3849
 * have only 65,536 sites, so tests used each other's sites there, and those of tests that name an
 * address.
 */
export function newAddress(): string {
  const digits = randomBytes(6).toString('hex')
  return `3fff:${digits.slice(0, 3)}:${digits.slice(3, 7)}:${digits.slice(7, 11)}::1`
}
