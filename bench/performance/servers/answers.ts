import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import type { Statement } from '../../../src/platform/database/sql.ts'

/** What Foyer did for a request: the statements that it sent, and its response. */
export interface Sample {
  /** The `Authorization` header of the request; empty if there was none. */
  readonly authorization: string
  readonly userId: number
  readonly statements: readonly Statement[]
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}

/** What a server that imitates Foyer is told. */
export interface Task {
  readonly url: string
  readonly port: number
  readonly kind: 'pipelined' | 'pool'
  readonly samples: readonly Sample[]
}

export const readTask = <T = Task>(): T =>
  JSON.parse(readFileSync(String(process.argv[2]), 'utf8')) as T

/**
 * Serves samples: runs `work`, and sends the status, the headers and the body that Foyer sent. The
 * request is known by its `Authorization` header, which is not checked.
 */
export function serve(
  { port, samples }: Task,
  work: (sample: Sample, body: string) => Promise<unknown>,
): void {
  const known = new Map(samples.map((sample) => [sample.authorization, sample]))
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const sample = known.get(request.headers.authorization ?? '')
    if (sample === undefined) throw new Error('This request has no sample.')
    await work(sample, request.method === 'GET' ? '' : await text(request))
    response.writeHead(sample.status, sample.headers as string[])
    response.end(sample.body)
  }
  createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      console.error(error)
      response.writeHead(500).end()
    })
  }).listen(port, '127.0.0.1')
}
