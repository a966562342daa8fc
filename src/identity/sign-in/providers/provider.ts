import type { Configuration, CustomFetch } from 'openid-client'
import type { Clock } from '../../../platform/clock.ts'
import { Refused } from '../../../platform/errors/refusals.ts'
import type { OutgoingReader } from '../../../platform/http/outgoing/outgoing.ts'
import { appleSecret } from './apple-secret.ts'
import { finishAtPayPal, type ProvidedClaims } from './paypal.ts'
import { providerRefusals } from './refusals.ts'
import type { Expected, ProviderSettings } from './settings.ts'

export type { Expected } from './settings.ts'

/** What a provider says about a user. */
export interface ProvidedUser {
  /** The `sub` at the provider. */
  readonly subject: string
  /** The email address, if the provider has confirmed it. */
  readonly email: string | undefined
  readonly name: string | undefined
}

export interface Provider extends Pick<ProviderSettings, 'id' | 'name' | 'issuer'> {
  /**
   * Makes the URL that a browser is sent to.
   * @throws {Refused} provider_failed
   */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly expected: Expected }>
  /**
   * Exchanges the code of a response, and checks the response and the ID token.
   * @param response the URL that the browser came back to
   * @returns undefined if the user has cancelled
   * @throws {Refused} provider_failed
   */
  finish(response: URL, expected: Expected): Promise<ProvidedUser | undefined>
}

export interface ProviderDeps {
  readonly outgoing: OutgoingReader
  readonly clock: Clock
  /** Called with what went wrong, in words without personal data. */
  readonly report: (provider: string, reason: string) => void
}

/** How long metadata is used before it is fetched again, in milliseconds. */
const metadataTtlMs = 60 * 60_000
/** How long a provider is not asked again after it failed, in milliseconds. */
const pauseMs = 5_000
/** The time limit of one request to a provider, in seconds. */
const timeoutSeconds = 3

const library = () => import('openid-client')

/** Opens the connection to a provider. Nothing is sent before the first sign-in. */
export function openProvider(settings: ProviderSettings, deps: ProviderDeps): Provider {
  const { id, name, issuer } = settings
  const { clock, report } = deps
  const configuration = cachedConfiguration(settings, deps)

  /** Turns whatever goes wrong at a provider into one refusal. */
  const guarded = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      report(id, reasonOf(error))
      throw new Refused(providerRefusals.provider_failed)
    }
  }

  return {
    id,
    name,
    issuer,
    begin: (redirectUri) =>
      guarded(async () => {
        const client = await library()
        const expected = {
          state: client.randomState(),
          nonce: client.randomNonce(),
          verifier: client.randomPKCECodeVerifier(),
        }
        const isApple = settings.secret.kind === 'apple'
        const url = client.buildAuthorizationUrl(await configuration(clock.now()), {
          redirect_uri: redirectUri,
          scope: settings.scope ?? (isApple ? 'openid email name' : 'openid email profile'),
          state: expected.state,
          nonce: expected.nonce,
          code_challenge: await client.calculatePKCECodeChallenge(expected.verifier),
          code_challenge_method: 'S256',
          // Apple sends the email address only in this way.
          ...(isApple && { response_mode: 'form_post' }),
        })
        return { url: url.href, expected }
      }),
    finish: (response, { state, nonce, verifier }) =>
      guarded(async () => {
        const client = await library()
        const config = await configuration(clock.now())
        if (settings.isPayPal === true) {
          const expected = { state, nonce, verifier, cancels }
          const claims = await finishAtPayPal(client, config, response, expected)
          return claims && providedUser(subjectOf(claims), claims)
        }
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier }
        const tokens = await client
          .authorizationCodeGrant(config, response, checks)
          .catch((error: unknown) => {
            const isCancelled =
              error instanceof client.AuthorizationResponseError && cancels.has(error.error)
            if (isCancelled) return undefined
            throw error
          })
        if (tokens === undefined) return undefined
        const claims = tokens.claims()
        if (claims === undefined) throw new TypeError('There is no ID token.')
        const sub = subjectOf(claims)
        const asksForMore =
          claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined
        const info = asksForMore
          ? await client.fetchUserInfo(config, tokens.access_token, sub)
          : undefined
        // Whether an address is confirmed is said by the answer that names it, and by no other.
        const { email, email_verified } = info ?? claims
        return providedUser(sub, { name: info?.name ?? claims.name, email, email_verified })
      }),
  }
}

