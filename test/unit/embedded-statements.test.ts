import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { PGlite } from '@electric-sql/pglite'
import { startEngine } from '../../src/platform/database/embedded/engine.ts'
import { forgetPrepared, runPrepared } from '../../src/platform/database/embedded/prepared.ts'
import { sql } from '../support/inside.ts'

/** The kinds of the messages that an engine gets: Parse, Describe, Bind, Execute and Sync. */
function messagesTo(engine: PGlite): { taken(): string[] } {
  let kinds: string[] = []
  const send = engine.execProtocolStream.bind(engine)
  engine.execProtocolStream = (message, options) => {
    kinds.push(String.fromCharCode(message[0] ?? 0))
    return send(message, options)
  }
  return {
    taken() {
      const taken = kinds
      kinds = []
      return taken
    },
  }
}

const engine = await startEngine({})
const messages = messagesTo(engine)
after(() => engine.close())

test('a statement is parsed and described once, and then only bound and executed', async () => {
  const twice = (number: number) => runPrepared(engine, sql`select ${number}::integer * 2 as twice`)
  messages.taken()
  assert.deepEqual(await twice(1), [{ twice: 2 }])
  assert.deepEqual(messages.taken(), ['P', 'D', 'B', 'E', 'S'])
  assert.deepEqual(await twice(21), [{ twice: 42 }])
  assert.deepEqual(messages.taken(), ['B', 'E', 'S'])
})

test('a statement that PostgreSQL cannot parse is not kept, and the next one works', async () => {
  const missing = () => runPrepared(engine, sql`select name from visitors`)
  await assert.rejects(missing(), /relation "visitors" does not exist/)
  await engine.exec(`create table visitors (name text); insert into visitors values ('Ada')`)
  assert.deepEqual(await missing(), [{ name: 'Ada' }])
})

test('after a change of a table, a statement is prepared again', async () => {
  await engine.exec('create table guests (name text)')
  const all = () => runPrepared(engine, sql`select * from guests`)
  await runPrepared(engine, sql`insert into guests values ('Ada')`)
  assert.deepEqual(await all(), [{ name: 'Ada' }])
  await engine.exec('alter table guests add age integer')
  await assert.rejects(all(), /cached plan must not change result type/)
  await forgetPrepared(engine)
  assert.deepEqual(await all(), [{ name: 'Ada', age: null }])
})

test('statements that are sent at the same time do not mix', async () => {
  const numbers = Array.from({ length: 20 }, (_, index) => index)
  const rows = await Promise.all(
    numbers.map((number) =>
      number % 5 === 0
        ? runPrepared(engine, sql`select 1 / ${0}::integer as number`).catch(() => [])
        : runPrepared<{ number: number }>(engine, sql`select ${number}::integer as number`),
    ),
  )
  const expected = numbers.map((number) => (number % 5 === 0 ? [] : [{ number }]))
  assert.deepEqual(rows, expected)
})
