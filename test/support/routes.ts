import type { Foyer } from './foyer.ts'

/** A route of the service, with the names of its parameters in the path. */
export interface Route {
  readonly method: string
  readonly path: string
}

/** Returns all routes of the service, read from Fastify’s printed tree. */
export function routesOf(app: Foyer['app']): Route[] {
  const trail: string[] = []
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap((line) => {
      const [, indent = '', part = '', methods = ''] =
        /^((?:[│ ] {3})*)[├└]── (\S*)(?: \((.*)\))?/.exec(line) ?? []
      trail.length = indent.length / 4
      trail.push(part)
      // The tree leaves out the slash before a wildcard.
      const path = trail.join('').replace(/(?<!\/)\*$/, '/*')
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [{ method, path }]))
    })
}

/** Paths of endpoints that are not pages. */
const elsewhere =
  /^\/(?:v2|oauth2|processor|userinfo|openapi|\.well-known|assets|docs|logos|live|ready|metrics)\b/

/** The paths below the issuer that accept a method. */
export const pathsOf = (app: Foyer['app'], wanted: 'GET' | 'POST'): string[] =>
  routesOf(app).flatMap(({ method, path }) => (method === wanted ? [path] : []))

/** The paths of pages. */
export const pagePathsOf = (app: Foyer['app'], method: 'GET' | 'POST'): string[] =>
  pathsOf(app, method).filter((path) => !elsewhere.test(path))
