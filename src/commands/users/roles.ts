import type { Role } from '../../identity/users/roles/roles.ts'
import type { Command, Values } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { accountArgument, findAccountOf } from './find-account.ts'

/** The roles, as `identity/users/roles` has them. The help imports no operations. */
export const roleNames = ['operator', 'developer'] as const satisfies readonly Role[]

const role = {
  value: 'ROLE',
  required: true,
  help: `What the user may do: ${roleNames.join(', ')}`,
} as const

/** @throws {Refused} if there is no such role */
const roleOf = (values: Values): Role => {
  values.required('role')
  return values.oneOf('role', roleNames) ?? 'developer'
}

const grant: Command = {
  name: 'user grant',
  summary: 'Make a user an operator or a developer',
  argument: accountArgument,
  acts: true,
  options: { role },
  notes: [
    'An operator helps users on the pages under /operator, and needs a second factor first.',
    'A developer registers applications on the pages under /developer.',
  ],
  example: 'ada@example.com --role operator --as grace --reason SUP-4711',
  async run(db, values, { secretKey }) {
    const { openMailer } = await import('../../support/mail/mailer.ts')
    const { grantRole } = await import('../../identity/users/roles/grant.ts')
    const role = roleOf(values)
    const { id, email } = await findAccountOf(db, values)
    const granted = await grantRole(db, id, role, openMailer({ secretKey }))
    const text = granted ? `${email} is now ${aRole[role]}.` : `${email} already is ${aRole[role]}.`
    return { json: { id, email, role, granted }, text }
  },
}

const withdraw: Command = {
  name: 'user withdraw',
  summary: 'Withdraw a role from a user',
  argument: accountArgument,
  acts: true,
  options: { role },
  example: 'ada@example.com --role operator --as grace --reason SUP-4711',
  async run(db, values) {
    const { withdrawRole } = await import('../../identity/users/roles/withdraw.ts')
    const role = roleOf(values)
    const { id, email } = await findAccountOf(db, values)
    const withdrawn = await withdrawRole(db, id, role)
    if (withdrawn === undefined) throw commandRefused(`${email} is not ${aRole[role]}.`)
    const { applications } = withdrawn
    const text = `${email} is no longer ${aRole[role]}.${disabledText(applications)}`
    return { json: { id, email, role, disabled_applications: applications }, text }
  },
}

/** What a command says about the applications that it disabled with their developer. */
export const disabledText = (applications: number): string => {
  if (applications === 0) return ''
  return applications === 1
    ? ' 1 application was disabled.'
    : ` ${applications} applications were disabled.`
}

const aRole: Readonly<Record<Role, string>> = { operator: 'an operator', developer: 'a developer' }

export const roleCommands: readonly Command[] = [grant, withdraw]
