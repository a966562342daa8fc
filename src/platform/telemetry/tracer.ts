import { AsyncLocalStorage } from 'node:async_hooks'

/*
 * Traces without a library: what the rest of the program knows of them. `open-telemetry.ts` makes a
 * tracer. Without one, nothing here runs. Attributes never hold personal data: only ids of routes
 * and statements, statuses, and codes.
 */

/** Names after the semantic conventions of OpenTelemetry; `foyer.` before names of our own. */
export type Attributes = Readonly<Record<string, string | number>>

/** One step of a trace. */
export interface Span {
  readonly traceId: string
  readonly spanId: string
  /** Names this step to other services (W3C Trace Context, 3.2). */
  readonly traceparent: string
  /** Adds attributes. */
  set(attributes: Attributes): void
  /** @param failure the class or code of the error, if the step failed */
  end(failure?: string): void
}

export interface SpanOptions {
  readonly kind: 'server' | 'client' | 'consumer' | 'internal'
  readonly attributes?: Attributes
  /** The header `traceparent` of a request. Without it, the step belongs to the current one. */
  readonly traceparent?: string | undefined
}

export interface Tracer {
  start(name: string, options: SpanOptions): Span
}

const current = new AsyncLocalStorage<Span>()

/** The step that runs now. */
export const currentSpan = (): Span | undefined => current.getStore()

/** Runs work as a part of a step, without ending it. */
export const runIn = <T>(span: Span, work: () => T): T => current.run(span, work)

/** Runs work as a step of its own. */
export async function traced<T>(
  tracer: Tracer,
  name: string,
  options: SpanOptions,
  work: (span: Span) => Promise<T>,
): Promise<T> {
  const span = tracer.start(name, options)
  try {
    const result = await runIn(span, () => work(span))
    span.end()
    return result
  } catch (error) {
    span.end(failureOf(error))
    throw error
  }
}

/**
 * The headers that tell a service of ours, or one that we chose, to which trace a request belongs.
 */
export function traceHeaders(): Readonly<Record<string, string>> {
  const span = currentSpan()
  return span === undefined ? {} : { traceparent: span.traceparent }
}

/** The code of an error, else its class. Messages can quote user input. */
function failureOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code } = error as { code?: unknown }
  return typeof code === 'string' && /^\w{1,64}$/.test(code) ? code : error.name
}
