import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FormFaults } from '../../platform/http/pages/fields.ts'
import { applyRefusal, formRefusalOf } from '../../platform/http/pages/form-route.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html } from '../../platform/http/pages/html.ts'
import { frameAt, queryParameter, sendJson } from '../../platform/http/pages/requests.ts'
import { allowOrigins, formOf } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { say } from '../../platform/i18n/catalogue.ts'
import type { HostedFields } from '../../processor/vault.ts'
import { nameCard, startSetup } from '../../resources/payment-methods/custody/setups.ts'
import { creditCard } from '../../resources/payment-methods/kinds/credit-card.ts'
import { put } from '../../resources/payment-methods/wallet/put.ts'
import type { AccountDeps } from '../deps.ts'
import { billingOptions, cardForm, formPage, type MethodFormView } from './form-pages.ts'
import {
  asRefused,
  cardConfigOf,
  cardPage,
  hostedFieldsOf,
  limitedWallet,
  namedAs,
  readCard,
  type Shown,
  takesCards,
  vaultConfig,
  viewOf,
} from './method-form.ts'

/**
 * The routes to add a card. They are no `formRoute`: the page also asks the vault, if the user comes
 * back from confirming a card, and so has more time.
 */
export function cardRoutes(app: App, deps: AccountDeps, path: string): void {
  app.get(`${path}/card`, { config: vaultConfig }, async (request, reply) => {
    if (!takesCards(deps)) return reply.redirect(path, 303)
    const token = queryParameter(request, 'setup_intent')
    const returned = isSetup(token) ? await returnedWith(deps, request, token) : {}
    return newCardPage(deps, request, reply, { ...cardForm.fill(namedAs(request)), ...returned })
  })
  app.post(`${path}/card`, { config: cardConfigOf(deps) }, async (request, reply) => {
    if (!takesCards(deps)) return reply.redirect(path, 303)
    const form = formOf(request)
    try {
      const draft = readCard(deps, form)
      await put(limitedWallet(deps, request), creditCard, request.session.userId, { draft })
    } catch (error) {
      const refusal = formRefusalOf(asRefused(error))
      applyRefusal(reply, refusal)
      const token = form.get('card_token')
      const isKept = isSetup(token) && !refusal.faults.has('card_token')
      const shown = { form, faults: refusal.faults, ...(isKept && { token }) }
      return newCardPage(deps, request, reply, shown)
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
      const refusal = formRefusalOf(asRefused(error))
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
    return { faults: formRefusalOf(asRefused(error)).faults }
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

interface HostedCardView extends MethodFormView {
  readonly hosted: HostedFields
  /** The setup in which the user has confirmed the card, if that is done. */
  readonly confirmed: string | undefined
}

/**
 * The form of a card with the processor's own fields, which need a script. When the card is
 * confirmed, the rest of the form works without one.
 */
function hostedCardPage(frame: Frame, shown: HostedCardView): string {
  const { language } = frame
  const view = cardForm.named(language, shown)
  const { confirmed, hosted, faults } = view
  const ask = cardForm.fields(language, view)
  const fields = html`${ask('full_name')}
${confirmed === undefined ? cardFields(frame, faults) : html`<p>${say(language, 'page.text.card_confirmed')}</p>`}
${ask('billing_address_id', billingOptions(frame, view))}
${ask('default_buyer_method')}
${confirmed === undefined && html`<p role="status" data-card-status hidden></p>`}`
  const title = say(language, 'page.button.card_add')
  const page = { title, below: 'card', fields, faults, hidden: { card_token: confirmed ?? '' } }
  if (confirmed !== undefined) return formPage(frame, page)
  const around = (form: Html) => hostedSection(frame, hosted, form)
  return formPage(frame, { ...page, around, processorScript: hosted.script })
}

function cardFields({ language }: Frame, faults: FormFaults): Html {
  const wrong = faults.get('card_token')
  const title = say(language, 'page.label.card_fields')
  return html`<div class="field" role="group" id="card_token" tabindex="-1"
 aria-labelledby="card-fields"><strong id="card-fields">${title}</strong>
<div data-card-element></div>
${wrong && html`<p class="fault" id="card_token-fault">${say(language, ...wrong)}</p>`}
<p class="fault" role="alert" tabindex="-1" data-card-fault hidden></p>
<p class="hint">${say(language, 'page.text.card_hosted')}</p></div>`
}

/** The form is hidden until the script shows the fields. Until then the page explains itself. */
const hostedSection = ({ language }: Frame, { publishableKey }: HostedFields, form: Html): Html =>
  html`<p data-card-missing>${say(language, 'page.text.card_script')}</p>
<div hidden data-card-fields data-key="${publishableKey}"
 data-failed="${say(language, 'page.text.card_fields_failed')}"
 data-unavailable="${say(language, 'page.error.vault')}"
 data-confirming="${say(language, 'page.text.card_confirming')}">
${form}
</div>`
