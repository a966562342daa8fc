import { type Erasure, findErasure } from '../identity/privacy/erasure.ts'
import { findPendingEmail } from '../identity/users/accounts/new-email.ts'
import { type Factors, findFactors } from '../identity/users/second-factors/second-factors.ts'
import { type ListedSession, listSessions } from '../identity/users/sessions/sessions.ts'
import type { Frame } from '../platform/http/pages/frame.ts'
import { type Html, html } from '../platform/http/pages/html.ts'
import { layout } from '../platform/http/pages/layout.ts'
import { pageIcon } from '../platform/http/pages/parts/icons.ts'
import { type Row, rows } from '../platform/http/pages/parts/rows.ts'
import { time, timeToCome } from '../platform/http/pages/parts/time.ts'
import { basePath } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { say } from '../platform/i18n/catalogue.ts'
import type { Address } from '../resources/addresses/addresses.ts'
import { printedLines } from '../resources/countries/printed-lines.ts'
import {
  findMethodsAndAddresses,
  type PaymentMethod,
} from '../resources/payment-methods/payment-methods.ts'
import { findOwnProfile } from '../resources/user/own-profile.ts'
import type { AccountDeps } from './deps.ts'
import { nameOf } from './payment-methods/names.ts'
import { canBePaid, isUnproved, mark, paidStatus, payingStatus } from './payment-methods/pages.ts'

/** The first page of the account. */
export function overviewRoutes(app: App, deps: AccountDeps): void {
  const { authUrl, db, clock, credentials, privacy, wallet } = deps
  app.get(`${basePath(authUrl)}/account`, async (request) => {
    const { userId } = request.session
    const [{ methods, addresses }, factors, sessions] = await Promise.all([
      findMethodsAndAddresses(db, userId, clock.now(), wallet.vault.name),
      findFactors(db, userId),
      listSessions(db, userId),
    ])
    const [erasure, profile, pendingEmail] = await Promise.all([
      findErasure(privacy, userId),
      findOwnProfile(db, userId),
      findPendingEmail(credentials, userId),
    ])
    return overviewPage(request.frame, {
      addresses,
      methods,
      factors,
      sessions,
      erasure,
      isEmailConfirmed: profile.email_confirmed,
      pendingEmail,
    })
  })
}

interface OverviewView {
  readonly addresses: readonly Address[]
  readonly methods: readonly PaymentMethod[]
  readonly factors: Pick<Factors, 'required' | 'recoveryCodes'>
  readonly sessions: readonly ListedSession[]
  /** The planned erasure of the account, if any. */
  readonly erasure: Erasure | undefined
  readonly isEmailConfirmed: boolean
  /** The address that the user asked for and has not confirmed yet. */
  readonly pendingEmail: string | undefined
}

/** Greets the user, tells what needs attention, and shows what the account has. */
function overviewPage(frame: Frame, view: OverviewView): string {
  const { language, user } = frame
  const needs = needsOf(frame, view)
  const content = html`<section aria-labelledby="attention">
${
  needs.length > 0
    ? html`<h2 id="attention">${say(language, 'page.name.attention')}</h2>
<ul class="needs">${needs.map((one, index) => needItem(frame, one, index))}</ul>`
    : html`<p id="attention">${say(language, 'page.text.all_well')}</p>`
}
</section>
${rows(frame, [payingRow(frame, view), paidRow(frame, view), addressRow(frame, view), signInRow(frame, view)], 2)}`
  const name = user?.name ?? undefined
  const title =
    name === undefined
      ? say(language, 'page.title.overview_unnamed')
      : say(language, 'page.title.overview', { name })
  return layout(frame, { title, content, account: 'overview' })
}

/** The icon of the page that a row leads to, as wide as the mark of a brand. */
const placeOf = (page: Parameters<typeof pageIcon>[0]): Html =>
  html`<span class="place">${pageIcon(page)}</span>`

/** What the user pays with, or why to add something. */
function payingRow(frame: Frame, { methods }: OverviewView): Row {
  const { language } = frame
  const title = say(language, 'page.name.paying')
  const method = methods.find(({ default_buyer }) => default_buyer)
  return method === undefined
    ? noMethodRow(frame, title, say(language, 'page.text.paying_none'))
    : methodRow(frame, title, method, payingStatus(frame, method))
}

/** Where the money of the user goes, and from when. */
function paidRow(frame: Frame, { methods }: OverviewView): Row {
  const { language } = frame
  const title = say(language, 'page.name.being_paid')
  const payable = methods.filter(canBePaid)
  const method =
    payable.find(({ default_seller_method }) => default_seller_method) ??
    payable.find(({ chosen_seller }) => chosen_seller)
  return method === undefined
    ? noMethodRow(frame, title, say(language, 'page.text.being_paid_none'))
    : methodRow(frame, title, method, paidStatus(frame, method, methods))
}

const methodRow = (
  { language, base }: Frame,
  label: string,
  method: PaymentMethod,
  status: Row['status'],
): Row => ({
  mark: mark(method),
  label,
  name: nameOf(method, language),
  href: `${base}/account/paymentmethods`,
  status,
})

const noMethodRow = ({ base }: Frame, name: string, status: string): Row => ({
  mark: placeOf('paymentmethods'),
  name,
  href: `${base}/account/paymentmethods`,
  status,
})

function addressRow(frame: Frame, { addresses }: OverviewView): Row {
  const { language, base } = frame
  const href = `${base}/account/addresses`
  const address = addresses.find((one) => one.default)
  if (address === undefined) {
    const name = say(language, 'page.title.addresses')
    const status = say(language, 'page.text.no_addresses')
    return { mark: placeOf('addresses'), name, href, status }
  }
  const label = say(language, 'page.name.default_address')
  const name = address.full_name ?? label
  const status = printedLines({ ...address, full_name: null }, language).join(', ')
  return { mark: placeOf('addresses'), label, name, href, status }
}

/** The last sign-in, so that the user notices one of somebody else. */
function signInRow(frame: Frame, { sessions }: OverviewView): Row {
  const { language, base } = frame
  const [last] = sessions.toSorted((a, b) => b.signedInAt - a.signedInAt)
  return {
    mark: placeOf('sessions'),
    name: last?.device || say(language, 'page.name.unknown_device'),
    href: `${base}/account/sessions`,
    label: say(language, 'page.name.last_sign_in'),
    status: last && time(frame, last.signedInAt),
  }
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
  if (view.addresses.length === 0)
    needs.push({
      path: 'addresses/new',
      text: say(language, 'page.text.needs_address'),
      act: say(language, 'page.button.address_add'),
    })
  return needs
}
