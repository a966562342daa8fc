import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tellDevelopers } from '../../../src/resources/webhooks/gave-up.ts'
import { findDeliveriesOf, listWebhooksOf } from '../../../src/resources/webhooks/of-application.ts'
import { openMailer } from '../../../src/support/mail/mailer.ts'
import { onEveryDatabase, secretKey } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo } from '../../support/mail.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { countingRows } from '../../support/rows-read.ts'
import { addUser } from '../../support/users.ts'
import { createWebhook, newWebhookUser, settled } from '../../support/webhooks.ts'

await onEveryDatabase('webhooks whose receiver fails for days', (foyer) => {
  /** A new user's webhook whose last attempt fails now. @returns its application */
  async function giveUp(receiver: Receiver): Promise<number> {
    const user = await newWebhookUser(foyer)
    await createWebhook(user, { url: `${receiver.url}/hook` })
    const [row] = await foyer.db.query<{ application: number }>(sql`
      with failed as (
        insert into jobs (id, queue, key, user_id, host, attempts, due_at)
        select gen_random_uuid(), 'webhooks', id::text, user_id, host, 15, now() + interval '1 second'
        from webhooks where user_id = ${user.id}
      )
      select application_id as application from webhooks where user_id = ${user.id}`)
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

  test('few of the many webhooks of an application are read, and only one with a developer is locked', async () => {
    const { id: applicationId } = await foyer.newApplication({ name: 'Shop', scopes: [] })
    const [user, developer] = [await addUser(foyer.db), await addUser(foyer.db)]
    const added = await foyer.db.bulkTransaction((tx) =>
      tx.query<{ id: number }>(sql`
      insert into webhooks (user_id, application_id, url, host, topics, sealed, disabled_at, disabled_reason)
      select ${user.id}, ${applicationId}, 'https://shop.example', 'shop.example', '{User}', '',
        now() - interval '2 days', 'failing'
      from generate_series(1, 2000)
      returning id`),
    )
    await foyer.db.script('analyze webhooks')
    const id = added[0]?.id ?? 0
    const { db, reads } = countingRows(foyer.db, '')
    const deps = { mailer: openMailer({ secretKey }), authUrl: foyer.authUrl }
    const failed = { id, applicationId, host: 'shop.example' }
    const isLocked = () => reads.some(({ text }) => text.includes('for no key update'))

    await tellDevelopers(deps, db, failed)
    assert.ok(reads.length > 0 && !isLocked())
    await foyer.db.query(sql`
      insert into application_owners (user_id, application_id)
      values (${developer.id}, ${applicationId})`)
    await tellDevelopers(deps, db, failed)
    assert.ok(isLocked())
    assert.equal((await emailsTo(foyer.db, developer.email)).length, 1)

    assert.equal((await listWebhooksOf(db, applicationId, 1)).items[0]?.id, added.at(-1)?.id)
    assert.equal((await findDeliveriesOf(db, applicationId, id, 1)).webhook.id, id)
    for (const { text, rows } of reads) assert.ok(rows < 100, `${rows} rows: ${text}`)
  })
})
