import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorBody, PaymentMethod } from '@foyer/client'
import { sweepVault } from '../../src/resources/payment-methods/custody/sweep.ts'
import { london } from '../support/addresses.ts'
import { cardDifferences } from '../support/card-differences.ts'
import { newCard, newCardNumber, visa } from '../support/cards.ts'
import type { TestUser } from '../support/foyer.ts'
import { sql, Unavailable } from '../support/inside.ts'
import { oddAnswers } from '../support/odd-answers.ts'
import type { Fault, Step } from '../support/processor.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { onEveryStripeFoyer, type StripeFoyer } from '../support/stripe-foyer.ts'
import { retryOutsideSoak } from '../support/wire.ts'

/*
 * The vault and the database fail at every step of every change of a card. In every case callers
 * get a refusal, and after a sweep the vault has exactly the cards that the rows name.
 */

const declined = { type: 'card_error', code: 'card_declined' }
const broken = { type: 'api_error' }

/** Longer than any time limit in these tests, in milliseconds. */
const long = 700

const faults: Readonly<Record<string, Fault>> = {
  'dropped before it is done': { kind: 'dropped' },
  'done, and its answer lost': { kind: 'lost' },
  'done after the wait is over': { kind: 'late', by: long },
  'done, and answered after the wait is over': { kind: 'lost late', by: long },
  'refused with 500': { kind: 'refused', status: 500, error: broken },
  'done, and answered with 500': { kind: 'spoilt', status: 500, error: broken },
  'refused with 429': { kind: 'refused', status: 429, error: { type: 'rate_limit_error' } },
  'refused with 409': {
    kind: 'refused',
    status: 409,
    error: { type: 'invalid_request_error', code: 'lock_timeout' },
  },
  'refused with 401': { kind: 'refused', status: 401, error: { type: 'invalid_request_error' } },
  'refused with 403': { kind: 'refused', status: 403, error: { type: 'invalid_request_error' } },
  'refused without a reason': { kind: 'refused', status: 400, error: { type: 'new_error' } },
  declined: { kind: 'refused', status: 402, error: declined },
}

type Shown = { _embedded: { type_details: { full_name: string } } }
type Change = (user: TestUser, of: StripeFoyer, id: number) => Promise<{ status: number }>

const create = '/paymentmethods/creditcard'
const replace = (id: number) => `/paymentmethods/${id}/creditcard`
/** The issuer wants the holder to confirm this card. */
const challenged = '4000002500003155'

/** Starts a setup, and confirms its card as the processor's fields do. */
async function confirmedSetup(user: TestUser, { processor }: StripeFoyer) {
  for (;;) {
    const { status, body } = await user.request<{ setup_intent: string }>('POST', `${create}/setup`)
    // On a busy machine even a processor that answers may take too long. A client tries again.
    if (status === 503) continue
    assert.equal(status, 201)
    const token = processor.confirmSetup(body.setup_intent, newCard().card_number ?? '')
    return { setup: body.setup_intent, token }
  }
}

const save = (user: TestUser, card_token: string) =>
  user.request('POST', create, { body: { full_name: 'Ada Lovelace', card_token } })

const { card_number: _, ...renewed } = { ...visa, expiry_year: 2095 }

/** The changes of a card, and the vault's requests that each is made of. */
const changes: Readonly<Record<string, { change: Change; steps: readonly Step[] }>> = {
  'a first card': {
    change: async (_user, { foyer }) =>
      (await foyer.newUser()).request('POST', create, { body: newCard() }),
    steps: ['customers.create'],
  },
  'a card by its number': {
    change: (user) => user.request('POST', create, { body: newCard() }),
    steps: ['payment_methods.create', 'setup_intents.create'],
  },
  'a card by the name of a payment method': {
    change: (user, { processor }) => {
      const card_token = processor.newMethod(newCard().card_number ?? '')
      return user.request('POST', create, { body: { ...renewed, card_token } })
    },
    steps: ['payment_methods.retrieve', 'setup_intents.create', 'payment_methods.update'],
  },
  'a setup': {
    change: (user) => user.request('POST', `${create}/setup`),
    steps: ['setup_intents.create'],
  },
  'a card of a setup': {
    change: async (user, of) => save(user, (await confirmedSetup(user, of)).setup),
    steps: ['setup_intents.retrieve', 'payment_methods.retrieve', 'payment_methods.update'],
  },
  'a payment method of a setup': {
    change: async (user, of) => save(user, (await confirmedSetup(user, of)).token),
    steps: ['setup_intents.list'],
  },
  'a card that its holder must confirm': {
    change: (user) =>
      user.request('POST', create, { body: { ...newCard(), card_number: challenged } }),
    steps: ['payment_methods.create', 'setup_intents.create'],
  },
  'the same card again': {
    change: async (user) => {
      const body = newCard()
      await user.request('POST', create, { body })
      return user.request('POST', create, { body })
    },
    steps: ['payment_methods.detach'],
  },
  'a replaced card': {
    change: (user, _of, id) => user.request('PUT', replace(id), { body: newCard() }),
    steps: ['payment_methods.create', 'setup_intents.create', 'payment_methods.detach'],
  },
  'a renewed card': {
    change: (user, _of, id) => user.request('PUT', replace(id), { body: renewed }),
    steps: ['payment_methods.update'],
  },
  'a deleted card': {
    change: (user, _of, id) => user.request('DELETE', `/paymentmethods/${id}`),
    steps: ['payment_methods.detach'],
  },
}

