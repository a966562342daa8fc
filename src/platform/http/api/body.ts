import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest, preParsingHookHandler } from 'fastify'
import type { TSchema } from 'typebox'
import { Refused, refusals } from '../../errors/refusals.ts'
import type { Message } from '../../i18n/catalogue.ts'
import { compileDraft } from '../../text/compile-draft.ts'
import type { ParsedBody } from '../../text/draft.ts'
import { InvalidJson, type JsonFault, parseJson } from '../../text/json.ts'
import type { App } from '../app.ts'
import { mergePatch, resourceTypes } from './negotiate.ts'
import { compileQuery } from './query.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON of the body before validation. Set only if the request has an Idempotency-Key. */
    sentBody: object | null
  }
}

/**
 * Adds strict parsing to a scope. Bodies are JSON and become drafts. Queries are parsed by their
 * schema. Types in bodies are never coerced.
 */
export function addStrictParsing(app: App): void {
  app.removeAllContentTypeParsers()
  app.decorateRequest('sentBody', null)
  beforeBody(app, ({ headers }, _reply, payload, done) => {
    const message = ['error.unsupported_media_type.encoding'] as const
    const refused = !isUncompressedUtf8(headers)
    done(refused ? new Refused(refusals.unsupported_media_type, { message }) : null, payload)
  })
  app.addContentTypeParser(
    [...resourceTypes, mergePatch],
    { parseAs: 'buffer' },
    async (request: FastifyRequest, bytes: Buffer) => {
      if (request.method !== 'PATCH' && request.mediaType === mergePatch)
        throw new Refused(refusals.unsupported_media_type)
      if (bytes.length === 0) return undefined
      const body = readBody(bytes)
      if (request.headers['idempotency-key'] !== undefined) request.sentBody = body.value
      return body
    },
  )
  app.setValidatorCompiler<TSchema>(({ schema, httpPart }) => {
    if (httpPart === 'body') {
      const validate = compileDraft(schema)
      const defaultBody = (schema as { default?: object }).default
      return (given: ParsedBody | null | undefined) => {
        const body = given ?? (defaultBody && { value: defaultBody, repeated: [] })
        return body
          ? { value: validate(body) }
          : { error: badBody('error.invalid_request_body.empty') }
      }
    }
    if (httpPart === 'querystring') {
      const read = compileQuery(schema)
      return (query) => {
        const { given, faults } = read(query)
        return faults.size === 0
          ? { value: given }
          : { error: new Refused(refusals.validation_failed, { faults }) }
      }
    }
    return (value) => ({ value })
  })
}

/**
 * Runs a hook before the body of each request whose method allows one. Reads do not pay for it.
 * Call it before routes are added.
 */
export function beforeBody(app: App, hook: preParsingHookHandler): void {
  app.addHook('onRoute', (route) => {
    if ([route.method].flat().some(mayHaveBody))
      route.preParsing = [route.preParsing ?? [], hook].flat()
  })
}

function readBody(bytes: Buffer): ParsedBody {
  try {
    const { value, repeated } = parseJson(bytes)
    if (typeof value === 'object' && value !== null && !Array.isArray(value))
      return { value, repeated }
  } catch (error) {
    throw error instanceof InvalidJson ? badBody(...messageOf(error.fault)) : error
  }
  throw badBody('error.invalid_request_body')
}

const badBody = (...message: Message): Refused =>
  new Refused(refusals.invalid_request_body, { message })

function messageOf(fault: JsonFault): Message {
  switch (fault.kind) {
    case 'encoding':
      return ['error.invalid_request_body.encoding']
    case 'depth':
      return ['error.invalid_request_body.depth', { max: fault.max }]
    case 'syntax':
      return ['error.invalid_request_body.syntax', { ...fault.position }]
  }
}

/** Whether requests with a method may have a body. The body of other requests is ignored. */
const mayHaveBody = (method: string): boolean =>
  method === 'POST' || method === 'PUT' || method === 'PATCH'

/** Whether a body, if there is one, is in UTF-8 and not compressed (RFC 9110, 15.5.16). */
function isUncompressedUtf8(headers: IncomingHttpHeaders): boolean {
  const coding = headers['content-encoding']?.toLowerCase() ?? 'identity'
  const charset = /;\s*charset="?([^";\s]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  return coding === 'identity' && charset.toLowerCase() === 'utf-8'
}
