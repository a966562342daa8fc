import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, request } from 'node:http'
import { availableParallelism } from 'node:os'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import fastify from 'fastify'
import { generateSync } from 'otplib'
import { recordVisitor } from '../../src/app/hooks.ts'
import { endAccess } from '../../src/identity/access/access.ts'
import { localPath } from '../../src/identity/sign-in/return-to.ts'
import { checkPassword } from '../../src/identity/users/credentials/credentials.ts'
import { runHashing, verifyPassword } from '../../src/identity/users/credentials/passwords.ts'
import { findSession, renewSession } from '../../src/identity/users/sessions/sessions.ts'
import { semaphore } from '../../src/platform/process/semaphore.ts'
import { newSecret } from '../../src/platform/secrets/secrets.ts'
import { currentActor, runAs } from '../../src/support/audit/actor.ts'
import { createAuthenticator } from '../support/authenticator.ts'
import { agree, authorize, relyingParty, unique, visit } from '../support/authorize.ts'
import { type Browser, formsOf, type Page } from '../support/browser.ts'
import { openDesk, someNetwork } from '../support/credentials.ts'
import { anyOne } from '../support/database.ts'
import { addTotp, codesIn, nextCode, secretIn } from '../support/factors.ts'
import { figure } from '../support/figure.ts'
import { type Foyer, onEveryDatabase, secretKey, startFoyer } from '../support/foyer.ts'
import { type OpenDatabase, type Queryable, sql, Unavailable } from '../support/inside.ts'
import { emailsTo, linkTo } from '../support/mail.ts'
import { newAddress } from '../support/networks.ts'
import {
  behindProxy,
  headingOf,
  networkHeaders,
  newBrowser,
  optionsOf,
  proveAt,
  signedInBrowser,
  signIn,
} from '../support/sign-in.ts'
import { password } from '../support/users.ts'
import { retry503, retryOutsideSoak } from '../support/wire.ts'

