import type { Application } from '../identity/applications/applications.ts'
import {
  scopes as allScopes,
  isScope,
  isUserScope,
  type Scope,
  splitScope,
  unknownScope,
} from '../identity/applications/scopes.ts'
import type { Database } from '../platform/database/db.ts'
import type { Command } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { accountArgument, findAccountOf } from './users/find-account.ts'

const issue: Command = {
  name: 'token issue',
  summary: "Issue a user's access token without sign-in, for development",
  acts: true,
  options: {
    user: {
      value: accountArgument,
      required: true,
      help: 'The user whose account the token gives access to',
    },
    scope: {
      value: 'SCOPES',
      required: true,
      help: 'The scopes of the token, separated by spaces',
    },
    app: {
      value: 'CLIENT_ID',
      help: 'The application of the token (default: a built-in one)',
    },
    force: { help: 'Allow this command in production' },
  },
  example: '--user ada@example.com --scope "read:user write:user"',
  async run(db, values, { config }) {
    if (config.production && !values.has('force'))
      throw commandRefused('In production, this command needs --force.')
    const { issueUserToken } = await import('../identity/oauth/tokens/tokens.ts')
    const account = await findAccountOf(db, values, 'user')
    if (account.disabled_at !== null)
      throw commandRefused(`${account.email} is disabled. Run foyer user enable first.`)
    const clientId = values.text('app')
    const application = await (clientId === undefined
      ? commandLineApplication(db)
      : findEnabled(db, clientId))
    const scopes = readScopes(values.required('scope'), application)
    const token = await issueUserToken(db, account.id, { application, scopes })
    return { json: token, text: token.access_token }
  },
}

export const tokenCommands: readonly Command[] = [issue]

/** Finds the application that this program issues tokens for. The first call registers it. */
export async function commandLineApplication(db: Database): Promise<Application> {
  const { createApplication, listApplications, ownClientIds } = await import(
    '../identity/applications/applications.ts'
  )
  const clientId = ownClientIds.commandLine
  const present = (await listApplications(db)).find((known) => known.clientId === clientId)
  if (present !== undefined) return present
  const wanted = { name: 'Foyer command line', scopes: allScopes.filter(isUserScope) }
  return (await createApplication(db, wanted, clientId)).application
}

async function findEnabled(db: Database, clientId: string): Promise<Application> {
  const { findAnyApplication } = await import('../identity/applications/applications.ts')
  const found = await findAnyApplication(db, clientId)
  if (found === null || found.disabledAt !== null)
    throw commandRefused(`No enabled application has the client id ${clientId}.`)
  if (found.dpopBoundAccessTokens)
    throw commandRefused(
      `The application "${found.name}" gets only tokens that are bound to a key. Name another one with --app.`,
    )
  return found
}

/**
 * Reads a list of scopes.
 * @throws {Refused} if a scope is unknown, or the application may not have it
 */
export function readScopes(text: string, { name, scopes }: Application): readonly Scope[] {
  const wanted = splitScope(text)
  if (wanted.length === 0) throw commandRefused('--scope is empty.')
  return wanted.map((scope) => {
    if (!isScope(scope)) throw commandRefused(unknownScope(scope))
    if (!isUserScope(scope))
      throw commandRefused(`The scope ${scope} is for an application’s own token.`)
    if (!scopes.includes(scope))
      throw commandRefused(`The application "${name}" is not allowed the scope ${scope}.`)
    return scope
  })
}
