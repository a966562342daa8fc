import { Agent, request } from 'node:http'
import type { Received } from './validate-response.ts'

/** A request as it goes over the wire: nothing is added that is not needed. */
export interface Wire {
  readonly method: string
  /** Path and query, as they stand. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

/** Sends requests of any form over connections that stay open, so many at once. */
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
