import type { FastifyRequest } from 'fastify'
import { findAnyApplication } from '../../identity/applications/applications.ts'
import { findByEmail } from '../../identity/users/accounts/accounts.ts'
import { findPendingSignUp } from '../../identity/users/email-links/links.ts'
import { Refused, refusals } from '../../platform/errors/refusals.ts'
import { readId } from '../../platform/http/api/query.ts'
import {
  type FormFaults,
  field,
  form,
  noFaults,
  notice,
  summary,
} from '../../platform/http/pages/fields.ts'
import { formRoute, refuseForm } from '../../platform/http/pages/form-route.ts'
import type { Form } from '../../platform/http/pages/forms.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { mayBeEmail, readEmail } from '../../platform/text/email.ts'
import { findRecordsOfRequest } from '../../support/audit/audit.ts'
import type { AccountDeps } from '../deps.ts'
import { activityText } from './activity.ts'
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

  formRoute(app, path, {
    page(request, _reply, sent) {
      const done = queryParameter(request, 'done') === 'sign_up_sent' ? 'sign_up_sent' : undefined
      const query = sent ? queryIn(sent.form) : ''
      return searchPage(request.frame, { query, done, ...sent })
    },
    async operation(request, reply, form) {
      const query = queryIn(form)
      const found = await findPlace(deps, query)
      if (found !== undefined) return reply.redirect(path + found, 303)
      const signUp = await findSignUp(deps, request, query)
      return signUp ?? refuseForm([['query', ['page.error.nobody']]])
    },
  })

  app.get(`${path}/requests/:id`, async (request) => {
    const { id } = request.params as { id: string }
    if (!uuid.test(id)) throw new Refused(refusals.not_found)
    const records = await findRecordsOfRequest(db, id, maxRecords)
    return requestPage(request.frame, { id: id.toLowerCase(), records })
  })
}

const queryIn = (form: Form): string => form.get('query')?.trim() ?? ''

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
  request: FastifyRequest,
  query: string,
): Promise<string | undefined> {
  if (!mayBeEmail(readEmail(query))) return undefined
  const pending = await findPendingSignUp(db, credentials, query)
  const form = new Map([['email', pending?.email ?? '']])
  return pending && signUpPage(frameAt(request, '/operator'), { form, faults: noFaults })
}

interface SearchView {
  readonly query: string
  readonly faults?: FormFaults
  readonly done?: 'sign_up_sent' | undefined
}

/** Asks whom or what to find. */
function searchPage(frame: Frame, { query, faults = noFaults, done }: SearchView): string {
  const { language, base } = frame
  const input = field(
    language,
    {
      name: 'query',
      label: say(language, 'page.label.find'),
      hint: say(language, 'page.text.find_hint'),
      autocomplete: 'off',
      value: query,
      required: true,
      autofocus: true,
    },
    faults,
  )
  const button = say(language, 'page.button.find')
  const content = html`${summary(language, faults)}
${notice(done && say(language, `page.text.${done}`))}
${form(frame, `${base}/operator`, html`${input}<div class="buttons"><button>${button}</button></div>`)}`
  const title = say(language, 'page.title.operator')
  return layout(frame, { title, content, isError: faults.size > 0, account: 'operator' })
}

type RequestRecord = Awaited<ReturnType<typeof findRecordsOfRequest>>[number]

/** Tells what a request did, with links to the users whom it concerned. */
function requestPage(
  frame: Frame,
  { id, records }: { readonly id: string; readonly records: readonly RequestRecord[] },
): string {
  const { language, base } = frame
  const items = records.map(({ user_id: userId, action, at }) => {
    const label = say(language, 'page.title.operator_user', { id: userId })
    const user = userId > 0 && html` – <a href="${base}/operator/users/${userId}">${label}</a>`
    return html`<li><p>${activityText(language, action)}${user}</p>
<p class="hint">${time(frame, new Date(at))}</p></li>`
  })
  const content = html`<p><code>${id}</code></p>
${
  items.length > 0
    ? html`<ul class="scopes plain">${items}</ul>`
    : html`<p>${say(language, 'page.text.no_records')}</p>`
}
<p><a href="${base}/operator">${say(language, 'page.title.operator')}</a></p>`
  const title = say(language, 'page.title.operator_request')
  return layout(frame, { title, content, account: 'operator' })
}
