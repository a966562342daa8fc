import { corsHeaders, trackMethods } from '../../../../platform/http/api/resources.ts'
import type { App } from '../../../../platform/http/server.ts'
import { isScope, isUserScope, type Scope, scopes } from '../../../applications/scopes.ts'
import { proofAlgorithms } from '../../proofs/challenge.ts'

/** What the metadata of the interface, as a protected resource, says. */
export interface ProtectedResourceDeps {
  /** The URL of the root resource, without a trailing slash. It is the resource identifier. */
  readonly baseUrl: string
  /** The issuer whose tokens the interface accepts. */
  readonly authUrl: string
  readonly serviceName: string
  /** Where the documentation is. Undefined if the service has none. */
  readonly docsUrl: string | undefined
}

/**
 * The URL of the metadata of a protected resource (RFC 9728, 3.1): the well-known part is between
 * the host and the path.
 */
export function resourceMetadataUrl(resource: string): string {
  const { origin, pathname } = new URL(resource)
  return `${origin}/.well-known/oauth-protected-resource${pathname.replace(/\/$/, '')}`
}

/**
 * Serves the metadata of the interface (RFC 9728, 2), from which clients learn where to get tokens.
 * The scopes are those of the routes that are registered after this call.
 */
export function describeProtectedResource(
  app: App,
  { baseUrl, authUrl, serviceName, docsUrl }: ProtectedResourceDeps,
): void {
  const used = new Set<Scope>()
  app.addHook('onRoute', ({ config }) => {
    const scope = config?.scope
    // A scope of the marketplace's own services cannot be requested for a user.
    if (scope !== undefined && isScope(scope) && isUserScope(scope)) used.add(scope)
  })
  app.register(async (own: App) => {
    const complete = trackMethods(own)
    own.get(new URL(resourceMetadataUrl(baseUrl)).pathname, async (_request, reply) =>
      reply
        .type('application/json; charset=utf-8')
        .headers({ ...corsHeaders, 'Cache-Control': 'public, max-age=60' })
        .send(
          JSON.stringify({
            resource: baseUrl,
            resource_name: serviceName,
            authorization_servers: [authUrl],
            scopes_supported: scopes.filter((scope) => used.has(scope)),
            bearer_methods_supported: ['header'],
            dpop_signing_alg_values_supported: proofAlgorithms,
            ...(docsUrl !== undefined && { resource_documentation: docsUrl }),
          }),
        ),
    )
    complete()
  })
}
