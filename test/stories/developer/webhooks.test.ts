import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@foyer/client'
import type { Page } from '../../support/browser.ts'
import { newDeveloper, type Registered, register } from '../../support/developers.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { listRecords } from '../../support/inside.ts'
import { behindProxy } from '../../support/sign-in.ts'
import { createWebhook } from '../../support/webhooks.ts'

const mayHook = { 'scope:read:webhooks': 'true', 'scope:write:webhooks': 'true' }

await onEveryDatabase(
  'webhooks of applications',
  (foyer: Foyer) => {
    /** A user who has allowed the application to make a webhook. */
    async function userWith({ clientId }: Registered) {
      const { id, email } = await foyer.newUser()
      const scopes = ['read:user', 'read:webhooks', 'write:webhooks'] as const
      const accessToken = await foyer.tokenFor(id, scopes, { clientId })
      const user = createClient({ baseUrl: foyer.baseUrl, accessToken })
      const hook = await createWebhook(user, { url: 'https://shop.example.com/hook', name: 'Hook' })
      return { id, email, hook }
    }

    const deliveries = ({ text }: Page): number => text.match(/<h3>/g)?.length ?? 0

    test('a developer sees webhooks and deliveries without the user, sends a ping, and redelivers it', async () => {
      const developer = await newDeveloper(foyer)
      const registered = await register(developer, 'web', mayHook)
      const { id: userId, email, hook } = await userWith(registered)
      const list = await developer.browser.get(`${registered.path}/webhooks`)
      assert.match(list.text, /Hook[\s\S]*https:\/\/shop\.example\.com\/hook/)
      const path = `${registered.path}/webhooks/${hook.id}`
      const empty = await developer.browser.get(path)
      assert.equal(deliveries(empty), 0)
      assert.match((await developer.browser.submit(empty, {}, '/ping')).location, /done=pinged$/)
      const one = await developer.browser.get(path)
      assert.equal(deliveries(one), 1)
      const again = await developer.browser.submit(one, {}, '/deliveries/1/redeliver')
      assert.match(again.location, /done=redelivered$/)
      for (const page of [list, one]) assert.ok(!page.text.includes(email))
      const records = await listRecords(foyer.db, developer.user.id, 2)
      assert.deepEqual(
        records.map(({ action }) => action),
        ['webhook.redelivered', 'webhook.pinged'],
      )
      assert.ok(records.every(({ details }) => !('user' in JSON.parse(details))))
      const own = await listRecords(foyer.db, userId, 10)
      assert.ok(own.every(({ action }) => action !== 'webhook.pinged'))
    })

    test('webhooks of other applications cannot be seen or used', async () => {
      const [owner, other] = [await newDeveloper(foyer), await newDeveloper(foyer)]
      const { hook } = await userWith(await register(owner, 'web', mayHook))
      const mine = await register(other, 'web', mayHook)
      const { hook: ownHook } = await userWith(mine)
      const page = await other.browser.get(`${mine.path}/webhooks/${ownHook.id}`)
      const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.text) ?? []
      const foreign = `${mine.path}/webhooks/${hook.id}`
      assert.equal((await other.browser.get(foreign)).status, 404)
      for (const act of ['ping', 'deliveries/1/redeliver'])
        assert.equal((await other.browser.post(`${foreign}/${act}`, { csrf })).status, 404)
    })
  },
  behindProxy,
)
