import * as oauth from 'oauth4webapi'
import type { TokenSource } from '../http/options.ts'
import { revoke } from './endpoints.ts'
import { createPending, type Pending } from './pending.ts'
import { type Application, checked, createServer } from './server.ts'
import { type Lock, type Store, sharedStore } from './store.ts'
import { keptTokens, type Tokens, tokensOf } from './tokens.ts'

export interface SignInOptions extends Application {
  /** Where the service sends the browser back to. It must be registered, character by character. */
  redirectUri: string
  /**
   * Where tokens and started sign-ins are kept. By default, a page keeps them in IndexedDB, so that
   * all its tabs share one sign-in; other programs keep them in memory. Do not give a copy that is
   * written back later, such as `req.session` of Express: two requests would send the same refresh
   * token, which ends the sign-in. The same is true of `localStorage`, which other tabs see late,
   * and with `sessionStorage` of a tab and its copy. With `sessionStorage`, a new user also cannot
   * finish: the link in the email opens another tab.
   */
  store?: Store | undefined
  /**
   * Makes sure that one process at a time renews the tokens of this user, or starts to send the
   * code of a sign-in. In this process, and across the tabs of a browser, it is so anyway. Several
   * processes of a server need a lock of their database, with a name that contains the session: the
   * given name is the same for all users.
   */
  lock?: Lock | undefined
  /**
   * Sends the parameters to the service beforehand, so that the browser does not see them (RFC
   * 9126).
   */
  pushed?: boolean | undefined
}

/** What a sign-in may ask for. */
export interface SignInRequest {
  /**
   * `login` and `select_account` ask the user to sign in again, `consent` asks for consent, `none`
   * shows no page.
   */
  prompt?: 'login' | 'select_account' | 'consent' | 'none' | undefined
  /** The email address to fill in. */
  loginHint?: string | undefined
  /** The language of the pages, such as `de`. */
  language?: string | undefined
  /** Other parameters of the authorization request, such as `acr_values`. */
  parameters?: Readonly<Record<string, string>> | undefined
}

/** The sign-in of a user by the authorization code grant with PKCE (RFC 6749, 4.1; RFC 7636). */
export interface SignIn {
  /** Starts a sign-in, and returns the URL to send the browser to. */
  start(request?: SignInRequest): Promise<URL>
  /**
   * Finishes it with the URL that the browser came back to, and keeps the tokens. Codes:
   * `access_denied` if the user refused, `login_required` if no such sign-in was started here.
   */
  finish(url: string | URL): Promise<Tokens>
  /** Returns the tokens, or undefined if nobody has signed in. */
  tokens(): Promise<Tokens | undefined>
  /**
   * The access token, for `createClient`. It is renewed when nine tenths of its lifetime have
   * passed, or if the service refuses it. The new tokens are stored before one is used. Code:
   * `login_required` if nobody has signed in, or if another user has, such as in another tab;
   * `invalid_grant` if the user must sign in again.
   */
  readonly accessToken: TokenSource
  /**
   * Forgets the tokens and revokes them. Returns the URL that ends the user's session at the
   * service, for an application that wants that, too. If the service cannot be reached, it rejects.
   * The tokens are forgotten nevertheless, and work until they expire.
   */
  signOut(postLogoutRedirectUri?: string): Promise<URL | undefined>
}

/** Returns the response of the service, which `response_mode=fragment` puts behind the `#`. */
const parametersOf = ({ searchParams, hash }: URL): URLSearchParams =>
  searchParams.has('state') ? searchParams : new URLSearchParams(hash.slice(1))

