import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endAccess } from '../../../src/identity/access/access.ts'
import { endConnection, listConnections } from '../../../src/identity/oauth/consents/connections.ts'
import { sessionCookie } from '../../../src/identity/users/sessions/session-cookie.ts'
import {
  endOtherSessions,
  endSession,
  findSession,
  listSessions,
  removeExpiredSessions,
  startSession,
} from '../../../src/identity/users/sessions/sessions.ts'
import { newSecret } from '../../../src/platform/secrets/secrets.ts'
import { authorize, relyingParty, signedIn, visit } from '../../support/authorize.ts'
import { Browser, type Page } from '../../support/browser.ts'
import { trailOf } from '../../support/credentials.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { listRecords, sql } from '../../support/inside.ts'

const start = ({ db }: Foyer, userId: number, device = 'Firefox on Linux') =>
  startSession(db, { userId, amr: ['pwd'], device })

await onEveryDatabase('sessions', (foyer) => {
  test('the list shows device, authentication methods and times of each session', async () => {
    const { id: userId } = await foyer.newUser()
    await start(foyer, userId)
    await startSession(foyer.db, { userId, amr: ['pwd', 'otp', 'mfa'], device: 'Safari on iPhone' })
    const sessions = await listSessions(foyer.db, userId)
    assert.deepEqual(sessions.map(({ device, amr }) => `${device}: ${amr}`).toSorted(), [
      'Firefox on Linux: pwd',
      'Safari on iPhone: pwd,otp,mfa',
    ])
    for (const { signedInAt, usedAt } of sessions)
      for (const time of [signedInAt, usedAt]) assert.ok(Math.abs(time - Date.now()) < 60_000)
  })

  test('a session starts at the service’s time, whatever the database’s time is', async (t) => {
    const { id: userId } = await foyer.newUser()
    const now = Math.floor(Date.now() / 1000) * 1000 + 600_000
    t.mock.timers.enable({ apis: ['Date'], now })
    const { id } = await start(foyer, userId)
    t.mock.timers.reset()
    assert.equal((await findSession(foyer.db, id))?.signedInAt, now)
  })

  test('only its user can end a session, and it ends at once', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const [one, two] = [await start(foyer, user.id), await start(foyer, user.id)]
    const session = await findSession(foyer.db, one.id)
    assert.equal(await endSession(foyer.db, other.id, session?.uid ?? '', 'revoked'), false)
    assert.ok(await findSession(foyer.db, one.id))
    assert.equal(await endSession(foyer.db, user.id, session?.uid ?? '', 'revoked'), true)
    assert.equal(await findSession(foyer.db, one.id), undefined)
    assert.ok(await findSession(foyer.db, two.id))
    assert.equal(await endSession(foyer.db, user.id, session?.uid ?? '', 'revoked'), false)
  })

  test('a user ends all sessions but one', async () => {
    const user = await foyer.newUser()
    const sessions = await Promise.all([1, 2, 3].map(() => start(foyer, user.id)))
    const former = sessions[0]?.id ?? ''
    const mine = await findSession(foyer.db, former)
    const uid = mine?.uid ?? ''
    const kept = { uid, former, id: newSecret() }
    assert.equal(await endOtherSessions(foyer.db, user.id, kept), true)
    assert.deepEqual(
      (await listSessions(foyer.db, user.id)).map((session) => session.uid),
      [uid],
    )
    assert.equal(await findSession(foyer.db, former), undefined)
    const renewed = await findSession(foyer.db, kept.id)
    assert.deepEqual({ ...renewed, hash: mine?.hash }, mine)
    // The same form gives the same id.
    assert.equal(await endOtherSessions(foyer.db, user.id, kept), true)
    assert.ok(await findSession(foyer.db, kept.id))
    // Whoever else has the former id may have made the new one. So the session ends.
    const other = await start(foyer, user.id)
    const late = { uid, former, id: newSecret() }
    assert.equal(await endOtherSessions(foyer.db, user.id, late), false)
    for (const id of [late.id, kept.id, other.id])
      assert.equal(await findSession(foyer.db, id), undefined)
    await start(foyer, user.id)
    await endAccess(foyer.db, user.id, { sessions: { reason: 'revoked' } })
    assert.deepEqual(await listSessions(foyer.db, user.id), [])
  })

  /** Stores sessions of a user, used one second after the other, the last one a minute ago. */
  const keepSessions = (userId: number, count: number) =>
    foyer.db.query(sql`
      insert into sessions (hash, user_id, uid, device, amr, used_at, expires_at)
      select sha256(convert_to(${userId} || ' ' || number, 'UTF8')), ${userId}, 'old ' || number, '', '{}',
        now() - interval '1 minute' - (${count} - number) * interval '1 second', now() + interval '1 day'
      from generate_series(1, ${count}::integer) as number`)

  test('a user has 100 sessions: one more ends the one that was used the longest time ago', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    await keepSessions(user.id, 103)
    await keepSessions(other.id, 99)
    await start(foyer, other.id)
    const uids = async () => {
      const rows = await foyer.db.query<{ uid: string }>(sql`
        select uid from sessions where user_id = ${user.id} order by used_at`)
      return rows.map(({ uid }) => uid)
    }
    const { id } = await start(foyer, user.id)
    const own = await findSession(foyer.db, id)
    assert.deepEqual((await uids()).slice(0, 1), ['old 5'])
    assert.deepEqual([(await uids()).length, (await uids()).at(-1)], [100, own?.uid])
    const details = async () => {
      const records = await listRecords(foyer.db, user.id, 2)
      return records.map(({ action, details }) => [action, JSON.parse(details)])
    }
    const ended = ['sessions.ended', { reason: 'too_many', count: 4 }]
    assert.deepEqual((await details())[1], ended)
    await Promise.all([start(foyer, user.id), start(foyer, user.id)])
    assert.deepEqual([(await uids()).length, (await uids())[0]], [100, 'old 7'])
    assert.equal((await listSessions(foyer.db, other.id)).length, 100)
    assert.ok(!(await trailOf(foyer.db, other.id)).includes('sessions.ended'))
  })

  test('the end of a session that another user’s sign-in replaces is recorded for its user', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const { id: replaces } = await start(foyer, other.id)
    await startSession(foyer.db, { userId: user.id, amr: ['pwd'], device: 'Test', replaces })
    const [{ action } = {}] = await listRecords(foyer.db, other.id, 1)
    assert.equal(action, 'session.ended')
    assert.equal(await findSession(foyer.db, replaces), undefined)
  })

  test('a list of sessions has the 100 that were used last', async () => {
    const { id } = await foyer.newUser()
    await keepSessions(id, 102)
    const listed = (await listSessions(foyer.db, id)).map(({ uid }) => uid)
    assert.deepEqual([listed.length, listed[0], listed.at(-1)], [100, 'old 102', 'old 3'])
  })

  test('a session ends after a time without use, and after 90 days at the latest', async () => {
    const user = await foyer.newUser()
    const { id, expiresAt } = await start(foyer, user.id)
    const inDays = (date: Date) => Math.round((date.getTime() - Date.now()) / 86_400_000)
    assert.equal(inDays(expiresAt), 90)
    const ends = async () => {
      const [row] = await foyer.db.query<{ days: number }>(sql`
        select extract(epoch from expires_at - now())::float8 / 86400 as days
        from sessions where user_id = ${user.id}`)
      return Math.round(row?.days ?? Number.NaN)
    }
    const age = (signedIn: number, used: number) =>
      foyer.db.query(sql`
        update sessions set signed_in_at = now() - ${signedIn}::integer * interval '1 day',
          used_at = now() - ${used}::integer * interval '1 day',
          expires_at = now() + (14 - ${used}::integer) * interval '1 day'
        where user_id = ${user.id}`)
    assert.equal(await ends(), 14)
    await age(10, 10)
    assert.equal(await ends(), 4)
    assert.ok(await findSession(foyer.db, id))
    assert.equal(await ends(), 14)
    await age(85, 1)
    assert.ok(await findSession(foyer.db, id))
    assert.equal(await ends(), 5)
    await age(85, 15)
    assert.equal(await findSession(foyer.db, id), undefined)
    assert.deepEqual(await listSessions(foyer.db, user.id), [])
    assert.ok((await removeExpiredSessions(foyer.db)) >= 1)
    assert.ok(Number.isNaN(await ends()))
  })

  test('the last use of a session is stored at most once a minute', async () => {
    const user = await foyer.newUser()
    const { id } = await start(foyer, user.id)
    const version = async () => {
      const [row] = await foyer.db.query<{ xmin: string }>(
        sql`select xmin::text from sessions where user_id = ${user.id}`,
      )
      return row?.xmin
    }
    const before = await version()
    for (let time = 0; time < 3; time++) await findSession(foyer.db, id)
    assert.equal(await version(), before)
  })

  test('a session is found while the database only reads', async () => {
    const { id } = await foyer.newUser()
    const browser = await signedIn(foyer, id)
    await foyer.db.query(sql`update sessions set used_at = used_at - interval '1 hour'`)
    await foyer.db.script(`
      create function refuse_use() returns trigger language plpgsql as $$
        begin raise exception 'read-only' using errcode = '25006'; end $$;
      create trigger refuse_use before update on sessions for each row execute function refuse_use()`)
    try {
      assert.equal((await browser.get('/account/sessions')).status, 200)
    } finally {
      await foyer.db.script('drop trigger refuse_use on sessions; drop function refuse_use()')
    }
  })

  test('an unknown or malformed session id finds no session', async () => {
    for (const id of [undefined, '', 'x', 'A'.repeat(43), "'; drop table sessions; --"])
      assert.equal(await findSession(foyer.db, id), undefined)
  })

  test('the sessions of a disabled user end, and no new one starts', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
    await foyer.command('user', 'disable', user.id)
    assert.deepEqual(await listSessions(foyer.db, user.id), [])
    await assert.rejects(start(foyer, user.id), { code: 'wrong_credentials' })
    assert.equal((await app.refresh(body.refresh_token)).status, 400)
    const page = await visit(browser, app.authorizeUrl())
    assert.match(page.url, /\/sign-in\?/)
  })

  test('an application stays connected when the sessions end, and its tokens end when it is disconnected', async () => {
    const user = await foyer.newUser()
    const [app, another] = [await relyingParty(foyer), await relyingParty(foyer)]
    const browser = await signedIn(foyer, user.id)
    const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
    const kept = (await another.exchange(await authorize(browser, another.authorizeUrl()))).body
    await endAccess(foyer.db, user.id, { sessions: { reason: 'revoked' } })
    const refreshed = await app.refresh(body.refresh_token)
    assert.equal(refreshed.status, 200)

    const connections = await listConnections(foyer.db, user.id)
    assert.deepEqual(
      connections
        .map(({ applicationId, name, scopes }) => [applicationId, name, scopes])
        .toSorted(),
      [app, another]
        .map(({ applicationId }) => [
          applicationId,
          'Tickets & <b>more</b>',
          ['openid', 'read:user'],
        ])
        .toSorted(),
    )
    const stranger = await foyer.newUser()
    assert.equal(await endConnection(foyer.db, stranger.id, app.applicationId), false)
    assert.equal(await endConnection(foyer.db, user.id, app.applicationId), true)
    assert.equal(await endConnection(foyer.db, user.id, app.applicationId), false)
    assert.equal((await app.refresh(refreshed.body.refresh_token)).status, 400)
    assert.equal((await another.refresh(kept.refresh_token)).status, 200)
    assert.equal((await listConnections(foyer.db, user.id)).length, 1)
  })

  test('the end of a session is recorded, whatever ends it', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const options = { userId: user.id, amr: ['pwd'], device: 'Firefox on Linux' }
    const uidOf = async (id: string) => (await findSession(foyer.db, id))?.uid ?? ''
    const endsOf = async (userId: number) =>
      (
        await foyer.db.query<{ action: string; details: Record<string, unknown> }>(sql`
          select action, details from audit_records
          where user_id = ${userId} and action like 'session%.ended' order by seq`)
      ).map(({ action, details }) => [action, details])

    const first = await startSession(foyer.db, options)
    const replaced = await uidOf(first.id)
    const second = await startSession(foyer.db, { ...options, replaces: first.id })
    const taken = await uidOf(second.id)
    await startSession(foyer.db, { ...options, userId: other.id, replaces: second.id })
    const third = await startSession(foyer.db, options)
    const signedOut = await uidOf(third.id)
    await endSession(foyer.db, user.id, signedOut, 'signed_out')
    const fourth = await startSession(foyer.db, options)
    const expired = await uidOf(fourth.id)
    await foyer.db.query(sql`
      update sessions set expires_at = now() - interval '1 second' where uid = ${expired}`)
    await removeExpiredSessions(foyer.db)
    await startSession(foyer.db, { ...options, replaces: fourth.id })
    await foyer.command('user', 'disable', user.id)
    assert.deepEqual(await endsOf(user.id), [
      ['session.ended', { reason: 'replaced', session: replaced }],
      ['session.ended', { reason: 'replaced', session: taken }],
      ['session.ended', { reason: 'signed_out', session: signedOut }],
      ['session.ended', { reason: 'expired', session: expired }],
      ['sessions.ended', { count: 1, reason: 'user_disabled', login: 'tests' }],
    ])
    assert.deepEqual(await endsOf(other.id), [])
  })

  test('a consent and its end are recorded', async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer)
    const browser = await signedIn(foyer, user.id)
    await authorize(browser, app.authorizeUrl())
    await endConnection(foyer.db, user.id, app.applicationId)
    const [session] = await listSessions(foyer.db, user.id)
    await endSession(foyer.db, user.id, session?.uid ?? '', 'revoked')
    const records = await foyer.db.query<{ action: string }>(
      sql`select action from audit_records where user_id = ${user.id} order by seq`,
    )
    assert.deepEqual(
      records
        .map(({ action }) => action)
        .filter((action) => /^(sign|consent|session)/.test(action)),
      ['sign_in.succeeded', 'consent.given', 'consent.withdrawn', 'session.ended'],
    )
  })
})

