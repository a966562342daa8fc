import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { test } from 'node:test'
import { deriveKey } from '../../../src/platform/secrets/keys.ts'
import { keyedHash } from '../../../src/platform/secrets/secrets.ts'
import { canonicalJson } from '../../../src/platform/text/json.ts'
import { slowHashOf } from '../../../src/processor/local-vault.ts'
import { idempotencyFeature } from '../../../src/support/idempotency/feature.ts'
import { openIdempotency } from '../../../src/support/idempotency/idempotency.ts'
import { berlin, london } from '../../support/addresses.ts'
import { newIban, newUsAccount } from '../../support/bank-accounts.ts'
import { newCardNumber, visa } from '../../support/cards.ts'
import { at } from '../../support/clock.ts'
import { type Operation, operations, resolve } from '../../support/document.ts'
import { onEveryDatabase, secretKey, type TestUser } from '../../support/foyer.ts'
import { sql, Unavailable } from '../../support/inside.ts'
import { assertReplayed, type Sent, sendKeyed } from '../../support/keyed.ts'
import { keepListing } from '../../support/listings.ts'
import { keepPayPal } from '../../support/payment-methods.ts'
import { expected, newOwner, pathOf, unsafe } from '../../support/unsafe-operations.ts'
import { retryOutsideSoak } from '../../support/wire.ts'

/*
 * A request with an Idempotency-Key takes effect once. A repeated request gets the response of the
 * first one, byte for byte (contract, section 2).
 */

const hourMs = 60 * 60_000