/** Prepares the sign-in of one user: in a browser, or in one session of a server. */
export function createSignIn(options: SignInOptions): SignIn {
  const { redirectUri, scope } = options
  // All tabs share it: a refresh token works once, and a copy of a tab has a copy of its
  // `sessionStorage`. A user who opens the link of an email finishes the sign-in in another tab.
  const store = options.store ?? sharedStore()
  const server = createServer(options)
  const prefix = `foyer:${options.clientId}:`
  const kept = keptTokens(server, `${prefix}tokens`, store, options.lock)
  const pending = createPending(`${prefix}pending`, store, options.lock)

  async function start({ prompt, loginHint, language, parameters }: SignInRequest = {}) {
    const metadata = await server.metadata()
    const state = oauth.generateRandomState()
    const verifier = oauth.generateRandomCodeVerifier()
    const query = new URLSearchParams()
    const add = (given: Readonly<Record<string, string | undefined>>) => {
      for (const [name, value] of Object.entries(given))
        if (value !== undefined) query.set(name, value)
    }
    add(parameters ?? {})
    add({
      client_id: options.clientId,
      response_type: 'code',
      redirect_uri: redirectUri,
      scope,
      state,
      code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      prompt,
      login_hint: loginHint,
      ui_locales: language,
    })
    const hasIdToken = query.get('scope')?.split(' ').includes('openid')
    if (hasIdToken && !query.has('nonce')) query.set('nonce', oauth.generateRandomNonce())
    const nonce = hasIdToken ? (query.get('nonce') ?? undefined) : undefined
    await pending.add(state, { verifier, nonce })
    const url = new URL(metadata.authorization_endpoint ?? '')
    url.search = String(options.pushed ? await push(query) : query)
    return url
  }

  const push = (query: URLSearchParams): Promise<URLSearchParams> =>
    checked(async () => {
      const metadata = await server.metadata()
      const { client, authentication } = server
      const response = await oauth.pushedAuthorizationRequest(
        metadata,
        client,
        authentication,
        query,
        server.options('always'),
      )
      const { request_uri } = await oauth.processPushedAuthorizationResponse(
        metadata,
        client,
        response,
      )
      return new URLSearchParams({ client_id: options.clientId, request_uri })
    })

  const finish = (url: string | URL): Promise<Tokens> =>
    checked(async () => {
      const parameters = parametersOf(new URL(url))
      const state = parameters.get('state') ?? ''
      return await pending.finish(state, async () => {
        // A page that the user comes back to fetches the metadata only now. That may fail.
        const metadata = await server.metadata()
        return (started) => exchange(metadata, parameters, state, started)
      })
    })

  const exchange = async (
    metadata: oauth.AuthorizationServer,
    parameters: URLSearchParams,
    state: string,
    { verifier, nonce }: Pending,
  ): Promise<Tokens> => {
    const { client, authentication } = server
    const response = await oauth.authorizationCodeGrantRequest(
      metadata,
      client,
      authentication,
      oauth.validateAuthResponse(metadata, client, parameters, state),
      redirectUri,
      verifier,
      server.options('if refused'),
    )
    const answer = await oauth.processAuthorizationCodeResponse(metadata, client, response, {
      ...(nonce !== undefined && { expectedNonce: nonce, requireIdToken: true }),
    })
    const tokens = { ...tokensOf(answer), signInId: oauth.generateRandomState() }
    // A renewal of former tokens that is under way must not replace these.
    await kept.alone(() => kept.set(tokens))
    return tokens
  }

  async function signOut(postLogoutRedirectUri?: string): Promise<URL | undefined> {
    // A renewal that is under way ends first: its tokens are the ones to revoke.
    const tokens = await kept.alone(kept.clear)
    if (tokens === undefined) return undefined
    await revoke(options, tokens.refreshToken ?? tokens.accessToken)
    const { end_session_endpoint: endpoint } = await server.metadata()
    if (endpoint === undefined) return undefined
    const url = new URL(endpoint)
    // Not `id_token_hint`: the service does not know an ID token whose key was replaced a day ago,
    // and asks the user in any case.
    url.searchParams.set('client_id', options.clientId)
    if (postLogoutRedirectUri !== undefined)
      url.searchParams.set('post_logout_redirect_uri', postLogoutRedirectUri)
    return url
  }

  return { start, finish, tokens: kept.get, accessToken: kept.source, signOut }
}
