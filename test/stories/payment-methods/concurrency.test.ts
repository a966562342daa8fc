import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { etagOf, type PaymentMethod } from '@foyer/client'
import { london } from '../../support/addresses.ts'
import { newCard, visa } from '../../support/cards.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { keepCard } from '../../support/payment-methods.ts'
import { repetitions } from '../../support/soak.ts'
import { callOutsideSoak, retryOutsideSoak } from '../../support/wire.ts'

/** The number of users, how many of them write at the same time, and the writers of each. */
interface Load {
  users: number
  atOnce: number
  writers: number
}

/** Sends a request, again if the service is busy beside other tests. */
const send = (
  user: TestUser,
  method: string,
  path: string,
  options?: { readonly body?: object; readonly ifMatch?: string },
) => retryOutsideSoak(() => user.request<PaymentMethod>(method, path, options))

const creationOf = { card: '/paymentmethods/creditcard', account: '/paymentmethods/paypal' }

await onEveryDatabase('payment methods under concurrency', (foyer, { name }) => {
  const large = name === 'PostgreSQL'
  const load = large
    ? {
        users: repetitions({ short: 12, soak: 50 }),
        atOnce: repetitions({ short: 3, soak: 50 }),
        writers: 20,
      }
    : { users: repetitions({ short: 6, soak: 12 }), atOnce: 3, writers: 10 }

  test(`${load.users} users × ${load.writers} writers of both defaults: never two defaults, no error`, async () => {
    const { statuses, reads, wrong } = await write(foyer, load)
    assert.deepEqual(wrong, [])
    assert.ok(reads > load.users, `${reads} reads`)
    assert.equal(statuses.length, load.users * load.writers)
    assert.deepEqual([...new Set(statuses)].sort(), [200, 201, 204])
  })

  const rounds = repetitions({ short: 4, soak: large ? 30 : 10 })
  test(`20 concurrent requests with the same card or account make one method, ${rounds} times`, async () => {
    const user = await foyer.newUser()
    for (let round = 1; round <= rounds; round++) {
      for (const [path, body] of [
        [creationOf.card, newCard()],
        [creationOf.account, { email: `round${round}@example.com` }],
      ] as const) {
        const creates = Array.from({ length: 20 }, () => send(user, 'POST', path, { body }))
        const answers = await Promise.all(creates)
        const statuses = answers.map(({ status }) => status).sort()
        assert.deepEqual(statuses, [...Array(19).fill(200), 201])
        const ids = new Set(answers.map(({ body }) => body.id))
        assert.equal(ids.size, 1)
        await user.paymentMethods.delete([...ids][0] ?? null)
      }
    }
    assert.deepEqual(await user.paymentMethods.list().toArray(), [])
  })

  test(`a billing address is either set or deleted, never both, ${rounds} times`, async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    const account = await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
    const { card_number, ...details } = visa
    let set = 0
    // While all deletions are faster, more rounds follow, in which they wait twice as long each time.
    for (let round = 0; round < rounds || (set === 0 && round < rounds + 12); round++) {
      const wait = round < rounds ? round % 5 : 2 ** (3 + round - rounds)
      for (const [method, path, body] of [
        ['POST', creationOf.card, newCard()],
        ['PUT', `/paymentmethods/${card.id}/creditcard`, details],
        ['PUT', `/paymentmethods/${card.id}/creditcard`, newCard()],
        ['POST', creationOf.account, { email: `round${round}@example.com` }],
        ['PUT', `/paymentmethods/${account.id}/paypal`, { email: 'ada@example.com' }],
      ] as const) {
        const { id: billing_address_id } = await user.addresses.create(london)
        const billed = { body: { ...body, billing_address_id } }
        const [written, deleted] = await Promise.all([
          send(user, method, path, billed),
          pause(wait).then(() => send(user, 'DELETE', `/addresses/${billing_address_id}`)),
        ])
        const both = `${written.status} ${deleted.status}`
        assert.match(both, /^(20[01] 403|400 204)$/, written.text)
        if (deleted.status === 403) {
          set++
          const clear = { ...body, billing_address_id: null }
          const own = `/paymentmethods/${written.body.id}`
          if (method === 'PUT') await user.request('PUT', path, { body: clear })
          else await user.request('DELETE', own)
          await user.addresses.delete(billing_address_id)
        }
      }
    }
    assert.ok(set > 0)
  })

  test('of many concurrent requests for the last place one succeeds', async () => {
    const user = await foyer.newUser()
    for (let count = 0; count < 49; count++) await keepCard(foyer, user.id)
    const creates = Array.from({ length: 20 }, (_, which) =>
      which % 2 === 0
        ? send(user, 'POST', creationOf.card, { body: newCard() })
        : send(user, 'POST', creationOf.account, { body: { email: `${which}@example.com` } }),
    )
    const statuses = (await Promise.all(creates)).map(({ status }) => status).sort()
    assert.deepEqual(statuses, [201, ...Array(19).fill(403)])
    assert.equal((await user.paymentMethods.list().toArray()).length, 50)
  })

  test(`20 changes with one ETag: one 200 and nineteen 412, ${rounds} times`, async () => {
    const user = await foyer.newUser()
    let card = await user.paymentMethods.createCreditCard(visa)
    for (let round = 0; round < rounds; round++) {
      const ifMatch = etagOf(card)
      const changes = Array.from({ length: 20 }, (_, writer) =>
        writer % 2 === 0
          ? send(user, 'PATCH', `/paymentmethods/${card.id}`, {
              body: { default_buyer_method: !card.default_buyer_method },
              ifMatch,
            })
          : send(user, 'PUT', `/paymentmethods/${card.id}/creditcard`, {
              body: { ...newCard(), full_name: `Writer ${writer}` },
              ifMatch,
            }),
      )
      const answers = await Promise.all(changes)
      const statuses = answers.map(({ status }) => status).sort()
      assert.deepEqual(statuses, [200, ...Array(19).fill(412)])
      card = await user.paymentMethods.get(card)
      assert.deepEqual(answers.find(({ status }) => status === 200)?.body, card)
    }
  })

  test('deleting a method while others change or create it always gets 204', async () => {
    const user = await foyer.newUser()
    for (let round = 0; round < rounds; round++) {
      const card = newCard()
      const { id } = await user.paymentMethods.createCreditCard(card)
      const path = `/paymentmethods/${id}`
      const deletes = Array.from({ length: 5 }, () => send(user, 'DELETE', path))
      const changes = ['PATCH', 'PATCH'].map((method) =>
        send(user, method, path, { body: { default_buyer_method: round % 2 === 0 } }),
      )
      const replacements = [1, 2].map(() =>
        send(user, 'PUT', `${path}/creditcard`, { body: newCard() }),
      )
      const again = [1, 2].map(() => send(user, 'POST', creationOf.card, { body: card }))
      for (const { status } of await Promise.all(deletes)) assert.equal(status, 204)
      for (const { status } of await Promise.all([...changes, ...replacements]))
        assert.ok([200, 403].includes(status), String(status))
      for (const { status } of await Promise.all(again))
        assert.ok([200, 201].includes(status), String(status))
      for (const method of await user.paymentMethods.list().toArray())
        await user.paymentMethods.delete(method)
    }
  })
})

