import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Breach } from '../../src/support/audit/chain.ts'
import { databases } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { one, sql } from '../support/inside.ts'
import {
  anyDatabase,
  foyerHere,
  foyerJson,
  openDatabaseOf,
  type Place,
  Service,
} from '../support/program.ts'
import { isSoak, repetitions } from '../support/soak.ts'

test('audit list shows operators’ actions, and audit verify exits with 1 for a changed record', async () => {
  const env = await anyDatabase()
  const service = await Service.start(env)
  const account = { email: 'A@b.example', password: 'correct horse' }
  const argv = Object.entries(account).flatMap(([name, value]) => [`--${name}`, value])
  const user = await foyerJson<{ id: number }>(['user', 'create', ...argv], env)
  const [created] = await foyerJson<{ action: string; actor: string }[]>(
    ['audit', 'list', '--user', account.email.toLowerCase()],
    env,
  )
  assert.deepEqual([created?.action, created?.actor], ['user.created', 'operator'])

  const verify = (...argv: string[]) => foyerHere(['audit', 'verify', ...argv], env)
  const until = new Date().toISOString()
  const [whole, other, wrong, impossible] = await Promise.all([
    verify('--until', until),
    verify('--until', until, '--expect', 'f'.repeat(64)),
    verify('--until', 'yesterday'),
    verify('--until', '2026-02-29'),
  ])
  assert.equal(whole.status, 0, whole.stderr)
  assert.match(
    whole.stdout,
    /^records +\d+\nbatches +\d+\nunchained +0\nuntil +\S+\ndigest +[\da-f]{64}\n/,
  )
  assert.match(whole.stdout, /\n\nNo record was changed or removed\.\n$/)
  assert.equal(other.status, 1)
  assert.match(other.stdout, /\n\nThe digest is different: .*\n$/)
  for (const { stderr } of [wrong, impossible])
    assert.match(stderr, /^foyer: --until must be a time such as .*\n$/)
  await service.stop()

  await tamperWith(env, user.id)
  const { status, stdout, stderr } = await verify('--json')
  assert.equal(status, 1, stderr)
  const { breaches } = JSON.parse(stdout) as { breaches: Breach[] }
  assert.deepEqual(
    breaches.map(({ fault }) => fault),
    ['altered'],
  )
})

const hasPostgres = (await databases()).length > 1

test('a record of a running service is part of the chain within a second', {
  skip: !hasPostgres && 'only the service itself sees its embedded database',
}, async () => {
  const env = await anyDatabase()
  const service = await Service.start(env)
  const db = await openDatabaseOf(env)
  let slowestMs = 0
  const trials = repetitions({ short: 5, soak: 100 })
  for (let n = 0; n < trials; n++) {
    // At any time between two turns of the worker.
    await pause(100 * Math.random())
    const rows = await db.transaction((tx) =>
      tx.query<{ seq: string }>(sql`
        with added as materialized (select audit_append(7, 'sign_up', 'user', null, null, '{}'))
        select currval(pg_get_serial_sequence('audit_records', 'seq')) as seq from added`),
    )
    const { seq } = one(rows)
    const committedAt = performance.now()
    const isChained = async () =>
      (await db.query(sql`select from audit_batches where last_seq >= ${seq}`)).length > 0
    while (!(await isChained())) await pause(10)
    slowestMs = Math.max(slowestMs, performance.now() - committedAt)
  }
  await db.close()
  await service.stop()
  const atMost = isSoak ? 1_000 : 3_000
  figure(30, 'time until a record is part of the chain, ms', slowestMs, { atMost }, trials)
})

async function tamperWith(place: Place, userId: number): Promise<void> {
  const db = await openDatabaseOf(place)
  await db.script(`
    alter table audit_records disable trigger user;
    update audit_records set actor = 'user' where user_id = ${userId};
    alter table audit_records enable trigger user`)
  await db.close()
}
