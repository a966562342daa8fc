import { refusals } from '../../../../platform/errors/refusals.ts'
import type { OperationObject } from '../../../../platform/http/openapi/objects.ts'
import { Type } from '../../../../platform/schema/type.ts'
import { bearerChallenge, scopeChallenge } from '../bearer.ts'
import { failure, failures, headers, json } from './responses.ts'
import { UserInfo } from './schemas.ts'

const bearer = (description: string, examples: string[]) => ({
  ...headers,
  'WWW-Authenticate': {
    description,
    required: true,
    schema: Type.String({ examples }),
  },
})

/**
 * Describes one method of the UserInfo endpoint.
 * @param refused responses that only this method has
 */
export const describeUserInfo = (
  operationId: string,
  server: string,
  refused: OperationObject['responses'] = {},
): OperationObject => ({
  operationId,
  summary: 'Get the claims of the user that the token allows (OpenID Connect Core, 5.3)',
  description:
    'Requires the scope `openid`. Other scopes of the token add claims: `profile`, `email`, ' +
    '`phone` and `address`. GET and POST return the same.',
  tags: ['Tokens'],
  server,
  security: [{ user: ['openid'] }],
  responses: {
    200: {
      description: 'The claims that the scopes of the token allow.',
      headers,
      content: json(UserInfo, {
        user: { sub: '7', name: 'Ada Lovelace', email: 'ada@example.com', email_verified: true },
      }),
    },
    401: {
      ...failure('The access token is missing or not valid (RFC 6750, 3.1).', {
        invalid_token: 'a good access token is needed',
      }),
      headers: bearer('A Bearer challenge.', [bearerChallenge(refusals.invalid_token)]),
    },
    403: {
      ...failure('The token does not have the scope `openid`.', {
        insufficient_scope: 'the scope openid is required',
      }),
      headers: bearer('A Bearer challenge.', [scopeChallenge('openid')]),
    },
    ...refused,
    429: failures[429],
    500: failures[500],
    503: failures[503],
  },
})
