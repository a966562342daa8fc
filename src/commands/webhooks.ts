import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { systemClock } from '../platform/clock.ts'
import { nodeHttp } from '../platform/process/node-http.ts'
import type { Command } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { commandLineApplication } from './tokens.ts'

/** The name of the webhook while the command runs. */
const name = 'foyer webhook listen'

const listen: Command = {
  name: 'webhook listen',
  summary: 'Print and verify what a webhook of a user receives, for development',
  options: {
    user: { value: 'EMAIL', required: true, help: 'The user whose changes are printed' },
    count: { value: 'N', help: 'End after N deliveries (default: when you interrupt it)' },
  },
  notes: ['The service must be running on this machine. It sends to a port of 127.0.0.1.'],
  example: '--user ada@example.com',
  stopsOnInterrupt: true,
  async run(db, values, { config, secretKey, signal, notice }) {
    const rules = config.webhooks
    if (!rules.allowLoopback)
      throw commandRefused('In production, webhooks cannot lead to this machine.')
    const most = values.count('count', 1) ?? Number.POSITIVE_INFINITY
    const { findAccount } = await import('../identity/users/accounts/accounts.ts')
    const webhooks = await import('../resources/webhooks/webhooks.ts')
    const { webhookSeal } = await import('../resources/webhooks/seal.ts')
    const { Webhook } = await import('standardwebhooks')
    const account = await findAccount(db, values.required('user'))
    if (account === undefined) throw commandRefused('No user has this email address.')
    const owner = { userId: account.id, applicationId: (await commandLineApplication(db)).id }
    // What an interrupted run has left.
    for (const left of await webhooks.findWebhooks(db, owner))
      if (left.name === name) await webhooks.deleteWebhook(db, db, owner, left.id, undefined)

    const counts = { deliveries: 0, invalid: 0 }
    let verify = (_body: string, _headers: IncomingHttpHeaders): void => {}
    let end = () => {}
    const ended = new Promise<void>((resolve) => {
      end = resolve
      signal.addEventListener('abort', () => resolve(), { once: true })
      if (signal.aborted) resolve()
    })
    const server = nodeHttp.createServer(async (request, response) => {
      const body = await text(request).catch(() => '')
      // The webhook is deleted a moment after the last delivery, so another one may still arrive.
      if (counts.deliveries >= most) {
        response.writeHead(503).end()
        return
      }
      counts.deliveries++
      let result = 'signature verified'
      try {
        verify(body, request.headers)
      } catch {
        counts.invalid++
        result = 'SIGNATURE NOT VALID'
      }
      notice(`${result}: ${body}`)
      response.writeHead(204).end()
      if (counts.deliveries >= most) response.on('close', end)
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    try {
      const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
      const deps = { clock: systemClock, seal: webhookSeal(secretKey), rules }
      const draft = { given: { name, url }, faults: new Map() }
      const { webhook, secret } = await webhooks.createWebhook(deps, db, owner, draft)
      const verifier = new Webhook(secret)
      verify = (body, headers) => void verifier.verify(body, headers as Record<string, string>)
      notice(`Listening for changes of ${account.email}.`)
      await ended
      await webhooks.deleteWebhook(db, db, owner, webhook.id, undefined)
    } finally {
      // Whatever has failed: an open server would keep the command from ending.
      server.close()
      server.closeAllConnections()
    }
    const { deliveries, invalid } = counts
    return {
      json: counts,
      text: `Received ${deliveries} deliveries, ${invalid} of them with a wrong signature.`,
      failed: invalid > 0,
    }
  },
}

/** The commands for webhooks. */
export const webhookCommands: readonly Command[] = [listen]
