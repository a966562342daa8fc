import type { Foyer } from './foyer.ts'

/** A route of the service, with the names of its parameters in the path. */
export interface Route {
  readonly method: string
  readonly path: string
}

/** All routes of the service, read from Fastify’s printed tree. */
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
      const path = trail.join('')
      return methods.split(', ').flatMap((method) => (method === '' ? [] : [{ method, path }]))
    })
}
