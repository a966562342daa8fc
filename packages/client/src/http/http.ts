import { createAttempt } from './attempt.ts'
import { FoyerError } from './error.ts'
import { parse } from './json.ts'
import type { AccessToken, Call, Hooks, RetryPolicy, Sequence } from './options.ts'
import { keepResponse } from './received.ts'
import { delayBefore, pause } from './retries.ts'

export interface HttpOptions {
  /** Without a trailing slash. */
  baseUrl: string
  language: string | undefined
  fetch: typeof fetch
  accessToken: AccessToken | undefined
  timeout: number
  retries: RetryPolicy
  hooks: Hooks
}

/** The HTTP functions of the client. */
export interface Http {
  /** Sends a request once, and returns the response with any status, and its body as text. */
  send(method: string, href: string, call?: Call): Promise<Received>
  /**
   * Sends a request, again where that helps, and returns the resource in the response.
   * @param sequence of the requests that it belongs to, if there are others
   * @throws {FoyerError} if the response is not a success
   */
  fetch<T extends object>(
    method: string,
    href: string,
    call?: Call,
    sequence?: Sequence,
  ): Promise<T>
  /**
   * Sends a request, again where that helps, and ignores the content of the response.
   * @throws {FoyerError} if the response is not a success
   */
  run(method: string, href: string, call?: Call): Promise<void>
}

/** A response with its body, which can be read once. */
export interface Received {
  response: Response
  body: string
}

export function createHttp(options: HttpOptions): Http {
  const attempt = createAttempt(options)
  const { retries, hooks } = options

  /** Repeats a request while it helps. Its key makes sure that a change is made once. */
  const succeed = async (
    method: string,
    href: string,
    given: Call = {},
    sequence: Sequence = {},
  ): Promise<Received> => {
    const isWrite = method !== 'GET' && method !== 'HEAD'
    const idempotencyKey =
      given.idempotencyKey ?? (isWrite && retries.limit > 0 ? newKey() : undefined)
    const call = { ...given, idempotencyKey }
    for (let number = 1; ; number += 1) {
      const { sent, received, error: lost } = await attempt(method, href, call, number, sequence)
      if (received?.response.ok) return received
      const error = lost ?? new FoyerError(received.response, received.body)
      const delay = delayBefore(number, error, retries)
      if (delay === undefined) throw error
      hooks.retry?.(sent, delay)
      await pause(delay, call.signal)
    }
  }

  return {
    async send(method, href, call = {}) {
      const { received, error } = await attempt(method, href, call, 1, {})
      if (received === undefined) throw error
      return received
    },

    async fetch<T extends object>(
      method: string,
      href: string,
      call?: Call,
      sequence?: Sequence,
    ): Promise<T> {
      const { response, body } = await succeed(method, href, call, sequence)
      const resource = parse(body)
      if (typeof resource !== 'object' || resource === null) {
        throw new FoyerError(response, body, 'invalid_response')
      }
      // The client does not check the properties of the resource.
      return keepResponse(resource as T, response)
    },

    async run(method, href, call) {
      await succeed(method, href, call)
    },
  }
}

/** 128 random bits. `crypto.randomUUID` does not exist on a page without TLS. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
