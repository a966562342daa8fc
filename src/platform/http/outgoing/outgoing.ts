import type { Agent, IncomingMessage } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
import { addAbortSignal } from 'node:stream'
import { nodeHttp } from '../../process/node-http.ts'
import { checkedLookup, OutgoingRefused, type Resolve, resolveName } from './lookup.ts'
import { type OutgoingRules, targetFault } from './target.ts'

export interface OutgoingOptions extends OutgoingRules {
  /** Resolves a name to addresses. Empty if it has none. */
  readonly resolve?: Resolve
  /** Certificate authorities in place of those of Node.js, in PEM. */
  readonly ca?: string
}

export interface OutgoingRequest {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Ends the request and the reading of its answer. */
  readonly signal: AbortSignal
}

/** The beginning of an answer. */
export interface OutgoingAnswer {
  readonly status: number
  /** The `Retry-After` header. */
  readonly retryAfter: string | undefined
}

/** A whole answer. */
export interface WholeAnswer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: Buffer
}

/** Sends requests to URLs of strangers, and only to the public internet. */
export interface Outgoing {
  /**
   * Posts a body. Redirects are not followed. The answer's body is read and dropped, up to 64 KiB;
   * then the connection closes.
   * @throws {OutgoingRefused} and the errors of Node.js, also if the answer breaks off
   */
  post(url: string, request: OutgoingRequest): Promise<OutgoingAnswer>
  /** Closes all connections. */
  close(): void
}

/** Also reads answers. */
export interface OutgoingReader extends Outgoing {
  /**
   * Sends a request and reads the whole answer, up to 64 KiB. Redirects are not followed.
   * @throws {OutgoingRefused} and the errors of Node.js, also if the answer breaks off or is too
   *   long
   */
  request(url: string, request: OutgoingRequest & { readonly method: string }): Promise<WholeAnswer>
}

/** The most of an answer that is read, in bytes. */
const maxAnswerBytes = 64 * 1024
/** The most that an answer's headers may have, in bytes. */
const maxHeaderBytes = 16 * 1024
/** How long an unused connection stays open, in milliseconds. */
const keepAliveMs = 10_000
const maxIdleConnections = 64

/**
 * Makes the client for requests to URLs of strangers. A name is resolved once for each connection,
 * and all its addresses are checked. The connection goes to exactly these addresses, so a name that
 * changes its address in between (DNS rebinding) gains nothing.
 */
export function openOutgoing({
  resolve = resolveName,
  ca,
  ...rules
}: OutgoingOptions): OutgoingReader {
  const lookup = checkedLookup(resolve, rules)
  const options = {
    keepAlive: true,
    keepAliveMsecs: keepAliveMs,
    timeout: keepAliveMs,
    maxFreeSockets: maxIdleConnections,
    lookup,
  }
  const http = new nodeHttp.Agent(options)
  const https = new HttpsAgent({ ...options, ...(ca !== undefined && { ca }) })
  const begin = (url: string, method: string, request: OutgoingRequest) => {
    if (targetFault(url, rules) !== undefined) throw new OutgoingRefused('url_not_allowed')
    const agent = new URL(url).protocol === 'https:' ? https : http
    return send(url, agent, { ...request, method })
  }
  return {
    async request(url, { method, ...request }) {
      const answer = await begin(url, method, request)
      const body = await read(answer, request.signal)
      const headers = Object.entries(answer.headersDistinct).map(
        ([name, values]) => [name, values?.join(', ') ?? ''] as const,
      )
      return { status: answer.statusCode ?? 0, headers: Object.fromEntries(headers), body }
    },
    async post(url, request) {
      const answer = await begin(url, 'POST', request)
      await drop(answer)
      return { status: answer.statusCode ?? 0, retryAfter: answer.headers['retry-after'] }
    },
    close() {
      http.destroy()
      https.destroy()
    },
  }
}

/** Sends a request. If the receiver closes an idle connection at this moment, sends it again. */
const send = (
  url: string,
  agent: Agent | HttpsAgent,
  { method, headers, body, signal }: OutgoingRequest & { readonly method: string },
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (agent instanceof HttpsAgent ? requestHttps : nodeHttp.request)(url, {
      method,
      agent,
      headers:
        method === 'GET'
          ? headers
          : { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      maxHeaderSize: maxHeaderBytes,
      signal,
    })
    const again = () => resolve(send(url, agent, { method, headers, body, signal }))
    request
      .on('response', resolve)
      .on('error', (error: NodeJS.ErrnoException) =>
        request.reusedSocket && error.code === 'ECONNRESET' ? again() : reject(error),
      )
      // An answer with status 101 closes the connection, without a response and without an error.
      .on('close', () => reject(new Error('The receiver has sent no response.')))
      .end(body)
  })

/** Reads an answer to its end. @throws if it is too long, breaks off, or takes too long */
async function read(answer: IncomingMessage, signal: AbortSignal): Promise<Buffer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of addAbortSignal(signal, answer)) {
    size += chunk.length
    if (size > maxAnswerBytes) throw new Error('The answer is too long.')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Reads an answer to its end and drops it. Closes the connection if it is too long. */
function drop(answer: IncomingMessage): Promise<void> {
  return new Promise((resolve, reject) => {
    let size = 0
    answer
      .on('data', (chunk: Buffer) => {
        size += chunk.length
        if (size > maxAnswerBytes) {
          resolve()
          answer.destroy()
        }
      })
      .on('end', resolve)
      .on('error', reject)
      .on('close', () => reject(new Error('The answer broke off.')))
  })
}
