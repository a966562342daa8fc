import assert from 'node:assert/strict'
import { randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { enableApplication, updateApplication } from '../../../src/identity/applications/changes.ts'
import { createAuthenticator } from '../../../src/identity/oauth/tokens/authenticate.ts'
import {
  disableApplication,
  endTokensOfApplication,
  endTokensOfUser,
  issueUserToken,
  issueUserTokens,
  removeEnded,
  removeExpired,
} from '../../../src/identity/oauth/tokens/tokens.ts'
import { type Queryable, Unavailable } from '../../../src/platform/database/db.ts'
import { type Statement, sql } from '../../../src/platform/database/sql.ts'
import { onEveryIssuer, redirectUri, type TestApplication, verifier } from '../../support/oauth.ts'

const grant = { grant_type: 'client_credentials' }

await onEveryIssuer('tokens', (issuer) => {
  const userToken = async (
    { application }: TestApplication,
    userId = 7,
    lifetimeSeconds = 3600,
  ): Promise<string> => {
    const terms = { application, scopes: ['read:user', 'write:user'] as const, lifetimeSeconds }
    return (await issueUserToken(issuer.db, userId, terms)).access_token
  }
  /** Waits for the notification. Without it a token stays valid for up to five seconds. */
  const isRefusedSoon = async (token: string): Promise<boolean> => {
    // Four seconds are less than five, so a lost notification fails the test.
    for (const begun = performance.now(); performance.now() - begun < 4_000; await pause(20))
      if (!(await issuer.isGood(token))) return true
    return !(await issuer.isGood(token))
  }

  test('a user token names its user, application and scopes', async () => {
    const application = await issuer.register()
    const terms = { application: application.application, scopes: ['read:user'] as const }
    const begun = Date.now()
    const response = await issueUserToken(issuer.db, 7, terms)
    const { access_token: token, ...rest } = response
    assert.deepEqual(rest, { token_type: 'bearer', expires_in: 3600, scope: 'read:user' })
    const { expiresAt, grantId, ...caller } = await issuer.caller(token)
    assert.deepEqual(caller, {
      applicationId: application.application.id,
      clientId: application.id,
      userId: 7,
      scopes: new Set(['read:user']),
      selfRegistered: false,
    })
    assert.ok(expiresAt >= begun + 3_595_000 && expiresAt <= Date.now() + 3_605_000)
    const grants = await issuer.db.query(sql`
      select id from oauth_grants where application_id = ${caller.applicationId}`)
    assert.deepEqual(grants, [{ id: grantId }])
  })

  test('no token is issued for a disabled or missing user or application', async () => {
    const { application } = await issuer.register()
    const terms = { application, scopes: ['read:user'] as const }
    await issuer.db.query(sql`update users set disabled_at = now() where id = 11`)
    await assert.rejects(issueUserToken(issuer.db, 11, terms), { code: 'forbidden' })
    await assert.rejects(issueUserToken(issuer.db, 4711, terms), { code: 'forbidden' })
    await disableApplication(issuer.db, application.clientId)
    await assert.rejects(issueUserToken(issuer.db, 7, terms), { code: 'forbidden' })
  })

  test('many tokens are issued in one call, each for its user', async () => {
    const { application } = await issuer.register()
    const users = Array.from({ length: 500 }, (_, index) => index + 1)
    const tokens = await issueUserTokens(issuer.db, users, { application, scopes: ['read:user'] })
    assert.equal(new Set(tokens).size, 500)
    for (const index of [0, 249, 499])
      assert.equal((await issuer.caller(tokens[index] ?? '')).userId, users[index])
  })

  test('a header without a Bearer token and a bad token get different errors', async () => {
    const { authenticate } = createAuthenticator({ db: issuer.db })
    const kinds = {
      unauthorized: [undefined, '', 'Basic YTpi', 'Bearerx', 'DPoP abc', 'token Bearer'],
      invalid_token: [
        'Bearer',
        'Bearer ',
        'bearer x',
        'Bearer a b',
        `Bearer ${'x'.repeat(43)}`,
        'Bearer \u00e9',
      ],
    } as const
    for (const [code, headers] of Object.entries(kinds))
      for (const header of headers)
        await assert.rejects(authenticate(header), { name: 'Refused', code }, String(header))
  })

  test('the scheme may be in any letter case', async () => {
    const token = await userToken(await issuer.register())
    const { authenticate } = createAuthenticator({ db: issuer.db })
    assert.equal((await authenticate(`bEARER  ${token}`)).userId, 7)
  })

  test('a token expires on time, cached or not', async () => {
    const token = await userToken(await issuer.register(), 7, 1_800)
    // The rest is for a slow machine.
    issuer.clock.offset = 1_770_000
    assert.equal(await issuer.isGood(token), true)
    issuer.clock.offset = 1_801_000
    assert.equal(await issuer.isGood(token), false)
    issuer.clock.offset = 0
  })

  test('concurrent requests share one query, and requests within 5 s need none', async () => {
    const token = `Bearer ${await userToken(await issuer.register())}`
    const counted = counting(issuer.db)
    const stopwatch = { at: 1, now: () => stopwatch.at }
    const { authenticate } = createAuthenticator({ db: counted, stopwatch })
    await Promise.all(Array.from({ length: 20 }, () => authenticate(token)))
    assert.equal(counted.queries, 1)
    stopwatch.at += 4_900
    await authenticate(token)
    assert.equal(counted.queries, 1)
    stopwatch.at += 200
    await authenticate(token)
    assert.equal(counted.queries, 2)
  })

  test('a notification during a token lookup is not lost', async () => {
    const token = await userToken(await issuer.register())
    const counted = counting(issuer.db)
    const authenticator = createAuthenticator({ db: counted })
    const looking = authenticator.authenticate(`Bearer ${token}`)
    authenticator.forget('')
    await looking
    await authenticator.authenticate(`Bearer ${token}`)
    assert.equal(counted.queries, 2)
  })

  test('without the database a cached token works and other tokens get Unavailable', async () => {
    const application = await issuer.register()
    const [known, other] = [await userToken(application), await userToken(application)]
    const db: Queryable & { away: boolean } = {
      away: false,
      async query(statement) {
        if (db.away) throw new Unavailable('away')
        return issuer.db.query(statement)
      },
    }
    const { authenticate } = createAuthenticator({ db })
    await authenticate(`Bearer ${known}`)
    db.away = true
    assert.equal((await authenticate(`Bearer ${known}`)).userId, 7)
    await assert.rejects(authenticate(`Bearer ${other}`), Unavailable)
    db.away = false
    assert.equal((await authenticate(`Bearer ${other}`)).userId, 7)
  })

  test('only an access token is accepted', async () => {
    const application = await issuer.register({ redirectUris: [redirectUri] })
    assert.equal(await issuer.isGood(await issuer.code(application)), false)
  })

  test('a resource server without scopes can introspect tokens, and gets none', async () => {
    const [application, sibling] = await Promise.all([
      issuer.register(),
      issuer.register({ introspect: true, scopes: [] }),
    ])
    const token = await userToken(application)
    const { status, body } = await sibling.post('introspect', { token })
    assert.deepEqual([status, body.active], [200, true])
    const own = await sibling.post('token', grant)
    assert.deepEqual([own.status, own.body.error], [400, 'invalid_scope'])
    assert.equal((await sibling.post('revoke', { token: 'unknown' })).status, 200)
  })

  test('introspection describes an access token to a resource server', async () => {
    const [application, sibling] = await Promise.all([
      issuer.register(),
      issuer.register({ introspect: true }),
    ])
    const token = await userToken(application)
    const { status, headers, body } = await sibling.post('introspect', { token })
    assert.deepEqual([status, headers.get('cache-control')], [200, 'no-store'])
    assert.equal(headers.get('access-control-allow-credentials'), null)
    const { iat, exp, ...rest } = body
    assert.equal(exp - iat, 3600)
    assert.deepEqual(rest, {
      active: true,
      sub: '7',
      client_id: application.id,
      iss: 'http://issuer.example',
      scope: 'read:user write:user',
      token_type: 'bearer',
    })
    const own = (await application.post('token', grant)).body.access_token
    const { body: introspected } = await sibling.post('introspect', {
      token: own,
      token_type_hint: 'refresh_token',
    })
    assert.deepEqual(
      [introspected.active, introspected.scope, introspected.sub],
      [true, 'read:events', undefined],
    )
  })

  test('introspection describes to an application only its own tokens', async () => {
    const [application, other] = await Promise.all([issuer.register(), issuer.register()])
    for (const token of [
      await userToken(application),
      (await application.post('token', grant)).body.access_token,
    ]) {
      assert.equal((await application.post('introspect', { token })).body.active, true)
      const asked = await other.post('introspect', { token })
      assert.deepEqual([asked.status, asked.body], [200, { active: false }])
    }
  })

  test('introspection tells public and unknown applications nothing', async () => {
    const application = await issuer.register()
    const spa = await issuer.register({ kind: 'spa', redirectUris: [redirectUri] })
    const token = await userToken(application)
    const asked = await issuer.post('introspect', { token, client_id: spa.id })
    assert.deepEqual([asked.status, asked.body], [200, { active: false }])
    assert.equal((await issuer.post('introspect', { token })).status, 401)
    const unknown = await application.post('introspect', { token: 'x'.repeat(43) })
    assert.deepEqual([unknown.status, unknown.body], [200, { active: false }])
    const missing = await application.post('introspect')
    assert.deepEqual([missing.status, missing.body.error], [400, 'invalid_request'])
  })

  test('a revoked token is refused at once, even if it was cached', async () => {
    const application = await issuer.register()
    for (const token of [
      await userToken(application),
      (await application.post('token', grant)).body.access_token,
    ]) {
      assert.equal(await issuer.isGood(token), true)
      const { status, headers, body } = await application.post('revoke', { token })
      assert.deepEqual([status, body], [200, {}])
      assert.match(headers.get('content-type') ?? '', /^application\/json/)
      assert.equal(await isRefusedSoon(token), true)
      const { body: introspected } = await application.post('introspect', { token })
      assert.deepEqual(introspected, { active: false })
    }
  })

  test('a revoked token works for at most five seconds if the notification is lost', async () => {
    const application = await issuer.register()
    const token = await userToken(application)
    const stopwatch = { at: 1, now: () => stopwatch.at }
    const deaf = createAuthenticator({ db: issuer.db, stopwatch })
    await deaf.authenticate(`Bearer ${token}`)
    await application.post('revoke', { token })
    stopwatch.at += 5_001
    await assert.rejects(deaf.authenticate(`Bearer ${token}`), { code: 'invalid_token' })
  })

  test('revoking an unknown token succeeds, revoking another application’s token fails', async () => {
    const [application, other] = await Promise.all([issuer.register(), issuer.register()])
    const unknown = await application.post('revoke', { token: 'never-was' })
    assert.deepEqual([unknown.status, unknown.body], [200, {}])
    assert.equal((await application.post('revoke')).status, 400)
    const token = await userToken(application)
    const refused = await other.post('revoke', { token })
    assert.deepEqual([refused.status, refused.body.error], [400, 'invalid_request'])
    assert.equal((await issuer.post('revoke', { token })).status, 401)
    assert.equal(await issuer.isGood(token), true)
  })

  test('all tokens of a user end together, and no other user’s tokens', async () => {
    const application = await issuer.register()
    const tokens = [await userToken(application, 21), await userToken(application, 21)]
    const others = await userToken(application, 22)
    for (const token of [...tokens, others]) assert.equal(await issuer.isGood(token), true)
    await issuer.db.transaction((tx) => endTokensOfUser(tx, 21))
    for (const token of tokens) assert.equal(await isRefusedSoon(token), true)
    assert.equal(await issuer.isGood(others), true)
  })

  test('all tokens of a disabled application end, user tokens included', async () => {
    const application = await issuer.register()
    const own = (await application.post('token', grant)).body.access_token
    const tokens = [own, await userToken(application)]
    for (const token of tokens) assert.equal(await issuer.isGood(token), true)
    await disableApplication(issuer.db, application.id)
    for (const token of tokens) assert.equal(await isRefusedSoon(token), true)
  })

  /** An application with a token of its own, a user's access and refresh token, and a code. */
  const withTokens = async () => {
    const application = await issuer.register({
      redirectUris: [redirectUri],
      scopes: ['read:events', 'read:user'],
      introspect: true,
    })
    const own = (await application.post('token', grant)).body.access_token as string
    const { access_token, refresh_token } = (
      await exchange(application, await newCode(application))
    ).body as { access_token: string; refresh_token: string }
    return {
      application,
      access: [own, access_token],
      refresh_token,
      code: await newCode(application),
    }
  }
  const newCode = (application: TestApplication) => issuer.code(application)
  const exchange = (application: TestApplication, code: string) =>
    application.post('token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
    })
  const rowsOf = async ({ application: { id } }: TestApplication): Promise<number> => {
    const [row] = await issuer.db.query<{ count: number }>(sql`
      select (select count(*) from oauth_tokens where application_id = ${id})::integer
        + (select count(*) from oauth_grants where application_id = ${id})::integer as count`)
    return row?.count ?? 0
  }

  /** Runs `work` while the rows of an application cannot be deleted, because they are locked. */
  const whileLocked = async (
    { application: { id } }: TestApplication,
    work: () => Promise<void>,
  ): Promise<void> => {
    // The embedded database has one connection, so nothing can run beside a transaction.
    if (issuer.db.kind === 'embedded') return work()
    const isLocked = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    const locking = issuer.db.bulkTransaction(async (tx) => {
      await tx.query(sql`select from oauth_grants where application_id = ${id} for update`)
      await tx.query(sql`select from oauth_tokens where application_id = ${id} for update`)
      isLocked.resolve()
      await isOver.promise
    })
    await Promise.race([isLocked.promise, locking])
    await work().finally(isOver.resolve)
    await locking
  }

  test('a token that the version before saves during an update is of the current generation', async () => {
    const { application } = await withTokens()
    await disableApplication(issuer.db, application.id)
    await enableApplication(issuer.db, application.id)
    const { id } = application.application
    const saved = await issuer.db.query<{ isCurrent: boolean }>(sql`
      with token as (
        insert into oauth_tokens (hash, model, application_id, scope, payload, expires_at)
        values (${randomBytes(32)}, 'ClientCredentials', ${id}, '', '{}', now()) returning generation
      ), granted as (
        insert into oauth_grants (id, application_id, user_id, payload, expires_at)
        select ${randomUUID()}::text, ${id}, min(id), '{}', now() from users returning generation
      )
      select generation = (select token_generation from applications where id = ${id}) as "isCurrent"
      from (select * from token union all select * from granted) saved`)
    assert.deepEqual(saved, [{ isCurrent: true }, { isCurrent: true }])
  })

  test('disabling an application waits for no row, and enabling it brings no token back', async () => {
    const { application, access, refresh_token, code } = await withTokens()
    for (const token of access) assert.equal(await issuer.isGood(token), true)
    await whileLocked(application, async () => {
      assert.equal(await disableApplication(issuer.db, application.id), true)
      for (const token of access) assert.equal(await isRefusedSoon(token), true)
      assert.equal(await enableApplication(issuer.db, application.id), true)
    })
    if (issuer.db.kind === 'postgres') assert.equal(await rowsOf(application), 7)
    for (const token of access) {
      assert.equal(await issuer.isGood(token), false)
      assert.deepEqual((await application.post('introspect', { token })).body, { active: false })
    }
    const refreshed = await application.post('token', {
      grant_type: 'refresh_token',
      refresh_token,
    })
    assert.deepEqual([refreshed.status, refreshed.body.error], [400, 'invalid_grant'])
    const exchanged = await exchange(application, code)
    assert.deepEqual([exchanged.status, exchanged.body.error], [400, 'invalid_grant'])

    const fresh = await exchange(application, await newCode(application))
    assert.equal(fresh.status, 200)
    const token = await userToken(application)
    await removeEnded(issuer.db)
    for (const good of [fresh.body.access_token, token])
      assert.equal(await issuer.isGood(good), true)
    // A code, two tokens and their grant, and a token and its grant.
    assert.equal(await rowsOf(application), 6)
    const left = sql`select from ended_generations where application_id = ${application.application.id}`
    assert.deepEqual(await issuer.db.query(left), [])
  })

  test('a token of a disabled application is refused although its row is still there', async () => {
    const { application, access, refresh_token, code } = await withTokens()
    const sibling = await issuer.register({ introspect: true })
    const { id } = application.application
    const before = await rowsOf(application)
    await issuer.db.query(sql`update applications set disabled_at = now() where id = ${id}`)
    for (const token of access) {
      assert.equal(await issuer.isGood(token), false)
      assert.deepEqual((await sibling.post('introspect', { token })).body, { active: false })
    }
    const refreshing = { grant_type: 'refresh_token', refresh_token }
    for (const answer of [
      await application.post('token', refreshing),
      await exchange(application, code),
    ])
      assert.deepEqual([answer.status, answer.body.error], [401, 'invalid_client'])
    assert.equal(await rowsOf(application), before)
  })

  test('an application that loses a scope is changed at once, and all its tokens end', async () => {
    const { application, access, refresh_token } = await withTokens()
    await whileLocked(application, async () => {
      const changed = await updateApplication(issuer.db, application.id, { scopes: ['read:user'] })
      assert.equal(changed?.endedTokens, true)
    })
    for (const token of access) assert.equal(await isRefusedSoon(token), true)
    const { status } = await application.post('token', {
      grant_type: 'refresh_token',
      refresh_token,
    })
    assert.equal(status, 400)
    await removeEnded(issuer.db)
    assert.equal(await rowsOf(application), 0)
  })

  test('many ended tokens are deleted in batches', async () => {
    const application = await issuer.register()
    const { id } = application.application
    const inserted = sql`
      insert into oauth_tokens (hash, model, application_id, payload, expires_at)
      select sha256(concat_ws(' ', ${id}::integer, n)::bytea), 'AccessToken', ${id}, '{}', now() + interval '1 hour'
      from generate_series(1, 6000) as n`
    await issuer.db.bulkTransaction((tx) => tx.query(inserted))
    const deleted: number[] = []
    const counting: Queryable = {
      query: async <R>(statement: Statement) => {
        const rows = await issuer.db.query<R>(statement)
        if (/delete from oauth_tokens/.test(statement.text)) deleted.push(rows.length)
        return rows
      },
    }
    await issuer.db.transaction((tx) => endTokensOfApplication(tx, id))
    // Nothing is deleted when the time is over.
    await removeEnded(counting, performance.now() - 1)
    assert.deepEqual(deleted, [])
    await removeEnded(counting)
    assert.deepEqual(deleted, [5_000, 1_000])
    assert.equal(await rowsOf(application), 0)
  })

  test('clean-up deletes only expired tokens', async () => {
    const application = await issuer.register()
    await removeExpired(issuer.db)
    const [dead, alive] = [await userToken(application, 7, -10), await userToken(application)]
    // The codes of other tests may have expired meanwhile.
    assert.ok((await removeExpired(issuer.db)) >= 2)
    // The living token and its grant are left.
    assert.equal(await rowsOf(application), 2)
    assert.equal(await issuer.isGood(dead), false)
    assert.equal(await issuer.isGood(alive), true)
  })

  test('the database contains no token or code that could be used', async () => {
    const application = await issuer.register({ redirectUris: [redirectUri] })
    const code = await issuer.code(application)
    const { body } = await application.post('token', {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
    })
    const own = (await application.post('token', grant)).body.access_token
    const rows = await Promise.all([
      issuer.db.query<{ row: string }>(sql`select row_to_json(t)::text as row from oauth_tokens t`),
      issuer.db.query<{ row: string }>(sql`select row_to_json(t)::text as row from oauth_grants t`),
      issuer.db.query<{ row: string }>(
        sql`select row_to_json(t)::text as row from application_secrets t`,
      ),
    ])
    const dump = rows
      .flat()
      .map(({ row }) => row)
      .join('\n')
    assert.ok(dump.includes(application.id))
    for (const secret of [code, body.access_token, body.refresh_token, own, application.secret])
      for (const form of [secret, Buffer.from(secret).toString('hex')])
        assert.equal(dump.includes(form), false)
  })
})

/** A database that counts its queries. */
function counting(db: Queryable): Queryable & { queries: number } {
  const counted: Queryable & { queries: number } = {
    queries: 0,
    query(statement) {
      counted.queries++
      return db.query(statement)
    },
  }
  return counted
}
