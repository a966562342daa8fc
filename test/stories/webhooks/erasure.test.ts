import assert from 'node:assert/strict'
import { test } from 'node:test'
import { onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { startReceiver } from '../../support/receiver.ts'
import { signedInBrowser } from '../../support/sign-in.ts'
import { createWebhook, newWebhookUser } from '../../support/webhooks.ts'

await onEveryDatabase('webhooks before an erasure', (foyer) => {
  test('no event is sent until the user cancels the erasure, and then all events are sent in order', async (t) => {
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    await foyer.startWorkers()
    const user = await newWebhookUser(foyer)
    const other = await newWebhookUser(foyer)
    await createWebhook(user, { url: `${receiver.url}/erased` })
    await createWebhook(other, { url: `${receiver.url}/other` })
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    await foyer.command('user', 'erase', user.id)

    for (const full_name of ['Ada King', 'Countess of Lovelace']) {
      const page = await browser.get('/account/profile')
      await browser.submit(page, { full_name }, '/profile')
      // Wait until the worker has postponed the webhook.
      const begun = performance.now()
      while ((await dueInMinutes(user.id)) < 50) assert.ok(performance.now() - begun < 60_000)
    }
    await other.user.update({ full_name: 'Grace Hopper' })
    await receiver.arrived(1, '/other')
    assert.equal(receiver.arrivals.length, 1)

    await foyer.command('user', 'erase', user.id, '--cancel')
    await receiver.arrived(2, '/erased')
    const sent = receiver.arrivals.filter(({ path }) => path === '/erased')
    const times = sent.map(({ message }) => message.time)
    assert.deepEqual(times, times.toSorted())
    assert.equal(new Set(sent.map(({ message }) => message.id)).size, 2)
  })

  /** The minutes until the worker looks at the user's webhook again. */
  async function dueInMinutes(userId: number): Promise<number> {
    const [row] = await foyer.db.query<{ minutes: number }>(sql`
      select (extract(epoch from due_at - now()) / 60)::float8 as minutes from jobs
      where user_id = ${userId} and queue = 'webhooks' and not is_held`)
    return row?.minutes ?? 0
  }
})
