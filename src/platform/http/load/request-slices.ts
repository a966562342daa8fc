import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** For how long one turn of the event loop starts new requests, in milliseconds. */
const sliceMs = 2
/** The pause after a slice of mostly refusals, in slices. It leaves time for writes. */
const restSlices = 5
/**
 * How many microtask steps a new request gets at once: enough for authentication and for a refusal.
 */
const stepsPerRequest = 10
/** How many started requests may stay in the list. */
const maxStartedKept = 1_000
/** How many requests may wait for their start: as many as in the queue for the database. */
const maxWaiting = 1_500

/** Refuses a request that is not started. `waitMs` is how long the oldest request has waited. */
type Refuse = (request: IncomingMessage, response: ServerResponse, waitMs: number) => void

interface Waiting {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  /** Of `performance.now()`. */
  readonly since: number
}

/**
 * Spreads a burst of requests over several turns of the event loop. Each turn also reads results of
 * the database, so running writes continue while a thousand requests are refused. Requests start in
 * the order in which they were read. While 1,500 wait, a new one is refused at once.
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
  /** Runs once per turn, after the turn has read its requests. */
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
      // The immediate work of the request counts towards the slice.
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
    // The first request of a turn opens a slice, which ends with the turn.
    if (!isScheduled) sliceEnd = now + sliceMs
    schedule()
    if (waiting.length === 0 && now < sliceEnd) listener(request, response)
    else if (waiting.length - next < maxWaiting) waiting.push({ request, response, since: now })
    else refuse(request, response, now - (waiting[next]?.since ?? now))
  }
}
