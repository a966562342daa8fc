import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { after, before, describe, test } from 'node:test'
import { seedUsers } from '../../../src/dev/seed/seed.ts'
import { loadKeys } from '../../../src/identity/oauth/keys/keys.ts'
import { createAdapter } from '../../../src/identity/oauth/tokens/adapter.ts'
import { removeExpiredLinks } from '../../../src/identity/users/email-links/links.ts'
import { removeExpiredChallenges } from '../../../src/identity/users/second-factors/second-factors.ts'
import { withDeadline } from '../../../src/platform/database/deadline.ts'
import { newSecret } from '../../../src/platform/secrets/secrets.ts'
import { runAs } from '../../../src/support/audit/actor.ts'
import { record } from '../../../src/support/audit/audit.ts'
import {
  recordGatheredRefusals,
  recordRefusals,
  recordRequest,
} from '../../../src/support/audit/refusals/refusals.ts'
import { verifyTrail } from '../../../src/support/audit/verify.ts'
import { newCard } from '../../support/cards.ts'
import { databases, newDatabase, openPostgresOn } from '../../support/database.ts'
import {
  type Foyer,
  onEveryDatabase,
  secretKey,
  startFoyer,
  TestClock,
  type TestUser,
} from '../../support/foyer.ts'
import { type Database, type OpenDatabase, runCommand, sql } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { keepListing, newListing } from '../../support/listings.ts'
import { basicOf } from '../../support/oauth.ts'
import { retryBusy } from '../../support/retry-busy.ts'
import { temporaryFile } from '../../support/temporary-file.ts'
import {
  ask,
  canary,
  email,
  expected,
  newOwner,
  type Owner,
  place,
  unsafe,
} from '../../support/unsafe-operations.ts'
import { newWebhookUser } from '../../support/webhooks.ts'
import { retry503, retryOutsideSoak } from '../../support/wire.ts'

const windowMs = 10 * 60_000

/** Moves the clock to the start of the next window in which refusals are counted. */
function beginWindow({ clock }: Pick<Foyer, 'clock'>): void {
  clock.offset += windowMs - (clock.now() % windowMs)
}

interface Recorded {
  seq: string
  action: string
  actor: string
  application_id: number | null
  request_id: string | null
  details: Record<string, unknown>
}

/** The records of a user, the oldest first. User 0 has the records that concern no user. */
const recordsOf = (db: Database, userId: number): Promise<Recorded[]> =>
  db.query<Recorded>(sql`
    select seq, action, actor, application_id, request_id, details from audit_records
    where user_id = ${userId} order by seq`)

const actionsOf = async (db: Database, userId: number): Promise<string[]> =>
  (await recordsOf(db, userId)).map(({ action }) => action)

