import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setPassword } from '../../../src/identity/users/accounts/accounts.ts'
import { findAccountRow } from '../../../src/identity/users/accounts/store.ts'
import { nextCode, withTotp } from '../../support/authenticator-app.ts'
import { answered, claimsIn, relyingParty, visit } from '../../support/authorize.ts'
import type { Browser, Page } from '../../support/browser.ts'
import { anotherPassword, trailOf } from '../../support/credentials.ts'
import { anyOne } from '../../support/database.ts'
import { onEveryDatabase, startFoyer } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { behindProxy, copyOf, headingOf, newBrowser, sessionIn } from '../../support/sign-in.ts'
import { retry503 } from '../../support/wire.ts'

const wrongCode = /This code is incorrect or has expired/

await onEveryDatabase(
  'signing in with an email',
  (foyer) => {
    /** Asks for a code as a user does, from the sign-in page. */
    const ask = async (browser: Browser, email: string, returnTo = ''): Promise<Page> => {
      const query = returnTo === '' ? '' : `?${new URLSearchParams({ return_to: returnTo })}`
      const page = await browser.get(`/sign-in${query}`)
      const [, href = ''] = /href="([^"]*\/sign-in\/code[^"]*)"/.exec(page.text) ?? []
      return browser.submit(await browser.get(href), { email }, '/sign-in/code')
    }
    const codeTo = async (email: string): Promise<string> => {
      const letters = await emailsTo(foyer.db, email)
      return letters.findLast(({ kind }) => kind === 'sign_in_code')?.code ?? ''
    }
    const countEmailsWithCode = async (email: string) =>
      (await emailsTo(foyer.db, email)).filter(({ kind }) => kind === 'sign_in_code').length
    const enter = (browser: Browser, page: Page, code: string): Promise<Page> =>
      browser.submit(page, { code }, '/check')

    test('the code signs the user in, in the browser that asked for it, and works once', async () => {
      const { email } = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl)
      const page = await ask(browser, email, '/account/sessions')
      const code = await codeTo(email)
      assert.match(code, /^\d{4} \d{4}$/)

      const foreign = newBrowser(foyer.authUrl)
      const theirs = await ask(foreign, `x.${email}`)
      const fields = { code, request: /name="request" value="([^"]+)"/.exec(page.text)?.[1] ?? '' }
      assert.match((await foreign.submit(theirs, fields, '/check')).text, wrongCode)

      const done = await enter(browser, page, code)
      assert.equal(done.location, `${foyer.authUrl}/account/sessions`)
      assert.match((await browser.follow(done)).text, /This browser/)
      // It does not sign a signed-out browser in.
      await browser.submit(await browser.get('/account/sessions'), {}, '/sign-out')
      const again = await enter(browser, page, code)
      assert.deepEqual([again.status, wrongCode.test(again.text)], [400, true])
      const link = await linkTo(foyer.db, email, 'sign_in_code')
      assert.equal((await foreign.get(link)).status, 410)
    })

    test('the link works in every browser, once, and only after a button', async () => {
      const { email } = await foyer.newUser()
      const asking = newBrowser(foyer.authUrl)
      await ask(asking, email, '/account/sessions')
      const link = await linkTo(foyer.db, email, 'sign_in_code')
      const phone = newBrowser(foyer.authUrl)
      const page = await phone.get(link)
      assert.match(page.text, new RegExp(`sign in as ${email}`))
      assert.equal(phone.cookie('foyer-session'), undefined)
      const done = await phone.follow(await phone.submit(page))
      assert.equal(new URL(done.url).pathname, '/account/sessions')
      const late = await asking.get(link)
      assert.equal(late.status, 410)
      assert.match(late.text, /already used/)
      assert.equal((await asking.submit(page)).status, 403)
    })

    test('if an imported password may be a stranger’s, the email leads to a new one and has no code', async () => {
      const { id, email } = await foyer.newUser()
      await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
      const browser = newBrowser(foyer.authUrl)
      const asked = await ask(browser, email)
      const other = await ask(newBrowser(foyer.authUrl), (await foyer.newUser()).email)
      assert.equal(headingOf(asked), headingOf(other))
      const kinds = (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['reset_password'])
      assert.equal((await enter(browser, asked, '1234 5678')).status, 400)
      const page = await browser.get(await linkTo(foyer.db, email, 'reset_password'))
      const done = await browser.submit(page, { password: anotherPassword }, '/new-password')
      assert.equal(done.status, 303)
      const again = await ask(browser, email)
      assert.equal((await enter(browser, again, await codeTo(email))).status, 303)
    })

    test('a code confirms the address of an account that has no password', async () => {
      const { id, email } = await foyer.newUser()
      const isConfirmed = async () =>
        (await findAccountRow(foyer.db, id))?.email_confirmed_at !== null
      await foyer.db.query(sql`
        update users set email_confirmed_at = null, password_hash = null where id = ${id}`)
      const browser = newBrowser(foyer.authUrl)
      const page = await ask(browser, email)
      assert.equal((await enter(browser, page, '0000 0000')).status, 400)
      assert.equal(await isConfirmed(), false)
      assert.equal((await enter(browser, page, await codeTo(email))).status, 303)
      assert.equal(await isConfirmed(), true)
      assert.ok((await trailOf(foyer.db, id)).includes('email.confirmed'))
    })

    test('a code that waits for the second step does not confirm the address', async () => {
      const { id, email } = await foyer.newUser()
      await foyer.db.query(sql`
        update users set email_confirmed_at = null, password_hash = null where id = ${id}`)
      await withTotp(foyer, id)
      const browser = newBrowser(foyer.authUrl)
      const answer = await enter(browser, await ask(browser, email), await codeTo(email))
      assert.match(answer.location, /second-factor/)
      assert.equal((await findAccountRow(foyer.db, id))?.email_confirmed_at, null)
    })

    test('a code does not confirm the address of an account whose password may be a stranger’s', async () => {
      const { id, email } = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl)
      const page = await ask(browser, email)
      await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
      assert.equal((await enter(browser, page, await codeTo(email))).status, 303)
      assert.equal((await findAccountRow(foyer.db, id))?.email_confirmed_at, null)
    })

    test('of a code and of a link that are sent twice each answer signs the user in, in one session', async () => {
      for (const withLink of [false, true]) {
        const { id, email } = await foyer.newUser()
        const browser = newBrowser(foyer.authUrl)
        const asked = await ask(browser, email, '/account/sessions')
        const code = await codeTo(email)
        const page = withLink
          ? await browser.get(await linkTo(foyer.db, email, 'sign_in_code'))
          : asked
        const send = (from: Browser) =>
          retry503(() => (withLink ? from.submit(page) : enter(from, page, code)))
        const alone = copyOf(browser)
        const answers = [...(await Promise.all([1, 2].map(() => send(browser)))), await send(alone)]
        assert.deepEqual(
          answers.map(({ status }) => status),
          [303, 303, 303],
        )
        assert.equal(new Set(answers.map(sessionIn)).size, 1)
        for (const answer of answers)
          assert.equal((await alone.follow(answer)).url, `${foyer.authUrl}/account/sessions`)
        const trail = await trailOf(foyer.db, id)
        assert.ok(!trail.includes('sign_in.refused'))
      }
    })

    test('of a code that is sent twice each answer leads to the same second step', async () => {
      const { id, email } = await foyer.newUser()
      const { secret } = await withTotp(foyer, id)
      const browser = newBrowser(foyer.authUrl)
      const page = await ask(browser, email)
      const code = await codeTo(email)
      const answers = await Promise.all(
        [1, 2].map(() => retry503(() => enter(browser, page, code))),
      )
      const [first, second] = answers.map(({ location }) => location)
      assert.match(first ?? '', /second-factor\?step=/)
      assert.equal(first, second)
      const step = await browser.get(second ?? '')
      assert.equal((await browser.submit(step, { code: nextCode(secret) })).status, 303)
    })

    test('a link that is opened in another browser does not continue the request of an application', async () => {
      const { email } = await foyer.newUser()
      const app = await relyingParty(foyer)
      const asking = newBrowser(foyer.authUrl)
      const start = await visit(asking, app.authorizeUrl())
      await ask(asking, email, new URL(start.url).searchParams.get('return_to') ?? '')
      const phone = newBrowser(foyer.authUrl)
      const page = await phone.get(await linkTo(foyer.db, email, 'sign_in_code'))
      const done = await phone.follow(await phone.submit(page))
      assert.equal(headingOf(done), 'You are signed in')
      assert.match(done.text, /started in another browser/)
    })

    test('an application gets the methods: otp, and mfa after the second factor', async () => {
      const { id, email } = await foyer.newUser()
      const { secret } = await withTotp(foyer, id)
      const app = await relyingParty(foyer)
      const browser = newBrowser(foyer.authUrl)
      const start = await visit(browser, app.authorizeUrl())
      const page = await ask(browser, email, new URL(start.url).searchParams.get('return_to') ?? '')
      const second = await browser.follow(await enter(browser, page, await codeTo(email)))
      assert.match(second.url, /second-factor/)
      assert.equal(browser.cookie('foyer-session'), undefined)
      const code = nextCode(secret)
      const consent = await browser.follow(await browser.submit(second, { code }, 'second-factor'))
      const back = await browser.follow(await browser.submit(consent, { decision: 'allow' }))
      const { body } = await app.exchange(answered(back).code ?? '')
      const { amr, acr } = claimsIn(body.id_token)
      assert.deepEqual([amr, acr], [['otp', 'mfa'], 'aal2'])
    })

    test('five guesses are allowed for a code, and the link still works', async () => {
      const { email } = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl)
      const page = await ask(browser, email)
      const right = await codeTo(email)
      const wrong = right === '0000 0000' ? '1111 1111' : '0000 0000'
      const guesses = await Promise.all(
        Array.from({ length: 20 }, () => enter(browser, page, wrong)),
      )
      const countOf = (wanted: number) => guesses.filter(({ status }) => status === wanted).length
      // On a busy machine some get 503. Such a guess may count.
      let seen = countOf(400)
      assert.ok(seen <= 5 && seen >= 5 - countOf(503), String(seen))
      while ((await retry503(() => enter(browser, page, wrong))).status !== 429)
        assert.ok(++seen <= 5, String(seen))
      const late = await enter(browser, page, right)
      assert.equal(late.status, 429)
      assert.ok(Number(late.headers.get('retry-after')) > 0)
      const link = await browser.get(await linkTo(foyer.db, email, 'sign_in_code'))
      assert.equal((await browser.submit(link)).status, 303)
    })

    test('a code expires after 15 minutes, and its link after an hour', async () => {
      const { email } = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl)
      const page = await ask(browser, email)
      const code = await codeTo(email)
      const link = await linkTo(foyer.db, email, 'sign_in_code')
      try {
        foyer.clock.offset += 16 * 60_000
        assert.match((await enter(browser, page, code)).text, wrongCode)
        assert.equal((await browser.get(link)).status, 200)
        foyer.clock.offset += 45 * 60_000
        assert.equal((await browser.get(link)).status, 410)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('an unknown address gets the same pages, and no email', async () => {
      const known = (await foyer.newUser()).email
      const unknown = `x.${known}`
      const plain = ({ text }: Page, email: string) =>
        text.replaceAll(email, 'EMAIL').replaceAll(/name="(csrf|request)" value="[^"]+"/g, '$1')
      const pages = []
      for (const email of [known, unknown]) {
        const browser = newBrowser(foyer.authUrl)
        const asked = await ask(browser, email)
        const wrong = await enter(browser, asked, 'wrong')
        pages.push([asked.status, plain(asked, email), wrong.status, plain(wrong, email)])
      }
      assert.deepEqual(pages[0], pages[1])
      assert.equal(await countEmailsWithCode(known), 1)
      assert.equal(await countEmailsWithCode(unknown), 0)
    })

    test('strangers cannot use up the emails: a link that works is always in the mailbox', async () => {
      const known = (await foyer.newUser()).email
      for (const email of [known, `x.${known}`]) {
        for (let count = 0; count < 5; count++) await ask(newBrowser(foyer.authUrl), email)
        const owner = newBrowser(foyer.authUrl)
        const page = await ask(owner, email)
        assert.equal(page.status, 200)
        assert.match(page.text, /several emails/)
        assert.doesNotMatch(page.text, /name="code"/)
      }
      assert.equal(await countEmailsWithCode(known), 5)
      const owner = newBrowser(foyer.authUrl)
      const page = await owner.get(await linkTo(foyer.db, known, 'sign_in_code'))
      assert.equal((await owner.submit(page)).status, 303)
      // Using a link ends the others, and the next email is sent at once.
      await ask(newBrowser(foyer.authUrl), known)
      assert.equal(await countEmailsWithCode(known), 6)
    })

    test('a new password and a disabled account end codes and links', async () => {
      const user = await foyer.newUser()
      const gone = await foyer.newUser()
      for (const [{ id, email }, end] of [
        [user, () => setPassword({ ...foyer, serviceName: 'Foyer' }, user.id, 'battery staple')],
        [gone, () => foyer.command('user', 'disable', gone.id)],
      ] as const) {
        const browser = newBrowser(foyer.authUrl)
        const page = await ask(browser, email)
        const link = await browser.get(await linkTo(foyer.db, email, 'sign_in_code'))
        await end()
        assert.match((await enter(browser, page, await codeTo(email))).text, wrongCode, `${id}`)
        assert.equal((await browser.submit(link)).status, 410)
      }
    })

    test('an invalid email address gets an error beside the field', async () => {
      const browser = newBrowser(foyer.authUrl)
      const page = await ask(browser, 'ada')
      assert.equal(page.status, 400)
      assert.match(page.text, /Please enter an email address/)
      assert.equal((await browser.get('/sign-in/code/check')).status, 303)
    })
  },
  { ...behindProxy, EMAIL_SIGN_IN: 'true' },
)

test('without EMAIL_SIGN_IN the pages do not exist', async () => {
  const database = await anyOne()
  const foyer = await startFoyer(await (database ?? assert.fail()).open(), behindProxy)
  const browser = newBrowser(foyer.authUrl)
  assert.doesNotMatch((await browser.get('/sign-in')).text, /sign-in\/code/)
  for (const path of ['/sign-in/code', '/sign-in/link?token=x'])
    assert.equal((await browser.get(path)).status, 404)
  await foyer.stop()
})
