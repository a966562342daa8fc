import { type Refusal, refusals } from '../../errors/refusals.ts'
import { mergePatch } from '../api/negotiate.ts'
import type { App } from '../server.ts'
import type { OperationObject } from './objects.ts'
import { refusalResponses } from './responses.ts'

type Json = string | number | boolean | null | Json[] | { [name: string]: Json }

/** The parts of an OpenAPI document that come from the routes. */
export interface DocumentParts {
  /** Every possible refusal of the operations, and those of HTTP itself. */
  readonly refusals: readonly Refusal[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Json>>>>
  /** Components by name: every schema that has an `$id`. */
  readonly schemas: Readonly<Record<string, Json>>
}

/**
 * Collects the operations of all routes that are registered after this call. Returns a function
 * that makes the parts of a document for the server at `baseUrl`. Call it after the last route.
 */
export function gatherOperations(app: App, baseUrl: string): () => DocumentParts {
  const operations: { method: string; url: string; operation: OperationObject }[] = []
  app.addHook('onRoute', ({ method, url, config }) => {
    const { operationObject: operation } = config ?? {}
    // Fastify adds a HEAD route to every GET route. It is not a separate operation.
    if (operation === undefined || method === 'HEAD') return
    for (const name of [method].flat()) operations.push({ method: name, url, operation })
  })
  return () => {
    const known = [
      ...Object.values(refusals),
      ...operations.flatMap(({ operation }) => operation.refusals ?? []),
    ]
    const all = [...new Set(known)].toSorted((a, b) => a.status - b.status)
    const schemas: Record<string, Json> = {}
    for (const schema of Object.values(app.getSchemas())) toJson(schema, schemas)
    const paths: Record<string, Record<string, Json>> = {}
    for (const { method, url, operation } of operations) {
      const { server, refusals = [], responses, ...rest } = operation
      const complete = {
        ...rest,
        ...(method === 'PATCH' && rest.requestBody && withMergePatch(rest.requestBody)),
        responses: { ...responses, ...refusalResponses(refusals, all) },
      }
      const path = templateOf(url, server ?? baseUrl)
      paths[path] ??= server === undefined ? {} : { servers: [{ url: server }] }
      paths[path][method.toLowerCase()] = toJson(complete, schemas)
    }
    return { refusals: all, paths, schemas }
  }
}

/** The body of a PATCH, which may also be called a merge patch. */
function withMergePatch({ content, ...rest }: NonNullable<OperationObject['requestBody']>) {
  const [resource] = Object.values(content)
  return { requestBody: { ...rest, content: { ...content, [mergePatch]: resource } } }
}

/** The path of a route below a server, with parameters in braces. */
function templateOf(url: string, server: string): string {
  const base = new URL(server).pathname.replace(/\/$/, '')
  const path = url.startsWith(base) ? url.slice(base.length) : url
  return path === '' ? '/' : path.replace(/:(\w+)/g, '{$1}')
}

/**
 * Converts a value with schemas to plain JSON. A schema with an `$id` moves to the components, and
 * a reference replaces it. `ref('Address')` refers to it there.
 */
export function toJson(value: unknown, schemas: Record<string, Json>): Json {
  if (typeof value !== 'object' || value === null) return value as Json
  if (Array.isArray(value)) return value.map((item) => toJson(item, schemas))
  const { $id, ...rest } = value as { $id?: unknown }
  const entries = Object.entries(rest).filter(([, item]) => item !== undefined)
  const made = Object.fromEntries(
    entries.map(([name, item]) => [
      name,
      name === '$ref' ? localReference(String(item)) : toJson(item, schemas),
    ]),
  )
  if (typeof $id !== 'string') return made
  schemas[$id] = made
  return { $ref: `#/components/schemas/${$id}` }
}

const localReference = (reference: string): string =>
  reference.startsWith('#') ? reference : `#/components/schemas/${reference.replace(/#$/, '')}`
