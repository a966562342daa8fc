import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { london } from '../support/addresses.ts'
import { openTemplate } from '../support/database.ts'
import { startFoyer } from '../support/foyer.ts'
import { newHousehold } from '../support/household.ts'
import { signedInBrowser } from '../support/sign-in.ts'
import { makeWholeUser, rowsOf } from '../support/whole-user.ts'

/*
 * All other suites run on PostgreSQL where there is one. This one shows the embedded database: the
 * resources, writes at once, the pages, and every table of users.
 */

test('the embedded database serves a household, its pages, and a user with everything', async (t) => {
  const foyer = await startFoyer(await openTemplate())
  t.after(() => foyer.stop())
  const user = await newHousehold(foyer)
  assert.equal((await Array.fromAsync(user.paymentMethods.list())).length, 3)

  const key = randomUUID()
  const twice = await Promise.all(
    [1, 2].map(() => user.addresses.create(london, { idempotencyKey: key })),
  )
  assert.equal(twice[0]?.id, twice[1]?.id)
  const many = Array.from({ length: 20 }, (_, number) =>
    user.addresses.create({ ...london, address_2: `Flat ${number}` }),
  )
  const ids = new Set((await Promise.all(many)).map(({ id }) => id))
  assert.equal(ids.size, 20)
  const [first = 0] = ids
  await user.addresses.update(first, { city: 'Bath' })
  await user.addresses.delete(first)
  await assert.rejects(user.addresses.get(first), { status: 404 })

  const browser = await signedInBrowser(foyer.authUrl, user.email)
  for (const path of ['/account', '/account/addresses', '/account/paymentmethods'])
    assert.equal((await browser.get(path)).status, 200, path)

  const whole = await makeWholeUser(foyer)
  const text = JSON.stringify(await foyer.command('user', 'export', whole.id))
  for (const canary of whole.shown) assert.ok(text.includes(canary), canary)
  await foyer.command('user', 'erase', whole.id, '--now')
  assert.deepEqual((await rowsOf(foyer.db, whole.id)).get('addresses'), [])
})