/**
 * The faults of a step. The short form has all of the connection and of 500, and every second of
 * the refusals: one half at one step, the other half at the next.
 * @param turn the number of the step
 */
const faultsAt = (turn: number): readonly (readonly [how: string, fault: Fault])[] =>
  Object.entries(faults).filter(
    ([, fault], index) =>
      isSoak || fault.kind !== 'refused' || fault.status === 500 || (turn + index) % 2 === 0,
  )

await onEveryStripeFoyer('the vault fails', (of) => {
  let turn = 0
  for (const [what, { change, steps }] of Object.entries(changes)) {
    for (const step of steps) {
      const tried = faultsAt(turn++)
      test(`${what}: every fault at ${step}`, async () => {
        for (const [how, fault] of tried) {
          const attempt = async (): Promise<number> => {
            const { user, id } = await userWithCard(of)
            of.processor.fail(step, fault)
            const { status } = await change(user, of, id)
            of.processor.heal()
            return status
          }
          let status = await attempt()
          // The removal of what was retired can wait: the change stands.
          const canWait = step === 'payment_methods.detach'
          // The other steps have the short time limits, too. On a busy machine they may be late.
          for (let left = isSoak ? 0 : 20; canWait && status === 503 && left > 0; left--)
            status = await attempt()
          const expected = canWait ? [200, 201, 204] : [400, 503]
          assert.ok(expected.includes(status), `${how}: ${status}`)
        }
        await endsConsistent(of)
      })
    }
  }

  test('all faults at random steps leave nothing over (storm)', async () => {
    const odd = Object.values(oddAnswers).map((answer): Fault => ({ kind: 'odd', answer }))
    const after = odd.map((fault): Fault => ({ ...fault, kind: 'odd after all' }) as Fault)
    const all = [...Object.values(faults), ...odd, ...after]
    const kinds = Object.entries(changes).flatMap(([, { change, steps }]) =>
      steps.map((step) => ({ change, step })),
    )
    // Every step of every change and every fault occurs; their pairs differ from trial to trial.
    for (let count = 0; count < repetitions({ short: 30, soak: 1_000 }); count++) {
      const { change, step } = kinds[count % kinds.length] ?? {}
      const fault = all[Math.floor(Math.random() * all.length)]
      assert.ok(change && step && fault)
      const { user, id } = await userWithCard(of)
      of.processor.fail(step, fault)
      let { status } = await change(user, of, id)
      // Some users try again at once, which fails.
      if (status === 503 && count % 2 === 0) ({ status } = await change(user, of, id))
      of.processor.heal()
      assert.ok([200, 201, 204, 400, 503].includes(status), `${step}, ${fault.kind}: ${status}`)
    }
    await endsConsistent(of)
  })

  test('a request whose answer is lost once is sent again, and nothing is done twice', async () => {
    for (const step of ['payment_methods.create', 'setup_intents.create'] as const) {
      const attempt = async () => {
        const { user } = await userWithCard(of)
        const before = of.processor.attached.length
        of.processor.fail(step, { kind: 'lost' }, 1)
        const { status } = await user.request('POST', create, { body: newCard() })
        const added = of.processor.attached.length - before
        await endsConsistent(of)
        return { status, added }
      }
      let result = await attempt()
      // On a busy machine the request may take too long. Then another user tries.
      for (let left = isSoak ? 0 : 20; result.status === 503 && left > 0; left--)
        result = await attempt()
      assert.deepEqual(result, { status: 201, added: 1 })
    }
  })

  test('two failed changes of the same card are both undone', async () => {
    const users = [await userWithCard(of), await userWithCard(of), await userWithCard(of)]
    of.processor.fail('payment_methods.update', { kind: 'lost' })
    for (const { user, id } of [...users, ...users]) {
      const { status } = await user.request('PUT', replace(id), { body: renewed })
      assert.equal(status, 503)
    }
    await isQuiet(of)
    const left = () => of.db.query(sql`select from vault_items where ended_at is null`)
    assert.equal((await left()).length, 6)
    const before = of.processor.received.length
    assert.equal(await of.sweepLater(), 6)
    assert.deepEqual(await left(), [])
    const updates = of.processor.received.slice(before)
    assert.equal(updates.filter(({ step }) => step === 'payment_methods.update').length, 3)
    await endsConsistent(of)
  })

  test('a sweep while the vault is away does nothing, and the next one does the work', async () => {
    const { user, id } = await userWithCard(of)
    of.processor.fail('payment_methods.detach', { kind: 'dropped' })
    await user.request('DELETE', `/paymentmethods/${id}`)
    await assert.rejects(of.sweepLater(), { name: 'VaultUnavailable' })
    await isQuiet(of)
    assert.equal(await of.sweepLater(), 1)
    assert.deepEqual(of.processor.attached, await of.named())
  })

  test('the clock of an instance does not decide which work is old', async () => {
    const { user, id } = await userWithCard(of)
    of.processor.fail('payment_methods.detach', { kind: 'dropped' })
    await user.request('DELETE', `/paymentmethods/${id}`)
    await isQuiet(of)
    Object.assign(of.wallet.clock, { offset: 30 * 60_000 })
    assert.equal(await sweepVault(of.wallet), 0)
    Object.assign(of.wallet.clock, { offset: -30 * 60_000 })
    assert.equal(await of.sweepLater(), 1)
    assert.deepEqual(of.processor.attached, await of.named())
  })

  test('while setups cannot end, customers of erased users are removed', async () => {
    const { user } = await userWithCard(of)
    const other = await of.foyer.newUser()
    const setup = await retryOutsideSoak(() => other.request('POST', `${create}/setup`))
    assert.equal(setup.status, 201)
    await of.foyer.command('user', 'erase', user.id, '--now')
    of.processor.fail('setup_intents.retrieve', { kind: 'dropped' })
    await assert.rejects(of.sweepMuchLater(), { name: 'VaultUnavailable' })
    const customers = of.processor.customers.map(({ foyer_user }) => foyer_user)
    assert.ok(!customers.includes(String(user.id)))
    await endsConsistent(of)
  })

  test('a sweep does not ask a vault that stays away about every card', async () => {
    const cards: Awaited<ReturnType<typeof userWithCard>>[] = []
    while (cards.length < 5) cards.push(await userWithCard(of))
    of.processor.fail('payment_methods.detach', { kind: 'dropped' })
    for (const { user, id } of cards) await user.request('DELETE', `/paymentmethods/${id}`)
    await isQuiet(of)
    of.processor.fail('payment_methods.detach', { kind: 'dropped' })
    const before = of.processor.received.length
    await assert.rejects(of.sweepLater())
    assert.ok(
      of.processor.received.length - before <= 3 * 2,
      'one request for each of the three, and one retry each',
    )
    of.processor.heal()
    await of.sweepLater()
    await endsConsistent(of)
  })
})

