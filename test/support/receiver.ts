import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'
import { checkDelivery } from './validate-delivery.ts'

/** The message in a request of a webhook. */
export interface Message {
  readonly id: string
  readonly topic: string
  readonly action: string
  readonly time: string
  readonly webhook_id: number
  readonly resource_id: number | null
  readonly _links: Readonly<Record<string, { readonly href: string }>>
}

/** A request that has arrived at a receiver. */
export interface Arrival {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  readonly message: Message
  /** `performance.timeOrigin + performance.now()` at the end of the request. */
  readonly at: number
}

export interface Receiver {
  readonly url: string
  readonly arrivals: Arrival[]
  /** Answers each request. By default with 204. */
  answer: (arrival: Arrival, response: ServerResponse) => void
  /** Resolves when this many requests have arrived in all. */
  arrived(count: number, path?: string): Promise<Arrival[]>
  close(): Promise<void>
}

/**
 * Starts a receiver of webhooks on this machine. It checks each request against openapi.json, and
 * the test file fails at its end if one was not as documented.
 */
export async function startReceiver(port = 0): Promise<Receiver> {
  const waiting = new Set<() => void>()
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      checkDelivery(request, body)
      const arrival: Arrival = {
        path: request.url ?? '',
        headers: request.headers,
        body,
        message: JSON.parse(body),
        at: performance.timeOrigin + performance.now(),
      }
      receiver.arrivals.push(arrival)
      receiver.answer(arrival, response)
      for (const check of waiting) check()
    })
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const receiver: Receiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    arrivals: [],
    answer: (_arrival, response) => void response.writeHead(204).end(),
    arrived: (count, path) =>
      new Promise((resolve, reject) => {
        const timer = setTimeout(() => {
          waiting.delete(check)
          reject(new Error(`${receiver.arrivals.length} of ${count} requests have arrived`))
        }, 60_000)
        const check = () => {
          const found = receiver.arrivals.filter((one) => path === undefined || one.path === path)
          if (found.length < count) return
          clearTimeout(timer)
          waiting.delete(check)
          resolve(found)
        }
        waiting.add(check)
        check()
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return receiver
}

/**
 * Verifies a request as receivers do, with the library of Standard Webhooks.
 * @throws if it fails
 */
export const verify = ({ body, headers }: Arrival, secret: string): unknown =>
  new Webhook(secret).verify(body, headers as Record<string, string>)
