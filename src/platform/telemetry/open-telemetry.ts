import {
  type Context,
  isSpanContextValid,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  type SpanContext,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { OTLPLogExporter } from '@opentelemetry/exporter-logs-otlp-http'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import { holdsIssuedNumber } from '../text/card-number/card-number.ts'
import { oneWarning, warning } from './exporting.ts'
import { recordOf } from './log-record.ts'
import { samplerOf } from './sampler.ts'
import type { TelemetrySettings } from './settings.ts'
import { currentSpan, type Span, type Tracer } from './tracer.ts'

/** Sends traces and logs to a collector. Load this module only if there is one: it is large. */
export interface Telemetry {
  /** Undefined if traces are off. */
  readonly tracer: Tracer | undefined
  /** Sends a line of the log. Does nothing if logs are off. */
  log(line: string): void
  /** Sends what is left, within two seconds. */
  close(): Promise<void>
}

/** How long `close` waits for the collector, in milliseconds. */
const closeTimeoutMs = 2_000

/**
 * Opens the connection to a collector. Traces and logs are sent in the background. While the
 * collector is away, they are dropped, and the log gets one warning.
 * @param warn receives the warning
 * @param sendEveryMs how long traces and logs are collected before they are sent
 */
export function openTelemetry(
  settings: TelemetrySettings,
  warn: (details: object, message: string) => void,
  sendEveryMs = 1_000,
): Telemetry {
  const { endpoint, headers, timeoutMs, serviceName, resource: given } = settings
  const resource = defaultResource().merge(
    resourceFromAttributes({ ...given, 'service.name': serviceName }),
  )
  const place = (signal: string) => ({
    url: `${endpoint}/v1/${signal}`,
    headers: { ...headers },
    timeoutMillis: timeoutMs,
  })
  const failed = oneWarning(warn)
  const batch = { scheduledDelayMillis: sendEveryMs }
  const tracers = new TracerProvider({
    resource,
    sampler: samplerOf(settings.sampler),
    spanProcessors: [
      new BatchSpanProcessor({
        ...batch,
        exporter: warning(new OTLPTraceExporter(place('traces')), failed('traces')),
      }),
    ],
  })
  const loggers = new LoggerProvider({
    resource,
    processors: [
      new BatchLogRecordProcessor({
        ...batch,
        exporter: warning(new OTLPLogExporter(place('logs')), failed('logs')),
      }),
    ],
  })
  const logger = loggers.getLogger('foyer')
  return {
    tracer: settings.traces ? tracerFrom(tracers) : undefined,
    log(line) {
      if (settings.logs) logger.emit(recordOf(line))
    },
    async close() {
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, closeTimeoutMs)
      const closed = Promise.allSettled([tracers.shutdown(), loggers.shutdown()])
      await Promise.race([closed, promise])
      clearTimeout(timer)
    },
  }
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
} as const

function tracerFrom(provider: TracerProvider): Tracer {
  const tracer = provider.getTracer('foyer')
  return {
    start(name, { kind, attributes = {}, traceparent }) {
      const above = traceparent === undefined ? currentSpan() : undefined
      // Steps below a step that is not recorded are not recorded either, and cost nothing.
      if (above?.traceparent.endsWith('-00')) return above
      const parent = traceparent === undefined ? currentContext() : contextOf(traceparent)
      return spanOf(tracer.startSpan(name, { kind: kinds[kind], attributes }, parent))
    },
  }
}

function spanOf(span: OtelSpan): Span {
  const { traceId, spanId, traceFlags } = span.spanContext()
  return {
    traceId,
    spanId,
    traceparent: `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`,
    set: (attributes) => void span.setAttributes(attributes),
    end(failure) {
      if (failure !== undefined) {
        span.setAttribute('error.type', failure)
        span.setStatus({ code: SpanStatusCode.ERROR })
      }
      span.end()
    },
  }
}

function currentContext(): Context {
  const span = currentSpan()
  return span === undefined ? ROOT_CONTEXT : contextOf(span.traceparent, false)
}

const traceparentFormat = /^00-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})$/

/**
 * The context that a `traceparent` names. If it is malformed, or holds a card number, a new trace
 * begins. `tracestate` is not read: it can hold any text.
 */
function contextOf(traceparent: string, isRemote = true): Context {
  const [, traceId = '', spanId = '', flags = ''] = traceparentFormat.exec(traceparent) ?? []
  const parent: SpanContext = {
    traceId,
    spanId,
    traceFlags: Number.parseInt(flags, 16) & 1,
    isRemote,
  }
  return !isSpanContextValid(parent) || (isRemote && [traceId, spanId].some(holdsIssuedNumber))
    ? ROOT_CONTEXT
    : trace.setSpanContext(ROOT_CONTEXT, parent)
}