await onEveryStripeFoyer('the vault fails for one user', (of) => {
  test('the cards of other users are removed all the same', async () => {
    const unlucky = await userWithCard(of)
    const lucky = await userWithCard(of)
    const full_name = 'Ada the Unlucky'
    const ids = [unlucky.id]
    for (let count = 0; count < 4; count++) {
      const body = { ...newCard(), full_name }
      ids.push((await unlucky.user.request<PaymentMethod>('POST', create, { body })).body.id ?? 0)
    }
    const error = { type: 'invalid_request_error' }
    const refused = { kind: 'refused', status: 400, error } as const
    of.processor.fail('payment_methods.detach', refused)
    for (const id of ids.slice(1)) await unlucky.user.request('DELETE', `/paymentmethods/${id}`)
    await lucky.user.request('DELETE', `/paymentmethods/${lucky.id}`)
    of.processor.heal()
    of.processor.failFor(full_name, 'payment_methods.detach', refused)
    const before = of.processor.received.length
    await assert.rejects(of.sweepLater(), { name: 'VaultUnavailable' })
    assert.equal(of.processor.received.length - before, 2, 'one request for each of them')
    of.processor.heal()
    assert.equal(await of.sweepLater(), 4)
    assert.deepEqual(of.processor.attached, await of.named())
  })
})

