import assert from 'node:assert/strict'
import { availableParallelism } from 'node:os'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { runHashing } from '../../src/identity/users/credentials/passwords.ts'
import { Overloaded } from '../../src/platform/database/db.ts'
import { slowHashOf } from '../../src/processor/local-vault.ts'
import { CardBody } from '../../src/resources/payment-methods/kinds/bodies.ts'
import { openWrite, type Write } from '../../src/support/idempotency/write.ts'
import { secretKey } from '../support/foyer.ts'
import { type Database, Unavailable } from '../support/inside.ts'

/*
 * The numbers of cards and bank accounts in requests with an Idempotency-Key are hashed slowly. This
 * happens before attempts are counted, so it is limited.
 */

const number = '4111111111111111'
const db = {} as Database
const clock = { now: () => 0 }

class Reached extends Error {}

let keys = 0
/** Sends a request, and returns the hash that says which earlier work it continues. */
async function send(
  write: Write,
  { userId = 1, body = { card_number: number } as object, schema = CardBody as object } = {},
  key = `${keys++}`,
): Promise<string | undefined> {
  const request = {
    caller: { userId, applicationId: 1 },
    method: 'POST',
    routeOptions: { url: '/cards', schema: { body: schema } },
    params: {},
    query: {},
    sentBody: body,
    language: 'en',
    headers: { 'idempotency-key': key },
  }
  let hash: string | undefined
  const sent = write(
    request as unknown as Parameters<Write>[0],
    {} as Parameters<Write>[1],
    async ({ attempt }) => {
      hash = attempt?.hash.toString('hex')
      throw new Reached()
    },
    () => ({ status: 204, headers: {} }) as never,
  )
  await assert.rejects(sent, (error) => {
    if (error instanceof Reached) return true
    throw error
  })
  return hash
}

/** Makes a function that handles writes, whose slow hashes end with `release`. */
function openHeld() {
  const released = Promise.withResolvers<string>()
  const hashed: string[] = []
  const users: number[] = []
  const write = openWrite({
    db,
    clock,
    secretKey,
    slowHashOf: (userId, numbers) => {
      users.push(userId)
      hashed.push(numbers)
      return released.promise
    },
  })
  return { write, hashed, users, release: () => released.resolve('hash'), fail: released.reject }
}

test('one slow hash runs at a time, and users take turns', async () => {
  const { write, users, release } = openHeld()
  const many = Array.from({ length: 20 }, () => send(write))
  const other = send(write, { userId: 2 })
  // These need no slow hash.
  const none = [send(write, { schema: {} }), send(write, { body: { full_name: 'Ada' } })]
  await setImmediate()
  assert.deepEqual(users, [1])
  release()
  await Promise.all([other, ...many, ...none])
  assert.equal(users.length, 21)
  assert.ok(users.indexOf(2) <= 2, users.join())
})

test('a hash that fails gives its place back', async () => {
  const { write, fail } = openHeld()
  const both = [send(write), send(write)]
  fail(new Unavailable(new Error('The machine has no memory left.')))
  for (const one of both) await assert.rejects(one, Unavailable)
  await assert.rejects(send(write), Unavailable)
})

test('a slow hash that does not begin within a second is refused', async () => {
  const { write, users, release } = openHeld()
  const first = send(write)
  await assert.rejects(send(write, { userId: 2 }), Overloaded)
  release()
  await first
  assert.deepEqual(users, [1])
})

test('only numbers that the operation declares are hashed, and no others are compared', async () => {
  const { write, hashed, release } = openHeld()
  release()
  const pair = async (one: object, other: object, schema: object = CardBody) => [
    await send(write, { body: one, schema }, 'same'),
    await send(write, { body: other, schema }, 'same'),
  ]
  const unknown = await pair({ iban: 'DE1' }, { iban: 'DE2' })
  assert.equal(unknown[0], unknown[1])
  const without = await pair({ card_number: '1' }, { card_number: '2' }, {})
  assert.equal(without[0], without[1])
  assert.deepEqual(hashed, [])
  const present = await pair({ iban: 'DE1' }, {})
  assert.notEqual(present[0], present[1])
  const mixed = await pair({ card_number: number, iban: 'DE1' }, { card_number: number, iban: '2' })
  assert.equal(mixed[0], mixed[1])
  assert.deepEqual(hashed, Array(2).fill(`{"card_number":"${number}"}`))
})

test('slow hashes of numbers do not wait for passwords', async () => {
  const places = Math.max(1, availableParallelism() - 1)
  const held = Promise.withResolvers<void>()
  const flood = Array.from({ length: 65 * places }, () => runHashing(() => held.promise))
  try {
    await send(openWrite({ db, clock, secretKey, slowHashOf }))
  } finally {
    held.resolve()
    await Promise.all(flood)
  }
})
