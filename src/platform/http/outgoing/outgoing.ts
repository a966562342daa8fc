import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http'
import { Agent as HttpsAgent, request as requestHttps } from 'node:https'
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

/** The most of an answer that is read, in bytes. */
const maxAnswerBytes = 64 * 1024
/** The most that an answer's headers may have, in bytes. */
const maxHeaderBytes = 16 * 1024
/** How long an unused connection stays open, in milliseconds. */
const keepAliveMs = 10_000
const maxIdleConnections = 64

/**
 * Opens the guarded way out. A name is resolved once for each connection, and all its addresses are
 * checked. The connection goes to exactly these addresses, so a name that changes its address in
 * between (DNS rebinding) gains nothing.
 */
export function openOutgoing({ resolve = resolveName, ca, ...rules }: OutgoingOptions): Outgoing {
  const lookup = checkedLookup(resolve, rules)
  const options = {
    keepAlive: true,
    keepAliveMsecs: keepAliveMs,
    timeout: keepAliveMs,
    maxFreeSockets: maxIdleConnections,
    lookup,
  }
  const http = new HttpAgent(options)
  const https = new HttpsAgent({ ...options, ...(ca !== undefined && { ca }) })
  return {
    async post(url, request) {
      if (targetFault(url, rules) !== undefined) throw new OutgoingRefused('url_not_allowed')
      const agent = new URL(url).protocol === 'https:' ? https : http
      const answer = await send(url, agent, request)
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
  agent: HttpAgent | HttpsAgent,
  { headers, body, signal }: OutgoingRequest,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = (agent instanceof HttpsAgent ? requestHttps : requestHttp)(url, {
      method: 'POST',
      agent,
      headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
      maxHeaderSize: maxHeaderBytes,
      signal,
    })
    const again = () => resolve(send(url, agent, { headers, body, signal }))
    request
      .on('response', resolve)
      .on('error', (error: NodeJS.ErrnoException) =>
        request.reusedSocket && error.code === 'ECONNRESET' ? again() : reject(error),
      )
      .end(body)
  })

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
