import type { AccountOverview } from '../../identity/privacy/overview.ts'
import { systemClock } from '../../platform/clock.ts'
import { isoTime, isoTimeOrNull } from '../../platform/text/iso-time.ts'
import type { PaymentMethod } from '../../resources/payment-methods/payment-methods.ts'
import { applicationState } from '../applications/state.ts'
import type { Command } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { columns, pairs } from '../terminal/layout.ts'
import { openCredentialsOf } from './credentials.ts'
import { accountArgument, findAccountOf } from './find-account.ts'

export const show: Command = {
  name: 'user show',
  summary: 'Show the state, the sign-in methods and the recent activity of a user',
  argument: accountArgument,
  options: {},
  notes: ['It shows no secret, and of payment methods only the kind and the last four digits.'],
  async run(db, values, context) {
    const { describeAccount } = await import('../../identity/privacy/overview.ts')
    const { activityText } = await import('../../support/audit/activity.ts')
    const { findMethodsAndAddresses } = await import(
      '../../resources/payment-methods/payment-methods.ts'
    )
    const { id } = await findAccountOf(db, values)
    const { config, secretKey } = context
    const credentials = await openCredentialsOf(db, context)
    const overview = await describeAccount({ ...credentials, secretKey }, id)
    if (overview === undefined) throw commandRefused(`No user has the id ${id}.`)
    const { methods, addresses } = await findMethodsAndAddresses(
      db,
      id,
      systemClock.now(),
      config.cardVault.name,
    )
    const shown = shownOf(overview, {
      addresses: addresses.length,
      payment_methods: methods.map(methodText),
      activity: overview.activity.map(({ at, actor, action, application_id, details }) => ({
        at,
        by: actor,
        action,
        text: activityText[action],
        application_id,
        details: JSON.parse(details) as Record<string, unknown>,
      })),
    })
    return { json: shown, text: textOf(shown) }
  },
}

function methodText(method: PaymentMethod): string {
  if (method.type === 'PayPal') return 'PayPal'
  const name = method.type === 'CreditCard' ? method.brand : `${method.bank_country} bank account`
  const expired = method.expired ? ' (expired)' : ''
  const unusable = method.in_other_vault ? ' (not usable)' : ''
  return `${name} ending ${method.last4}${expired}${unusable}`
}

interface Beside {
  readonly addresses: number
  readonly payment_methods: readonly string[]
  readonly activity: readonly {
    readonly at: string
    readonly by: string
    readonly action: string
    readonly text: string
    readonly application_id: number | null
    readonly details: Readonly<Record<string, unknown>>
  }[]
}

type Shown = ReturnType<typeof shownOf>

/** The overview as `--json` prints it. */
function shownOf(overview: AccountOverview, beside: Beside) {
  const { account, state, roles, factors, sessions, connections, links, queuedEmails } = overview
  const { ownApplications } = overview
  return {
    ...account,
    state,
    roles: [...roles],
    second_factors: {
      authenticator: factors.totp,
      passkeys: factors.passkeys.map(({ name, isSecondFactor, createdAt, usedAt }) => ({
        name,
        second_factor: isSecondFactor,
        created_at: createdAt.toISOString(),
        last_used_at: isoTimeOrNull(usedAt?.getTime() ?? null),
      })),
      recovery_codes_left: factors.recoveryCodes,
    },
    sessions: sessions.map(({ device, amr, signedInAt, usedAt }) => ({
      device,
      signed_in_with: amr,
      signed_in_at: isoTime(signedInAt),
      last_used_at: isoTime(usedAt),
    })),
    applications: connections.map(({ clientId, name, scopes, since, usedAt }) => ({
      client_id: clientId,
      name,
      scopes,
      since: isoTime(since),
      last_used_at: isoTimeOrNull(usedAt),
    })),
    registered_applications: ownApplications.map((application) => ({
      client_id: application.clientId,
      name: application.name,
      disabled_at: application.disabledAt?.toISOString() ?? null,
      disabled_reason: application.disabledReason,
    })),
    open_links: links.map(({ kind, email, expiresAt }) => ({
      kind,
      email,
      expires_at: isoTime(expiresAt),
    })),
    queued_emails: queuedEmails.map(({ kind, queuedAt }) => ({ kind, queued_at: queuedAt })),
    ...beside,
  }
}

/** What each kind of link is for. */
const linkTexts: Readonly<Record<string, string>> = {
  reset_password: 'a new password',
  new_email: 'a new email address',
  sign_in: 'a sign-in',
}

function textOf(shown: Shown): string {
  const { sessions, applications, open_links: links, queued_emails: emails } = shown
  const about = pairs({
    id: shown.id,
    ...(shown.external_id !== null && { 'external id': shown.external_id }),
    email: `${shown.email}${shown.email_confirmed_at === null ? ' (not confirmed)' : ''}`,
    name: shown.full_name,
    language: shown.language,
    state: stateText(shown),
    roles: shown.roles.join(', ') || null,
    created: shown.created_at,
    password: shown.has_password ? 'yes' : 'no',
    'second factors': factorsText(shown.second_factors),
    addresses: shown.addresses,
    'payment methods': shown.payment_methods.join(', ') || null,
  })
  return [
    about,
    section(
      'Sessions',
      sessions.map((session) => [
        session.device,
        `signed in ${session.signed_in_at} (${session.signed_in_with.join(', ')})`,
        `last used ${session.last_used_at}`,
      ]),
    ),
    section(
      'Connected applications',
      applications.map(({ name, client_id, scopes, since, last_used_at }) => [
        `${name} (${client_id})`,
        scopes.join(' '),
        `since ${since}`,
        last_used_at === null ? 'never used' : `last used ${last_used_at}`,
      ]),
    ),
    section(
      'Registered applications',
      shown.registered_applications.map(({ name, client_id, disabled_reason }) => [
        `${name} (${client_id})`,
        applicationState(disabled_reason),
      ]),
    ),
    section('Emails on their way', [
      ...emails.map(({ kind, queued_at }) => [kind, `queued ${queued_at}`]),
      ...links.map(({ kind, email, expires_at }) => [
        `link for ${linkTexts[kind] ?? kind}`,
        `sent to ${email}`,
        `works until ${expires_at}`,
      ]),
    ]),
    section(
      'Recent activity',
      shown.activity.map(({ at, by, text, details }) => [
        at.replace(/\.\d+Z$/, 'Z'),
        byText(by, details),
        text,
      ]),
    ),
  ].join('\n\n')
}

const stateText = ({ state, disabled_at, erases_at }: Shown): string => {
  if (state === 'erasing') return `will be erased at ${erases_at}`
  return state === 'disabled' ? `disabled since ${disabled_at}` : 'enabled'
}

const factorsText = (factors: Shown['second_factors']): string | null => {
  const { authenticator, passkeys, recovery_codes_left: codes } = factors
  const kinds = [
    ...(authenticator ? ['authenticator app'] : []),
    ...passkeys.map(({ name }) => `passkey "${name}"`),
  ]
  return kinds.length === 0 ? null : `${kinds.join(', ')}; recovery codes left: ${codes}`
}

const byText = (by: string, { operator, login }: Readonly<Record<string, unknown>>): string =>
  by === 'operator' ? `operator ${operator ?? login ?? ''}`.trimEnd() : by

const section = (title: string, rows: readonly (readonly string[])[]): string => {
  if (rows.length === 0) return `${title}: none`
  const [first = [], ...rest] = rows
  return `${title}:\n${columns(first, rest).replace(/^/gm, '  ')}`
}
