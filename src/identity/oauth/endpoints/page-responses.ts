import type { FastifyReply, FastifyRequest } from 'fastify'
import { type RefusalPage, Refused } from '../../../platform/errors/refusals.ts'
import { readCookies } from '../../../platform/http/cookies.ts'
import {
  type ApplicationStart,
  type ErrorView,
  errorPage,
} from '../../../platform/http/pages/error.ts'
import type { ProviderResponse } from './call-provider.ts'
import { type FormPost, formPostPage } from './form-post-page.ts'

/** The body of the library's response to a browser, in place of a page: what went wrong. */
interface ErrorBody {
  readonly error?: unknown
  readonly error_description?: unknown
  /** The form that takes the response to the application. */
  readonly form?: FormPost
  /** Whether the step is over. */
  readonly isOver?: unknown
}

/** The value of one cookie of a request. */
export const cookieIn = ({ headers }: FastifyRequest, name: string): string | undefined =>
  readCookies(headers.cookie)[name]

/** The query of a request, not decoded. */
export const queryOf = ({ url }: FastifyRequest): string => {
  const mark = url.indexOf('?')
  return mark === -1 ? '' : url.slice(mark + 1)
}

/** Finds the application that an error page leads back to. */
export type FindStart = () => Promise<ApplicationStart | undefined>

const noApplication: FindStart = async () => undefined

/**
 * Sends the library's response to a browser. Redirects and cookies stay as they are. A form becomes
 * a page that sends it, and everything else an error page. Cookies that this service sets itself are left out.
 * @param options.own the beginnings of the `Set-Cookie` headers that are left out
 */
export async function sendToBrowser(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, headers, body }: ProviderResponse,
  { own, application = noApplication }: { own: readonly string[]; application?: FindStart },
): Promise<FastifyReply> {
  const cookies = [headers['set-cookie'] ?? []].flat()
  for (const cookie of cookies)
    if (!own.some((start) => cookie.startsWith(start))) reply.header('Set-Cookie', cookie)
  if (typeof headers.location === 'string') return reply.redirect(headers.location, status)
  const { form, isOver, error, error_description } = readBody(body)
  if (form !== undefined) return reply.send(formPostPage(request.frame, form))
  if (isOver === true) return sendStepExpired(request, reply, application)
  const mistake = [error, error_description].filter((part) => typeof part === 'string')
  const view = { mistake: mistake.join(': '), application: await application() }
  return refuse(request, reply, 'application_request', view)
}

/**
 * Shows that the step is over, or was started in another browser, so that the user cannot continue
 * here.
 */
export const sendStepExpired = async (
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

/**
 * Runs `work`. If the application made a mistake, shows it on a page. Other errors are thrown on.
 */
export async function withApplicationErrors(
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

function readBody(body: string): ErrorBody {
  const parsed: unknown = body === '' ? {} : JSON.parse(body)
  return typeof parsed === 'object' && parsed !== null ? parsed : {}
}