await onEveryDatabase(
  'an attacker',
  (foyer, database) => {
    describe('guesses and requests for emails', () => {
      test('of 100 concurrent guesses 20 are checked, however the address is written, and the rest is refused for 15 minutes', async () => {
        const { id, email } = await foyer.newUser()
        const nobody = `${randomUUID()}@example.com`
        const writings = [
          (text: string) => text,
          (text: string) => text.toUpperCase(),
          (text: string) => ` ${text}\t`,
          (text: string) => text.replace('@', '＠'),
          (text: string) => text.replace('example', 'ｅＸａｍｐｌｅ'),
          (text: string) => text.replace('c', '\u216d'),
        ]
        const heardOf = async (userId: number): Promise<number> => {
          const [row] = await foyer.db.query<{ times: number }>(sql`
            select coalesce(sum((details ->> 'times')::int), 0)::int as times from audit_records
            where user_id = ${userId} and action = 'sign_in.refused'`)
          return row?.times ?? 0
        }
        for (const [address, userId] of [
          [email, id],
          [nobody, 0],
        ] as const) {
          const before = await heardOf(userId)
          const guesses = Array.from({ length: 100 }, (_, index) => {
            const write = writings[index % writings.length] as (text: string) => string
            return signInFrom(foyer, write(address), `wrong horse ${index}`)
          })
          let { 400: wrong = 0, 429: refused = 0, 503: late = 0 } = await statuses(guesses)
          assert.equal(wrong + refused + late, 100)
          figure(15, 'concurrent guesses that were checked', wrong, { atMost: 20 }, 100)
          // On a busy machine some get 503. Such a guess either does not count, or counts without a
          // record.
          let status = 400
          for (let left = 200; status !== 429 && left > 0; left--) {
            ;({ status } = await signInFrom(foyer, address, 'wrong horse'))
            if (status === 503) late++
          }
          assert.equal(status, 429)
          const heard = (await heardOf(userId)) - before
          assert.ok(heard <= 20 && heard >= 20 - late, `${heard} heard, ${late} got 503`)
        }

        const late = await signInFrom(foyer, email, password)
        assert.equal(late.status, 429)
        const seconds = Number(late.headers.get('retry-after'))
        assert.ok(seconds > 0 && seconds <= 15 * 60, String(seconds))
        foyer.clock.offset += seconds * 1000
        assert.equal((await signInFrom(foyer, email, password)).status, 303)
        foyer.clock.offset -= seconds * 1000
      })

      test('behind a proxy requests count for the address that the proxy reports, not for the one that the client claims', async () => {
        const browser = newBrowser(foyer.authUrl)
        const page = await browser.get('/forgotten-password')
        const [form] = formsOf(page)
        const fields = { csrf: form?.fields.csrf ?? '' }
        const address = newAddress()
        await assertFifty((index) => {
          const email = `${randomUUID()}@example.com`
          const said = { 'x-forwarded-for': `198.51.100.${index}, ${address}` }
          return browser.post('/forgotten-password', { ...fields, email }, said)
        })
      })
    })

    const onPostgres = { skip: database.name !== 'PostgreSQL' && 'transactions take turns there' }

    test(
      'a lock that delays guesses at unknown addresses delays those at accounts, too',
      onPostgres,
      () =>
        again(async () => {
          const { email } = await foyer.newUser()
          const guess = (address: string) => signInFrom(foyer, address, 'wrong horse')
          inTime(await guess(`${randomUUID()}@example.com`))
          const guesses: Promise<Page>[] = []
          // A guess at an unknown address leaves a record of no user.
          await foyer.db.script(`
            create function wait_for_test() returns trigger language plpgsql
              as 'begin perform pg_advisory_xact_lock(1068); return new; end';
            create trigger waits before insert on audit_records
              for each row when (new.user_id = 0) execute function wait_for_test()`)
          const locked = foyer.db.transaction(async (tx) => {
            await tx.query(sql`select pg_advisory_xact_lock(1068)`)
            guesses.push(guess(`${randomUUID()}@example.com`))
            await waiting(tx, 1)
            const known = guess(email)
            guesses.push(known)
            const answered = known.then(inTime).then(() => 'answered')
            assert.equal(await Promise.race([answered, pause(300, 'waits')]), 'waits')
          })
          // If the transaction was too slow, no guess of this attempt waits during the next one.
          await locked
            .finally(() => Promise.all(guesses))
            .finally(() => foyer.db.script('drop function wait_for_test cascade'))
        }),
    )

    test('sign-in, sign-up and reset give the same answer for every address, with or without an account', async () => {
      const known = await foyer.newUser()
      const disabled = await foyer.newUser()
      await foyer.command('user', 'disable', disabled.id)
      const guarded = await foyer.newUser()
      await addTotp(foyer, guarded.id)
      const emails = [known.email, disabled.email, guarded.email, `${randomUUID()}@example.com`]
      for (const path of ['/sign-in', '/sign-up', '/forgotten-password']) {
        const [first, ...others] = await Promise.all(
          emails.map((email) =>
            retry503(async () => {
              const browser = newBrowser(foyer.authUrl)
              const fields = { email, password: 'wrong horse' }
              const page = await retry503(() => browser.get(path))
              return toldOf(await browser.submit(page, fields, path), browser, email)
            }),
          ),
        )
        for (const other of others) assert.deepEqual(other, first, path)
      }
    })

    describe('an attacker who knows a password that is replaced', () => {
      test('cannot finish the second step with it', async () => {
        const { id, email } = await foyer.newUser()
        const { codes } = await addTotp(foyer, id)
        const thief = newBrowser(foyer.authUrl)
        const step = await thief.follow(await signIn(thief, email))
        assert.equal(headingOf(step), 'Confirm your identity')

        const owner = newBrowser(foyer.authUrl)
        await owner.submit(await owner.get('/forgotten-password'), { email })
        const link = await linkTo(foyer.db, email, 'reset_password')
        await owner.submit(await owner.get(link), { password: 'battery staple' })

        const late = await thief.submit(step, { code: codes[0] ?? '' })
        assert.equal(late.status, 410)
        assert.equal(headingOf(late), 'Please sign in again')
        assert.equal(thief.cookie('foyer-session'), undefined)
        assert.equal((await thief.get('/account/sessions')).status, 303)
      })

      test('is not signed in by a sign-in that had begun', onPostgres, () =>
        again(async () => {
          const { id, email } = await foyer.newUser()
          const answer = await lockedOut(foyer.db, id, async (waiting, tx) => {
            const signedIn = signInFrom(foyer, email, password)
            await waiting(1)
            await changeElsewhere(tx, id)
            return () => signedIn.then(inTime)
          })
          assert.equal(answer.status, 400)
          const rows = await foyer.db.query(sql`select 1 from sessions where user_id = ${id}`)
          assert.equal(rows.length, 0)
        }),
      )

      test('is not signed in by a passkey whose sign-in had begun', onPostgres, () =>
        again(async () => {
          const changes = {
            'a new password': changeElsewhere,
            'a removed passkey': async (tx: Queryable, id: number) => {
              await tx.query(sql`delete from passkeys where user_id = ${id}`)
            },
          }
          for (const [name, change] of Object.entries(changes)) {
            const { id, email } = await foyer.newUser()
            const key = createAuthenticator(foyer.authUrl)
            await addPasskey(await signedInBrowser(foyer.authUrl, email), key, '')
            await foyer.db.query(sql`delete from sessions where user_id = ${id}`)
            const thief = newBrowser(foyer.authUrl)
            const page = await thief.get('/sign-in')
            const options = await optionsOf(thief, page, '/sign-in/passkey')
            const credential = JSON.stringify(key.get(options as never))
            const answer = await lockedOut(foyer.db, id, async (waiting, tx) => {
              const signedIn = thief.submit(page, { credential }, '/sign-in/passkey')
              await waiting(1)
              await change(tx, id)
              return () => signedIn.then(inTime)
            })
            assert.equal(answer.status, 400, name)
            const rows = await foyer.db.query(sql`select 1 from sessions where user_id = ${id}`)
            assert.equal(rows.length, 0, name)
          }
        }),
      )

      for (const [what, change] of Object.entries({
        'before the password changed': changeElsewhere,
        'with a copied cookie before the password changed': changeInSession,
      })) {
        test(`changes no second factor by a request that had begun ${what}`, onPostgres, () =>
          again(async () => {
            const path = '/account/security'
            const requests = {
              passkey: async (thief: Browser) => {
                const page = await proveAt(thief, `${path}/passkeys`)
                const options = await optionsOf(thief, page, '/passkeys')
                const credential = createAuthenticator(foyer.authUrl).create(options as never)
                const fields = { credential: JSON.stringify(credential), name: 'Key' }
                return () => thief.submit(page, fields, '/passkeys')
              },
              app: async (thief: Browser) => {
                const page = await proveAt(thief, `${path}/totp`)
                const begun = await thief.submit(page, {}, '/totp')
                const code = generateSync({ secret: secretIn(begun) })
                return () => thief.submit(begun, { code }, '/confirm')
              },
              'removal of a passkey': async (thief: Browser) => {
                await addPasskey(thief, createAuthenticator(foyer.authUrl), '')
                const settings = await thief.get(path)
                const [remove = ''] = /passkeys\/remove\?passkey=\d+/.exec(settings.text) ?? []
                const page = await thief.get(`${path}/${remove}`)
                return () => thief.submit(page, {}, '/passkeys/remove')
              },
              'removal of the app': async (thief: Browser, id: number) => {
                const { codes } = await addTotp(foyer, id)
                const page = await proveAt(thief, `${path}/totp/remove`, { code: codes[0] ?? '' })
                return () => thief.submit(page, {}, '/totp/remove')
              },
              'recovery codes': async (thief: Browser, id: number) => {
                const { codes } = await addTotp(foyer, id)
                const page = await proveAt(thief, `${path}/recovery-codes`, {
                  code: codes[0] ?? '',
                })
                return () => thief.submit(page, {}, '/recovery-codes')
              },
            }
            const stateOf = (id: number) =>
              foyer.db.query(sql`
              select (select count(*) from passkeys where user_id = ${id})::int as passkeys,
                (select count(*) from totp_secrets where user_id = ${id} and confirmed_at is not null)::int
                  as apps,
                array(select hash from recovery_codes where user_id = ${id} order by hash) as codes`)
            for (const [name, prepare] of Object.entries(requests)) {
              const { id, email } = await foyer.newUser()
              const thief = await signedInBrowser(foyer.authUrl, email)
              const send = await prepare(thief, id)
              const before = await stateOf(id)
              const answer = await lockedOut(foyer.db, id, async (waiting, tx) => {
                const sent = send()
                await waiting(1)
                await change(tx, id, thief)
                return () => sent.then(inTime)
              })
              assert.equal(answer.status, 410, name)
              assert.match(answer.text, /<h1[^>]*>Please sign in again</, name)
              assert.deepEqual(await stateOf(id), before, name)
            }
          }),
        )

        test(`gets no code from an authorization that had begun ${what}`, onPostgres, () =>
          again(async () => {
            const { id, email } = await foyer.newUser()
            const app = await relyingParty(foyer)
            const thief = await signedInBrowser(foyer.authUrl, email)
            await authorize(thief, app.authorizeUrl())
            await foyer.db.query(sql`delete from oauth_grants where user_id = ${id}`)
            const answer = await lockedOut(foyer.db, id, async (waiting, tx) => {
              const asked = thief.get(app.authorizeUrl())
              await waiting(1)
              await change(tx, id, thief)
              return () => asked.then(inTime)
            })
            assert.doesNotMatch(answer.location, /[?&]code=/)
            assert.match(answer.location, /[?&]error=login_required(?:&|$)/)
            const rows = await foyer.db.query(sql`select 1 from oauth_grants where user_id = ${id}`)
            assert.equal(rows.length, 0)
          }),
        )

        test(`gives no consent by a request that had begun ${what}`, onPostgres, () =>
          again(async () => {
            const { id, email } = await foyer.newUser()
            const app = await relyingParty(foyer)
            const thief = await signedInBrowser(foyer.authUrl, email)
            const page = await visit(thief, app.authorizeUrl())
            const answer = await lockedOut(foyer.db, id, async (waiting, tx) => {
              const sent = agree(thief, page)
              await waiting(1)
              await change(tx, id, thief)
              return () => sent.then(inTime)
            })
            // The page asks again, or asks the owner to sign in.
            assert.equal(answer.location, page.url)
            const rows = await foyer.db.query(sql`select 1 from consents where user_id = ${id}`)
            assert.equal(rows.length, 0)
          }),
        )
      }
    })

    describe('an attacker who has the password, but not the second factor', () => {
      test('is refused without it, and with codes and keys of other users', async () => {
        const [mine, theirs] = [await foyer.newUser(), await foyer.newUser()]
        const own = await addTotp(foyer, mine.id)
        await addTotp(foyer, theirs.id)
        const thief = newBrowser(foyer.authUrl)
        const app = await relyingParty(foyer)
        const step = await thief.follow(
          await signIn(thief, theirs.email, { returnTo: '/account/security' }),
        )
        for (const path of ['/account/sessions', '/account/security', '/account/applications'])
          assert.match((await thief.get(path)).location, /\/sign-in\?/, path)
        assert.match((await visit(thief, app.authorizeUrl())).url, /\/sign-in\?/)

        for (const code of [nextCode(own.secret), own.codes[0] ?? '', '', '000000', '１２３４５６'])
          assert.equal((await thief.submit(step, { code })).status, 400, code)
        // In a browser where somebody else has signed in, the second step does not sign in either.
        const accomplice = await signedIn(foyer, mine.email, own.codes[1] ?? '')
        const csrf = formsOf(await accomplice.get('/account/sessions'))[0]?.fields.csrf ?? ''
        const token = new URL(step.url).searchParams.get('step') ?? ''
        const fields = { csrf, step: token, code: own.codes[2] ?? '' }
        assert.equal((await accomplice.post('/sign-in/second-factor', fields)).status, 410)

        const key = createAuthenticator(foyer.authUrl)
        await addPasskey(accomplice, key, own.codes[3] ?? '')
        const page = await thief.get(step.url)
        const asked = await thief.post('/sign-in/second-factor/passkey/options', {
          csrf: formsOf(page)[0]?.fields.csrf ?? '',
          step: token,
        })
        for (const userHandle of [undefined, handleOf(theirs.id)]) {
          const credential = JSON.stringify(
            key.get(JSON.parse(asked.text), userHandle === undefined ? {} : { userHandle }),
          )
          const { status } = await thief.post('/sign-in/second-factor/passkey', {
            csrf: formsOf(page)[0]?.fields.csrf ?? '',
            step: token,
            credential,
          })
          assert.ok(status === 400 || status === 410, String(status))
        }
        assert.equal(thief.cookie('foyer-session'), undefined)
      })

      test('cannot use a code that its user has used, at the same time or afterwards', () =>
        again(async () => {
          const { id, email } = await foyer.newUser()
          const { secret, codes } = await addTotp(foyer, id)
          const begin = async (browser: Browser) =>
            inTime(await browser.follow(inTime(await signIn(browser, email))))
          for (const code of [nextCode(secret), codes[0] ?? '']) {
            const browsers = Array.from({ length: 4 }, () => newBrowser(foyer.authUrl))
            const steps = await Promise.all(browsers.map(begin))
            const uses = browsers.map((browser, index) =>
              browser.submit(steps[index] as Page, { code }),
            )
            const { 303: used = 0 } = await statuses(uses)
            assert.ok(used <= 1, `${used} uses of ${code}`)
            for (const use of uses) inTime(await use)
            assert.deepEqual(await statuses(uses), { 303: 1, 400: 3 }, code)
            const late = newBrowser(foyer.authUrl)
            const step = await begin(late)
            assert.equal(inTime(await late.submit(step, { code })).status, 400)
          }
        }))
    })

    test('invalid passkey data is refused and breaks nothing', async () => {
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/sign-in')
      const options = async () => {
        const { fields } = formsOf(page)[0] ?? { fields: {} }
        const { csrf = '' } = fields as Record<string, string>
        return JSON.parse((await browser.post('/sign-in/passkey/options', { csrf })).text)
      }
      const key = createAuthenticator(foyer.authUrl)
      const good = async () => key.get(await options(), { userHandle: handleOf(1) })
      const clientDataJSON = (value: unknown) =>
        Buffer.from(JSON.stringify(value)).toString('base64url')
      const { challenge } = await options()
      const odd: unknown[] = [
        null,
        [],
        {},
        { ...(await good()), id: 1 },
        { ...(await good()), rawId: 'other' },
        { ...(await good()), type: 'password' },
        { ...(await good()), response: {} },
        { ...(await good()), response: { clientDataJSON: clientDataJSON(null) } },
        {
          ...(await good()),
          response: { clientDataJSON: 7, authenticatorData: [], signature: 'x' },
        },
        {
          ...(await good()),
          response: { clientDataJSON: clientDataJSON({ challenge }), userHandle: '____' },
        },
        { ...(await good()), response: { ...(await good()).response, authenticatorData: '' } },
        {
          ...(await good()),
          response: { ...(await good()).response, userHandle: 'OTk5OTk5OTk5OTk' },
        },
        { ...(await good()), clientExtensionResults: null },
        { ...(await good()), id: "' or 1=1 --" },
        { ...(await good()), id: 'x'.repeat(40_000) },
      ]
      const texts = ['', '{', 'undefined', `${'['.repeat(9_000)}${']'.repeat(9_000)}`]
      for (const credential of [...odd.map((one) => JSON.stringify(one)), ...texts]) {
        const answer = await browser.submit(page, { credential }, '/sign-in/passkey')
        const shown = credential.slice(0, 100)
        assert.ok([400, 410].includes(answer.status), `${answer.status} to ${shown}`)
        assert.equal(browser.cookie('foyer-session'), undefined, shown)
      }
    })

    describe('redirects to other sites', () => {
      /** Targets that have led browsers to other sites in other software. */
      const elsewhere = [
        'https://evil.example',
        'HTTPS://evil.example/',
        'https:evil.example',
        'https:/evil.example',
        'https:\\\\evil.example',
        '//evil.example',
        '///evil.example',
        '////evil.example',
        '/\\evil.example',
        '\\/evil.example',
        '\\\\evil.example',
        '/\\/evil.example',
        '/./\\evil.example',
        '/.//evil.example',
        '/..//evil.example',
        '/%2e//evil.example',
        '/%2E%2e//evil.example',
        '/x/..//evil.example',
        '/x/../..//evil.example',
        '/x/%2e%2e//evil.example',
        '/\t/evil.example',
        '/\n/evil.example',
        '/\r\n/evil.example',
        '\t//evil.example',
        ' //evil.example',
        '/ /evil.example',
        '/\0/evil.example',
        '/\u3000/evil.example',
        '/\u00a0/evil.example',
        '／／evil.example',
        '/／evil.example',
        '/\u2215evil.example',
        '//evil.example/%2f..',
        '//evil%E3%80%82example',
        '//[::1]/',
        '//2130706433/',
        '//user@evil.example/',
        '/@evil.example/../..//evil.example',
        '@evil.example',
        '.evil.example',
        'evil.example/',
        '?//evil.example',
        '#//evil.example',
        'javascript:alert(1)',
        'JaVaScRiPt:alert(1)',
        'java\nscript:alert(1)',
        'data:text/html,<script>alert(1)</script>',
        'vbscript:x',
        'blob:https://evil.example/x',
        '/account\r\nSet-Cookie: foyer-session=x',
        '/account\r\nLocation: https://evil.example/',
      ]

      test('are not possible with return_to', async () => {
        const browser = newBrowser(foyer.authUrl)
        const { email } = await foyer.newUser()
        const page = await browser.get('/sign-in')
        for (const return_to of elsewhere) {
          const given = localPath(foyer.authUrl, return_to)
          if (given !== undefined)
            assert.equal(new URL(given, 'https://here.example').host, 'here.example', return_to)
        }
        for (const return_to of elsewhere) {
          const answer = await browser.submit(page, { email, password, return_to }, '/sign-in')
          assert.ok([303, 400].includes(answer.status), `${answer.status} to ${return_to}`)
          if (answer.status === 303)
            assert.equal(new URL(answer.location).host, new URL(foyer.authUrl).host, return_to)
          const cookies = answer.headers.getSetCookie()
          assert.ok(cookies.every((cookie) => !/foyer-session=x(?:;|$)/.test(cookie)))
        }
      })

      test('are not possible with an application on a device', async () => {
        const app = await relyingParty(foyer, {
          kind: 'native',
          redirectUris: ['http://127.0.0.1/callback', 'app.example:/callback'],
        })
        const browser = newBrowser(foyer.authUrl)
        for (const redirect_uri of [
          'http://127.0.0.1@evil.example/callback',
          'http://127.0.0.1:80@evil.example/callback',
          'http://127.0.0.1.evil.example/callback',
          'http://127.0.0.1:8080/other',
          'http://127.0.0.1:8080/callback/../other',
          'http://user@127.0.0.1:8080/callback',
          'http://127.1/callback',
          'http://localhost/callback',
          'http://[::1]/callback',
          'https://127.0.0.1/callback',
          'app.example://evil.example/callback',
          'app.example:/callback/x',
          'other.example:/callback',
        ]) {
          const page = await browser.get(app.authorizeUrl({ redirect_uri }))
          assert.deepEqual([page.status, page.location], [400, ''], redirect_uri)
        }
      })

      test('are not possible with the sign-out', async () => {
        const { id } = await foyer.newUser()
        const app = await relyingParty(foyer, {
          postLogoutRedirectUris: ['https://app.example/bye'],
        })
        const browser = newBrowser(foyer.authUrl)
        assert.ok(id)
        for (const uri of [...elsewhere, 'https://app.example/bye/', 'https://app.example/bye?x']) {
          for (const who of [{ client_id: app.id }, {}]) {
            const query = new URLSearchParams({ ...who, post_logout_redirect_uri: uri })
            const page = await browser.get(`/oauth2/end-session?${query}`)
            if (page.location !== '')
              assert.equal(new URL(page.location).host, new URL(foyer.authUrl).host, uri)
          }
        }
      })

      test('are not possible with the Host header or the form of the requested URL', async () => {
        const email = `${randomUUID()}@example.com`
        const port = Number(new URL(foyer.authUrl).port)
        const hostile = {
          host: 'evil.example',
          'x-forwarded-host': 'evil.example',
          'x-forwarded-proto': 'https',
          forwarded: 'host=evil.example;proto=https',
          'x-original-url': '/evil.example',
        }
        for (const path of [
          '/sign-in',
          '/sign-up',
          '/account/sessions',
          '/sign-in/passkey',
          '//sign-in',
          'http://evil.example/sign-in',
          '//evil.example/',
          '/\\evil.example/',
          'http://evil.example//evil.example',
          '/.well-known/openid-configuration',
          '/authorize',
        ]) {
          const { headers, text } = await raw(port, path, hostile)
          for (const [, led = ''] of text.matchAll(/(?:href|action|src)="(?!data:)([^"]*)"/g))
            assert.equal(new URL(led, foyer.authUrl).origin, foyer.authUrl, `${path}: ${led}`)
          assert.doesNotMatch(String(headers.location), /evil\.example|^\/\//, path)
        }
        const browser = newBrowser(foyer.authUrl, { 'x-forwarded-host': 'evil.example' })
        await browser.submit(await browser.get('/sign-up'), { email, password })
        const link = await linkTo(foyer.db, email, 'confirm_email')
        assert.ok(link.startsWith(`${foyer.authUrl}/confirm-email?token=`), link)
      })
    })

    test('markup and line breaks in fields are shown as text, and change no header or email', async () => {
      const script = '<script>alert(1)</script>'
      const browser = newBrowser(foyer.authUrl)
      for (const email of [
        `"${script}"@x.example`,
        `${script}@x.example`,
        `x"onfocus="y@x.example`,
      ])
        for (const path of ['/sign-in', '/sign-up', '/forgotten-password']) {
          const page = await browser.get(path)
          const { text } = await browser.submit(page, { email, password: 'short' }, path)
          assert.doesNotMatch(text, /<script>|"onfocus="/, path)
        }
      const app = await relyingParty(foyer)
      for (const parameters of [
        { client_id: script },
        { redirect_uri: `https://x.example/${script}` },
        { [script]: script, client_id: 'nobody' },
      ]) {
        const { text } = await browser.get(app.authorizeUrl(parameters))
        assert.doesNotMatch(text, /<script>/)
      }
      const lines = 'x\r\nBcc: eve@evil.example\r\n\r\n'
      const email = `${randomUUID()}@example.com`
      for (const fields of [
        { email: `${lines}${email}`, password },
        { email: `${email}\r\n${lines}`, password },
        { email, password, full_name: lines },
        { email, password, full_name: '\u202eevil' },
      ]) {
        const answer = await browser.submit(await browser.get('/sign-up'), fields)
        assert.equal(answer.status, 400, JSON.stringify(fields))
      }
      assert.deepEqual(await emailsTo(foyer.db, email), [])
      for (const query of [
        'lang=de%0d%0aSet-Cookie:%20x=y',
        'note=%0d%0ax:%20y',
        'lang=de&lang=fr',
      ]) {
        const { headers } = await browser.get(`/sign-in?${query}`)
        assert.equal(headers.get('x'), null)
        assert.ok(headers.getSetCookie().every((cookie) => !cookie.startsWith('x=')))
      }
    })

    test('no other site can frame or read a page, and no cache may store one', async () => {
      const user = await foyer.newUser()
      const app = await relyingParty(foyer)
      const browser = await signedInBrowser(foyer.authUrl, user.email)
      const consent = await visit(browser, app.authorizeUrl())
      assert.equal(consent.status, 200)
      const guest = newBrowser(foyer.authUrl)
      const pages = [
        consent,
        await browser.submit(consent, { decision: 'allow', csrf: 'x' }),
        await agree(browser, consent),
        await browser.get('/interaction/nothing'),
        await browser.get('/authorize?client_id=nobody'),
        await browser.get('/oauth2/end-session'),
        await browser.get('/oauth2/end-session/success'),
        await browser.get('/confirm-email?token=x'),
        await browser.get('/account'),
        await guest.get('/account/security'),
        await guest.get(app.authorizeUrl()),
        await signIn(guest, user.email, { secret: 'wrong horse' }),
        await signIn(guest, user.email),
        await guest.post('/sign-in', { email: 'x'.repeat(70_000) }),
      ]
      for (const { url, headers } of pages) {
        assert.match(headers.get('content-security-policy') ?? '', /frame-ancestors 'none'/, url)
        assert.match(headers.get('content-security-policy') ?? '', /default-src 'none'/, url)
        assert.equal(headers.get('cache-control'), 'no-store', url)
        assert.equal(headers.get('referrer-policy'), 'no-referrer', url)
        assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin', url)
        assert.equal(headers.get('access-control-allow-origin'), null, url)
      }
    })

    test('a request that skips the consent page is sent back to it', async () => {
      const user = await foyer.newUser()
      const app = await relyingParty(foyer)
      const browser = await signedInBrowser(foyer.authUrl, user.email)
      const consent = await visit(browser, app.authorizeUrl())
      const uid = new URL(consent.url).pathname.split('/').at(-1)
      for (const path of [`/authorize/${uid}`, `/authorize/${uid}?consent=1&decision=allow`]) {
        const answer = await browser.get(path)
        assert.doesNotMatch(answer.location, /code=/)
      }
      for (const decision of ['', 'yes', 'ALLOW']) {
        const fresh = await visit(browser, app.authorizeUrl())
        const answer = await browser.follow(await agree(browser, fresh, decision))
        assert.equal(answer.status, 200, decision)
        assert.doesNotMatch(answer.url, /code=/)
      }
      const rows = await foyer.db.query(sql`select 1 from consents where user_id = ${user.id}`)
      assert.equal(rows.length, 0)
    })

    test('card numbers are refused in every field and parameter, or dropped', async () => {
      const number = '4111 1111 1111 1111'
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/sign-in')
      const csrf = formsOf(page)[0]?.fields.csrf ?? ''
      const fields = ['email', 'full_name', 'password', 'return_to', 'token', 'step', 'code', 'x']
      for (const path of ['/sign-in', '/sign-up', '/sign-in/second-factor', '/confirm-email'])
        for (const name of fields) {
          const answer = await browser.post(path, { csrf, [name]: number })
          assert.equal(answer.status, 400, `${name} to ${path}`)
          assert.doesNotMatch(answer.text, /1111/)
        }
      const app = await relyingParty(foyer)
      for (const name of ['acr_values', 'login_hint', 'ui_locales', 'scope']) {
        const answer = await browser.get(app.authorizeUrl({ [name]: number }))
        assert.deepEqual([answer.status, answer.location], [400, ''], name)
        assert.doesNotMatch(answer.text, /1111/)
      }
      // An unknown parameter is ignored (RFC 6749, 3.1): it is dropped before anything is stored.
      const ignored = await browser.get(app.authorizeUrl({ x: number }))
      assert.equal(ignored.status, 303)
      const seen = ignored.location + ignored.text + (await browser.get(ignored.location)).text
      assert.doesNotMatch(seen, /1111/)
    })

    test('the largest accepted inputs do not make others wait', async () => {
      const marks = `${'\u0345'.repeat(15_000)}${'\u0334'.repeat(15_000)}`
      const began = performance.now()
      marks.normalize('NFKC')
      const quadratic = performance.now() - began
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/sign-in')
      const csrf = formsOf(page)[0]?.fields.csrf ?? ''
      const { accessToken } = await foyer.newUser()
      // Each request has another address and another network, so that no limit is reached.
      const post = (text: string, name: string) => {
        const fields = { csrf, email: randomUUID(), password: 'x', [name]: text }
        return fetch(`${foyer.authUrl}/sign-in`, {
          method: 'POST',
          headers: {
            ...networkHeaders(),
            cookie: `foyer-browser=${browser.cookie('foyer-browser')?.value}`,
            'content-type': 'application/x-www-form-urlencoded',
          },
          body: Object.entries(fields)
            .map((pair) => pair.join('='))
            .join('&'),
        })
      }
      const patch = (body: object) =>
        fetch(`${foyer.baseUrl}/user`, {
          method: 'PATCH',
          headers: {
            authorization: `Bearer ${accessToken}`,
            'content-type': 'application/json',
          },
          body: JSON.stringify(body),
        })
      for (const send of [
        () => post(marks, 'password'),
        () => post(`${randomUUID()}${marks}`, 'email'),
        () => post('x', marks),
        () => patch({ full_name: marks }),
        () => patch({ [marks]: true }),
      ]) {
        // Other work makes single times longer, so the shortest counts.
        let least = Number.POSITIVE_INFINITY
        for (let left = 40; least >= quadratic / 3 && left > 0; left--) {
          let start = 0
          const { status } = await retryOutsideSoak(() => {
            start = performance.now()
            return send()
          })
          least = Math.min(least, performance.now() - start)
          assert.ok([400, 403].includes(status), String(status))
        }
        assert.ok(least < quadratic / 3, `${least} ms, of ${quadratic}`)
      }
      const answer = await browser.submit(
        page,
        { email: 'ada@example.com', password: 'x'.repeat(60_000) },
        '/sign-in',
      )
      assert.equal(answer.status, 400)
      const long = { email: `${randomUUID()}@example.com`, password: 'x'.repeat(60_000) }
      assert.equal((await browser.submit(await browser.get('/sign-up'), long)).status, 400)
    })

    test('the database contains no secret that gives access', async () => {
      const secrets: string[] = []
      const email = `${unique()}@example.com`
      const secret = `${unique()} ${unique()}`
      const browser = newBrowser(foyer.authUrl)
      await browser.submit(await browser.get('/sign-up'), { email, password: secret })
      const confirm = await linkTo(foyer.db, email, 'confirm_email')
      secrets.push(secret, tokenOf(confirm))
      await browser.submit(await browser.get(confirm), { password: secret })
      await browser.submit(await browser.get('/forgotten-password'), { email })
      secrets.push(tokenOf(await linkTo(foyer.db, email, 'reset_password')))
      const start = await proveAt(browser, '/account/security/totp', { secret })
      const begun = await browser.submit(start, {}, '/totp')
      const key = secretIn(begun)
      const done = await browser.submit(begun, { code: generateSync({ secret: key }) }, '/confirm')
      const codes = codesIn(done)
      assert.equal(codes.length, 10)
      secrets.push(key, ...codes, ...codes.map((code) => code.replaceAll('-', '')))

      const other = newBrowser(foyer.authUrl)
      const link = unique()
      const returnTo = `/confirm-email?token=${link}${link}`
      const step = await other.follow(await signIn(other, email, { secret, returnTo }))
      secrets.push(`${link}${link}`, new URL(step.url).searchParams.get('step') ?? '')
      const challenge = await other.post('/sign-in/passkey/options', {
        csrf: formsOf(step)[0]?.fields.csrf ?? '',
      })
      secrets.push(JSON.parse(challenge.text).challenge)
      const wrong = `${unique()} ${unique()}`
      await signIn(newBrowser(foyer.authUrl), email, { secret: wrong })
      const app = await relyingParty(foyer)
      const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
      secrets.push(wrong, body.access_token, body.refresh_token, body.id_token, app.secret)
      for (const { value } of [...browser.cookies, ...other.cookies]) secrets.push(value)

      const dump = await dumpOf(foyer.db)
      assert.ok(dump.includes(email))
      for (const one of secrets.filter((text) => text !== 'en')) {
        assert.ok(one.length >= 16, one)
        assert.ok(!dump.includes(one), one)
      }
      const trail = JSON.stringify(
        await foyer.db.query(sql`select to_jsonb(t) as row from audit_records t`),
      )
      for (const personal of [email, email.split('@')[0] ?? '', 'Ada Lovelace'])
        assert.ok(!trail.includes(personal), personal)
    })
  },
  behindProxy,
)

test('a client that is not a trusted proxy cannot claim another address', async () => {
  const database = await anyOne()
  if (database === undefined) throw new Error('There is no database.')
  const foyer = await startFoyer(await database.open())
  try {
    const browser = newBrowser(foyer.authUrl)
    const csrf = formsOf(await browser.get('/forgotten-password'))[0]?.fields.csrf ?? ''
    await assertFifty((index) => {
      const email = `${randomUUID()}@example.com`
      const said = { 'x-forwarded-for': `198.51.100.${index}`, 'x-real-ip': `198.51.100.${index}` }
      return browser.post('/forgotten-password', { csrf, email }, said)
    })
  } finally {
    await foyer.stop()
  }
})

const places = Math.max(1, availableParallelism() - 1)

await onEveryDatabase('a flood of passwords', (foyer) => {
  test('a sign-in refused for lack of capacity does not count as an attempt', async () => {
    // Without a request it has the network of the flood. A visitor of another network gets a place.
    const { credentials } = openDesk(foyer)
    const counted = () =>
      foyer.db.query(sql`select coalesce(sum(count), 0)::int as count from attempts`)
    const before = await counted()
    // No place is free before the answer is there.
    const answered = Promise.withResolvers<void>()
    const flood = Array.from({ length: 65 * places }, () => runHashing(() => answered.promise))
    const given = { email: `${randomUUID()}@example.com`, password, from: someNetwork() }
    const error = await checkPassword(credentials, given).catch((error: unknown) => error)
    const after = await counted()
    answered.resolve()
    await Promise.allSettled(flood)
    assert.ok(error instanceof Unavailable, String(error))
    assert.deepEqual(after, before)
  })

  test('a full queue lets visitors and users of other networks in', () =>
    again(async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      const page = await browser.follow(await browser.get('/account/security/password'))
      const asking = newBrowser(foyer.authUrl)
      const asked = await asking.get('/sign-in')
      const answered = Promise.withResolvers<void>()
      const flood = Array.from({ length: 65 * places }, () => runHashing(() => answered.promise))
      const answers = [
        asking.submit(asked, { email, password }, '/sign-in'),
        browser.submit(page, { password }, '/account/confirm'),
      ]
      // Both have a place once the last two of the flood have lost theirs.
      await Promise.race([Promise.allSettled(flood.slice(-2)), ...answers])
      answered.resolve()
      await Promise.allSettled(flood)
      for (const answer of await Promise.all(answers)) inTime(answer)
      assert.deepEqual(await statuses(answers), { 303: 2 })
    }))
})

