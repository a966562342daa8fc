import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { london } from '../support/addresses.ts'
import {
  askToDisconnect,
  callback,
  challenge,
  type ParsedResponse,
  parseResponse,
  verifier,
} from '../support/authorize.ts'
import { Browser } from '../support/browser.ts'
import { databases, newDatabase } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { freePort } from '../support/foyer.ts'
import { type Sent, sendKeyed } from '../support/keyed.ts'
import { basicOf } from '../support/oauth.ts'
import { foyerJson, newDirectory, Service } from '../support/program.ts'
import { signIn } from '../support/sign-in.ts'
import { repetitions } from '../support/soak.ts'
import { password } from '../support/users.ts'
import { walk } from '../support/visitor.ts'
import { retry503 } from '../support/wire.ts'

/*
 * Codes and refresh tokens, each used by many at once at two instances of one service (RFC 6749,
 * 4.1.2 and 10.4): at most one use succeeds, and its tokens are revoked. What users end at one
 * instance has ended at the other, too. Requests with one Idempotency-Key at both take effect once.
 */

const trials = repetitions({ short: 5, soak: 100 })
const atOnce = 10
const keys = repetitions({ short: 10, soak: 200 })
const requestsPerKey = repetitions({ short: 20, soak: 50 })
const email = 'ada@example.com'

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

const skip = (await databases()).length < 2

