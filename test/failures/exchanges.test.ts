import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { withDeadline } from '../../src/platform/database/deadline.ts'
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts'
import { CommitProxy } from '../support/commit-proxy.ts'
import { databases, newDatabase } from '../support/database.ts'
import { sql, Unavailable } from '../support/inside.ts'
import { redirectUri, startIssuer, type TestApplication, verifier } from '../support/oauth.ts'
import { retry503 } from '../support/wire.ts'

const skip = (await databases()).length < 2 && 'there is no PostgreSQL'

describe('the exchange of a code or refresh token, if PostgreSQL is lost', { skip }, () => {
  let proxy: CommitProxy
  let issuer: Awaited<ReturnType<typeof startIssuer>>
  let application: TestApplication
  before(async () => {
    const url = new URL(await newDatabase())
    proxy = await CommitProxy.start(Number(url.port))
    url.port = String(proxy.port)
    issuer = await startIssuer(await openPostgres({ url: String(url) }))
    application = await issuer.register({ redirectUris: [redirectUri], scopes: ['read:user'] })
  })
  after(async () => {
    await issuer.stop()
    proxy.stop()
  })

  // All connections are there again.
  beforeEach(() =>
    retry503(async () => {
      const select = () => issuer.db.transaction((tx) => tx.query(sql`select 1`))
      const all = [...Array.from({ length: 10 }, select), issuer.db.query(sql`select 1`)]
      const results = await Promise.allSettled(all)
      return { status: results.every(({ status }) => status === 'fulfilled') ? 200 : 503 }
    }),
  )

  const codeForm = async () => ({
    grant_type: 'authorization_code',
    code: await issuer.code(application),
    redirect_uri: redirectUri,
    code_verifier: verifier,
  })
  const refreshForm = async () => {
    const form = await codeForm()
    const { body } = await retry503(() => application.post('token', form))
    return { grant_type: 'refresh_token', refresh_token: body.refresh_token as string }
  }

  for (const [what, newForm] of [
    ['a code', codeForm],
    ['a refresh token', refreshForm],
  ] as const) {
    test(`${what} whose answer to COMMIT is lost gets 500: it may be used`, async () => {
      const form = await newForm()
      const { lost } = proxy
      proxy.toLose = 1
      // On a busy machine the request may be refused before COMMIT.
      const { status, headers, body } = await retry503(() => application.post('token', form))
      assert.deepEqual([proxy.lost, status, body.error], [lost + 1, 500, 'server_error'])
      assert.match(body.error_description, /may have taken effect/)
      assert.equal(headers.get('retry-after'), null)
      const again = await retry503(() => application.post('token', form))
      assert.deepEqual([again.status, again.body.error], [400, 'invalid_grant'])
    })

    test(`${what} that gets 503, because there is no connection, is not used`, async () => {
      const form = await newForm()
      proxy.isAway = true
      const { status, body } = await application.post('token', form)
      proxy.isAway = false
      assert.deepEqual([status, body.error], [503, 'temporarily_unavailable'])
      assert.equal((await retry503(() => application.post('token', form))).status, 200)
    })
  }

  const failureOf = (work: Promise<unknown>): Promise<Unavailable> =>
    work.then(
      () => assert.fail('The transaction succeeded.'),
      (error: unknown) => {
        assert.ok(error instanceof Unavailable)
        return error
      },
    )

  test('a transaction that is lost before COMMIT has not committed', async () => {
    const error = await failureOf(
      issuer.db.transaction(async (tx) => {
        await tx.query(sql`select 1`)
        proxy.isAway = true
        await tx.query(sql`select 1`)
      }),
    )
    proxy.isAway = false
    assert.equal(error.mayHaveCommitted, false)
  })

  test('a statement that PostgreSQL refuses has not committed, although COMMIT was sent', async () => {
    const canceled = sql`select pg_cancel_backend(pg_backend_pid()), pg_sleep(1)`
    const error = await failureOf(issuer.db.transaction((tx) => tx.commitWith(tx.query(canceled))))
    assert.equal(error.mayHaveCommitted, false)
  })

  test('a transaction whose time ends during COMMIT may have committed', async () => {
    const attempt = async (): Promise<unknown> => {
      proxy.toKeep = 1
      try {
        await withDeadline(performance.now() + 300, () =>
          issuer.db.transaction((tx) => tx.commitWith(tx.query(sql`select 1`))),
        )
        return undefined
      } catch (error) {
        return error
      }
    }
    let error = await attempt()
    // On a busy machine the time may end before the server has answered COMMIT. The proxy may then
    // keep that answer instead of the next one.
    const isOther = () => proxy.toKeep === 1 || error === undefined
    for (let left = 20; isOther() && left > 0; left--) error = await attempt()
    assert.ok(error instanceof Unavailable)
    assert.deepEqual([proxy.toKeep, error.mayHaveCommitted], [0, true])
  })
})
