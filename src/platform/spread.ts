import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'

/** How long requests are begun in one turn of the event loop, in milliseconds. */
const sliceMs = 2

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
  let sliceEnd = 0
  let isScheduled = false

  const schedule = () => {
    if (isScheduled) return
    isScheduled = true
    setImmediate(() => void begin())
  }
  /** Runs once a turn, behind everything that the turn has read. */
  const begin = async () => {
    isScheduled = false
    sliceEnd = performance.now() + sliceMs
    while (next < waiting.length && performance.now() < sliceEnd) {
      const [request, response] = waiting[next++] as [IncomingMessage, ServerResponse]
      listener(request, response)
      // What it does at once counts, too.
      await undefined
    }
    if (next < waiting.length) schedule()
    else {
      waiting.length = 0
      next = 0
    }
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
