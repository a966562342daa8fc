import { readCookies, writeCookie } from '../../../platform/http/cookies.ts'
import type { Key } from '../../../platform/secrets/keys.ts'
import { BrokenSeal, open, seal } from '../../../platform/secrets/seal.ts'
import { hashSecretToText, isEqual } from '../../../platform/secrets/secrets.ts'
import { pathCookieName } from '../../users/sessions/session-cookie.ts'
import type { Expected } from './provider.ts'

/** A sign-in that is under way at a provider. */
export interface Pending extends Expected {
  /** Where the user continues: a path of this service. */
  readonly returnTo: string | undefined
  /** Whether a signed-in user wants to add the provider to the account. */
  readonly connects: boolean
}

/** What a provider has said about somebody whose account there is not linked yet. */
export interface Offer {
  readonly issuer: string
  readonly subject: string
  /** Confirmed by the provider. */
  readonly email: string
  readonly name: string | undefined
  /** Milliseconds since the epoch. */
  readonly at: number
  readonly returnTo: string | undefined
}

interface SealOptions {
  readonly key: Key
  readonly authUrl: string
  readonly now: () => number
}

interface CookieKind {
  readonly name: string
  readonly path: string
  readonly ttlMs: number
}

/**
 * A value in a cookie that only this service can read, and only in the browser that it was made
 * for: its label contains the id of the browser, whose cookie other hosts cannot set. So it needs
 * no row in the database, survives a restart, and is useless in another browser.
 */
export interface SealedCookie<T> {
  /** The `Set-Cookie` header. */
  set(browser: string, value: T): string
  /** Undefined if there is none, it has expired, or it belongs to another browser. */
  read(header: string | undefined, browser: string): T | undefined
  /** The `Set-Cookie` header that deletes the cookie. */
  clear(): string
}

export function sealedCookie<T>(
  { key, authUrl, now }: SealOptions,
  { name, path, ttlMs }: CookieKind,
): SealedCookie<T> {
  const cookie = pathCookieName(authUrl, name)
  const secure = cookie.startsWith('__')
  const attributes = { path, secure } as const
  const labelOf = (browser: string) => `${name} in ${hashSecretToText(browser)}`
  return {
    set(browser, value) {
      const content = Buffer.from(JSON.stringify({ value, until: now() + ttlMs }))
      const sealed = seal(key, labelOf(browser), content).toString('base64url')
      return writeCookie(cookie, sealed, { ...attributes, maxAge: ttlMs / 1000 })
    },
    read(header, browser) {
      const sealed = readCookies(header)[cookie]
      if (sealed === undefined) return undefined
      try {
        const content = open(key, labelOf(browser), Buffer.from(sealed, 'base64url'))
        const { value, until } = JSON.parse(content.toString()) as { value: T; until: number }
        return until > now() ? value : undefined
      } catch (error) {
        if (error instanceof BrokenSeal) return undefined
        throw error
      }
    },
    clear: () => writeCookie(cookie, '', { ...attributes, expires: new Date(0) }),
  }
}

/**
 * The sign-ins of one browser that are under way at a provider. Each has a cookie of its own, named
 * by its state, because a user may start one in each of several tabs.
 */
export interface PendingCookies<T extends Expected> {
  /** The `Set-Cookie` headers of a new sign-in. They end the oldest if there are too many. */
  begin(header: string | undefined, browser: string, value: T): string[]
  /**
   * Finds the sign-in of a response, and the `Set-Cookie` headers that end it. Undefined if there
   * is none, it has expired, or it belongs to another browser.
   */
  find(
    header: string | undefined,
    browser: string,
    state: string,
  ): { readonly value: T; readonly ends: readonly string[] } | undefined
}

/** The most sign-ins under way. Proxies limit the length of all cookies together, often to 8 KB. */
const maxPending = 3

export function pendingCookies<T extends Expected>(
  options: SealOptions,
  kind: CookieKind,
): PendingCookies<T> {
  const named = (suffix: string) =>
    sealedCookie<{ readonly value: T; readonly at: number }>(options, {
      ...kind,
      name: `${kind.name}-${suffix}`,
    })
  const ofState = (state: string) => named(hashSecretToText(state).slice(0, 8))
  // The previous version of Foyer has one cookie for all tabs, and reads no other. During an
  // update, a sign-in may begin on one version and end on the other.
  const former = sealedCookie<T>(options, kind)
  const prefix = pathCookieName(options.authUrl, `${kind.name}-`)
  return {
    begin(header, browser, value) {
      const present = Object.keys(readCookies(header))
        .flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []))
        .filter((suffix) => /^[\w-]{8}$/.test(suffix))
        .map((suffix) => ({ suffix, at: named(suffix).read(header, browser)?.at ?? 0 }))
      const surplus = present.toSorted((a, b) => b.at - a.at).slice(maxPending - 1)
      return [
        ...surplus.map(({ suffix }) => named(suffix).clear()),
        ofState(value.state).set(browser, { value, at: options.now() }),
        former.set(browser, value),
      ]
    },
    find(header, browser, state) {
      const isOwn = (value: T | undefined): value is T =>
        value !== undefined && isEqual(Buffer.from(state), Buffer.from(value.state))
      const cookie = ofState(state)
      const found = [
        { value: cookie.read(header, browser)?.value, end: cookie.clear() },
        { value: former.read(header, browser), end: former.clear() },
      ].filter(({ value }) => isOwn(value))
      const value = found[0]?.value
      return value && { value, ends: found.map(({ end }) => end) }
    },
  }
}
