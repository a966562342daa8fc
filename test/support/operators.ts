import { generateSync } from 'otplib'
import { grantRole } from '../../src/identity/users/roles/grant.ts'
import type { Role } from '../../src/identity/users/roles/roles.ts'
import type { Browser, Page } from './browser.ts'
import { openDesk } from './credentials.ts'
import { addTotp, stepMs } from './factors.ts'
import type { Foyer } from './foyer.ts'
import { newBrowser, proveAt, signIn } from './sign-in.ts'
import { retryOutsideSoak } from './wire.ts'

/**
 * A user with a role and a second factor, and a browser in which the user has signed in with it.
 */
export interface RoleHolder {
  readonly id: number
  readonly email: string
  readonly browser: Browser
  /** Opens a page of acts, and gives a fresh proof if the page asks for one. */
  prove(path: string): Promise<Page>
}

/** Makes a user with an authenticator app and roles, signed in. The service is `behindProxy`. */
export async function signedInHolder(foyer: Foyer, ...roles: readonly Role[]): Promise<RoleHolder> {
  const { id, email } = await foyer.newUser()
  const { secret, recoveryCodes } = await addTotp(openDesk(foyer, foyer.clock), id)
  for (const role of roles) await grantRole(foyer.db, id, role)
  const codes = [...recoveryCodes]
  const browser = newBrowser(foyer.authUrl)
  const first = await retryOutsideSoak(() => signIn(browser, email))
  const step = await retryOutsideSoak(() => browser.follow(first))
  const code = generateSync({ secret, epoch: Math.floor((foyer.clock.now() + stepMs) / 1000) })
  const answer = await retryOutsideSoak(() => browser.submit(step, { code }, '/second-factor'))
  if (answer.status !== 303) throw new Error(`not signed in: ${answer.text}`)
  // A code of the app works once in 30 seconds. Recovery codes take no time.
  const prove = (path: string) => proveAt(browser, path, { code: codes.pop() ?? '' })
  return { id, email, browser, prove }
}

/** An operator who is signed in with a second factor. */
export const signedInOperator = (foyer: Foyer): Promise<RoleHolder> =>
  signedInHolder(foyer, 'operator')
