import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  countOpenRequests,
  trimOpenRequests,
} from '../../../src/identity/oauth/open-requests/open-requests.ts'
import { sessionCookie } from '../../../src/identity/users/sessions/session-cookie.ts'
import { findSession, startSession } from '../../../src/identity/users/sessions/sessions.ts'
import {
  agree,
  answered,
  authorize,
  type RelyingParty,
  relyingParty,
  signedIn,
  unique,
  visit,
} from '../../support/authorize.ts'
import { Browser, formsOf, type Page } from '../../support/browser.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { type Database, sql } from '../../support/inside.ts'
import { retry503, retryOutsideSoak } from '../../support/wire.ts'

/** Checks that the page explains what to do and has a link: no redirect, no JSON, no 500. */
function assertHelps(page: Page): void {
  assert.equal(page.location, '')
  assert.ok(page.status >= 400 && page.status < 500, `${page.status}`)
  assert.match(page.headers.get('content-type') ?? '', /^text\/html/)
  assert.match(page.text, /<h1>[^<]+<\/h1>\s*<p>[^<]+<\/p>/)
  assert.match(page.text, /<main[\s\S]*<a href="\/account">Go to your account</)
}

/** Checks the same, and that the link leads to the start of the application. */
function assertLeadsBack(page: Page): void {
  assertHelps(page)
  assert.match(page.text, /<a class="button" href="https:\/\/app\.example\/">Go to Tickets &amp;/)
}

/** Pushes a request. @returns its URL for a browser */
async function pushedUrl(app: RelyingParty): Promise<string> {
  const { origin, pathname, searchParams } = new URL(app.authorizeUrl())
  const { status, body } = await app.post('par', Object.fromEntries(searchParams))
  assert.equal(status, 201, JSON.stringify(body))
  const { request_uri } = body
  return `${origin}${pathname}?${new URLSearchParams({ client_id: app.id, request_uri })}`
}

/** Counts the waiting requests. */
async function waiting(db: Database): Promise<number> {
  const rows = await db.query(sql`
    select 1 from oauth_tokens where model in ('Interaction', 'PushedAuthorizationRequest')`)
  return rows.length
}

