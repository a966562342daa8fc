/** How the start of a trace decides whether the trace is recorded. */
export interface SamplerSettings {
  readonly name:
    | 'always_on'
    | 'always_off'
    | 'traceidratio'
    | 'parentbased_always_on'
    | 'parentbased_always_off'
    | 'parentbased_traceidratio'
  /** The share of recorded traces, 0 to 1. */
  readonly ratio: number
}

/** Where traces and logs are sent, by OpenTelemetry's protocol (OTLP) over HTTP. */
export interface TelemetrySettings {
  /** The URL of the collector, without the path of a signal. */
  readonly endpoint: string
  readonly headers: Readonly<Record<string, string>>
  /** How long one attempt to send may take, with its retries. */
  readonly timeoutMs: number
  readonly serviceName: string
  readonly resource: Readonly<Record<string, string>>
  readonly sampler: SamplerSettings
  readonly traces: boolean
  readonly logs: boolean
}
