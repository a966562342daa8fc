import type { FastifyReply, FastifyRequest } from 'fastify'
import { findByEmail } from '../../identity/accounts/accounts.ts'
import { findAnyApplication } from '../../identity/applications/applications.ts'
import { findPendingSignUp } from '../../identity/email-links/links.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import { applyRefusal, formRefusal } from '../../platform/http/pages/form-route.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { mayBeEmail, readEmail } from '../../platform/text/email.ts'
import { findRecordsOfRequest } from '../../support/audit/audit.ts'
import type { AccountDeps } from '../deps.ts'
import { noFields } from './reason.ts'
import { requestPage, searchPage } from './search-pages.ts'
import { signUpPage } from './sign-up-routes.ts'

/** The ids of requests (RFC 9562). */
const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The most records of one request that the page shows. */
const maxRecords = 50

/**
 * The routes to find a user, an application or a request. A search is sent as a form, because what
 * people search for is personal data and does not belong in a URL.
 */
export function searchRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db } = deps
  const path = `${basePath(authUrl)}/operator`

  app.get(path, async (request) => {
    const done = queryParameter(request, 'done') === 'sign_up_sent' ? 'sign_up_sent' : undefined
    return searchPage(request.frame, { query: '', done })
  })

  app.post(path, async (request, reply) => {
    const query = formOf(request).get('query')?.trim() ?? ''
    const found = await findPlace(deps, query)
    if (found !== undefined) return reply.redirect(path + found, 303)
    return (await findSignUp(deps, request, query)) ?? nobody(request, reply, query)
  })

  app.get(`${path}/requests/:id`, async (request) => {
    const { id } = request.params as { id: string }
    if (!uuid.test(id)) throw new Refused(refusals.not_found)
    const records = await findRecordsOfRequest(db, id, maxRecords)
    return requestPage(request.frame, { id: id.toLowerCase(), records })
  })
}

/** The page of what an operator searches for, below `/operator`. */
async function findPlace({ db }: AccountDeps, query: string): Promise<string | undefined> {
  if (uuid.test(query)) return `/requests/${query.toLowerCase()}`
  if (query.includes('@')) {
    const id = mayBeEmail(readEmail(query)) ? await findByEmail(db, query) : undefined
    return id === undefined ? undefined : `/users/${id}`
  }
  const id = readId(query)
  if (id !== 0) return `/users/${id}`
  const application = await findAnyApplication(db, query)
  return application === null ? undefined : `/applications/${application.clientId}`
}

/** The page of a sign-up with this email address that nobody has confirmed. */
async function findSignUp(
  { db, credentials }: AccountDeps,
  { frame }: FastifyRequest,
  query: string,
): Promise<string | undefined> {
  if (!mayBeEmail(readEmail(query))) return undefined
  const pending = await findPendingSignUp(db, credentials, query)
  return pending && signUpPage(frame, { ...noFields, email: pending.email })
}

function nobody(request: FastifyRequest, reply: FastifyReply, query: string): string {
  const refusal = formRefusal([['query', ['page.error.nobody']]])
  applyRefusal(reply, refusal)
  return searchPage(request.frame, { query, faults: refusal.faults })
}
