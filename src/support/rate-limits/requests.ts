import type { FastifyReply, FastifyRequest } from 'fastify'
import { networkOf, siteOf } from '../throttle/network.ts'
import type { QuotaState } from '../throttle/quotas.ts'
import type { Counting, RateLimits, Subject } from './rate-limits.ts'
import type { Window } from './window.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Where the request counts, because nobody has proved yet who sends it. */
    visitorWindows: readonly Window[] | undefined
  }
}

/** The application of a request, and the user for whom it acts. */
export interface LimitedCaller {
  readonly applicationId: number
  /** Null for a request of the application itself. */
  readonly userId: number | null
}

/**
 * Counts requests against the limits of their callers, and says in the headers of the response what
 * remains (draft-ietf-httpapi-ratelimit-headers-10).
 */
export class RequestLimits {
  readonly #limits: RateLimits

  constructor(limits: RateLimits) {
    this.#limits = limits
  }

  /**
   * Counts a request whose caller is known.
   * @throws {Refused} too_many_requests
   */
  countCaller(request: FastifyRequest, reply: FastifyReply, caller: LimitedCaller): Counting {
    this.giveBack(request)
    return this.#count(reply, this.#limits.windowsOf(subjectsOf(caller)))
  }

  /**
   * Checks the limits of a caller without counting the request: nobody has proved yet that it is
   * the caller's.
   * @throws {Refused} too_many_requests
   */
  assertCaller(caller: LimitedCaller): void {
    this.#limits.assertNotFull(this.#limits.windowsOf(subjectsOf(caller)))
  }

  /** Counts a request whose caller was proved by the work that is done now. Refuses nothing. */
  countAnswered(request: FastifyRequest, reply: FastifyReply, caller: LimitedCaller): void {
    this.giveBack(request)
    const windows = this.#limits.windowsOf(subjectsOf(caller))
    this.#limits.countAnswered(windows)
    this.#describe(reply, windows)
  }

  /**
   * Counts a request without a valid token. If its caller becomes known, `countCaller` gives it
   * back to the network.
   * @throws {Refused} too_many_requests
   */
  countVisitor(request: FastifyRequest, reply: FastifyReply): Counting {
    const windows = this.#limits.windowsOf(networksOf(request.ip))
    request.visitorWindows = windows
    return this.#count(reply, windows)
  }

  /** Gives a request back to its network, because its sender has proved who it is. */
  giveBack(request: FastifyRequest): void {
    if (request.visitorWindows === undefined) return
    this.#limits.giveBack(request.visitorWindows)
    request.visitorWindows = undefined
  }

  #count(reply: FastifyReply, windows: Window[]): Counting {
    let counted: Counting
    try {
      counted = this.#limits.count(windows)
    } catch (error) {
      this.#describe(reply, windows)
      throw error
    }
    if (counted) return counted.finally(() => this.#describe(reply, windows))
    this.#describe(reply, windows)
    return undefined
  }

  #describe(reply: FastifyReply, windows: readonly Window[]): void {
    if (windows.length === 0) return
    let policies = ''
    let states = ''
    for (const window of windows) {
      const { policy, remaining } = window
      const separator = states === '' ? '' : ', '
      policies += separator + policy.description
      states += `${separator}"${policy.name}";r=${remaining};t=${this.#limits.secondsLeft(window)}`
    }
    reply.header('ratelimit-policy', policies)
    reply.header('ratelimit', states)
  }
}

/**
 * Makes the function that adds other limits to the headers, after the limits of requests. A further
 * call replaces what was added.
 */
export function limitHeaders(reply: FastifyReply): (limits: readonly QuotaState[]) => void {
  const before = ['ratelimit-policy', 'ratelimit'].map((name) => reply.getHeader(name))
  return (limits) => {
    const policies = limits.map(({ name, max, windowMs }) => {
      return `"${name}";q=${max};w=${Math.ceil(windowMs / 1_000)}`
    })
    const states = limits.map(({ name, remaining, secondsLeft }) => {
      return `"${name}";r=${remaining};t=${secondsLeft}`
    })
    const join = (first: unknown, items: readonly string[]) =>
      [...(first === undefined ? [] : [first]), ...items].join(', ')
    reply.header('ratelimit-policy', join(before[0], policies))
    reply.header('ratelimit', join(before[1], states))
  }
}

const subjectsOf = ({ applicationId, userId }: LimitedCaller): readonly Subject[] =>
  userId === null
    ? [['application', applicationId]]
    : [
        ['user', `${applicationId}:${userId}`],
        ['application', applicationId],
      ]

function networksOf(address: string): readonly Subject[] {
  const network = ['network', networkOf(address)] as const
  const site = siteOf(address)
  return site === undefined ? [network] : [network, ['site', site]]
}

/** Calls `done` when a request is counted or refused: at once, if no promise is needed. */
export function afterCount(count: () => Counting, done: (error?: Error) => void): void {
  let counting: Counting
  try {
    counting = count()
  } catch (error) {
    done(error as Error)
    return
  }
  if (counting) counting.then(() => done(), done)
  else done()
}
