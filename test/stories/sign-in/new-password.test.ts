import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { before, describe, test } from 'node:test'
import type { Browser, Page } from '../../support/browser.ts'
import { later } from '../../support/clock.ts'
import { anotherPassword, trailOf } from '../../support/credentials.ts'
import type { TestDatabase } from '../../support/database.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { faultsIn, fetchForm, type SendForm, statusesOf } from '../../support/forms.ts'
import { type Foyer, onEveryDatabase, startFoyer } from '../../support/foyer.ts'
import { type OpenDatabase, runCommand } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { behindProxy, copyOf, newBrowser, proveAt, signedInBrowser } from '../../support/sign-in.ts'
import { changePassword, signsIn } from '../../support/takeover.ts'
import { addUser, password } from '../../support/users.ts'
import { retry503 } from '../../support/wire.ts'

const hour = 3_600_000

/** A request for an email takes at least a quarter of a second, so such tests run concurrently. */
const concurrent = { concurrency: 4 }

await onEveryDatabase(
  'a new password',
  (foyer, database) => {
    let send: SendForm
    before(async () => {
      send = await fetchForm(foyer.authUrl, '/forgotten-password')
    })
    /** Requests a link for a new password. @returns the link */
    const resetLink = async (email: string): Promise<string> => {
      assert.equal((await send({ email })).status, 200)
      return linkTo(foyer.db, email, 'reset_password')
    }
    /** Follows a link for a new password, in a new browser, and sends the form. */
    const reset = async (link: string, secret = anotherPassword): Promise<Page> => {
      const browser = newBrowser(foyer.authUrl)
      const page = await retry503(() => browser.get(link))
      return page.status === 200
        ? retry503(() => browser.submit(page, { password: secret }, '/new-password'))
        : page
    }
    const wasReset = async (link: string, secret?: string) => (await reset(link, secret)).status
    const kindsTo = async (email: string) =>
      (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
    const hasSession = async (browser: Browser) =>
      (await browser.get('/account/sessions')).status === 200
    const statusOf = async (token: string): Promise<number> => {
      const authorization = `Bearer ${token}`
      return (await fetch(`${foyer.baseUrl}/user`, { headers: { authorization } })).status
    }

    describe('with the link of an email', concurrent, () => {
      test('the link in the email sets a new password, ends all sessions and tokens, and a second email reports it', async () => {
        const { id, email, accessToken } = await foyer.newUser()
        const browser = await signedInBrowser(foyer.authUrl, email)
        await send({ email: email.toUpperCase() })
        const link = await linkTo(foyer.db, email, 'reset_password')
        assert.ok(link.startsWith(`${foyer.authUrl}/new-password?token=`))
        assert.equal(await statusOf(accessToken), 200)

        assert.deepEqual(faultsIn(await reset(link, 'password1')), ['password'])
        assert.equal(await wasReset(link), 303)
        assert.equal(await hasSession(browser), false)
        await assertTokenEnds(() => statusOf(accessToken))
        assert.equal(await signsIn(foyer, email, password), false)
        assert.equal(await signsIn(foyer, email, anotherPassword), true)
        assert.deepEqual(await kindsTo(email), ['reset_password', 'password_changed'])
        const trail = await trailOf(foyer.db, id)
        assert.ok(trail.includes('password.reset_requested') && trail.includes('password.reset'))
      })

      test('a new password and a disabled account end the links, and a newer link does not', async () => {
        const { id, email } = await addUser(foyer.db)
        const links = [await resetLink(email), await resetLink(email), await resetLink(email)]
        assert.equal(new Set(links).size, 3)
        assert.equal(await wasReset(links[1] ?? ''), 303)
        for (const link of links) assert.equal(await wasReset(link), 410)
        const before = await resetLink(email)
        const browser = newBrowser(foyer.authUrl)
        const page = await browser.get('/sign-in')
        await browser.submit(page, { email, password: anotherPassword }, '/sign-in')
        await changePassword(browser, 'new horse', { secret: anotherPassword })
        assert.equal(await wasReset(before), 410)
        const last = await resetLink(email)
        await foyer.command('user', 'disable', id)
        assert.equal(await wasReset(last), 410)
      })

      test('an unknown address and a disabled account get no email', async () => {
        const disabled = await addUser(foyer.db)
        await foyer.command('user', 'disable', disabled.id)
        for (const email of [disabled.email, `${randomUUID()}@example.com`]) {
          const before = await emailsTo(foyer.db, email)
          assert.equal((await send({ email })).status, 200)
          assert.deepEqual(await emailsTo(foyer.db, email), before)
        }
      })

      test('a link of one kind does not work as another', async () => {
        const { email } = await addUser(foyer.db)
        const browser = await signedInBrowser(foyer.authUrl, email)
        const { search } = new URL(await resetLink(email))
        for (const path of ['/confirm-email', '/sign-in/email', '/sign-in/undo'])
          assert.equal((await browser.get(path + search)).status, 410, path)
        assert.equal((await browser.get(`/new-password${search}`)).status, 200)
        assert.equal((await browser.get('/new-password?token=nothing')).status, 410)
      })
    })

    test('a reset link works once, of ten concurrent uses too, and for an hour', async () => {
      const { email } = await addUser(foyer.db)
      const link = await resetLink(email)
      const resets = await later(foyer, hour - 5 * 60_000, () =>
        statusesOf(10, (index) => reset(link, `battery ${index}`)),
      )
      assert.deepEqual(resets, { 303: 1, 410: 9 })
      const late = await resetLink(email)
      assert.equal(await later(foyer, hour, () => wasReset(late)), 410)
    })

    describe('in the security settings', () => {
      test('a new password ends other sessions and all tokens, and an email reports it', async () => {
        const { id, email, accessToken } = await foyer.newUser()
        const here = await signedInBrowser(foyer.authUrl, email)
        const elsewhere = await signedInBrowser(foyer.authUrl, email)
        const former = copyOf(here)
        await changePassword(here, anotherPassword)
        assert.equal(await hasSession(here), true)
        // The session that stays has a new id.
        assert.equal(await hasSession(former), false)
        assert.equal(await hasSession(elsewhere), false)
        await assertTokenEnds(() => statusOf(accessToken))
        assert.deepEqual(await kindsTo(email), ['password_changed'])
        const trail = await trailOf(foyer.db, id)
        assert.ok(trail.includes('password.changed') && trail.includes('sessions.ended'))
        assert.equal(await signsIn(foyer, email, anotherPassword), true)
      })

      test('a new password must not be easy to guess', async () => {
        const { email } = await addUser(foyer.db)
        const browser = await signedInBrowser(foyer.authUrl, email)
        const page = await proveAt(browser, '/account/security/password')
        for (const guessable of [email, 'grand hall', 'Ada Lovelace', 'password1', 'short']) {
          const answer = await browser.submit(page, { password: guessable }, '/security/password')
          assert.deepEqual(faultsIn(answer), ['password'], guessable)
        }
        assert.deepEqual(await emailsTo(foyer.db, email), [])
      })

      test('of several concurrent changes, one succeeds', async () => {
        await onGatedService(database, async (gated, gate) => {
          const { email } = await addUser(gated.db)
          const browser = await signedInBrowser(gated.authUrl, email)
          const page = await proveAt(browser, '/account/security/password')
          const changed = gate(5)
          const changes = statusesOf(5, (index) =>
            copyOf(browser).submit(
              page,
              { password: `battery staple ${index}` },
              '/security/password',
            ),
          )
          ;(await changed)()
          assert.deepEqual(await changes, { 303: 1, 400: 4 })
        })
      })

      test('of several concurrent changes to the same password, one changes it, and all succeed', async () => {
        await onGatedService(database, async (gated, gate) => {
          const { id, email } = await addUser(gated.db)
          const browser = await signedInBrowser(gated.authUrl, email)
          const page = await proveAt(browser, '/account/security/password')
          const changed = gate(5)
          const changes = statusesOf(5, () =>
            copyOf(browser).submit(page, { password: anotherPassword }, '/security/password'),
          )
          ;(await changed)()
          assert.deepEqual(await changes, { 303: 5 })
          assert.equal(await signsIn(gated, email, anotherPassword), true)
          assert.equal((await emailsTo(gated.db, email)).length, 1)
          const trail = await trailOf(gated.db, id)
          assert.equal(trail.filter((action) => action === 'password.changed').length, 1)
        })
      })

      test('a new password also ends its own session if that has got another id meanwhile', async () => {
        await onGatedService(database, async (gated, gate) => {
          const { email } = await addUser(gated.db)
          const browser = await signedInBrowser(gated.authUrl, email)
          const page = await proveAt(browser, '/account/security/password')
          // Only a user with another session is offered to end all others.
          await signedInBrowser(gated.authUrl, email)
          const thief = copyOf(browser)
          const sessions = await thief.get('/account/sessions')
          const changed = gate(1)
          const change = browser.submit(page, { password: anotherPassword }, '/security/password')
          const goOn = await changed
          assert.equal((await thief.submit(sessions, {}, '/end-others')).status, 303)
          assert.equal((await thief.get('/account/sessions')).status, 200)
          goOn()
          await change
          for (const one of [browser, thief])
            assert.equal((await one.get('/account/sessions')).status, 303)
        })
      })
    })

    describe('by an operator', () => {
      const setPassword = (id: number, secret: string) =>
        runCommand(foyer.installed, ['user', 'set-password', String(id), '--password-stdin'], {
          secret,
        })

      test('operators choose passwords by the same rule, with the name of this service', async () => {
        const { id } = await addUser(foyer.db)
        for (const guessable of ['grand hall', 'Ada Lovelace', 'password1', 'short'])
          await assert.rejects(setPassword(id, guessable), { code: 'validation_failed' })
        const create = ['user', 'create', `--email=${randomUUID()}@example.com`]
        await assert.rejects(
          runCommand(foyer.installed, [...create, '--password-stdin'], {
            secret: 'grand hall grand hall',
          }),
          { code: 'validation_failed' },
        )
      })

      test('a password that an operator sets ends sessions, tokens and links', async () => {
        const { id, email, accessToken } = await foyer.newUser()
        const browser = await signedInBrowser(foyer.authUrl, email)
        const link = await resetLink(email)
        await setPassword(id, anotherPassword)
        assert.equal(await hasSession(browser), false)
        await assertTokenEnds(() => statusOf(accessToken))
        assert.equal(await wasReset(link, password), 410)
        assert.equal(await signsIn(foyer, email, anotherPassword), true)
      })
    })
  },
  { ...behindProxy, SERVICE_NAME: 'Grand Hall' },
)

/**
 * Holds the next `count` transactions of users. It resolves when all of them have arrived, with the
 * function that lets them go on.
 */
type Gate = (count: number) => Promise<() => void>

/** Runs a test on a service of its own, whose transactions of users a gate can hold. */
async function onGatedService(
  database: TestDatabase,
  run: (foyer: Foyer, gate: Gate) => Promise<void>,
): Promise<void> {
  const db = await database.open()
  let left = 0
  let [arrived, opened] = [Promise.withResolvers<() => void>(), Promise.withResolvers<void>()]
  const gate: Gate = (count) => {
    left = count
    arrived = Promise.withResolvers()
    opened = Promise.withResolvers()
    return arrived.promise
  }
  const transactionFor: OpenDatabase['transactionFor'] = async (userId, work) => {
    if (left > 0) {
      left--
      if (left === 0) arrived.resolve(opened.resolve)
      await opened.promise
    }
    return db.transactionFor(userId, work)
  }
  const gatedDb = new Proxy(db, {
    get(target, name) {
      if (name === 'transactionFor') return transactionFor
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const foyer = await startFoyer(gatedDb, behindProxy)
  try {
    await run(foyer, gate)
  } finally {
    opened.resolve()
    await foyer.stop()
  }
}
