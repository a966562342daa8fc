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

/** The resource where clients start. Its links lead to every other resource. */
export function rootResource({ language, baseUrl }: View): RootResource {
  return {
    _links: links(language, {
      self: baseUrl,
      user: `${baseUrl}/user`,
      addresses: `${baseUrl}/addresses`,
      paymentmethods: `${baseUrl}/paymentmethods`,
      countries: `${baseUrl}/countries`,
      webhooks: `${baseUrl}/webhooks`,
      // Relation names that existing clients of this interface use.
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
    'webhooks',
    'viagogo:user',
    'viagogo:countries',
  ),
})

export const rootRoutes =
  ({ viewOf }: RootDeps) =>
  async (app: App): Promise<void> => {
    app.get(
      // If the resources have no path prefix, the router requires the slash.
      app.prefix === '' ? '/' : '',
      operation({
        id: 'getRoot',
        summary: 'Find every other resource',
        description:
          'The starting point: it links to everything else. Follow its links instead of building ' +
          'URLs. No token is needed.',
        tag: 'Root',
        success: { status: 200, resource: ref('Root') },
      }),
      async (request) => rootResource(viewOf(request)),
    )
  }