test('of many concurrent passwords, those beyond the queue limit are refused', async () => {
  // Requests that were answered too late may still have a place in the queue.
  await Promise.all(Array.from({ length: places }, unknownPassword))
  const many = Array.from({ length: 66 * places }, unknownPassword)
  const results = await Promise.allSettled(many)
  const refused = results.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []))
  assert.equal(refused.length, places)
  for (const reason of refused) assert.ok(reason instanceof Unavailable)
  assert.equal(await verifyPassword('x', null), false)
})

test('one site does not keep others out of the queue for passwords', async () => {
  const answered = Promise.withResolvers<void>()
  const from = <T>(name: string, work: () => Promise<T>) =>
    runAs({ kind: 'visitor', site: () => name }, () => runHashing(work))
  const flood = Array.from({ length: 65 * places }, () => from('one', () => answered.promise))
  const outcome = Promise.allSettled(flood)
  await assert.rejects(
    from('one', async () => {}),
    Unavailable,
  )
  const others = Array.from({ length: 3 }, () => from('another', async () => 'in'))
  answered.resolve()
  assert.deepEqual(await Promise.all(others), ['in', 'in', 'in'])
  const refused = (await outcome).map(({ status }) => status === 'rejected')
  // The last ones made place.
  assert.deepEqual([refused.indexOf(true), refused.length], [65 * places - 3, 65 * places])
})

