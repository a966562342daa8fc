import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  beginSecondStep,
  findSecondStep,
} from '../../../src/identity/sign-in/second-step/second-step.ts'
import { removeExpired as removeExpiredSignIns } from '../../../src/identity/sign-in/second-step/store.ts'
import { removeExpired as removeExpiredProofs } from '../../../src/identity/users/fresh-proofs/store.ts'
import { removeInBatches } from '../../../src/platform/database/batches.ts'
import { newSecret } from '../../../src/platform/secrets/secrets.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'

await onEveryDatabase('clean-up', (foyer) => {
  test('the clean-up deletes only expired pending sign-ins, in batches', async () => {
    const { id: userId } = await foyer.newUser()
    const step = { userId, amr: ['pwd'], returnTo: undefined, passwordVersion: undefined }
    const begin = () => beginSecondStep(foyer.db, browser, { ...step, emailProved: false })
    const browser = newSecret()
    for (let count = 0; count < 5; count++) await begin()
    await foyer.db.query(sql`
      update pending_sign_ins set expires_at = now() - interval '1 second'
      where user_id = ${userId}`)
    const live = await begin()
    const batches: number[] = []
    await removeInBatches(async (limit) => {
      batches.push(await removeExpiredSignIns(foyer.db, limit))
      return batches.at(-1) ?? 0
    }, 2)
    assert.deepEqual(batches, [2, 2, 1])
    assert.equal((await findSecondStep(foyer.db, browser, live))?.userId, userId)
  })

  test('the clean-up deletes only expired proofs, in batches', async () => {
    const { id: userId } = await foyer.newUser()
    for (const [purpose, seconds] of [
      ['a', -2],
      ['b', -1],
      ['c', -1],
      ['d', 600],
    ] as const)
      await foyer.db.query(sql`
        insert into fresh_proofs (user_id, session_uid, purpose, amr, complete, kept, expires_at)
        values (${userId}, 'session', ${purpose}, '{}', false, '{}'::jsonb,
          now() + make_interval(secs => ${seconds}))`)
    assert.equal(await removeExpiredProofs(foyer.db, 2), 2)
    assert.equal(await removeInBatches((limit) => removeExpiredProofs(foyer.db, limit)), 1)
    const left = await foyer.db.query(sql`
      select purpose from fresh_proofs where user_id = ${userId}`)
    assert.deepEqual(left, [{ purpose: 'd' }])
  })
})
