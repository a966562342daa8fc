import assert from 'node:assert/strict'
import { test } from 'node:test'
import { verifyWebhook, WebhookVerificationError } from '@foyer/client'
import { Webhook } from 'standardwebhooks'
import { onEveryDatabase } from '../../support/foyer.ts'
import { startReceiver } from '../../support/receiver.ts'
import { newWebhookUser, settled } from '../../support/webhooks.ts'

await onEveryDatabase('webhooks of the client', (foyer) => {
  test('a webhook is created, listed, updated, pinged, redelivered and deleted', async (t) => {
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    await foyer.startWorkers()
    const user = await newWebhookUser(foyer)
    const { webhooks } = user
    const created = await webhooks.create({ name: 'Shop', url: receiver.url, topics: ['User'] })
    assert.match(created.secret, /^whsec_[A-Za-z\d]{40}$/)
    assert.equal(created.enabled, true)
    const [listed] = await webhooks.list({ pageSize: 5 }).toArray()
    const { secret: _, ...shown } = created
    assert.deepEqual(listed, shown)
    assert.deepEqual(await webhooks.get(created.id), shown)
    const renamed = await webhooks.update(created, { name: 'Orders' })
    assert.equal(renamed.name, 'Orders')

    // The first ping uses the links of the webhook, the second one only its id.
    for (const [count, webhook] of [created, created.id].entries()) {
      const ping = await webhooks.ping(webhook)
      assert.deepEqual([ping.topic, ping.status], ['Ping', 'waiting'])
      await receiver.arrived(count + 1)
    }
    await settled(user, (log) => log.every(({ status }) => status === 'delivered'))
    const [newest] = await webhooks.deliveries(created).toArray()
    assert.ok(newest)
    assert.equal(newest.outcome, 'delivered')
    const again = await webhooks.redeliver(newest)
    assert.deepEqual([again.event_id, again.id], [newest.event_id, newest.id + 1])
    const { secret } = await webhooks.rotateSecret(created.id)
    const arrived = await receiver.arrived(3)
    for (const delivery of arrived)
      assert.equal((await webhooks.verify(delivery, [secret, created.secret])).topic, 'Ping')

    const disabled = await webhooks.update(created, { enabled: false })
    assert.deepEqual([disabled.enabled, disabled.disabled_reason], [false, 'owner'])
    await assert.rejects(webhooks.ping(disabled), { code: 'webhook_disabled' })
    await assert.rejects(webhooks.redeliver(newest), { code: 'webhook_disabled' })
    assert.equal((await webhooks.deliveries(created.id, { pageSize: 2 }).page()).total_items, 3)
    await webhooks.delete(created)
    await assert.rejects(webhooks.get(created), { status: 404, code: 'not_found' })
  })

  test('during a rotation, either secret verifies a delivery', async (t) => {
    const receiver = await startReceiver()
    t.after(() => receiver.close())
    await foyer.startWorkers()
    const { webhooks } = await newWebhookUser(foyer)
    const former = await webhooks.create({ url: receiver.url })
    const { secret } = await webhooks.rotateSecret(former)
    await webhooks.ping(former)
    const [delivery] = await receiver.arrived(1)
    assert.ok(delivery)
    for (const one of [former.secret, secret])
      assert.equal((await verifyWebhook(delivery, one)).webhook_id, former.id)
  })
})

const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8G'
const now = 1_700_000_000_000
const body = JSON.stringify({ id: 'evt_1', topic: 'User', resource_id: null, name: 'Zoë' })
const signedBy = (key: string, at = now) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(at / 1_000),
  'webhook-signature': new Webhook(key).sign('evt_1', new Date(at), body),
})
const verify = (headers: Record<string, string | string[]>, text: string | Uint8Array = body) =>
  verifyWebhook({ headers, body: text }, secret, { now: () => now })
const reason = (expected: string) => (error: unknown) =>
  error instanceof WebhookVerificationError && error.reason === expected

test('a signature made by the library of Standard Webhooks is verified, for text and for bytes', async () => {
  const headers = signedBy(secret)
  assert.equal((await verify(headers)).topic, 'User')
  assert.equal((await verify(headers, new TextEncoder().encode(body))).id, 'evt_1')
  const ofFetch = { headers: new Headers(headers), body }
  assert.equal((await verifyWebhook(ofFetch, secret, { now: () => now })).id, 'evt_1')
  // Other versions and signatures may stand beside the right one.
  const several = `v1a,abc v1,AAAA v1,!!! ${headers['webhook-signature']}`
  assert.equal((await verify({ ...headers, 'webhook-signature': several })).id, 'evt_1')
})

test('another body, id, time, secret or version is refused', async () => {
  const headers = signedBy(secret)
  const { 'webhook-signature': signature } = headers
  await assert.rejects(verify(headers, `${body} `), reason('signature'))
  const changes = {
    'webhook-id': 'evt_2',
    'webhook-timestamp': String(now / 1_000 + 1),
    'webhook-signature': signature.replace('v1,', 'v2,'),
  }
  for (const [name, value] of Object.entries(changes))
    await assert.rejects(verify({ ...headers, [name]: value }), reason('signature'), name)
  const cut = { ...headers, 'webhook-signature': signature.slice(0, 20) }
  await assert.rejects(verify(cut), reason('signature'))
  const foreign = signedBy('whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA')
  await assert.rejects(verify(foreign), reason('signature'))
})

test('deliveries of more than five minutes ago or ahead are refused', async () => {
  for (const seconds of [-300, 300]) await verify(signedBy(secret, now + seconds * 1_000))
  for (const seconds of [-301, 301])
    await assert.rejects(verify(signedBy(secret, now + seconds * 1_000)), reason('timestamp'))
  const odd = { ...signedBy(secret), 'webhook-timestamp': 'NaN' }
  await assert.rejects(verify(odd), reason('timestamp'))
  const old = { headers: signedBy(secret), body }
  await assert.rejects(verifyWebhook(old, secret), reason('timestamp'))
})

test('a missing header and a malformed secret get other errors than a wrong signature', async () => {
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature'])
    await assert.rejects(verify({ ...signedBy(secret), [name]: '' }), reason('missing_header'))
  const delivery = { headers: signedBy(secret), body }
  for (const wrong of ['', 'whsec_', 'not Base64!'])
    await assert.rejects(verifyWebhook(delivery, wrong), TypeError)
})
