import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormFaults } from '../../platform/http/pages/fields.ts'
import {
  applyRefusal,
  frameAt,
  queryParameter,
  sendJson,
} from '../../platform/http/pages/requests.ts'
import { allowOrigins, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import { nameCard, startSetup } from '../../resources/payment-methods/custody/setups.ts'
import { creditCard } from '../../resources/payment-methods/kinds/credit-card.ts'
import { put } from '../../resources/payment-methods/wallet/put.ts'
import type { AccountDeps } from '../deps.ts'
import { readCard, readHostedCard } from './forms.ts'
import { hostedCardPage } from './hosted-card-page.ts'
import {
  cardConfigOf,
  cardPage,
  hostedFieldsOf,
  limitedWallet,
  namedAs,
  refusalOf,
  refusedForm,
  type Shown,
  takesCards,
  takesNumbers,
  vaultConfig,
  viewOf,
} from './method-form.ts'

export function cardRoutes(app: App, deps: AccountDeps, path: string): void {
  app.get(`${path}/card`, { config: vaultConfig }, async (request, reply) => {
    if (!takesCards(deps)) return reply.redirect(path, 303)
    const token = queryParameter(request, 'setup_intent')
    const returned = isSetup(token) ? await returnedWith(deps, request, token) : {}
    return newCardPage(deps, request, reply, { values: namedAs(request), ...returned })
  })
  app.post(`${path}/card`, { config: cardConfigOf(deps) }, async (request, reply) => {
    if (!takesCards(deps)) return reply.redirect(path, 303)
    const form = formOf(request)
    const draft = takesNumbers(deps) ? readCard(form) : readHostedCard(form)
    try {
      await put(limitedWallet(deps, request), creditCard, request.session.userId, { draft })
    } catch (error) {
      const shown = refusedForm(request, reply, error)
      const token = form.get('card_token')
      const isKept = isSetup(token) && !shown.faults?.has('card_token')
      return newCardPage(deps, request, reply, { ...shown, ...(isKept && { token }) })
    }
    return reply.redirect(`${path}?done=method_added`, 303)
  })
  // For the script of the page.
  app.post(`${path}/card/setup`, { config: vaultConfig }, async (request, reply) => {
    try {
      const wallet = limitedWallet(deps, request)
      const { clientSecret } = await startSetup(wallet, request.session.userId)
      return sendJson(reply, { client_secret: clientSecret })
    } catch (error) {
      const refusal = refusalOf(error)
      const [first] = refusal.faults.values()
      const message = first && say(request.frame.language, ...first)
      return sendJson(applyRefusal(reply, refusal), { message })
    }
  })
}

/** Whether a text looks like the id of a setup. */
const isSetup = (text: string | undefined): text is string => /^seti_\w{1,200}$/.test(text ?? '')

/** What the form shows to a user who comes back from confirming the card of a setup elsewhere. */
async function returnedWith(
  { wallet }: AccountDeps,
  { session }: FastifyRequest,
  token: string,
): Promise<{ readonly token: string } | { readonly faults: FormFaults }> {
  try {
    await nameCard(wallet, session.userId, { token })
    return { token }
  } catch (error) {
    return { faults: refusalOf(error).faults }
  }
}

async function newCardPage(
  deps: AccountDeps,
  request: FastifyRequest,
  reply: FastifyReply,
  { token, ...shown }: Shown & { readonly token?: string },
): Promise<string> {
  const hosted = hostedFieldsOf(deps)
  if (hosted === undefined) return cardPage(deps, request, shown)
  if (token === undefined) allowOrigins(reply, hosted.sources)
  const frame = frameAt(request, '/account/paymentmethods/card')
  return hostedCardPage(frame, {
    ...(await viewOf(deps, request, shown)),
    hosted,
    confirmed: token,
  })
}