describe('two processes on one PostgreSQL', { skip }, () => {
  let ports: readonly number[]
  let authorizeUrl: string
  let authorization: string
  let browser: Browser
  let writeToken: string

  before(async () => {
    const [first, second] = [await freePort(), await freePort()]
    const authUrl = `http://127.0.0.1:${first}`
    const env = {
      AUTH_URL: authUrl,
      DATABASE_URL: await newDatabase(),
      SECRET_KEY: randomBytes(32).toString('base64url'),
      DATA_DIR: newDirectory(),
    }
    await Promise.all([Service.start(env, first), Service.start(env, second)])
    ports = [first, second]
    await foyerJson(['user', 'create', '--email', email, '--password', password], env)
    const issue = ['token', 'issue', '--user', email, '--scope', 'read:user write:user']
    writeToken = (await foyerJson<Tokens>(issue, env)).access_token
    const command = ['app', 'create', '--name', 'Twice', '--scope', 'read:user']
    const { client_id, client_secret } = await foyerJson<Record<string, string>>(
      [...command, '--redirect-uri', callback],
      env,
    )
    authorization = basicOf(client_id ?? '', client_secret ?? '')
    authorizeUrl = `${authUrl}/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id: client_id ?? '',
      redirect_uri: callback,
      scope: 'openid read:user',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })}`
    browser = new Browser(authUrl)
  })

  /** Sends a request to the two by turns, and again while a busy machine is overloaded. */
  const post = async (turn: number, endpoint: string, form: object): Promise<ParsedResponse> => {
    const url = `http://127.0.0.1:${ports[turn % ports.length]}/oauth2/${endpoint}`
    const body = new URLSearchParams({ ...form })
    const ask = () => fetch(url, { method: 'POST', headers: { authorization }, body })
    return parseResponse(await retry503(ask))
  }
  const newCode = async (): Promise<string> => {
    const { url } = await walk(browser, authorizeUrl, email)
    return url.searchParams.get('code') ?? ''
  }
  const exchange = (turn: number, code: string): Promise<ParsedResponse> =>
    post(turn, 'token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: callback,
      code_verifier: verifier,
    })
  const refresh = (turn: number, refresh_token: string): Promise<ParsedResponse> =>
    post(turn, 'token', { grant_type: 'refresh_token', refresh_token })

  test(`of ${atOnce} uses of a code at once, at most one succeeds and no token is left, ${trials} times`, async () => {
    const ended: string[] = []
    for (let trial = 0; trial < trials; trial++) {
      const code = await newCode()
      const uses = await allAtOnce((turn) => exchange(turn, code))
      ended.push(...(await atMostOne(uses, [])))
    }
    await areUseless(ended)
    const every = { atLeast: trials }
    figure(9, `codes used ${atOnce} times whose grant ended`, trials, every, trials)
  })

  test(`of ${atOnce} uses of a refresh token at once, at most one succeeds and no token is left, ${trials} times`, async () => {
    const ended: string[] = []
    for (let trial = 0; trial < trials; trial++) {
      const { status, body } = await exchange(trial, await newCode())
      assert.equal(status, 200)
      const first = body as Tokens
      const uses = await allAtOnce((turn) => refresh(turn, first.refresh_token))
      ended.push(...(await atMostOne(uses, [first])))
    }
    await areUseless(ended)
    const every = { atLeast: trials }
    figure(9, `refresh tokens used ${atOnce} times whose grant ended`, trials, every, trials)
  })

  test('what a user ends at one process has ended at the other within five seconds', async () => {
    const { body } = await exchange(0, await newCode())
    const { access_token } = body as Tokens
    for (const port of ports) assert.equal(await statusOf(port, access_token), 200)
    const elsewhere = new Browser(browser.origin)
    await retry503(() => signIn(elsewhere, email))
    const question = await askToDisconnect(elsewhere)
    await retry503(() => elsewhere.submit(question, {}, '/disconnect'))
    await areUseless([access_token])
    // The same browser, at the other one.
    const there = new Browser(`http://127.0.0.1:${ports[1]}`)
    for (const { name, value } of browser.cookies) there.plant(`${name}=${value}`)
    const sessions = (of: Browser) => retry503(() => of.get('/account/sessions'))
    assert.equal((await sessions(there)).status, 200)
    const list = await sessions(elsewhere)
    await retry503(() => elsewhere.submit(list, {}, '/end-others'))
    assert.equal((await sessions(there)).status, 303)
  })

  test(`${keys} keys, each in ${requestsPerKey} requests at once, create one address each`, async () => {
    /** Sends it to the processes by turns, and again while a busy machine is overloaded. */
    const sendIn = (turn: number, method: string, path: string, request: Sent) => {
      const origin = `http://127.0.0.1:${ports[turn % ports.length]}/v2`
      return retry503(() => sendKeyed(origin, writeToken, method, path, request))
    }
    let rows = 0
    for (let i = 0; i < keys; i++) {
      const key = randomUUID()
      const sent = { key, body: london }
      const all = await Promise.all(
        Array.from({ length: requestsPerKey }, (_, turn) =>
          sendIn(turn, 'POST', '/addresses', sent),
        ),
      )
      const created = all.filter(({ status }) => status === 201)
      assert.ok(created.length > 0)
      assert.equal(new Set(created.map(({ text }) => text)).size, 1)
      for (const { status, text } of all) assert.ok(status === 201 || status === 409, text)
      const { body } = await sendIn(0, 'GET', '/addresses', {})
      assert.equal(body.total_items, 1)
      const path = `/addresses/${created[0]?.body.id}`
      assert.equal((await sendIn(0, 'DELETE', path, {})).status, 204)
      rows += body.total_items
    }
    figure(
      40,
      `rows of keys sent ${requestsPerKey} times`,
      rows,
      { atMost: keys, atLeast: keys },
      keys,
    )
  })

  const allAtOnce = (use: (turn: number) => Promise<ParsedResponse>): Promise<ParsedResponse[]> =>
    Promise.all(Array.from({ length: atOnce }, (_, turn) => use(turn)))

  /** @returns the access tokens of the successful uses. */
  async function atMostOne(
    uses: readonly ParsedResponse[],
    before: readonly Tokens[],
  ): Promise<string[]> {
    const succeeded = uses.filter(({ status }) => status === 200)
    assert.ok(succeeded.length <= 1, `${succeeded.length} succeeded`)
    for (const { status, body } of uses)
      if (status !== 200) assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    const all = [...before, ...succeeded.map(({ body }) => body as Tokens)]
    for (const { access_token, refresh_token } of all) {
      for (const turn of ports.keys()) {
        const { body } = await post(turn, 'introspect', { token: access_token })
        assert.deepEqual(body, { active: false })
      }
      const { status, body } = await refresh(0, refresh_token)
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    }
    return all.map(({ access_token }) => access_token)
  }

  const statusOf = async (port: number, token: string): Promise<number> => {
    const headers = { authorization: `Bearer ${token}` }
    const ask = () => fetch(`http://127.0.0.1:${port}/v2/user`, { headers })
    return (await retry503(ask)).status
  }

  /** No instance accepts the tokens any more. Each may cache them for five seconds. */
  async function areUseless(tokens: readonly string[]): Promise<void> {
    assert.ok(tokens.length > 0)
    const end = performance.now() + 5_000
    for (const port of ports)
      for (const token of tokens) {
        while ((await statusOf(port, token)) !== 401 && performance.now() < end) await pause(50)
        assert.equal(await statusOf(port, token), 401, 'a token is valid after five seconds')
      }
  }
})