test('the networks of one IPv6 site have one share of the queue for passwords', async (t) => {
  const answered = Promise.withResolvers<void>()
  const isFull = Promise.withResolvers<void>()
  const app = fastify()
  t.after(() => app.close())
  app.addHook('preHandler', recordVisitor(secretKey))
  let entered = 0
  app.get('/', async () => {
    const hashing = runHashing(() => answered.promise)
    if (++entered === 65 * places) isFull.resolve()
    return hashing.then(
      () => 'in',
      () => 'refused',
    )
  })
  const askFrom = async (remoteAddress: string) =>
    (await app.inject({ url: '/', remoteAddress })).body
  const flood = Array.from({ length: 65 * places }, (_, index) =>
    askFrom(`2001:db8:1:${index.toString(16)}::1`),
  )
  await isFull.promise
  assert.equal(await askFrom('2001:db8:1:ffff::1'), 'refused')
  const others = ['2001:db8:2::1', '192.0.2.1', '192.0.2.2'].map(askFrom)
  // All others have a place once as many of the flood have lost theirs.
  await Promise.race([Promise.all(flood.slice(-3)), ...others])
  answered.resolve()
  assert.deepEqual(await Promise.all(others), ['in', 'in', 'in'])
  assert.equal((await Promise.all(flood)).indexOf('refused'), 65 * places - 3)
})

