import { listConnections } from '../identity/oauth/consents/connections.ts'
import { type Erasure, findErasure } from '../identity/privacy/erasure.ts'
import { findPendingEmail } from '../identity/users/accounts/new-email.ts'
import { type Factors, findFactors } from '../identity/users/second-factors/second-factors.ts'
import { listSessions } from '../identity/users/sessions/sessions.ts'
import type { Frame } from '../platform/http/pages/frame.ts'
import { type Html, html } from '../platform/http/pages/html.ts'
import { type AccountPage, layout } from '../platform/http/pages/layout.ts'
import { timeToCome } from '../platform/http/pages/parts/time.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { say } from '../platform/i18n/catalogue.ts'
import {
  findMethodsAndAddresses,
  type PaymentMethod,
} from '../resources/payment-methods/payment-methods.ts'
import { findOwnProfile } from '../resources/user/own-profile.ts'
import type { AccountDeps } from './deps.ts'
import { nameOf } from './payment-methods/names.ts'
import { isUnproved } from './payment-methods/pages.ts'

/** The first page of the account. */
export function overviewRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db, clock, credentials, privacy, wallet } = deps
  app.get(`${basePath(authUrl)}/account`, async (request) => {
    const { userId } = request.session
    const [{ methods, addresses }, factors, sessions, connections] = await Promise.all([
      findMethodsAndAddresses(db, userId, clock.now(), wallet.vault.name),
      findFactors(db, userId),
      listSessions(db, userId),
      listConnections(db, userId),
    ])
    const [erasure, profile, pendingEmail] = await Promise.all([
      findErasure(privacy, userId),
      findOwnProfile(db, userId),
      findPendingEmail(credentials, userId),
    ])
    return overviewPage(request.frame, {
      addresses: addresses.length,
      methods,
      factors,
      sessions: sessions.length,
      applications: connections.length,
      erasure,
      isEmailConfirmed: profile.email_confirmed,
      pendingEmail,
    })
  })
}

interface OverviewView {
  /** The number of addresses. */
  readonly addresses: number
  readonly methods: readonly PaymentMethod[]
  readonly factors: Pick<Factors, 'required' | 'recoveryCodes'>
  /** The number of sessions. */
  readonly sessions: number
  /** The number of connected applications. */
  readonly applications: number
  /** The planned erasure of the account, if any. */
  readonly erasure: Erasure | undefined
  readonly isEmailConfirmed: boolean
  /** The address that the user asked for and has not confirmed yet. */
  readonly pendingEmail: string | undefined
}

/** Greets the user, tells what needs attention, and leads to the parts of the account. */
function overviewPage(frame: Frame, view: OverviewView): string {
  const { language, user } = frame
  const needs = needsOf(frame, view)
  const parts = [
    ['addresses', say(language, 'page.label.count_addresses', { count: view.addresses })],
    ['paymentmethods', say(language, 'page.label.count_methods', { count: view.methods.length })],
    ['profile', frame.user?.email ?? ''],
    ['security', say(language, 'page.label.sign_in_methods')],
    ['sessions', say(language, 'page.label.count_sessions', { count: view.sessions })],
    ['applications', say(language, 'page.label.count_applications', { count: view.applications })],
  ] as const
  const content = html`<section aria-labelledby="attention">
${
  needs.length > 0
    ? html`<h2 id="attention">${say(language, 'page.name.attention')}</h2>
<ul class="needs">${needs.map((one, index) => needItem(frame, one, index))}</ul>`
    : html`<p id="attention">${say(language, 'page.text.all_well')}</p>`
}
</section>
<ul class="parts">${parts.map(([name, text]) => part(frame, name, text))}</ul>`
  const name = user?.name ?? undefined
  const title =
    name === undefined
      ? say(language, 'page.title.overview_unnamed')
      : say(language, 'page.title.overview', { name })
  return layout(frame, { title, content, account: 'overview' })
}

/** A part of the account. The whole card is its link. */
function part({ language, base }: Frame, name: AccountPage, text: string): Html {
  const title = say(language, `page.link.${name}`)
  return html`<li class="part card"><h2><a href="${base}/account/${name}">${title}</a></h2>
<p class="hint">${text}</p></li>`
}

interface Need {
  readonly path: string
  readonly text: string
  /** What the button says. */
  readonly act: string
}

/** The text of the item describes its button, because several items may have the same button. */
const needItem = ({ base }: Frame, { path, text, act }: Need, index: number): Html =>
  html`<li><p id="need-${index}">${text}</p>
<a class="button quiet" href="${base}/account/${path}" aria-describedby="need-${index}">${act}</a></li>`

/** With so few recovery codes left, the user should get new ones. */
const fewCodes = 2

/** What the user should do, the most urgent first. */
function needsOf(frame: Frame, view: OverviewView): Need[] {
  const { language, user } = frame
  const needs: Need[] = []
  if (view.erasure !== undefined) {
    const date = timeToCome(frame, view.erasure.erasesAt)
    const text = say(language, 'page.text.needs_erasure', { date })
    needs.push({ path: 'privacy', text, act: say(language, 'page.button.need_erasure') })
  }
  if (view.pendingEmail !== undefined)
    needs.push({
      path: 'security',
      text: say(language, 'page.text.needs_new_email', { email: view.pendingEmail }),
      act: say(language, 'page.button.need_new_email'),
    })
  else if (!view.isEmailConfirmed)
    needs.push({
      path: 'security/email',
      text: say(language, 'page.text.needs_email', { email: user?.email ?? '' }),
      act: say(language, 'page.button.need_email'),
    })
  for (const method of view.methods) {
    const name = nameOf(method, language)
    if (method.in_other_vault)
      needs.push({
        path: 'paymentmethods',
        text: say(language, 'page.text.needs_card_again', { card: name }),
        act: say(language, 'page.button.card_again'),
      })
    else if (method.expired)
      needs.push({
        path: `paymentmethods/${method.id}`,
        text: say(language, 'page.text.needs_card', { card: name }),
        act: say(language, 'page.button.need_card'),
      })
    if (method.chosen_seller && isUnproved(method))
      needs.push({
        path: 'paymentmethods',
        text: say(language, 'page.text.needs_proof', { method: name }),
        act: say(language, 'page.button.need_proof'),
      })
  }
  const { required, recoveryCodes } = view.factors
  if (!required)
    needs.push({
      path: 'security',
      text: say(language, 'page.text.needs_second_factor'),
      act: say(language, 'page.button.need_second_factor'),
    })
  else if (recoveryCodes <= fewCodes)
    needs.push({
      path: 'security/recovery-codes',
      text: say(language, 'page.text.needs_codes', { count: recoveryCodes }),
      act: say(language, 'page.button.recovery_renew'),
    })
  if (view.addresses === 0)
    needs.push({
      path: 'addresses/new',
      text: say(language, 'page.text.needs_address'),
      act: say(language, 'page.button.address_add'),
    })
  return needs
}
