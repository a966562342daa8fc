import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { requestToken } from '@foyer/client/oauth'
import {
  keptMs,
  listRequests,
  maxKeptLines,
  RequestLogWriter,
  trimRequestLog,
} from '../../../src/support/request-log/request-log.ts'
import { act, newDeveloper, type Registered, register } from '../../support/developers.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { one, sql } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { keepCode, redirectUri, verifier } from '../../support/oauth.ts'
import { behindProxy } from '../../support/sign-in.ts'

/** This id is too long to be a part of a UUID. The pages show the UUIDs of requests. */
const addressId = '2147480047'
const part = { offset: 0, limit: 5_000, failedOnly: false }

await onEveryDatabase(
  'requests of applications',
  (foyer: Foyer) => {
    const idOf = async ({ clientId }: Registered): Promise<number> => {
      const found = sql`select id from applications where client_id = ${clientId}`
      return one(await foyer.db.query<{ id: number }>(found)).id
    }

    /** Waits until the requests of an application are stored. */
    async function stored(id: number, count: number) {
      for (let tries = 0; tries < 600; tries++) {
        const found = await listRequests(foyer.db, foyer.clock, id, part)
        if (found.length >= count) return found
        await pause(100)
      }
      throw new Error('the requests were not stored')
    }

    const lineFor = (applicationId: number, status = 200) => ({
      applicationId,
      requestId: crypto.randomUUID(),
      operation: 'listAddresses',
      status,
    })

    test('a developer sees the requests of the application, and no data of the user', async () => {
      const developer = await newDeveloper(foyer)
      const web = await register(developer)
      const { id: userId, email } = await foyer.newUser()
      const accessToken = await foyer.tokenFor(userId, ['read:user'], web)
      const headers = { authorization: `Bearer ${accessToken}` }
      const requestId = crypto.randomUUID()
      const ask = async (path: string, init: RequestInit = {}) => {
        // Lines of the same millisecond have no order.
        await pause(2)
        return fetch(foyer.baseUrl + path, { ...init, headers: { ...headers, ...init.headers } })
      }
      await ask(`/addresses/${addressId}`, { headers: { 'request-id': requestId } })
      const refused = await ask('/addresses', { method: 'POST', body: '{}' })
      assert.equal(refused.status, 403)
      await ask('/user')
      const found = await stored(await idOf(web), 3)
      assert.deepEqual(
        found.map(({ operation, status }) => [operation, status]),
        [
          ['getUser', 200],
          ['createAddress', 403],
          ['getAddress', 404],
        ],
      )
      const page = await developer.browser.get(`${web.path}/requests`)
      assert.ok(page.text.includes(requestId))
      for (const secret of [addressId, email, accessToken]) assert.ok(!page.text.includes(secret))
      const failed = await developer.browser.get(`${web.path}/requests?failed=true`)
      assert.match(failed.text, /createAddress/)
      assert.doesNotMatch(failed.text, /getUser/)
      const other = await newDeveloper(foyer)
      assert.equal((await other.browser.get(`${web.path}/requests`)).status, 404)
    })

    test('requests for tokens are logged only if the application has authenticated', async () => {
      const developer = await newDeveloper(foyer)
      const server = await register(developer, 'server')
      const { authUrl } = foyer
      await issuerReady(authUrl)
      const ask = async (clientSecret: string, scope?: string) => {
        await pause(2)
        return requestToken({ authUrl, clientId: server.clientId, clientSecret, scope })
      }
      await assert.rejects(ask('secret_wrong'))
      await assert.rejects(ask(server.secret, 'read:user'), { code: 'invalid_scope' })
      await ask(server.secret)
      // A secret that was right until a moment ago is like any other wrong one.
      await foyer.command('app', 'rotate-secret', server.clientId)
      const rotated = await foyer.command('app', 'rotate-secret', server.clientId)
      await assert.rejects(ask(server.secret), { code: 'invalid_client' })
      await ask(rotated.client_secret)
      const found = await stored(await idOf(server), 3)
      const lines = found.map(({ operation, status }) => [operation, status])
      assert.deepEqual(lines, [
        ['exchangeToken', 200],
        ['exchangeToken', 200],
        ['exchangeToken', 400],
      ])
    })

    test('the id of a public application does not write into its log, and its tokens do', async () => {
      const developer = await newDeveloper(foyer)
      const app = await register(developer, 'spa', { redirect_uris: redirectUri })
      await issuerReady(foyer.authUrl)
      const post = async (path: string, parameters: Record<string, string>) => {
        await pause(2)
        const body = new URLSearchParams({ client_id: app.clientId, ...parameters })
        const { status } = await fetch(foyer.authUrl + path, { method: 'POST', body })
        return status
      }
      const pushed = {
        response_type: 'code',
        redirect_uri: redirectUri,
        code_challenge: 'x'.repeat(43),
        code_challenge_method: 'S256',
      }
      const unknown = { grant_type: 'refresh_token', refresh_token: 'x' }
      const { id: userId } = developer.user
      const code = await keepCode(foyer.db, app.clientId, { userId })
      const exchange = {
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        code,
        code_verifier: verifier,
      }
      assert.equal(await post('/oauth2/revoke', { token: 'x' }), 200)
      assert.equal(await post('/oauth2/par', pushed), 201)
      assert.equal(await post('/oauth2/token', unknown), 400)
      assert.equal(await post('/oauth2/token', exchange), 200)
      const found = await stored(await idOf(app), 1)
      const lines = found.map(({ operation, status }) => [operation, status])
      assert.deepEqual(lines, [['exchangeToken', 200]])
    })

    test('the requests of an operator’s application are not logged', async () => {
      const user = await foyer.newUser()
      await user.user.get()
      const rows = await foyer.db.query<{ count: number }>(sql`
        select count(*)::integer as count from application_requests
        join applications on applications.id = application_id where not self_registered`)
      assert.equal(rows[0]?.count, 0)
    })

    test('a batch keeps twenty lines of an application, the failed ones first, and counts the rest', async () => {
      const id = await idOf(await register(await newDeveloper(foyer)))
      const writer = new RequestLogWriter(foyer.db, foyer.clock)
      for (let count = 0; count < 100; count++) writer.add(lineFor(id))
      writer.add(lineFor(id, 500))
      await writer.flush()
      const found = await stored(id, 20)
      assert.equal(found.length, 20)
      assert.equal(found.filter(({ status }) => status === 500).length, 1)
      assert.equal(
        found.reduce((sum, { omitted }) => sum + omitted, 0),
        81,
      )
    })

    test('lines that cannot be stored are counted, and those of a deleted application do not stop others', async () => {
      const developer = await newDeveloper(foyer)
      const [id, gone] = [await idOf(await register(developer)), await register(developer)]
      const goneId = await idOf(gone)
      let fails = true
      const db = {
        query: (statement: never) =>
          fails ? Promise.reject(new Error('away')) : foyer.db.query(statement),
      } as Pick<Foyer['db'], 'query'>
      const writer = new RequestLogWriter(db, foyer.clock)
      writer.add(lineFor(id))
      await writer.flush()
      await act(developer, gone.path, 'delete')
      fails = false
      writer.add(lineFor(goneId))
      writer.add(lineFor(id))
      await writer.flush()
      const [line, ...others] = await stored(id, 1)
      assert.deepEqual([line?.omitted, others.length], [1, 0])
    })

    test('lines are deleted after a day, and only the newest thousand of an application are kept', async () => {
      const id = await idOf(await register(await newDeveloper(foyer)))
      const writer = new RequestLogWriter(foyer.db, foyer.clock)
      for (let batch = 0; batch < 52; batch++) {
        for (let count = 0; count < 20; count++) writer.add(lineFor(id))
        await writer.flush()
      }
      assert.equal((await stored(id, 1_040)).length, 1_040)
      await trimRequestLog(foyer.db, foyer.clock)
      assert.equal((await stored(id, 1)).length, maxKeptLines)
      foyer.clock.offset += keptMs + 1
      try {
        assert.equal((await listRequests(foyer.db, foyer.clock, id, part)).length, 0)
        await trimRequestLog(foyer.db, foyer.clock)
      } finally {
        foyer.clock.offset -= keptMs + 1
      }
      assert.equal((await listRequests(foyer.db, foyer.clock, id, part)).length, 0)
    })
  },
  behindProxy,
)