/**
 * Runs all writers of every user against the defaults, for `atOnce` users at a time. Meanwhile a
 * reader lists the payment methods of each user.
 * @returns the status of each write, the number of reads, and every list that must not occur
 */
async function write(foyer: Foyer, { users, atOnce, writers }: Load) {
  const stories: Awaited<ReturnType<typeof writeTo>>[] = []
  for (let done = 0; done < users; done += atOnce) {
    const count = Math.min(atOnce, users - done)
    const people = await Promise.all(Array.from({ length: count }, () => prepare(foyer)))
    stories.push(...(await Promise.all(people.map((person) => writeTo(person, writers)))))
  }
  return {
    statuses: stories.flatMap(({ statuses }) => statuses),
    reads: stories.reduce((sum, { reads }) => sum + reads, 0),
    wrong: stories.flatMap(({ wrong }) => wrong),
  }
}

/** Methods that are not deleted: two cards and two accounts. */
interface Lasting {
  readonly cards: readonly PaymentMethod[]
  readonly accounts: readonly PaymentMethod[]
}

/** A new user with two cards and two accounts. */
async function prepare(foyer: Foyer) {
  const user = await foyer.newUser()
  const { createCreditCard, createPayPal } = user.paymentMethods
  const lasting = {
    cards: [await createCreditCard(newCard()), await createCreditCard(newCard())],
    accounts: [
      await createPayPal({ email: 'ada@example.com' }),
      await createPayPal({ email: 'bob@example.com' }),
    ],
  }
  return { user, lasting }
}

/** Runs the writers of one user. */
async function writeTo({ user, lasting }: Awaited<ReturnType<typeof prepare>>, writers: number) {
  const reading = new AbortController()
  const watched = watch(user, reading.signal)
  const writes = Array.from({ length: writers }, (_, which) => writeOnce(user, lasting, which))
  const statuses = await Promise.all(writes)
  reading.abort()
  return { statuses, ...(await watched) }
}

/**
 * Sends one of six writes that affect the defaults. `which` selects the write and the method.
 * @returns the status
 */
async function writeOnce(
  user: TestUser,
  { cards, accounts }: Lasting,
  which: number,
): Promise<number> {
  const turn = Math.floor(which / 6) % 2
  const [card, account] = [cards[turn]?.id, accounts[turn]?.id]
  const both = { default_buyer_method: true, default_seller_method: true }
  const patch = (id: unknown, body: object) =>
    send(user, 'PATCH', `/paymentmethods/${id}`, { body })
  const create = () => {
    const body = { email: `writer${which}@example.com`, ...both }
    return send(user, 'POST', creationOf.account, { body })
  }
  switch (which % 6) {
    case 0:
      return (await create()).status
    case 1:
      return (await patch(card, { default_buyer_method: true })).status
    case 2:
      return (await patch(account, both)).status
    case 3: {
      const body = { ...newCard(), default_buyer_method: true }
      return (await send(user, 'PUT', `/paymentmethods/${card}/creditcard`, { body })).status
    }
    case 4:
      return (await patch(account, { default_buyer_method: false, default_seller_method: false }))
        .status
    default: {
      // This card was just created as the default and often still is.
      const { body } = await create()
      return (await send(user, 'DELETE', `/paymentmethods/${body.id}`)).status
    }
  }
}

/** Lists a user’s methods until the signal aborts. Collects every list that must not occur. */
async function watch(user: TestUser, signal: AbortSignal) {
  const wrong: unknown[] = []
  let reads = 0
  for (; !signal.aborted; reads++) {
    const methods = await callOutsideSoak(() => user.paymentMethods.list().toArray())
    const buyers = methods.filter((method) => method.default_buyer_method)
    const sellers = methods.filter((method) => method.default_seller_method)
    const cannot = [
      ...buyers.filter((method) => !method.buyer_method),
      ...sellers.filter((method) => !method.seller_method),
    ]
    if (buyers.length > 1 || sellers.length > 1 || cannot.length > 0) wrong.push(methods)
    // The pause leaves processor time to the writers. They need longer on any machine.
    await pause(10)
  }
  return { reads, wrong }
}
