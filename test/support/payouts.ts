import { sql } from '../../src/platform/database/sql.ts'
import type { Foyer, TestUser } from './foyer.ts'
import { linkTo } from './mail.ts'
import { newBrowser } from './sign-in.ts'

/** Follows a link of an email in a browser that nobody has signed in with, and sends its form. */
export async function follow({ authUrl }: Foyer, link: string) {
  const browser = newBrowser(authUrl)
  const page = await browser.get(link.slice(authUrl.length))
  if (page.status !== 200) return page
  return browser.submit(page, {}, new URL(link).pathname)
}

/** Proves an account by the link that was sent to it. */
export const prove = async (foyer: Foyer, email: string) =>
  follow(foyer, await linkTo(foyer.db, email, 'confirm_payout'))

/** Lets the holds of a user end. */
export const endHold = ({ db }: Foyer, { id }: TestUser): Promise<unknown> =>
  db.query(sql`
    update payment_methods set usable_from = usable_from - interval '48 hours' where user_id = ${id}`)

let accounts = 0
/** An address of an account that nobody has used. */
export const newPayPal = (): string => `payee${accounts++}.${process.pid}@example.com`

/** Adds an account that is proved, and that is paid. */
export async function addPaid(foyer: Foyer, user: TestUser, email = newPayPal()) {
  const { id } = await user.paymentMethods.createPayPal({ email, default_seller_method: true })
  await prove(foyer, email)
  await endHold(foyer, user)
  return { id: Number(id), email }
}
