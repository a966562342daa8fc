import { FoyerError } from './error.ts'
import type { HttpOptions, Received } from './http.ts'
import type { Attempt, Call, Sequence } from './options.ts'
import { unlessAborted } from './retries.ts'

/** What one attempt brought: a response with any status, or the failure of the connection. */
type Outcome = { sent: Attempt } & Result
type Result =
  | { received: Received; error?: undefined }
  | { received?: undefined; error: FoyerError }

/** Sends a request once, or a second time with a new token after 401. Rejects after an abort. */
type SendOnce = (
  method: string,
  href: string,
  call: Call,
  number: number,
  sequence: Sequence,
) => Promise<Outcome>

/** The user must sign in, or sign in again. */
const ended: ReadonlySet<string> = new Set(['login_required', 'invalid_grant'])

export function createAttempt(options: HttpOptions): SendOnce {
  const { origin } = new URL(options.baseUrl)
  const { fetch, hooks, accessToken: source } = options

  /**
   * The client's token is sent only to the service's own origin, because a link may lead elsewhere.
   */
  const tokenFor = async (url: URL, call: Call, sequence: Sequence, rejected?: string) => {
    if (call.accessToken !== undefined) return call.accessToken
    if (url.origin !== origin) return null
    if (typeof source !== 'function') return source
    const ask = async () => {
      const token = await source({ rejected, former: sequence.former })
      sequence.former = token
      return token
    }
    return await unlessAborted(call.signal, ask()).catch((error) => {
      if (call.isPublic && error instanceof FoyerError && ended.has(error.code)) return null
      throw error
    })
  }

  const send = async (
    sent: Attempt,
    token: string | null | undefined,
    call: Call,
  ): Promise<Result> => {
    await hooks.request?.(sent)
    const headers = new Headers(sent.headers)
    if (token && !headers.has('authorization')) headers.set('authorization', `Bearer ${token}`)
    const limit = call.timeout ?? options.timeout
    const expiry = limit > 0 ? AbortSignal.timeout(limit) : undefined
    const signals = [call.signal, expiry].filter((signal) => signal !== undefined)
    const started = performance.now()
    const elapsed = () => performance.now() - started
    let received: Received
    try {
      const response = await fetch(sent.url, {
        method: sent.method,
        headers,
        body: encode(call.body),
        signal: signals.length > 1 ? AbortSignal.any(signals) : (signals[0] ?? null),
      })
      received = { response, body: await response.text() }
    } catch (cause) {
      if (call.signal?.aborted) throw cause
      hooks.failure?.(sent, cause, elapsed())
      return expiry?.aborted
        ? failure('timed_out', `There was no complete response in ${limit} ms.`, cause)
        : failure('connection_failed', 'The connection failed or was lost.', cause)
    }
    hooks.response?.(sent, received.response, elapsed())
    return { received }
  }

  return async (method, href, call, number, sequence) => {
    const url = new URL(href)
    for (const [name, value] of Object.entries(call.query ?? {})) {
      if (value !== undefined) url.searchParams.set(name, String(value))
    }
    const newAttempt = () => ({ method, url: url.href, headers: headersOf(call, options), number })
    const token = await tokenFor(url, call, sequence)
    let sent = newAttempt()
    let result = await send(sent, token, call)
    const isRejected = result.received?.response.status === 401
    if (isRejected && token && typeof source === 'function' && call.accessToken === undefined) {
      const other = await tokenFor(url, call, sequence, token)
      if (other !== token) {
        sent = newAttempt()
        result = await send(sent, other, call)
      }
    }
    return { sent, ...result }
  }
}

const failure = (code: string, message: string, cause: unknown): Result => ({
  error: new FoyerError(undefined, '', code, { message, cause }),
})

function headersOf(call: Call, { language }: HttpOptions): Headers {
  const given = {
    accept: 'application/hal+json',
    'accept-language': call.language ?? language,
    'if-match': call.ifMatch,
    'if-none-match': call.ifNoneMatch,
    'idempotency-key': call.idempotencyKey,
    'content-type': call.body === undefined ? undefined : 'application/json',
  }
  const headers = new Headers()
  for (const [name, value] of [...Object.entries(given), ...Object.entries(call.headers ?? {})]) {
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}

function encode(body: unknown): string | Uint8Array<ArrayBuffer> | null {
  if (body === undefined) return null
  if (typeof body === 'string') return body
  if (body instanceof Uint8Array) return new Uint8Array(body)
  return JSON.stringify(body)
}
