import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deriveKey } from '../../../src/platform/secrets/keys.ts'
import { hmac, keyedHash } from '../../../src/platform/secrets/secrets.ts'
import { canonicalJson } from '../../../src/platform/text/json.ts'
import { newCard, newCardNumber } from '../../support/cards.ts'
import { secretKey, type TestUser } from '../../support/foyer.ts'
import { sql, Unavailable } from '../../support/inside.ts'
import { assertReplayed, sendKeyed } from '../../support/keyed.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

/*
 * A repeated request with an Idempotency-Key makes one payment method at the processor, wherever
 * the first one failed.
 */

const path = '/paymentmethods/creditcard'

await onEveryStripeFoyer('idempotency keys and the processor', (of) => {
  const send = (user: TestUser, body: object, key = 'k', method = 'POST', at = path) =>
    sendKeyed(of.foyer.baseUrl, user.accessToken, method, at, { key, body })
  const newUser = async () => {
    const user = await of.foyer.newUser()
    await user.paymentMethods.createCreditCard(newCard())
    return user
  }
  /** How many payment methods the processor has made, attached or not. */
  const made = () =>
    new Set(
      of.processor.received
        .filter(({ step }) => step === 'payment_methods.create')
        .map(({ headers }) => headers['idempotency-key']),
    ).size

  test('a repeated creation does not reach the processor', async () => {
    const user = await newUser()
    const body = newCard()
    const first = await send(user, body)
    assert.equal(first.status, 201)
    const { length } = of.processor.received
    assertReplayed(await send(user, body), first)
    assert.equal(of.processor.received.length, length)
  })

  test('a repeated start of a setup gets the same setup', async () => {
    const user = await newUser()
    const start = () => send(user, {}, 'k', 'POST', `${path}/setup`)
    const first = await start()
    assert.equal(first.status, 201, first.text)
    const effects = async () => [
      of.processor.received.length,
      await of.openSetups(),
      await of.db.query(sql`select count(*) from audit_records where user_id = ${user.id}`),
    ]
    const before = await effects()
    assertReplayed(await start(), first)
    assert.deepEqual(await effects(), before)
  })

  test('unfinished work has no fast hash of the number', async () => {
    const user = await newUser()
    const body = newCard()
    of.processor.fail('payment_methods.create', { kind: 'lost' })
    assert.equal((await send(user, body)).status, 503)
    of.processor.heal()
    const [work] = await of.db.query<{ request_hash: Uint8Array }>(sql`
      select request_hash from vault_items where user_id = ${user.id} and ended_at is null`)
    assert.equal((await send(user, body)).status, 201)
    const [stored] = await of.db.query<{ key_hash: Uint8Array; body_hash: Uint8Array }>(sql`
      select key_hash, body_hash from idempotency_keys where user_id = ${user.id}`)
    assert.ok(work && stored)
    const hashWith = (hash: Buffer) =>
      hmac(Buffer.from(stored.key_hash), hash.toString('base64url'))
    assert.deepEqual(Buffer.from(work.request_hash), hashWith(Buffer.from(stored.body_hash)))
    const key = deriveKey(secretKey, 'idempotency keys')
    const fast = keyedHash(key, `${user.id} ${canonicalJson([{}, body])}`)
    assert.notDeepEqual(Buffer.from(work.request_hash), hashWith(fast))
  })

  for (const step of ['payment_methods.create', 'setup_intents.create'] as const)
    test(`if the response to ${step} is lost, the retry makes no other payment method`, async () => {
      const user = await newUser()
      const body = newCard()
      const [attached, before] = [of.processor.attached.length, made()]
      of.processor.fail(step, { kind: 'lost' })
      assert.equal((await send(user, body)).status, 503)
      of.processor.heal()
      const retried = await send(user, body)
      assert.deepEqual([retried.status, retried.headers.get('idempotency-replayed')], [201, null])
      assert.equal(made(), before + 1)
      assert.equal(of.processor.attached.length, attached + 1)
      assertReplayed(await send(user, body), retried)
      await assertSameCards()
    })

  for (const kind of ['refused', 'spoilt'] as const)
    for (const step of ['payment_methods.create', 'setup_intents.create'] as const)
      test(`if ${step} is answered with 500 (${kind}), the retry uses other keys, and one card is left`, async () => {
        const user = await newUser()
        const body = newCard()
        of.processor.fail(step, { kind, status: 500, error: { type: 'api_error' } })
        assert.equal((await send(user, body)).status, 503)
        of.processor.heal()
        const retried = await send(user, body)
        assert.deepEqual([retried.status, retried.headers.get('idempotency-replayed')], [201, null])
        assertReplayed(await send(user, body), retried)
        await assertSameCards()
        assert.deepEqual(
          await of.db.query(sql`select from vault_items
          where ended_at is null and setup_id is null`),
          [],
        )
      })

  test('if a request without a key of ours is answered with 500, the retry continues with the same keys', async () => {
    const user = await newUser()
    const card_token = of.processor.newConfirmation({ number: newCardNumber() })
    const body = { full_name: 'Ada Lovelace', card_token }
    of.processor.fail('payment_methods.update', {
      kind: 'refused',
      status: 500,
      error: { type: 'api_error' },
    })
    assert.equal((await send(user, body)).status, 503)
    of.processor.heal()
    assert.equal((await send(user, body)).status, 201)
    await assertSameCards()
    assert.deepEqual(
      await of.db.query(sql`select from vault_items
          where ended_at is null and setup_id is null`),
      [],
    )
  })

  test('if the response to a COMMIT is lost, the retry gets the stored response', async () => {
    const user = await newUser()
    const body = newCard()
    const before = made()
    of.processor.onRequest = () => {
      of.db.lost = new Unavailable(new Error('The connection was lost.'))
    }
    assert.equal((await send(user, body)).status, 503)
    of.processor.heal()
    of.db.lost = undefined
    const retried = await send(user, body)
    assert.deepEqual([retried.status, retried.headers.get('idempotency-replayed')], [201, 'true'])
    assert.equal(made(), before + 1)
    await assertSameCards()
  })

  test('if the database fails after the processor has answered, the retry completes the work', async () => {
    const user = await newUser()
    const body = newCard()
    const before = made()
    of.processor.onRequest = (step) => {
      if (step === 'setup_intents.create') of.db.cause = new Unavailable(new Error('away'))
    }
    assert.equal((await send(user, body)).status, 503)
    of.processor.heal()
    of.db.cause = undefined
    const retried = await send(user, body)
    assert.deepEqual([retried.status, retried.headers.get('idempotency-replayed')], [201, null])
    assert.equal(made(), before + 1)
    await assertSameCards()
  })

  test('if the sweep has removed the card, the retry makes another payment method', async () => {
    const user = await newUser()
    const body = newCard()
    of.processor.onRequest = (step) => {
      if (step === 'setup_intents.create') of.db.cause = new Unavailable(new Error('away'))
    }
    await send(user, body)
    of.processor.heal()
    of.db.cause = undefined
    await of.sweepLater()
    assert.equal((await send(user, body)).status, 201)
    await assertSameCards()
  })

  test('another card under the same key does not continue the unfinished request', async () => {
    const user = await newUser()
    of.processor.fail('setup_intents.create', { kind: 'lost' })
    assert.equal((await send(user, newCard())).status, 503)
    of.processor.heal()
    assert.equal((await send(user, newCard())).status, 201)
    await assertSameCards()
  })

  test('a declined card is not stored as a response, and the retry tries it again', async () => {
    const user = await newUser()
    const body = newCard()
    const error = { type: 'card_error', code: 'card_declined' }
    of.processor.fail('setup_intents.create', { kind: 'refused', status: 402, error }, 1)
    assert.equal((await send(user, body)).status, 400)
    assert.equal((await send(user, body)).status, 201)
    await assertSameCards()
  })

  test('a replayed renewal does not reach the processor', async () => {
    const user = await newUser()
    const { id } = (await send(user, newCard())).body
    const { card_number: _, ...details } = newCard()
    const renew = (key: string, year: number) =>
      send(user, { ...details, expiry_year: year }, key, 'PUT', `/paymentmethods/${id}/creditcard`)
    const first = await renew('first', 2096)
    await renew('second', 2097)
    const { length } = of.processor.received
    assertReplayed(await renew('first', 2096), first)
    assert.equal(of.processor.received.length, length)
  })

  test('the processor does not see the key', async () => {
    const user = await newUser()
    const key = 'canary-of-a-key'
    const { length } = of.processor.received
    await send(user, newCard(), key)
    const sent = JSON.stringify(
      of.processor.received.slice(length).map(({ headers, body }) => [headers, String(body)]),
    )
    assert.ok(sent.length > 100 && !sent.includes(key))
  })

  /** Checks that after a sweep the processor has exactly the cards that have rows. */
  async function assertSameCards(): Promise<void> {
    await of.processor.settled()
    await of.sweepLater()
    assert.deepEqual(of.processor.attached, await of.named())
  }
})
