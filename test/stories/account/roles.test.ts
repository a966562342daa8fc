import assert from 'node:assert/strict'
import { test } from 'node:test'
import { removePasskey } from '../../../src/identity/users/second-factors/passkeys.ts'
import { removeTotp } from '../../../src/identity/users/second-factors/second-factors.ts'
import { openDesk } from '../../support/credentials.ts'
import { addPasskey, addTotp } from '../../support/factors.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'

await onEveryDatabase('roles', (foyer: Foyer) => {
  const names = async (id: number): Promise<readonly string[]> =>
    (await foyer.command('user', 'show', id)).roles
  const recordsOf = (email: string, count: number) =>
    foyer.command('audit', 'list', `--user=${email}`, `--count=${count}`)

  test('the operator role needs a second factor, and ends with the last one', async () => {
    const { id, email } = await foyer.newUser()
    const desk = openDesk(foyer)
    const { factors, from } = desk
    await assert.rejects(foyer.command('user', 'grant', id, '--role=operator'), {
      code: 'validation_failed',
    })
    assert.deepEqual(await names(id), [])
    await addTotp(desk, id)
    await addPasskey(desk, id)
    assert.equal((await foyer.command('user', 'grant', id, '--role=operator')).granted, true)
    assert.equal((await foyer.command('user', 'grant', id, '--role=operator')).granted, false)
    await removeTotp(factors, { userId: id, from })
    assert.deepEqual(await names(id), ['operator'], 'the user still has the passkey')
    const [passkey] = await foyer.db.query<{ id: number }>(
      sql`select id from passkeys where user_id = ${id}`,
    )
    await removePasskey(factors, { userId: id, id: passkey?.id ?? 0, from, issuers: [] })
    assert.deepEqual(await names(id), [])
    const [, withdrawn] = await recordsOf(email, 2)
    assert.equal(withdrawn.action, 'role.withdrawn')
  })

  test('a reset of the second factors ends the operator role, and no other', async () => {
    const { id } = await foyer.newUser()
    const desk = openDesk(foyer)
    await addTotp(desk, id)
    await foyer.command('user', 'grant', id, '--role=operator')
    await foyer.command('user', 'grant', id, '--role=developer')
    assert.deepEqual(await names(id), ['developer', 'operator'])
    await foyer.command('user', 'reset-second-factor', id)
    assert.deepEqual(await names(id), ['developer'])
  })

  test('each change is recorded once, with the operator; the export shows the roles', async () => {
    const { id, email } = await foyer.newUser()
    const change = (verb: string) =>
      foyer.command('user', verb, id, '--role=developer', '--as=grace', '--reason=SUP-1')
    await assert.rejects(change('withdraw'), /is not a developer/)
    await change('grant')
    await change('grant')
    const { roles, activity } = (await foyer.command('user', 'export', id)) as {
      roles: readonly { role: string }[]
      activity: readonly { action: string; details: object }[]
    }
    assert.deepEqual(
      roles.map(({ role }) => role),
      ['developer'],
    )
    const granted = activity.find(({ action }) => action === 'role.granted')
    assert.deepEqual(granted?.details, { role: 'developer', operator_reason: 'SUP-1' })
    await change('withdraw')
    const records: readonly { action: string; details: object }[] = await recordsOf(email, 10)
    assert.deepEqual(
      records
        .filter(({ action }) => /^role/.test(action))
        .map(({ action, details }) => [action, details]),
      ['role.withdrawn', 'role.granted'].map((action) => [
        action,
        { role: 'developer', operator: 'grace', operator_reason: 'SUP-1' },
      ]),
    )
    await assert.rejects(
      foyer.command('user', 'grant', 999_999_999, '--role=developer'),
      /No user has the id/,
    )
  })

  test('the users with a role are listed in pages', async () => {
    const users = [await foyer.newUser(), await foyer.newUser(), await foyer.newUser()]
    const [first, second, third] = users.map(({ id }) => id) as [number, number, number]
    await foyer.command('user', 'grant', first, '--role=developer')
    await foyer.command('user', 'grant', third, '--role=developer')
    const listed = async (after: number, count: number) =>
      (
        await foyer.command(
          'user',
          'list',
          `--after=${after}`,
          `--count=${count}`,
          '--role=developer',
        )
      ).map(({ id }: { id: number }) => id)
    assert.deepEqual(await listed(first - 1, 2), [first, third])
    assert.deepEqual(await listed(second, 1), [third])
  })
})
