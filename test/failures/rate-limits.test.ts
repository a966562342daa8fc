import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createApplication } from '../../src/identity/applications/applications.ts'
import { issueUserToken } from '../../src/identity/oauth/tokens/tokens.ts'
import { databases } from '../support/database.ts'
import { FailingDatabase } from '../support/failing-database.ts'
import { figure } from '../support/figure.ts'
import { type Foyer, startFoyer } from '../support/foyer.ts'
import { inTime } from '../support/in-time.ts'
import { Unavailable } from '../support/inside.ts'
import { issuerReady } from '../support/issuer-ready.ts'
import { scrape, scrapeOnce } from '../support/metrics.ts'
import { basicOf } from '../support/oauth.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { retryOutsideSoak } from '../support/wire.ts'

/*
 * Two instances on one PostgreSQL. A client sends ten times as many requests as its limit allows,
 * to both by turns.
 */

const requests = 100
/** The short form has one long window, so that a busy machine can send all requests within it. */
const windowSeconds = repetitions({ short: 60, soak: 4 })
const windows = repetitions({ short: 1, soak: 5 })
const requestsPerMs = 0.25
/** How many requests of the short form may wait for their responses. */
const mostAtOnce = 20
const limits = { RATE_LIMIT_USER: `${requests}/${windowSeconds}` }
const skip = (await databases()).length < 2

/** How many exchanges took so long that each instance counted alone. */
async function slowExchanges(instances: readonly Foyer[]): Promise<number> {
  const scraped = await Promise.all(instances.map(scrape))
  const name = 'foyer_rate_limit_exchanges_total'
  return scraped.reduce((sum, { value }) => sum + value(name, { outcome: 'slow' }), 0)
}

