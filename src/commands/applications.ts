import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Application, KeySet } from '../identity/applications/applications.ts'
import { scopeMeanings } from '../identity/applications/scope-meanings.ts'
import { scopes, splitScope } from '../identity/applications/scopes.ts'
import { Type } from '../platform/schema/type.ts'
import { argument, type Command, type Values } from './terminal/command.ts'
import { commandRefused } from './terminal/failures.ts'
import { columns, pairs } from './terminal/layout.ts'

const kinds = ['web', 'native', 'spa'] as const
const grants = ['client_credentials', 'authorization_code', 'refresh_token'] as const

const scopeWidth = Math.max(...scopes.map((scope) => scope.length)) + 2

const create: Command = {
  name: 'app create',
  summary: 'Register an application and show its secret once',
  options: {
    name: { value: 'NAME', required: true, help: 'The name that users see' },
    kind: { value: 'KIND', help: `Where the application runs: ${kinds.join(', ')} (default: web)` },
    'redirect-uri': { value: 'URI', multiple: true, help: 'Where users return after signing in' },
    'post-logout-redirect-uri': {
      value: 'URI',
      multiple: true,
      help: 'Where users may return after signing out',
    },
    scope: {
      value: 'SCOPES',
      multiple: true,
      help: 'Allowed scopes, separated by spaces (default: read:events)',
    },
    grant: {
      value: 'GRANT',
      multiple: true,
      help: `How the application gets tokens: ${grants.join(', ')}`,
    },
    'allow-missing-pkce': {
      help: 'Accept requests without PKCE, for an application that does not support PKCE',
    },
    introspect: {
      help: 'Register a resource server, which may introspect tokens of other applications',
    },
    'allow-token-endpoint-audience': {
      help: 'For private_key_jwt: accept the URL of the token endpoint as the audience',
    },
    public: { help: 'The application cannot keep a secret, so it gets none' },
    jwks: {
      value: 'FILE',
      help: 'The public keys of the application (RFC 7517), for private_key_jwt',
    },
  },
  notes: [
    'Scopes:',
    '',
    ...scopes.map((scope) => `  ${scope.padEnd(scopeWidth)}${scopeMeanings[scope]}`),
  ],
  example:
    '--name "My shop" --redirect-uri https://shop.example.com/callback --scope "read:user write:user"',
  async run(db, values, { directory }) {
    const { createApplication } = await import('../identity/applications/applications.ts')
    const keys = values.text('jwks')
    const { client_id, client_secret } = await createApplication(db, {
      name: values.required('name'),
      kind: values.oneOf('kind', kinds) ?? 'web',
      redirectUris: values.list('redirect-uri') ?? [],
      postLogoutRedirectUris: values.list('post-logout-redirect-uri') ?? [],
      allowMissingPkce: values.has('allow-missing-pkce'),
      introspect: values.has('introspect'),
      allowTokenEndpointAudience: values.has('allow-token-endpoint-audience'),
      ...authenticationOf(values),
      ...(keys !== undefined && { jwks: await readKeys(resolve(directory, keys)) }),
      ...(values.has('scope') && { scopes: splitScope(values.list('scope')?.join(' ') ?? '') }),
      ...(values.has('grant') && { grantTypes: grantsOf(values.list('grant') ?? []) }),
    })
    return { json: { client_id, client_secret }, text: pairs({ client_id, client_secret }) }
  },
}

function authenticationOf(values: Values): { authentication?: Application['authentication'] } {
  if (values.has('public') && values.has('jwks'))
    throw commandRefused('--public and --jwks cannot be used together.')
  if (values.has('public')) return { authentication: 'none' }
  return values.has('jwks') ? { authentication: 'private_key_jwt' } : {}
}

const grantsOf = (names: readonly string[]) =>
  names.map((name) => {
    const grant = grants.find((known) => known === name)
    if (grant === undefined)
      throw commandRefused(`--grant must be one of ${grants.join(', ')}, not "${name}".`)
    return grant
  })

const KeySetSchema = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) })

async function readKeys(file: string): Promise<KeySet> {
  const { matches } = await import('../platform/schema/check.ts')
  try {
    const keys: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (matches(KeySetSchema, keys)) return keys
  } catch {
    throw commandRefused(`${file} is not a readable JSON file.`)
  }
  throw commandRefused(`${file} is not a key set such as {"keys": [...]} (RFC 7517, 5).`)
}

const list: Command = {
  name: 'app list',
  summary: 'List applications',
  options: {},
  async run(db) {
    const { listApplications } = await import('../identity/applications/applications.ts')
    const applications = (await listApplications(db)).map((application) => ({
      client_id: application.clientId,
      name: application.name,
      kind: application.kind,
      authentication: application.authentication,
      redirect_uris: application.redirectUris,
      scopes: application.scopes,
      grant_types: application.grantTypes,
      allow_missing_pkce: application.allowMissingPkce,
      introspect: application.introspect,
      allow_token_endpoint_audience: application.allowTokenEndpointAudience,
      created_at: application.createdAt.toISOString(),
      disabled_at: application.disabledAt?.toISOString() ?? null,
    }))
    const rows = applications.map(({ client_id, kind, disabled_at, name }) => [
      client_id,
      kind,
      disabled_at === null ? 'enabled' : 'disabled',
      name,
    ])
    return { json: applications, text: columns(['CLIENT_ID', 'KIND', 'STATE', 'NAME'], rows) }
  },
}

const rotate: Command = {
  name: 'app rotate-secret',
  summary: 'Create a new secret for an application; the old secret works for one more day',
  argument: 'CLIENT_ID',
  options: {},
  async run(db, values) {
    const clientId = values.required(argument)
    const { rotateSecret } = await import('../identity/applications/applications.ts')
    const credentials = await rotateSecret(db, clientId)
    if (credentials === null)
      throw commandRefused(`No enabled application with a secret has the client id ${clientId}.`)
    return { json: credentials, text: pairs({ ...credentials }) }
  },
}

const disable: Command = {
  name: 'app disable',
  summary: 'Disable an application and revoke all its tokens',
  argument: 'CLIENT_ID',
  options: {},
  async run(db, values) {
    const { disableApplication } = await import('../identity/oauth/tokens/tokens.ts')
    const clientId = values.required(argument)
    if (!(await disableApplication(db, clientId)))
      throw commandRefused(`No application has the client id ${clientId}.`)
    return { json: { client_id: clientId }, text: `${clientId} is disabled.` }
  },
}

export const applicationCommands: readonly Command[] = [create, list, rotate, disable]
