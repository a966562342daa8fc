import type { Browser, Page } from './browser.ts'
import type { Foyer } from './foyer.ts'
import { sql } from './inside.ts'
import { linkTo } from './mail.ts'
import { follow } from './payouts.ts'
import { newBrowser, proveAt, signIn } from './sign-in.ts'

/** Changes the address of a signed-in user on the pages, and confirms the new one. */
export async function changeEmail(
  foyer: Foyer,
  browser: Browser,
  email: string,
  proof: { readonly secret?: string; readonly code?: string } = {},
): Promise<void> {
  const page = await proveAt(browser, '/account/security/email', proof)
  await browser.submit(page, { email }, '/security/email')
  const link = await linkTo(foyer.db, email, 'confirm_new_email')
  const done = await follow(foyer, link, browser)
  if (done.status !== 303) throw new Error(`the address was not changed: ${done.text}`)
}

/** Changes the password of a signed-in user on the pages. */
export async function changePassword(
  browser: Browser,
  password: string,
  proof: { readonly secret?: string } = {},
): Promise<void> {
  const page = await proveAt(browser, '/account/security/password', proof)
  const done = await browser.submit(page, { password }, '/security/password')
  if (done.status !== 303) throw new Error(`the password was not changed: ${done.text}`)
}

/** Follows the link of the last email of a kind, in a new browser, and sends the form. */
export const followEmailed = async (
  foyer: Foyer,
  email: string,
  kind: Parameters<typeof linkTo>[2],
): Promise<Page> => follow(foyer, await linkTo(foyer.db, email, kind))

/** Chooses a password with the link of the last email of a kind. */
export async function choosePassword(
  foyer: Foyer,
  email: string,
  password: string,
  kind: Parameters<typeof linkTo>[2] = 'reset_password',
): Promise<Page> {
  const link = await linkTo(foyer.db, email, kind)
  const browser = newBrowser(foyer.authUrl)
  const page = await browser.get(link.slice(foyer.authUrl.length))
  return page.status === 200 ? browser.submit(page, { password }, '/new-password') : page
}

/** Whether a password signs a user in, in a new browser, without another step. */
export async function signsIn(foyer: Foyer, email: string, secret: string): Promise<boolean> {
  const answer = await signIn(newBrowser(foyer.authUrl), email, { secret })
  return answer.status === 303 && !answer.location.includes('/second-factor')
}

/** The address of an account. */
export async function addressOf({ db }: Foyer, id: number): Promise<string> {
  const [user] = await db.query<{ email: string }>(sql`select email from users where id = ${id}`)
  return user?.email ?? ''
}