test('sites share the queue for passwords equally', async () => {
  const answered = Promise.withResolvers<void>()
  const run = semaphore(1, 4, () => currentActor().site?.() ?? '')
  const from = (name: string) =>
    runAs({ kind: 'visitor', site: () => name }, () => run(() => answered.promise))
  const sites = ['a', 'a', 'a', 'a', 'a', 'b', 'b', 'b', 'c', 'd', 'e']
  const calls = sites.map(from)
  answered.resolve()
  const outcomes = (await Promise.allSettled(calls)).map(({ status }) => status === 'fulfilled')
  // The first call runs. Of a and b, two places each remain, and then one for each that comes.
  assert.deepEqual(
    sites.filter((_, index) => outcomes[index]),
    ['a', 'a', 'b', 'c', 'd'],
  )
})

/** Verifies a password that no test has verified before. The results of others are cached. */
const unknownPassword = () => verifyPassword(randomUUID(), null)

/** The number of responses by status. */
async function statuses(answers: readonly Promise<Page>[]): Promise<Record<number, number>> {
  const counts: Record<number, number> = {}
  for (const { status } of await Promise.all(answers)) counts[status] = (counts[status] ?? 0) + 1
  return counts
}

/** Asserts that of 51 concurrent requests 50 are accepted, and that later ones are refused. */
async function assertFifty(ask: (index: number) => Promise<Page>): Promise<void> {
  const counts = await statuses(Array.from({ length: 51 }, (_, index) => ask(index)))
  if (counts[503] === undefined) assert.deepEqual({ ...counts }, { 200: 50, 429: 1 })
  // On a busy machine some get 503. Such a request may count or not, and a refused one counts for a
  // moment. So others follow, one at a time.
  let status = 0
  for (let index = 51; status !== 429 && index < 250; index++) {
    ;({ status } = await ask(index))
    counts[status] = (counts[status] ?? 0) + 1
  }
  assert.equal(status, 429)
  const { 200: accepted = 0, 429: _, 503: late = 0, ...others } = counts
  assert.deepEqual(others, {})
  assert.ok(accepted <= 50 && accepted >= 50 - late, `${accepted} accepted, ${late} got 503`)
}

