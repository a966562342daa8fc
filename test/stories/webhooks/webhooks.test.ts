import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { disableIn } from '../../../src/identity/applications/changes.ts'
import { endConnection, listConnections } from '../../../src/identity/oauth/consents/connections.ts'
import { storeDecision } from '../../../src/identity/oauth/consents/consents.ts'
import {
  requestReset,
  resetPassword,
} from '../../../src/identity/users/credentials/new-password.ts'
import { forBulkWork } from '../../../src/platform/database/batches.ts'
import { newSigningSecret, signatureHeaders } from '../../../src/support/outbox/signature.ts'
import { anotherPassword, openDesk, tokenIn } from '../../support/credentials.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { type Database, type Statement, sql, Unavailable } from '../../support/inside.ts'
import { addDeliveries, cancelLargeDeletions, manyRows } from '../../support/large-deletions.ts'
import { linkTo } from '../../support/mail.ts'
import { retryBusy } from '../../support/retry-busy.ts'
import { repeatSlow } from '../../support/slow-trials.ts'
import { createWebhook, newWebhookUser } from '../../support/webhooks.ts'
import { retryOutsideSoak } from '../../support/wire.ts'

/*
 * The webhook resource. `deliveries.test.ts` tests what receivers get.
 */

const url = 'https://example.com/hook'
const topics = ['Ping', 'Addresses', 'PaymentMethods', 'User']

interface Shown {
  readonly id: number
  readonly enabled: boolean
  readonly disabled_reason: string | null
  readonly name: string | null
  readonly _links: Readonly<Record<string, { readonly href: string }>>
  readonly _embedded?: { readonly items: readonly Shown[] }
}

