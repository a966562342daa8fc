import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authenticateApplication } from '../../src/identity/applications/applications.ts'
import { createAuthenticator } from '../../src/identity/oauth/tokens/authenticate.ts'
import { type Queryable, Unavailable } from '../support/inside.ts'
import { onEveryIssuer } from '../support/oauth.ts'

await onEveryIssuer('the cache of tokens', (issuer) => {
  test('concurrent requests share one query, and requests within 5 s need none', async () => {
    const token = `Bearer ${await issuer.tokenFor(7, ['read:user'])}`
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
    const token = await issuer.tokenFor(7, ['read:user'])
    const counted = counting(issuer.db)
    const authenticator = createAuthenticator({ db: counted })
    const looking = authenticator.authenticate(`Bearer ${token}`)
    authenticator.forget('')
    await looking
    await authenticator.authenticate(`Bearer ${token}`)
    assert.equal(counted.queries, 2)
  })

  test('without the database a cached token works and other tokens get Unavailable', async () => {
    const application = await issuer.register({ scopes: ['read:user'] })
    const [known, other] = [
      await issuer.tokenFor(7, ['read:user'], application),
      await issuer.tokenFor(7, ['read:user'], application),
    ]
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

  test('a revoked token works for at most five seconds if the notification is lost', async () => {
    const application = await issuer.register({ scopes: ['read:user'] })
    const token = await issuer.tokenFor(7, ['read:user'], application)
    const stopwatch = { at: 1, now: () => stopwatch.at }
    const deaf = createAuthenticator({ db: issuer.db, stopwatch })
    await deaf.authenticate(`Bearer ${token}`)
    await application.post('revoke', { token })
    stopwatch.at += 5_001
    await assert.rejects(deaf.authenticate(`Bearer ${token}`), { code: 'invalid_token' })
  })

  test('every wrong client id or secret costs the same database query', async () => {
    const { clientId: id, clientSecret: secret } = await issuer.register()
    const asked: string[] = []
    const db: Queryable = {
      query(statement) {
        asked.push(statement.name)
        return issuer.db.query(statement)
      },
    }
    for (const [clientId, tried] of [
      [id, 'secret_wrong'],
      ['app_unknown', secret],
      ['\u0000', secret],
      ['', ''],
    ] as const)
      assert.equal(await authenticateApplication(db, clientId, tried), null)
    assert.equal(asked.length, 4)
    assert.equal(new Set(asked).size, 1)
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