describe('rate limits of two instances', { skip }, () => {
  test(`of ten times the limit, ${requests} requests pass in a window, ${windows} times`, async (t) => {
    const database = (await databases()).at(-1)
    assert.ok(database)
    const db = new FailingDatabase(await database.open())
    const first = await startFoyer(db, limits)
    const second = await startFoyer(db, limits)
    t.after(async () => {
      await second.app.close()
      await first.stop()
    })
    const instances = [first, second]

    /**
     * Sends the requests of one user for a while. @returns how many passed, and how often one was
     * refused for lack of capacity
     */
    async function flood(accessToken: string, durationMs: number) {
      let waiting = 0
      let refused = 0
      const send = (number: number) => {
        waiting++
        return retryOutsideSoak(async () => {
          const response = await fetch(`${instances[number % 2]?.baseUrl}/addresses`, {
            headers: { authorization: `Bearer ${accessToken}` },
          })
          if (response.status === 503) refused++
          return response
        }).finally(() => waiting--)
      }
      const start = performance.now()
      const sent: Promise<Response>[] = []
      const total = durationMs * requestsPerMs
      // If the machine stalls for a moment, the short form sends the remaining requests afterwards.
      while (sent.length < total && (!isSoak || performance.now() < start + durationMs)) {
        const due = Math.min(total, (performance.now() - start) * requestsPerMs)
        while (sent.length < due && (isSoak || waiting < mostAtOnce)) sent.push(send(sent.length))
        await pause(2)
      }
      const statuses = (await Promise.all(sent)).map(({ status }) => status)
      assert.ok(statuses.every((status) => status === 200 || status === 429))
      return { passed: statuses.filter((status) => status === 200).length, refused }
    }

    /**
     * The same beside other tests: repeated with another user while an exchange is slow, or a
     * request was refused for lack of capacity.
     */
    async function shortFlood() {
      for (let left = 20; ; left--) {
        const { accessToken } = await first.newUser()
        const before = await slowExchanges(instances)
        const result = await flood(accessToken, 600)
        const isCalm = result.refused === 0 && (await slowExchanges(instances)) === before
        if (isCalm || left === 0) return result
      }
    }

    const { accessToken } = await first.newUser()
    for (let window = 0; window < windows; window++) {
      const end = performance.now() + windowSeconds * 1_000
      const { passed } = await (isSoak
        ? flood(accessToken, windowSeconds * 1_000 - 100)
        : shortFlood())
      t.diagnostic(`${passed} requests passed; the limit is ${requests}`)
      assert.ok(passed >= requests, `${passed} passed`)
      const most = { atMost: 1.05 * requests }
      figure(50, `requests that pass at two instances, of a limit of ${requests}`, passed, most)
      if (window < windows - 1) await pause(end + 50 - performance.now())
    }
  })

  test('an application has one limit at both instances, for its own tokens and for all of its users', async (t) => {
    const database = (await databases()).at(-1)
    assert.ok(database)
    const db = await database.open()
    const quota = { RATE_LIMIT_APPLICATION: '60/600' }
    const first = await startFoyer(db, quota)
    const second = await startFoyer(db, quota)
    t.after(async () => {
      await second.app.close()
      await first.stop()
    })
    const users = await Promise.all([first.newUser(), second.newUser()])
    for (const { authUrl } of [first, second]) await issuerReady(authUrl)

    /**
     * Sends 90 requests of a new application. @returns how many passed, how often one was refused
     * for lack of capacity, and the last response
     */
    async function useUp() {
      const { application, client_id, client_secret } = await createApplication(db, {
        name: 'Shop',
        scopes: ['read:user', 'read:events'],
      })
      const terms = {
        application: { id: application.id, clientId: client_id },
        scopes: ['read:user'],
      } as const
      const tokens = await Promise.all(
        users.map(async ({ id }) => (await issueUserToken(db, id, terms)).access_token),
      )
      const ask = {
        method: 'POST',
        headers: { authorization: basicOf(client_id, client_secret ?? '') },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      }
      let passed = 0
      let refused = 0
      let last: Response | undefined
      for (let i = 0; i < 90; i++) {
        const { baseUrl, authUrl } = i % 2 === 0 ? first : second
        const bearer = { headers: { authorization: `Bearer ${tokens[i % 4 === 1 ? 0 : 1]}` } }
        last = await retryOutsideSoak(async () => {
          const response = await (i % 3 === 0
            ? fetch(`${authUrl}/oauth2/token`, ask)
            : fetch(`${baseUrl}/addresses`, bearer))
          if (response.status === 503) refused++
          return response
        })
        if (last.ok) passed++
        else assert.equal(last.status, 429)
      }
      return { passed, refused, last }
    }

    let before = 0
    let used = await useUp()
    // While an exchange is slow, each instance counts alone. A request that is refused for lack of
    // capacity may have been counted. Then the test repeats with another application.
    for (let left = 20; left > 0; left--) {
      const slow = await slowExchanges([first, second])
      if (slow === before && used.refused === 0) break
      before = slow
      used = await useUp()
    }
    const { passed, last } = used
    assert.ok(passed >= 60 && passed <= 63, `${passed} passed`)
    assert.match(last?.headers.get('ratelimit') ?? '', /"application";r=0;t=\d+/)
    assert.match(last?.headers.get('ratelimit-policy') ?? '', /"application";q=60;w=600/)
    const { value } = await scrape(second)
    assert.ok(value('foyer_rate_limit_exchanges_total', { outcome: 'shared' }) > 0)
  })

  test('without the database each instance limits requests by itself', async (t) => {
    const database = (await databases()).at(-1)
    assert.ok(database)
    await inTime(async () => {
      const db = new FailingDatabase(await database.open())
      const foyer = await startFoyer(db, { RATE_LIMIT_NETWORK: '10/60' })
      t.after(() => foyer.stop())
      db.cause = new Unavailable(new Error('away'))
      const start = performance.now()
      const all = await Promise.all(Array.from({ length: 20 }, () => fetch(foyer.baseUrl)))
      const took = performance.now() - start
      assert.equal(all.filter(({ status }) => status === 200).length, 10)
      assert.equal(all.filter(({ status }) => status === 429).length, 10)
      const { value } = await scrapeOnce(foyer)
      assert.ok(value('foyer_rate_limit_exchanges_total', { outcome: 'failed' }) > 0)
      return [[took, 1_000]]
    })
  })
})
