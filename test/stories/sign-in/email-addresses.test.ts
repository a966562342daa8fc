import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser, Page } from '../../support/browser.ts'
import { later } from '../../support/clock.ts'
import { anotherPassword, dumpOf, tokenIn, trailOf } from '../../support/credentials.ts'
import { fetchForm, type SendForm, statusesOf } from '../../support/forms.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { runCommand, sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { newAddress } from '../../support/networks.ts'
import {
  behindProxy,
  copyOf,
  newBrowser,
  proveAt,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { addressOf, changeEmail, choosePassword, signsIn } from '../../support/takeover.ts'
import { addUser, password } from '../../support/users.ts'
import { retry503 } from '../../support/wire.ts'

/** A request for an email takes at least a quarter of a second, so such tests run concurrently. */
const concurrent = { concurrency: 4 }

await onEveryDatabase(
  'email addresses',
  (foyer) => {
    let signUp: SendForm
    let forget: SendForm
    before(async () => {
      signUp = await fetchForm(foyer.authUrl, '/sign-up')
      forget = await fetchForm(foyer.authUrl, '/forgotten-password')
    })
    const signedIn = (email: string) => signedInBrowser(foyer.authUrl, email)
    /** Creates a user as an operator does. @returns the id */
    const create = async (email: string): Promise<number> => {
      const words = ['user', 'create', `--email=${email}`, '--password-stdin']
      return (await runCommand(foyer.installed, words, { secret: password })).id
    }
    /** The user whom an address and the password sign in. */
    const userOf = async (email: string): Promise<number> => {
      await signedIn(email)
      const [row] = await foyer.db.query<{ user_id: number }>(
        sql`select user_id from sessions order by signed_in_at desc limit 1`,
      )
      return row?.user_id ?? 0
    }
    /** Requests a change of the address of a signed-in user, in this browser. */
    const request = async (browser: Browser, email: string): Promise<Page> => {
      const page = await proveAt(browser, '/account/security/email')
      return retry503(() => browser.submit(page, { email }, '/security/email'))
    }
    const linkFor = (email: string) => linkTo(foyer.db, email, 'confirm_new_email')
    /** Follows the link for a new address, in this browser. */
    const confirm = async (browser: Browser, link: string): Promise<Page> => {
      const page = await browser.get(link)
      return page.status === 200 ? browser.submit(page, {}, '/confirm-email') : page
    }
    const kindsTo = async (email: string) =>
      (await emailsTo(foyer.db, email)).map(({ kind }) => kind)

    describe('a new address', concurrent, () => {
      test('the new address is confirmed, and the old address gets an email about it', async () => {
        const { id, email } = await addUser(foyer.db)
        const wanted = `New.${randomUUID()}@Example.com`
        const browser = await signedIn(email)
        await request(browser, wanted)
        const link = await linkFor(wanted)
        assert.equal(await addressOf(foyer, id), email)
        await forget({ email })
        const reset = await linkTo(foyer.db, email, 'reset_password')

        const other = await signedIn((await addUser(foyer.db)).email)
        assert.equal((await confirm(other, link)).status, 403)
        assert.equal((await confirm(browser, link)).status, 303)
        assert.equal((await confirm(browser, link)).status, 410)

        assert.equal(await addressOf(foyer, id), wanted)
        assert.equal(await signsIn(foyer, wanted.toLowerCase(), password), true)
        assert.equal(await signsIn(foyer, email, password), false)
        assert.deepEqual(await kindsTo(email), ['reset_password', 'email_changed'])
        // Somebody else may own the old address by now, so links that were sent there are not valid.
        assert.equal((await newBrowser(foyer.authUrl).get(reset)).status, 410)
        assert.ok((await trailOf(foyer.db, id)).includes('email.changed'))
      })

      test('strangers do not keep a user from changing to an address, and a user cannot flood it', async () => {
        const [one, other] = [await addUser(foyer.db), await addUser(foyer.db)]
        const email = `${randomUUID()}@example.com`
        const flood = { email, password: anotherPassword, full_name: '' }
        assert.deepEqual(await statusesOf(6, () => signUp(flood)), { 200: 6 })
        const [mine, theirs] = [await signedIn(one.email), await signedIn(other.email)]
        const pages = {
          mine: await proveAt(mine, '/account/security/email'),
          theirs: await proveAt(theirs, '/account/security/email'),
        }
        const ask = (browser: Browser, page: Page, wanted = email) =>
          retry503(() => browser.submit(page, { email: wanted }, '/security/email'))
        // A user has three emails an hour to one address that may be a stranger’s.
        const asked = await statusesOf(4, () => ask(mine, pages.mine))
        assert.deepEqual(asked, { 200: 3, 429: 1 })
        assert.equal((await ask(theirs, pages.theirs)).status, 200)
        const sent = (await kindsTo(email)).filter((kind) => kind === 'confirm_new_email')
        assert.equal(sent.length, 4)
        // One user has ten emails sent, whatever the addresses and the networks.
        const more = await statusesOf(8, (place) =>
          ask(copyOf(mine), pages.mine, `${place}.${email}`),
        )
        assert.deepEqual(more, { 200: 7, 429: 1 })
      })

      test('a request for another user’s address is emailed only to that user', async () => {
        const [one, other] = [await addUser(foyer.db), await addUser(foyer.db)]
        const email = other.email.toUpperCase()
        assert.equal((await request(await signedIn(one.email), email)).status, 200)
        assert.deepEqual(await emailsTo(foyer.db, email), [])
        assert.deepEqual(await kindsTo(other.email), ['account_exists'])
      })

      test('an address that another user took in the meantime is refused', async () => {
        const { id, email } = await addUser(foyer.db)
        const browser = await signedIn(email)
        const wanted = `${randomUUID()}@example.com`
        await request(browser, wanted)
        const first = await create(wanted.toUpperCase())
        assert.equal((await confirm(browser, await linkFor(wanted))).status, 410)
        assert.equal((await foyer.command('user', 'show', wanted)).id, first)
        assert.equal(await addressOf(foyer, id), email)
      })

      test('the same address may be set in a different letter case', async () => {
        const { id, email } = await addUser(foyer.db)
        await changeEmail(foyer, await signedIn(email), email.toUpperCase())
        assert.equal(await addressOf(foyer, id), email.toUpperCase())
      })
    })

    test('a link that is requested while the address changes is not emailed to the old one', async (t) => {
      if (foyer.db.kind === 'embedded') return t.skip('it runs one transaction at a time')
      const { id, email } = await addUser(foyer.db)
      const [isChanged, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const change = foyer.db.bulkTransaction(async (tx) => {
        await tx.query(sql`update users set email = ${`new-${email}`} where id = ${id}`)
        isChanged.resolve()
        await isOver.promise
      })
      await isChanged.promise
      const request = forget({ email })
      const waiting = () =>
        foyer.db.query(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      while ((await waiting()).length === 0) await pause(5)
      isOver.resolve()
      await Promise.all([change, request])
      assert.deepEqual(await emailsTo(foyer.db, email), [])
      assert.deepEqual(await emailsTo(foyer.db, `new-${email}`), [])
    })

    describe('forms of an address', () => {
      /** Sets the key under which an earlier version stored the address of a user. */
      const setKey = (id: number, key: string) =>
        foyer.db.query(sql`update user_emails set email_key = ${key} where user_id = ${id}`)

      test('a user with an address that today’s rule refuses can sign in and get a link', async () => {
        const { id } = await addUser(foyer.db)
        const email = `${randomUUID()}@intranet`
        await foyer.db.query(sql`update users set email = ${email} where id = ${id}`)
        await setKey(id, email)
        assert.equal(await userOf(email), id)
        await forget({ email })
        assert.ok(await linkTo(foyer.db, email, 'reset_password'))
      })

      test('a user with an international domain is found in both of its forms, also under an older key', async () => {
        for (const order of [
          [0, 1],
          [1, 0],
        ] as const) {
          const name = randomUUID()
          const forms = [`${name}@MÜNCHEN.example`, `${name}@xn--mnchen-3ya.example`]
          const [stored = '', other = ''] = order.map((index) => forms[index])
          const id = await create(stored)
          await assert.rejects(create(other), /exists already|already exists/)
          assert.deepEqual([await userOf(stored), await userOf(other)], [id, id])
          await forget({ email: other })
          assert.ok(await linkTo(foyer.db, stored, 'reset_password'))

          await setKey(id, stored.toLowerCase())
          assert.deepEqual([await userOf(stored), await userOf(other)], [id, id])
          await assert.rejects(create(other), /already exists/)

          // Two accounts that an earlier version made of one address: each stays with its form.
          const twin = await create(`${randomUUID()}@example.com`)
          await setKey(twin, other.toLowerCase())
          assert.deepEqual([await userOf(stored), await userOf(other)], [id, twin])
        }
      })

      test('a user changes between the forms of an international domain, and keeps one key', async () => {
        const name = randomUUID()
        const [typed, ascii] = [`${name}@münchen.example`, `${name}@xn--mnchen-3ya.example`]
        const id = await create(typed)
        await setKey(id, ascii)
        const browser = await signedIn(typed)
        for (const email of [ascii, typed, ascii]) {
          await changeEmail(foyer, browser, email)
          const keys = await foyer.db.query(sql`
            select email_key from user_emails where user_id = ${id}`)
          assert.deepEqual(keys, [{ email_key: typed }])
        }
      })

      test('a domain is not taken for another one, and a long one gets a link', async () => {
        const name = randomUUID()
        const plain = await create(`${name}@strasse.example`)
        const other = await create(`${name}@xn--strae-oqa.example`)
        assert.equal(await userOf(`${name}@strasse.example`), plain)
        assert.equal(await userOf(`${name}@xn--strae-oqa.example`), other)

        const long = `${name}@${`${'x'.repeat(60)}.`.repeat(3)}long.example`
        await create(long)
        await forget({ email: long })
        assert.ok(await linkTo(foyer.db, long, 'reset_password'))
      })
    })

    test('a dump of the database contains no addresses, links or passwords', async () => {
      const email = `canary.${randomUUID()}@example.com`
      const address = newAddress()
      const browser = newBrowser(foyer.authUrl, { 'x-forwarded-for': address })
      await browser.submit(await browser.get('/sign-up'), { email, password })
      const token = tokenIn(await linkTo(foyer.db, email, 'confirm_email'))
      assert.equal((await signIn(browser, email)).status, 400)
      const dump = (await dumpOf(foyer.db, 'links')) + (await dumpOf(foyer.db, 'attempts'))
      const network = address.split(':').slice(2, 4).join(':')
      for (const secret of [email, token, 'argon2', network])
        assert.ok(!dump.includes(secret), secret)
      assert.ok(dump.includes('sign_up'))
    })

    test('clean-up removes only links and attempts that have ended', async () => {
      const rows = async () =>
        (
          await foyer.db.query<{ links: number; attempts: number }>(sql`
            select (select count(*)::int from links where expires_at <= now() - interval '7 days') as links,
              (select count(*)::int from attempts where ends_at <= now()) as attempts`)
        )[0]
      const { email } = await addUser(foyer.db)
      await later(foyer, -9 * 24 * 3_600_000, () => forget({ email }))
      await forget({ email })
      const before = await rows()
      assert.ok(before && before.links > 0 && before.attempts > 0)
      await foyer.runChore('delete expired links')
      await foyer.runChore('delete expired attempts')
      assert.deepEqual(await rows(), { links: 0, attempts: 0 })
      assert.equal((await choosePassword(foyer, email, anotherPassword)).status, 303)
    })
  },
  behindProxy,
)
