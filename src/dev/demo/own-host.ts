import { isFromThisMachine } from '../../platform/http/pages/requests.ts'
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

/** Hides routes from other machines. */
export function requireLoopback(app: App): void {
  app.addHook('onRequest', async (request, reply) =>
    isFromThisMachine(request) ? undefined : reply.callNotFound(),
  )
}