await onEveryStripeFoyer('the database fails while the vault is asked', (of) => {
  for (const [what, { change, steps }] of Object.entries(changes)) {
    for (const step of steps) {
      test(`${what}: from ${step} on`, async () => {
        const { user, id } = await userWithCard(of)
        of.processor.onRequest = (asked) => {
          if (asked === step) of.db.cause = new Unavailable(new Error('gone'))
        }
        const { status } = await change(user, of, id).finally(() => {
          of.db.cause = undefined
        })
        // Only the removal of what was retired was still to come, and it can wait.
        if (step === 'payment_methods.detach') assert.ok(status < 300)
        else assert.equal(status, 503)
        await endsConsistent(of)
      })
    }
  }

  test('a change is kept if its COMMIT succeeded and the answer was lost', async () => {
    const { user, id } = await userWithCard(of)
    const before = await of.named()
    of.processor.onRequest = (asked) => {
      if (asked === 'setup_intents.create') of.db.lost = new Unavailable(new Error('gone'))
    }
    const body = newCard()
    const { status } = await user.request('PUT', replace(id), { body }).finally(() => {
      of.db.lost = undefined
    })
    assert.equal(status, 503)
    assert.notDeepEqual(await of.named(), before)
    await endsConsistent(of)
    const again = await retryOutsideSoak(() => user.request('PUT', replace(id), { body }))
    assert.equal(again.status, 200)
    await endsConsistent(of)
  })
})