await onEveryDatabase('the audit trail', (foyer) => {
  before(async () => {
    await keepListing(foyer, { id: '7' })
    await allowBroken(foyer.db)
    await issuerReady(foyer.authUrl)
  })
  after(() => forbidBroken(foyer.db))

  test('the table has every operation that can change something', () => {
    assert.deepEqual(
      unsafe.map(({ operationId }) => operationId).sort(),
      Object.keys(expected).sort(),
    )
  })

  for (const operation of unsafe) {
    const { operationId } = operation
    const { action, refused } = expected[operationId] ?? {}
    describe(operationId, () => {
      // The tests of an operation have one user, because most of their time would go to new ones.
      let owner: Owner
      before(async () => {
        owner = await newOwner(foyer)
      })

      if (action !== undefined) {
        test(`${operationId} leaves no record if it is refused`, async () => {
          const stranger = await newWebhookUser(foyer)
          const known = [
            await recordsOf(foyer.db, owner.user.id),
            await recordsOf(foyer.db, stranger.id),
          ]
          const tried = operation.template.includes('Id}')
            ? [await ask({ ...owner, user: stranger }, operation)]
            : []
          // A POST has no precondition.
          if (operation.template.includes('Id}') && operation.method !== 'POST')
            tried.push(await ask(owner, operation, { 'if-match': '"77-x"' }))
          if (refused) tried.push(await ask(owner, operation, {}, refused()))
          assert.ok(tried.length > 0)
          for (const { status, text } of tried) assert.ok(status >= 400 && status < 500, text)
          assert.deepEqual(
            [await recordsOf(foyer.db, owner.user.id), await recordsOf(foyer.db, stranger.id)],
            known,
          )
        })

        test(`${operationId} changes nothing if its record cannot be written`, async () => {
          const state = await stateOf(owner.user)
          await withoutRecords(foyer.db, owner.user.id, async () => {
            assert.equal((await ask(owner, operation)).status, 500)
          })
          assert.equal(await stateOf(owner.user), state)
        })
      }

      test(`${operationId} leaves ${action ?? 'no record'}, and nothing more`, async () => {
        const known = (await recordsOf(foyer.db, owner.user.id)).length
        const answer = await ask(owner, operation)
        assert.ok(answer.status < 300, answer.text)
        const records = (await recordsOf(foyer.db, owner.user.id)).slice(known)
        assert.deepEqual(
          records.map(({ action }) => action),
          action ? [action] : [],
        )
        for (const { actor, request_id, application_id } of records) {
          assert.equal(actor, 'user')
          assert.equal(request_id, answer.headers.get('request-id'))
          assert.equal(typeof application_id, 'number')
        }
      })
    })
  }

  test('a request that changes nothing leaves no record', async () => {
    const { user, ids } = await newOwner(foyer)
    await user.request('DELETE', `/addresses/${ids.addressId}`)
    const known = await recordsOf(foyer.db, user.id)
    for (const [method, path, body] of [
      ['PATCH', '/user', {}],
      ['PATCH', '/user', { full_name: canary }],
      ['PATCH', `/addresses/${ids.billedId}`, { city: canary }],
      ['PATCH', `/addresses/${ids.billedId}`, { default: true }],
      ['PATCH', `/paymentmethods/${ids.paymentMethodId}`, { default_buyer_method: true }],
      ['DELETE', `/addresses/${ids.addressId}`, undefined],
    ] as const) {
      const { status, text } = await user.request(method, path, { body })
      assert.ok(status < 300, text)
    }
    assert.deepEqual(await recordsOf(foyer.db, user.id), known)
  })

  test('adding the same card or account again is recorded as refreshed', async () => {
    const user = await foyer.newUser()
    const again = { ...newCard() }
    const account = { email: email() }
    for (const _ of [1, 2]) {
      await user.paymentMethods.createCreditCard(again)
      await user.paymentMethods.createPayPal(account)
    }
    assert.deepEqual((await actionsOf(foyer.db, user.id)).slice(-4), [
      'payment_method.created',
      'payment_method.created',
      'payment_method.refreshed',
      'payment_method.refreshed',
    ])
  })

  test('operators’ commands leave records, each together with its change or not at all', async () => {
    const { db } = foyer
    const { id: userId } = await foyer.newUser()
    const application = await foyer.newApplication({ name: canary, scopes: ['read:user'] })
    const { clientId } = application
    await issuerReady(foyer.authUrl)
    const listings = temporaryFile(JSON.stringify(newListing({ id: '4242' })))
    const setPassword = () =>
      runCommand(foyer.installed, ['user', 'set-password', String(userId), '--password-stdin'], {
        secret: 'battery staple',
      })
    const stories: [number, string, () => Promise<unknown>][] = [
      [userId, 'token.issued', () => foyer.tokenFor(userId, ['read:user'], application)],
      [userId, 'password.set', setPassword],
      [0, 'application.created', () => foyer.command('app', 'create', `--name=${canary}`)],
      [0, 'application.secret_rotated', () => foyer.command('app', 'rotate-secret', clientId)],
      [0, 'signing_keys.rotated', () => foyer.command('keys', 'rotate')],
      [0, 'listings.imported', () => foyer.command('listing', 'import', listings)],
      [0, 'users.invented', () => foyer.command('seed', '--users=3')],
      [
        0,
        'application.updated',
        () => foyer.command('app', 'update', clientId, `--name=${canary}`),
      ],
      [0, 'application.disabled', () => foyer.command('app', 'disable', clientId)],
      [0, 'application.enabled', () => foyer.command('app', 'enable', clientId)],
      [
        userId,
        'password.reset_requested',
        () => foyer.command('user', 'set-password', userId, '--email-link'),
      ],
      [userId, 'user.disabled', () => foyer.command('user', 'disable', userId)],
      [userId, 'user.enabled', () => foyer.command('user', 'enable', userId)],
    ]
    for (const [chain, action, change] of stories) {
      const known = await actionsOf(db, chain)
      const state = await contentsOf(db)
      await withoutRecords(db, chain, () => assert.rejects(change(), { code: '42501' }))
      assert.equal(await contentsOf(db), state, action)
      await change()
      assert.deepEqual((await actionsOf(db, chain)).slice(known.length), [action])
    }
  })

  test('failed client authentication is recorded, for known and unknown applications', async () => {
    const { db, authUrl } = foyer
    const application = await foyer.newApplication({ name: 'Guessed at' })
    beginWindow(foyer)
    const known = (await recordsOf(db, 0)).length
    // A request that is answered too late gets 503 and is sent again, and both attempts may count.
    let sent = 0
    const guess = async (id: string, path: string) => {
      const body = new URLSearchParams({ grant_type: 'client_credentials', token: 'A' })
      const headers = { authorization: basicOf(id, 'wrong') }
      const url = `${authUrl}/oauth2/${path}`
      const answer = await retry503(() => {
        sent++
        return fetch(url, { method: 'POST', headers, body })
      })
      assert.equal(answer.status, 401)
      return answer.headers.get('request-id')
    }
    const requests = [
      await guess(application.clientId, 'token'),
      await guess('app_nobody', 'token'),
      await guess(canary, 'introspect'),
    ]
    const records = (await recordsOf(db, 0)).slice(known)
    assert.deepEqual(
      records.map(({ action, actor, details }) => [action, actor, details]),
      [
        ['/oauth2/token', application.id],
        ['/oauth2/token', null],
        ['/oauth2/introspect', null],
      ].map(([path, application]) => [
        'application.refused',
        'visitor',
        { path, application, times: 1 },
      ]),
    )
    assert.deepEqual(
      records.map(({ request_id }) => request_id),
      requests,
    )

    sent = 0
    for (let ten = 0; ten < 10; ten++)
      await Promise.all(Array.from({ length: 10 }, () => guess(application.clientId, 'token')))
    assert.equal((await recordsOf(db, 0)).length, known + 3)
    const mostTimes = sent
    beginWindow(foyer)
    await guess(application.clientId, 'token')
    // Several instances may close the window at once, and each count is recorded once.
    await Promise.all(Array.from({ length: 3 }, () => recordGatheredRefusals(db, foyer.clock)))
    const path = '/oauth2/token'
    const added = (await recordsOf(db, 0)).slice(known + 3)
    const gathered = Number(added[1]?.details.times)
    assert.ok(gathered >= 100 && gathered <= mostTimes, `${gathered} of ${mostTimes}`)
    assert.deepEqual(
      added.map(({ actor, details }) => [actor, details]),
      [1, gathered].map((times) => ['visitor', { path, application: application.id, times }]),
    )
  })

  test('a refusal is recorded although the request that began to record them is over', async () => {
    const recordRefusal = recordRefusals(foyer.db, foyer.clock)
    const users = [await foyer.newUser(), await foyer.newUser(), await foyer.newUser()]
    const refuse = ({ id: userId }: TestUser) =>
      recordRefusal({ userId, action: 'sign_in.refused', details: {} })
    const [first, ...others] = users as [TestUser, ...TestUser[]]
    const past = performance.now() - 1
    await Promise.all([withDeadline(past, () => refuse(first)), ...others.map(refuse)])
    for (const { id } of users)
      assert.equal((await actionsOf(foyer.db, id)).at(-1), 'sign_in.refused')
  })

  test('strangers cause a limited number of records, whatever client ids they invent', async () => {
    const { db, clock } = foyer
    const other = await startFoyer(db, {}, undefined, undefined, { clock })
    const instances = [foyer.app, other.app]
    let turn = 0
    let sent = 0
    const guess = async (remoteAddress: string) => {
      const app = instances[++turn % 2] ?? foyer.app
      const payload = `client_id=app_unknown_${turn}&client_secret=guess&grant_type=client_credentials`
      const headers = { 'content-type': 'application/x-www-form-urlencoded' }
      const { status } = await retry503(async () => {
        sent++
        const url = '/oauth2/token'
        const answer = await app.inject({ method: 'POST', url, remoteAddress, headers, payload })
        return { status: answer.statusCode }
      })
      assert.equal(status, 401)
    }
    const guessMany = async (count: number, addressOf: (n: number) => string) => {
      for (let n = 0; n < count; n += 10)
        await Promise.all(Array.from({ length: 10 }, (_, more) => guess(addressOf(n + more))))
    }
    beginWindow(foyer)
    const known = (await recordsOf(db, 0)).length
    const added = async () => (await recordsOf(db, 0)).slice(known)

    await guessMany(150, () => '192.0.2.1')
    assert.equal((await added()).length, 1)

    await guessMany(250, (n) => `198.51.100.${n}`)
    assert.equal((await added()).length, 200)

    beginWindow(foyer)
    await recordGatheredRefusals(db, clock)
    const records = await added()
    assert.equal(records.length, 202)
    const sum = (of: typeof records) =>
      of.reduce((total, { details }) => total + Number(details.times), 0)
    // A request that is answered too late gets 503 and is sent again, and both attempts may count.
    const repeated = sent - 400
    assert.ok(sum(records) >= 400 && sum(records) <= sent, `${sum(records)} of ${sent}`)
    const beyond = records.filter(({ details }) => details.beyond_limit)
    assert.ok(sum(beyond) >= 51 && sum(beyond) <= 51 + repeated, `${sum(beyond)}`)
    assert.deepEqual(
      beyond.map(({ details }) => details),
      [{ beyond_limit: true, times: sum(beyond) }],
    )
    assert.equal((await db.query(sql`select from refusal_counts where ends_at <= now()`)).length, 0)
    await instances[1]?.close()
  })

  test('strangers’ requests for emails are recorded within the same limits, and users’ requests always', async () => {
    const { db } = foyer
    const { id } = await foyer.newUser()
    // One of its own, because tokens do not live much longer than the tests move the other one.
    const clock = new TestClock()
    beginWindow({ clock })
    const known = (await recordsOf(db, 0)).length
    const visitor = (network: string) => ({ kind: 'visitor', network: () => network }) as const
    const ask = (userId: number | null) =>
      db.transaction((tx) =>
        recordRequest(tx, { userId, action: 'password.reset_requested' }, clock),
      )
    await runAs(visitor(randomUUID()), async () => {
      for (let n = 0; n < 103; n++) await ask(null)
      await ask(id)
    })
    await runAs(visitor(randomUUID()), () => ask(null))
    assert.equal((await recordsOf(db, 0)).length - known, 101)
    assert.equal((await actionsOf(db, id)).at(-1), 'password.reset_requested')
    beginWindow({ clock })
    await recordGatheredRefusals(db, clock)
    const [last] = (await recordsOf(db, 0)).slice(known + 101)
    assert.deepEqual(
      [last?.action, last?.details],
      ['password.reset_requested', { beyond_limit: true, times: 3 }],
    )
  })

  test('of the links and challenges that strangers request, the newest are kept', async () => {
    const { db } = foyer
    await db.script(`
      insert into passkey_challenges (hash, purpose, expires_at)
        select sha256(n::text::bytea), 'sign_in', now() + n * interval '1 minute'
        from generate_series(1, 9) as n;
      insert into links (hash, kind, sealed, expires_at)
        select sha256(n::text::bytea), case when n < 4 then 'sign_up' else 'reset_password' end, '',
          now() + n * interval '1 minute'
        from generate_series(1, 9) as n`)
    await removeExpiredChallenges(db, 4)
    await removeExpiredLinks(db, 2)
    const left = await db.query<{ left: number }>(sql`
      select count(*)::integer as left from passkey_challenges
      union all select count(*)::integer from links where sealed = ''`)
    assert.deepEqual(
      left.map((row) => row.left),
      [4, 8],
    )
  })

  test('one network causes a limited number of records, whatever it tries', async () => {
    const { db, authUrl } = foyer
    const ids = await Promise.all(
      Array.from({ length: 6 }, async (_, n) => {
        return (await foyer.newApplication({ name: `Guessed at ${n}` })).clientId
      }),
    )
    beginWindow(foyer)
    const known = (await recordsOf(db, 0)).length
    const paths = ['token', 'introspect', 'revoke', 'par']
    for (const path of paths)
      for (const client_id of ids) {
        const body = new URLSearchParams({ client_id, client_secret: 'guess', token: 'A' })
        const { status } = await retry503(() =>
          fetch(`${authUrl}/oauth2/${path}`, { method: 'POST', body }),
        )
        assert.equal(status, 401)
      }
    assert.equal((await recordsOf(db, 0)).length - known, 20)
  })

  test('concurrent uses of one code end its grant and are recorded once', async () => {
    const { db } = foyer
    const { id } = await foyer.newUser()
    const { clientId: client_id, id: application } = await foyer.newApplication({
      name: 'Robbed',
    })
    const [grantId, code] = [newSecret(), newSecret()]
    const iat = Math.floor(Date.now() / 1000)
    const owned = { accountId: String(id), clientId: client_id, iat, exp: iat + 60 }
    const adapter = createAdapter(db, secretKey)
    await adapter('Grant').upsert(grantId, { ...owned, kind: 'Grant' })
    await adapter('AuthorizationCode').upsert(code, {
      ...owned,
      kind: 'AuthorizationCode',
      grantId,
    })
    const known = (await recordsOf(db, id)).length
    const uses = Array.from({ length: 5 }, () => adapter('AuthorizationCode').consume(code))
    await Promise.allSettled(uses)
    assert.deepEqual(
      (await recordsOf(db, id)).slice(known).map(({ action, details }) => [action, details]),
      [['token.reused', { application }]],
    )
  })

  test('a successful token request leaves no record', async () => {
    const { clientId, clientSecret } = await foyer.newApplication({ name: 'Good' })
    const known = await recordsOf(foyer.db, 0)
    const headers = { authorization: basicOf(clientId, clientSecret) }
    const body = new URLSearchParams({ grant_type: 'client_credentials' })
    const url = `${foyer.authUrl}/oauth2/token`
    const send = () => fetch(url, { method: 'POST', headers, body })
    assert.equal((await retry503(send)).status, 200)
    assert.deepEqual(
      (await recordsOf(foyer.db, 0)).map(({ seq }) => seq),
      known.map(({ seq }) => seq),
    )
  })

  test('fifty concurrent writers leave a record each, and one unbroken chain', async () => {
    const user = await foyer.newUser()
    // Half of them wait for one lock. A writer that waits for too long is refused, and has written nothing.
    const create = async () => {
      const body = place()
      const send = () => user.request('POST', '/addresses', { body })
      assert.equal((await retryOutsideSoak(send)).status, 201)
    }
    const writers = Array.from({ length: 50 }, (_, index) =>
      index % 2 === 0
        ? create()
        : retryBusy(() =>
            foyer.db.transaction((tx) =>
              record(tx, { userId: user.id, action: 'sign_in.succeeded', details: { index } }),
            ),
          ),
    )
    await Promise.all(writers)
    assert.equal((await recordsOf(foyer.db, user.id)).length, 52)
    assert.deepEqual((await verifyTrail(foyer.db)).breaches, [])
  })

  const newAddress = async (user: TestUser): Promise<number> =>
    (await user.addresses.create(place())).id ?? 0

  test('each change of a busy user has its own record in the chain at once', async () => {
    const user = await foyer.newUser()
    const ids = [await newAddress(user)]
    for (let index = 0; index < 30; index++) ids.push(await newAddress(user))
    for (const id of ids) await user.addresses.update(id, { city: 'Elsewhere' })
    const updates = (await recordsOf(foyer.db, user.id)).filter(
      ({ action }) => action === 'address.updated',
    )
    assert.deepEqual(
      updates.map(({ details }) => details.address),
      ids,
    )
    assert.equal(new Set(updates.map(({ request_id }) => request_id)).size, ids.length)
    assert.deepEqual((await verifyTrail(foyer.db)).breaches, [])
  })

  const fillDay = async (userId: number, applicationId: number, batches: number) => {
    for (let batch = 0; batch < batches; batch++)
      await foyer.db.query(sql`
        select count(audit_append(${userId}::integer, 'consent.given', 'user',
          ${applicationId}::integer, null, '{}'))
        from generate_series(1, 100)`)
  }

  /** A token of another application than that of the test user. */
  const tokenOfAnother = async (userId: number): Promise<string> => {
    const application = await foyer.newApplication({
      name: 'Another',
      redirectUris: ['https://example.com/'],
      scopes: ['read:user', 'write:user'],
    })
    return foyer.tokenFor(userId, ['write:user'], application)
  }

  test('a day of a user has a bound, and no change goes without a record', async () => {
    const user = await foyer.newUser(['read:user', 'write:user', 'read:webhooks', 'write:webhooks'])
    const [kept, removed] = [await newAddress(user), await newAddress(user)]
    const first = await user.paymentMethods.createPayPal({ email: email() })
    const second = await user.paymentMethods.createPayPal({ email: email() })
    const applicationId = (await recordsOf(foyer.db, user.id)).at(-1)?.application_id ?? 0
    await fillDay(user.id, applicationId, 100)
    const change = { body: { city: 'Elsewhere' } }
    const refused = await user.request('PATCH', `/addresses/${kept}`, change)
    assert.deepEqual(
      [refused.status, (refused.body as { code: string }).code],
      [429, 'too_many_requests'],
    )
    assert.equal(refused.headers.get('retry-after'), '3600')
    assert.notEqual((await user.addresses.get(kept)).city, 'Elsewhere')
    // Another application has made none of them.
    const headers = {
      authorization: `Bearer ${await tokenOfAnother(user.id)}`,
      'content-type': 'application/json',
    }
    const url = `${foyer.baseUrl}/addresses/${kept}`
    const send = { method: 'PATCH', headers, body: JSON.stringify(change.body) }
    assert.equal((await fetch(url, send)).status, 200)
    // What takes something away, or protects the account, is never refused.
    await user.addresses.delete(removed)
    const choice = { body: { default_seller_method: true } }
    const chosen = await user.request('PATCH', `/paymentmethods/${second.id}`, choice)
    assert.equal(chosen.status, 200)
    await user.paymentMethods.delete(first.id ?? 0)
    await foyer.command('user', 'disable', user.id)
    assert.deepEqual((await verifyTrail(foyer.db)).breaches, [])
    const last = (await actionsOf(foyer.db, user.id)).slice(-5)
    assert.deepEqual(last, [
      'address.updated',
      'address.deleted',
      'payment_method.defaults_changed',
      'payment_method.deleted',
      'user.disabled',
    ])
  })

  test('many applications together cannot go on for ever', async () => {
    const user = await foyer.newUser()
    const id = await newAddress(user)
    const applicationId = (await recordsOf(foyer.db, user.id)).at(-1)?.application_id ?? 0
    await fillDay(user.id, applicationId, 10)
    // The records of this application are no longer among the last 10,000.
    for (let other = 1; other <= 10; other++) await fillDay(user.id, 900_000 + other, 10)
    const refused = await user.request('PATCH', `/addresses/${id}`, { body: { city: 'Elsewhere' } })
    assert.equal(refused.status, 429)
  })

  test('records can be added, and not changed or deleted', async () => {
    await verifyTrail(foyer.db)
    for (const statement of [
      sql`update audit_records set action = 'sign_up'`,
      sql`delete from audit_records`,
      sql`truncate audit_records`,
      sql`delete from audit_batches`,
      sql`truncate audit_batches`,
      sql`update audit_batches set records = records - 1`,
      sql`update audit_batches set is_exported = false`,
    ]) {
      await assert.rejects(
        foyer.db.transaction((tx) => tx.query(statement)),
        { code: '42501' },
        statement.text,
      )
    }
  })

  test('records outlive their user and contain no personal data', async () => {
    const { user } = await newOwner(foyer)
    await user.paymentMethods.createPayPal({ email: email() })
    const rows = await foyer.db.query<{ text: string }>(sql`
      select (to_jsonb(r) - 'at' - 'hash' - 'request_id')::text as text from audit_records r`)
    const text = rows.map((row) => row.text).join('\n')
    assert.ok(rows.length > 20)
    assert.doesNotMatch(text, /zaphod|beeblebrox|@|correct horse|411111|Ada Lovelace/i)
    assert.ok(!text.includes(user.accessToken))

    const known = await recordsOf(foyer.db, user.id)
    await foyer.db.script(`
      update users set default_address_id = null, default_buyer_method_id = null,
        default_seller_method_id = null where id = ${user.id};
      delete from payment_methods where user_id = ${user.id};
      delete from users where id = ${user.id}`)
    assert.deepEqual(await recordsOf(foyer.db, user.id), known)
  })
})

