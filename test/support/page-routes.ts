import type { App } from '../../src/platform/http/server.ts'

/** Paths of other endpoints than pages. */
const elsewhere = /^\/(?:v2|oauth2|userinfo|openapi|\.well-known|assets|logos|live|ready|metrics)\b/

/** The paths below the issuer that take a method, read from Fastify’s printed tree of routes. */
export function pathsOf(app: App, method: 'GET' | 'POST'): string[] {
  const trail: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? []
      trail.length = indent.length / 4
      trail.push(part)
      return methods.split(', ').includes(method) ? [trail.join('')] : []
    })
}

/** The paths of pages. */
export const pagePathsOf = (app: App, method: 'GET' | 'POST'): string[] =>
  pathsOf(app, method).filter((path) => !elsewhere.test(path))
