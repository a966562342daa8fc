import * as oauth from 'oauth4webapi'
import { FoyerError } from '../http/error.ts'
import type { TokenSource } from '../http/options.ts'
import { checked, type Server } from './server.ts'
import { browserLock, type Lock, processLock, type Store } from './store.ts'

/** The claims of an ID token (OpenID Connect Core, 2). */
export interface IdTokenClaims {
  /** The user's id. */
  readonly sub: string
  /** How strongly the user signed in, such as `aal2`. */
  readonly acr?: string | undefined
  /** The methods with which the user signed in (RFC 8176). */
  readonly amr?: readonly string[] | undefined
  /** When the user signed in: seconds since the epoch. */
  readonly auth_time?: number | undefined
  readonly [name: string]: unknown
}

/** The tokens of a user who has signed in. */
export interface Tokens {
  accessToken: string
  /** When the access token ends: milliseconds since the epoch. */
  expiresAt: number
  /** When to renew it, a little earlier. */
  renewAt: number
  refreshToken: string | undefined
  /** Separated by spaces. */
  scope: string
  /** The ID token (OpenID Connect Core, 2), if `openid` was requested. */
  idToken: string | undefined
  /** The user's id, from the ID token. */
  userId: string | undefined
  /** What the ID token says of the user and the sign-in. Former versions have stored none. */
  claims?: IdTokenClaims | undefined
  /** A random id of the sign-in, which renewals keep. Former versions have stored none. */
  signInId?: string | undefined
}

/** The tokens of one user, from a store. */
export interface KeptTokens {
  get(): Promise<Tokens | undefined>
  set(tokens: Tokens): Promise<void>
  /** Forgets the tokens, and returns the latest ones, which the store may not have. */
  clear(): Promise<Tokens | undefined>
  /** Runs a function while no tokens of this user are renewed. */
  alone<T>(work: () => Promise<T>): Promise<T>
  readonly source: TokenSource
}

/** The renewals that run in this process, by refresh token: it works once. */
const renewals = new Map<string, Promise<Tokens>>()

/**
 * Renewed tokens that are not in a store yet, by the refresh token that they replace. It no longer
 * works. On a server each request has objects of its own, so all of this process share them.
 */
const unsaved = new Map<string, Tokens>()

/** How many renewals are remembered while stores fail: some megabytes. */
const mostUnsaved = 1_000

function keepUnsaved(replaces: string, tokens: Tokens): void {
  const [oldest] = unsaved.keys()
  if (unsaved.size >= mostUnsaved && oldest !== undefined) unsaved.delete(oldest)
  unsaved.set(replaces, tokens)
}

