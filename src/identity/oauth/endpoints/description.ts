import type { TProperties, TSchema } from 'typebox'
import { refusals } from '../../../platform/errors/refusals.ts'
import type {
  Content,
  OperationObject,
  ResponseObject,
} from '../../../platform/http/openapi/objects.ts'
import { say } from '../../../platform/i18n/catalogue.ts'
import { Type } from '../../../platform/schema/type.ts'
import { bearerChallenge, scopeChallenge } from './bearer.ts'
import {
  challenge,
  notAuthenticated,
  type OAuthErrorCode,
  unsupportedParameters,
} from './refusals.ts'

/*
 * Describes the token endpoints for the OpenAPI document. It does not validate requests: a schema
 * cannot express the rules of OAuth 2.0, such as which error comes first.
 */

const closed = { additionalProperties: false }

const TokenResponse = Type.Object(
  {
    access_token: Type.String({ description: 'An opaque string. Do not try to read its content.' }),
    token_type: Type.Literal('bearer'),
    expires_in: Type.Integer({ description: 'The lifetime in seconds.', examples: [86_400] }),
    scope: Type.String({ description: 'Scopes, separated by spaces.', examples: ['read:events'] }),
    refresh_token: Type.Optional(Type.String({ description: 'Can be used once.' })),
    id_token: Type.Optional(Type.String({ description: 'The ID token (OpenID Connect Core, 2).' })),
  },
  { $id: 'TokenResponse', ...closed },
)

const Introspection = Type.Object(
  {
    active: Type.Boolean(),
    sub: Type.Optional(
      Type.String({
        description: 'The id of the user. Absent if the token belongs to an application.',
      }),
    ),
    client_id: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    token_type: Type.Optional(Type.Literal('bearer')),
    iss: Type.Optional(Type.String()),
    iat: Type.Optional(Type.Integer({ description: 'The time in seconds since 1970-01-01 UTC.' })),
    exp: Type.Optional(Type.Integer({ description: 'The time in seconds since 1970-01-01 UTC.' })),
  },
  {
    $id: 'Introspection',
    description: 'The state of a token. If `active` is `false`, it is the only property.',
  },
)

const PushedRequest = Type.Object(
  {
    request_uri: Type.String({
      description: 'Send it as `request_uri` to `/authorize`. It works once.',
    }),
    expires_in: Type.Integer({ description: 'The lifetime in seconds.' }),
  },
  { $id: 'PushedRequest', ...closed },
)

const UserInfo = Type.Object(
  {
    sub: Type.String(),
    name: Type.Optional(Type.String({ description: 'Requires the scope `profile`.' })),
    locale: Type.Optional(Type.String({ description: 'Requires the scope `profile`.' })),
    email: Type.Optional(Type.String({ description: 'Requires the scope `email`.' })),
    email_verified: Type.Optional(Type.Boolean({ description: 'Requires the scope `email`.' })),
    phone_number: Type.Optional(Type.String({ description: 'Requires the scope `phone`.' })),
    address: Type.Optional(
      Type.Object(
        {
          street_address: Type.Optional(Type.String()),
          locality: Type.Optional(Type.String()),
          region: Type.Optional(Type.String()),
          postal_code: Type.Optional(Type.String()),
          country: Type.Optional(Type.String()),
        },
        { description: 'The default address. Requires the scope `address`.', ...closed },
      ),
    ),
  },
  {
    $id: 'UserInfo',
    description: 'Standard claims of the user (OpenID Connect Core, 5.1).',
    ...closed,
  },
)

const OAuthErrorSchema = Type.Object(
  { error: Type.String({ examples: ['invalid_client'] }), error_description: Type.String() },
  { $id: 'OAuthError', description: 'An OAuth error (RFC 6749, 5.2).', ...closed },
)

const authentication = {
  client_id: Type.Optional(
    Type.String({ description: 'Use this instead of the `Authorization: Basic` header.' }),
  ),
  client_secret: Type.Optional(Type.String()),
  client_assertion: Type.Optional(
    Type.String({
      description: 'A signed JWT that authenticates the application (RFC 7523, 2.2).',
    }),
  ),
  client_assertion_type: Type.Optional(
    Type.Literal('urn:ietf:params:oauth:client-assertion-type:jwt-bearer'),
  ),
}

