import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Statement, sql } from '../../support/inside.ts'
import {
  type Answer,
  newToken,
  onEveryIssuer,
  redirectUri,
  type TestApplication,
  type TestIssuer,
  verifier,
} from '../../support/oauth.ts'
import { repetitions } from '../../support/soak.ts'
import { retry503 } from '../../support/wire.ts'

const trials = repetitions({ short: 5, soak: 100 })
const atOnce = 10

await onEveryIssuer('codes and refresh tokens', (issuer) => {
  const register = (allowMissingPkce = false) =>
    issuer.register({
      redirectUris: [redirectUri],
      scopes: ['read:events', 'read:user'],
      allowMissingPkce,
    })

  const exchange = (application: TestApplication, code: string, more: object = {}) =>
    request(application, {
      grant_type: 'authorization_code',
      code,
      redirect_uri: redirectUri,
      code_verifier: verifier,
      ...more,
    })
  const refresh = (application: TestApplication, token: string, more: object = {}) =>
    request(application, { grant_type: 'refresh_token', refresh_token: token, ...more })
  /** Requests a token. Repeats the request while the service of a busy machine refuses it. */
  const request = (application: TestApplication, form: Parameters<TestApplication['post']>[1]) =>
    retry503(() => application.post('token', form))

  test('a code is exchanged for a user token of one hour and a refresh token', async () => {
    const application = await register()
    const { status, body } = await exchange(application, await issuer.code(application))
    assert.equal(status, 200)
    const { access_token: token, refresh_token: next, ...rest } = body
    assert.deepEqual(rest, { token_type: 'bearer', expires_in: 3600, scope: 'read:user' })
    assert.match(next, /^[\w-]{43}$/)
    const { status: shown, body: owner } = await application.post('introspect', { token })
    assert.deepEqual([shown, owner.sub], [200, '7'])
  })

  test('a refresh returns a new refresh token, and the old access token stays valid', async () => {
    const application = await register()
    const first = (await exchange(application, await issuer.code(application))).body
    const { status, body } = await refresh(application, first.refresh_token)
    assert.equal(status, 200)
    assert.notEqual(body.refresh_token, first.refresh_token)
    assert.deepEqual([body.token_type, body.scope, body.expires_in], ['bearer', 'read:user', 3600])
    assert.equal(await issuer.isGood(body.access_token), true)
    assert.equal(await issuer.isGood(first.access_token), true)
  })

  test('a code that is used again ends all tokens that came from it', async () => {
    const application = await register()
    const code = await issuer.code(application)
    const first = (await exchange(application, code)).body
    const second = (await refresh(application, first.refresh_token)).body
    assertInvalidGrant(await exchange(application, code))
    await assertDead(issuer, application, [first, second])
  })

  test('a code or refresh token that is used again after it has expired ends all its tokens', async () => {
    const application = await register()
    const { adapter } = issuer
    const expire = async (model: string, id: string) => {
      const payload = await adapter(model).find(id)
      assert.ok(payload)
      const exp = Math.floor(Date.now() / 1000) - 120
      await adapter(model).upsert(id, { ...payload, exp }, 1)
    }
    for (const model of ['AuthorizationCode', 'RefreshToken']) {
      const code = await issuer.code(application)
      const first = (await exchange(application, code)).body
      const second = (await refresh(application, first.refresh_token)).body
      const isCode = model === 'AuthorizationCode'
      await expire(model, isCode ? code : first.refresh_token)
      // A request that proves less than the first one ends nothing.
      if (isCode)
        assertInvalidGrant(await exchange(application, code, { code_verifier: 'x'.repeat(43) }))
      assert.equal(await issuer.isGood(first.access_token), true)
      const again = isCode
        ? await exchange(application, code)
        : await refresh(application, first.refresh_token)
      assertInvalidGrant(again)
      assert.match(again.body.error_description, /already used/)
      await assertDead(issuer, application, [first, second])
    }
  })

  test('a refresh token that is used again ends all tokens of its grant', async () => {
    const application = await register()
    const first = (await exchange(application, await issuer.code(application))).body
    const second = (await refresh(application, first.refresh_token)).body
    assertInvalidGrant(await refresh(application, first.refresh_token))
    await assertDead(issuer, application, [first, second])
  })

  test(`of ${atOnce} concurrent uses of one refresh token at most one succeeds, and all its tokens end`, async () => {
    const application = await register()
    for (let trial = 0; trial < trials; trial++) {
      const { body } = await exchange(application, await issuer.code(application))
      const answers = await Promise.all(
        Array.from({ length: atOnce }, () => refresh(application, body.refresh_token)),
      )
      await assertAtMostOne(issuer, application, answers, [body])
    }
  })

  test(`of ${atOnce} concurrent uses of one code at most one succeeds, and all its tokens end`, async () => {
    const application = await register()
    for (let trial = 0; trial < trials; trial++) {
      const code = await issuer.code(application)
      const answers = await Promise.all(
        Array.from({ length: atOnce }, () => exchange(application, code)),
      )
      await assertAtMostOne(issuer, application, answers, [])
    }
  })

  test(`of ${atOnce} calls that consume one code at the same time, one succeeds, and the grant ends`, async () => {
    const application = await register()
    const { adapter } = issuer
    for (let trial = 0; trial < trials; trial++) {
      const code = await issuer.code(application)
      const grantId = (await adapter('AuthorizationCode').find(code))?.grantId ?? ''
      assert.ok(await adapter('Grant').find(grantId))
      const consumed = await Promise.allSettled(
        Array.from({ length: atOnce }, () => adapter('AuthorizationCode').consume(code)),
      )
      assert.equal(consumed.filter(({ status }) => status === 'fulfilled').length, 1)
      assert.equal(await adapter('Grant').find(grantId), undefined)
      await assert.rejects(saveUnder(grantId, application), { error: 'invalid_grant' })
    }
  })

  test('a token saved while its grant ends does not outlive the grant', async () => {
    const application = await register()
    const { adapter } = issuer
    for (let trial = 0; trial < trials; trial++) {
      const code = await issuer.code(application)
      const grantId = (await adapter('AuthorizationCode').find(code))?.grantId ?? ''
      const saving = Promise.allSettled(
        Array.from({ length: atOnce }, () => saveUnder(grantId, application)),
      )
      await adapter('Grant').destroy(grantId)
      for (const saved of await saving)
        if (saved.status === 'fulfilled') assert.equal(await issuer.isGood(saved.value), false)
    }
  })

  /** Sends a request while a transaction is open, which commits later. */
  async function during(change: Statement, request: () => Promise<Answer>): Promise<Answer> {
    const isChanged = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    const changing = issuer.db.bulkTransaction(async (tx) => {
      await tx.query(change)
      isChanged.resolve()
      await isOver.promise
    })
    await Promise.race([isChanged.promise, changing])
    const answer = request()
    await pause(50)
    isOver.resolve()
    await changing
    return answer
  }

  test('a refresh token is refused while its grant ends', async () => {
    const application = await register()
    const { body } = await exchange(application, await issuer.code(application))
    const { id } = application
    const ended = sql`delete from oauth_grants where application_id = ${id}`
    assertInvalidGrant(await during(ended, () => refresh(application, body.refresh_token)))
  })

  test('a refresh while the tokens of the application end gives no token that works', async () => {
    const application = await register()
    const { body } = await exchange(application, await issuer.code(application))
    const { id } = application
    const ended = sql`update applications set token_generation = token_generation + 1 where id = ${id}`
    const answer = await during(ended, () => refresh(application, body.refresh_token))
    if (answer.status !== 200) return assertInvalidGrant(answer)
    assert.equal(await issuer.isGood(answer.body.access_token), false)
    assertInvalidGrant(await refresh(application, answer.body.refresh_token))
  })

  test('an application gets no token while it is disabled', async () => {
    const application = await register()
    const { id } = application
    const disabled = sql`update applications set disabled_at = now() where id = ${id}`
    const form = { grant_type: 'client_credentials', scope: 'read:events' }
    const { status, body } = await during(disabled, () => request(application, form))
    assert.deepEqual([status, body.error], [401, 'invalid_client'])
  })

  test('a code is valid only with its verifier, redirect URI and application, and before it expires', async () => {
    const [application, other] = await Promise.all([register(), register()])
    const code = await issuer.code(application)
    for (const [by, more] of [
      [application, { code_verifier: verifier.replace('d', 'e') }],
      [application, { code_verifier: '' }],
      [application, { redirect_uri: `${redirectUri}/` }],
      [other, {}],
    ] as const)
      assertInvalidGrant(await exchange(by, code, more))
    assert.equal((await exchange(application, code)).status, 200)
    assertInvalidGrant(
      await exchange(application, await issuer.code(application, { expired: true })),
    )
    assertInvalidGrant(await exchange(application, 'a-code-that-never-was'))
  })

  test('the error says what is wrong with a code or a refresh token', async () => {
    const [application, other] = await Promise.all([register(), register()])
    const descriptionOf = ({ status, body }: Answer): string => {
      assert.deepEqual([status, body.error], [400, 'invalid_grant'])
      return body.error_description
    }
    const code = await issuer.code(application)
    const unknown = descriptionOf(await exchange(application, 'a-code-that-never-was'))
    assert.match(unknown, /^The code is unknown\./)
    // Another application learns nothing about a code that is not its own.
    assert.equal(descriptionOf(await exchange(other, code)), unknown)
    const mistakes = [
      [{ code_verifier: verifier.replace('d', 'e') }, /^The code_verifier does not match/],
      [{ code_verifier: '' }, /^The code_verifier is missing\./],
      [{ redirect_uri: `${redirectUri}/` }, /^The redirect_uri is different/],
    ] as const
    for (const [more, description] of mistakes)
      assert.match(descriptionOf(await exchange(application, code, more)), description)
    const { body } = await exchange(application, code)
    const old = await issuer.code(application, { expired: true })
    assert.match(descriptionOf(await exchange(application, old)), /^The code has expired\./)
    assert.equal(descriptionOf(await exchange(other, old)), unknown)
    const lost = descriptionOf(await refresh(application, 'never-was'))
    assert.match(lost, /^The refresh token is unknown\./)
    assert.equal(descriptionOf(await refresh(other, body.refresh_token)), lost)
    assert.match(descriptionOf(await exchange(application, code)), /^The code was already used\./)
    const next = (await exchange(application, await issuer.code(application))).body
    await refresh(application, next.refresh_token)
    const again = descriptionOf(await refresh(application, next.refresh_token))
    assert.match(again, /^The refresh token was already used\./)
  })

  test('an application that cannot authenticate does not learn what is wrong with a code', async () => {
    const spa = await issuer.register({
      kind: 'spa',
      redirectUris: [redirectUri],
      scopes: ['read:user'],
    })
    const attempt = async (code: string, code_verifier = verifier) => {
      const form = {
        grant_type: 'authorization_code',
        redirect_uri: redirectUri,
        client_id: spa.clientId,
      }
      return issuer.post('token', { ...form, code, code_verifier })
    }
    const code = await issuer.code(spa)
    const answers = [
      await attempt('a-code-that-never-was'),
      await attempt(code, verifier.replace('d', 'e')),
      await attempt(await issuer.code(spa, { expired: true })),
    ]
    assert.equal((await attempt(code)).status, 200)
    answers.push(await attempt(code))
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([400]))
    assert.equal(new Set(answers.map(({ body }) => body.error_description)).size, 1)
  })

  test('a verifier without a challenge is refused, even if PKCE is optional', async () => {
    const application = await register(true)
    const code = await issuer.code(application, { pkce: false })
    assertInvalidGrant(await exchange(application, code))
    assert.equal((await exchange(application, code, { code_verifier: '' })).status, 200)
  })

  test('a refresh token gives no additional scope, and works only for its application', async () => {
    const [application, other] = await Promise.all([register(), register()])
    const { body } = await exchange(application, await issuer.code(application))
    const more = await refresh(application, body.refresh_token, { scope: 'read:user write:user' })
    assert.deepEqual([more.status, more.body.error], [400, 'invalid_scope'])
    assertInvalidGrant(await refresh(other, body.refresh_token))
    assertInvalidGrant(await refresh(application, body.access_token))
    assert.equal((await refresh(application, body.refresh_token)).status, 200)
  })

  /** Saves an access token in a grant. @returns the token */
  async function saveUnder(grantId: string, { clientId }: TestApplication): Promise<string> {
    const token = newToken()
    const exp = Math.floor(Date.now() / 1000) + 3600
    const claims = { accountId: '7', clientId, grantId, scope: 'read:user', exp, jti: token }
    await issuer.adapter('AccessToken').upsert(token, { ...claims, kind: 'AccessToken' })
    return token
  }
})

