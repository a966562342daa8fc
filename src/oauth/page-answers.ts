import type { FastifyReply, FastifyRequest } from 'fastify'
import { errorPage, type PageError } from '../pages/error.ts'
import { readCookies } from '../platform/cookies.ts'
import type { Answer } from './ask.ts'
import { ApplicationGone } from './interactions.ts'
import { OAuthError } from './oauth-error.ts'

/** What the library has answered for people to read: in place of a page, what went wrong. */
interface Told {
  readonly error?: unknown
  readonly error_description?: unknown
  readonly over?: unknown
}

/** The value of one cookie of a request. */
export const cookieIn = ({ headers }: FastifyRequest, name: string): string | undefined =>
  readCookies(headers.cookie)[name]

/** The query of a request, as it was sent. */
export const queryOf = ({ url }: FastifyRequest): string => {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/**
 * Sends what the library has answered to a browser: a redirect with its cookies as it is, anything else as a page.
 * Of the session's cookie it knows the value alone; when it ends is said by `startSession`.
 */
export function pass(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Answer,
  sessionCookie: string,
): FastifyReply {
  const cookies = [headers['set-cookie'] ?? []].flat()
  for (const cookie of cookies)
    if (!cookie.startsWith(`${sessionCookie}=`)) reply.header('Set-Cookie', cookie)
  if (typeof headers.location === 'string') return reply.redirect(headers.location, status)
  const told = read(body)
  if (told.over === true) return over(request, reply)
  const detail = [told.error, told.error_description].filter((part) => typeof part === 'string')
  return refuse(request, reply, 'application_request', detail.join(': '))
}

/** The step is over, or was begun in another browser: there is nothing here to go on with. */
export const over = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  refuse(request, reply, 'step_expired')

export function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  error: PageError,
  detail?: string,
): FastifyReply {
  request.log.info({ refused: error }, 'a page that tells of an error')
  return reply.code(400).send(errorPage(request.frame, { error, reference: request.id, detail }))
}

/** Shows what an application did wrong on a page; other errors are everybody's. */
export async function orRefuse(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof OAuthError)
      return refuse(request, reply, 'application_request', `${error.code}: ${error.message}`)
    if (error instanceof ApplicationGone)
      return refuse(request, reply, 'application_request', 'unauthorized_client')
    throw error
  }
}

function read(body: string): Told {
  const told: unknown = body === '' ? {} : JSON.parse(body)
  return typeof told === 'object' && told !== null ? told : {}
}