await onEveryDatabase('interrupted, repeated and foreign authorization steps', (foyer) => {
  for (const [how, requestOf] of [
    ['', async (app: RelyingParty) => app.authorizeUrl()],
    [' with a pushed request', pushedUrl],
  ] as const) {
    test(`a consent${how} that is posted twice leads to the application twice`, async () => {
      const app = await relyingParty(foyer)
      const user = await foyer.newUser()
      const browser = await signedIn(foyer, user.id)
      const question = await visit(browser, await requestOf(app))
      const [first, second] = [await agree(browser, question), await agree(browser, question)]
      assert.equal(first.location, second.location)
      const [one, two, three] = [
        answered(await browser.follow(first)),
        answered(await browser.follow(second)),
        // A copy of the page in another tab.
        answered(await browser.follow(await agree(browser, question))),
      ]
      assert.deepEqual([two.state, three.state], [one.state, one.state])
      // Each code is valid, whichever one reaches the application. Using one does not end the
      // tokens of another.
      for (const { code = '' } of [one, two, three]) {
        const { status, body } = await app.exchange(code)
        assert.equal(status, 200, JSON.stringify(body))
      }
      const given = sql`select 1 from audit_records where action = 'consent.given' and user_id = ${user.id}`
      assert.equal((await foyer.db.query(given)).length, 2)
    })

    test(`consents${how} that are posted at the same time all lead to the application`, async () => {
      const app = await relyingParty(foyer)
      for (const [decision, expected] of [
        ['allow', 'code'],
        ['deny', 'error'],
      ] as const) {
        const browser = await signedIn(foyer, (await foyer.newUser()).id)
        const question = await visit(browser, await requestOf(app))
        const pages = await Promise.all(
          Array.from({ length: 5 }, () =>
            retry503(async () => browser.follow(await agree(browser, question, decision))),
          ),
        )
        for (const page of pages) assert.ok(answered(page)[expected], page.location)
      }
    })
  }

  test('a pushed request that was used leads to no code in another step', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const url = await pushedUrl(app)
    const [one, two] = [await visit(browser, url), await visit(browser, url)]
    assert.notEqual(one.url, two.url)
    assert.ok(answered(await browser.follow(await agree(browser, two))).code)
    for (const page of [
      await browser.follow(await agree(browser, one)),
      await visit(browser, url),
      await browser.follow(await agree(browser, one)),
    ])
      assert.equal(answered(page).error, 'invalid_request_uri')
    assert.ok(answered(await browser.follow(await agree(browser, two))).code)
  })

  test('a pushed request that is opened twice at once, and asks nothing, works once', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    await authorize(browser, app.authorizeUrl())
    const url = await pushedUrl(app)
    let busy = 0
    const open = async () => {
      const page = await browser.get(url)
      if (page.status === 503) busy++
      return page
    }
    const pages = await Promise.all(Array.from({ length: 5 }, () => retry503(open)))
    const answers = pages.map((page) => answered(page))
    const codes = answers.filter(({ code }) => code !== undefined).length
    // On a busy machine, the answer with the code may be a 503.
    assert.ok(codes === 1 || (codes === 0 && busy > 0), `${codes} codes`)
    const refused = answers.filter(({ error }) => error === 'invalid_request_uri')
    assert.equal(refused.length, 5 - codes)
    assert.equal(answered(await browser.get(url)).error, 'invalid_request_uri')
  })

  test('a consent that is posted again later leads to the start of the application', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const question = await visit(browser, app.authorizeUrl())
    await browser.follow(await agree(browser, question))
    await foyer.db.script(
      "update oauth_tokens set consumed_at = consumed_at - interval '61 seconds' where model = 'Interaction'",
    )
    const late = await browser.follow(await agree(browser, question))
    assertLeadsBack(late)
    const [path = ''] = /\/interaction\/[\w-]+/.exec(question.url) ?? []
    assertLeadsBack(await browser.get(path.replace('interaction', 'authorize')))
  })

  test('a finished request returns no code without the user’s session', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const question = await visit(browser, app.authorizeUrl())
    const agreed = await agree(browser, question)
    await browser.follow(agreed)
    browser.plant(sessionCookie(foyer.authUrl).clear())
    const without = await browser.follow(await browser.get(agreed.location))
    assert.equal(without.location.includes('code='), false)
    await signedIn(foyer, (await foyer.newUser()).id, browser)
    const other = await browser.follow(await browser.get(agreed.location))
    assert.equal(other.location.includes('code='), false)
  })

  test('the back button leads to a page that says what to do', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const first = await browser.get(app.authorizeUrl())
    const question = await visit(browser, first.location)
    await browser.follow(await agree(browser, question))
    assertLeadsBack(await browser.get(question.url))
    assertHelps(await browser.get('/authorize/nothing'))
    assertHelps(await browser.get('/interaction/nothing'))
  })

  test('a request that waits too long expires', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const question = await visit(browser, app.authorizeUrl())
    await foyer.db.script("delete from oauth_tokens where model = 'Interaction'")
    assertHelps(await browser.get(question.url))
    assertHelps(await agree(browser, question))
  })

  test('the parameters of a request are limited to 4 KB, however they are sent', async () => {
    const app = await relyingParty(foyer)
    const browser = new Browser(foyer.authUrl)
    const before = await waiting(foyer.db)
    for (const large of [{ state: 'x'.repeat(4_096) }, { nonce: '\u0001'.repeat(2_000) }]) {
      const page = await browser.get(app.authorizeUrl(large))
      assertHelps(page)
      assert.equal(page.status, 400)
      assert.match(page.text, /larger than 4 KB in total/)
      const form = [...new URL(app.authorizeUrl(large)).searchParams]
      const posted = await browser.post('/authorize', form)
      assertHelps(posted)
      assert.equal(posted.status, 400)
      const pushed = await app.post('par', Object.fromEntries(form))
      assert.deepEqual([pushed.status, pushed.body.error], [400, 'invalid_request'])
      assert.match(pushed.body.error_description, /larger than 4 KB in total/)
    }
    assert.equal(await waiting(foyer.db), before)
    const fits = { state: 'x'.repeat(3_600) }
    assert.equal((await browser.get(app.authorizeUrl(fits))).status, 303)
    const form = Object.fromEntries(new URL(app.authorizeUrl(fits)).searchParams)
    assert.equal((await app.post('par', form)).status, 201)
    assert.equal(await waiting(foyer.db), before + 2)
  })

  test('a browser has at most 20 open requests, and the latest ones work', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const first = await visit(browser, app.authorizeUrl())
    const before = await waiting(foyer.db)
    const urls = Array.from({ length: 20 }, () => app.authorizeUrl({ state: unique() }))
    for (const url of urls) await browser.get(url)
    assert.equal((await waiting(foyer.db)) - before, 19)
    assertHelps(await agree(browser, first))
    assert.ok(await authorize(browser, app.authorizeUrl()))
    assert.equal((await waiting(foyer.db)) - before, 19, 'the oldest request was removed')
  })

  test('a flood from one network leaves few rows, and a user with an open request can finish it', async () => {
    const app = await relyingParty(foyer)
    const user = await foyer.newUser()
    const honest = await signedIn(foyer, user.id)
    const question = await visit(honest, app.authorizeUrl())
    const spa = await relyingParty(foyer, { kind: 'spa' })
    const form = new URL(spa.authorizeUrl()).searchParams.toString()
    const flood = async (path: string, method: 'GET' | 'POST') => {
      const send = async () => {
        const { statusCode: status } = await foyer.app.inject({
          method,
          url: method === 'GET' ? `${path}?${form}` : path,
          remoteAddress: '127.0.0.1',
          ...(method === 'POST' && {
            payload: form,
            headers: { 'content-type': 'application/x-www-form-urlencoded' },
          }),
        })
        return { status }
      }
      return (await retryOutsideSoak(send)).status
    }
    const statuses = new Set<number>()
    for (let round = 0; round < 11; round++) {
      const answers = Array.from({ length: 20 }, (_, n) =>
        n % 2 === 0 ? flood('/authorize', 'GET') : flood('/oauth2/par', 'POST'),
      )
      for (const status of await Promise.all(answers)) statuses.add(status)
    }
    assert.deepEqual([...statuses].sort(), [201, 303])
    // Concurrent requests do not see the rows of each other. The next request drops what is too many.
    assert.equal(await flood('/authorize', 'GET'), 303)
    const [fresh] = await foyer.db.query<{ count: number }>(sql`
      select count(*)::integer as count from open_requests where not returned`)
    assert.ok((fresh?.count ?? 0) <= 200, `${fresh?.count} requests are open`)
    assert.ok(answered(await honest.follow(await agree(honest, question))).code)
  })

  test('an answered request is kept and counted for five minutes at most', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    await foyer.db.script('delete from open_requests')
    assert.ok(await authorize(browser, app.authorizeUrl()))
    const rows = await foyer.db.query<{ left: number }>(sql`
      select extract(epoch from greatest(open_requests.expires_at, oauth_tokens.expires_at) - now())::float8 as left
      from open_requests join oauth_tokens using (hash)`)
    assert.ok(rows.length > 0)
    for (const { left } of rows) assert.ok(left <= 300, `${left} s are left`)
    const before = await waiting(foyer.db)
    await foyer.db.script("update open_requests set expires_at = now() - interval '1 second'")
    await trimOpenRequests(foyer.db)
    assert.equal(await waiting(foyer.db), before - rows.length)
  })

  test('in a flood from many networks, the networks with the most requests lose requests first', async () => {
    const { db } = foyer
    await db.script('delete from open_requests')
    const few = {
      browser: 20,
      network: { fresh: 30, returned: 30 },
      all: { fresh: 10, returned: 40 },
    }
    const requests = countOpenRequests(db, few)
    const add = async (network: string, returned: boolean) => {
      const id = unique()
      await requests.add(id, { network })
      if (returned) await requests.findReturned(id)
    }
    for (let n = 0; n < 3; n++) await add('honest', true)
    for (let n = 0; n < 30; n++) await add('one', true)
    for (let n = 0; n < 30; n++) await add('two', true)
    for (let n = 0; n < 12; n++) await add('honest', false)
    await trimOpenRequests(db, few)
    const left = await db.query<{ returned: boolean; sizes: number[] }>(sql`
      select returned, array_agg(size order by size) as sizes
      from (select returned, count(*)::integer as size from open_requests group by returned, network) as sized
      group by returned order by returned`)
    const [fresh, returned] = left
    assert.deepEqual(fresh, { returned: false, sizes: [10] })
    const [honest, one = 0, two = 0] = returned?.sizes ?? []
    assert.equal(honest, 3)
    assert.ok(one + two <= 37 && Math.abs(one - two) <= 1, `${one}, ${two}`)
  })

  test('requests to which no browser returns are deleted after five minutes', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const question = await visit(browser, app.authorizeUrl())
    await new Browser(foyer.authUrl).get(app.authorizeUrl())
    await foyer.db.script(`update open_requests set created_at = now() - interval '6 minutes'`)
    await trimOpenRequests(foyer.db)
    const left = await foyer.db.query(sql`select 1 from open_requests where not returned`)
    assert.equal(left.length, 0)
    assert.ok(answered(await browser.follow(await agree(browser, question))).code)
  })

  test('two tabs can go through authorization at the same time', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = new Browser(foyer.authUrl)
    const [one, two] = [
      await browser.get(app.authorizeUrl()),
      await browser.get(app.authorizeUrl()),
    ]
    await signedIn(foyer, user.id, browser)
    const [first, second] = [await visit(browser, one.location), await visit(browser, two.location)]
    assert.ok(answered(await browser.follow(await agree(browser, second))).code)
    assert.ok(answered(await browser.follow(await agree(browser, first))).code)
  })

  test('parallel requests leave the user signed in', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    await authorize(browser, app.authorizeUrl())
    const before = browser.cookies.find(({ name }) => name === 'foyer-session')
    const pages = await Promise.all(
      Array.from({ length: 8 }, () => retry503(() => visit(browser, app.authorizeUrl()))),
    )
    for (const page of pages) assert.ok(answered(page).code)
    assert.deepEqual(
      browser.cookies.find(({ name }) => name === 'foyer-session'),
      before,
    )
    assert.ok(answered(await visit(browser, app.authorizeUrl())).code)
  })

  test('a browser cannot continue a request of another browser', async () => {
    const [mine, other] = [await foyer.newUser(), await foyer.newUser()]
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, mine.id)
    const question = await visit(browser, app.authorizeUrl())
    const stranger = await signedIn(foyer, other.id)
    assertLeadsBack(await stranger.get(question.url))
    // A form from its own request does not help.
    const own = formsOf(await visit(stranger, app.authorizeUrl()))[0]
    assertHelps(await stranger.post(question.url, { ...own?.fields, decision: 'allow' }))
    const uid = question.url.split('/').at(-1)
    assertHelps(await stranger.get(`/authorize/${uid}`))
    assert.ok(answered(await browser.follow(await agree(browser, question))).code)
  })

  test('an answered sign-in request returns no code in a signed-out browser', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = new Browser(foyer.authUrl)
    const first = await browser.get(app.authorizeUrl())
    await signedIn(foyer, user.id, browser)
    const resume = await browser.get(first.location)
    assert.match(resume.location, /\/authorize\//)
    browser.plant(sessionCookie(foyer.authUrl).clear())
    const page = await browser.follow(await browser.get(resume.location))
    assert.equal(page.location.includes('code='), false)
    assert.match(page.url, /\/sign-in\?/)
  })

  test('a user who signs in to another account before the consent is asked for consent as that user', async () => {
    const [one, two] = [await foyer.newUser(), await foyer.newUser()]
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, one.id)
    const question = await visit(browser, app.authorizeUrl())
    await signedIn(foyer, two.id, browser)
    const page = await browser.follow(await agree(browser, question))
    assert.equal(page.status, 200)
    assert.ok(page.text.includes(two.email))
    assert.ok(answered(await browser.follow(await agree(browser, page))).code)
  })

  test('a consent without this browser’s form is refused and grants nothing', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    const question = await visit(browser, app.authorizeUrl())
    const stranger = await signedIn(foyer, (await foyer.newUser()).id)
    const foreign = formsOf(await visit(stranger, app.authorizeUrl()))[0]?.fields.csrf ?? ''
    const [form] = formsOf(question)
    const csrf = form?.fields.csrf ?? ''
    for (const [fields, headers] of [
      [{ decision: 'allow' }, {}],
      [{ decision: 'allow', csrf: 'wrong' }, {}],
      [{ decision: 'allow', csrf: foreign }, {}],
      [{ decision: 'allow', csrf }, { origin: 'https://evil.example' }],
      [{ decision: 'allow', csrf }, { 'sec-fetch-site': 'cross-site' }],
    ] as const) {
      const page = await browser.post(question.url, fields, headers)
      assert.equal(page.status, 403)
    }
    const given = sql`select from consents where user_id = ${user.id}`
    assert.deepEqual(await foyer.db.query(given), [])
    assert.equal((await visit(browser, app.authorizeUrl())).status, 200)
  })

  test('a session id planted before the sign-in is not used', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const name = 'foyer-session'
    const planted = unique().padEnd(43, 'A')
    const browser = new Browser(foyer.authUrl)
    browser.plant(`${name}=${planted}; Path=/`)
    const page = await visit(browser, app.authorizeUrl())
    assert.equal(
      page.headers.getSetCookie().some((cookie) => cookie.startsWith(name)),
      false,
    )
    assert.equal(await findSession(foyer.db, planted), undefined)
    await signedIn(foyer, user.id, browser)
    assert.notEqual(browser.cookie(name)?.value, planted)
    assert.equal(await findSession(foyer.db, planted), undefined)
  })

  test('a consent leaves the session its id and its cookie, and notes the application', async () => {
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, (await foyer.newUser()).id)
    const { name } = sessionCookie(foyer.authUrl)
    const id = browser.cookie(name)?.value
    const question = await visit(browser, app.authorizeUrl())
    const before = JSON.stringify((await findSession(foyer.db, id))?.payload)
    assert.ok(answered(await browser.follow(await agree(browser, question))).code)
    assert.equal(browser.cookie(name)?.value, id)
    const after = JSON.stringify((await findSession(foyer.db, id))?.payload)
    assert.doesNotMatch(before, /grantId/)
    assert.match(after, new RegExp(`"${app.id}":.*"grantId"`))
  })

  test('signing in again changes the session id and ends the previous session', async () => {
    const user = await foyer.newUser()
    const options = { userId: user.id, amr: ['pwd'], device: 'Firefox on Linux' }
    const before = await startSession(foyer.db, options)
    const after = await startSession(foyer.db, { ...options, replaces: before.id })
    assert.notEqual(after.id, before.id)
    assert.equal(await findSession(foyer.db, before.id), undefined)
    assert.equal((await findSession(foyer.db, after.id))?.userId, user.id)
  })

  test('cookies are valid for this host only and hidden from scripts', async () => {
    const app = await relyingParty(foyer)
    const browser = new Browser(foyer.authUrl)
    const { headers } = await browser.get(app.authorizeUrl())
    const cookies = headers.getSetCookie().filter((cookie) => !cookie.startsWith('foyer-browser'))
    assert.equal(cookies.length, 2)
    for (const cookie of cookies) {
      assert.match(cookie, /; path=\/(interaction|authorize)\/[\w-]+;/i)
      assert.match(cookie, /; httponly/i)
      assert.match(cookie, /; samesite=lax/i)
      assert.doesNotMatch(cookie, /domain=/i)
    }
  })

  test('a dump of the database contains no usable secret', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    const state = unique()
    const question = await visit(browser, app.authorizeUrl({ state, login_hint: user.email }))
    const { searchParams } = new URL(app.authorizeUrl())
    const { body } = await app.post('par', Object.fromEntries(searchParams))
    const dump = JSON.stringify(await dumpOf(foyer.db))
    const uid = question.url.split('/').at(-1) ?? ''
    const session = browser.cookie('foyer-session')?.value ?? ''
    for (const secret of [uid, session, state, body.request_uri.split(':').at(-1)]) {
      assert.ok(secret.length > 10)
      assert.equal(dump.includes(secret), false)
    }
  })
})

