import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import type { LinkKind } from '../../../src/identity/users/email-links/links.ts'
import { anyOne } from '../../support/database.ts'
import { addPasskey } from '../../support/factors.ts'
import { type Foyer, startFoyer, type TestUser } from '../../support/foyer.ts'
import { linkTo } from '../../support/mail.ts'
import { type RoleHolder, signedInOperator } from '../../support/operators.ts'
import { addPaid, follow, newPayPal, prove, provenBrowser } from '../../support/payouts.ts'
import { askForCode, behindProxy, headingOf, newBrowser } from '../../support/sign-in.ts'
import {
  addressOf,
  changeEmail,
  changePassword,
  choosePassword,
  followEmailed,
} from '../../support/takeover.ts'
import { password } from '../../support/users.ts'

/*
 * Which links in emails work after an account changed hands. Each link is made, the account
 * changes, and the link is tried over HTTP. The table of the decision page is what the service did.
 * `FOYER_WRITE_DOCS=true` writes it.
 */

const page = join(import.meta.dirname, '../../../docs/decisions/emailed-credentials.md')
const newPassword = 'battery staple'

/** Makes a link in an email to the present address of a user, and tries it. */
interface Emailed {
  make(foyer: Foyer, user: TestUser, address: string): Promise<string>
  works(foyer: Foyer, user: TestUser, link: string): Promise<boolean>
}

const isSubmitted = (status: number): boolean => status === 303
const pathOf = (link: string): string => {
  const { pathname, search } = new URL(link)
  return pathname + search
}

/** Links of sign-ups belong to no account, so nothing that happens to one concerns them. */
const links: Readonly<Record<Exclude<LinkKind, 'sign_up'>, Emailed>> = {
  reset_password: {
    async make(foyer, _user, address) {
      const browser = newBrowser(foyer.authUrl)
      const form = await browser.get('/forgotten-password')
      await browser.submit(form, { email: address }, '/forgotten-password')
      return linkTo(foyer.db, address, 'reset_password')
    },
    async works(foyer, _user, link) {
      const browser = newBrowser(foyer.authUrl)
      const form = await browser.get(pathOf(link))
      if (form.status !== 200) return false
      const done = await browser.submit(form, { password: `${newPassword} 2` }, '/new-password')
      return isSubmitted(done.status)
    },
  },
  new_email: {
    async make(foyer, user) {
      const email = `wanted-${randomUUID()}@example.com`
      const browser = await provenBrowser(foyer, user, 'email')
      await browser.submit(await browser.get('/account/security/email'), { email }, '/email')
      return linkTo(foyer.db, email, 'confirm_new_email')
    },
    works: async (foyer, user, link) =>
      isSubmitted((await follow(foyer, link, await provenBrowser(foyer, user))).status),
  },
  sign_in: {
    async make(foyer, _user, email) {
      await askForCode(newBrowser(foyer.authUrl), email)
      return linkTo(foyer.db, email, 'sign_in_link')
    },
    async works(foyer, _user, link) {
      const browser = newBrowser(foyer.authUrl)
      const form = await browser.get(pathOf(link))
      if (form.status !== 200) return false
      return isSubmitted((await browser.submit(form, { password }, '/sign-in/email')).status)
    },
  },
  email_sign_in: {
    async make(foyer, _user, email) {
      const browser = newBrowser(foyer.authUrl)
      const form = await browser.get('/sign-in/code')
      await browser.submit(form, { email }, '/sign-in/code')
      return linkTo(foyer.db, email, 'sign_in_code')
    },
    async works(foyer, _user, link) {
      const browser = newBrowser(foyer.authUrl)
      const form = await browser.get(pathOf(link))
      if (form.status !== 200) return false
      return isSubmitted((await browser.submit(form, {}, '/sign-in/link')).status)
    },
  },
  payout_proof: {
    async make(foyer, user) {
      const email = newPayPal()
      const accessToken = await foyer.tokenFor(user.id, ['read:user', 'write:user'])
      const answer = await fetch(`${foyer.baseUrl}/paymentmethods/paypal`, {
        method: 'POST',
        headers: { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' },
        body: JSON.stringify({ email }),
      })
      assert.equal(answer.status, 201)
      return linkTo(foyer.db, email, 'confirm_payout')
    },
    works: async (foyer, user, link) =>
      /done=method_proved$/.test(
        (await follow(foyer, link, await provenBrowser(foyer, user))).location,
      ),
  },
  payout_undo: {
    async make(foyer, user, address) {
      await addPaid(foyer, user)
      const email = newPayPal()
      await user.paymentMethods.createPayPal({ email, default_seller_method: true })
      await prove(foyer, user, email)
      return linkTo(foyer.db, address, 'payout_changed')
    },
    works: async (foyer, _user, link) =>
      headingOf(await follow(foyer, link)) === 'The change was undone',
  },
  sign_in_undo: {
    async make(foyer, user, address) {
      await addPasskey(foyer, user.id)
      return linkTo(foyer.db, address, 'second_factor_changed')
    },
    works: async (foyer, _user, link) =>
      headingOf(await follow(foyer, foyer.authUrl + pathOf(link))) === 'The change was taken back',
  },
}

/** What happens to the account between the email and the use of its link. */
type Change = (
  foyer: Foyer,
  user: TestUser,
  make: (address: string) => Promise<string>,
  operator: RoleHolder,
) => Promise<string>

const act = async ({ browser, prove }: RoleHolder, path: string, fields = {}): Promise<void> => {
  const form = await prove(path)
  const done = await browser.submit(form, { reason: 'SUP-4711', ...fields }, path)
  assert.ok(isSubmitted(done.status), done.text)
}

/** Changes the address of a user. @returns the new one */
async function move(foyer: Foyer, user: TestUser): Promise<string> {
  const email = `other-${user.email}`
  await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), email)
  return email
}

