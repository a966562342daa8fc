import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormRefusal } from './faults.ts'
import type { Frame } from './frame.ts'

/** A parameter of the query that is there once; undefined for what is repeated. */
export function queryParameter({ query }: FastifyRequest, name: string): string | undefined {
  const value = (query as Readonly<Record<string, unknown>>)[name]
  return typeof value === 'string' ? value : undefined
}

/** The frame of a page that answers a form: it is had in other languages where the form was. */
export const frameAt = ({ frame }: FastifyRequest, path: string): Frame => ({ ...frame, path })

/** Sets how a refusal is told over HTTP. */
export const applyRefusal = (reply: FastifyReply, { status, headers }: FormRefusal): FastifyReply =>
  reply.code(status).headers(headers)

/** Answers the script of a page. */
export const sendJson = (reply: FastifyReply, value: object): FastifyReply =>
  reply.type('application/json; charset=utf-8').send(JSON.stringify(value))

/** Of routes that hash a password, one after the other with all others that do: they wait for more than the database. */
export const hashingConfig = { timeoutMs: 8_000 } as const
