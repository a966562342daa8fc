import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { createUser } from '../../../src/identity/users/accounts/accounts.ts'
import { requestSignInLink } from '../../../src/identity/users/email-links/sign-in-link.ts'
import { nextCode, withTotp } from '../../support/authenticator-app.ts'
import { relyingParty } from '../../support/authorize.ts'
import { type Browser, formsOf, type Page, unescaped } from '../../support/browser.ts'
import { openDesk, trailOf } from '../../support/credentials.ts'
import { addPasskey } from '../../support/factors.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import {
  behindProxy,
  copyOf,
  headingOf,
  newBrowser,
  proveAt,
  sessionIn,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { password } from '../../support/users.ts'
import { retry503, retryOutsideSoak } from '../../support/wire.ts'

await onEveryDatabase(
  'sign-in',
  (foyer) => {
    test('a user signs in, sees the session, and signs out', async () => {
      const { email } = await foyer.newUser()
      const browser = newBrowser(foyer.authUrl, {
        'user-agent': 'Mozilla/5.0 (X11; Linux) Firefox/130.0',
      })
      const answer = await signIn(browser, email)
      assert.equal(answer.status, 303)
      assert.equal(answer.location, `${foyer.authUrl}/account`)

      assert.match((await browser.follow(answer)).text, /Hello, Ada Lovelace/)
      const sessions = await browser.get('/account/sessions')
      assert.equal(sessions.status, 200)
      assert.match(sessions.text, /Firefox · Linux/)
      assert.match(sessions.text, /This browser/)

      const out = await browser.submit(sessions, {}, '/sign-out')
      assert.equal((await browser.follow(out)).status, 200)
      assert.equal(browser.cookie('foyer-session'), undefined)
      const again = await browser.get('/account/sessions')
      assert.match(again.location, /\/sign-in\?return_to=%2Faccount%2Fsessions$/)
    })

    test('an unknown user and a wrong password get the same answer', async () => {
      const { email } = await foyer.newUser()
      const shown = async (address: string): Promise<object> => {
        let browser = newBrowser(foyer.authUrl)
        const answer = await retryOutsideSoak(() => {
          browser = newBrowser(foyer.authUrl)
          return signIn(browser, address, { secret: 'wrong horse' })
        })
        const headers = [...answer.headers]
          .filter(([name]) => !/^(?:date|request-id|content-length)$/.test(name))
          .map(([name, value]) => [name, value.replaceAll(/=[\w-]{43}|;t=\d+/g, '=…')])
        const csrf = / name="csrf" value="[^"]*"/g
        const text = answer.text.replaceAll(csrf, '').replace(`value="${address}"`, '')
        const cookies = browser.cookies.map(({ name }) => name)
        return { status: answer.status, text, headers, cookies }
      }
      const wrong = await shown(email)
      assert.deepEqual(await shown('nobody@example.com'), wrong)
      assert.match(JSON.stringify(wrong), /"status":400.*is incorrect/)
    })

    /** A stranger, in a network of their own, guesses a password until the guess counts. */
    const guessFrom = (email: string, browser = newBrowser(foyer.authUrl)): Promise<Page> =>
      retry503(() => signIn(browser, email, { secret: 'wrong horse' }))

    /** Strangers, each in a network of their own, guess passwords and request new ones. */
    const attackAccount = async (email: string, strangers = 25): Promise<void> => {
      const guesses = await Promise.all(Array.from({ length: strangers }, () => guessFrom(email)))
      const asked = Array.from({ length: 8 }, async () => {
        const browser = newBrowser(foyer.authUrl)
        return browser.submit(await browser.get('/forgotten-password'), { email })
      })
      for (const { status } of await Promise.all(asked))
        assert.ok(status === 200 || status === 503, String(status))
      assert.ok(guesses.some(({ status }) => [400, 429, 503].includes(status)))
      // On a busy machine some guesses are answered with 503 and do not count.
      for (let status = 400; status !== 429; ) ({ status } = await guessFrom(email))
    }

    const codeTo = async (email: string): Promise<string> =>
      (await emailsTo(foyer.db, email)).findLast(({ kind }) => kind === 'sign_in_link')?.code ?? ''

    test('past the limits a right and a wrong password lead to the same page, for every address', async () => {
      const { id, email } = await foyer.newUser()
      const nobody = `${randomUUID()}@example.com`
      const shown = async (address: string, secret: string): Promise<object> => {
        let browser = newBrowser(foyer.authUrl)
        const answer = await retryOutsideSoak(() => {
          browser = newBrowser(foyer.authUrl)
          return signIn(browser, address, { secret })
        })
        const headers = [...answer.headers]
          .filter(([name]) => !/^(?:date|request-id|content-length|retry-after)$/.test(name))
          // The seconds until the window ends (`t`) may change between two requests.
          .map(([name, value]) => [name, value.replaceAll(/=[\w-]{43}|;t=\d+/g, '=…')])
        const text = answer.text.replaceAll(/ name="csrf" value="[^"]*"/g, '')
        const cookies = browser.cookies.map(({ name }) => name)
        return { status: answer.status, text: text.replaceAll(address, '…'), headers, cookies }
      }
      // On a busy machine some get 503. Such a guess either does not count, or counts without a
      // record.
      let late = 0
      const guess = async (address: string): Promise<Page> => {
        const answer = await signIn(newBrowser(foyer.authUrl), address, { secret: 'wrong horse' })
        if (answer.status === 503 && address === email) late++
        return answer
      }
      for (const address of [email, nobody])
        await Promise.all(Array.from({ length: 20 }, () => retryOutsideSoak(() => guess(address))))
      const wrong = await shown(email, 'wrong horse')
      assert.match(JSON.stringify(wrong), /"status":429.*<h1>Check your email/)
      assert.deepEqual(await shown(email, password), wrong)
      assert.deepEqual(await shown(nobody, 'wrong horse'), wrong)
      const [looked] = await foyer.db.query<{ times: number }>(sql`
        select sum((details ->> 'times')::int)::int as times from audit_records
        where user_id = ${id} and action = 'sign_in.refused'`)
      const heard = looked?.times ?? 0
      assert.ok(heard <= 20 && heard >= 20 - late, `${heard} heard, ${late} got 503`)
    })

    test('strangers who guess passwords do not lock out the owner, who confirms by email', async () => {
      const { email } = await foyer.newUser()
      const device = (await signedInBrowser(foyer.authUrl, email)).cookie('foyer-device')?.value
      await attackAccount(email, 100)
      const known = newBrowser(foyer.authUrl)
      known.plant(`foyer-device=${device}; Path=/`)
      assert.equal((await signIn(known, email)).status, 303)

      const owner = newBrowser(foyer.authUrl)
      const returnTo = '/account/applications'
      const asked = await signIn(owner, email, { returnTo })
      assert.equal(asked.status, 429)
      assert.ok(Number(asked.headers.get('retry-after')) > 0)
      const code = await codeTo(email)
      const forgotten = `/forgotten-password?${new URLSearchParams({ return_to: returnTo })}`
      assert.match(asked.text, new RegExp(`href="${RegExp.escape(forgotten)}"`))
      const noCode = await owner.submit(asked, { code: '0000', password })
      assert.match(noCode.text, /<a href="#code">This code is incorrect/)
      const wrong = await owner.submit(noCode, { code, password: 'wrong horse' })
      assert.match(wrong.text, /<a href="#password">The password is incorrect/)
      const entered = await owner.submit(wrong, { code, password })
      assert.equal(entered.location, `${foyer.authUrl}${returnTo}`)
      assert.equal((await owner.get('/account/sessions')).status, 200)
      // It does not sign a signed-out browser in.
      await owner.submit(await owner.get('/account/sessions'), {}, '/sign-out')
      const used = await owner.submit(wrong, { code, password })
      assert.match(used.text, /This code is incorrect or has expired/)
    })

    test('the link in the email signs the owner in from any browser', async () => {
      const { email } = await foyer.newUser()
      await attackAccount(email)
      const link = await linkTo(foyer.db, email, 'sign_in_link')
      const phone = newBrowser(foyer.authUrl)
      // Opening it does not use it up, because mail scanners open links.
      await newBrowser(foyer.authUrl).get(link)
      const page = await phone.get(link)
      assert.match(page.text, new RegExp(`sign in as ${email}`))
      const wrong = await phone.submit(page, { password: 'wrong horse' })
      assert.equal(wrong.status, 400)
      assert.equal((await phone.submit(wrong, { password })).status, 303)
      const again = await newBrowser(foyer.authUrl).get(link)
      assert.equal(again.status, 410)
      assert.match(again.text, /href="\/sign-in"/)
    })

    test('the password set by a reset works at once, whatever others guess in the meantime', async () => {
      const { email } = await foyer.newUser()
      await attackAccount(email)
      const owner = newBrowser(foyer.authUrl)
      const page = await owner.get(await linkTo(foyer.db, email, 'reset_password'))
      await owner.submit(page, { password: 'battery staple' })
      assert.equal((await signIn(owner, email, { secret: 'battery staple' })).status, 303)
    })

    test('a stranger who knows the password cannot lock the second step', async () => {
      const { id, email } = await foyer.newUser()
      const { secret } = await withTotp(foyer, id)
      const stranger = newBrowser(foyer.authUrl)
      let step = await stranger.follow(await signIn(stranger, email))
      for (let count = 0; count < 6; count++) step = await stranger.submit(step, { code: '000000' })
      assert.equal(step.status, 429)
      assert.match(step.text, /Code from the email/)
      const guessed = { email_code: '0000-0000-0000-0000', code: nextCode(secret) }
      assert.match((await stranger.submit(step, guessed)).text, /href="#email_code"/)
      assert.equal(stranger.cookie('foyer-session'), undefined)

      const owner = newBrowser(foyer.authUrl)
      const asked = await owner.follow(await signIn(owner, email))
      assert.doesNotMatch(asked.text, /Code from the email/)
      const past = await owner.submit(asked, { code: nextCode(secret) })
      assert.equal(past.status, 429)
      const email_code = await codeTo(email)
      const mistyped = await owner.submit(past, { email_code, code: '000000' })
      assert.equal(mistyped.status, 400)
      assert.doesNotMatch(mistyped.text, /Code from the email/)
      assert.equal((await owner.submit(mistyped, { code: nextCode(secret) })).status, 303)
    })

    test('a browser becomes known after a whole sign-in, and stays known until the password changes', async () => {
      const { id, email } = await foyer.newUser()
      const { codes } = await withTotp(foyer, id)
      const browser = newBrowser(foyer.authUrl)
      const step = await browser.follow(await signIn(browser, email))
      assert.equal(browser.cookie('foyer-device'), undefined)
      assert.equal((await browser.submit(step, { code: codes[0] ?? '' })).status, 303)
      const device = browser.cookie('foyer-device')?.value ?? ''
      assert.notEqual(device, '')

      const guessManyTimes = () => Promise.all(Array.from({ length: 21 }, () => guessFrom(email)))
      const withDevice = () => {
        const fresh = newBrowser(foyer.authUrl)
        fresh.plant(`foyer-device=${device}; Path=/`)
        return fresh
      }
      await guessManyTimes()
      assert.equal((await signIn(withDevice(), email)).status, 303)
      const owner = newBrowser(foyer.authUrl)
      await owner.submit(await owner.get('/forgotten-password'), { email })
      const page = await owner.get(await linkTo(foyer.db, email, 'reset_password'))
      await owner.submit(page, { password: 'battery staple' })
      await guessManyTimes()
      assert.equal((await signIn(withDevice(), email, { secret: 'battery staple' })).status, 429)
    })

    test('the form asks for a missing field and keeps the other fields', async () => {
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/sign-in?return_to=/account/security')
      const answer = await browser.submit(page, { email: 'ada@example.com' }, '/sign-in')
      assert.equal(answer.status, 400)
      assert.match(answer.text, /<a href="#password">Please fill in this field\.<\/a>/)
      assert.match(answer.text, /aria-describedby="password-fault" aria-invalid="true"/)
      assert.match(answer.text, /value="ada@example\.com"/)
      assert.match(answer.text, /name="return_to" value="\/account\/security"/)
      assert.doesNotMatch(answer.text, /<input[^>]*type="password"[^>]* value=/)
    })

    test('a sign-in leads back to return_to, and only on this site', async () => {
      const { email } = await foyer.newUser()
      const good = await signIn(newBrowser(foyer.authUrl), email, {
        returnTo: '/account/applications?x=1',
      })
      assert.equal(good.location, `${foyer.authUrl}/account/applications?x=1`)

      const foreign = [
        'https://evil.example/',
        '//evil.example/',
        '/\\evil.example/',
        '/\n//evil.example/',
        '/.//evil.example/',
        'javascript:alert(1)',
      ]
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/sign-in')
      for (const return_to of foreign) {
        const asked = await newBrowser(foyer.authUrl).get(
          `/sign-in?${new URLSearchParams({ return_to })}`,
        )
        assert.doesNotMatch(
          asked.text,
          /name="return_to"|(?:href|action)="(?!\/|#|data:)/,
          return_to,
        )
        const answer = await browser.submit(page, { email, password, return_to }, '/sign-in')
        assert.equal(answer.location, `${foyer.authUrl}/account`, return_to)
      }
    })

    test('a session from before the sign-in is not valid after it', async () => {
      const [mine, theirs] = [await foyer.newUser(), await foyer.newUser()]
      const attacker = await signedInBrowser(foyer.authUrl, theirs.email)
      const fixed = attacker.cookie('foyer-session')?.value ?? ''

      const victim = newBrowser(foyer.authUrl)
      victim.plant(`foyer-session=${fixed}; Path=/`)
      await signIn(victim, mine.email, { returnTo: '/account/security' })
      assert.notEqual(victim.cookie('foyer-session')?.value, fixed)
      // The sign-in ended it, so it does not belong to the new user.
      assert.equal((await attacker.get('/account/sessions')).status, 303)
    })

    test('cookies are hidden from scripts and stay on this site', async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      for (const name of ['foyer-session', 'foyer-browser', 'foyer-device']) {
        const { attributes = [], path } = browser.cookie(name) ?? {}
        assert.ok(attributes.includes('httponly'), name)
        assert.ok(attributes.includes('samesite=lax'), name)
        assert.equal(path, '/')
      }
    })

    test('a signed-in user is not asked to sign in again, except for a return_to', async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      assert.equal((await browser.get('/sign-in')).location, `${foyer.authUrl}/account`)
      assert.equal((await browser.get('/sign-in?return_to=/account/security')).status, 200)
    })

    test('the second step is required once, in the browser where the sign-in began', async () => {
      const { id, email } = await foyer.newUser()
      const { secret, codes } = await withTotp(foyer, id)
      const browser = newBrowser(foyer.authUrl)
      const answer = await signIn(browser, email, { returnTo: '/account/applications' })
      assert.match(answer.location, /\/sign-in\/second-factor\?step=[\w-]{43}$/)
      assert.equal(browser.cookie('foyer-session'), undefined)

      const page = await browser.follow(answer)
      assert.equal(headingOf(page), 'Confirm your identity')
      assert.equal((await newBrowser(foyer.authUrl).get(answer.location)).status, 410)

      const wrong = await browser.submit(page, { code: '000000' })
      assert.equal(wrong.status, 400)
      assert.match(wrong.text, /code is incorrect/)

      const right = await browser.submit(wrong, { code: nextCode(secret) })
      assert.equal(right.location, `${foyer.authUrl}/account/applications`)
      const [session] = await foyer.db.query<{ amr: string[] }>(
        sql`select amr from sessions where user_id = ${id}`,
      )
      assert.deepEqual(session?.amr, ['pwd', 'otp', 'mfa'])

      // If the page is sent again, or opened again with the back button, it redirects as before.
      assert.equal((await browser.submit(wrong, { code: '123456' })).location, right.location)
      assert.equal((await browser.get(page.url)).location, right.location)
      // It does not sign a signed-out browser in.
      await browser.submit(await browser.get('/account/sessions'), {}, '/sign-out')
      const replayed = await browser.submit(wrong, { code: codes[0] ?? '' })
      assert.equal(replayed.status, 410)
      assert.equal(headingOf(replayed), 'Please sign in again')
    })

    test('of a second step that is sent twice each answer signs the user in, in one session', async () => {
      const { id, email } = await foyer.newUser()
      const { secret, codes } = await withTotp(foyer, id)
      const returnTo = '/account/applications'
      for (const code of [nextCode(secret), codes[0] ?? '']) {
        const browser = newBrowser(foyer.authUrl)
        const page = await browser.follow(await signIn(browser, email, { returnTo }))
        const alone = copyOf(browser)
        const answers = [
          ...(await Promise.all([1, 2].map(() => retry503(() => browser.submit(page, { code }))))),
          await alone.submit(page, { code }),
        ]
        for (const { status, location } of answers)
          assert.deepEqual([status, location], [303, foyer.authUrl + returnTo])
        const [session = '', ...others] = answers.map(sessionIn)
        assert.match(session, /^[\w-]{43}$/)
        assert.deepEqual(others, [session, session])
        const devices = answers.map(
          ({ headers }) => /foyer-device=([^;]+)/.exec(headers.getSetCookie().join())?.[1],
        )
        assert.ok(devices[0])
        assert.equal(new Set(devices).size, 1)
        assert.equal((await alone.get('/account/sessions')).status, 200)
      }
      const left = await foyer.db.query(sql`select from recovery_codes where user_id = ${id}`)
      assert.equal(left.length, 9)
      const trail = await trailOf(foyer.db, id)
      assert.equal(trail.filter((action) => action === 'sign_in.succeeded').length, 2)
      assert.ok(!trail.some((action) => action.endsWith('.refused')))
    })

    test('a second step that is sent again needs the same code, and gives no session that has ended or is older', async () => {
      const { id, email } = await foyer.newUser()
      const { codes } = await withTotp(foyer, id)
      const [code = '', other = ''] = codes
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.follow(await signIn(browser, email))
      const copies = Array.from({ length: 4 }, () => copyOf(browser))
      await browser.submit(page, { code })
      const again = async (fields: { code: string }) => {
        const copy = copies.pop() ?? assert.fail()
        const { status } = await copy.submit(page, fields)
        assert.equal(copy.cookie('foyer-session'), undefined)
        return status
      }
      assert.equal(await again({ code: other }), 410)
      // Another browser that knows the step and the code.
      const stranger = newBrowser(foyer.authUrl)
      const { csrf = '' } = formsOf(await stranger.get('/sign-in'))[0]?.fields ?? {}
      const step = new URL(page.url).searchParams.get('step') ?? ''
      const theirs = await stranger.post('/sign-in/second-factor', { csrf, step, code })
      assert.equal(theirs.status, 410)
      const age = (minutes: number) =>
        foyer.db.query(sql`
          update sessions set signed_in_at = signed_in_at - ${minutes} * interval '1 minute'
          where user_id = ${id}`)
      await age(2)
      assert.equal(await again({ code }), 410)
      await age(-2)
      await browser.submit(await browser.get('/account/sessions'), {}, '/sign-out')
      assert.equal(await again({ code }), 410)
      // Guesses at the code of a finished step are limited.
      const last = copies.pop() ?? assert.fail()
      const guesses = await Promise.all(
        Array.from({ length: 5 }, (_, index) => last.submit(page, { code: `00000${index}` })),
      )
      assert.ok(guesses.some(({ status }) => status === 429))
    })

    test('of a second step with the code of an email that is sent twice each answer signs the user in', async () => {
      const { id, email } = await foyer.newUser()
      const { secret } = await withTotp(foyer, id)
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.follow(await signIn(browser, email))
      const right = nextCode(secret)
      const wrong = ['000000', '111111'].find((code) => code !== right) ?? ''
      for (let guess = 0; guess < 5; guess++) await browser.submit(page, { code: wrong })
      const asked = await browser.submit(page, { code: right })
      assert.match(asked.text, /First enter the code from the email/)
      const letters = await emailsTo(foyer.db, email)
      const email_code = letters.findLast(({ kind }) => kind === 'sign_in_link')?.code ?? ''
      const fields = { email_code, code: nextCode(secret) }
      const answers = await Promise.all(
        [1, 2].map(() => retry503(() => browser.submit(asked, fields))),
      )
      assert.deepEqual(
        answers.map(({ status }) => status),
        [303, 303],
      )
      assert.equal(sessionIn(answers[0] as Page), sessionIn(answers[1] as Page))
    })

    test('of a password with the link of an email that is sent twice each answer signs the user in', async () => {
      const { email } = await foyer.newUser()
      const { credentials, from } = openDesk(foyer)
      await requestSignInLink(credentials, { email, from })
      const link = new URL(await linkTo(foyer.db, email, 'sign_in_link'))
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get(link.pathname + link.search)
      const [alone, guesser] = [copyOf(browser), copyOf(browser)]
      const answers = [
        ...(await Promise.all(
          [1, 2].map(() => retry503(() => browser.submit(page, { password }))),
        )),
        await alone.submit(page, { password }),
      ]
      assert.deepEqual(
        answers.map(({ status }) => status),
        [303, 303, 303],
      )
      assert.equal(new Set(answers.map(sessionIn)).size, 1)
      assert.equal((await guesser.submit(page, { password: 'wrong horse' })).status, 410)
      assert.equal(guesser.cookie('foyer-session'), undefined)
    })

    test('a recovery code works once', async () => {
      const { id, email } = await foyer.newUser()
      const { codes } = await withTotp(foyer, id)
      const [code = ''] = codes
      const use = async () => {
        const browser = newBrowser(foyer.authUrl)
        const page = await browser.follow(await signIn(browser, email))
        return browser.submit(page, { code })
      }
      assert.equal((await use()).status, 303)
      assert.equal((await use()).status, 400)
    })

    test('a second step that took too long says so', async () => {
      const { id, email } = await foyer.newUser()
      const { codes } = await withTotp(foyer, id)
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.follow(await signIn(browser, email))
      await foyer.db.query(
        sql`update pending_sign_ins set expires_at = now() where user_id = ${id}`,
      )
      const answer = await browser.submit(page, { code: codes[0] ?? '' })
      assert.equal(answer.status, 410)
      assert.equal(headingOf(answer), 'Please sign in again')
      assert.match(answer.text, /href="\/sign-in"/)
      assert.equal(browser.cookie('foyer-session'), undefined)
    })

    test('the second step and the proof ask for what the user has', async () => {
      const textOf = ({ text }: Page) => /<h1>[\s\S]*?<p>([^<]*)<\/p>/.exec(text)?.[1]
      const asked = async (email: string) => {
        const browser = newBrowser(foyer.authUrl)
        const step = await browser.follow(await signIn(browser, email))
        return [textOf(step), step.text.includes('name="code"')]
      }
      const app = 'Enter the 6-digit code from your authenticator app.'
      const either =
        'Enter the 6-digit code from your authenticator app, or one of your recovery codes.'
      const codes = 'Use your passkey, or enter one of your recovery codes.'
      const passkey = 'Use your passkey to continue.'
      const { id, email } = await foyer.newUser()
      const remove = (table: 'totp_secrets' | 'recovery_codes') =>
        foyer.db.query(
          table === 'totp_secrets'
            ? sql`delete from totp_secrets where user_id = ${id}`
            : sql`delete from recovery_codes where user_id = ${id}`,
        )
      const browser = await signedInBrowser(foyer.authUrl, email)
      const proof = async () => {
        await foyer.db.query(sql`delete from fresh_proofs where user_id = ${id}`)
        const second = await proveAt(browser, '/account/security/email')
        return [textOf(second), second.text.includes('name="code"')]
      }

      await addPasskey(openDesk(foyer), id)
      assert.deepEqual([await asked(email), await proof()], Array(2).fill([codes, true]))
      await remove('recovery_codes')
      assert.deepEqual([await asked(email), await proof()], Array(2).fill([passkey, false]))
      await withTotp(foyer, id)
      assert.deepEqual([await asked(email), await proof()], Array(2).fill([either, true]))
      await remove('recovery_codes')
      assert.deepEqual([await asked(email), await proof()], Array(2).fill([app, true]))
    })

    test('a disabled user cannot sign in, and gets the same answer as for a wrong password', async () => {
      const { id, email } = await foyer.newUser()
      await foyer.db.query(sql`update users set disabled_at = now() where id = ${id}`)
      const answer = await signIn(newBrowser(foyer.authUrl), email)
      assert.equal(answer.status, 400)
      assert.match(answer.text, /is incorrect/)
    })

    test('a visitor signs up, confirms the address and is signed in', async () => {
      const email = `${randomUUID()}@example.com`
      const browser = newBrowser(foyer.authUrl, { 'accept-language': 'de' })
      const page = await browser.get('/sign-up?return_to=/account/applications')
      const short = await browser.submit(page, { email, password: 'short' })
      assert.equal(short.status, 400)
      assert.match(short.text, /Bitte verwenden Sie mindestens 8 Zeichen\./)

      const sent = await browser.submit(page, { email, password, full_name: 'Ada <b>' })
      assert.equal(sent.status, 200)
      assert.match(sent.text, /href="\/account\/applications"/)

      const link = await linkTo(foyer.db, email, 'confirm_email')
      const confirm = await browser.get(link)
      assert.equal(confirm.status, 200)
      assert.equal((await signIn(newBrowser(foyer.authUrl), email)).status, 400)
      // Opening the link did not use it up, because mail scanners open links.
      const wrong = await browser.submit(await browser.get(link), { password: 'wrong horse' })
      assert.equal(wrong.status, 400)
      const done = await browser.submit(confirm, { password })
      const end = await browser.follow(done)
      assert.equal(end.status, 200)
      assert.equal(end.url, `${foyer.authUrl}/account/applications`)

      const again = await browser.get(link)
      assert.equal(again.status, 410)
      assert.match(again.text, /<title>Fehler: Dieser Link funktioniert nicht mehr/)
    })

    test('a sign-up with the address of an account looks the same', async () => {
      const { email } = await foyer.newUser()
      const answered = async (address: string): Promise<object> => {
        const browser = newBrowser(foyer.authUrl)
        const fields = { email: address, password }
        const answer = await browser.submit(await browser.get('/sign-up'), fields)
        const text = answer.text.replaceAll(/ name="csrf" value="[^"]*"/g, '')
        return { status: answer.status, text: text.replaceAll(address, '…') }
      }
      assert.deepEqual(await answered(email), await answered(`x.${email}`))
    })

    test('the link in the email sets a new password, once', async () => {
      const { email } = await foyer.newUser()
      const elsewhere = await signedInBrowser(foyer.authUrl, email)
      const browser = newBrowser(foyer.authUrl)
      const asked = await browser.submit(await browser.get('/forgotten-password'), { email })
      assert.equal(headingOf(asked), 'Check your email')
      assert.match(asked.text, /href="\/forgotten-password">Use another email address</)
      const unknown = await browser.submit(await browser.get('/forgotten-password'), {
        email: 'nobody@example.com',
      })
      assert.equal(
        unknown.text.replaceAll('nobody@example.com', ''),
        asked.text.replaceAll(email, ''),
      )

      const link = await linkTo(foyer.db, email, 'reset_password')
      const page = await browser.get(link)
      assert.equal((await browser.submit(page, { password: 'password' })).status, 400)
      const done = await browser.submit(page, { password: 'battery staple' })
      assert.match((await browser.follow(done)).text, /Your new password is saved/)
      assert.equal((await elsewhere.get('/account/sessions')).status, 303)
      assert.equal((await signIn(newBrowser(foyer.authUrl), email)).status, 400)
      const fresh = await signIn(newBrowser(foyer.authUrl), email, { secret: 'battery staple' })
      assert.equal(fresh.status, 303)

      const replayed = await browser.submit(page, { password: 'battery staple 2' })
      assert.equal(replayed.status, 410)
      assert.equal(headingOf(replayed), 'This link no longer works')
    })

    describe('the return to where the sign-in began', () => {
      /** A browser that an application has sent to the sign-in page. */
      const sent = async () => {
        const party = await relyingParty(foyer, { name: 'Ticket Shop' })
        const browser = newBrowser(foyer.authUrl)
        return { browser, page: await browser.follow(await browser.get(party.authorizeUrl())) }
      }
      const linkOn = ({ text }: Page, place: string): string => {
        const [, href = ''] = new RegExp(`href="(/${place}[^"]*)"`).exec(text) ?? []
        return unescaped(href)
      }
      /**
       * Requests a new password during an application’s sign-in.
       * @returns the link in the email
       */
      const forgot = async (browser: Browser, page: Page, email: string) => {
        const form = await browser.get(linkOn(page, 'forgotten-password'))
        assert.equal((await browser.submit(form, { email })).status, 200)
        return linkTo(foyer.db, email, 'reset_password')
      }
      /** Opens the link in the email, sets a password, and signs in with it. */
      const reset = async (browser: Browser, link: string, email: string) => {
        const secret = 'battery staple'
        const set = await browser.submit(await browser.get(link), { password: secret })
        const form = await browser.follow(set)
        assert.match(form.text, /Your new password is saved/)
        return browser.follow(await browser.submit(form, { email, password: secret }, '/sign-in'))
      }
      const signUpFrom = async (browser: Browser, page: Page) => {
        const email = `${randomUUID()}@example.com`
        const form = await browser.get(linkOn(page, 'sign-up'))
        await browser.submit(form, { email, password })
        return { email, link: await linkTo(foyer.db, email, 'confirm_email') }
      }
      const confirm = async (browser: Browser, link: string) =>
        browser.follow(await browser.submit(await browser.get(link), { password }))
      const allowed = async (browser: Browser, page: Page) => {
        assert.equal(headingOf(page), 'Allow Ticket Shop to use your account?')
        const back = await browser.follow(await browser.submit(page, { decision: 'allow' }))
        assert.match(back.location, /^https:\/\/app\.example\/callback\?code=/)
      }
      /**
       * Checks that the page leads to the registered start of the application, not to its request.
       */
      const assertStart = (page: Page) => {
        assert.equal(page.status, 200, page.text)
        assert.equal(headingOf(page), 'You are signed in')
        assert.match(
          page.text,
          /<a class="button" href="https:\/\/app\.example\/">Go to Ticket Shop</,
        )
        assert.match(page.url, /\/continue\?way=/)
      }

      test('two forms that are sent at the same time both lead back to the application', async () => {
        const { email } = await foyer.newUser()
        const { browser, page } = await sent()
        const forms = await Promise.all(
          [1, 2].map(() => retry503(() => browser.submit(page, { email, password }, '/sign-in'))),
        )
        const questions = await Promise.all(forms.map((form) => browser.follow(form)))
        for (const question of questions) await allowed(browser, question)
      })

      test('a forgotten password leads back to the application in the same browser', async () => {
        const { email } = await foyer.newUser()
        const { browser, page } = await sent()
        await allowed(browser, await reset(browser, await forgot(browser, page, email), email))
      })

      test('a forgotten password leads to the application’s start in another browser', async () => {
        const { email } = await foyer.newUser()
        const { browser, page } = await sent()
        const link = await forgot(browser, page, email)
        assertStart(await reset(newBrowser(foyer.authUrl), link, email))
      })

      test('in another browser no link leads to an application that a developer registered', async () => {
        const { email } = await foyer.newUser()
        const party = await relyingParty(foyer, { name: 'Ticket Support' })
        await foyer.db.query(sql`
          update applications set self_registered = true where id = ${party.applicationId}`)
        const stranger = newBrowser(foyer.authUrl)
        const page = await stranger.follow(await stranger.get(party.authorizeUrl()))
        const end = await reset(
          newBrowser(foyer.authUrl),
          await forgot(stranger, page, email),
          email,
        )
        assert.equal(end.url, `${foyer.authUrl}/account`)
        assert.doesNotMatch(end.text, /Ticket Support/)
        // In the browser that began, the user asked for the application.
        const own = newBrowser(foyer.authUrl)
        const began = await own.follow(await own.get(party.authorizeUrl()))
        const { email: other } = await foyer.newUser()
        const link = await forgot(own, began, other)
        await foyer.db.query(sql`delete from oauth_tokens where model = 'Interaction'`)
        assert.match((await reset(own, link, other)).text, />Go to Ticket Support</)
      })

      test('a sign-up leads back to the application in the same browser', async () => {
        const { browser, page } = await sent()
        const { link } = await signUpFrom(browser, page)
        await allowed(browser, await confirm(browser, link))
      })

      test('a used sign-up link leads back to the application in the same browser', async () => {
        const { browser, page } = await sent()
        const { email, link } = await signUpFrom(browser, page)
        const asked = await browser.get(link)
        assert.match(linkOn(asked, 'sign-up'), /return_to=%2Finteraction%2F/)
        const other = newBrowser(foyer.authUrl)
        await confirm(other, link)
        assert.equal(linkOn(await other.get(link), 'sign-in'), '/sign-in')
        const form = await browser.get(linkOn(await browser.get(link), 'sign-in'))
        const signedIn = await browser.submit(form, { email, password }, '/sign-in')
        await allowed(browser, await browser.follow(signedIn))
      })

      test('a sign-up leads to the application’s start in another browser', async () => {
        const { browser, page } = await sent()
        const { link } = await signUpFrom(browser, page)
        assertStart(await confirm(newBrowser(foyer.authUrl), link))
      })

      test('a sign-up with the address of an account leads back to the application', async () => {
        const { email } = await foyer.newUser()
        const { browser, page } = await sent()
        await browser.submit(await browser.get(linkOn(page, 'sign-up')), { email, password })
        const link = await linkTo(foyer.db, email, 'account_exists')
        const form = await browser.get(link)
        await allowed(
          browser,
          await browser.follow(await browser.submit(form, { email, password })),
        )
        const other = newBrowser(foyer.authUrl)
        const there = await other.submit(await other.get(link), { email, password })
        assertStart(await other.follow(there))
      })

      test('a request that has ended leads to the application’s start', async () => {
        const { email } = await foyer.newUser()
        const { browser, page } = await sent()
        const link = await forgot(browser, page, email)
        await foyer.db.query(sql`delete from oauth_tokens where model = 'Interaction'`)
        assertStart(await reset(browser, link, email))
      })

      test('a forgotten password leads to an account page in every browser', async () => {
        const { email } = await foyer.newUser()
        const browser = newBrowser(foyer.authUrl)
        const page = await browser.get('/sign-in?return_to=/account/applications')
        const link = await forgot(browser, page, email)
        const end = await reset(newBrowser(foyer.authUrl), link, email)
        assert.equal(end.url, `${foyer.authUrl}/account/applications`)
      })

      test('a link does not continue a request that a stranger invented', async () => {
        const { email } = await foyer.newUser()
        const party = await relyingParty(foyer)
        const { pathname, search } = new URL(party.authorizeUrl())
        const query = new URLSearchParams({ return_to: pathname + search })
        const stranger = newBrowser(foyer.authUrl)
        const page = await stranger.get(`/sign-in?${query}`)
        const link = await forgot(stranger, page, email)
        const end = await reset(newBrowser(foyer.authUrl), link, email)
        assert.equal(end.url, `${foyer.authUrl}/account`)
      })

      test('a return path that is forged, changed or of another user leads only to the account', async () => {
        const [mine, theirs] = [await foyer.newUser(), await foyer.newUser()]
        const { browser, page } = await sent()
        const other = newBrowser(foyer.authUrl)
        const { url } = await reset(other, await forgot(browser, page, theirs.email), theirs.email)
        const way = new URL(url).searchParams.get('way') ?? ''
        const own = await signedInBrowser(foyer.authUrl, mine.email)
        const changed = `${way.slice(0, -2)}${way.endsWith('AA') ? 'BB' : 'AA'}`
        const plain = Buffer.from(JSON.stringify({ returnTo: '/account', browser: '' }))
        for (const [user, value] of [
          [own, way],
          [other, changed],
          [other, plain.toString('base64url')],
          [other, 'https://evil.example/'],
          [other, ''],
        ] as const) {
          const query = new URLSearchParams({ way: value })
          const { status, location } = await user.get(`/continue?${query}`)
          assert.deepEqual([status, location], [303, `${foyer.authUrl}/account`], value)
        }
        assertStart(await other.get(url))
      })
    })

    describe('a link that no longer works', () => {
      const hoursLater = async <T>(hours: number, work: () => Promise<T>): Promise<T> => {
        foyer.clock.offset += hours * 3_600_000
        try {
          return await work()
        } finally {
          foyer.clock.offset -= hours * 3_600_000
        }
      }
      const signedUp = async (browser: Browser) => {
        const email = `${randomUUID()}@example.com`
        await browser.submit(await browser.get('/sign-up'), { email, password })
        return { email, link: await linkTo(foyer.db, email, 'confirm_email') }
      }
      const kindsTo = async (email: string) =>
        (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      /** What a page says, without the parts that differ between browsers and addresses. */
      const comparablePage = ({ status, text }: Page, email: string) => ({
        status,
        text: text
          .replaceAll(/ name="(?:csrf|token)" value="[^"]*"|token=[\w-]+/g, '')
          .replaceAll(email, '…'),
      })

      test('an expired sign-up link says so, and another one is sent', async () => {
        const browser = newBrowser(foyer.authUrl)
        const { email, link } = await signedUp(browser)
        const ended = await hoursLater(25, () => browser.get(link))
        assert.equal(ended.status, 410)
        assert.match(ended.text, /This link has expired\./)
        const sent = await hoursLater(25, () => browser.submit(ended, {}, '/another-link'))
        assert.equal(headingOf(sent), 'Check your email')
        const fresh = await linkTo(foyer.db, email, 'confirm_email')
        assert.notEqual(fresh, link)
        const done = await browser.submit(await browser.get(fresh), { password })
        assert.equal(done.status, 303)
        assert.deepEqual(await kindsTo(email), ['confirm_email', 'confirm_email'])
      })

      test('an expired sign-up link gets the same answer with and without an account', async () => {
        const browser = newBrowser(foyer.authUrl)
        const [one, two] = [await signedUp(browser), await signedUp(browser)]
        // The second visitor confirmed with another link, so the account exists.
        await createUser(foyer.db, { email: two.email, password, serviceName: 'Foyer' })
        const answers = await hoursLater(25, () =>
          Promise.all(
            [one, two].map(async ({ email, link }) => {
              const ended = await browser.get(link)
              const sent = await retry503(() => browser.submit(ended, {}, '/another-link'))
              return [comparablePage(ended, email), comparablePage(sent, email)]
            }),
          ),
        )
        assert.deepEqual(answers[0], answers[1])
        assert.deepEqual(await kindsTo(one.email), ['confirm_email', 'confirm_email'])
        assert.deepEqual(await kindsTo(two.email), ['confirm_email', 'account_exists'])
      })

      test('a used sign-up link says so, and how to sign in', async () => {
        const browser = newBrowser(foyer.authUrl)
        const { email, link } = await signedUp(browser)
        const page = await browser.get(link)
        const wrong = await browser.submit(page, { password: 'wrong horse' })
        assert.match(wrong.text, /The password is incorrect\./)
        await browser.submit(page, { password })
        for (const ended of [await browser.get(link), await browser.submit(page, { password })]) {
          assert.equal(ended.status, 410)
          assert.match(ended.text, /already used, and your email address is confirmed/)
          assert.match(ended.text, /<a class="button" href="\/sign-in"/)
          // Another link is pointless, because the address is confirmed.
          assert.doesNotMatch(ended.text, /another-link/)
        }
        assert.deepEqual(await kindsTo(email), ['confirm_email'])
      })

      test('a link for a new password says whether it was used or replaced, or has expired', async () => {
        const { email } = await foyer.newUser()
        const browser = newBrowser(foyer.authUrl)
        const ask = async () => {
          await browser.submit(await browser.get('/forgotten-password'), { email })
          return linkTo(foyer.db, email, 'reset_password')
        }
        const [first, second] = [await ask(), await ask()]
        // A newer link does not end an older one, because a stranger may have requested it.
        assert.equal((await browser.get(first)).status, 200)
        const old = await hoursLater(2, () => browser.get(second))
        assert.match(old.text, /This link has expired\./)
        await browser.submit(await browser.get(second), { password: 'battery staple' })
        const used = await browser.get(second)
        assert.match(used.text, /Each link works only once/)
        assert.match((await browser.get(first)).text, /There is a newer link/)
        await browser.submit(used, {}, '/another-link')
        const third = await linkTo(foyer.db, email, 'reset_password')
        const done = await browser.submit(await browser.get(third), { password: 'battery 3' })
        assert.match(done.location, /note=password_set/)
      })

      test('a link for a new address leads to the security settings', async () => {
        const { email } = await foyer.newUser()
        const browser = await signedInBrowser(foyer.authUrl, email)
        const wanted = `new-${email}`
        const page = await proveAt(browser, '/account/security/email')
        await browser.submit(page, { email: wanted }, '/email')
        const link = await linkTo(foyer.db, wanted, 'confirm_new_email')
        const old = await hoursLater(25, () => browser.get(link))
        assert.match(old.text, /This link has expired\.[\s\S]*href="\/account\/security"/)
        assert.doesNotMatch(old.text, /another-link/)
        await browser.submit(await browser.get(link))
        assert.match((await browser.get(link)).text, /your new email address is confirmed/)
      })

      test('a link for a new address of another account says so, and still works there', async () => {
        const [mine, theirs] = [await foyer.newUser(), await foyer.newUser()]
        const owner = await signedInBrowser(foyer.authUrl, mine.email)
        const wanted = `new-${mine.email}`
        const page = await proveAt(owner, '/account/security/email')
        await owner.submit(page, { email: wanted }, '/email')
        const link = await linkTo(foyer.db, wanted, 'confirm_new_email')
        const asked = await owner.get(link)

        const other = await signedInBrowser(foyer.authUrl, theirs.email)
        const { csrf = '' } = formsOf(await other.get('/account/sessions'))[0]?.fields ?? {}
        const token = new URL(link).searchParams.get('token') ?? ''
        for (const shown of [
          await other.get(link),
          await other.post('/confirm-email', { csrf, token }),
        ]) {
          assert.equal(shown.status, 403)
          assert.ok(
            shown.text.includes(`changes the email address of another account to ${wanted}`),
          )
          assert.match(shown.text, /href="\/sign-out"/)
        }
        assert.match((await owner.submit(asked)).location, /done=email_changed$/)
      })

      test('an older sign-up link says that the address is confirmed, after the right password', async () => {
        const browser = newBrowser(foyer.authUrl)
        const { email, link } = await signedUp(browser)
        await browser.submit(await browser.get('/sign-up'), { email, password })
        const newer = await linkTo(foyer.db, email, 'confirm_email')
        assert.notEqual(newer, link)
        await browser.submit(await browser.get(newer), { password })
        const other = newBrowser(foyer.authUrl)
        const page = await other.get(link)
        assert.equal((await other.submit(page, { password: 'wrong horse' })).status, 400)
        const confirmed = /already used, and your email address is confirmed/
        for (const ended of [await other.submit(page, { password }), await other.get(link)]) {
          assert.equal(ended.status, 410)
          assert.match(ended.text, confirmed)
          assert.match(ended.text, /<a class="button" href="\/sign-in"/)
        }
      })

      test('an unknown link leads to every page that may help', async () => {
        const ended = await newBrowser(foyer.authUrl).get('/confirm-email?token=nothing')
        assert.equal(ended.status, 410)
        for (const path of ['/sign-in', '/forgotten-password', '/sign-up'])
          assert.match(ended.text, new RegExp(`href="${path}"`))
        const posted = await newBrowser(foyer.authUrl).get('/sign-in')
        const csrf = formsOf(posted)[0]?.fields.csrf ?? ''
        assert.equal((await newBrowser(foyer.authUrl).post('/another-link', { csrf })).status, 403)
      })

      test('a user who forgets the password before the confirmation gets another sign-up link', async () => {
        const browser = newBrowser(foyer.authUrl)
        const { email } = await signedUp(browser)
        const ask = async (address: string) => {
          const page = await browser.get('/forgotten-password')
          const sent = await retry503(() => browser.submit(page, { email: address }))
          return comparablePage(sent, address)
        }
        const [pending, unknown] = await Promise.all([
          ask(email.toUpperCase()),
          ask('nobody@example.com'),
        ])
        assert.deepEqual(pending, unknown)
        assert.deepEqual(await kindsTo(email), ['confirm_email', 'confirm_email'])
        const fresh = await linkTo(foyer.db, email, 'confirm_email')
        assert.equal((await browser.submit(await browser.get(fresh), { password })).status, 303)
        // The address is confirmed now, so the email is about the forgotten password.
        await ask(email)
        assert.equal((await kindsTo(email)).at(-1), 'reset_password')
      })
    })
  },
  behindProxy,
)
