import type { Browser, Page } from './browser.ts'
import { addTotp, codeAt, stepMs } from './factors.ts'
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
export async function signedInHolder(
  foyer: Foyer,
  ...roles: readonly string[]
): Promise<RoleHolder> {
  const { id, email } = await foyer.newUser()
  const { secret, codes: shown } = await addTotp(foyer, id)
  for (const role of roles) await foyer.command('user', 'grant', id, `--role=${role}`)
  const codes = [...shown]
  const browser = newBrowser(foyer.authUrl)
  const first = await retryOutsideSoak(() => signIn(browser, email))
  const step = await retryOutsideSoak(() => browser.follow(first))
  const code = codeAt(secret, foyer.clock.now() + stepMs)
  const answer = await retryOutsideSoak(() => browser.submit(step, { code }, '/second-factor'))
  if (answer.status !== 303) throw new Error(`not signed in: ${answer.text}`)
  // A code of the app works once in 30 seconds. Recovery codes take no time.
  const prove = (path: string) => proveAt(browser, path, { code: codes.pop() ?? '' })
  return { id, email, browser, prove }
}

/** An operator who is signed in with a second factor. */
export const signedInOperator = (foyer: Foyer): Promise<RoleHolder> =>
  signedInHolder(foyer, 'operator')
