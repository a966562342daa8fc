import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { Browser, Page } from '../../support/browser.ts'
import { later } from '../../support/clock.ts'
import { anotherPassword, tokenIn, trailOf } from '../../support/credentials.ts'
import { invalidEmails } from '../../support/emails.ts'
import { faultsIn, fetchForm, type SendForm, statusesOf } from '../../support/forms.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { runCommand } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { newAddress } from '../../support/networks.ts'
import {
  behindProxy,
  headingOf,
  newBrowser,
  proveAt,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { signsIn } from '../../support/takeover.ts'
import { addUser, password } from '../../support/users.ts'
import { retry503 } from '../../support/wire.ts'

const hour = 3_600_000

/** A sign-up takes at least a quarter of a second, so tests that need no clock run concurrently. */
const concurrent = { concurrency: 4 }

await onEveryDatabase(
  'signing up',
  (foyer) => {
    let send: SendForm
    before(async () => {
      send = await fetchForm(foyer.authUrl, '/sign-up')
    })
    const somewhere = (headers = {}) => newBrowser(foyer.authUrl, headers)

    /** Signs up, by default from a new network. */
    const signUp = (email: string, from?: Browser, secret = password): Promise<Page> =>
      send({ email, password: secret, full_name: ' Grace Hopper ' }, from)
    const linkFor = (email: string) => linkTo(foyer.db, email, 'confirm_email')
    /** Confirms with a link and the password of the sign-up, in a new browser. */
    const confirm = async (link: string, secret = password): Promise<Page> => {
      const browser = somewhere()
      const page = await retry503(() => browser.get(link))
      return page.status === 200
        ? retry503(() => browser.submit(page, { password: secret }, '/confirm-email'))
        : page
    }
    const confirmed = async (link: string, secret = password): Promise<number> =>
      (await confirm(link, secret)).status
    /** What the command line shows of an account. */
    const accountOf = (email: string) => foyer.command('user', 'show', email)
    const hasNoAccount = (email: string) =>
      assert.rejects(accountOf(email), /No user has the email address/)

    describe('the email of a sign-up', concurrent, () => {
      test('an account exists after the link of the email was opened with the password', async () => {
        const email = `Grace.${randomUUID()}@Example.com`
        const german = somewhere({ 'accept-language': 'de' })
        assert.equal((await signUp(email, german)).status, 200)
        await hasNoAccount(email)
        assert.equal((await signIn(somewhere(), email)).status, 400)

        const [letter, ...more] = await emailsTo(foyer.db, email)
        assert.equal(more.length, 0)
        assert.deepEqual([letter?.kind, letter?.language], ['confirm_email', 'de'])
        const link = letter?.link ?? ''
        assert.ok(link.startsWith(`${foyer.authUrl}/confirm-email?token=`))
        assert.ok((await somewhere().get(link)).text.includes(email))

        assert.equal(await confirmed(link, 'wrong horse'), 400)
        await hasNoAccount(email)
        assert.equal(await confirmed(link), 303)
        const account = await accountOf(email)
        assert.deepEqual([account.email, account.full_name], [email, 'Grace Hopper'])
        assert.equal(await signsIn(foyer, email, password), true)
        const trail = await trailOf(foyer.db, account.id)
        assert.deepEqual(trail.slice(0, 2), ['user.created', 'email.confirmed'])
      })

      test('of two sign-ups with one address, the first to confirm gets the account', async () => {
        const email = `${randomUUID()}@example.com`
        await signUp(email)
        const mine = await linkFor(email)
        const shouted = email.toUpperCase()
        await signUp(shouted, somewhere(), anotherPassword)
        assert.equal(await confirmed(await linkFor(shouted), anotherPassword), 303)
        assert.equal(await confirmed(mine), 410)
        assert.equal(await signsIn(foyer, email, anotherPassword), true)
        assert.equal(await signsIn(foyer, email, password), false)
      })

      test('a sign-up with the address of an account emails its user and changes nothing', async () => {
        const user = await addUser(foyer.db)
        const shouted = user.email.toUpperCase()
        await signUp(shouted, somewhere(), anotherPassword)
        assert.deepEqual(await emailsTo(foyer.db, shouted), [])
        const [letter] = await emailsTo(foyer.db, user.email)
        const { to, language, kind, link } = letter ?? {}
        const expected = { to: user.email, language: 'en', kind: 'account_exists' }
        assert.deepEqual({ to, language, kind }, expected)
        assert.equal(link, `${foyer.authUrl}/sign-in`)
        assert.equal(await signsIn(foyer, user.email, password), true)
        assert.equal(await signsIn(foyer, user.email, anotherPassword), false)
      })

      test('errors are reported by field, before anything is counted or written', async () => {
        const from = somewhere()
        const wrong = { email: 'nobody', password: 'short', full_name: 'x'.repeat(129) }
        // A network may send sign-ups with fifty addresses an hour.
        assert.deepEqual(await statusesOf(60, () => send(wrong, from)), { 400: 60 })
        assert.deepEqual(faultsIn(await send(wrong, from)), ['email', 'password', 'full_name'])
        const given = { email: 'a@b.example', password, full_name: 'Ada' }
        const header = await send({ ...given, email: 'a@b.example\r\nBcc: c@d.example' })
        assert.deepEqual(faultsIn(header), ['email'])
        const card = await send({ ...given, full_name: '4111 1111 1111 1111' })
        assert.equal(headingOf(card), 'Do not enter a card number here')
        assert.deepEqual(await emailsTo(foyer.db, 'a@b.example'), [])
      })

      test('sign-up, a change of address and the command line check addresses by the same rule', async () => {
        const user = await addUser(foyer.db)
        const browser = await signedInBrowser(foyer.authUrl, user.email)
        const page = await proveAt(browser, '/account/security/email')
        const from = somewhere()
        for (const email of invalidEmails) {
          assert.deepEqual(faultsIn(await signUp(email, from)), ['email'], email)
          const changed = await browser.submit(page, { email }, '/security/email')
          assert.deepEqual(faultsIn(changed), ['email'], email)
          const words = ['user', 'create', `--email=${email}`, '--password-stdin']
          await assert.rejects(
            runCommand(foyer.installed, words, { secret: password }),
            { code: 'validation_failed' },
            email,
          )
        }
      })

      test('strangers who sign up with an address do not keep its owner from signing up', async () => {
        const email = `${randomUUID()}@example.com`
        const strangers = await statusesOf(6, () => signUp(email, somewhere(), anotherPassword))
        assert.deepEqual(strangers, { 200: 6 })
        // By now the owner’s mailbox has five emails of sign-ups by strangers.
        assert.equal((await signUp(email)).status, 200)
        assert.equal((await emailsTo(foyer.db, email)).length, 5)
        const link = await linkFor(email)
        assert.equal(await confirmed(link, 'neither of the two'), 400)
        assert.equal(await confirmed(link), 303)
        assert.equal(await confirmed(link, anotherPassword), 410)
        const account = await accountOf(email)
        assert.deepEqual([account.email, account.full_name], [email, 'Grace Hopper'])
      })
    })

    test('a sign-up link works once, of ten concurrent uses too, and for a day', async () => {
      const [email, late] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
      await Promise.all([signUp(email), signUp(late)])
      const link = await linkFor(email)
      const uses = await later(foyer, 24 * hour - 5 * 60_000, () =>
        statusesOf(10, () => confirm(link)),
      )
      assert.deepEqual(uses, { 303: 1, 410: 9 })
      const lateLink = await linkFor(late)
      assert.equal(await later(foyer, 24 * hour, () => confirmed(lateLink)), 410)
    })

    test('one address gets five sign-up emails an hour, three of them from one network', async () => {
      const { email } = await addUser(foyer.db)
      const from = somewhere()
      for (const address of [email, `${randomUUID()}@example.com`]) {
        const here = () => signUp(address, from)
        assert.deepEqual(await statusesOf(3, here), { 200: 3 })
        assert.equal((await here()).status, 429)
        for (const left of [2, 0]) {
          assert.deepEqual(await statusesOf(2, () => signUp(address)), { 200: 2 })
          assert.equal((await emailsTo(foyer.db, address)).length, 5, `${left} emails were left`)
        }
        assert.equal((await later(foyer, hour, here)).status, 200)
      }
      // These limits do not affect a request for a new password.
      const forgotten = await from.get('/forgotten-password')
      await from.submit(forgotten, { email })
      await linkTo(foyer.db, email, 'reset_password')
    })

    test('newer sign-ups of strangers in one site are limited, and do not displace that of the owner', async () => {
      const email = `${randomUUID()}@example.com`
      await signUp(email)
      const mine = tokenIn(await linkFor(email))
      const site = newAddress().split(':').slice(0, 3).join(':')
      const strangers = (count: number) =>
        statusesOf(count, (network) =>
          signUp(
            email,
            somewhere({ 'x-forwarded-for': `${site}:${network + 1}::1` }),
            anotherPassword,
          ),
        )
      for (const [hours, sent] of [12, 12, 12, 4].entries())
        await later(foyer, hours * hour, async () => {
          assert.deepEqual(await strangers(sent), { 200: sent })
          assert.deepEqual(await strangers(13 - sent), { 429: 13 - sent })
        })
      // The link of a stranger's sign-up, as all emails may be theirs.
      const letters = await emailsTo(foyer.db, email)
      const links = letters.map(({ link = '' }) => link)
      const other = links.find((link) => tokenIn(link) !== mine) ?? ''
      await later(foyer, 4 * hour, async () => {
        assert.equal(await confirmed(other, 'no one'), 400)
        assert.equal(await confirmed(other), 303)
      })
      assert.equal(await signsIn(foyer, email, password), true)
    })

    test('a sign-up or a request for an email that fails does not count', async () => {
      const email = `${randomUUID()}@example.com`
      const user = await addUser(foyer.db)
      const locked = await addUser(foyer.db)
      const from = somewhere()
      const [signUpPage, forgotten, signInPage] = [
        await from.get('/sign-up'),
        await from.get('/forgotten-password'),
        await from.get('/sign-in'),
      ]
      const guess = () =>
        retry503(() =>
          from.submit(signInPage, { email: locked.email, password: 'wrong horse' }, '/sign-in'),
        )
      for (let left = 10; left > 0; left--) assert.equal((await guess()).status, 400)
      const asks = [
        () => from.submit(signUpPage, { email, password }),
        () => from.submit(forgotten, { email: user.email }),
        () => from.submit(signInPage, { email: locked.email, password }, '/sign-in'),
      ]
      await foyer.db.script(`
        create function refuse_email() returns trigger language plpgsql as $$
          begin raise exception 'no capacity' using errcode = '53300'; end $$;
        create trigger refuse_email before insert on jobs for each row
          when (new.queue = 'mail') execute function refuse_email()`)
      try {
        for (let round = 0; round < 6; round++)
          for (const { status } of await Promise.all(asks.map((ask) => ask())))
            assert.equal(status, 503)
      } finally {
        await foyer.db.script('drop trigger refuse_email on jobs; drop function refuse_email()')
      }
      await Promise.all(asks.map((ask) => retry503(ask)))
      for (const address of [email, user.email, locked.email])
        assert.equal((await emailsTo(foyer.db, address)).length, 1, address)
    })

    test('the request takes as long for an address with an account as for one without', async () => {
      const { email } = await addUser(foyer.db)
      const forgotten = await fetchForm(foyer.authUrl, '/forgotten-password')
      for (const address of [email, `${randomUUID()}@example.com`]) {
        const began = performance.now()
        await forgotten({ email: address })
        assert.ok(performance.now() - began >= 245)
      }
    })
  },
  behindProxy,
)
