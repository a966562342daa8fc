import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** How long new requests are started in one turn of the event loop, in milliseconds. */
const sliceMs = 2
/** After a slice of mostly refusals the next one waits for as long as this many slices, to leave time for writes. */
const restSlices = 5
/** The microtask steps that a request is given at once: enough for its authentication, and for a refusal. */
const stepsPerRequest = 10
/** The most started requests that stay in the list. */
const maxStartedKept = 1_000
/** The most requests that wait to be started: as many as the queue for the database holds. */
const maxWaiting = 1_500

/** Answers a request that is not started. `waitMs` is how long the oldest request in the list has been waiting. */
type Refuse = (request: IncomingMessage, response: ServerResponse, waitMs: number) => void

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Of `performance.now()`. */
  readonly since: number
}

/**
 * Spreads a crowd of requests over turns of the event loop. Each turn also reads responses of the database, so running
 * writes go on while a thousand requests are refused. Requests start in the order in which they were read. While 1,500
 * wait, a new one is refused at once.
 * @param arrived called when a request has been read
 */
export function startInSlices(
  listener: RequestListener,
  arrived: (request: IncomingMessage) => void,
  refuse: Refuse,
): RequestListener {
  const waiting: Waiting[] = []
  let next = 0
  const lastSlice: ServerResponse[] = []
  let sliceEnd = 0
  let isScheduled = false

  const schedule = (restMs = 0) => {
    if (isScheduled) return
    isScheduled = true
    if (restMs > 0) setTimeout(() => void begin(), restMs)
    else setImmediate(() => void begin())
  }
  /** Runs once per turn, after everything that the turn has read. */
  const begin = async () => {
    isScheduled = false
    const refused = lastSlice.filter(({ statusCode }) => statusCode === 503).length
    const isFlood = 2 * refused > lastSlice.length
    lastSlice.length = 0
    if (isFlood) {
      schedule(restSlices * sliceMs)
      return
    }
    sliceEnd = performance.now() + sliceMs
    while (next < waiting.length && performance.now() < sliceEnd) {
      const { request, response } = waiting[next++] as Waiting
      listener(request, response)
      lastSlice.push(response)
      // Its immediate work counts towards the slice.
      for (let step = 0; step < stepsPerRequest; step++) await undefined
    }
    if (next === waiting.length || next > maxStartedKept) {
      waiting.splice(0, next)
      next = 0
    }
    if (waiting.length > 0) schedule()
    else lastSlice.length = 0
  }
  return (request, response) => {
    arrived(request)
    const now = performance.now()
    // The first of a turn opens a slice, which the end of the turn closes.
    if (!isScheduled) sliceEnd = now + sliceMs
    schedule()
    if (waiting.length === 0 && now < sliceEnd) listener(request, response)
    else if (waiting.length - next < maxWaiting) waiting.push({ request, response, since: now })
    else refuse(request, response, now - (waiting[next]?.since ?? now))
  }
}
