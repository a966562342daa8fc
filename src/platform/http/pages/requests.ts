import { BlockList, isIPv6 } from 'node:net'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Frame } from './frame.ts'

/** A query parameter. Undefined if it is missing or repeated. */
export function queryParameter({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * The frame of a page that responds to a form. Its links to other languages lead to the form's
 * page.
 */
export const frameAt = ({ frame }: FastifyRequest, path: string): Frame => ({ ...frame, path })

/** Responds to the script of a page. */
export const sendJson = (reply: FastifyReply, value: object): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(value))

/**
 * The configuration of routes that hash a password. They have more time, because hashing waits in a
 * queue with all other hashing.
 */
export const hashingConfig = { timeoutMs: 8_000 } as const

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8)
loopbackAddresses.addAddress('::1', 'ipv6')

/** What proxies tell of their client. Foyer reads it in `X-Forwarded-For` alone. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const

/**
 * Whether a request comes from this machine. The host name alone does not show it: with
 * `HOST=0.0.0.0`, other machines can reach the service and send its name. Behind a trusted proxy,
 * the address is that of the proxy's client. A proxy on this machine that is not trusted may
 * forward requests of strangers. So a request with a header of a proxy counts as from elsewhere,
 * unless the proxy is trusted.
 */
export function isFromThisMachine({ headers, ip, ips = [] }: FastifyRequest): boolean {
  const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
  const isBelieved = ips.length > 1
  const isLocal = loopbackAddresses.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
  return isLocal && (isBelieved || !isForwarded)
}