const takeBack = async (foyer: Foyer, { email }: TestUser): Promise<void> =>
  assert.equal((await followEmailed(foyer, email, 'email_changed')).status, 200)

const changes: Readonly<Record<string, Change>> = {
  nothing: (_foyer, user, make) => make(user.email),
  'new password in a session': async (foyer, user, make) => {
    const link = await make(user.email)
    await changePassword(await provenBrowser(foyer, user, 'password'), newPassword)
    return link
  },
  'new password by email': async (foyer, user, make) => {
    const link = await make(user.email)
    const reset = await links.reset_password.make(foyer, user, user.email)
    assert.equal((await choosePassword(foyer, user.email, newPassword)).status, 303, reset)
    return link
  },
  'another address': async (foyer, user, make) => {
    const link = await make(user.email)
    await move(foyer, user)
    return link
  },
  'taken back, sent to the owner': async (foyer, user, make) => {
    const link = await make(user.email)
    await move(foyer, user)
    await takeBack(foyer, user)
    return link
  },
  'taken back, sent to the other': async (foyer, user, make) => {
    const link = await make(await move(foyer, user))
    await takeBack(foyer, user)
    return link
  },
  'changed back, sent to the other': async (foyer, user, make) => {
    const link = await make(await move(foyer, user))
    await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), user.email)
    return link
  },
  'address set by an operator': async (foyer, user, make, operator) => {
    const link = await make(user.email)
    const fields = { email: `owner-${user.email}`, check: 'document_in_person' }
    await act(operator, `/operator/users/${user.id}/set-email`, fields)
    assert.equal(await addressOf(foyer, user.id), fields.email)
    return link
  },
  'disabled, and enabled again': async (foyer, user, make, operator) => {
    const link = await make(user.email)
    await act(operator, `/operator/users/${user.id}/disable`)
    await act(operator, `/operator/users/${user.id}/enable`)
    assert.equal(await addressOf(foyer, user.id), user.email)
    return link
  },
}

describe('links in emails after an account changed hands', () => {
  test('each link works or has ended as the decision page says', async (t) => {
    const env = { ...behindProxy, EMAIL_SIGN_IN: 'true' }
    // The rules are not in SQL, so one database is enough.
    const foyer = await startFoyer(await (await anyOne()).open(), env)
    t.after(() => foyer.stop())
    const operator = await signedInOperator(foyer)
    const rows: string[] = []
    for (const [name, change] of Object.entries(changes)) {
      const cells: string[] = []
      for (const link of Object.values(links)) {
        const user = await foyer.newUser()
        const sent = await change(foyer, user, (to) => link.make(foyer, user, to), operator)
        cells.push((await link.works(foyer, user, sent)) ? '**works**' : 'ended')
      }
      rows.push(`| ${name} | ${cells.join(' | ')} |`)
    }
    const kinds = Object.keys(links)
    const head = `| | ${kinds.map((kind) => `\`${kind}\``).join(' | ')} |`
    const table = [head, `|---${'|---'.repeat(kinds.length)}|`, ...rows].join('\n')
    const text = readFileSync(page, 'utf8')
    const written = /^\| \|[\s\S]*?(?=\n\n)/m.exec(text)?.[0]
    if (process.env.FOYER_WRITE_DOCS === 'true' && written !== undefined)
      writeFileSync(page, text.replace(written, table))
    else assert.equal(written, table)
  })
})
