import type { CredentialDeps } from '../../identity/users/credentials/credentials.ts'
import type { OwnerCheck } from '../../identity/users/second-factors/reset.ts'
import { systemClock } from '../../platform/clock.ts'
import type { Database } from '../../platform/database/db.ts'
import { argument, type Command, type CommandContext } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { accountArgument, findAccountOf } from './find-account.ts'

/** The checks, as `identity/users/second-factors` has them. The help imports no operations. */
const checkNames = [
  'email_and_day',
  'document_in_person',
  'document_by_video',
] as const satisfies readonly OwnerCheck[]
const documentCheckNames = [
  'document_in_person',
  'document_by_video',
] as const satisfies readonly OwnerCheck[]

export const resetSecondFactor: Command = {
  name: 'user reset-second-factor',
  summary: 'Remove all second factors of a user who has lost them',
  argument: accountArgument,
  acts: true,
  options: {
    check: { value: 'CHECK', help: `How you checked who asks: ${checkNames.join(', ')}` },
  },
  notes: [
    'Check first that the owner of the account asks for it: docs/operations.md says how. All',
    'sessions of the user end, and the user is told by email.',
  ],
  example: 'ada@example.com --as grace --reason SUP-4711',
  async run(db, values, context) {
    const { resetSecondFactors } = await import('../../identity/users/second-factors/reset.ts')
    const check = values.oneOf('check', checkNames)
    const { id, email } = await findAccountOf(db, values)
    if (!(await resetSecondFactors(await openCredentialsOf(db, context), id, check)))
      throw commandRefused(`${email} has no second factor.`)
    return { json: { id, email }, text: `${email} signs in with the password alone.` }
  },
}

export const setEmail: Command = {
  name: 'user set-email',
  summary: 'Set the email address of a user whose account somebody else has taken over',
  argument: accountArgument,
  acts: true,
  options: {
    email: { value: 'EMAIL', required: true, help: 'The email address of the owner' },
    check: {
      value: 'CHECK',
      required: true,
      help: `How you checked the owner: ${documentCheckNames.join(', ')}`,
    },
  },
  notes: [
    'Check first that the owner of the account asks for it: docs/operations.md says how. The password,',
    'all sessions, tokens and links, all other ways to sign in, and all connected applications end.',
    'Nothing is paid out until the owner chooses where money goes.',
    'The owner gets a link for a new password, and both addresses are told by email.',
  ],
  example:
    'ada@example.net --email ada@example.com --check document_by_video --as grace --reason SUP-4711',
  async run(db, values, context) {
    const recovery = await import('../../identity/sign-in/links/recovery.ts')
    const { id, email: former } = await findAccountOf(db, values)
    const email = values.required('email').trim()
    const check = values.oneOf('check', documentCheckNames)
    if (check === undefined) throw commandRefused('user set-email needs --check.')
    const given = { userId: id, email, check }
    await recovery.setEmail(await openCredentialsOf(db, context), given)
    const text =
      former === email ? `User ${id} still has the address ${email}.` : `${former} is now ${email}.`
    return { json: { id, email, former }, text }
  },
}

export const setPassword: Command = {
  name: 'user set-password',
  summary: 'Email a user a link for a new password, or set the password',
  argument: accountArgument,
  acts: true,
  options: {
    'email-link': { help: 'Email a link that works once, for an hour; nothing else changes' },
    'password-stdin': {
      readsInto: 'password',
      help: 'Read the new password from standard input, or ask for it on a terminal',
    },
  },
  notes: [
    'Prefer --email-link: then nobody but the user knows the password. A password that you set ends',
    'all sessions, tokens and links of the user, and the user is told by email.',
  ],
  example: 'ada@example.com --email-link --as grace --reason SUP-4711',
  async run(db, values, context) {
    const password = values.text('password')
    if (values.has('email-link') === (password !== undefined))
      throw commandRefused('user set-password needs either --email-link or --password-stdin.')
    const { id, email } = await findAccountOf(db, values)
    if (password === undefined) {
      const { sendPasswordLink } = await import('../../identity/users/credentials/new-password.ts')
      if (!(await sendPasswordLink(await openCredentialsOf(db, context), id)))
        throw commandRefused(`${email} is disabled. Run foyer user enable first.`)
      return { json: { id, email, emailed: true }, text: `A link was sent to ${email}.` }
    }
    const accounts = await import('../../identity/users/accounts/accounts.ts')
    const { openMailer } = await import('../../support/mail/mailer.ts')
    const { secretKey, config } = context
    const { serviceName } = config
    const deps = { db, clock: systemClock, serviceName, mailer: openMailer({ secretKey }) }
    await accounts.setPassword(deps, id, password)
    return { json: { id, email, emailed: false }, text: `${email} has the new password.` }
  },
}

export const resendConfirmationCommand: Command = {
  name: 'user resend-confirmation',
  summary: 'Email a user the link to confirm the email address again',
  argument: accountArgument,
  acts: true,
  options: {},
  notes: ['The email address may also be that of a sign-up that nobody has confirmed yet.'],
  example: 'ada@example.com --as grace --reason SUP-4711',
  async run(db, values, context) {
    const { findAccount } = await import('../../identity/users/accounts/accounts.ts')
    const { resendConfirmation } = await import('../../identity/users/accounts/new-email.ts')
    const { resendSignUp } = await import('../../identity/users/accounts/sign-up.ts')
    const given = values.required(argument)
    const credentials = await openCredentialsOf(db, context)
    if (given.includes('@') && (await findAccount(db, given)) === undefined) {
      if (!(await resendSignUp(credentials, given, { address: '127.0.0.1' })))
        throw commandRefused(`Nobody has signed up as ${given} lately.`)
      return { json: { id: null, email: given }, text: `A link was sent to ${given}.` }
    }
    const { id, email } = await findAccountOf(db, values)
    const to = await resendConfirmation(credentials, id)
    if (to === undefined) throw commandRefused(`${email} has nothing to confirm, or is disabled.`)
    return { json: { id, email: to }, text: `A link was sent to ${to}.` }
  },
}

/** Opens what changes of credentials depend on. */
export async function openCredentialsOf(
  db: Database,
  { config, secretKey }: Pick<CommandContext, 'config' | 'secretKey'>,
): Promise<CredentialDeps> {
  const { openCredentials } = await import('../../identity/users/credentials/credentials.ts')
  const { openMailer } = await import('../../support/mail/mailer.ts')
  const { recordRefusals } = await import('../../support/audit/refusals/refusals.ts')
  const { openPayouts } = await import('../../resources/payment-methods/wallet/payout-emails.ts')
  const { openUndoPayout } = await import('../../resources/payment-methods/payouts/undo.ts')
  const { authUrl, serviceName } = config
  const recordRefusal = recordRefusals(db, systemClock)
  const mailer = openMailer({ secretKey })
  const deps = { db, clock: systemClock, mailer, authUrl, serviceName, secretKey, recordRefusal }
  const undoPayout = openUndoPayout(openPayouts(deps))
  return openCredentials({ ...deps, legacyPasswordKey: config.legacyPasswordKey, undoPayout })
}
