import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Browser } from '../../support/browser.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { addPasskey, addTotp, codeAt } from '../../support/factors.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { emailsTo, linkTo, signInEmailsTo } from '../../support/mail.ts'
import { newAddress } from '../../support/networks.ts'
import { networksFile } from '../../support/networks-file.ts'
import { follow } from '../../support/payouts.ts'
import {
  behindProxy,
  headingOf,
  newBrowser,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { addressOf, changeEmail, choosePassword, signsIn } from '../../support/takeover.ts'
import { addUser, password } from '../../support/users.ts'

const dayMs = 86_400_000
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'

/** An address of the only network in the file. */
const known = '198.51.100.7'
const folder = mkdtempSync(join(tmpdir(), 'foyer-networks-'))
const file = join(folder, 'City.mmdb')
const cologne = { city: { names: { en: 'Cologne' } }, country: { iso_code: 'DE' } }
writeFileSync(file, networksFile({ address: '198.51.100.0', prefix: 24 }, cologne))
after(() => rmSync(folder, { recursive: true, force: true }))

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/account/sessions')).status === 200

await onEveryDatabase(
  'a sign-in from a new browser',
  (foyer) => {
    const lettersTo = (email: string) => signInEmailsTo(foyer.db, email)
    /** The link of the last email about a sign-in. */
    const lastLink = async (email: string): Promise<string> => {
      const link = (await lettersTo(email)).at(-1)?.link
      assert.ok(link, 'no email about a sign-in')
      return link
    }
    const factorsOf = async (id: number) => (await foyer.command('user', 'show', id)).second_factors

    test('is told in an email, with the browser and the way, and not told for a known browser', async () => {
      const { email } = await addUser(foyer.db)
      const browser = await signedInBrowser(foyer.authUrl, email, { 'user-agent': firefox })
      const [letter, ...others] = await lettersTo(email)
      assert.deepEqual(others, [])
      assert.deepEqual(
        [letter?.browser, letter?.amr, letter?.to],
        ['Firefox · Linux', ['pwd'], email],
      )
      assert.ok(letter?.link?.startsWith(`${foyer.authUrl}/sign-in/undo?token=`))
      await browser.submit(await browser.get('/sign-out'), {}, '/sign-out')
      assert.equal((await signIn(browser, email)).status, 303)
      assert.equal((await lettersTo(email)).length, 1)
    })

    test('is told with the place of its network, in the user’s language, if the operator has a file', async () => {
      const { email } = await addUser(foyer.db)
      const place = { 'x-forwarded-for': known }
      await signedInBrowser(foyer.authUrl, email, place)
      assert.deepEqual(
        (await lettersTo(email)).map((one) => one.place),
        ['Cologne, Germany'],
      )
      await signedInBrowser(foyer.authUrl, email)
      assert.equal((await lettersTo(email))[1]?.place, undefined)
    })

    test('is told with the second factor, after it', async () => {
      const { id, email } = await addUser(foyer.db)
      const { secret } = await addTotp(foyer, id)
      const browser = newBrowser(foyer.authUrl)
      const step = await browser.follow(await signIn(browser, email))
      assert.deepEqual(await lettersTo(email), [])
      await browser.submit(step, { code: await codeAt(secret, foyer.clock.now() + 30_000) })
      assert.ok(await isSignedIn(browser))
      assert.deepEqual(
        (await lettersTo(email)).map(({ amr }) => amr),
        [['pwd', 'otp', 'mfa']],
      )
    })

    test('is told once an hour for a network, and at most twenty times a day', async () => {
      const { email } = await addUser(foyer.db)
      const network = { 'x-forwarded-for': newAddress() }
      for (let left = 3; left > 0; left--) await signedInBrowser(foyer.authUrl, email, network)
      assert.equal((await lettersTo(email)).length, 1)
      await signedInBrowser(foyer.authUrl, email)
      assert.equal((await lettersTo(email)).length, 2)
      try {
        foyer.clock.offset = 3_600_000 + 1_000
        await signedInBrowser(foyer.authUrl, email, network)
        assert.equal((await lettersTo(email)).length, 3)
      } finally {
        foyer.clock.offset = 0
      }
      for (let left = 19; left > 0; left--) await signedInBrowser(foyer.authUrl, email)
      assert.equal((await lettersTo(email)).length, 20)
    })

    test('is not told for the sign-up itself', async () => {
      const email = `new-${randomUUID()}@example.com`
      const browser = newBrowser(foyer.authUrl)
      const form = { email, password, full_name: 'Ada Lovelace' }
      await browser.submit(await browser.get('/sign-up'), form, '/sign-up')
      const link = await linkTo(foyer.db, email, 'confirm_email')
      const page = await browser.get(link.slice(foyer.authUrl.length))
      await browser.submit(page, { password }, '/confirm-email')
      assert.ok(await isSignedIn(browser))
      assert.deepEqual(await lettersTo(email), [])
    })

    test('that was somebody else’s is ended by the link, without a sign-in and once', async () => {
      const user = await foyer.newUser()
      const thief = await signedInBrowser(foyer.authUrl, user.email)
      await addPasskey(foyer, user.id)
      const token = await foyer.tokenFor(user.id, ['read:user'])
      const statusOf = async () =>
        (await fetch(`${foyer.baseUrl}/user`, { headers: { authorization: `Bearer ${token}` } }))
          .status
      assert.equal(await statusOf(), 200)
      const link = await lastLink(user.email)

      // Mail scanners open links: that changes nothing.
      const owner = newBrowser(foyer.authUrl)
      const page = await owner.get(link.slice(foyer.authUrl.length))
      assert.equal(headingOf(page), 'Was this not you?')
      assert.match(page.text, /We send a link for a new password to/)
      assert.ok(await isSignedIn(thief))

      assert.equal((await owner.submit(page, {}, '/sign-in/undo')).status, 200)
      assert.equal(await isSignedIn(thief), false)
      await assertTokenEnds(statusOf)
      assert.equal((await factorsOf(user.id)).passkeys.length, 0)
      assert.equal(await signsIn(foyer, user.email, password), false)
      assert.equal((await follow(foyer, link)).status, 410)

      const chosen = 'the new password of the owner'
      const answer = await choosePassword(foyer, user.email, chosen, 'account_recovered')
      assert.equal(answer.status, 303)
      // The browser of the thief is not known any more.
      try {
        foyer.clock.offset = 3_600_000 + 1_000
        const before = (await lettersTo(user.email)).length
        assert.equal((await signIn(thief, user.email, { secret: chosen })).status, 303)
        assert.equal((await lettersTo(user.email)).length, before + 1)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('that led to another address is taken back, and what was sent there ends', async () => {
      const user = await foyer.newUser()
      const thief = await signedInBrowser(foyer.authUrl, user.email)
      const link = await lastLink(user.email)
      const address = `thief-${randomUUID()}@example.net`
      await changeEmail(foyer, thief, address)
      await signedInBrowser(foyer.authUrl, address)
      const theirs = await lastLink(address)
      assert.equal((await follow(foyer, link)).status, 200)
      assert.equal(await addressOf(foyer, user.id), user.email)
      assert.equal((await follow(foyer, theirs)).status, 410)
      for (const letter of await emailsTo(foyer.db, address))
        if (letter.link !== undefined) assert.equal((await follow(foyer, letter.link)).status, 410)
    })

    test('gives a reader of the mailbox nothing after 48 hours: the second factors stay', async () => {
      const user = await foyer.newUser()
      await signedInBrowser(foyer.authUrl, user.email)
      const link = await lastLink(user.email)
      await addTotp(foyer, user.id)
      try {
        foyer.clock.offset = 2 * dayMs + 60_000
        assert.equal((await follow(foyer, link)).status, 200)
        assert.equal((await factorsOf(user.id)).authenticator, true)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('has a link that works for a week', async () => {
      const { email } = await addUser(foyer.db)
      await signedInBrowser(foyer.authUrl, email)
      const link = await lastLink(email)
      try {
        foyer.clock.offset = 7 * dayMs + 1_000
        assert.equal((await follow(foyer, link)).status, 410)
        foyer.clock.offset = 7 * dayMs - 60_000
        assert.equal((await follow(foyer, link)).status, 200)
      } finally {
        foyer.clock.offset = 0
      }
    })
  },
  { ...behindProxy, GEOIP_FILE: file },
)
