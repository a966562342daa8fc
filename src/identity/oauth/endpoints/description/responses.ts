import type { TSchema } from 'typebox'
import type { Content, ResponseObject } from '../../../../platform/http/openapi/objects.ts'
import { say } from '../../../../platform/i18n/catalogue.ts'
import { Type } from '../../../../platform/schema/type.ts'
import { challenge, notAuthenticated, type OAuthErrorCode } from '../refusals.ts'
import { OAuthErrorSchema } from './schemas.ts'

/* The parts that the responses of the token endpoints share. */

/** Returns content with examples by name. */
export const json = (schema: TSchema, examples: Readonly<Record<string, object>>): Content => ({
  'application/json': {
    schema,
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, value]) => [name, { value }]),
    ),
  },
})

/** The headers of every response. */
export const headers = {
  'Request-Id': { $ref: '#/components/headers/Request-Id' },
  'Cache-Control': {
    description: 'Responses contain credentials and must not be cached.',
    required: true,
    schema: Type.Literal('no-store'),
  },
}

/** Returns a failed response with a description of each error that it can have. */
export const failure = (
  description: string,
  descriptions: Partial<Record<OAuthErrorCode, string>>,
): ResponseObject => ({
  description,
  headers,
  content: json(
    OAuthErrorSchema,
    Object.fromEntries(
      Object.entries(descriptions).map(([error, error_description]) => [
        error,
        { error, error_description },
      ]),
    ),
  ),
})

const unproved = failure('The authentication of the application failed.', {
  invalid_client: notAuthenticated,
})

const unavailable = failure('Service Unavailable.', {
  temporarily_unavailable: 'Try again in a moment.',
})

/** The responses that all endpoints share, by status. */
export const failures = {
  401: {
    ...unproved,
    headers: {
      ...headers,
      'WWW-Authenticate': {
        description:
          'How to authenticate an application. It is the same for all authentication methods.',
        required: true,
        schema: Type.String({ examples: [challenge] }),
      },
    },
  },
  413: failure('Payload Too Large.', {
    invalid_request: 'The form is larger than 56 KiB.',
  }),
  429: {
    ...failure('Too Many Requests.', {
      temporarily_unavailable: say('en', 'error.too_many_requests'),
    }),
    headers: {
      ...headers,
      RateLimit: { $ref: '#/components/headers/RateLimit' },
      'RateLimit-Policy': { $ref: '#/components/headers/RateLimit-Policy' },
      'Retry-After': { $ref: '#/components/headers/Retry-After' },
    },
  },
  500: failure('Internal Server Error.', { server_error: 'Something went wrong here.' }),
  503: {
    ...unavailable,
    headers: { ...headers, 'Retry-After': { $ref: '#/components/headers/Retry-After' } },
  },
}

/** Returns the response with status 400. */
export const refusedWith = (
  descriptions: Partial<Record<OAuthErrorCode, string>>,
): ResponseObject => failure('The request is not valid (RFC 6749, 5.2).', descriptions)