function assertInvalidGrant({ status, body }: Answer): void {
  assert.deepEqual([status, body.error], [400, 'invalid_grant'])
}

interface Pair {
  readonly access_token: string
  readonly refresh_token: string
}

async function assertDead(
  issuer: TestIssuer,
  application: TestApplication,
  pairs: readonly Pair[],
): Promise<void> {
  for (const { access_token, refresh_token } of pairs) {
    const introspected = await application.post('introspect', { token: access_token })
    assert.deepEqual(introspected.body, { active: false })
    assertInvalidGrant(
      await application.post('token', { grant_type: 'refresh_token', refresh_token }),
    )
    assert.equal(await isRefusedSoon(issuer, access_token), true)
  }
}

async function assertAtMostOne(
  issuer: TestIssuer,
  application: TestApplication,
  answers: readonly Answer[],
  before: readonly Pair[],
): Promise<void> {
  const succeeded = answers.filter(({ status }) => status === 200)
  assert.ok(succeeded.length <= 1)
  for (const answer of answers) if (!succeeded.includes(answer)) assertInvalidGrant(answer)
  await assertDead(issuer, application, [...before, ...succeeded.map(({ body }) => body)])
}

/** Waits for the notification. Without it a token stays valid for up to five seconds. */
async function isRefusedSoon(issuer: TestIssuer, token: string): Promise<boolean> {
  // Four seconds are less than five, so a lost notification fails the test.
  for (const begun = performance.now(); performance.now() - begun < 4_000; await pause(20))
    if (!(await issuer.isGood(token))) return true
  return !(await issuer.isGood(token))
}
