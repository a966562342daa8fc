import { Type } from '../../../../platform/schema/type.ts'

/* The schemas of the forms and responses of the token endpoints. */

export const closed = { additionalProperties: false }

export const TokenResponse = Type.Object(
  {
    access_token: Type.String({ description: 'An opaque string. Do not try to read its content.' }),
    token_type: Type.Enum(['bearer', 'DPoP']),
    expires_in: Type.Integer({ description: 'The lifetime in seconds.', examples: [86_400] }),
    scope: Type.String({ description: 'Scopes, separated by spaces.', examples: ['read:events'] }),
    refresh_token: Type.Optional(Type.String({ description: 'Can be used once.' })),
    id_token: Type.Optional(Type.String({ description: 'The ID token (OpenID Connect Core, 2).' })),
  },
  { $id: 'TokenResponse', ...closed },
)

export const Introspection = Type.Object(
  {
    active: Type.Boolean(),
    sub: Type.Optional(
      Type.String({
        description: 'The id of the user. Absent if the token belongs to an application.',
      }),
    ),
    client_id: Type.Optional(Type.String()),
    scope: Type.Optional(Type.String()),
    token_type: Type.Optional(Type.Enum(['bearer', 'DPoP'])),
    cnf: Type.Optional(
      Type.Object(
        { jkt: Type.Optional(Type.String()) },
        { description: 'The thumbprint of the key that the token is bound to (RFC 9449, 6.2).' },
      ),
    ),
    aud: Type.Optional(
      Type.String({
        description: 'The resource that the token was made for (RFC 8707). Absent if for none.',
      }),
    ),
    iss: Type.Optional(Type.String()),
    iat: Type.Optional(Type.Integer({ description: 'The time in seconds since 1970-01-01 UTC.' })),
    exp: Type.Optional(Type.Integer({ description: 'The time in seconds since 1970-01-01 UTC.' })),
  },
  {
    $id: 'Introspection',
    description: 'The state of a token. If `active` is `false`, it is the only property.',
  },
)

export const PushedRequest = Type.Object(
  {
    request_uri: Type.String({
      description: 'Send it as `request_uri` to `/authorize`. It works once.',
    }),
    expires_in: Type.Integer({ description: 'The lifetime in seconds.' }),
  },
  { $id: 'PushedRequest', ...closed },
)

export const UserInfo = Type.Object(
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
          formatted: Type.Optional(
            Type.String({ description: 'All lines, in the order of the country.' }),
          ),
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

export const OAuthErrorSchema = Type.Object(
  { error: Type.String({ examples: ['invalid_client'] }), error_description: Type.String() },
  { $id: 'OAuthError', description: 'An OAuth error (RFC 6749, 5.2).', ...closed },
)

export const authentication = {
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

export const aboutToken = {
  token: Type.String(),
  token_type_hint: Type.Optional(Type.Enum(['access_token', 'refresh_token'])),
}