await onEveryDatabase(
  'authorization steps over HTTPS',
  (foyer) => {
    test('cookie names have prefixes that keep other hosts from setting them', async () => {
      const app = await relyingParty(foyer)
      const url = new URL(app.authorizeUrl())
      const { port } = foyer.app.server.address() as { port: number }
      const response = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
        redirect: 'manual',
      })
      const cookies = response.headers.getSetCookie()
      const names = cookies.map((cookie) => cookie.split('=')[0])
      assert.deepEqual(names.toSorted(), [
        '__Host-foyer-browser',
        '__Secure-foyer-interaction',
        '__Secure-foyer-resume',
      ])
      for (const cookie of cookies) assert.match(cookie, /; secure/i)
      const cookie = sessionCookie(foyer.authUrl).set('x', new Date())
      assert.match(cookie, /^__Host-foyer-session=x; Path=\/; .*HttpOnly; Secure; SameSite=Lax$/)
    })
  },
  { AUTH_URL: 'https://id.example', REQUIRE_HTTPS: 'false' },
)

const dumpOf = async (db: Database): Promise<unknown[]> =>
  db.transaction(async (tx) => {
    return [
      ...(await tx.query(sql`select to_jsonb(t) as row from oauth_tokens t`)),
      ...(await tx.query(sql`select to_jsonb(t) as row from oauth_grants t`)),
      ...(await tx.query(sql`select to_jsonb(t) as row from sessions t`)),
      ...(await tx.query(sql`select to_jsonb(t) as row from consents t`)),
    ]
  })
