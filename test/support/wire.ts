import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { FoyerError } from '@foyer/client'
import { isSoak } from './soak.ts'
import type { Received } from './validate-response.ts'

/** A request as sent, without unneeded headers. */
export interface Wire {
  readonly method: string
  /** Path and query, exactly as sent. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Sends requests of any form over this many connections, which stay open. */
export function createWire(origin: string, connections: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const { hostname, port } = new URL(origin)
  return {
    send: ({ method, path, headers, body }: Wire): Promise<Received> =>
      new Promise((resolve, reject) => {
        const call = request({ agent, hostname, port, method, path, headers }, (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.on('error', reject)
          response.on('end', () =>
            resolve({
              status: response.statusCode ?? 0,
              header: (name) => response.headers[name.toLowerCase()]?.toString(),
              text: Buffer.concat(chunks).toString(),
            }),
          )
        })
        call.on('error', reject)
        call.end(body)
      }),
    close: () => agent.destroy(),
  }
}

/** How long a request is repeated, in milliseconds. */
const longestMs = 120_000

/**
 * Repeats a request while the service responds with 503 for lack of capacity, as it may beside
 * other work. Nearly always such a request had no effect. If only its response was late, the
 * repetition meets what the first attempt did. A service that stays busy fails the test.
 */
export async function retry503<A extends { status: number }>(send: () => Promise<A>): Promise<A> {
  const end = performance.now() + longestMs
  for (;;) {
    const answer = await send()
    if (answer.status !== 503 || performance.now() > end) return answer
    await pause(50)
  }
}

/**
 * Repeats a request that is refused for lack of capacity beside other tests. The soak runs alone,
 * so there a refusal is the result.
 */
export const retryOutsideSoak: typeof retry503 = (send) => (isSoak ? send() : retry503(send))

/**
 * Repeats a call of the client, as `retryOutsideSoak` repeats a request. The client of a test user
 * does not repeat anything by itself.
 */
export async function callOutsideSoak<T>(call: () => Promise<T>): Promise<T> {
  const end = performance.now() + (isSoak ? 0 : longestMs)
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof FoyerError && error.status === 503) || performance.now() > end)
        throw error
      await pause(50)
    }
  }
}
