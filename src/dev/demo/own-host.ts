import { BlockList, isIPv6 } from 'node:net'
import type { App } from '../../platform/http/server.ts'

const loopback: ReadonlySet<string> = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Hides routes from requests to another host name, which may belong to a stranger's page (DNS
 * rebinding). Nobody else's page has the service's own name or a name of the loopback interface.
 */
export function requireOwnHost(app: App, authUrl: string): void {
  const own = new URL(authUrl).host
  app.addHook('onRequest', async ({ headers: { host = '' } }, reply) => {
    const [, name = ''] = /^(\[[\da-f:]+\]|[^:]*)(?::\d+)?$/.exec(host) ?? []
    if (host === own || loopback.has(name)) return undefined
    return reply.callNotFound()
  })
}

const loopbackAddresses = new BlockList()
loopbackAddresses.addSubnet('127.0.0.0', 8)
loopbackAddresses.addAddress('::1', 'ipv6')

/**
 * Hides routes from other machines. With `HOST=0.0.0.0` they reach the service, and may send its
 * name. Behind a trusted proxy, the address is that of the proxy's client. Another proxy on this
 * machine forwards for strangers: a request that names a client is hidden unless it is believed.
 */
export function requireLoopback(app: App): void {
  app.addHook('onRequest', async ({ headers, ip, ips = [] }, reply) => {
    const isForwarded = forwardingHeaders.some((name) => headers[name] !== undefined)
    const isBelieved = ips.length > 1
    const isLocal = loopbackAddresses.check(ip, isIPv6(ip) ? 'ipv6' : 'ipv4')
    if (isLocal && (isBelieved || !isForwarded)) return undefined
    return reply.callNotFound()
  })
}

/** What proxies tell of their client. Foyer reads it in `X-Forwarded-For` alone. */
const forwardingHeaders = ['forwarded', 'x-forwarded-for', 'x-real-ip', 'via'] as const