/** The most characters of a `sub` (OpenID Connect Core, 2). */
const maxSubjectLength = 255

/** @throws {TypeError} */
function subjectOf({ sub }: ProvidedClaims): string {
  if (typeof sub !== 'string' || sub === '' || sub.length > maxSubjectLength)
    throw new TypeError('The sub is no name.')
  return sub
}

/** The errors of a user who does not want to sign in (RFC 6749, 4.1.2.1; Sign in with Apple). */
const cancels: ReadonlySet<string> = new Set(['access_denied', 'user_cancelled_authorize'])

const isTrue = (value: unknown): boolean => value === true || value === 'true'

/** Apple sends `email_verified` as text. */
function providedUser(subject: string, claims: ProvidedClaims): ProvidedUser {
  const { email, email_verified: verified, name } = claims
  return {
    subject,
    email: isTrue(verified) && typeof email === 'string' ? email : undefined,
    name: typeof name === 'string' ? name : undefined,
  }
}

/**
 * Makes the function that finds the metadata of a provider. It is fetched by discovery at first use
 * and then once an hour. If that fails, the metadata from before is used. A provider that does not
 * answer is asked again after some seconds, so that nobody waits for it meanwhile.
 */
function cachedConfiguration(
  settings: ProviderSettings,
  { outgoing, clock }: ProviderDeps,
): (now: number) => Promise<Configuration> {
  let known: Configuration | undefined
  let latest: Promise<Configuration> | undefined
  let dueAt = Number.NEGATIVE_INFINITY
  return async (now) => {
    if (latest === undefined || now >= dueAt) {
      dueAt = now + metadataTtlMs
      latest = discover(settings, outgoing, clock).then(
        (found) => {
          known = found
          return found
        },
        (error: unknown) => {
          dueAt = clock.now() + pauseMs
          if (known !== undefined) return known
          throw error
        },
      )
    }
    return latest
  }
}

async function discover(
  { issuer, clientId, secret }: ProviderSettings,
  outgoing: OutgoingReader,
  clock: Clock,
): Promise<Configuration> {
  const client = await library()
  const authenticate: import('openid-client').ClientAuth = (as, metadata, body, headers) => {
    const methods = as.token_endpoint_auth_methods_supported ?? ['client_secret_basic']
    const value =
      secret.kind === 'fixed'
        ? secret.value
        : appleSecret(secret, { clientId, issuer, nowMs: clock.now() })
    const by = methods.includes('client_secret_post')
      ? client.ClientSecretPost(value)
      : client.ClientSecretBasic(value)
    return by(as, metadata, body, headers)
  }
  return client.discovery(new URL(issuer), clientId, undefined, authenticate, {
    [client.customFetch]: fetchBy(outgoing),
    timeout: timeoutSeconds,
    // Signatures of ID tokens are checked, although they come from the provider itself.
    execute: [
      client.enableNonRepudiationChecks,
      // The settings and `OutgoingReader` allow HTTP only to this machine, in development.
      ...(issuer.startsWith('http:') ? [client.allowInsecureRequests] : []),
    ],
  })
}

/** The function by which the library sends its requests. */
const fetchBy =
  (outgoing: OutgoingReader): CustomFetch =>
  async (url, { method, headers, body, signal }) => {
    const answer = await outgoing.request(url, {
      method,
      headers,
      body: body instanceof URLSearchParams ? body.toString() : '',
      signal: signal ?? AbortSignal.timeout(timeoutSeconds * 1_000),
    })
    const content = answer.body.length === 0 ? null : new Uint8Array(answer.body)
    return new Response(content, { status: answer.status, headers: answer.headers })
  }

/** What went wrong, for the log: codes and the library's own words, nothing of the answer. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown'
  const { code, cause } = error as Error & { code?: unknown }
  const inner = cause instanceof Error ? ` (${reasonOf(cause)})` : ''
  return `${error.name}${typeof code === 'string' ? ` ${code}` : ''}${inner}`
}
