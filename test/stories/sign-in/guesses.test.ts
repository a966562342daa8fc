import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { Browser, Page } from '../../support/browser.ts'
import { later } from '../../support/clock.ts'
import { anotherPassword, trailOf } from '../../support/credentials.ts'
import { addTotp } from '../../support/factors.ts'
import { fetchForm, type SendForm, statusesOf } from '../../support/forms.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { runCommand, sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import {
  askForCode,
  behindProxy,
  newBrowser,
  proveAt,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { changePassword, choosePassword, signsIn } from '../../support/takeover.ts'
import { addUser, password } from '../../support/users.ts'
import { retry503 } from '../../support/wire.ts'

const minute = 60_000
const hour = 60 * minute
/** The window of a limit of guesses. */
const window = 15 * minute

/** A request for an email takes at least a quarter of a second, so such tests run concurrently. */
const concurrent = { concurrency: 4 }

await onEveryDatabase(
  'guesses at a password',
  (foyer) => {
    let sendSignIn: SendForm
    let sendForgotten: SendForm
    before(async () => {
      sendSignIn = await fetchForm(foyer.authUrl, '/sign-in')
      sendForgotten = await fetchForm(foyer.authUrl, '/forgotten-password')
    })
    const somewhere = () => newBrowser(foyer.authUrl)

    /** Signs in, by default from a new network. @returns the status of the answer */
    const enter = async (email: string, from?: Browser, secret = password): Promise<number> =>
      (await sendSignIn({ email, password: secret }, from)).status
    const guess = (email: string, from?: Browser): Promise<Page> =>
      sendSignIn({ email, password: 'wrong horse' }, from)
    const guesses = (count: number, email: string, from?: Browser) =>
      statusesOf(count, () => guess(email, from))

    describe('on the page to sign in', () => {
      test('the email address may be in any letter case, and the password in any Unicode form', async () => {
        const email = `Jürgen.${randomUUID()}@Straße.example`
        const words = ['user', 'create', `--email=${email}`, '--password-stdin']
        await runCommand(foyer.installed, words, { secret: 'grüße an alle' })
        const written = [
          [email, 'grüße an alle'],
          [` ${email.toUpperCase()} `, 'gru\u0308ße an\u00a0alle'],
          [email.normalize('NFD'), 'grüße an alle'],
        ] as const
        for (const [email, secret] of written)
          assert.equal(await enter(email, somewhere(), secret), 303)
        assert.equal(await enter(email, somewhere(), 'Grüße an alle'), 400)
      })

      test('a wrong guess counts even if its record cannot be written', async () => {
        const { id, email } = await addUser(foyer.db)
        await foyer.db.script(`
          create function refuse_record() returns trigger language plpgsql as $$
            begin raise exception 'no capacity' using errcode = '53300'; end $$;
          create trigger refuse_record before insert on audit_records for each row
            when (new.user_id = ${id} and new.action = 'sign_in.refused')
            execute function refuse_record()`)
        const from = somewhere()
        try {
          for (let round = 0; round < 10; round++)
            assert.equal((await signIn(from, email, { secret: 'wrong horse' })).status, 503)
        } finally {
          await foyer.db.script(`
            drop trigger refuse_record on audit_records; drop function refuse_record()`)
        }
        assert.equal(await enter(email, from), 429)
      })

      test('a refused sign-in is recorded for an account, and without a user for an unknown address', async () => {
        const user = await addUser(foyer.db)
        const disabled = await addUser(foyer.db)
        await foyer.command('user', 'disable', disabled.id)
        const before = (await trailOf(foyer.db, null)).length
        assert.equal((await guess(user.email)).status, 400)
        assert.equal(await enter(disabled.email), 400)
        assert.equal(await enter(`${randomUUID()}@example.com`), 400)
        assert.deepEqual((await trailOf(foyer.db, user.id)).slice(-1), ['sign_in.refused'])
        assert.deepEqual((await trailOf(foyer.db, disabled.id)).slice(-1), ['sign_in.refused'])
        assert.deepEqual((await trailOf(foyer.db, null)).slice(before), ['sign_in.refused'])
      })

      test('one network has ten guesses at an account, and other networks are not affected', async () => {
        const { email } = await addUser(foyer.db)
        assert.deepEqual(await guesses(30, email, somewhere()), { 400: 10, 429: 20 })
        assert.equal(await enter(email), 303)
      })

      test('an account has 100 guesses a day, and one network 30 of them', async () => {
        const { email } = await addUser(foyer.db)
        const network = somewhere()
        const checked = { here: 0, elsewhere: 0 }
        for (let passed = 0; passed < 6; passed++)
          await later(foyer, passed * window, async () => {
            checked.here += (await guesses(12, email, network))[400] ?? 0
            checked.elsewhere += (await guesses(21, email))[400] ?? 0
          })
        assert.deepEqual(checked, { here: 30, elsewhere: 70 })
        assert.equal(await later(foyer, 24 * hour, () => enter(email, network)), 303)
      })

      test('the right password clears earlier wrong guesses from its own network', async () => {
        const { email } = await addUser(foyer.db)
        const from = somewhere()
        for (let round = 0; round < 2; round++) {
          assert.deepEqual(await guesses(9, email, from), { 400: 9 })
          assert.equal(await enter(email, from), 303)
          // The browser is known from now on.
          from.plant('foyer-device=; Max-Age=0; Path=/')
        }
        // Guesses from other networks stay counted when the owner signs in.
        assert.deepEqual(await guesses(1, email), { 400: 1 })
        assert.equal(await enter(email, from), 303)
        assert.deepEqual(await guesses(5, email), { 400: 1, 429: 4 })
      })

      test('a browser that is known to the account has a guess limit of its own', async () => {
        const [{ email }, other] = [await addUser(foyer.db), await addUser(foyer.db)]
        const deviceOf = async (email: string) =>
          (await signedInBrowser(foyer.authUrl, email)).cookie('foyer-device')?.value ?? ''
        const device = await deviceOf(email)
        const known = (value = device) => {
          const browser = somewhere()
          browser.plant(`foyer-device=${value}; Path=/`)
          return browser
        }
        const knownGuesses = (count: number) => statusesOf(count, () => guess(email, known()))
        assert.deepEqual(await guesses(20, email), { 400: 20 })
        assert.equal(await enter(email), 429)
        const forged = device.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))
        for (const wrong of [await deviceOf(other.email), `${device}x`, forged, 'x.y', ''])
          assert.equal(await enter(email, known(wrong)), 429, wrong)
        assert.equal(await enter(email, known()), 303)
        assert.deepEqual(await knownGuesses(12), { 400: 10, 429: 2 })
        for (const passed of [1, 2])
          assert.deepEqual(await later(foyer, passed * window, () => knownGuesses(10)), { 400: 10 })
        const late = await later(foyer, 3 * window, () => guess(email, known()))
        assert.equal(late.status, 429)
        assert.ok(Number(late.headers.get('retry-after')) > 23 * 3600)
      })

      test('the limit of a network does not apply to browsers that are known to the account', async () => {
        const { email } = await addUser(foyer.db)
        const here = somewhere()
        assert.equal(await enter(email, here), 303)
        const device = here.cookie('foyer-device')?.value ?? ''
        here.plant('foyer-device=; Max-Age=0; Path=/')
        const full = await statusesOf(101, () => guess(`${randomUUID()}@example.com`, here))
        assert.deepEqual(full, { 400: 100, 429: 1 })
        assert.equal(await enter(email, here), 429)
        here.plant(`foyer-device=${device}; Path=/`)
        assert.equal(await enter(email, here), 303)
      })
    })

    describe('past the limits', () => {
      const codeFor = async (email: string) =>
        (await emailsTo(foyer.db, email)).findLast(({ kind }) => kind === 'sign_in_link')?.code ??
        ''
      const kindsTo = async (email: string) =>
        (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      /** Sends a password with the page of a link, from a new browser each time. */
      const useLink = async (link: string, secret = password): Promise<Page> => {
        const browser = somewhere()
        const page = await retry503(() => browser.get(link))
        return page.status === 200
          ? retry503(() => browser.submit(page, { password: secret }, '/sign-in/email'))
          : page
      }
      const linkFor = (email: string) => linkTo(foyer.db, email, 'sign_in_link')

      describe('whoever has the email', concurrent, () => {
        test('the code from the email and the password sign the user in, once', async () => {
          const { email } = await addUser(foyer.db)
          await askForCode(somewhere(), ` ${email.toUpperCase()}`)
          const code = await codeFor(email)
          assert.match(code, /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
          const link = new URL(await linkFor(email))
          assert.equal(`${link.origin}${link.pathname}`, `${foyer.authUrl}/sign-in/email`)
          assert.equal(link.searchParams.get('token'), code.replaceAll('-', ''))
          assert.equal((await useLink(link.href, 'wrong horse')).status, 400)
          const uses = await statusesOf(8, () => useLink(link.href))
          assert.deepEqual(uses, { 303: 1, 410: 7 })
          const owner = somewhere()
          const asked = await askForCode(owner, email)
          const typed = (await codeFor(email)).toUpperCase().replaceAll('-', ' ')
          const entered = await retry503(() => owner.submit(asked, { code: typed, password }))
          assert.equal(entered.status, 303)
        })

        test('the code and the password confirm an imported address', async () => {
          const { id, email } = await addUser(foyer.db)
          await makeUnconfirmed(id)
          await askForCode(somewhere(), email)
          assert.equal((await useLink(await linkFor(email), 'wrong horse')).status, 400)
          assert.equal(await isConfirmed(id), false)
          assert.equal((await useLink(await linkFor(email))).status, 303)
          assert.equal(await isConfirmed(id), true)
        })

        test('a sign-in that waits for the second step confirms no address, so a new password removes the factor', async () => {
          const { id, email } = await addUser(foyer.db)
          await addTotp(foyer, id)
          await makeUnconfirmed(id)
          await askForCode(somewhere(), email)
          const waiting = await useLink(await linkFor(email))
          assert.match(waiting.location, /\/second-factor/)
          assert.equal(await isConfirmed(id), false)
          await sendForgotten({ email })
          assert.equal((await choosePassword(foyer, email, anotherPassword)).status, 303)
          assert.equal(await signsIn(foyer, email, anotherPassword), true)
        })

        test('the password can be guessed at most ten times with one link', async () => {
          const { email } = await addUser(foyer.db)
          await askForCode(somewhere(), email)
          const link = await linkFor(email)
          const tries = await statusesOf(15, () => useLink(link, 'wrong horse'))
          assert.deepEqual(tries, { 400: 10, 429: 5 })
        })

        test('an email with an ended link, and one that was never sent, do not stop the next email', async () => {
          const [owner, other] = [await addUser(foyer.db), await addUser(foyer.db)]
          const [signedUp, taken] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
          const addresses = [owner.email, signedUp, taken]
          const askTwice = (email: string) => [
            askForCode(somewhere(), email),
            sendForgotten({ email }),
          ]
          const [mine, theirs] = [
            await signedInBrowser(foyer.authUrl, owner.email),
            await signedInBrowser(foyer.authUrl, other.email),
          ]
          const ask = () => Promise.all(addresses.flatMap(askTwice))
          for (const _ of [1, 2, 3]) await ask()

          await changePassword(mine, anotherPassword)
          const form = await fetchForm(foyer.authUrl, '/sign-up')
          await form({ email: signedUp, password })
          const page = await proveAt(theirs, '/account/security/email')
          await theirs.submit(page, { email: taken }, '/security/email')
          const confirm = somewhere()
          const asked = await confirm.get(await linkTo(foyer.db, signedUp, 'confirm_email'))
          assert.equal((await confirm.submit(asked, { password })).status, 303)
          const link = await linkTo(foyer.db, taken, 'confirm_new_email')
          assert.equal((await theirs.submit(await theirs.get(link))).status, 303)

          const linksTo = async (address: string) =>
            (await kindsTo(address)).filter((kind) =>
              ['sign_in_link', 'reset_password'].includes(kind),
            ).length
          const before = await Promise.all(addresses.map(linksTo))
          await ask()
          const after = await Promise.all(addresses.map(linksTo))
          assert.deepEqual(
            after,
            before.map((count) => count + 2),
          )
        })

        test('one network may request emails for fifty addresses an hour, and many requests for one address count as three', async () => {
          const from = somewhere()
          const ask = (email: string) => sendForgotten({ email }, from)
          const same = `${randomUUID()}@example.com`
          assert.deepEqual(await statusesOf(60, () => ask(same)), { 200: 60 })
          const others = (count: number) =>
            statusesOf(count, () => ask(`${randomUUID()}@example.com`))
          assert.deepEqual([await others(47), await others(3)], [{ 200: 47 }, { 429: 3 }])
          assert.equal((await ask(same)).status, 200)
        })

        test('a new password and a disabled account end its links', async () => {
          const { email } = await addUser(foyer.db)
          const browser = await signedInBrowser(foyer.authUrl, email)
          await askForCode(somewhere(), email)
          await changePassword(browser, anotherPassword)
          assert.equal((await useLink(await linkFor(email), anotherPassword)).status, 410)
          const other = await addUser(foyer.db)
          await askForCode(somewhere(), other.email)
          await foyer.command('user', 'disable', other.id)
          assert.equal((await useLink(await linkFor(other.email))).status, 410)
        })

        test('an owner who is locked out by other people’s guesses can sign in after a reset', async () => {
          const { email } = await addUser(foyer.db)
          assert.deepEqual(await guesses(20, email), { 400: 20 })
          assert.equal(await enter(email), 429)
          await sendForgotten({ email })
          assert.equal((await choosePassword(foyer, email, anotherPassword)).status, 303)
          assert.equal(await enter(email, somewhere(), anotherPassword), 303)
        })
      })

      test('strangers cannot use up the emails: the owner’s earlier emails stay valid', async () => {
        const { email } = await addUser(foyer.db)
        const unknown = `${randomUUID()}@example.com`
        for (const address of [email, unknown])
          assert.deepEqual(await guesses(60, address), { 400: 20, 429: 40 })
        assert.deepEqual(await emailsTo(foyer.db, unknown), [])
        await askUntil(3, email, () => guess(email))
        await later(foyer, hour - 10 * minute, async () => {
          await askForCode(somewhere(), email)
          assert.equal((await useLink(await linkFor(email))).status, 303)
          // The links are used, so another one is sent at once.
          await askForCode(somewhere(), email)
        })
        assert.equal((await emailsTo(foyer.db, email)).length, 4)
      })

      test('if a valid link for a new password was sent recently, no other is sent, whoever asks', async () => {
        const { email } = await addUser(foyer.db)
        const unknown = `${randomUUID()}@example.com`
        for (const address of [email, unknown])
          assert.deepEqual(await statusesOf(12, () => sendForgotten({ email: address })), {
            200: 12,
          })
        await askUntil(3, email, () => sendForgotten({ email }))
        await later(foyer, hour - 10 * minute, async () => {
          await sendForgotten({ email })
          assert.equal((await emailsTo(foyer.db, email)).length, 3)
          await choosePassword(foyer, email, anotherPassword)
          // The link is used, so another one is sent at once.
          await sendForgotten({ email })
        })
        const resets = (await kindsTo(email)).filter((kind) => kind === 'reset_password')
        assert.equal(resets.length, 4)
      })
    })

    describe('on the page that asks for the password again', () => {
      test('the current password can be guessed at most ten times in one session, and thirty times a day', async () => {
        const { email } = await addUser(foyer.db)
        const signIn = () => signedInBrowser(foyer.authUrl, email)
        const check = async (browser: Browser, secret: string): Promise<Page> => {
          const page = await browser.follow(await browser.get('/account/security/email'))
          return retry503(() => browser.submit(page, { password: secret }, '/account/confirm'))
        }
        const browser = await signIn()
        const wrong = (count: number) => statusesOf(count, () => check(browser, 'wrong horse'))
        assert.deepEqual(await wrong(20), { 400: 10, 429: 10 })
        assert.equal((await check(browser, password)).status, 429)
        assert.equal((await check(await signIn(), password)).status, 303)
        for (const passed of [1, 2])
          assert.deepEqual(await later(foyer, passed * window, () => wrong(10)), { 400: 10 })
        const late = await later(foyer, 3 * window, () => check(browser, password))
        assert.equal(late.status, 429)
        assert.ok(Number(late.headers.get('retry-after')) > 23 * 3600)
        assert.equal((await check(await signIn(), password)).status, 303)
      })
    })

    /** Makes the address of a user one that an import has not confirmed. */
    const makeUnconfirmed = (id: number) =>
      foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)

    const isConfirmed = async (id: number): Promise<boolean> =>
      (await foyer.command('user', 'show', id)).email_confirmed_at !== null

    /**
     * Asserts that an address gets as many emails as its limit allows, and no more. On a busy machine
     * some requests are refused for lack of capacity, and count for a moment, so others may follow.
     */
    async function askUntil(most: number, email: string, ask: () => Promise<unknown>) {
      const sent = async () => (await emailsTo(foyer.db, email)).length
      assert.ok((await sent()) <= most)
      for (let left = most; (await sent()) < most && left > 0; left--) await ask()
      assert.equal(await sent(), most)
    }
  },
  behindProxy,
)