await onEveryDatabase('webhooks', (foyer) => {
  test('a webhook is created, read, changed and deleted by its links', async () => {
    const user = await newWebhookUser(foyer)
    const { secret, ...created } = await createWebhook(user, { url, name: 'Orders' })
    assert.match(secret, /^whsec_[A-Za-z0-9]{40}$/)
    const self = `${foyer.baseUrl}/webhooks/${created.id}`
    const href = (rel: string) => created._links[rel]?.href ?? assert.fail(rel)
    assert.deepEqual(
      Object.fromEntries(Object.entries(created._links).map(([rel, link]) => [rel, link.href])),
      {
        self,
        'webhook:delete': self,
        'webhook:deliveries': `${self}/deliveries`,
        'webhook:ping': `${self}/ping`,
        'webhook:rotatesecret': `${self}/secret`,
        'webhook:update': self,
      },
    )
    const { body: read } = await user.request<Shown>('GET', self)
    assert.deepEqual(read, created)
    assert.partialDeepStrictEqual(read, { name: 'Orders', url, topics, enabled: true })

    const change = { name: null, topics: ['User'], enabled: false }
    const { body: changed } = await user.request<Shown>('PATCH', href('webhook:update'), {
      body: change,
    })
    assert.partialDeepStrictEqual(changed, { ...change, disabled_reason: 'owner', url })
    assert.ok(!('webhook:ping' in changed._links))
    assert.equal((await user.request('POST', href('webhook:ping'))).status, 409)
    assert.equal((await user.request('DELETE', href('webhook:delete'))).status, 204)
    assert.equal((await user.request('DELETE', href('webhook:delete'))).status, 204)
    assert.equal((await user.request('GET', self)).status, 404)
  })

  test('a PATCH without a difference changes nothing', async () => {
    const user = await newWebhookUser(foyer)
    const given = { url, name: 'Orders', topics: ['User'], authorization_header: 'Bearer 1' }
    const { id } = await createWebhook(user, given)
    const state = async () => [
      await foyer.db.query(sql`select * from webhooks where user_id = ${user.id}`),
      await foyer.db.query(sql`select seq from audit_records where user_id = ${user.id}`),
    ]
    const before = await state()
    for (const body of [{}, given, { enabled: true }, { topics: null, enabled: null }]) {
      const answer = await user.request('PATCH', `/webhooks/${id}`, { body })
      assert.equal(answer.status, 200)
      assert.deepEqual(await state(), before, JSON.stringify(body))
    }
    for (const body of [{ name: null }, { authorization_header: 'Bearer 2' }, { enabled: false }]) {
      const known = await state()
      assert.equal((await user.request('PATCH', `/webhooks/${id}`, { body })).status, 200)
      assert.notDeepEqual(await state(), known, JSON.stringify(body))
    }
  })

  test('a repeated creation with an Idempotency-Key shows the same secret', async () => {
    const user = await newWebhookUser(foyer)
    const send = { body: { url }, headers: { 'idempotency-key': randomUUID() } }
    const first = await user.request('POST', '/webhooks', send)
    const again = await user.request('POST', '/webhooks', send)
    assert.equal(again.text, first.text)
    assert.equal(again.headers.get('idempotency-replayed'), 'true')
    assert.equal(again.headers.get('cache-control'), 'no-store')
  })

  test('the errors of an invalid webhook are reported by property', async () => {
    const user = await newWebhookUser(foyer)
    const faultsOf = async (body: object) => {
      const answer = await user.request<{ errors: object }>('POST', '/webhooks', { body })
      assert.equal(answer.status, 400, answer.text)
      return answer.body.errors
    }
    assert.deepEqual(await faultsOf({}), { url: ['A value is required.'] })
    assert.deepEqual(await faultsOf({ url: 'http://example.com/' }), {
      url: ['Must begin with https://.'],
    })
    assert.deepEqual(await faultsOf({ url: 'https://example.com:22/' }), {
      url: ['Must use one of these ports: 443, 8443.'],
    })
    assert.deepEqual(await faultsOf({ url: 'https://10.0.0.1/' }), {
      url: ['Must lead to a public address on the internet.'],
    })
    assert.deepEqual(
      Object.keys(
        await faultsOf({ url, topics: [], authorization_header: 'Bär', name: '' }),
      ).sort(),
      ['authorization_header', 'name', 'topics'],
    )
    assert.deepEqual(Object.keys(await faultsOf({ url, topics: ['Events'], secret: 'x' })).sort(), [
      'secret',
      'topics',
    ])
  })

  test('an application may have ten webhooks for a user, and sees only its own', async () => {
    const user = await newWebhookUser(foyer)
    for (let count = 0; count < 10; count++) await createWebhook(user, { url })
    const refused = await user.request<{ code: string }>('POST', '/webhooks', { body: { url } })
    assert.deepEqual([refused.status, refused.body.code], [403, 'limit_reached'])
    const { body } = await user.request<Shown>('GET', '/webhooks')
    assert.ok(!('webhook:create' in body._links))
    const scopes = ['read:webhooks', 'write:webhooks'] as const
    const application = await foyer.newApplication({
      name: 'Other',
      kind: 'web',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes,
    })
    const accessToken = await foyer.tokenFor(user.id, scopes, application)
    const { text } = await user.request('GET', '/webhooks', { accessToken })
    assert.match(text, /"total_items":0/)
    const self = body._embedded?.items[0]?._links.self?.href ?? ''
    assert.equal((await user.request('GET', self)).status, 200)
    assert.equal((await user.request('GET', self, { accessToken })).status, 404)
    assert.equal((await user.request('DELETE', self, { accessToken })).status, 404)
    assert.equal((await user.request('DELETE', self)).status, 204)
    assert.equal((await user.request('DELETE', self, { accessToken })).status, 404)
    assert.equal((await user.request('DELETE', self)).status, 204)
  })

  test('a token without write:webhooks sees no link that writes', async () => {
    const user = await newWebhookUser(foyer)
    const { id } = await createWebhook(user, { url })
    const accessToken = await foyer.tokenFor(user.id, ['read:webhooks'])
    const { body } = await user.request<Shown>('GET', `/webhooks/${id}`, { accessToken })
    assert.deepEqual(Object.keys(body._links).sort(), ['self', 'webhook:deliveries'])
  })

  /** Gives the application of a user's webhook the user's consent. @returns its id */
  async function giveConsent(userId: number): Promise<number> {
    const [application] = await foyer.db.query<{ id: number; client_id: string }>(sql`
      select a.id, a.client_id from applications a join webhooks w on w.application_id = a.id
      where w.user_id = ${userId}`)
    assert.ok(application)
    const scopes = ['write:webhooks']
    const decision = { clientId: application.client_id, scopes, allowed: true }
    await storeDecision(foyer.db, userId, decision)
    return application.id
  }

  const countDeliveries = async (userId: number): Promise<number> =>
    (await foyer.db.query(sql`select from webhook_deliveries where user_id = ${userId}`)).length

  test('disconnecting the application deletes its webhooks for the user', async () => {
    const user = await newWebhookUser(foyer)
    await createWebhook(user, { url })
    assert.ok(await endConnection(foyer.db, user.id, await giveConsent(user.id)))
    const left = await foyer.db.query(sql`select 1 from webhooks where user_id = ${user.id}`)
    assert.equal(left.length, 0)
  })

  const countWaiting = async (): Promise<number> =>
    (
      await foyer.db.query(sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
    ).length

  interface Race {
    /** Locks the row that the request waits for. */
    readonly lock: (userId: number, applicationId: number) => Statement
    readonly method: 'POST' | 'PATCH'
    /** Ends the tokens of the application. */
    readonly end: (db: Database, userId: number, applicationId: number) => Promise<boolean>
  }

  /**
   * Sends a request that waits for a locked row. Meanwhile another instance ends its token.
   * @returns the status of the response, and how many webhooks are left of one
   */
  async function endDuring(race: Race): Promise<{ status: number; left: number }> {
    const { lock, method, end } = race
    const user = await newWebhookUser(foyer)
    const { id } = await createWebhook(user, { url })
    const applicationId = await giveConsent(user.id)
    const isLocked = Promise.withResolvers<void>()
    const isOver = Promise.withResolvers<void>()
    const locking = foyer.db.bulkTransaction(async (tx) => {
      await tx.query(lock(user.id, applicationId))
      isLocked.resolve()
      await isOver.promise
    })
    await Promise.race([isLocked.promise, locking])
    let isAnswered = false
    const path = method === 'POST' ? '/webhooks' : `/webhooks/${id}`
    const request = user.request(method, path, { body: { url } }).finally(() => {
      isAnswered = true
    })
    while (!isAnswered && (await countWaiting()) === 0) await pause(5)
    let isEnded = false
    // Its transactions are not in the queue of this instance.
    const ending = end(forBulkWork(foyer.db), user.id, applicationId)
      .catch((error: unknown) => {
        if (!(error instanceof Unavailable)) throw error
        return 'late' as const
      })
      .finally(() => {
        isEnded = true
      })
    while (!isEnded && !isAnswered && (await countWaiting()) < 2) await pause(5)
    isOver.resolve()
    const [{ status }, ended] = await Promise.all([request, ending, locking])
    await foyer.db.query(sql`update applications set disabled_at = null`)
    // A busy machine may be too slow for the time limits of the database.
    const isLate = status === 503 || ended === 'late'
    return isLate ? endDuring(race) : { status, left: (await find(user.id)).length }
  }

  const lockUser = (userId: number) => sql`select from users where id = ${userId} for update`
  const lockApplication = (_userId: number, applicationId: number) =>
    sql`select from applications where id = ${applicationId} for update`
  /** Disables the application. The rows of its tokens are still there. */
  const disable: Race['end'] = async (db, userId) => {
    const [application] = await db.query<{ client_id: string }>(sql`
      select client_id from webhooks w join applications a on a.id = w.application_id
      where w.user_id = ${userId}`)
    return db.transaction((tx) =>
      disableIn(tx, application?.client_id ?? '', { ownerId: null, reason: 'operator' }),
    )
  }
  const created = { lock: lockUser, method: 'POST' } as const
  const races: readonly [string, Race, { status: number; left: number }][] = [
    [
      'a webhook is not created after the application is disconnected',
      { ...created, end: endConnection },
      { status: 401, left: 0 },
    ],
    [
      'a webhook is not created after the application is disabled',
      { ...created, end: disable },
      { status: 401, left: 1 },
    ],
    [
      'a webhook is not updated after the application is disconnected',
      { lock: lockUser, method: 'PATCH', end: endConnection },
      { status: 401, left: 0 },
    ],
    [
      'disconnecting also deletes a webhook that is being created',
      { lock: lockApplication, method: 'POST', end: endConnection },
      { status: 201, left: 0 },
    ],
  ]
  for (const [name, race, outcome] of races)
    test(name, async (t) => {
      if (foyer.db.kind === 'embedded') return t.skip('it runs one transaction at a time')
      assert.deepEqual(await endDuring(race), outcome)
    })

  test('a webhook with very many deliveries is deleted', async (t) => {
    const user = await newWebhookUser(foyer)
    const { id } = await createWebhook(user, { url })
    await addDeliveries(foyer.db, user.id)
    await cancelLargeDeletions(t, foyer.db, 'webhook_deliveries')
    const wrong = { headers: { 'if-match': '"other"' } }
    assert.equal((await user.request('DELETE', `/webhooks/${id}`, wrong)).status, 412)
    const keyed = { headers: { 'idempotency-key': randomUUID() } }
    for (const replayed of [null, 'true']) {
      const answer = await retryOutsideSoak(() => user.request('DELETE', `/webhooks/${id}`, keyed))
      assert.equal(answer.status, 204, answer.text)
      assert.equal(answer.headers.get('idempotency-replayed'), replayed)
    }
    assert.equal((await user.request('GET', `/webhooks/${id}`)).status, 404)
    assert.equal(await countDeliveries(user.id), 0)
    const deleted = await foyer.db.query(sql`
      select from audit_records where user_id = ${user.id} and action = 'webhook.deleted'`)
    assert.equal(deleted.length, 1)
  })

  test('an application with very many deliveries is disconnected', async (t) => {
    const user = await newWebhookUser(foyer)
    await createWebhook(user, { url })
    await createWebhook(user, { url })
    const applicationId = await giveConsent(user.id)
    await addDeliveries(foyer.db, user.id)
    await cancelLargeDeletions(t, foyer.db, 'webhook_deliveries')
    assert.ok(await retryBusy(() => endConnection(foyer.db, user.id, applicationId)))
    assert.equal(await countDeliveries(user.id), 0)
    const left = await foyer.db.query(sql`select from webhooks where user_id = ${user.id}`)
    assert.equal(left.length, 0)
  })

  test('a first proof of the address removes webhooks with very many deliveries', async (t) => {
    const user = await newWebhookUser(foyer)
    await createWebhook(user, { url })
    await createWebhook(user, { url })
    await addDeliveries(foyer.db, user.id)
    await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${user.id}`)
    const { credentials, from } = openDesk(foyer)
    await requestReset(credentials, { email: user.email, from })
    const token = tokenIn(await linkTo(foyer.db, user.email, 'reset_password'))
    await cancelLargeDeletions(t, foyer.db, 'webhook_deliveries')
    await resetPassword(credentials, { token, password: anotherPassword, from })
    assert.equal(await countDeliveries(user.id), 0)
    const left = await foyer.db.query(sql`select from webhooks where user_id = ${user.id}`)
    assert.equal(left.length, 0)
  })

  const find = async (userId: number) =>
    (
      await foyer.db.query<{ reason: string | null }>(sql`
        select disabled_reason as reason from webhooks where user_id = ${userId}`)
    ).map(({ reason }) => reason)

  test('a deletion that is interrupted disables the webhook, and a repeat of it ends it', async (t) => {
    const user = await newWebhookUser(foyer)
    const { id } = await createWebhook(user, { url })
    await addDeliveries(foyer.db, user.id)
    await foyer.db.query(sql`update webhooks set sent = 1 where user_id = ${user.id}`)
    const path = `/webhooks/${id}`
    const etag = (await user.request('GET', path)).headers.get('etag') ?? ''
    const given = { headers: { 'if-match': etag } }
    await t.test('while deliveries cannot be deleted', async (t) => {
      await cancelLargeDeletions(t, foyer.db, 'webhook_deliveries', 0)
      assert.equal((await user.request('DELETE', path, given)).status, 503)
    })
    assert.deepEqual(await find(user.id), ['owner'])
    const other = { headers: { 'if-match': '"other"' }, body: { name: 'Kept' } }
    assert.equal((await user.request('PATCH', path, other)).status, 412)
    const deleted = await retryOutsideSoak(() => user.request('DELETE', path, given))
    assert.equal(deleted.status, 204)
    assert.deepEqual(await find(user.id), [])
    assert.equal((await user.request('DELETE', path)).status, 204)
  })

  test('a webhook that is enabled after an interrupted deletion is deleted only as it is now', async (t) => {
    const user = await newWebhookUser(foyer)
    const { id } = await createWebhook(user, { url })
    await addDeliveries(foyer.db, user.id)
    const path = `/webhooks/${id}`
    const etag = (await user.request('GET', path)).headers.get('etag') ?? ''
    const given = { headers: { 'if-match': etag } }
    await t.test('while deliveries cannot be deleted', async (t) => {
      await cancelLargeDeletions(t, foyer.db, 'webhook_deliveries', 0)
      assert.equal((await user.request('DELETE', path, given)).status, 503)
    })
    const enabled = await user.request('PATCH', path, { body: { enabled: true } })
    assert.equal(enabled.status, 200)
    assert.equal((await user.request('DELETE', path, given)).status, 412)
    assert.equal(await countDeliveries(user.id), manyRows)
  })

  test('a webhook that is enabled while its deliveries are deleted is deleted', () =>
    repeatSlow(async () => {
      const user = await newWebhookUser(foyer)
      const { id } = await createWebhook(user, { url })
      await addDeliveries(foyer.db, user.id)
      await foyer.db.script(`
        create function enable_webhooks() returns trigger language plpgsql as $$
        begin
          update webhooks set disabled_at = null, disabled_reason = null, version = version + 1
          where user_id = ${user.id};
          return null;
        end $$;
        create trigger enable_webhooks after delete on webhook_deliveries
          for each statement execute function enable_webhooks();`)
      try {
        const path = `/webhooks/${id}`
        const etag = (await user.request('GET', path)).headers.get('etag') ?? ''
        const { status } = await user.request('DELETE', path, { headers: { 'if-match': etag } })
        assert.equal(status, 204)
        assert.equal((await user.request('GET', path)).status, 404)
      } finally {
        await foyer.db.script('drop function enable_webhooks cascade')
      }
    }))

  test('disconnecting that is interrupted has ended tokens, and a repeat of it ends it', async (t) => {
    const user = await newWebhookUser(foyer)
    await createWebhook(user, { url })
    const applicationId = await giveConsent(user.id)
    await addDeliveries(foyer.db, user.id)
    await foyer.db.query(sql`update webhooks set sent = 1 where user_id = ${user.id}`)
    const end = () => endConnection(foyer.db, user.id, applicationId)
    const listed = async () =>
      (await listConnections(foyer.db, user.id)).map(({ scopes }) => scopes)
    assert.deepEqual(await listed(), [['write:webhooks']])
    await t.test('while deliveries cannot be deleted', async (t) => {
      await cancelLargeDeletions(t, foyer.db, 'webhook_deliveries', 0)
      await assert.rejects(end(), Unavailable)
    })
    assert.equal((await user.request('GET', '/webhooks')).status, 401)
    assert.deepEqual(await find(user.id), ['owner'])
    assert.deepEqual(await listed(), [[]])
    assert.ok(await end())
    assert.deepEqual([await find(user.id), await listed()], [[], []])
    assert.equal(await countDeliveries(user.id), 0)
    assert.equal(await end(), false)
  })

  test('a webhook with few deliveries that cannot be deleted now keeps them', async (t) => {
    const user = await newWebhookUser(foyer)
    const { id } = await createWebhook(user, { url })
    const applicationId = await giveConsent(user.id)
    await addDeliveries(foyer.db, user.id, 3)
    await cancelLargeDeletions(t, foyer.db, 'webhooks', 0)
    assert.equal((await user.request('DELETE', `/webhooks/${id}`)).status, 503)
    await assert.rejects(endConnection(foyer.db, user.id, applicationId), Unavailable)
    assert.equal(await countDeliveries(user.id), 3)
  })

  test('a dump shows neither the secret nor the authorization header', async () => {
    const user = await newWebhookUser(foyer)
    const authorization_header = 'Bearer quiet-please'
    const { secret } = await createWebhook(user, { url, authorization_header })
    const rows = await foyer.db.query<{ row: string; sealed: Buffer }>(sql`
      select to_jsonb(w)::text as row, sealed from webhooks w where user_id = ${user.id}`)
    const text = rows.map(({ row, sealed }) => row + sealed.toString('latin1')).join('')
    assert.ok(!text.includes(secret.slice(6)) && !text.includes('quiet-please'))
  })
})

test('a former secret signs until it expires', () => {
  const [secret, before] = [newSigningSecret(), newSigningSecret()]
  const former = { secret: before, endsAt: 10_000 }
  const count = (now: number) =>
    signatureHeaders({ secret, former }, 'evt_1', '{}', { now, sentAt: now })[
      'webhook-signature'
    ]?.split(' ').length
  assert.deepEqual([count(9_999), count(10_000)], [2, 1])
})