const hasPostgres = (await databases()).length > 1

test('a service whose role owns nothing works, and cannot change the trail', {
  skip: !hasPostgres,
}, async () => {
  const url = await newDatabase()
  const owner = await openPostgresOn(url)
  const role = `foyer_service_${randomUUID().slice(0, 8)}`
  const grants = readFileSync(new URL('../../../docs/service-role.sql', import.meta.url), 'utf8')
  await owner.script(`create role ${role} login password 'p'`)
  await owner.script(grants.replaceAll('foyer_service', role))
  const service = new URL(url)
  service.username = role
  service.password = 'p'
  const db = await openPostgresOn(service.href)
  const foyer = await startFoyer(db)
  try {
    await keepListing(foyer, { id: '7' })
    for (const operation of unsafe) {
      const { status, text } = await ask(await newOwner(foyer), operation)
      assert.ok(status < 300, `${operation.operationId}: ${text}`)
    }
    await loadKeys(db, secretKey)
    await foyer.command('keys', 'rotate')
    await seedUsers(db, { users: 2, year: 2030 })
    for (const attempt of [
      `update audit_records set action = 'sign_up'`,
      'delete from audit_records',
      'truncate audit_records',
      `insert into audit_records (user_id, at, action, actor, details)
        select user_id, at, action, actor, details from audit_records limit 1`,
      `insert into audit_batches (no, at, last_seq, records, hash) values (999, now(), 1, 1, '')`,
      'update audit_batches set is_exported = true',
      'delete from audit_batches',
      'alter table audit_records disable trigger all',
      'drop table audit_records',
      'drop trigger audit_records_stay on audit_records',
      'alter function audit_append security invoker',
      `set session_replication_role = 'replica'`,
      'delete from schema_migrations',
      'truncate audit_batches',
      'alter function audit_refuse_kept() security definer',
      'alter function audit_chain() security invoker',
    ]) {
      await assert.rejects(db.script(attempt), { code: '42501' }, attempt)
    }
    await verifyTrail(db)
    // The role’s own temporary tables hide the real ones. The functions use the real ones.
    const known = await recordsOf(db, 0)
    await db.script(`create temp table audit_records (like public.audit_records);
      create temp table audit_batches (like public.audit_batches);
      select audit_append(0, 'sign_up', 'service', null, null, '{}'), audit_chain()`)
    assert.equal((await recordsOf(db, 0)).length, known.length + 1)
    const [batch] = await db.query<{ records: number }>(sql`
      select records from audit_batches order by no desc limit 1`)
    assert.equal(batch?.records, 1)
    assert.deepEqual((await verifyTrail(db)).breaches, [])
  } finally {
    await foyer.stop()
    await owner.script(`drop owned by ${role}; drop role ${role}`)
    await owner.close()
  }
})

