import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, Server } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { after, before, describe, test } from 'node:test'
import { connect, type TLSSocket } from 'node:tls'
import { createProbes } from '../../src/platform/process/probes.ts'
import { london } from '../support/addresses.ts'
import { partyName, relyingParty, signInTo, verifier } from '../support/authorize.ts'
import { Browser } from '../support/browser.ts'
import { anyOne } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { type Foyer, freePort, startFoyer } from '../support/foyer.ts'
import {
  checkConfiguration,
  findProxies,
  type RunningProxy,
  startProxy,
} from '../support/proxies.ts'
import { walk } from '../support/visitor.ts'

/*
 * The proxies of Debian with the configurations in `deploy`, in front of Foyer, with TLS. The tests
 * replace only names, ports and paths.
 */
const bye = 'https://app.example/bye'

for (const name of findProxies())
  describe(name, () => {
    let proxy: RunningProxy
    let foyer: Foyer & { stop(): Promise<void> }
    let probes: Server
    let probePort: number
    /** The requests that arrived at Foyer. */
    const arrived: IncomingMessage[] = []

    before(async () => {
      const [port, publicPort] = [await freePort(), await freePort()]
      const database = await anyOne()
      const env = {
        PORT: String(port),
        AUTH_URL: `https://localhost:${publicPort}`,
        TRUSTED_PROXIES: 'loopback',
        REQUIRE_HTTPS: 'true',
      }
      foyer = await startFoyer(await database.open(), env)
      foyer.app.server.prependListener('request', (request) => arrived.push(request))
      probes = createProbes(foyer, { phase: 'ready' }, foyer.metrics)
      probePort = await freePort()
      probes.listen(probePort, '127.0.0.1').unref()
      proxy = await startProxy(name, [{ port, probePort }], publicPort)
      for (;;) if ((await fetch(`${proxy.origin}/v2`)).status !== 503) break
    })
    after(async () => {
      await proxy?.stop()
      await foyer?.stop()
      probes?.close().closeAllConnections()
    })

    test('accepts its configuration', () => {
      assert.equal(checkConfiguration(name), '')
    })

    test('forwards a whole sign-in, requests for resources and the sign-out', async () => {
      const user = await foyer.newUser()
      const application = await relyingParty(foyer, { postLogoutRedirectUris: [bye] })
      const browser = new Browser(proxy.origin)
      const { url, pages } = await walk(browser, application.authorizeUrl(), user.email)
      assert.deepEqual(pages, [signInTo(), `Allow ${partyName} to use your account?`])
      const code = url.searchParams.get('code') ?? ''
      const { status, body } = await application.exchange(code, { code_verifier: verifier })
      assert.equal(status, 200, JSON.stringify(body))

      const created = await user.addresses.create(london)
      assert.equal(new URL(created._links?.self?.href ?? '').origin, proxy.origin)
      const headers = { authorization: `Bearer ${body.access_token}` }
      const listed = await fetch(`${foyer.baseUrl}/user`, { headers })
      assert.equal(listed.status, 200)
      assert.match(listed.headers.get('strict-transport-security') ?? '', /max-age=31536000/)

      const { id_token } = body
      const query = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: bye })
      const page = await browser.get(`/oauth2/end-session?${query}`)
      const done = await browser.submit(page)
      assert.deepEqual([done.status, done.location], [303, bye])
    })

    test('replaces the forwarding headers of clients', async () => {
      arrived.length = 0
      const headers = {
        forwarded: 'for=203.0.113.9;proto=http',
        'x-forwarded-for': '203.0.113.9',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
      }
      const response = await fetch(`${proxy.origin}/v2/countries/GB`, { headers })
      assert.equal(response.status, 200)
      const [request] = arrived
      assert.equal(request?.headers['x-forwarded-for'], '127.0.0.1')
      assert.equal(request?.headers['x-forwarded-proto'], 'https')
      assert.equal(request?.headers.forwarded, undefined)
      assert.doesNotMatch(JSON.stringify(request?.headers), /evil/)
    })

    test('forwards unusual paths, large headers and large bodies unchanged', async () => {
      const user = await foyer.newUser()
      const ask = (path: string, headers: Record<string, string> = {}) =>
        fetch(proxy.origin + path, { headers })
      assert.equal((await ask('/v2//countries/%47B')).status, 200)
      const authorization = `Bearer ${user.accessToken}`
      const large = await ask('/v2/user', { authorization, 'x-large': 'a'.repeat(15_000) })
      assert.equal(large.status, 200)
      const body = JSON.stringify({ full_name: 'a'.repeat(300_000) })
      const refused = await fetch(`${proxy.origin}/v2/user`, {
        method: 'PATCH',
        headers: { authorization, 'content-type': 'application/json' },
        body,
      })
      assert.equal(refused.status, 413)
      assert.match(await refused.text(), /"code":"payload_too_large"/)
    })

    test('tells the client that a large body is refused, each time', async () => {
      const { accessToken } = await foyer.newUser()
      const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
      const body = ' '.repeat(5_000 * 1024)
      const told: unknown[] = []
      for (let i = 0; i < 15; i++) {
        const send = () => fetch(`${proxy.origin}/v2/user`, { method: 'PATCH', headers, body })
        told.push(await send().then(({ status }) => status, String))
      }
      assert.deepEqual(told, Array(15).fill(413))
    })

    test('logs no query, also if Foyer closes the connection without an answer', async (t) => {
      const silent = createServer((socket) => socket.once('data', () => socket.destroy()))
      await once(silent.listen(0, '127.0.0.1'), 'listening')
      t.after(() => silent.close())
      const { port } = silent.address() as AddressInfo
      const failing = await startProxy(name, [{ port, probePort }])
      t.after(() => failing.stop())
      for (const { origin, logged } of [proxy, failing]) {
        const url = `${origin}/v2/user?code=zaphodcanary`
        const { status } = await fetch(url, { method: 'POST' })
        assert.equal(status, origin === proxy.origin ? 405 : 502)
        assert.doesNotMatch(logged(), /zaphodcanary/)
      }
    })

    test('redirects plain HTTP to HTTPS', { skip: name === 'Caddy' }, async () => {
      const url = `http://127.0.0.1:${proxy.plainPort}/v2?page=2`
      const response = await fetch(url, { redirect: 'manual' })
      assert.equal(response.status, 308)
      assert.equal(response.headers.get('location'), 'https://account.example.com/v2?page=2')
    })

    test('prevents request smuggling', async () => {
      const hidden: string[] = []
      for (const [index, [attack, text]] of attacks.entries()) {
        arrived.length = 0
        // A request of an earlier attack may arrive late.
        const mark = markOf(index)
        const own = () =>
          arrived
            .map(({ url = '' }) => url)
            .filter((url) => (/attack=\d\d/.exec(url)?.[0] ?? mark) === mark)
        const marked = text.replaceAll(markOf(0), mark)
        const { received, paths } = await exchange(proxy, marked, own)
        const answers = responsesIn(received)
        // If Foyer got more requests than the client got answers, the proxy did not see one of
        // them.
        if (paths.length > answers.length) hidden.push(`${attack}: ${answers} for ${paths}`)
        const honest = await fetch(`${foyer.baseUrl}/countries/GB`)
        assert.equal(honest.status, 200, attack)
        assert.match(await honest.text(), /"code":"GB"/, attack)
      }
      for (const line of hidden) console.error(line)
      const what = `smuggled requests, through ${name}`
      figure(2, what, hidden.length, { atMost: 0 }, attacks.length)
    })
  })

