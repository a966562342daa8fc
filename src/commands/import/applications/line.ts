import { grantTypes, type KeySet } from '../../../identity/applications/applications.ts'
import { nullableFlag, nullableText } from '../../../platform/http/api/schema.ts'
import { Type } from '../../../platform/schema/type.ts'
import { draftOf, type InputOf, randomValue } from '../../../platform/text/draft.ts'

const texts = (description: string) =>
  Type.Unsafe<string[] | null>({
    type: ['array', 'null'],
    items: { type: 'string', maxLength: 2048 },
    maxItems: 100,
    description,
  })

const oneOf = <T extends string>(values: readonly T[], description: string) =>
  Type.Unsafe<T | null>({ enum: [...values, null], description })

export const ApplicationLine = draftOf('ApplicationLine', {
  client_id: nullableText({
    maxLength: 128,
    description: 'The id that the application has. It is imported once. Required.',
    examples: ['box-office'],
  }),
  client_secret: nullableText({
    maxLength: 256,
    format: randomValue,
    description: 'The secret that the application has: 20 or more random characters.',
  }),
  client_secret_hash: nullableText({
    maxLength: 64,
    format: randomValue,
    description: 'The SHA-256 hash of the secret, in hexadecimal digits, in place of the secret.',
  }),
  name: nullableText({
    maxLength: 128,
    description: 'The name that users see. Required.',
    examples: ['Box office'],
  }),
  kind: oneOf(['web', 'native', 'spa'], 'Where the application runs. The default is `web`.'),
  authentication: oneOf(
    ['secret', 'private_key_jwt', 'none'],
    'How it authenticates. The default is `secret` for `web`, and `none` for other kinds.',
  ),
  redirect_uris: texts('Where users return after signing in.'),
  post_logout_redirect_uris: texts('Where users may return after signing out.'),
  scopes: texts('The allowed scopes. The default is `read:events`.'),
  grant_types: Type.Unsafe<(typeof grantTypes)[number][] | null>({
    type: ['array', 'null'],
    items: { enum: grantTypes },
    description: 'How the application gets tokens. The default depends on the other properties.',
  }),
  allow_missing_pkce: nullableFlag({ description: 'For applications that do not support PKCE.' }),
  introspect: nullableFlag({ description: 'For resource servers.' }),
  allow_token_endpoint_audience: nullableFlag({
    description: 'For `private_key_jwt`: accept the URL of the token endpoint as the audience.',
  }),
  dpop_bound_access_tokens: nullableFlag({
    description: 'For applications all of whose tokens must be bound to a key (RFC 9449).',
  }),
  jwks: Type.Unsafe<KeySet | null>({
    type: ['object', 'null'],
    required: ['keys'],
    properties: { keys: { type: 'array', items: { type: 'object' } } },
    description: 'The public keys (RFC 7517), for `private_key_jwt`.',
  }),
  terms_url: nullableText({ maxLength: 2048, description: 'The https URL of its terms.' }),
  privacy_url: nullableText({
    maxLength: 2048,
    description: 'The https URL of its privacy policy.',
  }),
})

/** What a line says of an application. */
export type ApplicationInput = InputOf<typeof ApplicationLine>

/** The JSON Schema of a line, for people who write such files. */
export const applicationLineSchema = (): object => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A line of a file for foyer app import',
  ...ApplicationLine,
  $id: undefined,
  required: ['client_id', 'name'],
})
