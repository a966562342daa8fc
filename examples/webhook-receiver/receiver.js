// Creates a webhook of a user, receives its deliveries until it is stopped, and deletes it.
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { createClient, verifyWebhook, WebhookVerificationError } from '@foyer/client'

const { FOYER_URL = 'http://localhost:8080', ACCESS_TOKEN, PORT = '4001' } = process.env
const foyer = createClient({ baseUrl: `${FOYER_URL}/v2`, accessToken: ACCESS_TOKEN })

let secret
/** The ids of deliveries, which a real receiver stores for some days. One that is sent again has the same id. */
const seen = new Set()

const server = createServer(async (request, response) => {
  try {
    // The signature is of the text as it arrives, not of parsed JSON.
    const delivery = { headers: request.headers, body: await text(request) }
    const { id, topic, action, resource_id } = await verifyWebhook(delivery, secret)
    // Answer first. Slow work comes afterwards.
    response.writeHead(204).end()
    if (seen.has(id)) return
    seen.add(id)
    console.log(`${topic} ${action} ${resource_id ?? ''}`.trim())
  } catch (error) {
    // Also a request that breaks off. Anybody can send one, so none may end the receiver.
    const isRefused = error instanceof WebhookVerificationError
    console.log(`Refused: ${isRefused ? error.reason : error.message}`)
    if (!response.headersSent) response.writeHead(400).end()
  }
})

server.listen(PORT, async () => {
  const webhook = await foyer.webhooks.create({ url: `http://localhost:${PORT}/` })
  // A real receiver stores the secret: no later response shows it.
  secret = webhook.secret
  console.log(`Receiving at http://localhost:${PORT}/`)
  await foyer.webhooks.ping(webhook)
  process.once('SIGINT', stop).once('SIGTERM', stop)

  async function stop() {
    await foyer.webhooks.delete(webhook)
    server.close()
  }
})
