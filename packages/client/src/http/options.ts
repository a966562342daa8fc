/** The options of every request. */
export interface RequestOptions {
  /** The language of titles, names and messages (`Accept-Language`), instead of the client's. */
  language?: string | undefined
  /**
   * Aborts the request and its retries. The method then rejects with the signal's reason. To limit
   * each attempt, use `timeout`.
   */
  signal?: AbortSignal | undefined
  /** Milliseconds for each attempt, instead of the client's; 0 for no limit. */
  timeout?: number | undefined
  /** Additional headers. They replace the client's own headers. */
  headers?: Readonly<Record<string, string>> | undefined
}

export interface ReadOptions extends RequestOptions {
  /**
   * The entity tag of a known version. If it is still current, rejects with a `FoyerError` with
   * status 304 and the code `not_modified`.
   */
  ifNoneMatch?: string | undefined
}

export interface WriteOptions extends RequestOptions {
  /**
   * Writes only if the resource still has this entity tag. Otherwise rejects with 412,
   * `precondition_failed`.
   */
  ifMatch?: string | undefined
  /**
   * The `Idempotency-Key`: 1 to 255 printable ASCII characters. The client makes one for each
   * write, so that its own retries are safe. Pass a key that you have stored, to repeat a change
   * also after the program ended. Within 24 hours the change is made once, and every repeated
   * request gets the first response, even a refusal. Codes: `idempotency_key_in_use` if the first
   * request is still running, `idempotency_key_reused` if it had another body.
   */
  idempotencyKey?: string | undefined
}

/** Query parameters. Undefined ones are left out. */
export type Query = Readonly<Record<string, string | number | boolean | undefined>>

/** All options of one request. */
export interface Call extends ReadOptions, WriteOptions {
  query?: Query | undefined
  /** Sent as JSON. A string or bytes are sent unchanged. */
  body?: unknown
  /** The access token for this request, instead of the client's; null for none. */
  accessToken?: string | null | undefined
  /** If nobody has signed in, the request is sent without a token. */
  isPublic?: boolean | undefined
}

/** Requests that must be the same user's: the attempts of one, and all requests of an `update`. */
export interface Sequence {
  /** The access token of the latest one. */
  former?: string
}

/** How often a request is sent again, after 429, 502, 503, 504 and lost connections. */
export interface Retries {
  /** How many attempts may follow the first one. 2 by default; 0 for none. */
  limit?: number | undefined
  /**
   * Milliseconds before the first retry, 500 by default. The time doubles with each retry, up to 8
   * seconds, and a random part of up to a half is taken off. `Retry-After` takes its place if it is
   * longer.
   */
  delay?: number | undefined
  /** If `Retry-After` is longer than these milliseconds, there is no retry. 60,000 by default. */
  longestDelay?: number | undefined
}

/** The same with all values. */
export interface RetryPolicy {
  limit: number
  delay: number
  longestDelay: number
}

/** One attempt of a request. Hooks of the same attempt get the same object. */
export interface Attempt {
  readonly method: string
  readonly url: string
  /** What is sent, without the access token. A hook may add headers, such as `traceparent`. */
  readonly headers: Headers
  /** Counts from 1. */
  readonly number: number
}

/**
 * Functions that the client calls, for logs and traces. If one throws, the request rejects, also a
 * write that the service has done.
 */
export interface Hooks {
  /** Before each attempt. */
  request?(attempt: Attempt): void | Promise<void>
  /**
   * After each response, whatever its status. The client has read its body, so that the
   * milliseconds include it, and a hook cannot read it.
   */
  response?(attempt: Attempt, response: Response, milliseconds: number): void
  /** If an attempt has no response. */
  failure?(attempt: Attempt, error: unknown, milliseconds: number): void
  /** Before the wait for another attempt. */
  retry?(attempt: Attempt, milliseconds: number): void
}

/** An access token, or a function that returns one for each request. */
export type AccessToken = string | TokenSource

/**
 * Returns an access token. If the service refused one with 401, it is called again with that token
 * as `rejected`. If it then returns another one, the request is sent once more.
 *
 * `former` is the token that this request was sent with before, or the read from which an `update`
 * starts. A source whose user can change rejects if that was the token of another user.
 */
export type TokenSource = (request: {
  rejected?: string | undefined
  former?: string | undefined
}) => string | Promise<string>
