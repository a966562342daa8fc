import { scopeMeanings } from '../../identity/applications/scope-meanings.ts'
import { completeMethods, crossOrigin } from '../../platform/http/api/resources.ts'
import {
  errorExamples,
  headerParameters,
  headers,
  sharedAnswers,
} from '../../platform/http/openapi/answers.ts'
import { type Gathered, gatherOperations, toJson } from '../../platform/http/openapi/document.ts'
import type { App } from '../../platform/http/server.ts'
import { interfaceVersion } from './interface-version.ts'

export interface DocumentDeps {
  readonly baseUrl: string
  readonly authUrl: string
  /** An example of each resource and body, by the name of its schema. */
  readonly examples: Readonly<Record<string, unknown>>
}

/**
 * Gathers the routes registered after this into an OpenAPI 3.1 document. The function it gives serves the
 * document at a path, for everybody.
 */
export function describeRoutes(app: App, deps: DocumentDeps): (path: string) => void {
  const gather = gatherOperations(app, deps.baseUrl)
  let text: string | undefined
  return (path) =>
    void app.register(async (own: App) => {
      const complete = completeMethods(own)
      own.get(path, async (_request, reply) => {
        text ??= JSON.stringify(documentOf(gather(), deps))
        return reply
          .type('application/json; charset=utf-8')
          .headers({ ...crossOrigin, 'Cache-Control': 'no-cache' })
          .send(text)
      })
      complete()
    })
}

const documentOf = (
  { refusals, paths, schemas }: Gathered,
  { baseUrl, authUrl, examples }: DocumentDeps,
): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Foyer',
    version: interfaceVersion,
    summary: 'The account interface of a ticket marketplace.',
    description,
    license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
  },
  servers: [{ url: baseUrl, description: 'The resources' }],
  tags,
  paths,
  components: {
    schemas: withExamples(schemas, examples),
    parameters: toJson(headerParameters, {}),
    responses: toJson(sharedAnswers(refusals), {}),
    headers: toJson(headers, {}),
    examples: errorExamples(refusals),
    securitySchemes: securitySchemes(authUrl),
  },
})

const description = `\
Postal addresses, payment methods and the profile of the signed-in user, as HAL resources.

- Start at the root and follow links: one that is absent does not apply, or the token may not follow it.
- Paths match without regard to letter case, to a trailing slash or to a doubled slash.
- HEAD answers as GET does, without content. OPTIONS needs no token. A method that a path does not have is answered 405, with \`Allow\`.
- Bodies are JSON in UTF-8 of at most 64 KiB. Unknown and repeated properties are refused; nothing is coerced. Text is kept trimmed and in normalisation form C.
- PATCH is a JSON merge patch (RFC 7396): what is absent stays, null clears.
- Errors are told by \`code\` to programs; \`message\` and \`errors\` can be shown to people.
- The token of an application (client credentials) acts for no user: on a user's resource it is answered 403 \`insufficient_scope\`. Send the user to sign in, by the authorization code grant, and call with the user's token.`

const tags = [
  { name: 'Root', description: 'Where clients start.' },
  { name: 'Addresses', description: 'Where to deliver, collect, or send a bill.' },
  { name: 'Payment methods', description: 'Ways to pay and to be paid.' },
  { name: 'User', description: 'The signed-in user.' },
  { name: 'Countries', description: 'Countries, and how addresses are written there.' },
  { name: 'Tokens', description: 'OAuth 2.0, below the address of the issuer.' },
]

/** An example beside the schema of each resource and body. */
const withExamples = (schemas: Gathered['schemas'], examples: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [
      name,
      name in examples ? { ...(schema as object), examples: [examples[name]] } : schema,
    ]),
  )

const identity: Readonly<Record<string, string>> = {
  openid: 'Know which user it is.',
  profile: 'Know the name and the language.',
  email: 'Know the e-mail address.',
  phone: 'Know the phone number.',
  address: 'Know the default address.',
  offline_access: 'Asked for by some clients; refresh tokens are given without.',
}

const securitySchemes = (authUrl: string) => ({
  user: {
    type: 'oauth2',
    description:
      'An access token in the `Authorization` header (RFC 6750, 2.1), and nowhere else. Operations name the scopes they need.',
    flows: {
      authorizationCode: {
        authorizationUrl: `${authUrl}/authorize`,
        tokenUrl: `${authUrl}/oauth2/token`,
        refreshUrl: `${authUrl}/oauth2/token`,
        scopes: { ...identity, ...scopeMeanings },
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
