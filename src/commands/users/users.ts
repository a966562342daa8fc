import { randomText } from '../../platform/secrets/secrets.ts'
import type { Command } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { columns, pairs } from '../terminal/layout.ts'
import {
  resendConfirmationCommand,
  resetSecondFactor,
  setEmail,
  setPassword,
} from './credentials.ts'
import { accountArgument, findAccountOf } from './find-account.ts'
import { disabledText, roleNames } from './roles.ts'
import { show } from './show.ts'

const create: Command = {
  name: 'user create',
  summary: 'Create a user',
  acts: true,
  options: {
    email: {
      value: 'EMAIL',
      required: true,
      help: 'The email address that the user signs in with',
    },
    'password-stdin': {
      readsInto: 'password',
      help: 'Read the password from standard input, or ask for it on a terminal',
    },
    password: {
      value: 'PASSWORD',
      help: 'The password; other users of this machine can see it while the command runs',
    },
    'full-name': { value: 'NAME', help: 'The full name' },
  },
  notes: ['Without a password, Foyer creates one and shows it once.'],
  example: '--email ada@example.com --full-name "Ada Lovelace" --password-stdin < password.txt',
  async run(db, values, { config }) {
    const { createUser } = await import('../../identity/users/accounts/accounts.ts')
    const email = values.required('email').trim()
    const chosen = values.text('password')
    const password = chosen ?? randomText(12)
    const fullName = values.text('full-name') ?? null
    const { serviceName } = config
    const id = await createUser(db, { email, password, fullName, serviceName })
    const created = { id, email, ...(chosen === undefined && { password }) }
    return { json: created, text: pairs(created) }
  },
}

const defaultCount = 100

const list: Command = {
  name: 'user list',
  summary: 'List users in the order of their ids',
  options: {
    after: { value: 'ID', help: 'Start after this id' },
    count: { value: 'N', help: `The number of entries (default: ${defaultCount})` },
    role: { value: 'ROLE', help: `Only users with this role: ${roleNames.join(', ')}` },
  },
  async run(db, values) {
    const { listUsers } = await import('../../identity/users/accounts/accounts.ts')
    const after = values.count('after', 0) ?? 0
    const role = values.oneOf('role', roleNames)
    const users = await listUsers(db, after, values.count('count', 1) ?? defaultCount, role)
    const rows = users.map(({ id, email, full_name, disabled_at, erases_at }) => [
      String(id),
      erases_at !== null ? 'erasing' : disabled_at === null ? 'enabled' : 'disabled',
      email,
      full_name ?? '',
    ])
    return { json: users, text: columns(['ID', 'STATE', 'EMAIL', 'NAME'], rows) }
  },
}

const disable: Command = {
  name: 'user disable',
  summary: 'Disable a user and their applications, and end all their sessions and tokens',
  argument: accountArgument,
  acts: true,
  options: {},
  notes: ['The user is told by email.'],
  async run(db, values, { secretKey }) {
    const { disableUser } = await import('../../identity/users/accounts/accounts.ts')
    const { openMailer } = await import('../../support/mail/mailer.ts')
    const { id, email } = await findAccountOf(db, values)
    const disabled = await disableUser(db, id, openMailer({ secretKey }))
    const applications = disabled?.applications ?? 0
    return {
      json: { id, email, disabled_applications: applications },
      text: `${email} is disabled.${disabledText(applications)}`,
    }
  },
}

const enable: Command = {
  name: 'user enable',
  summary: 'Enable a disabled user',
  argument: accountArgument,
  acts: true,
  options: {},
  notes: [
    'Sessions and tokens that ended do not come back: the user signs in again. Applications of the',
    'user stay disabled: enable them with "app enable". The user is told by email.',
  ],
  async run(db, values, { secretKey }) {
    const { enableUser } = await import('../../identity/users/accounts/accounts.ts')
    const { openMailer } = await import('../../support/mail/mailer.ts')
    const { id, email } = await findAccountOf(db, values)
    if (!(await enableUser(db, id, openMailer({ secretKey }))))
      throw commandRefused(`${email} is not disabled.`)
    return { json: { id, email }, text: `${email} is enabled.` }
  },
}

const endSessions: Command = {
  name: 'user end-sessions',
  summary: 'Sign a user out everywhere: end all sessions, and all tokens of applications',
  argument: accountArgument,
  acts: true,
  options: {},
  async run(db, values) {
    const { endAllAccess } = await import('../../identity/users/accounts/accounts.ts')
    const { id, email } = await findAccountOf(db, values)
    const sessions = await endAllAccess(db, id)
    return { json: { id, email, sessions }, text: `${email} is signed out everywhere.` }
  },
}

export const userCommands: readonly Command[] = [
  create,
  list,
  show,
  disable,
  enable,
  endSessions,
  resetSecondFactor,
  resendConfirmationCommand,
  setEmail,
  setPassword,
]
