import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Breach } from '../../src/support/audit/verify.ts'
import {
  anyDatabase,
  foyerHere,
  foyerJson,
  openDatabaseOf,
  type Place,
  Service,
} from '../support/program.ts'

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
    verify('--until', until, '--expect', '0'.repeat(64)),
    verify('--until', 'yesterday'),
    verify('--until', '2026-02-29'),
  ])
  assert.equal(whole.status, 0, whole.stderr)
  assert.match(whole.stdout, /^records +\d+\nchains +\d+\nuntil +\S+\ndigest +[\da-f]{64}\n/)
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
  assert.deepEqual(breaches, [{ user: user.id, record: '1', fault: 'altered' }])
})

async function tamperWith(place: Place, userId: number): Promise<void> {
  const db = await openDatabaseOf(place)
  await db.script(`
    alter table audit_records disable trigger user;
    update audit_records set actor = 'user' where user_id = ${userId};
    alter table audit_records enable trigger user`)
  await db.close()
}
