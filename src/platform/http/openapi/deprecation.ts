import type { App } from '../app.ts'

/** When an operation was deprecated and will be gone, and what replaces it. */
export interface Deprecation {
  /** The day of the release that deprecated it, such as `2027-01-31`. */
  readonly since: string
  /** The day from which it may be gone: twelve months later at least (docs/releases.md). */
  readonly sunset: string
  /** The path of the operation that replaces it, below the root resource. */
  readonly replacement: string
}

declare module 'fastify' {
  interface FastifyContextConfig {
    deprecated?: Deprecation
  }
}

/**
 * The headers of all responses of a deprecated operation: `Deprecation` (RFC 9745, 2), `Sunset` (RFC
 * 8594, 3) and the link to its replacement (RFC 5829, 3.4).
 */
export function deprecationHeaders(
  { since, sunset, replacement }: Deprecation,
  baseUrl: string,
): Readonly<Record<string, string>> {
  return {
    deprecation: `@${Date.parse(since) / 1000}`,
    sunset: new Date(sunset).toUTCString(),
    link: `<${baseUrl}${replacement}>; rel="successor-version"`,
  }
}

/** Adds the headers to the deprecated routes, whatever the status. Call this before other hooks. */
export function announceDeprecation(app: App, baseUrl: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    const { deprecated } = request.routeOptions.config
    if (deprecated !== undefined) reply.headers(deprecationHeaders(deprecated, baseUrl))
    done()
  })
}
