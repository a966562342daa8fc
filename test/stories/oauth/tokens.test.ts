import assert from 'node:assert/strict'
import { hash, randomBytes, randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from '../../support/inside.ts'
import {
  basicOf,
  onEveryIssuer,
  redirectUri,
  type TestApplication,
  verifier,
} from '../../support/oauth.ts'

/** The key of a token in the database. */
const sha256 = (token: string) => hash('sha256', token, 'buffer')

const grant = { grant_type: 'client_credentials' }

await onEveryIssuer('tokens', (issuer) => {
  const userToken = (application: TestApplication, userId = 7): Promise<string> =>
    issuer.tokenFor(userId, ['read:user', 'write:user'], application)
  const users = { scopes: ['read:events', 'read:user', 'write:user'] }
  /** Waits for the notification. Without it a token stays valid for up to five seconds. */
  const isRefusedSoon = async (token: string): Promise<boolean> => {
    // Four seconds are less than five, so a lost notification fails the test.
    for (const begun = performance.now(); performance.now() - begun < 4_000; await pause(20))
      if (!(await issuer.isGood(token))) return true
    return !(await issuer.isGood(token))
  }

  test('no token is issued for a disabled or missing user or application', async () => {
    const { clientId } = await issuer.register(users)
    const issue = (user: number) => issuer.tokenFor(user, ['read:user'], { clientId })
    await issuer.db.query(sql`update users set disabled_at = now() where id = 11`)
    await assert.rejects(issue(11), { code: 'validation_failed' })
    await assert.rejects(issue(4711), { code: 'validation_failed' })
    await issuer.command('app', 'disable', clientId)
    await assert.rejects(issue(7), { code: 'validation_failed' })
  })

  test('a header without a Bearer token and a bad token get different errors', async () => {
    const kinds = {
      unauthorized: [undefined, 'Basic YTpi', 'Bearerx', 'Negotiate abc', 'token Bearer'],
      invalid_token: [
        'Bearer',
        'bearer x',
        'Bearer a b',
        `Bearer ${'x'.repeat(43)}`,
        'Bearer \u00e9',
      ],
    } as const
    for (const [code, headers] of Object.entries(kinds))
      for (const header of headers) {
        const { status, body } = await issuer.ask(header)
        assert.deepEqual([status, body.code], [401, code], String(header))
      }
  })

  test('the scheme may be in any letter case', async () => {
    const token = await userToken(await issuer.register(users))
    assert.equal((await issuer.ask(`bEARER  ${token}`)).status, 200)
  })

  test('a token expires on time, cached or not', async () => {
    const token = await userToken(await issuer.register(users))
    // The rest is for a slow machine.
    issuer.clock.offset = 3_570_000
    assert.equal(await issuer.isGood(token), true)
    issuer.clock.offset = 3_601_000
    assert.equal(await issuer.isGood(token), false)
    issuer.clock.offset = 0
  })

  test('only an access token is accepted', async () => {
    const application = await issuer.register({ redirectUris: [redirectUri] })
    assert.equal(await issuer.isGood(await issuer.code(application)), false)
  })

  test('a resource server without scopes can introspect tokens, and gets none', async () => {
    const [application, sibling] = await Promise.all([
      issuer.register(users),
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
      issuer.register(users),
      issuer.register({ introspect: true, ...users }),
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
      client_id: application.clientId,
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
    const [application, other] = await Promise.all([issuer.register(users), issuer.register(users)])
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
    const application = await issuer.register(users)
    const spa = await issuer.register({ kind: 'spa', redirectUris: [redirectUri] })
    const token = await userToken(application)
    const asked = await issuer.post('introspect', { token, client_id: spa.clientId })
    assert.deepEqual([asked.status, asked.body], [200, { active: false }])
    assert.equal((await issuer.post('introspect', { token })).status, 401)
    const unknown = await application.post('introspect', { token: 'x'.repeat(43) })
    assert.deepEqual([unknown.status, unknown.body], [200, { active: false }])
    const missing = await application.post('introspect')
    assert.deepEqual([missing.status, missing.body.error], [400, 'invalid_request'])
  })

  test('a revoked token is refused at once, even if it was cached', async () => {
    const application = await issuer.register(users)
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

  test('revoking an unknown token succeeds, revoking another application’s token fails', async () => {
    const [application, other] = await Promise.all([issuer.register(users), issuer.register(users)])
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
    const application = await issuer.register(users)
    const tokens = [await userToken(application, 21), await userToken(application, 21)]
    const others = await userToken(application, 22)
    for (const token of [...tokens, others]) assert.equal(await issuer.isGood(token), true)
    await issuer.command('user', 'end-sessions', '21')
    for (const token of tokens) assert.equal(await isRefusedSoon(token), true)
    assert.equal(await issuer.isGood(others), true)
  })

  test('all tokens of a disabled application end, user tokens included', async () => {
    const application = await issuer.register(users)
    const own = (await application.post('token', grant)).body.access_token
    const tokens = [own, await userToken(application)]
    for (const token of tokens) assert.equal(await issuer.isGood(token), true)
    await issuer.command('app', 'disable', application.clientId)
    for (const token of tokens) assert.equal(await isRefusedSoon(token), true)
  })

  /** An application with a token of its own, a user's access and refresh token, and a code. */
  const withTokens = async () => {
    const application = await issuer.register({
      ...users,
      redirectUris: [redirectUri],
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
  const rowsOf = async ({ id }: TestApplication): Promise<number> => {
    const [row] = await issuer.db.query<{ count: number }>(sql`
      select (select count(*) from oauth_tokens where application_id = ${id})::integer
        + (select count(*) from oauth_grants where application_id = ${id})::integer as count`)
    return row?.count ?? 0
  }

  /** Runs `work` while the rows of an application cannot be deleted, because they are locked. */
  const whileLocked = async ({ id }: TestApplication, work: () => Promise<void>): Promise<void> => {
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
    await issuer.command('app', 'disable', application.clientId)
    await issuer.command('app', 'enable', application.clientId)
    const { id } = application
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
      await issuer.command('app', 'disable', application.clientId)
      for (const token of access) assert.equal(await isRefusedSoon(token), true)
      await issuer.command('app', 'enable', application.clientId)
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
    await issuer.runChore('delete ended tokens of applications')
    for (const good of [fresh.body.access_token, token])
      assert.equal(await issuer.isGood(good), true)
    // A code, two tokens and their grant, and a token and its grant.
    assert.equal(await rowsOf(application), 6)
    const left = sql`select from ended_generations where application_id = ${application.id}`
    assert.deepEqual(await issuer.db.query(left), [])
  })

  test('a token of a disabled application is refused although its row is still there', async () => {
    const { application, access, refresh_token, code } = await withTokens()
    const sibling = await issuer.register({ introspect: true, ...users })
    const { id } = application
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
      const line = ['app', 'update', application.clientId, '--scope', 'read:user']
      assert.equal((await issuer.command(...line)).ended_tokens, true)
    })
    for (const token of access) assert.equal(await isRefusedSoon(token), true)
    const { status } = await application.post('token', {
      grant_type: 'refresh_token',
      refresh_token,
    })
    assert.equal(status, 400)
    await issuer.runChore('delete ended tokens of applications')
    assert.equal(await rowsOf(application), 0)
  })

  test('a change of an application counts for its own tokens at once, on each instance', async () => {
    const { clientId, clientSecret } = await issuer.register({
      scopes: ['read:events', 'read:user'],
    })
    const ask = async (secret: string, form: Record<string, string> = {}) => {
      const headers = { authorization: basicOf(clientId, secret) }
      const { status, body } = await issuer.post('token', { ...grant, ...form }, headers)
      return status === 200 ? body.scope : body.error
    }
    const events = { scope: 'read:events' }
    // The instance remembers the application from here on. Commands run outside of it.
    assert.equal(await ask(clientSecret), 'read:events')
    const first = await issuer.command('app', 'rotate-secret', clientId)
    assert.equal(await ask(first.client_secret), 'read:events')
    assert.equal(await ask(clientSecret), 'read:events')
    const second = await issuer.command('app', 'rotate-secret', clientId)
    assert.equal(await ask(clientSecret), 'invalid_client')
    assert.equal(await ask(second.client_secret, events), 'read:events')
    await issuer.command('app', 'update', clientId, '--scope', 'read:user')
    assert.equal(await ask(second.client_secret, events), 'invalid_scope')
    await issuer.command('app', 'update', clientId, '--scope', 'read:events')
    assert.equal(await ask(second.client_secret, events), 'read:events')
    await issuer.command(
      'app',
      'update',
      clientId,
      '--scope',
      'read:events',
      '--scope',
      'read:charge',
    )
    assert.equal(await ask(second.client_secret), 'read:events read:charge')
    await issuer.command('app', 'disable', clientId)
    assert.equal(await ask(second.client_secret), 'invalid_client')
  })

  test('an application that is being changed does not delay the tokens of others', async (t) => {
    // The embedded database does one thing at a time.
    if (issuer.db.kind === 'embedded') return t.skip()
    const [changed, other] = [await issuer.register(), await issuer.register()]
    const ask = async (application: TestApplication) =>
      (await application.post('token', grant)).status
    for (const application of [changed, other]) assert.equal(await ask(application), 200)
    const waiting = await issuer.db.transaction(async (tx) => {
      await tx.query(sql`
        select from applications where client_id = ${changed.clientId} for no key update`)
      const asked = Array.from({ length: 4 }, () => ask(changed))
      await pause(100)
      assert.deepEqual([await ask(other), await ask(other)], [200, 200])
      return { asked }
    })
    assert.deepEqual(await Promise.all(waiting.asked), [200, 200, 200, 200])
  })

  test('many ended tokens are deleted', async () => {
    const application = await issuer.register(users)
    const { id } = application
    const inserted = sql`
      insert into oauth_tokens (hash, model, application_id, payload, expires_at)
      select sha256(concat_ws(' ', ${id}::integer, n)::bytea), 'AccessToken', ${id}, '{}', now() + interval '1 hour'
      from generate_series(1, 6000) as n`
    await issuer.db.bulkTransaction((tx) => tx.query(inserted))
    await issuer.command('app', 'disable', application.clientId)
    await issuer.runChore('delete ended tokens of applications')
    assert.equal(await rowsOf(application), 0)
  })

  test('clean-up deletes only expired tokens', async () => {
    const application = await issuer.register(users)
    const [dead, alive] = [await userToken(application), await userToken(application)]
    const [token] = await issuer.db.query<{ grant_id: string }>(sql`
      update oauth_tokens set expires_at = now() - interval '1 second'
      where hash = ${sha256(dead)} returning grant_id`)
    await issuer.db.query(sql`
      update oauth_grants set expires_at = now() - interval '1 second'
      where id = ${token?.grant_id ?? ''}`)
    await issuer.runChore('delete expired tokens')
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
    assert.ok(dump.includes(application.clientId))
    for (const secret of [
      code,
      body.access_token,
      body.refresh_token,
      own,
      application.clientSecret,
    ])
      for (const form of [secret, Buffer.from(secret).toString('hex')])
        assert.equal(dump.includes(form), false)
  })
})
