import type { TProperties } from 'typebox'
import type { OperationObject, ResponseObject } from '../../../../platform/http/openapi/objects.ts'
import { Type } from '../../../../platform/schema/type.ts'
import { grantTypes } from '../../../applications/applications.ts'
import { proofMissing, unknownResource, unsupportedParameters } from '../refusals.ts'
import { failure, failures, headers, json, refusedWith } from './responses.ts'
import {
  aboutToken,
  authentication,
  closed,
  Introspection,
  PushedRequest,
  TokenResponse,
} from './schemas.ts'
import { describeUserInfo } from './userinfo.ts'

/*
 * Describes the token endpoints for the OpenAPI document. It does not validate requests: a schema
 * cannot express the rules of OAuth 2.0, such as which error comes first.
 */

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
  /** Whether a proof in the header `DPoP` binds what the request gets to a key. */
  takesProof?: true
}

const proofParameter = {
  name: 'DPoP',
  in: 'header',
  required: false,
  description:
    'A proof of a key (RFC 9449, 4.2). The tokens are bound to this key. A proof that is too old ' +
    'gets `use_dpop_nonce`, with a nonce for the next proof in the header `DPoP-Nonce`.',
  schema: Type.String(),
} as const

const resource = Type.Optional(
  Type.String({
    description:
      'The service that the token is for (RFC 8707): the URL of the interface, or of a ' +
      'registered sibling service. No other service accepts the token.',
  }),
)

/** Describes the endpoints of the issuer at `authUrl`. */
export function describeEndpoints(authUrl: string) {
  const endpoint = ({
    form,
    examples,
    success,
    refused,
    status,
    takesProof,
    ...names
  }: Endpoint): OperationObject => ({
    ...names,
    tags: ['Tokens'],
    server: authUrl,
    // Applications authenticate with the header or with fields of the form.
    security: [{ application: [] }, {}],
    ...(takesProof && { parameters: [proofParameter] }),
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
        'With the client credentials grant, an application gets its own token. This token gives ' +
        'access only to resources that do not belong to a user. To access a user’s resources, ' +
        'the application needs a token that the user has granted.',
      form: {
        grant_type: Type.Enum([...grantTypes]),
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
        resource,
      },
      takesProof: true,
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
        invalid_request: 'The parameter grant_type appears twice. Send it once.',
        invalid_grant: 'The code was already used. All tokens that were issued for it are revoked.',
        invalid_scope: 'A scope is unknown. Did you mean read:events?',
        invalid_target: unknownResource,
        invalid_dpop_proof: proofMissing,
        use_dpop_nonce: 'DPoP proof iat is not recent enough, use a DPoP nonce instead',
        unauthorized_client: 'The application is not registered for this grant_type.',
        unsupported_grant_type: 'The grant_type is unknown. Did you mean client_credentials?',
      }),
    }),
    introspection: endpoint({
      operationId: 'introspectToken',
      summary: 'Get the state and scopes of an access token, for sibling services (RFC 7662)',
      description:
        'Resource servers may ask about any token, and other applications about their own. The ' +
        'answer about any other token is `{"active": false}`.',
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
        'Revokes access and refresh tokens. An unknown token is not an error. Other instances of ' +
        'the service refuse the token within five seconds.',
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
        'Send the parameters of an authorization request from your server, so that the browser ' +
        'cannot read or change them. Then send the user to `/authorize` with `client_id` and the ' +
        '`request_uri` from the response.',
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
        resource,
        dpop_jkt: Type.Optional(
          Type.String({ description: 'The thumbprint of the key for the code (RFC 9449, 10).' }),
        ),
      },
      takesProof: true,
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
        invalid_scope: 'A scope is unknown. Did you mean read:user?',
        invalid_target: unknownResource,
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
