import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

/** A value in OTLP's JSON. */
type Value = { readonly stringValue?: string; readonly intValue?: number | string }
type Pair = { readonly key: string; readonly value: Value }
type Attributes = Readonly<Record<string, string | number | undefined>>

/** A span of a trace, as it arrived. */
export interface CollectedSpan {
  readonly name: string
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId: string | undefined
  readonly attributes: Attributes
}

/** A line of the log, as it arrived. */
export interface CollectedLine {
  readonly body: string
  readonly severity: string
  readonly traceId: string | undefined
  readonly attributes: Attributes
}

interface Body {
  readonly resourceSpans?: readonly {
    readonly resource: { readonly attributes: readonly Pair[] }
    readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[]
  }[]
  readonly resourceLogs?: readonly {
    readonly scopeLogs: readonly { readonly logRecords: readonly RawLine[] }[]
  }[]
}
type RawSpan = Omit<CollectedSpan, 'attributes'> & { readonly attributes: readonly Pair[] }
interface RawLine {
  readonly body: Value
  readonly severityText: string
  readonly traceId?: string
  readonly attributes: readonly Pair[]
}

/** Stands in for a collector of OpenTelemetry, on this machine. */
export class Collector {
  readonly spans: CollectedSpan[] = []
  readonly lines: CollectedLine[] = []
  /** Everything that arrived, as text. */
  text = ''
  headers: IncomingHttpHeaders = {}
  /** The attributes of the process. */
  resource: Attributes = {}
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      this.headers = request.headers
      this.#take(Buffer.concat(chunks).toString())
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}')
    })
  })

  static async start(): Promise<Collector> {
    const collector = new Collector()
    await new Promise<void>((resolve) => collector.#server.listen(0, '127.0.0.1', () => resolve()))
    return collector
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  /** Waits until a span with this name has arrived. */
  async span(name: string): Promise<CollectedSpan> {
    for (const begun = performance.now(); performance.now() - begun < 60_000; await pause(10)) {
      const found = this.spans.find((span) => span.name === name)
      if (found) return found
    }
    throw new Error(`No span is called ${name}: ${this.spans.map((span) => span.name).join(', ')}`)
  }

  /** The children of a span. */
  below({ spanId }: CollectedSpan): CollectedSpan[] {
    return this.spans.filter(({ parentSpanId }) => parentSpanId === spanId)
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #take(text: string): void {
    this.text += text
    const { resourceSpans = [], resourceLogs = [] } = JSON.parse(text) as Body
    for (const { resource, scopeSpans } of resourceSpans) {
      this.resource = valuesOf(resource.attributes)
      for (const span of scopeSpans.flatMap(({ spans }) => spans))
        this.spans.push({ ...span, attributes: valuesOf(span.attributes) })
    }
    const lines = resourceLogs.flatMap(({ scopeLogs }) =>
      scopeLogs.flatMap(({ logRecords }) => logRecords),
    )
    for (const { body, severityText: severity, traceId, attributes } of lines)
      this.lines.push({
        body: body.stringValue ?? '',
        severity,
        traceId,
        attributes: valuesOf(attributes),
      })
  }
}

const valuesOf = (pairs: readonly Pair[]): Attributes =>
  Object.fromEntries(
    pairs.map(({ key, value: { stringValue, intValue } }) => [
      key,
      stringValue ?? (intValue === undefined ? undefined : Number(intValue)),
    ]),
  )