const aboutToken = {
  token: Type.String(),
  token_type_hint: Type.Optional(Type.Enum(['access_token', 'refresh_token'])),
}

const json = (schema: TSchema, examples: Readonly<Record<string, object>>): Content => ({
  'application/json': {
    schema,
    examples: Object.fromEntries(
      Object.entries(examples).map(([name, value]) => [name, { value }]),
    ),
  },
})

/** The headers of every response. */
const headers = {
  'Request-Id': { $ref: '#/components/headers/Request-Id' },
  'Cache-Control': {
    description: 'Responses contain credentials and must not be cached.',
    required: true,
    schema: Type.Literal('no-store'),
  },
}

const failure = (
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

const failures = {
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

const bearer = (description: string, examples: string[]) => ({
  ...headers,
  'WWW-Authenticate': {
    description,
    required: true,
    schema: Type.String({ examples }),
  },
})

const describeUserInfo = (
  operationId: string,
  server: string,
  refused: OperationObject['responses'] = {},
): OperationObject => ({
  operationId,
  summary: 'Get the claims of the user that the token allows (OpenID Connect Core, 5.3)',
  description:
    'Requires the scope `openid`. Other scopes of the token add claims: `profile`, `email`, `phone` and `address`. GET and POST return the same.',
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

const refusedWith = (descriptions: Partial<Record<OAuthErrorCode, string>>): ResponseObject =>
  failure('The request is not valid (RFC 6749, 5.2).', descriptions)

const refusedToken = refusedWith({
  invalid_request: "missing required parameter 'token'",
  unsupported_token_type: 'Structured JWT Tokens cannot be introspected or revoked.',
})

interface Endpoint {
  operationId: string
  summary: string
  description: string
  form: TProperties
  /** Example forms, by name. */
  examples: Readonly<Record<string, object>>
  success: Omit<ResponseObject, 'headers'>
  /** The response with status 400. */
  refused: ResponseObject
  /** The default is 200. */
  status?: 201
}

/** Describes the endpoints of the issuer at `authUrl`. */
export function describeEndpoints(authUrl: string) {
  const endpoint = ({
    form,
    examples,
    success,
    refused,
    status,
    ...names
  }: Endpoint): OperationObject => ({
    ...names,
    tags: ['Tokens'],
    server: authUrl,
    // Applications authenticate with the header or with fields of the form.
    security: [{ application: [] }, {}],
    requestBody: {
      required: true,
      content: {
        'application/x-www-form-urlencoded': {
          schema: Type.Object({ ...form, ...authentication }),
          examples: Object.fromEntries(
            Object.entries(examples).map(([name, value]) => [name, { value }]),
          ),
        },
      },
    },
    responses: { [status ?? 200]: { ...success, headers }, 400: refused, ...failures },
  })
  return {
    token: endpoint({
      operationId: 'exchangeToken',
      summary:
        'Exchange client credentials, an authorization code or a refresh token for an access token',
      description:
        'With the client credentials grant, an application gets its own token. This token gives access only to resources that do not belong to a user. To access a user’s resources, the application needs a token that the user has granted.',
      form: {
        grant_type: Type.Enum(['client_credentials', 'authorization_code', 'refresh_token']),
        scope: Type.Optional(
          Type.String({
            description:
              'Scopes, separated by spaces. If omitted, the token gets all available scopes.',
          }),
        ),
        code: Type.Optional(Type.String()),
        redirect_uri: Type.Optional(Type.String()),
        code_verifier: Type.Optional(
          Type.String({ description: 'The PKCE code verifier (RFC 7636, 4.5).' }),
        ),
        refresh_token: Type.Optional(Type.String()),
      },
      examples: {
        client_credentials: { grant_type: 'client_credentials', scope: 'read:events' },
        authorization_code: {
          grant_type: 'authorization_code',
          code: 'XsZ3mB7q1b0nC2dWk9QeVf4RtYuIoPaS',
          redirect_uri: 'https://app.example.com/callback',
          code_verifier: 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk',
        },
      },
      success: {
        description: 'The tokens (RFC 6749, 5.1).',
        content: json(TokenResponse, {
          client_credentials: {
            access_token: 'mF9B5f41JqM2QdK7aVnR0cLxZ8tYwS3eHu6iPoG1bDk',
            token_type: 'bearer',
            expires_in: 86_400,
            scope: 'read:events',
          },
        }),
      },
      refused: refusedWith({
        invalid_request: 'A parameter appears twice.',
        invalid_grant: 'The code was already used. All tokens that were issued for it are revoked.',
        invalid_scope:
          'A scope is unknown, requires a user, or is not registered for this application.',
        unauthorized_client: 'The application is not registered for this grant_type.',
        unsupported_grant_type: 'unsupported grant_type requested',
      }),
    }),
    introspection: endpoint({
      operationId: 'introspectToken',
      summary: 'Get the state and scopes of an access token, for sibling services (RFC 7662)',
      description:
        'Resource servers may ask about any token, and other applications about their own. The answer about any other token is `{"active": false}`.',
      form: aboutToken,
      examples: { token: { token: 'mF9B5f41JqM2QdK7aVnR0cLxZ8tYwS3eHu6iPoG1bDk' } },
      success: {
        description: 'The state of the token (RFC 7662, 2.2).',
        content: json(Introspection, {
          active: {
            active: true,
            client_id: 'Vq3xT8kLm2',
            scope: 'read:events',
            token_type: 'bearer',
            iss: authUrl,
            iat: 1_767_225_600,
            exp: 1_767_312_000,
          },
          inactive: { active: false },
        }),
      },
      refused: refusedToken,
    }),
    revocation: endpoint({
      operationId: 'revokeToken',
      summary: 'Revoke a token and all tokens of the same sign-in (RFC 7009)',
      description:
        'Revokes access and refresh tokens. An unknown token is not an error. Other instances of the service refuse the token within five seconds.',
      form: aboutToken,
      examples: { token: { token: 'mF9B5f41JqM2QdK7aVnR0cLxZ8tYwS3eHu6iPoG1bDk' } },
      success: {
        description: 'The token is revoked, or it was unknown.',
        content: json(Type.Object({}, closed), { revoked: {} }),
      },
      refused: refusedToken,
    }),
    pushedRequest: endpoint({
      operationId: 'pushAuthorizationRequest',
      summary: 'Push an authorization request, and get a URI for it (RFC 9126)',
      description:
        'Send the parameters of an authorization request from your server, so that the browser cannot read or change them. Then send the user to `/authorize` with `client_id` and the `request_uri` from the response.',
      form: {
        response_type: Type.Literal('code'),
        redirect_uri: Type.String(),
        scope: Type.Optional(Type.String({ description: 'Scopes, separated by spaces.' })),
        state: Type.Optional(Type.String()),
        nonce: Type.Optional(
          Type.String({
            description: 'A value that is returned in the ID token (OpenID Connect Core, 3.1.2.1).',
          }),
        ),
        code_challenge: Type.Optional(
          Type.String({ description: 'The PKCE code challenge (RFC 7636, 4.3).' }),
        ),
        code_challenge_method: Type.Optional(Type.Literal('S256')),
      },
      examples: {
        request: {
          response_type: 'code',
          redirect_uri: 'https://app.example.com/callback',
          scope: 'openid read:user',
          state: 'af0ifjsldkj',
          code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
          code_challenge_method: 'S256',
        },
      },
      status: 201,
      success: {
        description: 'The URI of the pushed request (RFC 9126, 2.2).',
        content: json(PushedRequest, {
          pushed: {
            request_uri: 'urn:ietf:params:oauth:request_uri:6esc_11ACC5bwc014ltc14eY22c',
            expires_in: 60,
          },
        }),
      },
      refused: refusedWith({
        invalid_request: "redirect_uri did not match any of the client's registered redirect_uris",
        invalid_scope: 'a scope is unknown',
        unsupported_response_type: 'unsupported response_type requested',
        unsupported_response_mode: 'unsupported response_mode requested',
        ...unsupportedParameters,
      }),
    }),
    userInfo: {
      GET: describeUserInfo('getUserInfo', authUrl),
      // The server does not read the form.
      POST: describeUserInfo('postUserInfo', authUrl, {
        400: failure('The body is not a form (`application/x-www-form-urlencoded`).', {
          invalid_request: 'Send a form, not JSON: Content-Type application/x-www-form-urlencoded.',
        }),
        413: failures[413],
      }),
    },
  }
}
