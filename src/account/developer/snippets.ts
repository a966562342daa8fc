import type { Application } from '../../identity/applications/applications.ts'
import { typeOf } from '../../identity/users/developers/rules.ts'

/*
 * Lines to paste into a shell or a program, with the names of one application. They are the same in
 * all languages.
 */

export interface Snippets {
  /** Gets an application's own token. */
  readonly own?: string
  /** Prints the address at which a user signs in. */
  readonly authorize?: string
  /** Exchanges the code that the browser brings back. */
  readonly exchange?: string
  /** Reads the user with the token. */
  readonly use?: string
  /** The same in a program with `@foyer/client`. */
  readonly client: string
}

export interface SnippetUrls {
  readonly authUrl: string
  readonly baseUrl: string
}

/**
 * Makes the lines of an application.
 * @param secret its new secret. Without it, the lines take the secret from a variable that is set
 *   in the first line
 */
export function snippetsOf(
  application: Application,
  urls: SnippetUrls,
  secret = 'YOUR_SECRET',
): Snippets {
  const hasSecret = application.authentication === 'secret'
  const credentials = [
    `CLIENT_ID=${quoted(application.clientId)}`,
    ...(hasSecret ? [`CLIENT_SECRET=${quoted(secret)}`] : []),
  ]
  const token = `${urls.authUrl}/oauth2/token`
  const own = [
    ...credentials,
    'curl -u "$CLIENT_ID:$CLIENT_SECRET" \\',
    '  -d grant_type=client_credentials \\',
    `  ${quoted(token)}`,
  ]
  const client = clientLines(application, urls)
  if (typeOf(application) === 'server') return { own: own.join('\n'), client }
  return {
    ...(hasSecret && { own: own.join('\n') }),
    authorize: authorizeLines(application, urls, credentials).join('\n'),
    exchange: [
      "CODE='CODE_FROM_THE_ADDRESS'",
      `curl ${hasSecret ? '-u "$CLIENT_ID:$CLIENT_SECRET"' : '-d client_id="$CLIENT_ID"'} \\`,
      '  -d grant_type=authorization_code \\',
      '  -d code="$CODE" \\',
      `  --data-urlencode ${quoted(`redirect_uri=${application.redirectUris[0] ?? ''}`)} \\`,
      '  -d code_verifier="$VERIFIER" \\',
      `  ${quoted(token)}`,
    ].join('\n'),
    use: [
      "ACCESS_TOKEN='ACCESS_TOKEN_FROM_THE_RESPONSE'",
      'curl -H "Authorization: Bearer $ACCESS_TOKEN" \\',
      `  ${quoted(`${urls.baseUrl}/user`)}`,
    ].join('\n'),
    client,
  }
}

/** With PKCE (RFC 7636): the exchange needs the verifier that only this shell has. */
function authorizeLines(
  { redirectUris, scopes, clientId }: Application,
  { authUrl }: SnippetUrls,
  credentials: readonly string[],
): string[] {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: redirectUris[0] ?? '',
    scope: scopes.join(' '),
    code_challenge_method: 'S256',
  }
  const query = Object.entries(parameters).map(([name, value]) => `${name}=${encoded(value)}`)
  return [
    ...credentials,
    'VERIFIER=$(openssl rand -hex 32)',
    'CHALLENGE=$(printf %s "$VERIFIER" | openssl dgst -sha256 -binary |',
    "  openssl base64 | tr '+/' '-_' | tr -d '=')",
    `echo ${quoted(`${authUrl}/authorize?${query.join('&')}&code_challenge=`)}"$CHALLENGE"`,
  ]
}

function clientLines(application: Application, { authUrl, baseUrl }: SnippetUrls): string {
  const text = (value: string) => JSON.stringify(value)
  if (typeOf(application) === 'server')
    return [
      "import { createClient } from '@foyer/client'",
      "import { clientCredentials } from '@foyer/client/oauth'",
      '',
      'const accessToken = clientCredentials({',
      `  authUrl: ${text(authUrl)},`,
      `  clientId: ${text(application.clientId)},`,
      "  clientSecret: process.env.CLIENT_SECRET ?? '',",
      '})',
      `const foyer = createClient({ baseUrl: ${text(baseUrl)}, accessToken })`,
      'console.log(await foyer.root())',
    ].join('\n')
  return [
    "import { createClient } from '@foyer/client'",
    '',
    `const foyer = createClient({ baseUrl: ${text(baseUrl)}, accessToken })`,
    'console.log((await foyer.user.get()).full_name)',
  ].join('\n')
}

/** A text in single quotes for a POSIX shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`

/** Percent-encodes a value of a query (RFC 3986, 2.1), also the marks that shells know. */
const encoded = (text: string): string =>
  encodeURIComponent(text).replace(
    /[!'()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  )
