import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listUsers } from '../../../src/identity/accounts/accounts.ts'
import { exportUser } from '../../../src/identity/privacy/export.ts'
import { grantRole } from '../../../src/identity/roles/grant.ts'
import { type Role, rolesOf } from '../../../src/identity/roles/roles.ts'
import { withdrawRole } from '../../../src/identity/roles/withdraw.ts'
import { removePasskey } from '../../../src/identity/second-factors/passkeys.ts'
import { resetSecondFactors } from '../../../src/identity/second-factors/reset.ts'
import { findFactors, removeTotp } from '../../../src/identity/second-factors/second-factors.ts'
import { runAs } from '../../../src/support/audit/actor.ts'
import { listRecords } from '../../../src/support/audit/audit.ts'
import { openDesk } from '../../support/credentials.ts'
import { addPasskey, addTotp } from '../../support/factors.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'

await onEveryDatabase('roles', (foyer: Foyer) => {
  const names = async (id: number): Promise<readonly Role[]> => [...(await rolesOf(foyer.db, id))]

  test('the operator role needs a second factor, and ends with the last one', async () => {
    const { id } = await foyer.newUser()
    const desk = openDesk(foyer)
    const { factors, from } = desk
    await assert.rejects(grantRole(foyer.db, id, 'operator'), { code: 'validation_failed' })
    assert.deepEqual(await names(id), [])
    await addTotp(desk, id)
    await addPasskey(desk, id)
    assert.equal(await grantRole(foyer.db, id, 'operator'), true)
    assert.equal(await grantRole(foyer.db, id, 'operator'), false)
    await removeTotp(factors, { userId: id, from })
    assert.deepEqual(await names(id), ['operator'], 'the user still has the passkey')
    const [passkey] = (await findFactors(foyer.db, id)).passkeys
    await removePasskey(factors, { userId: id, id: passkey?.id ?? 0, from, issuers: [] })
    assert.deepEqual(await names(id), [])
    const [, withdrawn] = await listRecords(foyer.db, id, 2)
    assert.equal(withdrawn?.action, 'role.withdrawn')
  })

  test('a reset of the second factors ends the operator role, and no other', async () => {
    const { id } = await foyer.newUser()
    const desk = openDesk(foyer)
    await addTotp(desk, id)
    await grantRole(foyer.db, id, 'operator')
    await grantRole(foyer.db, id, 'developer')
    assert.deepEqual(await names(id), ['developer', 'operator'])
    await resetSecondFactors(desk.factors, id)
    assert.deepEqual(await names(id), ['developer'])
  })

  test('each change is recorded once, with the operator; the export shows the roles', async () => {
    const { id } = await foyer.newUser()
    const as = <T>(work: () => Promise<T>) =>
      runAs({ kind: 'operator', operator: { userId: 4711, reason: 'SUP-1' } }, work)
    assert.equal(await as(() => withdrawRole(foyer.db, id, 'developer')), undefined)
    await as(() => grantRole(foyer.db, id, 'developer'))
    await as(() => grantRole(foyer.db, id, 'developer'))
    const { roles, activity } = (await exportUser(foyer.privacy, id)) as {
      roles: readonly { role: string }[]
      activity: readonly { action: string; details: object }[]
    }
    assert.deepEqual(
      roles.map(({ role }) => role),
      ['developer'],
    )
    const granted = activity.find(({ action }) => action === 'role.granted')
    assert.deepEqual(granted?.details, { role: 'developer', operator_reason: 'SUP-1' })
    await as(() => withdrawRole(foyer.db, id, 'developer'))
    const records = (await listRecords(foyer.db, id, 10)).filter(({ action }) =>
      /^role/.test(action),
    )
    assert.deepEqual(
      records.map(({ action, details }) => [action, JSON.parse(details)]),
      ['role.withdrawn', 'role.granted'].map((action) => [
        action,
        { role: 'developer', operator_id: 4711, operator_reason: 'SUP-1' },
      ]),
    )
    await assert.rejects(grantRole(foyer.db, 2_000_000_000, 'developer'), { code: 'not_found' })
  })

  test('the users with a role are listed in pages', async () => {
    const users = [await foyer.newUser(), await foyer.newUser(), await foyer.newUser()]
    const [first, second, third] = users.map(({ id }) => id) as [number, number, number]
    await grantRole(foyer.db, first, 'developer')
    await grantRole(foyer.db, third, 'developer')
    const listed = async (after: number, count: number) =>
      (await listUsers(foyer.db, after, count, 'developer')).map(({ id }) => id)
    assert.deepEqual(await listed(first - 1, 2), [first, third])
    assert.deepEqual(await listed(second, 1), [third])
  })
})
