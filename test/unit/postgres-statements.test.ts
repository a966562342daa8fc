import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { send } from '../../src/platform/database/postgres/client.ts'
import { sql } from '../../src/platform/database/sql.ts'
import { databases, newEmptyDatabase } from '../support/database.ts'

const onPostgres = (await databases()).some(({ name }) => name === 'PostgreSQL')

test('a statement is parsed and described once, also if it returns no rows', {
  skip: !onPostgres,
}, async (t) => {
  const client = new Client({ connectionString: await newEmptyDatabase() })
  await client.connect()
  try {
    await client.query('create temporary table numbers (number integer)')
    const asked = (['parse', 'describe', 'bind'] as const).map((message) =>
      t.mock.method(client.connection, message),
    )
    const add = (number: number) => send(client, sql`insert into numbers values (${number})`)
    const list = () => send(client, sql`select number from numbers order by number`)
    for (const number of [1, 2, 3]) {
      assert.deepEqual(await add(number), [])
      assert.equal((await list()).length, number)
    }
    assert.deepEqual(
      asked.map(({ mock }) => mock.callCount()),
      [2, 2, 6],
    )
  } finally {
    await client.end()
  }
})
