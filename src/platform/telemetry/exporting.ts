/** How an attempt to send ended. The code of a success is 0. */
interface Result {
  readonly code: number
  readonly error?: Error
}

/** Sends spans or log records. */
interface Exporter<T> {
  export(items: T[], done: (result: Result) => void): void
  shutdown(): Promise<void>
  forceFlush?(): Promise<void>
}

/** Called when an attempt to send has ended. The error is undefined after a success. */
type Ended = (error: Error | undefined) => void

/**
 * Warns once when the collector goes away, and again only if it was back for traces and logs in
 * between. It may take one of them and refuse the other.
 * @returns a function that makes the observer of the attempts to send one of them
 */
export function oneWarning(
  warn: (details: object, message: string) => void,
): (signal: 'traces' | 'logs') => Ended {
  const away = new Set<string>()
  return (signal) => (error) => {
    if (error === undefined) away.delete(signal)
    else {
      if (away.size === 0)
        warn({ reason: reasonOf(error) }, 'traces and logs cannot be sent to the collector')
      away.add(signal)
    }
  }
}

/** The code or the status. The collector's own text is not logged. */
function reasonOf(error: Error): string {
  const { code } = error as { code?: unknown }
  return code === undefined ? error.name : String(code)
}

/** An exporter that tells how each attempt ended. */
export const warning = <T>(exporter: Exporter<T>, ended: Ended): Required<Exporter<T>> => ({
  export(items, done) {
    exporter.export(items, (result) => {
      ended(result.code === 0 ? undefined : (result.error ?? new Error('unknown')))
      done(result)
    })
  },
  shutdown: () => exporter.shutdown(),
  forceFlush: async () => exporter.forceFlush?.(),
})
