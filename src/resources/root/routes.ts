import type { FastifyRequest } from 'fastify'
import { type Links, links, type Representation } from '../../platform/http/api/hal.ts'
import { linksSchema, ref, resourceSchema } from '../../platform/http/api/schema.ts'
import type { View } from '../../platform/http/api/view.ts'
import { operation } from '../../platform/http/openapi/operation.ts'
import type { App } from '../../platform/http/server.ts'

export interface RootDeps {
  readonly viewOf: (request: FastifyRequest) => View
}

export interface RootResource extends Representation {
  _links: Links
}

/** Where clients start: every other resource is found from here. */
export function rootResource({ language, baseUrl }: View): RootResource {
  return {
    _links: links(language, {
      self: baseUrl,
      user: `${baseUrl}/user`,
      addresses: `${baseUrl}/addresses`,
      paymentmethods: `${baseUrl}/paymentmethods`,
      countries: `${baseUrl}/countries`,
      // The names that clients of this interface start from.
      'viagogo:user': `${baseUrl}/user`,
      'viagogo:countries': `${baseUrl}/countries`,
    }),
  }
}

export const RootSchema = resourceSchema('Root', {
  _links: linksSchema(
    'self',
    'user',
    'addresses',
    'paymentmethods',
    'countries',
    'viagogo:user',
    'viagogo:countries',
  ),
})

export const rootRoutes =
  ({ viewOf }: RootDeps) =>
  async (app: App): Promise<void> => {
    app.get(
      // Where resources have no path before them, the router wants the slash.
      app.prefix === '' ? '/' : '',
      operation({
        id: 'getRoot',
        summary: 'Find every other resource',
        tag: 'Root',
        success: { status: 200, resource: ref('Root') },
      }),
      async (request) => rootResource(viewOf(request)),
    )
  }
