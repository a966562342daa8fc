import { scopeMeanings } from '../../identity/applications/scope-meanings.ts'
import {
  type IdentityScope,
  isUserScope,
  type Scope,
  scopes,
} from '../../identity/applications/scopes.ts'
import type { Refusal } from '../../platform/errors/refusals.ts'
import { type DocumentParts, toJson } from '../../platform/http/openapi/document.ts'
import {
  errorExamples,
  headerParameters,
  headers,
  sharedResponses,
} from '../../platform/http/openapi/responses.ts'
import { interfaceVersion } from './interface-version.ts'
import { webhooks } from './webhooks.ts'

/** What the document says in addition to the routes. */
export interface DocumentSettings {
  readonly baseUrl: string
  readonly authUrl: string
  /** Where developers find help. The default is `authUrl`. */
  readonly supportUrl: string | undefined
  /** Where the documentation is. Undefined if the service has none. */
  readonly docsUrl: string | undefined
}

/**
 * Makes the OpenAPI document.
 * @param examples an example of each resource and body, by the name of its schema
 */
export function documentOf(
  { refusals, paths, schemas }: DocumentParts,
  { baseUrl, authUrl, supportUrl, docsUrl }: DocumentSettings,
  examples: Readonly<Record<string, unknown>>,
): object {
  const responses = onlyUsed('responses', toJson(sharedResponses(refusals), {}), paths)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Foyer',
      version: interfaceVersion,
      summary: 'The account interface of a ticket marketplace.',
      description,
      contact: { name: 'The operator of the service', url: supportUrl ?? authUrl },
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    ...(docsUrl !== undefined && { externalDocs: { description: 'Guides', url: docsUrl } }),
    servers: [{ url: baseUrl, description: 'The resources' }],
    tags,
    paths,
    webhooks,
    components: {
      schemas: withExamples({ ...schemas, Error: withCodes(schemas.Error, refusals) }, examples),
      parameters: toJson(headerParameters, {}),
      responses,
      headers: toJson(headers, {}),
      examples: onlyUsed('examples', errorExamples(refusals, docsUrl), { paths, responses }),
      securitySchemes: securitySchemes(authUrl),
    },
  }
}

const description = `\
Manage the addresses, payment methods and profile of the signed-in user as HAL resources.

- Start at the root and follow links. A link is absent if it does not apply to the resource, or \
if the token does not have the scope for it.
- In paths, letter case, trailing slashes and repeated slashes are ignored.
- HEAD returns the same as GET, without content. OPTIONS needs no token. If a path does not \
support a method, the response is 405 with an \`Allow\` header.
- Request bodies are JSON in UTF-8, at most 64 KiB. Unknown and repeated properties are rejected. \
Types are not converted. Text is stored without surrounding white space and in Unicode \
normalisation form C.
- PATCH is a JSON merge patch (RFC 7396): omitted properties keep their values, and \`null\` \
clears a property.
- Every POST, PUT, PATCH and DELETE accepts an \`Idempotency-Key\`, so it can be repeated safely. \
Refusals with status 403, 404, 409 and 412 are repeated too, with \
\`Idempotency-Replayed: true\`.
- In errors, \`code\` is for programs. \`message\` and \`errors\` can be shown to users.
- An application's own token (client credentials grant) does not act for a user. For a user's \
resources, it gets 403 \`insufficient_scope\`. Ask the user to sign in (authorization code \
grant), and send the user's token.`

const tags = [
  { name: 'Root', description: 'The entry point for clients.' },
  { name: 'Addresses', description: 'Addresses for delivery, pickup and billing.' },
  {
    name: 'Payment methods',
    description: 'Cards, PayPal accounts and bank accounts, for making and receiving payments.',
  },
  { name: 'User', description: 'The signed-in user.' },
  {
    name: 'Webhooks',
    description:
      'URLs of an application that are notified of changes of the user. An application sees only its own.',
  },
  { name: 'Countries', description: 'Countries and their address formats.' },
  {
    name: 'Tokens',
    description: 'OAuth 2.0 and OpenID Connect endpoints. Their URLs are relative to the issuer.',
  },
]

/**
 * Lists every code of an error. `method_not_allowed` belongs to no operation, so it is only here.
 */
function withCodes(
  error: DocumentParts['schemas'][string] | undefined,
  refusals: readonly Refusal[],
) {
  const { properties, ...rest } = error as { properties: { code: object } }
  const code = { ...properties.code, examples: refusals.map(({ code }) => code) }
  return { ...rest, properties: { ...properties, code } }
}

/** Leaves out components that nothing refers to. */
function onlyUsed(kind: string, components: unknown, users: object): object {
  const text = JSON.stringify(users)
  const isUsed = ([name]: [string, unknown]) => text.includes(`"#/components/${kind}/${name}"`)
  return Object.fromEntries(Object.entries(components as object).filter(isUsed))
}

/** Adds an example to the schema of each resource and body. */
const withExamples = (
  schemas: DocumentParts['schemas'],
  examples: Readonly<Record<string, unknown>>,
) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name in examples ? { ...(schema as object), examples: [examples[name]] } : schema,
    ]),
  )

const identityScopeMeanings: Readonly<Record<IdentityScope, string>> = {
  openid: 'Know which user it is.',
  profile: 'Know the name and the language.',
  email: 'Know the e-mail address.',
  phone: 'Know the phone number.',
  address: 'Know the default address.',
  offline_access: 'Some clients request it. Refresh tokens are issued without it.',
}

/** The meanings of some scopes, by name. */
const meaningsOf = (isWanted: (scope: Scope) => boolean) =>
  Object.fromEntries(scopes.filter(isWanted).map((scope) => [scope, scopeMeanings[scope]] as const))

const securitySchemes = (authUrl: string) => ({
  user: {
    type: 'oauth2',
    description:
      'An access token in the `Authorization` header (RFC 6750, 2.1). No other place is ' +
      'accepted. Each operation lists the scopes that it requires. A token that is bound to a key ' +
      '(RFC 9449) is sent as `Authorization: DPoP`, with a new proof in the header `DPoP`.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${authUrl}/authorize`,
        tokenUrl: `${authUrl}/oauth2/token`,
        refreshUrl: `${authUrl}/oauth2/token`,
        scopes: { ...identityScopeMeanings, ...meaningsOf(isUserScope) },
      },
    },
  },
  service: {
    type: 'oauth2',
    description:
      'An application’s own access token, for the marketplace’s own services. A user’s token is not accepted.',
    flows: {
      clientCredentials: {
        tokenUrl: `${authUrl}/oauth2/token`,
        scopes: meaningsOf((scope) => !isUserScope(scope)),
      },
    },
  },
  application: {
    type: 'http',
    scheme: 'basic',
    description:
      'Client id and secret, each URL-encoded (RFC 1738), joined by a colon, in Base64 (RFC 6749, 2.3.1).',
  },
})
