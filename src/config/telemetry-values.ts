import type { SamplerSettings, TelemetrySettings } from '../platform/telemetry/settings.ts'
import { ConfigError, flagOf, oneOf, urlOf } from './values.ts'

/*
 * The settings of OpenTelemetry. Their names and formats are those of its specification:
 * https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/
 */

const samplers: readonly SamplerSettings['name'][] = [
  'always_on',
  'always_off',
  'traceidratio',
  'parentbased_always_on',
  'parentbased_always_off',
  'parentbased_traceidratio',
]

/**
 * Reads where traces and logs go. Undefined if they are not sent.
 * @param defaultName the name of the service if `OTEL_SERVICE_NAME` is not set
 */
export function telemetryOf(
  get: (name: string) => string | undefined,
  defaultName: string,
): TelemetrySettings | undefined {
  const endpoint = get('OTEL_EXPORTER_OTLP_ENDPOINT')
  const isDisabled = flagOf('OTEL_SDK_DISABLED', get, false)
  const protocol = get('OTEL_EXPORTER_OTLP_PROTOCOL') ?? 'http/json'
  const settings = {
    headers: pairsOf('OTEL_EXPORTER_OTLP_HEADERS', get('OTEL_EXPORTER_OTLP_HEADERS')),
    timeoutMs: timeoutOf(get('OTEL_EXPORTER_OTLP_TIMEOUT') ?? '10000'),
    serviceName: get('OTEL_SERVICE_NAME') ?? defaultName,
    resource: pairsOf('OTEL_RESOURCE_ATTRIBUTES', get('OTEL_RESOURCE_ATTRIBUTES')),
    sampler: {
      name: samplerOf(get('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on'),
      ratio: ratioOf(get('OTEL_TRACES_SAMPLER_ARG') ?? '1'),
    },
    traces: sends('OTEL_TRACES_EXPORTER', get),
    logs: sends('OTEL_LOGS_EXPORTER', get),
  }
  if (endpoint === undefined || isDisabled) return undefined
  oneOf('OTEL_EXPORTER_OTLP_PROTOCOL', protocol, ['http/json'])
  return { endpoint: urlOf('OTEL_EXPORTER_OTLP_ENDPOINT', endpoint), ...settings }
}

const sends = (name: string, get: (name: string) => string | undefined): boolean =>
  oneOf(name, get(name) ?? 'otlp', ['otlp', 'none']) === 'otlp'

const samplerOf = (value: string): SamplerSettings['name'] =>
  oneOf('OTEL_TRACES_SAMPLER', value, samplers) as SamplerSettings['name']

function ratioOf(value: string): number {
  const ratio = Number(value)
  if (ratio >= 0 && ratio <= 1) return ratio
  throw new ConfigError(`OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not "${value}".`)
}

function timeoutOf(value: string): number {
  if (/^[1-9]\d{0,5}$/.test(value)) return Number(value)
  throw new ConfigError(
    `OTEL_EXPORTER_OTLP_TIMEOUT must be 1 to 999999 milliseconds, not "${value}".`,
  )
}

/** Reads `name=value` pairs, separated by commas. Values may be percent-encoded. */
function pairsOf(name: string, text: string | undefined): Record<string, string> {
  const parts = (text ?? '').split(',').filter((part) => part.trim() !== '')
  return Object.fromEntries(
    parts.map((part) => {
      const [, key, value] = /^\s*([^\s=]+)\s*=\s*(.*?)\s*$/.exec(part) ?? []
      try {
        if (key !== undefined && value !== undefined) return [key, decodeURIComponent(value)]
      } catch {
        // The escapes are invalid.
      }
      // The value may be a secret, so it is not shown.
      throw new ConfigError(`${name} must be name=value pairs, separated by commas.`)
    }),
  )
}
