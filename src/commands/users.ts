import { randomText } from '../platform/secrets/secrets.ts'
import { argument, type Command } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { columns, pairs } from './terminal/layout.ts'

const create: Command = {
  name: 'user create',
  summary: 'Create a user',
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
    const { createUser } = await import('../identity/accounts/accounts.ts')
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
  },
  async run(db, values) {
    const { listUsers } = await import('../identity/accounts/accounts.ts')
    const after = values.count('after', 0) ?? 0
    const users = await listUsers(db, after, values.count('count', 1) ?? defaultCount)
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
  summary: 'Disable a user and revoke all their tokens',
  argument: 'EMAIL',
  options: {},
  async run(db, values) {
    const { disableUser, findAccount } = await import('../identity/accounts/accounts.ts')
    const email = values.required(argument)
    const account = await findAccount(db, email)
    if (account === undefined) throw commandRefused(`No user has the email address ${email}.`)
    await disableUser(db, account.id)
    return { json: { id: account.id, email: account.email }, text: `${account.email} is disabled.` }
  },
}

export const userCommands: readonly Command[] = [create, list, disable]
