import type { Application } from '../../identity/applications/applications.ts'
import type { OpenDatabase } from '../../platform/database/db.ts'
import { argument, type Command, type Values } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { columns, pairs } from '../terminal/layout.ts'
import { accountArgument, findAccountOf } from '../users/find-account.ts'
import { create, noticesOf, update } from './registration.ts'
import { applicationState } from './state.ts'

const list: Command = {
  name: 'app list',
  summary: 'List applications',
  options: {
    owner: { value: accountArgument, help: 'Only those that this user has registered' },
  },
  example: '--owner ada@example.com',
  async run(db, values) {
    const applications = (await findListed(db, values)).map((application) => ({
      client_id: application.clientId,
      name: application.name,
      kind: application.kind,
      authentication: application.authentication,
      redirect_uris: application.redirectUris,
      post_logout_redirect_uris: application.postLogoutRedirectUris,
      scopes: application.scopes,
      grant_types: application.grantTypes,
      allow_missing_pkce: application.allowMissingPkce,
      introspect: application.introspect,
      allow_token_endpoint_audience: application.allowTokenEndpointAudience,
      dpop_bound_access_tokens: application.dpopBoundAccessTokens,
      terms_url: application.termsUrl,
      privacy_url: application.privacyUrl,
      logo: application.logo,
      created_at: application.createdAt.toISOString(),
      disabled_at: application.disabledAt?.toISOString() ?? null,
      disabled_reason: application.disabledReason,
    }))
    const rows = applications.map(({ client_id, kind, disabled_reason, name }) => [
      client_id,
      kind,
      applicationState(disabled_reason),
      name,
    ])
    return { json: applications, text: columns(['CLIENT_ID', 'KIND', 'STATE', 'NAME'], rows) }
  },
}

async function findListed(db: OpenDatabase, values: Values): Promise<readonly Application[]> {
  if (!values.has('owner')) {
    const { listApplications } = await import('../../identity/applications/applications.ts')
    return listApplications(db)
  }
  const { listOwnApplications } = await import(
    '../../identity/users/developers/own-applications.ts'
  )
  return listOwnApplications(db, (await findAccountOf(db, values, 'owner')).id)
}

const rotate: Command = {
  name: 'app rotate-secret',
  summary: 'Create a new secret for an application; the old secret works for one more day',
  argument: 'CLIENT_ID',
  acts: true,
  options: {},
  async run(db, values, context) {
    const clientId = values.required(argument)
    const { rotateSecret } = await import('../../identity/applications/applications.ts')
    const notices = await noticesOf(context)
    const credentials = await rotateSecret(db, clientId, { notices })
    if (credentials === null)
      throw commandRefused(`No enabled application with a secret has the client id ${clientId}.`)
    return { json: credentials, text: pairs({ ...credentials }) }
  },
}

const disable: Command = {
  name: 'app disable',
  summary: 'Disable an application and revoke all its tokens',
  argument: 'CLIENT_ID',
  acts: true,
  options: {},
  async run(db, values) {
    const { disableApplication } = await import('../../identity/applications/changes.ts')
    const clientId = values.required(argument)
    if (!(await disableApplication(db, clientId)))
      throw commandRefused(`No application has the client id ${clientId}.`)
    return { json: { client_id: clientId }, text: `${clientId} is disabled.` }
  },
}

const enable: Command = {
  name: 'app enable',
  summary: 'Enable a disabled application; its secrets work again, its tokens do not',
  argument: 'CLIENT_ID',
  acts: true,
  options: {},
  async run(db, values) {
    const { enableApplication } = await import('../../identity/applications/changes.ts')
    const clientId = values.required(argument)
    if (!(await enableApplication(db, clientId)))
      throw commandRefused(`No disabled application has the client id ${clientId}.`)
    return { json: { client_id: clientId }, text: `${clientId} is enabled.` }
  },
}

const remove: Command = {
  name: 'app delete',
  summary: 'Delete a disabled application, with the consents and webhooks of its users',
  argument: 'CLIENT_ID',
  acts: true,
  options: {},
  notes: ['This cannot be undone. Disable the application first, with "app disable".'],
  async run(db, values) {
    const { deleteApplication } = await import(
      '../../identity/users/developers/own-applications.ts'
    )
    const clientId = values.required(argument)
    if (!(await deleteApplication(db, clientId)))
      throw commandRefused(`No disabled application has the client id ${clientId}.`)
    return { json: { client_id: clientId }, text: `${clientId} is deleted.` }
  },
}

export const applicationCommands: readonly Command[] = [
  create,
  list,
  update,
  rotate,
  disable,
  enable,
  remove,
]