await onEveryStripeFoyer('concurrent changes of the vault', (of) => {
  const customersOf = ({ id }: TestUser) =>
    of.processor.customers.filter(({ foyer_user }) => foyer_user === String(id)).length

  test('the first cards of a user at once make one customer', async () => {
    const user = await of.foyer.newUser()
    const tokens = Array.from({ length: 4 }, () => of.processor.newMethod(newCardNumber()))
    const bodies = tokens.map((card_token) => ({ full_name: 'Ada Lovelace', card_token }))
    const [setup] = await Promise.all([
      retryOutsideSoak(() => user.request('POST', `${create}/setup`)),
      ...[...bodies, newCard()].map((body) => addCard(user, body)),
    ])
    assert.equal(setup.status, 201)
    assert.equal(customersOf(user), 1)
    // The idempotency key of the creation contains no value of a client.
    const keys = of.processor.received
      .filter(({ step }) => step === 'customers.create')
      .map(({ headers }) => String(headers['idempotency-key']))
    for (const token of tokens) assert.ok(!keys.some((key) => key.includes(token)))
    await endsConsistent(of)
  })

  test('a customer whose creation had no answer is found by the next request, or by the sweep', async () => {
    for (const isSwept of [false, true]) {
      const user = await of.foyer.newUser()
      of.processor.fail('customers.create', { kind: 'lost' })
      assert.equal((await user.request('POST', create, { body: newCard() })).status, 503)
      of.processor.heal()
      assert.equal(customersOf(user), 1)
      if (isSwept) await endsConsistent(of)
      await addCard(user, newCard())
      assert.equal(customersOf(user), 1)
    }
    await endsConsistent(of)
  })

  test('the same card added twenty times at once is one card', async () => {
    const { user } = await userWithCard(of)
    const body = newCard()
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => user.request<PaymentMethod>('POST', create, { body })),
    )
    for (const { status } of answers) assert.ok([200, 201, 503].includes(status), `${status}`)
    const ids = new Set(answers.flatMap(({ status, body }) => (status < 300 ? [body.id] : [])))
    assert.equal(ids.size, 1)
    await endsConsistent(of)
  })

  test('the same payment method added ten times at once is one card', async () => {
    const { user } = await userWithCard(of)
    const card_token = of.processor.newMethod(newCard().card_number ?? '')
    const body = { ...renewed, card_token }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => user.request<PaymentMethod>('POST', create, { body })),
    )
    for (const { status } of answers) assert.ok([200, 201, 400, 503].includes(status), `${status}`)
    assert.ok(answers.some(({ status }) => status === 201))
    assert.ok(of.processor.attached.includes(card_token))
    await endsConsistent(of)
    assert.ok(of.processor.attached.includes(card_token), 'and it is still there')
  })

  test('replacing, renewing and deleting a card at the same time leaves the vault consistent', async () => {
    for (let round = 0; round < 5; round++) {
      const { user, id } = await userWithCard(of)
      const answers = await Promise.all([
        user.request('PUT', replace(id), { body: newCard() }),
        user.request('PUT', replace(id), { body: renewed }),
        user.request('PUT', replace(id), { body: newCard() }),
        user.request('DELETE', `/paymentmethods/${id}`),
      ])
      for (const { status } of answers)
        assert.ok([200, 204, 400, 403, 503].includes(status), `${status}`)
      await endsConsistent(of)
    }
  })

  test('two changes of details that end in another order than at the vault leave it with those of the row', async () => {
    const { user, id } = await userWithCard(of)
    const rename = (full_name: string) =>
      user.request('PUT', replace(id), { body: { ...renewed, full_name } })
    let second: Promise<{ status: number }> | undefined
    const wait = () => {
      second = rename('Ada Byron')
      return second
    }
    of.processor.fail('payment_methods.update', { kind: 'answered after', wait }, 1)
    const first = await rename('Ada King')
    assert.deepEqual([first.status, (await second)?.status], [200, 200])
    const { body } = await user.request<Shown>('GET', `/paymentmethods/${id}`)
    assert.equal(body._embedded.type_details.full_name, 'Ada King')
    await endsConsistent(of)
  })

  test('a change of details that a sweep has undone in the meantime is not stored', async () => {
    const { user, id } = await userWithCard(of)
    const wait = of.sweepLater
    of.processor.fail('payment_methods.update', { kind: 'answered after', wait }, 1)
    const { status } = await user.request('PUT', replace(id), { body: renewed })
    assert.equal(status, 503)
    await endsConsistent(of)
  })

  test('a change of details that is refused after the vault has made it is undone at once', async () => {
    const { user, id } = await userWithCard(of)
    const billing = await user.addresses.create(london)
    const wait = () => user.addresses.delete(billing.id)
    of.processor.fail('payment_methods.update', { kind: 'answered after', wait }, 1)
    const body = { ...renewed, full_name: 'Ada King', billing_address_id: billing.id }
    const before = of.processor.received.length
    const { status } = await user.request('PUT', replace(id), { body })
    assert.equal(status, 400)
    const steps = of.processor.received.slice(before).map(({ step }) => step)
    assert.equal(steps.filter((step) => step === 'payment_methods.update').length, 2)
    assert.deepEqual(await cardDifferences(of), [])
    await endsConsistent(of)
  })

  test('a change of details that is refused does not undo another one that goes on', async () => {
    const { user, id } = await userWithCard(of)
    const billing = await user.addresses.create(london)
    const change = (body: object) => user.request('PUT', replace(id), { body })
    let refused: { status: number } | undefined
    const wait = async () => {
      const removed = () => user.addresses.delete(billing.id)
      of.processor.fail('payment_methods.update', { kind: 'answered after', wait: removed }, 1)
      const body = { ...renewed, full_name: 'Ada Byron', billing_address_id: billing.id }
      refused = await change(body)
    }
    of.processor.fail('payment_methods.update', { kind: 'answered after', wait }, 1)
    const { status } = await change({ ...renewed, full_name: 'Ada King' })
    assert.deepEqual([status, refused?.status], [200, 400])
    await endsConsistent(of)
    const { body } = await user.request<Shown>('GET', `/paymentmethods/${id}`)
    assert.equal(body._embedded.type_details.full_name, 'Ada King')
  })

  test('a card that a sweep has abandoned in the meantime is not stored', async () => {
    const { user } = await userWithCard(of)
    const before = of.processor.attached
    let swept: Promise<unknown> | undefined
    of.processor.onRequest = (step) => {
      if (step === 'setup_intents.create') swept = of.sweepLater()
    }
    // One response is late. The time limit for the processor is the usual one.
    of.processor.fail('setup_intents.create', { kind: 'answered after', wait: () => swept }, 1)
    const { status, body } = await user.request<ErrorBody>('POST', create, { body: newCard() })
    await swept
    assert.equal(status, 503)
    assert.equal(body.code, 'service_unavailable')
    assert.deepEqual(of.processor.attached, before)
    await endsConsistent(of)
  })

  test('a sweep for a failed attempt does not remove a payment method that is added again', async () => {
    const { user } = await userWithCard(of)
    const card_token = of.processor.newMethod(newCard().card_number ?? '')
    const body = { ...renewed, card_token }
    of.processor.fail('payment_methods.update', { kind: 'dropped' })
    assert.equal((await user.request('POST', create, { body })).status, 503)
    await isQuiet(of)

    let swept: Promise<unknown> | undefined
    of.processor.onRequest = (step) => {
      if (step === 'payment_methods.update') swept = of.db.query(newestIsRecent).then(of.sweepLater)
    }
    of.processor.fail('payment_methods.update', { kind: 'answered after', wait: () => swept }, 1)
    const { status } = await user.request('POST', create, { body })
    await swept
    assert.equal(status, 201)
    await endsConsistent(of)
  })

  test('what a failed attempt left behind is not removed if the next attempt stored it', async () => {
    const { user } = await userWithCard(of)
    const card_token = of.processor.newMethod(newCard().card_number ?? '')
    const body = { ...renewed, card_token }
    of.processor.fail('payment_methods.update', { kind: 'dropped' })
    assert.equal((await user.request('POST', create, { body })).status, 503)
    await isQuiet(of)
    await addCard(user, body)
    await endsConsistent(of)
    assert.ok(of.processor.attached.includes(card_token))
  })

  test('a user with cards cannot be deleted, and pending removals remain after the user is deleted', async () => {
    const { user, id } = await userWithCard(of)
    const erase = () => of.db.query(sql`delete from users where id = ${user.id}`)
    await assert.rejects(erase())
    of.processor.fail('payment_methods.detach', { kind: 'dropped' })
    assert.equal((await user.request('DELETE', `/paymentmethods/${id}`)).status, 204)
    await erase()
    await endsConsistent(of)
  })

  test('several instances that sweep at once have the same result as one', async () => {
    const { user, id } = await userWithCard(of)
    of.processor.fail('setup_intents.create', { kind: 'lost' })
    await user.request('POST', create, { body: newCard() })
    of.processor.fail('payment_methods.detach', { kind: 'dropped' })
    await user.request('DELETE', `/paymentmethods/${id}`)
    of.processor.heal()
    await Promise.all(Array.from({ length: 5 }, () => of.sweepLater()))
    assert.deepEqual(of.processor.attached, await of.named())
  })
})