await onEveryDatabase('sign-out requested by an application', (foyer) => {
  const bye = 'https://app.example/bye'
  const setUp = async () => {
    const user = await foyer.newUser()
    const app = await relyingParty(foyer, { postLogoutRedirectUris: [bye] })
    const browser = await signedIn(foyer, user.id)
    const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
    const url = (parameters: Readonly<Record<string, string>> = {}) =>
      `${foyer.authUrl}/oauth2/end-session?${new URLSearchParams(parameters)}`
    return { user, app, browser, hint: String(body.id_token), url, tokens: body }
  }
  const isSignedIn = async (browser: Browser): Promise<boolean> =>
    (await findSession(foyer.db, browser.cookie(sessionCookie(foyer.authUrl).name)?.value)) !==
    undefined
  const confirm = (browser: Browser, page: Page) => browser.submit(page)

  test('the user confirms, is signed out, and is redirected back', async () => {
    const { browser, hint, url, app, tokens, user } = await setUp()
    const page = await browser.get(
      url({ id_token_hint: hint, post_logout_redirect_uri: bye, state: '4111111111111111 b' }),
    )
    assert.equal(page.status, 200)
    assert.ok(await isSignedIn(browser))
    const done = await confirm(browser, page)
    assert.deepEqual([done.status, done.location], [303, `${bye}?state=4111111111111111+b`])
    assert.equal(await isSignedIn(browser), false)
    assert.equal(browser.cookie(sessionCookie(foyer.authUrl).name), undefined)
    assert.deepEqual(await listSessions(foyer.db, user.id), [])
    assert.equal((await app.refresh(tokens.refresh_token)).status, 200)
    const [ended] = await foyer.db.query<{ actor: string }>(sql`
      select actor from audit_records where user_id = ${user.id} and action = 'session.ended'`)
    assert.equal(ended?.actor, 'user')
  })

  test('a request without id_token_hint or redirect URI gets a page', async () => {
    for (const parameters of [{}, { post_logout_redirect_uri: bye }]) {
      const { browser, url } = await setUp()
      const done = await browser.follow(await confirm(browser, await browser.get(url(parameters))))
      assert.equal(done.status, 200)
      assert.match(done.url, /\/oauth2\/end-session\/success$/)
      assert.equal(await isSignedIn(browser), false)
    }
  })

  test('a signed-out user is redirected back at once', async () => {
    const { app, url } = await setUp()
    const nobody = new Browser(foyer.authUrl)
    const page = await nobody.get(url({ client_id: app.id, post_logout_redirect_uri: bye }))
    assert.deepEqual([page.status, page.location], [303, bye])
  })

  test('no user is redirected to an unregistered URI', async () => {
    const { browser, app, hint, url } = await setUp()
    const other = await relyingParty(foyer)
    for (const parameters of [
      { client_id: app.id, post_logout_redirect_uri: 'https://evil.example/' },
      { client_id: app.id, post_logout_redirect_uri: `${bye}/` },
      { client_id: other.id, post_logout_redirect_uri: bye },
      { client_id: other.id, id_token_hint: hint, post_logout_redirect_uri: bye },
      { client_id: 'nobody', post_logout_redirect_uri: bye },
      { id_token_hint: `${hint}x`, post_logout_redirect_uri: bye },
      { id_token_hint: 'nothing' },
    ]) {
      const page = await browser.get(url(parameters))
      assert.deepEqual([page.status, page.location], [400, ''], JSON.stringify(parameters))
    }
    const page = await browser.get(url({ client_id: app.id, post_logout_redirect_uri: bye }))
    const evil = encodeURIComponent('https://evil.example/')
    const text = page.text.replace(encodeURIComponent(bye), evil)
    assert.notEqual(text, page.text)
    const refused = await confirm(browser, { ...page, text })
    assert.deepEqual([refused.status, refused.location], [400, ''])
    assert.ok(await isSignedIn(browser))
  })

  test('a forged form signs no user out', async () => {
    const { browser } = await setUp()
    const { status } = await browser.post('/oauth2/end-session/confirm', {})
    assert.equal(status, 403)
    assert.ok(await isSignedIn(browser))
    const headers = { origin: 'https://app.example', 'sec-fetch-site': 'cross-site' }
    const page = await browser.post('/oauth2/end-session', { state: 'x' }, headers)
    assert.equal(page.status, 303)
    assert.ok(await isSignedIn(browser))
    assert.equal((await browser.follow(page)).status, 200)
    assert.ok(await isSignedIn(browser))
  })
})