await onEveryDatabase('idempotency keys', (foyer) => {
  const send = (user: TestUser, method: string, path: string, sent: Sent) =>
    sendKeyed(foyer.baseUrl, user.accessToken, method, path, sent)
  const citiesOf = async (user: TestUser) =>
    (await user.addresses.list({ sort: 'id' }).toArray()).map(({ city }) => city)
  const newAddress = async (user: TestUser, body: object = london) =>
    (await user.addresses.create(body)).id
  const rowsOf = ({ id }: TestUser) =>
    foyer.db.query<{ key_hash: Buffer; body_hash: Buffer; response: Buffer }>(
      sql`select key_hash, body_hash, response from idempotency_keys where user_id = ${id}`,
    )

  test('a repeated creation creates one address and gets the same response', async () => {
    const user = await foyer.newUser()
    const key = randomUUID()
    const first = await send(user, 'POST', '/addresses', { key, body: london })
    const again = await send(user, 'POST', '/addresses', { key, body: london })
    assert.equal(first.status, 201)
    assertReplayed(again, first)
    for (const name of ['location', 'etag', 'content-language', 'content-type'])
      assert.ok(again.headers.get(name), name)
    assert.deepEqual(await citiesOf(user), ['London'])
  })

  test('a request with a key gets the same response as one without', async () => {
    const user = await foyer.newUser()
    const id = await newAddress(user)
    const path = `/addresses/${id}`
    const plain = await send(user, 'PATCH', path, { body: {} })
    const keyed = await send(user, 'PATCH', path, { key: 'same', body: {} })
    assertReplayed(keyed, plain, { isReplayed: false })
    const refused = await send(user, 'PATCH', '/addresses/1', { body: {} })
    const keyedRefusal = await send(user, 'PATCH', '/addresses/1', { key: 'same', body: {} })
    assertReplayed(keyedRefusal, refused, { isReplayed: false })
  })

  test('a request without a key runs every time', async () => {
    const user = await foyer.newUser()
    for (let i = 0; i < 2; i++) await send(user, 'POST', '/addresses', { body: london })
    assert.equal((await citiesOf(user)).length, 2)
    assert.deepEqual(await rowsOf(user), [])
  })

  test('a replay does not undo later changes', async () => {
    const user = await foyer.newUser()
    const path = `/addresses/${await newAddress(user)}`
    const first = await send(user, 'PATCH', path, { key: 'bath', body: { city: 'Bath' } })
    await send(user, 'PATCH', path, { key: 'york', body: { city: 'York' } })
    assertReplayed(await send(user, 'PATCH', path, { key: 'bath', body: { city: 'Bath' } }), first)
    assert.deepEqual(await citiesOf(user), ['York'])
    await user.addresses.delete(Number(path.split('/').at(-1)))
    assertReplayed(await send(user, 'PATCH', path, { key: 'bath', body: { city: 'Bath' } }), first)
  })

  test('another body under the same key is refused', async () => {
    const user = await foyer.newUser()
    const sent = { key: 'k', body: london }
    const first = await send(user, 'POST', '/addresses', sent)
    for (const body of [berlin, {}, { ...london, city: 7 }]) {
      const { status, body: error } = await send(user, 'POST', '/addresses', { key: 'k', body })
      assert.deepEqual([status, error.code], [422, 'idempotency_key_reused'])
    }
    assertReplayed(await send(user, 'POST', '/addresses', sent), first)
    assert.deepEqual(await citiesOf(user), ['London'])
  })

  test('the order of properties and white space do not change the identity of a body', async () => {
    const user = await foyer.newUser()
    const first = await send(user, 'POST', '/addresses', { key: 'k', body: london })
    const reordered = Object.fromEntries(Object.entries(london).reverse())
    const body = JSON.stringify(reordered, null, 2)
    assertReplayed(await send(user, 'POST', '/addresses', { key: 'k', body }), first)
  })

  test('a key is for one user, application, method and path', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const [a, b] = [await newAddress(user), await newAddress(user)]
    await newAddress(other)
    const application = await foyer.newApplication({
      name: 'Another',
      kind: 'web',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['read:user', 'write:user'],
    })
    const access_token = await foyer.tokenFor(user.id, ['write:user'], application)
    const body = { city: 'Bath' }
    const responses = [
      await send(user, 'PATCH', `/addresses/${a}`, { key: 'k', body }),
      await send(user, 'PATCH', `/addresses/${b}`, { key: 'k', body }),
      await send(user, 'PATCH', `/addresses/${a}`, { key: 'k', body, token: access_token }),
      await send(other, 'PATCH', `/addresses/${a}`, { key: 'k', body }),
      await send(user, 'DELETE', `/addresses/${a}`, { key: 'k' }),
    ]
    assert.deepEqual(
      responses.map(({ status, headers }) => [status, headers.get('idempotency-replayed')]),
      [200, 200, 200, 403, 204].map((status) => [status, null]),
    )
  })

  test('letter case and slashes do not change the identity of a path', async () => {
    const user = await foyer.newUser()
    const first = await send(user, 'POST', '/addresses', { key: 'k', body: london })
    assertReplayed(await send(user, 'POST', '//Addresses/', { key: 'k', body: london }), first)
  })

  test('a token with other scopes and another language get the first response', async () => {
    const user = await foyer.newUser()
    const body = london
    const headers = { 'accept-language': 'de' }
    const first = await send(user, 'POST', '/addresses', { key: 'k', body, headers })
    const token = await foyer.tokenFor(user.id, ['write:user'])
    assertReplayed(await send(user, 'POST', '/addresses', { key: 'k', body, token }), first)
    assert.equal(first.headers.get('content-language'), 'de')
  })

  test('a key is forgotten after 24 hours', async () => {
    const user = await foyer.newUser()
    const create = () => send(user, 'POST', '/addresses', { key: 'k', body: london })
    const now = foyer.clock.now()
    const first = await at(foyer, now - 24.1 * hourMs, create)
    assertReplayed(await at(foyer, now - 0.2 * hourMs, create), first)
    const later = await create()
    assert.equal(later.headers.get('idempotency-replayed'), null)
    assert.equal((await citiesOf(user)).length, 2)
    assertReplayed(await create(), later)
  })

  test('expired responses are deleted', async () => {
    const user = await foyer.newUser()
    const create = (key: string) => send(user, 'POST', '/addresses', { key, body: london })
    const now = foyer.clock.now()
    for (const key of ['a', 'b']) await at(foyer, now - 25 * hourMs, () => create(key))
    await create('c')
    assert.equal((await rowsOf(user)).length, 3)
    for (const { run } of idempotencyFeature(foyer).chores ?? []) await run()
    assert.equal((await rowsOf(user)).length, 1)
  })

  /** Stores copies of the only response of a user: each a second older, and of this size. */
  const fill = (
    user: TestUser,
    {
      copies,
      olderMs,
      bytes,
      application,
    }: { copies: number; olderMs: number; bytes?: number; application?: number },
  ) =>
    foyer.db.query(sql`
      insert into idempotency_keys
        (user_id, application_id, key_hash, body_hash, response, expires_at)
      select user_id, coalesce(${application ?? null}::integer, application_id),
        sha256(convert_to(concat(${application ?? 0}::integer, ' ', number), 'UTF8')), body_hash,
        coalesce(decode(repeat('ab', ${bytes ?? null}::integer), 'hex'), response),
        expires_at - (${olderMs}::integer + number * 1000) * interval '1 ms'
      from (select * from idempotency_keys where user_id = ${user.id} order by octet_length(response) limit 1) as known,
        generate_series(1, ${copies}::integer) as number`)

  /** A token of another application than that of the test user. */
  const tokenOfAnother = async (user: TestUser): Promise<string> => {
    const application = await foyer.newApplication({
      name: 'Another',
      redirectUris: ['https://example.com/'],
      scopes: ['read:user', 'write:user'],
    })
    return foyer.tokenFor(user.id, ['write:user'], application)
  }

  const changer = async (user: TestUser) => {
    const path = `/addresses/${await newAddress(user)}`
    return (city: string, key?: string, token?: string) =>
      send(user, 'PATCH', path, { key, body: { city }, ...(token !== undefined && { token }) })
  }

  const refusedAsFull = [429, 'too_many_requests', '60']
  const asRefused = ({ status, body, headers }: Awaited<ReturnType<typeof send>>) => [
    status,
    body.code,
    headers.get('retry-after'),
  ]

  test('a user has room for 4,000 responses, and the oldest makes room', async () => {
    const user = await foyer.newUser()
    const change = await changer(user)
    const first = await change('Paris', 'first')
    assert.equal(first.status, 200)
    // 3,999 of the last hours, of two applications.
    await fill(user, { copies: 2_000, olderMs: hourMs })
    await fill(user, { copies: 1_999, olderMs: 2 * hourMs, application: 900_000 })
    assert.equal((await change('Rome', 'second')).status, 200)
    const hashes = async () => (await rowsOf(user)).map((row) => row.key_hash.toString('hex'))
    const kept = await hashes()
    assert.equal(kept.length, 4_000)
    const [oldest] = await foyer.db.query<{ hash: string }>(sql`
      select encode(sha256(convert_to('900000 1999', 'UTF8')), 'hex') as hash`)
    assert.ok(!kept.includes(oldest?.hash ?? ''))
    assertReplayed(await change('Paris', 'first'), first)

    // Now all are from the last minutes, in which clients repeat requests.
    await foyer.db.query(sql`
      update idempotency_keys set expires_at = now() + interval '24 hours' - interval '9 minutes'
      where user_id = ${user.id}`)
    assert.deepEqual(asRefused(await change('Oslo', 'third')), refusedAsFull)
    assert.deepEqual(await citiesOf(user), ['Rome'])
    assertReplayed(await change('Paris', 'first'), first)
    assert.equal((await hashes()).length, 4_000)
    // Without a key, or through an application that has stored little, there is no such limit.
    assert.equal((await change('Bern')).status, 200)
    assert.equal((await change('Wien', 'third', await tokenOfAnother(user))).status, 200)
    foyer.clock.offset += 2 * 60_000
    assert.equal((await change('Oslo', 'third')).status, 200)
    foyer.clock.offset -= 2 * 60_000
  })

  test('a user has room for 8 MB of responses of all applications', async () => {
    const user = await foyer.newUser()
    const change = await changer(user)
    assert.equal((await change('Paris', 'first')).status, 200)
    // Of an application that may be deleted by now.
    await fill(user, { copies: 100, olderMs: hourMs, bytes: 100_000, application: 900_000 })
    assert.equal((await change('Rome', 'second')).status, 200)
    const bytes = (await rowsOf(user)).reduce((sum, { response }) => sum + response.length, 0)
    assert.ok(bytes <= 8 * 2 ** 20 && bytes > 8_000_000, String(bytes))

    await fill(user, { copies: 30, olderMs: 0, bytes: 100_000 })
    await foyer.db.query(sql`
      update idempotency_keys set expires_at = now() + interval '24 hours' - interval '9 minutes'
      where user_id = ${user.id}`)
    assert.deepEqual(asRefused(await change('Oslo', 'third')), refusedAsFull)
    assert.equal((await change('Wien', 'third', await tokenOfAnother(user))).status, 200)
  })

  test('another missing value of a change is a fault of the service, and not too many requests', async () => {
    const { id: userId } = await foyer.newUser()
    const format = { toBytes: Buffer.from, fromBytes: String }
    const runOnce = openIdempotency({ ...foyer, secretKey }, format)
    const faulty = runOnce<string>(
      { userId, applicationId: null, key: 'k', content: 'c' },
      {
        run: (writer) =>
          writer.transactionFor(userId, async (tx) => {
            await tx.query(sql`update users set created_at = null where id = ${userId}`)
            return 'done'
          }),
        encode: (text) => text,
        encodeRefusal: () => undefined,
      },
    )
    await assert.rejects(faulty, { code: '23502' })
  })

  test('a request gets 409 while another request with its key runs', async () => {
    const user = await foyer.newUser()
    await user.user.get()
    const create = () => send(user, 'POST', '/addresses', { key: 'k', body: london })
    let first: ReturnType<typeof create> | undefined
    await foyer.db.transactionFor(user.id, async () => {
      first = create()
      // The other requests of this user wait for this transaction.
      const { status, headers, body } = await until(create, ({ status }) => status === 409)
      assert.deepEqual([status, body.code], [409, 'idempotency_key_in_use'])
      assert.equal(headers.get('retry-after'), '1')
    })
    assert.equal((await first)?.status, 201)
    assertReplayed(await create(), (await first) as Awaited<typeof first> & object)
  })

  test('of many requests at once, one takes effect', async () => {
    const user = await foyer.newUser()
    const all = await Promise.all(
      Array.from({ length: 20 }, () =>
        retryOutsideSoak(() => send(user, 'POST', '/addresses', { key: 'k', body: london })),
      ),
    )
    const [created] = all.filter(({ status }) => status === 201)
    assert.ok(created)
    for (const { status, text } of all)
      if (status !== 409) assert.deepEqual([status, text], [201, created.text])
    assert.equal((await citiesOf(user)).length, 1)
  })

  test('a validation failure is not stored', async () => {
    const user = await foyer.newUser()
    for (const body of [{}, '{', undefined, { city: 'a\nb' }]) {
      const { status } = await send(user, 'POST', '/addresses', { key: 'k', body })
      assert.equal(status, 400)
    }
    const corrected = await send(user, 'POST', '/addresses', { key: 'k', body: london })
    assert.equal(corrected.status, 201)
    assert.equal(corrected.headers.get('idempotency-replayed'), null)
  })

  test('a refusal is stored', async () => {
    const user = await foyer.newUser()
    const path = `/addresses/${await newAddress(user)}`
    const stale = { key: 'k', body: { city: 'Bath' }, headers: { 'if-match': '"99-x"' } }
    const refused = await send(user, 'PATCH', path, stale)
    assert.equal(refused.status, 412)
    assertReplayed(await send(user, 'PATCH', path, stale), refused)
    const { id } = await user.addresses.create(berlin)
    const billing = await keepPayPal(foyer, user.id, { billingAddressId: id })
    const remove = () => send(user, 'DELETE', `/addresses/${id}`, { key: 'k' })
    const inUse = await remove()
    assert.deepEqual([inUse.status, inUse.body.code], [403, 'invalid_delete'])
    await user.paymentMethods.delete(billing)
    assertReplayed(await remove(), inUse)
    assert.equal((await send(user, 'DELETE', `/addresses/${id}`, { key: 'new' })).status, 204)
  })

  test('a repeated deletion is replayed, and a new deletion of the same address succeeds', async () => {
    const user = await foyer.newUser()
    const path = `/addresses/${await newAddress(user)}`
    const first = await send(user, 'DELETE', path, { key: 'k' })
    assert.equal(first.status, 204)
    assertReplayed(await send(user, 'DELETE', path, { key: 'k' }), first)
    const other = await send(user, 'DELETE', path, { key: 'other' })
    assert.deepEqual([other.status, other.headers.get('idempotency-replayed')], [204, null])
  })

  test('an update of the user is replayed in both formats, the empty file and the resource', async () => {
    const user = await foyer.newUser()
    const body = { full_name: 'Ada King' }
    const file = { key: 'file', body, headers: { accept: '*/*' } }
    const first = await send(user, 'PATCH', '/user', file)
    assert.deepEqual(
      [first.status, first.headers.get('content-type'), first.headers.get('content-length')],
      [200, 'application/octet-stream', '0'],
    )
    assertReplayed(await send(user, 'PATCH', '/user', file), first)
    const plain = await send(user, 'PATCH', '/user', { ...file, key: undefined })
    assertReplayed(first, plain, { isReplayed: false })
    const hal = { key: 'hal', body, headers: { accept: 'application/hal+json' } }
    const resource = await send(user, 'PATCH', '/user', hal)
    assert.equal(resource.body.full_name, 'Ada King')
    assertReplayed(await send(user, 'PATCH', '/user', hal), resource)
  })

  test('every operation takes effect once, and a repeated request gets the same bytes', async () => {
    await keepListing(foyer, { id: '7' })
    // All have one user, because most of the time would go to new ones.
    const owner = await newOwner(foyer)
    const { user } = owner
    // A delivery that waits would not be added again.
    await foyer.db.query(sql`
      update webhook_deliveries set delivered_at = now() where user_id = ${user.id}`)
    const stepOf = ({ method }: Operation) => ['PUT', 'PATCH', 'POST', 'DELETE'].indexOf(method)
    for (const operation of unsafe.toSorted((a, b) => stepOf(a) - stepOf(b))) {
      const { operationId, method } = operation
      const { action, body } = expected[operationId] ?? {}
      const sent = { key: 'k', body: body?.() }
      const path = pathOf(owner, operation)
      const before = await effectsOn(user)
      const first = await send(user, method, path, sent)
      assert.ok(first.status < 300, `${operationId}: ${first.text}`)
      const after = await effectsOn(user)
      assert.equal(after.records, before.records + (action ? 1 : 0), operationId)
      // The list for a listing changes nothing.
      assert.equal(after.together, action !== undefined || method === 'POST', operationId)
      assertReplayed(await send(user, method, path, sent), first)
      assert.deepEqual(await effectsOn(user), after, operationId)
    }
  })

  /**
   * What changes leave: records, deliveries and the versions of all rows; and whether the last
   * response was stored in the transaction of its change, so of a record or a delivery.
   */
  async function effectsOn({ id }: TestUser) {
    const [row] = await foyer.db.query<Effects>(sql`
      select
        (select count(*)::int from audit_records where user_id = ${id}) as records,
        (select count(*)::int from webhook_deliveries where user_id = ${id}) as deliveries,
        json_build_array(
          (select version from users where id = ${id}),
          (select json_agg(array[id, version] order by id) from addresses where user_id = ${id}),
          (select json_agg(array[id, version] order by id) from payment_methods
            where user_id = ${id}),
          (select json_agg(array[id, version] order by id) from webhooks where user_id = ${id})
        ) as versions,
        (
          select exists (
            select from audit_records where user_id = ${id} and xmin = stored.xmin
            union all
            select from webhook_deliveries where user_id = ${id} and xmin = stored.xmin
          )
          from idempotency_keys stored where user_id = ${id} order by age(xmin) limit 1
        ) as together`)
    assert.ok(row)
    return row
  }

  test('payment methods: every change is replayed', async () => {
    const user = await foyer.newUser()
    const replays = async (method: string, path: string, body?: object) => {
      const first = await send(user, method, path, { key: 'k', body })
      assert.ok(first.status < 300, first.text)
      assertReplayed(await send(user, method, path, { key: 'k', body }), first)
      return first
    }
    const card = {
      full_name: 'Ada Lovelace',
      card_number: '4111111111111111',
      expiry_month: 12,
      expiry_year: 2099,
    }
    const { id } = (await replays('POST', '/paymentmethods/creditcard', card)).body
    await replays('PUT', `/paymentmethods/${id}/creditcard`, { ...card, card_number: undefined })
    const account = { email: 'ada@example.com' }
    const paypal = (await replays('POST', '/paymentmethods/paypal', account)).body
    await replays('PUT', `/paymentmethods/${paypal.id}/paypal`, { email: 'king@example.com' })
    await replays('PATCH', `/paymentmethods/${paypal.id}`, { default_buyer_method: true })
    await replays('DELETE', `/paymentmethods/${id}`)
    await replays('DELETE', `/paymentmethods/${paypal.id}`)
    assert.deepEqual(await user.paymentMethods.list().toArray(), [])
  })

  test('the payment methods for a listing are replayed', async () => {
    const user = await foyer.newUser()
    const path = `/listings/${await keepListing(foyer)}/paymentmethods`
    const first = await send(user, 'PUT', path, { key: 'k', body: {} })
    await keepPayPal(foyer, user.id)
    const replayed = await send(user, 'PUT', path, { key: 'k', body: {} })
    assertReplayed(replayed, first)
    assert.equal(replayed.body.total_items, 0)
    const paged = await send(user, 'PUT', `${path}?page=2`, { key: 'k', body: {} })
    assert.equal(paged.status, 422)
  })

  test('a key has 1 to 255 printable characters, once', async () => {
    const user = await foyer.newUser()
    const key = (text: string) => send(user, 'POST', '/addresses', { key: text, body: london })
    for (const bad of ['', 'x'.repeat(256), 'clé', 'a\tb']) {
      const { status, body } = await key(bad)
      assert.deepEqual([status, body.code], [400, 'validation_failed'], bad)
      assert.deepEqual(Object.keys(body.errors), ['Idempotency-Key'])
    }
    for (const good of ['x', 'x'.repeat(255), '"8e03978e-40d5-43dd-bc93-6894a57f9324"', 'a b~'])
      assert.equal((await key(good)).status, 201)
    assert.equal(await statusOfTwoKeys(`${foyer.baseUrl}/addresses`, user.accessToken), 400)
  })

  test('every operation that writes reads the header, and says so in openapi.json', async () => {
    const user = await foyer.newUser(['read:user', 'write:user', 'write:webhooks'])
    const writes = operations.filter(
      ({ method, server, security }) =>
        method !== 'GET' && server === undefined && security.some((scheme) => 'user' in scheme),
    )
    assert.ok(writes.length >= 11)
    for (const { operationId, method, template, parameters = [], responses } of writes) {
      const path = template.replaceAll(/\{\w+\}/g, '1')
      const sent = { key: 'x'.repeat(256), ...(method !== 'DELETE' && { body: {} }) }
      const { status, body } = await send(user, method, path, sent)
      assert.equal(status, 400, operationId)
      assert.ok(body.errors['Idempotency-Key'], operationId)
      const names = parameters.map((parameter) => resolve(parameter).name)
      assert.ok(names.includes('Idempotency-Key'), operationId)
      for (const [code, response] of Object.entries(responses)) {
        const headers = Object.keys(resolve(response).headers ?? {})
        assert.equal(headers.includes('Idempotency-Replayed'), Number(code) < 300, operationId)
      }
      assert.ok('409' in responses && '422' in responses, operationId)
    }
  })

  test('if another process has stored a response meanwhile, that response is returned', async () => {
    const { id: userId } = await foyer.newUser()
    const request = { userId, applicationId: null, key: 'k', content: 'c' }
    const format = { toBytes: Buffer.from, fromBytes: String }
    const [one, other] = [
      openIdempotency({ ...foyer, secretKey }, format),
      openIdempotency({ ...foyer, secretKey }, format),
    ]
    const change = (result: string, first?: () => Promise<unknown>) => ({
      run: async () => {
        await first?.()
        return result
      },
      encode: (text: string) => text,
      encodeRefusal: () => undefined,
    })
    const faster = () => other(request, change('faster'))
    assert.deepEqual(await one(request, change('slower', faster)), {
      answer: 'faster',
      isReplayed: true,
    })
  })

  test('reads ignore the header', async () => {
    const user = await foyer.newUser()
    assert.equal((await send(user, 'GET', '/addresses', { key: 'x'.repeat(256) })).status, 200)
  })

  test('keys, bodies and responses are not readable in the database', async () => {
    const user = await foyer.newUser()
    const key = 'canary-key-0815'
    await send(user, 'POST', '/addresses', { key, body: london })
    const [row] = await rowsOf(user)
    assert.ok(row)
    const stored = Buffer.concat(Object.values(row).map((part) => Buffer.from(part))).toString(
      'latin1',
    )
    for (const canary of [key, 'London', 'full_name']) assert.ok(!stored.includes(canary), canary)
    assert.deepEqual([row.key_hash.length, row.body_hash.length], [32, 32])
  })

  test('the hash of a body has a slow hash of its numbers, and a response of the version before is found', async () => {
    const key = deriveKey(secretKey, 'idempotency keys')
    const { full_name, expiry_month, expiry_year } = visa
    const { account_number, ...account } = newUsAccount()
    const cases = [
      ['creditcard', { full_name, expiry_month, expiry_year }, { card_number: newCardNumber() }],
      ['bankaccount', { full_name }, { iban: newIban() }],
      ['bankaccount', { full_name, ...account }, { account_number }],
    ] as const
    for (const [kind, rest, numbers] of cases) {
      const user = await foyer.newUser()
      const sent = { key: 'k', body: { ...rest, ...numbers } }
      const path = `/paymentmethods/${kind}`
      const first = await send(user, 'POST', path, sent)
      assert.equal(first.status, 201, first.text)
      const [stored] = await rowsOf(user)
      const hashOf = (...content: unknown[]) =>
        keyedHash(key, `${user.id} ${canonicalJson([{}, ...content])}`)
      const slowHash = await slowHashOf(user.id, canonicalJson(numbers))
      assert.deepEqual(Buffer.from(stored?.body_hash ?? []), hashOf(rest, slowHash))

      // The version before stored a fast hash of the whole body.
      await foyer.db.query(sql`
        update idempotency_keys set body_hash = ${hashOf(sent.body)} where user_id = ${user.id}`)
      assertReplayed(await send(user, 'POST', path, sent), first)
      const other = { ...sent, body: { ...sent.body, full_name: 'Ada King' } }
      assert.equal((await send(user, 'POST', path, other)).status, 422)
    }
  })

  test('a number that the operation does not know is refused, and nothing is stored', async () => {
    const user = await foyer.newUser()
    const numbers = { card_number: newCardNumber(), iban: newIban() }
    const sent = { key: 'k', body: { full_name: 'Ada King', ...numbers } }
    const { status, body } = await send(user, 'PATCH', '/user', sent)
    assert.deepEqual([status, Object.keys(body.errors)], [400, Object.keys(numbers)])
    assert.deepEqual(await rowsOf(user), [])
  })

  test('another number under the same key is refused', async () => {
    const user = await foyer.newUser()
    const add = (body: object) =>
      send(user, 'POST', '/paymentmethods/creditcard', { key: 'k', body })
    const first = await add(visa)
    assert.equal(first.status, 201)
    assert.equal((await add({ ...visa, card_number: newCardNumber() })).status, 422)
    assertReplayed(await add(visa), first)
  })

  test('a request whose numbers cannot be hashed now can be repeated at once', async () => {
    const { id: userId } = await foyer.newUser()
    const format = { toBytes: Buffer.from, fromBytes: String }
    const runOnce = openIdempotency({ ...foyer, secretKey }, format)
    const change = {
      run: async () => 'done',
      encode: (text: string) => text,
      encodeRefusal: () => undefined,
    }
    const full = new Unavailable(new Error('The queue is full.'))
    const failing = {
      ...{ userId, applicationId: null, key: 'k' },
      content: () => Promise.reject(full),
    }
    await assert.rejects(runOnce(failing, change), full)
    const { answer } = await runOnce({ ...failing, content: async () => 'c' }, change)
    assert.equal(answer, 'done')
  })

  async function until<T>(work: () => Promise<T>, isDone: (result: T) => boolean): Promise<T> {
    for (let i = 0; ; i++) {
      const result = await work()
      if (isDone(result) || i === 20) return result
    }
  }
})

interface Effects {
  readonly records: number
  readonly deliveries: number
  readonly versions: object
  readonly together: boolean | null
}

/** Sends the header twice, which fetch joins. */
function statusOfTwoKeys(url: string, token: string): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(url, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        'idempotency-key': ['a', 'b'],
      },
    })
    request.once('response', (response) => resolve(response.resume().statusCode))
    request.once('error', reject)
    request.end(JSON.stringify(london))
  })
}
