import { randomUUID } from 'node:crypto'
import type { PaymentMethod } from '@foyer/client'
import type { ProofPurpose } from '../../src/identity/users/fresh-proofs/fresh-proofs.ts'
import { hashSecret } from '../../src/platform/secrets/secrets.ts'
import type { Browser } from './browser.ts'
import type { Foyer, TestUser } from './foyer.ts'
import { sql } from './inside.ts'
import { linkTo } from './mail.ts'
import { newBrowser, sessionOf } from './sign-in.ts'
import { callOutsideSoak, retryOutsideSoak } from './wire.ts'

/** Opens a link of an email, and sends its form. The default is a browser without a session. */
export async function follow(
  { authUrl }: Foyer,
  link: string,
  browser: Browser = newBrowser(authUrl),
) {
  const page = await retryOutsideSoak(() => browser.get(link.slice(authUrl.length)))
  if (page.status !== 200) return page
  return retryOutsideSoak(() => browser.submit(page, {}, new URL(link).pathname))
}

/** A browser of a user who is signed in and has just given a fresh proof, for payments by default. */
export async function provenBrowser(
  foyer: Foyer,
  { id }: Pick<TestUser, 'id'>,
  purpose: ProofPurpose = 'payouts',
): Promise<Browser> {
  const browser = newBrowser(foyer.authUrl)
  const { name, value } = await sessionOf(foyer, id)
  browser.plant(`${name}=${value}; Path=/`)
  await foyer.db.query(sql`
    insert into fresh_proofs (user_id, session_uid, purpose, amr, complete, expires_at)
    select user_id, uid, ${purpose}, '{pwd}', true, ${new Date(foyer.clock.now() + 300_000).toISOString()}::timestamptz
    from sessions where user_id = ${id} and hash = ${hashSecret(value)}`)
  return browser
}

/** Where the page of a proof leads. */
export const isProved = /\/account\/paymentmethods\?done=method_proved$/

/** Confirms an account with the emailed link, as the owner. */
export const prove = async (
  foyer: Foyer,
  user: Pick<TestUser, 'id'>,
  email: string,
  kind: 'confirm_payout' | 'confirm_bank_account' = 'confirm_payout',
) => follow(foyer, await linkTo(foyer.db, email, kind), await provenBrowser(foyer, user))

/**
 * Whether a user has chosen a method for payouts. It becomes the default as soon as it may be used.
 */
export const isChosen = ({ type, _embedded: embedded }: PaymentMethod): boolean =>
  type === 'PayPal' && embedded?.type_details.chosen === true

/** Ends the holds of a user. */
export const endHold = ({ db }: Foyer, { id }: TestUser): Promise<unknown> =>
  db.query(sql`
    update payment_methods set usable_from = usable_from - interval '48 hours' where user_id = ${id}`)

let accounts = 0
/**
 * An email address of a new PayPal account. Each has its own domain, which the interface does not
 * obfuscate.
 */
export const newPayPal = (): string => {
  accounts++
  return `payee@n${accounts}-${process.pid}.example.com`
}

/** The email address of an account, as the interface shows it. */
export const shown = (email: string): string => email.replace(/(?<=^.)[^@]*/, '***')

/** Adds a confirmed PayPal account that receives payouts. */
export async function addPaid(foyer: Foyer, user: TestUser, email = newPayPal()) {
  const call = { email, default_seller_method: true }
  const options = { idempotencyKey: randomUUID() }
  const { id } = await callOutsideSoak(() => user.paymentMethods.createPayPal(call, options))
  await prove(foyer, user, email)
  await endHold(foyer, user)
  return { id: Number(id), email }
}
