import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  callback,
  challenge,
  type ParsedResponse,
  parseResponse,
  verifier,
} from '../support/authorize.ts'
import { Browser } from '../support/browser.ts'
import { databases, newDatabase } from '../support/database.ts'
import { openFalseClock } from '../support/false-clock.ts'
import { figure } from '../support/figure.ts'
import { freePort } from '../support/foyer.ts'
import { basicOf } from '../support/oauth.ts'
import { foyerJson, newDirectory, preparedDirectory, Service } from '../support/program.ts'
import { isSoak } from '../support/soak.ts'
import { password } from '../support/users.ts'
import { walk } from '../support/visitor.ts'
import { retry503 } from '../support/wire.ts'

/*
 * The clock of the service's machine jumps forwards and back while the service runs. PostgreSQL's
 * clock does not jump, so the two differ by days.
 */

const email = 'ada@example.com'
const hour = 3_600
const day = 24 * hour

/** @returns the time that a service shows, in seconds since the epoch */
async function timeOf({ baseUrl }: Service): Promise<number> {
  const { headers } = await fetch(`${baseUrl}/countries/gb`)
  return Date.parse(headers.get('date') ?? '') / 1_000
}

interface Tokens {
  readonly access_token: string
  readonly refresh_token: string
}

for (const { name } of await databases()) {
  const clock = openFalseClock(newDirectory())
  const isLast = name === (await databases()).at(-1)?.name
  const skip =
    (clock === null && 'the package faketime is missing') || (!isSoak && !isLast && 'soak only')
  test(`tokens, codes, sessions and jobs survive jumps of the clock (${name})`, {
    skip,
  }, async () => {
    assert.ok(clock)
    const port = await freePort()
    const authUrl = `http://127.0.0.1:${port}`
    const env = {
      AUTH_URL: authUrl,
      SECRET_KEY: randomBytes(32).toString('base64url'),
      DATA_DIR: name === 'PostgreSQL' ? newDirectory() : await preparedDirectory(),
      DEMO: 'false',
      ...(name === 'PostgreSQL' && { DATABASE_URL: await newDatabase() }),
    }
    await foyerJson(['user', 'create', '--email', email, '--password', password], env)
    const create = ['app', 'create', '--name', 'Clock', '--scope', 'read:user']
    const { client_id = '', client_secret = '' } = await foyerJson<Record<string, string>>(
      [...create, '--redirect-uri', callback],
      env,
    )
    const service = await Service.start({ ...env, ...clock.env }, port)

    const authorization = basicOf(client_id, client_secret)
    const authorizeUrl = `${authUrl}/authorize?${new URLSearchParams({
      response_type: 'code',
      client_id,
      redirect_uri: callback,
      scope: 'openid offline_access read:user',
      code_challenge: challenge,
      code_challenge_method: 'S256',
    })}`
    // Beside other work the service may be overloaded for a moment and answer 503.
    const newCode = async (browser: Browser, attemptsLeft = 20): Promise<string> => {
      const way = await walk(browser, authorizeUrl, email).catch((error: Error) => {
        if (attemptsLeft === 0 || !error.message.includes(', 503 ')) throw error
      })
      if (way === undefined) {
        await pause(250)
        return newCode(browser, attemptsLeft - 1)
      }
      return way.url.searchParams.get('code') ?? assert.fail(`no code in ${way.url}`)
    }
    const request = async (form: Readonly<Record<string, string>>): Promise<ParsedResponse> => {
      const body = new URLSearchParams(form)
      const headers = { authorization }
      const ask = () => fetch(`${authUrl}/oauth2/token`, { method: 'POST', headers, body })
      return parseResponse(await retry503(ask))
    }
    const exchange = (code: string): Promise<ParsedResponse> =>
      request({
        grant_type: 'authorization_code',
        code,
        redirect_uri: callback,
        code_verifier: verifier,
      })
    const refresh = (token: string): Promise<ParsedResponse> =>
      request({ grant_type: 'refresh_token', refresh_token: token })
    const newTokens = async (browser: Browser): Promise<Tokens> => {
      const { status, body } = await exchange(await newCode(browser))
      assert.equal(status, 200, JSON.stringify(body))
      return body as Tokens
    }
    const statusWith = async ({ access_token }: Tokens): Promise<number> => {
      const headers = { authorization: `Bearer ${access_token}` }
      return (await retry503(() => fetch(`${service.baseUrl}/user`, { headers }))).status
    }
    const isSignedIn = async (browser: Browser): Promise<boolean> =>
      (await retry503(() => browser.get('/account/sessions'))).status === 200
    const assertInvalid = ({ status, body }: ParsedResponse) =>
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
    let emails = 0
    /** A job that the service creates now is done soon, whatever its clock shows. */
    const assertJobsRun = async () => {
      const browser = new Browser(authUrl)
      const newcomer = { email: `someone${++emails}@example.com`, password }
      const form = await retry503(() => browser.get('/sign-up'))
      await retry503(() => browser.submit(form, newcomer))
      const folder = join(env.DATA_DIR, 'mail')
      const end = performance.now() + 60_000
      while (!existsSync(folder) || readdirSync(folder).length < emails) {
        assert.ok(performance.now() < end, 'the email is not sent')
        await pause(20)
      }
    }

    const browser = new Browser(authUrl)
    const first = await newTokens(browser)
    const unused = await newCode(browser)
    let jumps = 0
    const jump = async (seconds: number, check: () => Promise<void>): Promise<void> => {
      clock.set(seconds)
      jumps++
      while (Math.abs((await timeOf(service)) - Date.now() / 1_000 - seconds) > 60) await pause(20)
      await check()
    }

    // The short form makes two jumps. The service takes up to two seconds to see each.
    if (isSoak)
      await jump(hour / 6, async () => {
        assert.equal(await statusWith(first), 200)
        assertInvalid(await exchange(unused))
        assert.ok(await isSignedIn(browser))
        assert.equal(await statusWith(await newTokens(browser)), 200)
      })
    let second = first
    await jump(2 * hour, async () => {
      // A token that the service knows is trusted for five seconds.
      const end = performance.now() + 60_000
      while ((await statusWith(first)) !== 401) {
        assert.ok(performance.now() < end, 'the token is still valid')
        await pause(100)
      }
      const { status, body } = await refresh(first.refresh_token)
      assert.equal(status, 200, JSON.stringify(body))
      second = body as Tokens
      assert.equal(await statusWith(second), 200)
      // Its link is valid for an hour.
      const visitor = new Browser(authUrl)
      const form = await retry503(() => visitor.get('/forgotten-password'))
      await retry503(() => visitor.submit(form, { email }))
      emails++
      await assertJobsRun()
    })
    if (isSoak)
      await jump(0, async () => {
        assert.equal(await statusWith(second), 200)
        assert.ok(await isSignedIn(browser))
        assert.equal(await statusWith(await newTokens(browser)), 200)
      })
    // Cookies of an authorization end at a time of the service's clock, and browsers judge it by
    // their own: a service that is an hour behind signs nobody in, but what has begun goes on.
    await jump(-hour / 2, async () => {
      assert.equal(await statusWith(second), 200)
      assert.equal(await statusWith(await newTokens(new Browser(authUrl))), 200)
      await assertJobsRun()
    })
    if (isSoak)
      await jump(-day, async () => {
        assert.equal(await statusWith(second), 200)
        assert.ok(await isSignedIn(browser))
        const { status, body } = await refresh(second.refresh_token)
        assert.equal(status, 200, JSON.stringify(body))
        second = body as Tokens
        await assertJobsRun()
      })
    if (isSoak)
      await jump(400 * day, async () => {
        // The clock of the database judges sessions. PostgreSQL's has not moved.
        assert.equal(await isSignedIn(browser), name === 'PostgreSQL')
        assertInvalid(await refresh(second.refresh_token))
        // The OAuth library uses the clock of the service, so new sessions have ended for it, too.
        if (name === 'embedded')
          assert.equal(await statusWith(await newTokens(new Browser(authUrl))), 200)
        await assertJobsRun()
      })
    if (isSoak)
      await jump(0, async () => {
        assert.equal(await statusWith(await newTokens(new Browser(authUrl))), 200)
        await assertJobsRun()
      })

    assert.equal(await service.stop(), 0)
    const failed = [...service.output.matchAll(/^.*("level":[56]0|"status":500).*$/gm)]
    assert.deepEqual(failed.map(String), [])
    figure(56, 'errors while the clock jumps', failed.length, { atMost: 0 }, jumps)
    await foyerJson(['audit', 'verify'], env)
  })
}
