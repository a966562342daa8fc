import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import {
  type Application,
  grantTypes,
  type KeySet,
} from '../../identity/applications/applications.ts'
import type { ApplicationChange } from '../../identity/applications/changes.ts'
import type { NoticeDeps } from '../../identity/applications/owners/owners.ts'
import { scopeMeanings } from '../../identity/applications/scope-meanings.ts'
import { scopes, splitScope } from '../../identity/applications/scopes.ts'
import { Type } from '../../platform/schema/type.ts'
import { argument, type Command, type CommandContext, type Values } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'
import { pairs } from '../terminal/layout.ts'

const kinds = ['web', 'native', 'spa'] as const

/** What users see of an application besides its name. */
const faceOptions = {
  logo: {
    value: 'FILE',
    help: 'The logo that users see: PNG or WebP, at most 64 KiB, 32 to 1024 pixels wide and high',
  },
  'terms-url': { value: 'URL', help: 'The https URL of the terms of the application' },
  'privacy-url': { value: 'URL', help: 'The https URL of the privacy policy of the application' },
} as const

/** Reads `faceOptions`. An omitted option changes nothing, and an empty value stands for none. */
function faceOf(values: Values, directory: string) {
  const logo = values.text('logo')
  const termsUrl = values.text('terms-url')
  const privacyUrl = values.text('privacy-url')
  return {
    ...(logo !== undefined && {
      logoFile: logo === '' ? null : readFileSync(resolve(directory, logo)),
    }),
    ...(termsUrl !== undefined && { termsUrl }),
    ...(privacyUrl !== undefined && { privacyUrl }),
  }
}

const scopeWidth = Math.max(...scopes.map((scope) => scope.length)) + 2

const scopeNotes: readonly string[] = [
  'Scopes:',
  '',
  ...scopes.map((scope) => `  ${scope.padEnd(scopeWidth)}${scopeMeanings[scope]}`),
]

/** Registers an application. */
export const create: Command = {
  name: 'app create',
  summary: 'Register an application and show its secret once',
  acts: true,
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
      help: `How the application gets tokens: ${grantTypes.join(', ')}`,
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
    'dpop-bound-access-tokens': {
      help: 'Issue only tokens that are bound to a key of the application (RFC 9449)',
    },
    public: { help: 'The application cannot keep a secret, so it gets none' },
    jwks: {
      value: 'FILE',
      help: 'The public keys of the application (RFC 7517), for private_key_jwt',
    },
    ...faceOptions,
  },
  notes: scopeNotes,
  example:
    '--name "My shop" --redirect-uri https://shop.example.com/callback --scope "read:user write:user"',
  async run(db, values, { directory }) {
    const { createApplication } = await import('../../identity/applications/applications.ts')
    const keys = values.text('jwks')
    const { client_id, client_secret } = await createApplication(db, {
      name: values.required('name'),
      kind: values.oneOf('kind', kinds) ?? 'web',
      redirectUris: values.list('redirect-uri') ?? [],
      postLogoutRedirectUris: values.list('post-logout-redirect-uri') ?? [],
      allowMissingPkce: values.has('allow-missing-pkce'),
      introspect: values.has('introspect'),
      allowTokenEndpointAudience: values.has('allow-token-endpoint-audience'),
      dpopBoundAccessTokens: values.has('dpop-bound-access-tokens'),
      ...authenticationOf(values),
      ...(keys !== undefined && { jwks: await readKeys(resolve(directory, keys)) }),
      ...faceOf(values, directory),
      ...(values.has('scope') && { scopes: splitScope(values.list('scope')?.join(' ') ?? '') }),
      ...(values.has('grant') && { grantTypes: grantsOf(values.list('grant') ?? []) }),
    })
    return { json: { client_id, client_secret }, text: pairs({ client_id, client_secret }) }
  },
}

/** Opens what tells the developer of an application about a change. */
export async function noticesOf({ config, secretKey }: CommandContext): Promise<NoticeDeps> {
  const { openMailer } = await import('../../support/mail/mailer.ts')
  return { mailer: openMailer({ secretKey }), authUrl: config.authUrl }
}

