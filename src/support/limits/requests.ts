import type { FastifyReply, FastifyRequest } from 'fastify'
import { writeLimits } from './headers.ts'
import { type RequestLimitSettings, requestLimits } from './limits.ts'
import { type Counting, MemoryCounts, type MemoryCountsDeps } from './memory-counts.ts'
import { networkOf, siteOf } from './networks.ts'
import { subjectsOf } from './subjects.ts'
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

export interface RequestLimitDeps extends MemoryCountsDeps {
  readonly settings: RequestLimitSettings
}

/** Counts requests against the limits of their callers, and says in the headers what remains. */
export class RequestLimits {
  readonly counts: MemoryCounts
  readonly #limits: ReturnType<typeof requestLimits>

  constructor({ settings, ...deps }: RequestLimitDeps) {
    this.counts = new MemoryCounts(deps)
    this.#limits = requestLimits(settings)
  }

  /**
   * Counts a request whose caller is known.
   * @throws {Refused} too_many_requests
   */
  countCaller(request: FastifyRequest, reply: FastifyReply, caller: LimitedCaller): Counting {
    this.giveBack(request)
    return this.#count(reply, this.#windowsOf(caller))
  }

  /**
   * Checks the limits of a caller without counting the request: nobody has proved yet that it is
   * the caller's.
   * @throws {Refused} too_many_requests
   */
  assertCaller(caller: LimitedCaller): void {
    this.counts.assertNotFull(this.#windowsOf(caller))
  }

  /** Counts a request whose caller was proved by the work that is done now. Refuses nothing. */
  countAnswered(request: FastifyRequest, reply: FastifyReply, caller: LimitedCaller): void {
    this.giveBack(request)
    const windows = this.#windowsOf(caller)
    this.counts.add(windows)
    this.#describe(reply, windows)
  }

  /**
   * Counts a request without a valid token. If its caller becomes known, `countCaller` gives it
   * back to the network.
   * @throws {Refused} too_many_requests
   */
  countVisitor(request: FastifyRequest, reply: FastifyReply): Counting {
    const { network, site } = this.#limits
    const subjects = subjectsOf([network, networkOf(request.ip)], [site, siteOf(request.ip)])
    const windows = this.counts.windowsOf(subjects)
    request.visitorWindows = windows
    return this.#count(reply, windows)
  }

  /** Gives a request back to its network, because its sender has proved who it is. */
  giveBack(request: FastifyRequest): void {
    if (request.visitorWindows === undefined) return
    this.counts.giveBack(request.visitorWindows)
    request.visitorWindows = undefined
  }

  #windowsOf({ applicationId, userId }: LimitedCaller): Window[] {
    const { user, application } = this.#limits
    const userOf = userId === null ? undefined : `${applicationId}:${userId}`
    return this.counts.windowsOf(subjectsOf([user, userOf], [application, applicationId]))
  }

  #count(reply: FastifyReply, windows: Window[]): Counting {
    let counted: Counting
    try {
      counted = this.counts.count(windows)
    } catch (error) {
      this.#describe(reply, windows)
      throw error
    }
    if (counted) return counted.finally(() => this.#describe(reply, windows))
    this.#describe(reply, windows)
    return undefined
  }

  #describe(reply: FastifyReply, windows: readonly Window[]): void {
    writeLimits(reply, this.counts.statesOf(windows))
  }
}

/** Limits nothing: for programs that serve nobody else. */
export const unlimited = (): RequestLimits =>
  new RequestLimits({
    settings: { application: null, user: null, network: null },
    secretKey: '',
    db: undefined,
  })

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