/** Keeps the newest work from the sweep, whose clock is minutes ahead in tests. */
const newestIsRecent = sql`
  update vault_items set due_at = 'infinity' where id = (select max(id) from vault_items)`

async function userWithCard(of: StripeFoyer): Promise<{ user: TestUser; id: number }> {
  const user = await of.foyer.newUser()
  // A refused attempt may leave something at the vault, which the sweeps of tests count.
  const { id } = await addCard(user, newCard(), async () => {
    await isQuiet(of)
    await of.sweepLater()
  })
  return { user, id: id ?? 0 }
}

/**
 * Adds a card while no fault is set. On a busy machine even a processor that answers may take too
 * long. Then a client tries again, and the card may be there already.
 */
async function addCard(
  user: TestUser,
  card: object,
  afterRefusal: () => Promise<unknown> = async () => {},
): Promise<PaymentMethod> {
  let refusals = 0
  const { status, body } = await retryOutsideSoak(async () => {
    const answer = await user.request<PaymentMethod>('POST', create, { body: card })
    if (answer.status === 503) {
      refusals++
      await afterRefusal()
    }
    return answer
  })
  assert.ok(status === 201 || (status === 200 && refusals > 0), `${status}`)
  return body
}

/** Ends all faults, and waits until everything late has happened. */
async function isQuiet({ processor }: StripeFoyer): Promise<void> {
  processor.heal()
  await processor.quiet()
}

/** Checks, once nothing is running, that a sweep leaves the vault with what the rows name. */
async function endsConsistent(of: StripeFoyer): Promise<void> {
  const { processor, sweepLater, sweepMuchLater, named, db } = of
  await isQuiet(of)
  await sweepLater()
  const known = await of.openSetups()
  assert.deepEqual(
    processor.openSetups.filter((id) => !known.includes(id)),
    [],
    'setups that no row knows',
  )
  // One more, when the setups have expired.
  await sweepMuchLater()
  assert.deepEqual(processor.attached, await named())
  assert.deepEqual(processor.openSetups, [])
  const customers = await db.query<{ customer_id: string | null }>(
    sql`select customer_id from vault_customers`,
  )
  const ids = customers.map(({ customer_id }) => customer_id)
  assert.deepEqual(processor.customerIds, ids.sort(), 'customers that no row knows')
  assert.deepEqual(await cardDifferences(of), [])
  assert.equal(await sweepLater(), 0, 'nothing is left to do')
}