/** Changes an application. Its kind and how it authenticates stay. */
export const update: Command = {
  name: 'app update',
  summary: 'Change an application; what you leave out stays',
  argument: 'CLIENT_ID',
  acts: true,
  options: {
    name: { value: 'NAME', help: 'The name that users see' },
    'redirect-uri': { value: 'URI', multiple: true, help: 'Replaces all redirect URIs' },
    'post-logout-redirect-uri': {
      value: 'URI',
      multiple: true,
      help: 'Replaces all URIs where users may return after signing out; "" removes them',
    },
    scope: { value: 'SCOPES', multiple: true, help: 'Replaces the allowed scopes' },
    grant: {
      value: 'GRANT',
      multiple: true,
      help: `Replaces the grants: ${grantTypes.join(', ')}`,
    },
    'allow-missing-pkce': {
      value: 'BOOLEAN',
      help: 'true accepts requests without PKCE, false refuses them',
    },
    introspect: { value: 'BOOLEAN', help: 'true makes it a resource server, false no longer' },
    'allow-token-endpoint-audience': {
      value: 'BOOLEAN',
      help: 'For private_key_jwt: whether the URL of the token endpoint is an audience',
    },
    'dpop-bound-access-tokens': {
      value: 'BOOLEAN',
      help: 'Whether all tokens must be bound to a key of the application (RFC 9449)',
    },
    jwks: { value: 'FILE', help: 'For private_key_jwt: replaces the public keys (RFC 7517)' },
    ...faceOptions,
  },
  notes: [
    'If the application loses a scope or a grant, all its tokens end.',
    'An empty value removes a link or the logo: --logo "".',
    '',
    ...scopeNotes,
  ],
  example: 'app_1a2b3c --name "Our shop" --redirect-uri https://shop.example.com/callback',
  async run(db, values, context) {
    const { updateApplication } = await import('../../identity/applications/changes.ts')
    const clientId = values.required(argument)
    const change = await changeOf(values, context.directory)
    if (Object.keys(change).length === 0)
      throw commandRefused('app update needs an option that says what changes.')
    const changed = await updateApplication(db, clientId, change, await noticesOf(context))
    if (changed === null) throw commandRefused(`No application has the client id ${clientId}.`)
    const { endedTokens } = changed
    const text = `${clientId} is changed.${endedTokens ? ' All its tokens ended.' : ''}`
    return { json: { client_id: clientId, ended_tokens: endedTokens }, text }
  },
}

async function changeOf(values: Values, directory: string): Promise<ApplicationChange> {
  const name = values.text('name')
  const redirectUris = values.list('redirect-uri')
  const afterLogout = values.list('post-logout-redirect-uri')
  const keys = values.text('jwks')
  return {
    ...(name !== undefined && { name }),
    ...(redirectUris && { redirectUris: redirectUris.filter((uri) => uri !== '') }),
    ...(afterLogout && { postLogoutRedirectUris: afterLogout.filter((uri) => uri !== '') }),
    ...(values.has('scope') && { scopes: splitScope(values.list('scope')?.join(' ') ?? '') }),
    ...(values.has('grant') && { grantTypes: grantsOf(values.list('grant') ?? []) }),
    ...flagOf(values, 'allow-missing-pkce', 'allowMissingPkce'),
    ...flagOf(values, 'introspect', 'introspect'),
    ...flagOf(values, 'allow-token-endpoint-audience', 'allowTokenEndpointAudience'),
    ...flagOf(values, 'dpop-bound-access-tokens', 'dpopBoundAccessTokens'),
    ...(keys !== undefined && { jwks: await readKeys(resolve(directory, keys)) }),
    ...faceOf(values, directory),
  }
}

const flagOf = (values: Values, option: string, property: keyof ApplicationChange) => {
  const value = values.oneOf(option, ['true', 'false'])
  return value === undefined ? {} : { [property]: value === 'true' }
}

function authenticationOf(values: Values): { authentication?: Application['authentication'] } {
  if (values.has('public') && values.has('jwks'))
    throw commandRefused('--public and --jwks cannot be used together.')
  if (values.has('public')) return { authentication: 'none' }
  return values.has('jwks') ? { authentication: 'private_key_jwt' } : {}
}

const grantsOf = (names: readonly string[]) =>
  names.map((name) => {
    const grant = grantTypes.find((known) => known === name)
    if (grant === undefined)
      throw commandRefused(`--grant must be one of ${grantTypes.join(', ')}, not "${name}".`)
    return grant
  })

const KeySetSchema = Type.Object({ keys: Type.Array(Type.Record(Type.String(), Type.Unknown())) })

async function readKeys(file: string): Promise<KeySet> {
  const { matches } = await import('../../platform/schema/check.ts')
  try {
    const keys: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (matches(KeySetSchema, keys)) return keys
  } catch {
    throw commandRefused(`${file} is not a readable JSON file.`)
  }
  throw commandRefused(`${file} is not a key set such as {"keys": [...]} (RFC 7517, 5).`)
}