/** Signs in from a network and a browser of its own. */
async function signInFrom({ authUrl }: Foyer, email: string, secret: string): Promise<Page> {
  return signIn(newBrowser(authUrl), email, { secret })
}

/** A browser in which a user has signed in with a recovery code. */
async function signedIn({ authUrl }: Foyer, email: string, code: string): Promise<Browser> {
  const browser = newBrowser(authUrl)
  const answer = await browser.submit(await browser.follow(await signIn(browser, email)), { code })
  assert.equal(answer.status, 303)
  return browser
}

/** Everything in a response that does not repeat the request. */
function toldOf(
  { status, headers, text }: Page,
  browser: Browser,
  email: string,
): Readonly<Record<string, unknown>> & { readonly status: number } {
  const random = / name="csrf" value="[^"]*"/g
  return {
    status,
    headers: [...headers]
      .filter(([name]) => !/^(?:date|request-id|content-length)$/.test(name))
      .map(([name, value]) => [name, withoutOthers(value)]),
    text: text.replaceAll(random, '').replaceAll(email, '…'),
    cookies: browser.cookies.map(({ name }) => name),
  }
}

/**
 * A header without random values, and without what other visitors change: the seconds until the
 * window of a rate limit ends, and what is left of the limit of all visitors together.
 */
