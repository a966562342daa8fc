import { generateSync } from 'otplib'
import { createAuthenticator, type TestAuthenticator } from './authenticator.ts'
import { type Page, unescaped } from './browser.ts'
import type { Foyer } from './foyer.ts'
import { provenBrowser } from './payouts.ts'
import { optionsOf } from './sign-in.ts'
import { retryOutsideSoak } from './wire.ts'

/** Length of a time step of authenticator apps (RFC 6238). */
export const stepMs = 30_000

/** The code that an authenticator app shows at a time. */
export const codeAt = (secret: string, ms: number): string =>
  generateSync({ secret, epoch: Math.floor(ms / 1000) })

/**
 * An unused code: that of the next 30-second step, which the server accepts because clocks differ.
 */
export const nextCode = (secret: string): string => codeAt(secret, Date.now() + stepMs)

/**
 * Adds an authenticator app to a user, on the page for it. This uses the code of the current time
 * step. The code of the next step is also accepted, and still unused.
 * @returns its secret, and the recovery codes that the page shows
 */
export async function addTotp(
  foyer: Foyer,
  userId: number,
): Promise<{ readonly secret: string; readonly codes: readonly string[] }> {
  const browser = await provenBrowser(foyer, { id: userId }, 'totp')
  const start = await retryOutsideSoak(() => browser.get('/account/security/totp'))
  const begun = await retryOutsideSoak(() => browser.submit(start, {}, '/totp'))
  const secret = secretIn(begun)
  const code = codeAt(secret, foyer.clock.now())
  const done = await retryOutsideSoak(() => browser.submit(begun, { code }, '/confirm'))
  if (done.status >= 400) throw new Error(`no authenticator app was added: ${done.text}`)
  return { secret, codes: codesIn(done) }
}

/** Adds a passkey to a user, on the page for it. */
export async function addPasskey(foyer: Foyer, userId: number): Promise<TestAuthenticator> {
  const browser = await provenBrowser(foyer, { id: userId }, 'passkeys')
  const authenticator = createAuthenticator(foyer.authUrl)
  const page = await retryOutsideSoak(() => browser.get('/account/security/passkeys'))
  const options = await optionsOf(browser, page, '/passkeys')
  const fields = { credential: JSON.stringify(authenticator.create(options as never)), name: 'Key' }
  const done = await retryOutsideSoak(() => browser.submit(page, fields, '/passkeys'))
  if (done.status >= 400) throw new Error(`no passkey was added: ${done.text}`)
  return authenticator
}

/** Removes the authenticator app of a user, on the page for it. */
export async function removeTotp(foyer: Foyer, user: { readonly id: number }): Promise<void> {
  const browser = await provenBrowser(foyer, user, 'totp')
  const page = await retryOutsideSoak(() => browser.get('/account/security/totp/remove'))
  const done = await retryOutsideSoak(() => browser.submit(page, {}, '/totp/remove'))
  if (done.status >= 400) throw new Error(`the authenticator app stays: ${done.text}`)
}

/** Replaces the recovery codes of a user, on the page for it. */
export async function renewCodes(foyer: Foyer, user: { readonly id: number }): Promise<void> {
  const browser = await provenBrowser(foyer, user, 'recovery_codes')
  const page = await retryOutsideSoak(() => browser.get('/account/security/recovery-codes'))
  const done = await retryOutsideSoak(() => browser.submit(page, {}, '/recovery-codes'))
  if (done.status >= 400) throw new Error(`the recovery codes stay: ${done.text}`)
}

/** The secret of an authenticator app that a page shows. */
export const secretIn = ({ text }: Page): string =>
  unescaped(/<span class="secret">([^<]*)</.exec(text)?.[1] ?? '').replaceAll(' ', '')

/** The recovery codes that a page shows. */
export const codesIn = ({ text }: Page): string[] => {
  const [, list = ''] = /<ul class="codes">([\s\S]*?)<\/ul>/.exec(text) ?? []
  return [...list.matchAll(/<li>([^<]*)</g)].map(([, code = '']) => code)
}
