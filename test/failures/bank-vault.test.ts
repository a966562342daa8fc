import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { remove as removeUser } from '../../src/identity/users/accounts/store.ts'
import { newAccount, newUsAccount } from '../support/bank-accounts.ts'
import type { TestUser } from '../support/foyer.ts'
import { sql, Unavailable } from '../support/inside.ts'
import { oddAnswers } from '../support/odd-answers.ts'
import type { Fault, Step } from '../support/processor.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { onEveryStripeFoyer, type StripeFoyer } from '../support/stripe-foyer.ts'
import { retryOutsideSoak } from '../support/wire.ts'

/*
 * The processor and the database fail at every step of every change of a bank account. In every
 * case callers get a refusal, and after a sweep the processor has exactly the bank accounts and
 * connected accounts that the rows name.
 */

/** Longer than any time limit in these tests, in milliseconds. */
const long = 700
const broken = { type: 'api_error' }
const refused = (status: number, error: { type: string; code?: string }): Fault => ({
  kind: 'refused',
  status,
  error,
})

const faults: readonly Fault[] = [
  { kind: 'dropped' },
  { kind: 'lost' },
  { kind: 'late', by: long },
  { kind: 'lost late', by: long },
  refused(500, broken),
  { kind: 'spoilt', status: 500, error: broken },
  refused(429, { type: 'rate_limit_error' }),
  refused(409, { type: 'invalid_request_error', code: 'lock_timeout' }),
  refused(401, { type: 'invalid_request_error' }),
  refused(403, { type: 'invalid_request_error' }),
  refused(400, { type: 'new_error' }),
  ...Object.values(oddAnswers).flatMap((answer): Fault[] => [
    { kind: 'odd', answer },
    { kind: 'odd after all', answer },
  ]),
]

const create = '/paymentmethods/bankaccount'
const detailsOf = (id: number) => `/paymentmethods/${id}/bankaccount`
type Change = (user: TestUser, of: StripeFoyer, id: number) => Promise<{ status: number }>

/** The changes of a bank account, and the requests that each is made of. */
const changes: Readonly<Record<string, { change: Change; steps: readonly Step[] }>> = {
  'a first account': {
    change: async (_user, { foyer }) =>
      (await foyer.newUser()).request('POST', create, { body: newAccount() }),
    steps: ['tokens.create', 'accounts.create', 'external_accounts.create'],
  },
  'another account': {
    change: (user) => user.request('POST', create, { body: newAccount() }),
    steps: ['tokens.create', 'external_accounts.create'],
  },
  'the same account again': {
    change: async (user) => {
      const body = newAccount()
      await user.request('POST', create, { body })
      return user.request('POST', create, { body })
    },
    steps: ['external_accounts.list', 'external_accounts.delete'],
  },
  'another number': {
    change: (user, _of, id) => user.request('PUT', detailsOf(id), { body: newAccount() }),
    steps: ['external_accounts.create', 'external_accounts.update', 'external_accounts.delete'],
  },
  'another name': {
    change: (user, _of, id) =>
      user.request('PUT', detailsOf(id), { body: { full_name: 'Ada King' } }),
    steps: ['external_accounts.update'],
  },
  'a deleted account': {
    change: (user, _of, id) => user.request('DELETE', `/paymentmethods/${id}`),
    steps: ['external_accounts.list', 'accounts.delete'],
  },
  'an erased user': {
    async change(user, { foyer }) {
      await foyer.command('user', 'erase', user.id, '--now')
      return { status: 204 }
    },
    steps: ['external_accounts.list', 'accounts.delete'],
  },
}

const kinds = Object.values(changes).flatMap(({ change, steps }) =>
  steps.map((step) => ({ change, step })),
)
const env = { STRIPE_CONNECT: 'full', CARD_LIMIT_NETWORK: 'off', CARD_LIMIT_APPLICATION: 'off' }