export function keptTokens(
  server: Server,
  name: string,
  store: Store,
  lock: Lock | undefined = browserLock(),
): KeptTokens {
  let known: Tokens | undefined
  /** Counts the reads and changes. A slow read must not undo what came after it. */
  let turns = 0
  /** Whose the access tokens of the last requests were. */
  const owners = new Map<string, string | undefined>()

  const get = async (): Promise<Tokens | undefined> => {
    turns += 1
    const turn = turns
    const text = await store.getItem(name)
    const tokens = text ? (JSON.parse(text) as Tokens) : undefined
    if (turn === turns) known = tokens
    return tokens
  }
  const remember = (tokens: Tokens | undefined): void => {
    turns += 1
    known = tokens
  }
  /** Other tabs and processes see the tokens before anybody uses them. */
  const set = async (tokens: Tokens): Promise<void> => {
    await store.setItem(name, JSON.stringify(tokens))
    remember(tokens)
  }
  const clear = async (): Promise<Tokens | undefined> => {
    const stored = await get()
    const { refreshToken = '' } = stored ?? {}
    const latest = unsaved.get(refreshToken) ?? stored
    remember(undefined)
    try {
      await store.removeItem(name)
    } finally {
      // Meanwhile, a request may have read them.
      remember(undefined)
    }
    unsaved.delete(refreshToken)
    return latest
  }

  const alone = async <T>(work: () => Promise<T>): Promise<T> => {
    if (lock !== undefined) return await lock(name, work)
    const { refreshToken } = (await get()) ?? {}
    // No renewal can be under way. The name is the same for all users of a server, so a lock would
    // make one user wait for the store of another.
    if (refreshToken === undefined) return await work()
    return await processLock(`${name}:${refreshToken}`, work)
  }

  /** Renews the tokens, unless somebody else did so while this waited for the lock. */
  const renew = (former: Tokens, rejected: string | undefined): Promise<Tokens> =>
    alone(async () => {
      const current = await get()
      // A sign-out came first.
      if (current === undefined) throw signInNeeded('Nobody has signed in.')
      assertSameOwner(ownerOf(former), current)
      const { refreshToken } = current
      if (isUsable(current, rejected)) return current
      if (refreshToken === undefined) throw signInNeeded('The access token has ended.')
      try {
        // If the store fails, the next call tries again.
        const tokens = unsaved.get(refreshToken) ?? (await refresh(server, current, refreshToken))
        keepUnsaved(refreshToken, tokens)
        await set(tokens)
        unsaved.delete(refreshToken)
        return tokens
      } catch (error) {
        if (error instanceof FoyerError && error.code === 'invalid_grant') await clear()
        throw error
      }
    })

  const source: TokenSource = async ({ rejected, former = rejected }) => {
    const before = known
    const tokens = before && isUsable(before, rejected) ? before : await get()
    if (tokens === undefined) throw signInNeeded('Nobody has signed in.')
    // In another tab, somebody else may have signed in. This request is not theirs.
    if (before !== undefined) assertSameOwner(ownerOf(before), tokens)
    if (former !== undefined && owners.has(former)) assertSameOwner(owners.get(former), tokens)
    const usable = isUsable(tokens, rejected) ? tokens : await renewed(tokens, rejected)
    const { accessToken } = usable
    owners.delete(accessToken)
    owners.set(accessToken, ownerOf(usable))
    const [oldest = ''] = owners.keys()
    if (owners.size > mostOwners) owners.delete(oldest)
    return accessToken
  }

  const renewed = (tokens: Tokens, rejected: string | undefined): Promise<Tokens> => {
    const flight = tokens.refreshToken ?? tokens.accessToken
    const running = renewals.get(flight) ?? renew(tokens, rejected)
    renewals.set(flight, running)
    return running.finally(() => renewals.delete(flight))
  }

  return { get, set, clear, alone, source }
}

/** Whether an access token needs no renewal. Without a refresh token, it is used to its end. */
const isUsable = (
  { accessToken, refreshToken, renewAt, expiresAt }: Tokens,
  rejected: string | undefined,
): boolean =>
  Date.now() < (refreshToken === undefined ? expiresAt : renewAt) && accessToken !== rejected

/** More access tokens than a page gets while a request is under way, or an `update` waits. */
const mostOwners = 100

/** The user; the sign-in if the tokens do not name the user. */
const ownerOf = ({ userId, signInId }: Tokens): string | undefined => userId ?? signInId

function assertSameOwner(former: string | undefined, latter: Tokens): void {
  if (former !== ownerOf(latter)) throw signInNeeded('Another user has signed in.')
}

const signInNeeded = (message: string): FoyerError =>
  new FoyerError(undefined, '', 'login_required', { message })

/** Sends a refresh token once: the service ends all tokens if it sees it twice. */
const refresh = (server: Server, old: Tokens, refreshToken: string): Promise<Tokens> =>
  checked(async () => {
    const metadata = await server.metadata()
    const { client, authentication } = server
    const response = await oauth.refreshTokenGrantRequest(
      metadata,
      client,
      authentication,
      refreshToken,
      server.options('if refused'),
    )
    const answer = await oauth.processRefreshTokenResponse(metadata, client, response)
    const { idToken, userId, claims, signInId } = old
    const renewed = tokensOf(answer)
    return {
      ...renewed,
      // RFC 6749, 6: without a new refresh token, the former one stays.
      refreshToken: renewed.refreshToken ?? refreshToken,
      idToken: renewed.idToken ?? idToken,
      userId: renewed.userId ?? userId,
      claims: renewed.claims ?? claims,
      signInId,
    }
  })

/** Reads a response of the token endpoint. The lifetime counts from now. */
export function tokensOf(answer: oauth.TokenEndpointResponse): Tokens {
  const lifetime = (answer.expires_in ?? 0) * 1_000
  const claims = oauth.getValidatedIdTokenClaims(answer)
  return {
    accessToken: answer.access_token,
    expiresAt: Date.now() + lifetime,
    renewAt: Date.now() + lifetime * 0.9,
    refreshToken: answer.refresh_token,
    scope: answer.scope ?? '',
    idToken: answer.id_token,
    userId: claims?.sub,
    claims,
  }
}
