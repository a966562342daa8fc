import type { FastifyRequest } from 'fastify'
import {
  type LinkedIdentity,
  listIdentities,
  unlinkIdentity,
} from '../../identity/sign-in/providers/identities.ts'
import { type NamedProvider, startForm } from '../../identity/sign-in/providers/pages.ts'
import { openVisits } from '../../identity/sign-in/visits.ts'
import { form } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { html } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { frameAt, queryParameter } from '../../platform/http/pages/requests.ts'
import { formOf, mayRedirectAway } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { AccountDeps } from '../deps.ts'

/** The routes to add and remove accounts at providers. They need a fresh proof. */
export function identityRoutes(app: App, deps: AccountDeps, path: string): void {
  const { providers } = deps
  const visits = openVisits(deps)

  app.get(`${path}/providers/add`, async (request, reply) => {
    const id = queryParameter(request, 'provider')
    const provider = providers.find((one) => one.id === id)
    if (provider === undefined) return reply.redirect(path, 303)
    mayRedirectAway(reply)
    const here = `/account/security/providers/add?provider=${provider.id}`
    return addProviderPage(frameAt(request, here), provider)
  })

  const identityOf = async (request: FastifyRequest, issuer: string | undefined) =>
    (await listIdentities(deps, request.session.userId)).find((one) => one.issuer === issuer)

  app.get(`${path}/providers/remove`, async (request, reply) => {
    const identity = await identityOf(request, queryParameter(request, 'issuer'))
    if (identity === undefined) return reply.redirect(path, 303)
    const query = new URLSearchParams({ issuer: identity.issuer })
    const frame = frameAt(request, `/account/security/providers/remove?${query}`)
    return removeIdentityPage(frame, identity)
  })

  app.post(`${path}/providers/remove`, async (request, reply) => {
    const { userId } = request.session
    const issuer = formOf(request).get('issuer') ?? ''
    await unlinkIdentity(deps, { userId, issuer, from: visits.from(request) })
    return reply.redirect(`${path}?done=provider_removed`, 303)
  })
}

export interface IdentitiesView {
  readonly identities: readonly LinkedIdentity[]
  /** The providers that the user can add. */
  readonly addable: readonly NamedProvider[]
}

/** The accounts at providers, with links to add and remove them. Empty if there are none at all. */
export function identitiesSection(frame: Frame, { identities, addable }: IdentitiesView) {
  const { language, base } = frame
  if (identities.length + addable.length === 0) return undefined
  const path = `${base}/account/security/providers`
  const add = addable.map(({ id, name }) => {
    const action = say(language, 'page.button.provider_add', { provider: name })
    return html`<a class="button quiet" href="${path}/add?provider=${id}">${action}</a>`
  })
  const text = identities.length > 0 ? 'page.text.identities' : 'page.text.no_identities'
  return html`<section class="card row" aria-labelledby="identities-title">
<div><h2 id="identities-title">${say(language, 'page.name.identities')}</h2>
<p class="hint">${say(language, text)}</p></div>
<div class="buttons">${add}</div>
${
  identities.length > 0 &&
  html`<ul class="cards">${identities.map((identity) => identityItem(frame, identity, path))}</ul>`
}
</section>`
}

function identityItem(frame: Frame, identity: LinkedIdentity, path: string) {
  const { language } = frame
  const { issuer, name, email, linkedAt, usedAt } = identity
  const label = say(language, 'page.label.identity_remove', { provider: name })
  const action = say(language, 'page.button.passkey_remove')
  const href = `${path}/remove?${new URLSearchParams({ issuer })}`
  return html`<li><h3>${name}</h3>
<p>${email}</p>
<dl class="facts"><div><dt>${say(language, 'page.label.added')}</dt> <dd>${time(frame, linkedAt)}</dd></div>
${usedAt && html`<div><dt>${say(language, 'page.label.last_used')}</dt> <dd>${time(frame, usedAt)}</dd></div>`}</dl>
<div class="buttons"><a class="button quiet danger" href="${href}" aria-label="${label}">${action}</a></div></li>`
}

/** Sends a signed-in user to a provider, to add it to the account. */
function addProviderPage(frame: Frame, provider: NamedProvider): string {
  const { language, base } = frame
  const named = { provider: provider.name }
  const content = html`<p>${say(language, 'page.text.provider_add', named)}</p>
${startForm(frame, provider, { connects: true })}
<p><a href="${base}/account/security">${say(language, 'page.link.cancel')}</a></p>`
  const title = say(language, 'page.button.provider_add', named)
  return layout(frame, { title, content, account: 'security' })
}

/** Asks whether to remove an account at a provider. */
function removeIdentityPage(frame: Frame, { issuer, name }: LinkedIdentity): string {
  const { language, base } = frame
  const named = { provider: name }
  const action = say(language, 'page.button.passkey_remove')
  const buttons = html`<div class="buttons"><button class="danger">${action}</button>
<a class="button quiet" href="${base}/account/security">${say(language, 'page.link.cancel')}</a></div>`
  const content = html`<p>${say(language, 'page.text.identity_remove', named)}</p>
${form(frame, `${base}/account/security/providers/remove`, buttons, { hidden: { issuer } })}`
  const title = say(language, 'page.label.identity_remove', named)
  return layout(frame, { title, content, account: 'security' })
}