await onEveryStripeFoyer(
  'the vault of bank accounts fails',
  (of) => {
    test('all faults at random steps leave nothing over (storm)', async () => {
      // The embedded database costs twice as much.
      const short = (of.db.kind === 'embedded' ? 1 : 2) * kinds.length
      for (let count = 0; count < repetitions({ short, soak: 1_000 }); count++) {
        const { change, step } = kinds[count % kinds.length] ?? {}
        const fault = faults[Math.floor(Math.random() * faults.length)]
        assert.ok(change && step && fault)
        const { user, id } = await userWithAccount(of)
        of.processor.fail(step, fault)
        let { status } = await change(user, of, id)
        // Some users try again at once, which fails.
        if (status === 503 && count % 2 === 0) ({ status } = await change(user, of, id))
        of.processor.heal()
        assert.ok([200, 201, 204, 400, 503].includes(status), `${step}, ${fault.kind}: ${status}`)
      }
      await endsConsistent(of)
    })

    test('the database fails after each request', async () => {
      const isShort = of.db.kind === 'embedded' && !isSoak
      const tried = kinds.filter((_, index) => !isShort || index % 2 === 0)
      for (const { change, step } of tried) {
        const { user, id } = await userWithAccount(of)
        of.processor.onRequest = (asked) => {
          if (asked === step) of.db.cause = new Unavailable(new Error('gone'))
        }
        await change(user, of, id).finally(() => {
          of.db.cause = undefined
        })
        of.processor.heal()
      }
      await endsConsistent(of)
    })

    test('concurrent changes make one connected account, and it is not deleted while a new bank account is added', async () => {
      const user = await of.foyer.newUser()
      await Promise.all(Array.from({ length: 5 }, () => addAccount(user)))
      const mine = () =>
        of.processor.accounts.all.filter(({ metadata }) => metadata.foyer_user === String(user.id))
      assert.equal(mine().length, 1)
      for (let round = 0; round < 4; round++) {
        const { user, id } = await userWithAccount(of)
        const [added, deleted] = await Promise.all([
          user.request('POST', create, { body: newAccount() }),
          user.request('DELETE', `/paymentmethods/${id}`),
        ])
        assert.ok([201, 503].includes(added.status), `${added.status}`)
        assert.equal(deleted.status, 204)
      }
      await endsConsistent(of)
    })

    test('two changes of the holder that end in another order than at the vault leave it with that of the row', async () => {
      const { user, id } = await userWithAccount(of)
      const rename = (full_name: string) =>
        user.request('PUT', detailsOf(id), { body: { full_name } })
      let second: Promise<{ status: number }> | undefined
      const wait = () => {
        second = rename('Ada Byron')
        return second
      }
      of.processor.fail('external_accounts.update', { kind: 'answered after', wait }, 1)
      const first = await rename('Ada King')
      assert.deepEqual([first.status, (await second)?.status], [200, 200])
      await endsConsistent(of)
      of.processor.fail(
        'external_accounts.update',
        { kind: 'answered after', wait: of.sweepLater },
        1,
      )
      assert.equal((await rename('Ada Lovelace')).status, 503)
      await endsConsistent(of)
    })

    test('a sweep ends an unfinished addition before it removes the last bank account', async () => {
      const { user, id } = await userWithAccount(of)
      const there = of.processor.accounts.of(user.id)
      of.processor.fail('external_accounts.list', { kind: 'dropped' })
      assert.equal((await user.request('DELETE', `/paymentmethods/${id}`)).status, 204)
      of.processor.heal()
      of.processor.fail('external_accounts.create', { kind: 'dropped' })
      assert.equal((await user.request('POST', create, { body: newAccount() })).status, 503)
      of.processor.heal()
      await of.db.query(sql`
        update vault_items set due_at = due_at - interval '1 minute'
        where user_id = ${user.id} and state = 'unwanted'`)
      const work = await of.db.query(sql`
        select state from vault_items
        where user_id = ${user.id} and ended_at is null order by due_at`)
      assert.deepEqual(work, [{ state: 'unwanted' }, { state: 'wanted' }])
      assert.equal(await of.sweepLater(), 2)
      assert.ok(!of.processor.accounts.all.includes(there))
      await endsConsistent(of)
    })

    test('the connected account stays while another bank account is being added', async () => {
      const { user, id } = await userWithAccount(of)
      const account = of.processor.accounts.of(user.id).id
      const before = of.processor.received.length
      let deleted: Promise<{ status: number }> | undefined
      of.processor.onRequest = async (step) => {
        if (step !== 'external_accounts.create' || deleted !== undefined) return
        deleted = user.request('DELETE', `/paymentmethods/${id}`)
        await deleted
      }
      const added = await user.request('POST', create, { body: newAccount() })
      assert.deepEqual([added.status, (await deleted)?.status], [201, 204])
      const steps = of.processor.received.slice(before).map(({ step }) => step)
      assert.ok(!steps.includes('accounts.delete'), String(steps))
      assert.deepEqual(
        await of.db.query(sql`
          select customer_id, retired_at from vault_customers where user_id = ${user.id}`),
        [{ customer_id: account, retired_at: null }],
      )
      await endsConsistent(of)
      const { externals } = of.processor.accounts.of(user.id)
      assert.deepEqual(
        externals.map(({ isDefault }) => isDefault),
        [true],
      )
    })

    test('a bank account is removed even if the next default is removed at the same time', async () => {
      const { user, id } = await userWithAccount(of)
      const next = await user.request<{ id: number }>('POST', create, { body: newAccount() })
      assert.equal(next.status, 201)
      let deleted: Promise<{ status: number }> | undefined
      of.processor.onRequest = async (step) => {
        if (step !== 'external_accounts.update' || deleted !== undefined) return
        deleted = user.request('DELETE', `/paymentmethods/${next.body.id}`)
        await deleted
      }
      assert.equal((await user.request('DELETE', `/paymentmethods/${id}`)).status, 204)
      assert.equal((await deleted)?.status, 204)
      await endsConsistent(of)
      assert.throws(() => of.processor.accounts.of(user.id), /has no account/)
    })

    test('a connected account without a bank account does not stay, nor does its country', async () => {
      const decline = refused(400, { type: 'invalid_request_error', code: 'new_decline' })
      const lost = { kind: 'lost' } as const
      const failures: readonly (readonly [Step, Fault, number, number])[] = [
        ['external_accounts.create', decline, 1, 400],
        ['external_accounts.create', { kind: 'dropped' }, 2, 503],
        ['accounts.create', lost, 2, 503],
      ]
      for (const [step, fault, times, expected] of failures) {
        const user = await of.foyer.newUser()
        of.processor.fail(step, fault, times)
        const us = { full_name: 'Ada Lovelace', ...newUsAccount() }
        const { status } = await user.request('POST', create, { body: us })
        assert.equal(status, expected, `${step}, ${fault.kind}`)
        of.processor.heal()
        // After a refusal, the user need not wait for the sweep.
        if (expected === 503) await of.sweepLater()
        await addAccount(user)
        assert.equal(of.processor.accounts.of(user.id).country, 'DE')
      }
      await endsConsistent(of)
    })

    test('what an earlier request left behind does not make the next one a decline', async () => {
      const [german, spanish] = [
        newAccount(),
        { ...newAccount(), iban: 'ES9121000418450200051332' },
      ]
      const american = { full_name: 'Ada Lovelace', ...newUsAccount() }
      type Account = typeof german | typeof american
      const failures: readonly (readonly [Step, Fault['kind'], Account, Account, number])[] = [
        // The bank account exists, but its response was lost.
        ['external_accounts.create', 'lost', german, german, 503],
        // The connected account is in the country of another bank account.
        ['external_accounts.create', 'dropped', german, american, 503],
        // It is requested in a country where the processor has none.
        ['accounts.create', 'dropped', spanish, german, 201],
      ]
      of.processor.accounts.refusesKnown = true
      for (const [step, kind, first, next, status] of failures) {
        const user = await of.foyer.newUser()
        // The request and its retry. The time limit for the processor is the usual one.
        of.processor.fail(step, { kind } as Fault, 2)
        assert.equal((await user.request('POST', create, { body: first })).status, 503)
        of.processor.heal()
        const second = await user.request('POST', create, { body: next })
        assert.equal(second.status, status, `${step}, ${kind}: ${second.text}`)
        await of.sweepLater()
        const third = await user.request('POST', create, { body: next })
        assert.equal(third.status, status === 201 ? 400 : 201, third.text)
      }
      of.processor.accounts.refusesKnown = false
      await endsConsistent(of)
    })

    test('a decline is cleaned up even if the earlier requests cannot be read from the database', async () => {
      const { user } = await userWithAccount(of)
      const american = { full_name: 'Ada Lovelace', ...newUsAccount() }
      const { query } = of.db
      let failures = 0
      of.db.query = async (statement) => {
        if (!statement.text.includes('id <>')) return query(statement)
        failures++
        throw new Unavailable(new Error('gone'))
      }
      const { status } = await user
        .request('POST', create, { body: american })
        .finally(() => Object.assign(of.db, { query }))
      assert.deepEqual([status, failures], [503, 1])
      assert.deepEqual(await of.db.query(sql`select from vault_items where ended_at is null`), [])
      const again = await user.request<{ code: string }>('POST', create, { body: american })
      assert.deepEqual([again.status, again.body.code], [400, 'bank_currency_not_supported'])
      await endsConsistent(of)
    })

    test('an account with money stays retired if its user is erased at the same time', async () => {
      const { user, id } = await userWithAccount(of)
      const there = of.processor.accounts.of(user.id)
      there.hasMoney = true
      let erased: Promise<unknown> | undefined
      of.processor.onRequest = (step) => {
        if (step !== 'accounts.delete' || erased !== undefined) return undefined
        return new Promise<void>((retired) => {
          erased = of.db.transactionFor(user.id, async (tx) => {
            await tx.query(sql`select from users where id = ${user.id} for update`)
            await tx.query(sql`
              update vault_customers set retired_at = now() where user_id = ${user.id}`)
            retired()
            await pause(100)
            await removeUser(tx, user.id)
          })
        })
      }
      assert.equal((await user.request('DELETE', `/paymentmethods/${id}`)).status, 204)
      await erased
      const kept = await of.db.query(sql`
        select from vault_customers where user_id = ${user.id} and retired_at is null`)
      assert.deepEqual(kept, [])
      there.hasMoney = false
      await endsConsistent(of)
    })

    test('an account whose creation had no response is found again, also for another country', async () => {
      const user = await of.foyer.newUser()
      of.processor.fail('accounts.create', { kind: 'lost' })
      assert.equal((await user.request('POST', create, { body: newAccount() })).status, 503)
      of.processor.heal()
      const body = { full_name: 'Ada Lovelace', iban: 'FR1420041010050500013M02606' }
      assert.equal((await user.request('POST', create, { body })).status, 201)
      assert.equal(of.processor.accounts.of(user.id).country, 'DE')
      await endsConsistent(of)
    })
  },
  env,
)

