import type { AccountOverview } from '../../identity/privacy/overview.ts'
import { notice } from '../../platform/http/pages/fields.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, type Piece } from '../../platform/http/pages/html.ts'
import { languageNames, layout } from '../../platform/http/pages/layout.ts'
import { time } from '../../platform/http/pages/parts/time.ts'
import { languages, say } from '../../platform/i18n/catalogue.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'
import { nameOf } from '../payment-methods/names.ts'
import { activityList } from './activity.ts'
import { keyOf, type UserActName, userActs } from './acts.ts'

export interface UserView {
  readonly overview: AccountOverview
  /** How many addresses the user has. Operators do not see the addresses themselves. */
  readonly addresses: number
  readonly methods: readonly PaymentMethod[]
  /** The acts that the operator may do now. */
  readonly acts: readonly UserActName[]
  readonly done?: UserActName | 'nothing' | undefined
}

/** Shows an operator the state of an account, what happened lately, and what can be done. */
export function userPage(frame: Frame, view: UserView): string {
  const { language, base } = frame
  const { overview, acts, done } = view
  const { id } = overview.account
  const buttons = acts.map((name) => {
    const text = say(language, `page.button.operator_${keyOf(name)}`)
    const danger = userActs[name].isDestructive && ' danger'
    return html`<a class="button quiet${danger}" href="${base}/operator/users/${id}/${name}">${text}</a>`
  })
  const content = html`${notice(done && say(language, `page.text.operator_done_${keyOf(done)}`))}
${section(say(language, 'page.name.account_state'), facts(stateRows(frame, overview)))}
${section(
  say(language, 'page.name.acts'),
  acts.length > 0
    ? html`<div class="buttons">${buttons}</div>`
    : html`<p>${say(language, 'page.text.no_acts')}</p>`,
)}
${section(say(language, 'page.title.security'), facts(signInRows(frame, overview)))}
${section(say(language, 'page.name.belongings'), facts(belongings(frame, view)))}
${section(say(language, 'page.title.activity'), activityList(frame, overview.activity))}
<p><a href="${base}/operator">${say(language, 'page.title.operator')}</a></p>`
  const title = say(language, 'page.title.operator_user', { id })
  return layout(frame, { title, content, account: 'operator' })
}

type Row = readonly [label: string, value: Piece]

const facts = (rows: readonly Row[]): Html =>
  html`<dl class="facts">${rows.map(([label, value]) => html`<div><dt>${label}</dt> <dd>${value}</dd></div>`)}</dl>`

const section = (title: string, content: Html): Html =>
  html`<section class="card"><h2>${title}</h2>
${content}</section>`

const list = (items: readonly Piece[]): Html =>
  html`<ul class="scopes plain">${items.map((item) => html`<li>${item}</li>`)}</ul>`

const warning = (text: string): Html => html` <span class="tag warning">${text}</span>`

function stateRows(frame: Frame, { account, state, roles, unconfirmedEmail }: AccountOverview) {
  const { language } = frame
  const at = (value: string | null) => value !== null && time(frame, new Date(value))
  const isUnconfirmed = unconfirmedEmail === account.email
  const spoken = languages.find((name) => name === account.language)
  const rows: Row[] = [
    [
      say(language, 'page.label.email'),
      html`${account.email}${isUnconfirmed && warning(say(language, 'page.name.unconfirmed'))}`,
    ],
    [say(language, 'page.label.operator_state'), say(language, `page.name.state_${state}`)],
    [say(language, 'page.label.operator_created'), at(account.created_at)],
    [say(language, 'page.label.language'), spoken ? languageNames[spoken] : account.language],
  ]
  if (account.full_name !== null)
    rows.splice(1, 0, [say(language, 'page.label.operator_name'), account.full_name])
  if (unconfirmedEmail !== undefined && !isUnconfirmed)
    rows.push([say(language, 'page.label.wanted_email'), unconfirmedEmail])
  if (account.disabled_at !== null)
    rows.push([say(language, 'page.label.disabled'), at(account.disabled_at)])
  if (account.erases_at !== null)
    rows.push([say(language, 'page.label.erases'), at(account.erases_at)])
  const held = [...roles].map((role) => say(language, `page.name.role_${role}`))
  if (held.length > 0) rows.push([say(language, 'page.label.roles'), held.join(', ')])
  return rows
}

function signInRows(frame: Frame, { account, factors, sessions, ...rest }: AccountOverview) {
  const { language } = frame
  const yesOrNo = (given: boolean) => say(language, given ? 'page.name.yes' : 'page.name.no')
  const devices = sessions.map(
    ({ device, usedAt }) =>
      html`${device || say(language, 'page.name.unknown_device')}, ${time(frame, usedAt)}`,
  )
  const links = rest.links.map(
    ({ kind, email, expiresAt }) =>
      html`${say(
        language,
        `page.name.link_${kind === 'email_sign_in' ? 'sign_in' : kind}`,
      )}, ${email}, ${time(frame, expiresAt)}`,
  )
  const rows: Row[] = [
    [say(language, 'page.name.password'), yesOrNo(account.has_password)],
    [say(language, 'page.name.totp'), yesOrNo(factors.totp)],
    [say(language, 'page.name.passkeys'), namesOf(factors.passkeys) || yesOrNo(false)],
    [say(language, 'page.label.codes_left'), factors.recoveryCodes],
    [say(language, 'page.link.sessions'), devices.length > 0 ? list(devices) : yesOrNo(false)],
  ]
  if (links.length > 0) rows.push([say(language, 'page.label.open_links'), list(links)])
  if (rest.queuedEmails.length > 0)
    rows.push([say(language, 'page.label.queued_emails'), rest.queuedEmails.length])
  return rows
}

const namesOf = (named: readonly { readonly name: string }[]): string =>
  named.map(({ name }) => name).join(', ')

function belongings(frame: Frame, { overview, addresses, methods }: UserView): readonly Row[] {
  const { language, base } = frame
  const applications = overview.connections.map(
    ({ clientId, name, since }) =>
      html`<a href="${base}/operator/applications/${clientId}">${name}</a>, ${time(frame, since)}`,
  )
  const own = overview.ownApplications.map(
    ({ clientId, name, disabledReason }) =>
      html`<a href="${base}/operator/applications/${clientId}">${name}</a>${
        disabledReason !== null && warning(say(language, `page.name.reason_${disabledReason}`))
      }`,
  )
  const cards = methods.map(
    (method) =>
      html`${nameOf(method, language)}${
        method.type === 'CreditCard' &&
        method.expired &&
        warning(say(language, 'page.name.expired'))
      }${method.in_other_vault && warning(say(language, 'page.name.unusable'))}`,
  )
  const none = say(language, 'page.name.none')
  return [
    [say(language, 'page.link.addresses'), addresses],
    [say(language, 'page.link.paymentmethods'), cards.length > 0 ? list(cards) : none],
    [say(language, 'page.link.applications'), applications.length > 0 ? list(applications) : none],
    ...(own.length > 0
      ? [[say(language, 'page.label.registered_applications'), list(own)] as const]
      : []),
  ]
}