/** Stands in the paths of an attack. It always has the same length. */
const markOf = (index: number) => `attack=${String(index).padStart(2, '0')}`
const inner = `GET /v2/hidden?${markOf(0)} HTTP/1.1\r\nHost: localhost\r\n\r\n`
const smuggle = (...headers: string[]): string =>
  [`POST /v2/countries?${markOf(0)} HTTP/1.1`, 'Host: localhost', ...headers, '', ''].join('\r\n')
const chunked = `0\r\n\r\n${inner}`
const length = `Content-Length: ${inner.length}`

/** Requests on whose end a proxy and a server could disagree (RFC 9112, section 11.2). */
const attacks: readonly (readonly [string, string])[] = [
  ['two lengths', smuggle('Content-Length: 0', length) + inner],
  ['two lengths in one header', smuggle(`Content-Length: 0, ${inner.length}`) + inner],
  ['a length with a sign', smuggle(`Content-Length: +${inner.length}`) + inner],
  [
    'a length and an encoding',
    smuggle(`Content-Length: ${chunked.length}`, 'Transfer-Encoding: chunked') + chunked,
  ],
  [
    'an encoding and a length',
    smuggle('Transfer-Encoding: chunked', `Content-Length: ${chunked.length}`) + chunked,
  ],
  ['an unknown encoding', smuggle('Transfer-Encoding: xchunked', length) + inner],
  ['two encodings', smuggle('Transfer-Encoding: chunked, identity', length) + chunked],
  ['a folded header', smuggle('Transfer-Encoding:\r\n chunked', length) + chunked],
  ['a folded length', smuggle(`X-A: b\r\n ${length}`, 'Content-Length: 0') + inner],
  ['a space before the colon', smuggle(`Content-Length : ${inner.length}`) + inner],
  ['a space before the colon of an encoding', smuggle('Transfer-Encoding : chunked') + chunked],
  ['a tab before the colon', smuggle('Transfer-Encoding\t: chunked', length) + chunked],
  ['a bare line feed', smuggle(`X-A: b\n${length}`) + inner],
  ['a bare carriage return', smuggle(`X-A: b\r${length}`) + inner],
  ['a null byte', smuggle(`Content-Length: ${inner.length}\u0000`) + inner],
  ['a chunk longer than its size', `${smuggle('Transfer-Encoding: chunked')}1\r\nab\r\n${chunked}`],
  [
    'a size that overflows',
    `${smuggle('Transfer-Encoding: chunked')}10000000000000000\r\n${inner}`,
  ],
]

