import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { send } from '../../src/platform/database/postgres/client.ts'
import { Trips } from '../../src/platform/database/postgres/trip.ts'
import { databases, newEmptyDatabase, openPostgresOn } from '../support/database.ts'
import { type Queryable, type Statement, sql } from '../support/inside.ts'

const skip = !(await databases()).some(({ name }) => name === 'PostgreSQL')

/** Runs `work` with a connection to a database with an empty table `numbers`. */
async function withClient(work: (client: Client) => Promise<void>): Promise<void> {
  const client = new Client({ connectionString: await newEmptyDatabase(), pipeline: true })
  await client.connect()
  try {
    await client.query('create temporary table numbers (number integer primary key)')
    await work(client)
  } finally {
    await client.end()
  }
}

/** Sends one statement, and reads its rows. */
async function rowsOf(client: Client, statement: Statement): Promise<unknown[]> {
  const step = send(client, statement)
  await step.ended
  return step.read()
}

const add = (number: number) => sql`insert into numbers values (${number})`
const list = () => sql`select number from numbers order by number`

test('a statement is parsed and described once, also if it returns no rows', { skip }, (t) =>
  withClient(async (client) => {
    const asked = (['parse', 'describe', 'bind'] as const).map((message) =>
      t.mock.method(client.connection, message),
    )
    for (const number of [1, 2, 3]) {
      assert.deepEqual(await rowsOf(client, add(number)), [])
      assert.equal((await rowsOf(client, list())).length, number)
    }
    assert.deepEqual(
      asked.map(({ mock }) => mock.callCount()),
      [2, 2, 6],
    )
  }),
)

test('the statements of one turn of a transaction have one Sync', { skip }, (t) =>
  withClient(async (client) => {
    const sync = t.mock.method(client.connection, 'sync')
    const trips = new Trips(client)
    const steps = [sql`begin`, add(1), add(2), list(), sql`commit`].map((one) => trips.add(one))
    await Promise.all(steps.map(({ ended }) => ended))
    assert.equal(sync.mock.callCount(), 1)
    assert.deepEqual(steps[3]?.read(), [{ number: 1 }, { number: 2 }])
    assert.deepEqual(
      steps.map(({ command }) => command),
      ['BEGIN', 'INSERT 0 1', 'INSERT 0 1', 'SELECT 2', 'COMMIT'],
    )
  }),
)

test('a failed statement fails those behind it, and they can be sent again', { skip }, () =>
  withClient(async (client) => {
    const trips = new Trips(client)
    const remove = () => sql`delete from numbers returning number`
    const failing = [sql`begin`, add(1), list(), add(1), remove(), sql`commit`]
    const steps = failing.map((one) => trips.add(one))
    const ended = await Promise.allSettled(steps.map((step) => step.ended))
    assert.deepEqual(
      ended.map((one) => (one.status === 'rejected' ? one.reason.code : 'succeeded')),
      ['succeeded', 'succeeded', 'succeeded', '23505', '23505', '23505'],
    )
    assert.deepEqual(steps[2]?.read(), [{ number: 1 }])
    await client.query('rollback')
    const again = [sql`begin`, add(3), remove(), sql`commit`].map((one) => trips.add(one))
    await Promise.all(again.map((step) => step.ended))
    assert.deepEqual(again[2]?.read(), [{ number: 3 }])
  }),
)

test('statements that were dropped are not sent', { skip }, () =>
  withClient(async (client) => {
    const trips = new Trips(client)
    const step = trips.add(add(1))
    trips.drop()
    await assert.rejects(step.ended, /over/)
    assert.deepEqual(await rowsOf(client, list()), [])
  }),
)

test('the stack of a failed statement names the function that sent it', { skip }, async (t) => {
  const db = await openPostgresOn(await newEmptyDatabase())
  t.after(() => db.close())
  const divide = async (on: Queryable) => {
    await on.query(sql`select 1 / 0`)
  }
  const names = ({ stack }: Error) => /\bdivide\b/.test(String(stack))
  await assert.rejects(divide(db), names)
  await assert.rejects(
    db.transaction((tx) => divide(tx)),
    names,
  )
})

test('of two columns with one name the last one counts, also if it is null', { skip }, () =>
  withClient(async (client) => {
    assert.deepEqual(await rowsOf(client, sql`select 1 as number, null as number`), [
      { number: null },
    ])
  }),
)