function withoutOthers(value: string): string {
  return value
    .replaceAll(/=[\w-]{43}/g, '=…')
    .replaceAll(/;t=\d+/g, ';t=…')
    .replaceAll(/"site";r=\d+/g, '"site";r=…')
}

const handleOf = (userId: number): string => Buffer.from(String(userId)).toString('base64url')

async function addPasskey(
  browser: Browser,
  key: ReturnType<typeof createAuthenticator>,
  code: string,
): Promise<void> {
  const page = await proveAt(browser, '/account/security/passkeys', { code })
  const form = formsOf(page).find(({ action }) => action.endsWith('/passkeys'))
  const csrf = form?.fields.csrf ?? ''
  const options = await browser.post('/account/security/passkeys/options', { csrf })
  const credential = JSON.stringify(key.create(JSON.parse(options.text)))
  const added = await browser.submit(page, { credential, name: 'Key' }, '/passkeys')
  assert.ok(added.status < 400, added.text)
}

/**
 * Does work while a transaction holds the lock on a user.
 * @param work gets a function that waits until so many others wait for the lock, and the
 * transaction that holds it
 * @returns the result once the others have continued
 */
async function lockedOut<T>(
  db: OpenDatabase,
  userId: number,
  work: (waiting: (others: number) => Promise<void>, tx: Queryable) => Promise<() => Promise<T>>,
): Promise<T> {
  const outside = AsyncLocalStorage.snapshot()
  const outcome = await db.transaction(async (tx) => {
    await tx.query(sql`select 1 from users where id = ${userId} for update`)
    return outside(() => work((others) => waiting(tx, others), tx))
  })
  return outcome()
}

