import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RefusalPage, Refused } from '../../../platform/errors/refusals.ts'
import { readCookies } from '../../../platform/http/cookies.ts'
import {
  type ApplicationStart,
  type ErrorView,
  errorPage,
} from '../../../platform/http/pages/error.ts'
import type { Answer } from './ask.ts'

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

/** Finds the application that an error page leads back to. */
export type FindStart = () => Promise<ApplicationStart | undefined>

const noApplication: FindStart = async () => undefined

/**
 * Sends the library's answer to a browser: a redirect and its cookies unchanged, anything else as a page. Cookies that
 * Foyer sets itself are left out.
 * @param options.own what the headers of those cookies begin with
 */
export async function pass(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: Answer,
  { own, application = noApplication }: { own: readonly string[]; application?: FindStart },
): Promise<FastifyReply> {
  const cookies = [headers['set-cookie'] ?? []].flat()
  for (const cookie of cookies)
    if (!own.some((start) => cookie.startsWith(start))) reply.header('Set-Cookie', cookie)
  if (typeof headers.location === 'string') return reply.redirect(headers.location, status)
  const told = read(body)
  if (told.over === true) return over(request, reply, application)
  const mistake = [told.error, told.error_description].filter((part) => typeof part === 'string')
  const view = { mistake: mistake.join(': '), application: await application() }
  return refuse(request, reply, 'application_request', view)
}

/** The step is over, or was begun in another browser: there is nothing here to go on with. */
export const over = async (
  request: FastifyRequest,
  reply: FastifyReply,
  application: FindStart,
): Promise<FastifyReply> =>
  refuse(request, reply, 'step_expired', { application: await application() })

function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  error: RefusalPage,
  view: Pick<ErrorView, 'mistake' | 'application'>,
): FastifyReply {
  request.log.info({ refused: error }, 'an error page was shown')
  return reply.code(400).send(errorPage(request.frame, { error, reference: request.id, ...view }))
}

/** Shows what an application did wrong on a page; other errors are everybody's. */
export async function orRefuse(
  request: FastifyRequest,
  reply: FastifyReply,
  work: () => Promise<FastifyReply>,
  application: FindStart = noApplication,
): Promise<FastifyReply> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof Refused) || error.refusal.page !== 'application_request') throw error
    const view = { mistake: error.details.mistake, application: await application() }
    return refuse(request, reply, 'application_request', view)
  }
}

function read(body: string): Told {
  const told: unknown = body === '' ? {} : JSON.parse(body)
  return typeof told === 'object' && told !== null ? told : {}
}
