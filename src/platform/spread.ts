import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** How long requests are begun in one turn of the event loop, in milliseconds. */
const sliceMs = 2
/** Where most were refused, the next slice waits for as long as so many: refusals leave time to writes. */
const rests = 5
/** How many steps of promises a request takes at once: those of its authentication, and of its refusal. */
const hops = 10
/** How many requests that have begun are kept in the list at most. */
const mostKept = 1_000

/**
 * Spreads a crowd of requests over turns of the event loop. In each turn the answers of the database are read, too: writes
 * under way go on while a thousand others are refused. Requests begin in the order in which they were read.
 * @param arrived is called when a request has been read
 */
export function spread(
  listener: RequestListener,
  arrived: (request: IncomingMessage) => void,
): RequestListener {
  const waiting: [IncomingMessage, ServerResponse][] = []
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
  /** Runs once a turn, behind everything that the turn has read. */
  const begin = async () => {
    isScheduled = false
    const refused = lastSlice.filter(({ statusCode }) => statusCode === 503).length
    const isFlood = 2 * refused > lastSlice.length
    lastSlice.length = 0
    if (isFlood) {
      schedule(rests * sliceMs)
      return
    }
    sliceEnd = performance.now() + sliceMs
    while (next < waiting.length && performance.now() < sliceEnd) {
      const [request, response] = waiting[next++] as [IncomingMessage, ServerResponse]
      listener(request, response)
      lastSlice.push(response)
      // What it does at once counts, too.
      for (let hop = 0; hop < hops; hop++) await undefined
    }
    if (next === waiting.length || next > mostKept) {
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
    else waiting.push([request, response])
  }
}