/** How long an answer to a request that has arrived may take, in milliseconds. */
const patienceMs = 10_000

/**
 * Sends bytes unchanged.
 * @param arrived returns the paths of the requests that Foyer got: each of them may still be
 * answered
 * @returns everything that comes back until the connection ends or is silent, and the paths of the
 * requests that Foyer got until then
 */
async function exchange(
  { origin }: RunningProxy,
  text: string,
  arrived: () => string[],
): Promise<{ received: string; paths: string[] }> {
  const socket: TLSSocket = connect({
    port: Number(new URL(origin).port),
    host: '127.0.0.1',
    servername: 'localhost',
  })
  await once(socket, 'secureConnect')
  let received = ''
  socket.setEncoding('latin1').on('data', (part: string) => {
    received += part
  })
  socket.on('error', () => {})
  const sentAt = performance.now()
  let paths: string[] | undefined
  // Perhaps there is no answer, because the proxy waits for the rest of a body.
  socket.setTimeout(300).on('timeout', () => {
    const soFar = arrived()
    const isAnswered = responsesIn(received).length >= soFar.length
    if (!isAnswered && performance.now() - sentAt <= patienceMs) {
      socket.setTimeout(300)
      return
    }
    // The connection ends now, so a request that arrives later gets no answer.
    paths = soFar
    socket.destroy()
  })
  socket.write(text, 'latin1')
  await once(socket, 'close')
  return { received, paths: paths ?? arrived() }
}

const responsesIn = (text: string): string[] =>
  [...text.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status = '']) => status)
