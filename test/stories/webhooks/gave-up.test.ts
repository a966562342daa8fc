import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from '../../../src/platform/database/sql.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { emailsTo } from '../../support/mail.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { addUser } from '../../support/users.ts'
import { createWebhook, newWebhookUser, settled } from '../../support/webhooks.ts'

await onEveryDatabase('webhooks whose receiver fails for days', (foyer) => {
  /** A new user's webhook whose last attempt fails now. @returns its application */
  async function giveUp(receiver: Receiver): Promise<number> {
    const user = await newWebhookUser(foyer)
    await createWebhook(user, { url: `${receiver.url}/hook` })
    const [row] = await foyer.db.query<{ application: number }>(sql`
      update webhooks set attempts = 15 where user_id = ${user.id}
      returning application_id as application`)
    await user.user.update({ full_name: 'Ada King' })
    await settled(user, ([delivery]) => delivery?.attempts === 1)
    for (let webhook = await first(user); webhook?.enabled !== false; webhook = await first(user));
    assert.equal((await first(user))?.disabled_reason, 'failing')
    return row?.application ?? 0
  }
  const first = async ({ webhooks }: Awaited<ReturnType<typeof newWebhookUser>>) =>
    (await webhooks.list().toArray())[0]

  test('the developer gets one email a day for each receiver, and none from before owning the application', async (t) => {
    const [one, other] = [await startReceiver(), await startReceiver()]
    t.after(() => Promise.all([one.close(), other.close()]))
    for (const receiver of [one, other])
      receiver.answer = (_arrival, response) => void response.writeHead(500).end()
    await foyer.startWorkers()
    const developer = await addUser(foyer.db)
    await foyer.db.query(sql`update users set language = 'de' where id = ${developer.id}`)
    const emails = async () =>
      (await emailsTo(foyer.db, developer.email)).map(({ kind, language, link }) => [
        kind,
        language,
        link,
      ])

    // Nobody owns the application yet.
    const application = await giveUp(one)
    await foyer.db.query(sql`
      insert into application_owners (user_id, application_id)
      values (${developer.id}, ${application})`)
    const [{ client_id } = { client_id: '' }] = await foyer.db.query<{ client_id: string }>(sql`
      select client_id from applications where id = ${application}`)
    await giveUp(one)
    assert.deepEqual(await emails(), [])

    await giveUp(other)
    await giveUp(other)
    const link = `${foyer.authUrl}/developer/applications/${client_id}/webhooks`
    const email = ['webhook_disabled', 'de', link]
    assert.deepEqual(await emails(), [email])

    await foyer.db.query(sql`update webhooks set disabled_at = disabled_at - interval '1 day'
      where disabled_at is not null`)
    await giveUp(other)
    assert.deepEqual(await emails(), [email, email])
  })
})