/** Everything that a user can read, as one string. */
async function stateOf(user: TestUser): Promise<string> {
  const paths = ['/user', '/addresses', '/paymentmethods', '/webhooks']
  const answers = await Promise.all(paths.map((path) => user.request('GET', path)))
  return answers.map(({ text, headers }) => `${headers.get('etag')} ${text}`).join('\n')
}

/** Everything that operators can change, as one string. */
async function contentsOf(db: Database): Promise<string> {
  const rows = await Promise.all([
    db.query(sql`select id, disabled_at, password_hash from users order by id`),
    db.query(sql`select id, disabled_at from applications order by id`),
    db.query(sql`select * from application_secrets order by application_id, hash`),
    db.query(sql`select hash, expires_at from oauth_tokens order by hash`),
    db.query(sql`select id from oauth_grants order by id`),
    db.query(sql`select kid, retires_at from signing_keys order by kid`),
    db.query(sql`select id from listings order by id`),
    db.query(sql`select user_id, seq from audit_records order by user_id, seq`),
  ])
  return JSON.stringify(rows)
}

/**
 * Lets `withoutRecords` name users whose records cannot be written. One trigger serves all tests of
 * a suite, because each change of a table makes the database plan all its statements again.
 */
const allowBroken = (db: OpenDatabase): Promise<unknown> =>
  db.script(`
    create table broken_chains (user_id bigint);
    create function is_broken(bigint) returns boolean language sql
      as 'select exists (select from broken_chains where user_id = $1)';
    create trigger broken before insert on audit_records
      for each row when (is_broken(new.user_id)) execute function audit_refuse()`)

/** Restores the schema, so that the next file can use the database again. */
const forbidBroken = (db: OpenDatabase): Promise<unknown> =>
  db.script(`
    drop trigger broken on audit_records;
    drop function is_broken;
    drop table broken_chains`)

/** Runs the work while no record of the user can be written. */
async function withoutRecords(
  db: OpenDatabase,
  userId: number,
  act: () => Promise<void>,
): Promise<void> {
  await db.query(sql`insert into broken_chains values (${userId})`)
  try {
    await act()
  } finally {
    await db.query(sql`delete from broken_chains`)
  }
}
