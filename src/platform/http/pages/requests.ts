import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormRefusal } from './faults.ts'
import type { Frame } from './frame.ts'

/** A query parameter. Undefined if it is missing or repeated. */
export function queryParameter({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/**
 * The frame of a page that responds to a form. Its links to other languages lead to the form's
 * page.
 */
export const frameAt = ({ frame }: FastifyRequest, path: string): Frame => ({ ...frame, path })

/** Sets the status and the headers of a refused form. */
export const applyRefusal = (reply: FastifyReply, { status, headers }: FormRefusal): FastifyReply =>
  reply.code(status).headers(headers)

/** Responds to the script of a page. */
export const sendJson = (reply: FastifyReply, value: object): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(value))

/**
 * The configuration of routes that hash a password. They have more time, because hashing waits in a
 * queue with all other hashing.
 */
export const hashingConfig = { timeoutMs: 8_000 } as const