/**
 * Does what a new password does, as another instance would: its transactions are not in our queue.
 */
async function changeElsewhere(tx: Queryable, userId: number): Promise<void> {
  await replacePassword(tx, userId)
  await endAccess(tx, userId, { sessions: { reason: 'password_changed' } })
}

/** Does what a new password does in the session whose cookie another browser has, too. */
async function changeInSession(tx: Queryable, userId: number, copy: Browser): Promise<void> {
  const former = copy.cookie('foyer-session')?.value ?? ''
  const { uid = '' } = (await findSession(tx, former)) ?? {}
  await replacePassword(tx, userId)
  assert.ok(await renewSession(tx, userId, { uid, former, id: newSecret() }))
}

const replacePassword = (tx: Queryable, userId: number) =>
  tx.query(sql`update users set password_version = password_version + 1 where id = ${userId}`)

/** Waits until this many others wait for a lock. */
async function waiting(tx: Queryable, others: number): Promise<void> {
  for (;;) {
    const [row] = await tx.query<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    if ((row?.count ?? 0) >= others) return
    await pause(5)
  }
}

/** Repeats work if a busy machine was too slow for the time limits of the database. */
async function again(work: () => Promise<void>): Promise<void> {
  for (let left = 5; ; left--) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Unavailable) || left === 0) throw error
    }
  }
}

function inTime(page: Page): Page {
  if (page.status === 503) throw new Unavailable(new Error(page.text))
  return page
}

/** Requests a path exactly as written. */
function raw(
  port: number,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<{ headers: IncomingHttpHeaders; text: string }> {
  return new Promise((resolve, reject) => {
    request({ port, host: '127.0.0.1', path, headers }, (answer) => {
      let text = ''
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
      })
      answer.on('end', () => resolve({ headers: answer.headers, text }))
    })
      .on('error', reject)
      .end()
  })
}

const tokenOf = (link: string): string => new URL(link).searchParams.get('token') ?? ''

/** All contents of the database as text, with its bytes decoded. */
async function dumpOf(db: OpenDatabase): Promise<string> {
  const dump = sql`select schema_to_xml(current_schema(), true, false, '')::text as xml`
  const rows = await db.bulkTransaction((tx) => tx.query<{ xml: string }>(dump))
  const text = rows.map(({ xml }) => xml).join('')
  const bytes = [...text.matchAll(/>([A-Za-z0-9+/=\s]{16,})</g)].map(([, base64 = '']) =>
    Buffer.from(base64, 'base64').toString('latin1'),
  )
  return [text, ...bytes].join('\n')
}
