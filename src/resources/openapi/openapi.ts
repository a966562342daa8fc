import { corsHeaders, trackMethods } from '../../platform/http/api/resources.ts'
import { gatherOperations } from '../../platform/http/openapi/document.ts'
import type { App } from '../../platform/http/server.ts'
import type { DocumentSettings } from './document.ts'

export interface DocumentDeps extends DocumentSettings {
  /** Makes an example of each resource and body, by the name of its schema. */
  examples(): Promise<Readonly<Record<string, unknown>>>
}

/**
 * Gathers the routes that are registered after this call into an OpenAPI 3.1 document. Returns a
 * function that serves the document at a path, without authentication. What only the document needs
 * is loaded with the first request for it.
 */
export function describeRoutes(app: App, deps: DocumentDeps): (path: string) => void {
  const gather = gatherOperations(app, deps.baseUrl)
  const write = async () => {
    const { documentOf } = await import('./document.ts')
    return JSON.stringify(documentOf(gather(), deps, await deps.examples()))
  }
  let text: Promise<string> | undefined
  return (path) =>
    void app.register(async (own: App) => {
      const complete = trackMethods(own)
      own.get(path, async (_request, reply) => {
        text ??= write().catch((error) => {
          text = undefined
          throw error
        })
        return reply
          .type('application/json; charset=utf-8')
          .headers({ ...corsHeaders, 'Cache-Control': 'no-cache' })
          .send(await text)
      })
      complete()
    })
}