async function userWithAccount({ foyer }: StripeFoyer): Promise<{ user: TestUser; id: number }> {
  const user = await foyer.newUser()
  for (;;) {
    const { status, body, text } = await user.request<{ id: number }>('POST', create, {
      body: newAccount(),
    })
    // On a busy machine even a processor that answers may take too long. A client tries again.
    if (status === 503) continue
    assert.ok([200, 201].includes(status), `${status} ${text}`)
    return { user, id: body.id }
  }
}

/**
 * Adds a bank account while no fault is set. On a busy machine even a processor that answers may
 * take too long. Then a client tries again, and the bank account may be there already.
 */
async function addAccount(user: TestUser): Promise<void> {
  const body = newAccount()
  let attempts = 0
  const { status } = await retryOutsideSoak(() => {
    attempts++
    return user.request('POST', create, { body })
  })
  assert.ok(status === 201 || (status === 200 && attempts > 1), `${status}`)
}

/** Checks, once nothing is running, that one sweep leaves the processor with what the rows name. */
async function endsConsistent({ processor, db, sweepLater }: StripeFoyer): Promise<void> {
  processor.heal()
  await processor.quiet()
  await sweepLater()
  const rows = await db.query<{ vault_token: string; full_name: string; user_id: number }>(
    sql`select vault_token, full_name, user_id from payment_methods where type = 'BankAccount'`,
  )
  const { accounts } = processor
  assert.deepEqual(accounts.attached, rows.map(({ vault_token }) => vault_token).sort())
  for (const { vault_token, full_name } of rows)
    assert.equal(accounts.external(vault_token)?.holder, full_name, vault_token)
  const known = await db.query<{ customer_id: string | null }>(
    sql`select customer_id from vault_customers where vault = 'stripe-connect'`,
  )
  for (const { id, externals } of accounts.all) assert.ok(externals.length > 0, `${id} is empty`)
  const ids = accounts.all.map(({ id }) => id).sort()
  assert.deepEqual(ids, known.map(({ customer_id }) => customer_id).sort(), 'accounts')
  assert.deepEqual(await db.query(sql`select from vault_items where ended_at is null`), [])
  assert.equal(await sweepLater(), 0, 'nothing is left to do')
}
