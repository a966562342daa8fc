import { ROOT_CONTEXT, trace } from '@opentelemetry/api'
import type { LogRecord, SeverityNumber } from '@opentelemetry/api-logs'

/** A line of the log, as pino writes it. */
interface Line {
  readonly level: number
  /** Milliseconds since the epoch. */
  readonly time: number
  readonly msg?: string
  readonly traceId?: string
  readonly spanId?: string
  readonly err?: { readonly type: string; readonly message: string; readonly stack: string }
  readonly [field: string]: unknown
}

const severities: Readonly<Record<number, readonly [SeverityNumber, string]>> = {
  10: [1, 'TRACE'],
  20: [5, 'DEBUG'],
  30: [9, 'INFO'],
  40: [13, 'WARN'],
  50: [17, 'ERROR'],
  60: [21, 'FATAL'],
}

/** Makes a log record of a line. It holds what the line holds, and nothing else. */
export function recordOf(text: string): LogRecord {
  const {
    level,
    time,
    msg = '',
    traceId,
    spanId,
    err,
    pid,
    hostname,
    ...fields
  } = JSON.parse(text) as Line
  const [severityNumber, severityText] = severities[level] ?? [9, 'INFO']
  const attributes = Object.entries(fields).filter(
    (entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
  )
  return {
    timestamp: time,
    severityNumber,
    severityText,
    body: msg,
    attributes: {
      ...Object.fromEntries(attributes),
      ...(err && {
        'exception.type': err.type,
        'exception.message': err.message,
        'exception.stacktrace': err.stack,
      }),
    },
    ...(traceId !== undefined &&
      spanId !== undefined && {
        context: trace.setSpanContext(ROOT_CONTEXT, { traceId, spanId, traceFlags: 1 }),
      }),
  }
}
