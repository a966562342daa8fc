import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refused, refusals } from '../../errors/refusals.ts'
import { namesMediaType } from '../api/negotiate.ts'
import { apiNotFoundHandler } from '../errors.ts'
import { basePath, errorPageHandler, type PageDeps } from './scope.ts'

/**
 * Makes the handler for paths without a route. Browsers get a page below the issuer, and a redirect
 * to the account at the issuer itself. Programs get the error of the interface.
 */
export function notFoundHandler(options: PageDeps, baseUrl: string) {
  const answerNotFound = apiNotFoundHandler(baseUrl)
  const base = basePath(options.authUrl)
  const showError = errorPageHandler(options)
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const { method, headers, url } = request
    const [path = ''] = url.split('?')
    const isRead = method === 'GET' || method === 'HEAD'
    const isBelowIssuer = path === base || path.startsWith(`${base}/`)
    if (!isRead || !isBelowIssuer || !namesMediaType(headers.accept, ['text/html']))
      answerNotFound(request, reply)
    else if (path.slice(base.length).replace('/', '') === '')
      reply.header('Cache-Control', 'no-store').redirect(`${base}/account`, 303)
    else showError(new Refused(refusals.not_found), request, reply)
  }
}
