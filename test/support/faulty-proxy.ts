import assert from 'node:assert/strict'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { json, text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import type { Arrived, Fault, Setting } from '../client/suite/setting.ts'
import { agree, callback, signedIn, visit } from './authorize.ts'
import { anyOne } from './database.ts'
import { type Foyer, freePort, startFoyer } from './foyer.ts'
import { keepListing } from './listings.ts'
import { isSoak } from './soak.ts'

/** A service, and a proxy in front of it that can make requests of a user fail. */
export interface FaultyProxy {
  /** A setting with new users. */
  newSetting(users: number): Promise<Setting>
  close(): Promise<void>
}

/** The bodies of control requests. Each control reads some of these properties. */
interface ControlBody {
  readonly token: string
  readonly faults: Fault[]
  readonly refreshToken: string
  readonly url: string
}

/**
 * Longer than the service keeps a connection, because the proxy forwards the time that the service
 * names in `Keep-Alive`. Otherwise a client would use a connection that the proxy is about to close.
 */
const keepAliveTimeout = 70_000

const origin = { 'access-control-allow-origin': '*' }
const bodyOf = (code: string) => ({ code, message: code, errors: {} })
const refusals: Partial<Record<Fault, [number, object]>> = {
  'too many requests': [429, bodyOf('too_many_requests')],
  unavailable: [503, bodyOf('service_unavailable')],
  'temporarily unavailable': [503, { error: 'temporarily_unavailable' }],
}

/** Starts both. All links of the service lead to the proxy. */
export async function startFaultyProxy(): Promise<FaultyProxy> {
  const [proxyPort, port] = [await freePort(), await freePort()]
  const url = `http://127.0.0.1:${proxyPort}`
  const database = await anyOne()
  const foyer = await startFoyer(await database.open(), { PORT: String(port), AUTH_URL: url })
  const faults = new Map<string, Fault[]>()
  const arrivals = new Map<string, Arrived[]>()
  const users = new Map<string, number>()
  const refreshes: string[] = []

  const controls: Readonly<Record<string, (body: ControlBody) => unknown>> = {
    faults: ({ token, faults: next }) => faults.set(token, next),
    arrived: ({ token }) => arrivals.get(token) ?? [],
    refreshes: ({ refreshToken }) => refreshes.filter((token) => token === refreshToken),
    revoke: async ({ token }) => {
      const body = new URLSearchParams({
        token,
        client_id: server.clientId,
        client_secret: secret,
      })
      assert.equal((await fetch(`${url}/oauth2/revoke`, { method: 'POST', body })).status, 200)
    },
    'sign-in': async ({ token, url: start }) => {
      const browser = await signedIn(foyer, users.get(token) ?? 0)
      let page = await visit(browser, start)
      if (page.status === 200) page = await browser.follow(await agree(browser, page))
      return { callback: page.location }
    },
  }

  const doControl = async (
    name: string,
    incoming: IncomingMessage,
    outgoing: ServerResponse,
  ): Promise<void> => {
    try {
      const result = await controls[name]?.((await json(incoming)) as ControlBody)
      outgoing.writeHead(200, { ...origin, 'content-type': 'application/json' })
      outgoing.end(JSON.stringify(result ?? null))
    } catch (error) {
      outgoing.writeHead(500, origin).end(inspect(error))
    }
  }
  const proxy = createServer({ keepAliveTimeout }, async (incoming, outgoing) => {
    const { pathname } = new URL(incoming.url ?? '', url)
    if (pathname.startsWith('/control/')) {
      await doControl(pathname.slice('/control/'.length), incoming, outgoing)
      return
    }
    const body = await text(incoming)
    const token = incoming.headers.authorization?.replace('Bearer ', '') ?? ''
    const { method = '', headers } = incoming
    const key = headers['idempotency-key']?.toString() ?? null
    const traceparent = headers.traceparent?.toString() ?? null
    const seen = arrivals.get(token) ?? []
    arrivals.set(token, [...seen, { method, path: pathname, key, traceparent }])
    const refreshToken = new URLSearchParams(body).get('refresh_token')
    if (refreshToken !== null) refreshes.push(refreshToken)
    forward(incoming, outgoing, body, port, faults.get(refreshToken ?? token)?.shift())
  })
  await new Promise<void>((resolve) => proxy.listen(proxyPort, '127.0.0.1', resolve))
  const server = await foyer.newApplication({
    name: 'Shop',
    scopes: ['read:events', 'read:charge'],
  })
  const secret = server.clientSecret
  const listingId = await keepListing(foyer)
  const page = await foyer.newApplication({
    name: 'Page',
    kind: 'spa',
    redirectUris: [callback],
    scopes: ['read:user', 'write:user'],
  })
  return {
    async newSetting(count) {
      const made = await Promise.all(Array.from({ length: count }, () => foyer.newUser()))
      for (const { accessToken, id } of made) users.set(accessToken, id)
      return settingOf(foyer, url, made, {
        listingId,
        server: { authUrl: url, clientId: server.clientId, clientSecret: secret },
        page: { authUrl: url, clientId: page.clientId, redirectUri: callback },
      })
    },
    async close() {
      proxy.closeAllConnections()
      proxy.close()
      await foyer.stop()
    },
  }
}

const settingOf = (
  { baseUrl, authUrl }: Foyer,
  proxy: string,
  users: readonly { accessToken: string }[],
  applications: Pick<Setting, 'server' | 'page' | 'listingId'>,
): Setting => ({
  baseUrl,
  authUrl,
  proxy,
  tokens: users.map(({ accessToken }) => accessToken),
  ...applications,
})

/**
 * Forwards a request to the service and its response to the client, unless there is a fault. A busy
 * service may refuse a request beside other tests. The request is sent to it again, so that clients
 * see only the faults of the tests.
 */
function forward(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  body: string,
  port: number,
  fault: Fault | undefined,
  left = isSoak ? 0 : 600,
): void {
  const refusal = fault && refusals[fault]
  if (refusal) {
    const [status, content] = refusal
    const headers = { ...origin, 'retry-after': '0', 'content-type': 'application/hal+json' }
    outgoing.writeHead(status, headers).end(JSON.stringify(content))
    return
  }
  if (fault === 'no response') return
  if (fault === 'half a response') {
    outgoing.writeHead(200, { ...origin, 'content-length': '1000' })
    outgoing.write('{', () => incoming.socket.destroy())
    return
  }
  if (fault === 'lost request') {
    incoming.socket.destroy()
    return
  }
  const { method, url, headers } = incoming
  const onward = request({ host: '127.0.0.1', port, method, path: url, headers }, (response) => {
    if (response.statusCode === 503 && left > 0 && !outgoing.destroyed) {
      response.resume()
      setTimeout(() => forward(incoming, outgoing, body, port, fault, left - 1), 50)
      return
    }
    if (fault === 'lost response') {
      response.resume().once('end', () => incoming.socket.destroy())
      return
    }
    outgoing.writeHead(response.statusCode ?? 502, response.rawHeaders)
    response.pipe(outgoing)
  })
  onward.once('error', () => incoming.socket.destroy())
  onward.end(body)
}
