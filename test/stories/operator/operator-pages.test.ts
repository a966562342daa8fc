import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { startSession } from '../../../src/identity/users/sessions/sessions.ts'
import { london } from '../../support/addresses.ts'
import type { Page } from '../../support/browser.ts'
import { anotherPassword } from '../../support/credentials.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { addTotp } from '../../support/factors.ts'
import { fetchForm } from '../../support/forms.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { languages, listRecords, sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { signedInHolder, signedInOperator } from '../../support/operators.ts'
import { keepCard } from '../../support/payment-methods.ts'
import { follow } from '../../support/payouts.ts'
import {
  behindProxy,
  headingOf,
  newBrowser,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { addressOf, changeEmail, choosePassword, signsIn } from '../../support/takeover.ts'
import { password } from '../../support/users.ts'

const ticket = 'SUP-4711'

/** Where a page redirects to, without the origin. */
const pathOf = ({ location }: Page): string => location.replace(/^https?:\/\/[^/]+/, '')

const lastDetails = async ({ db }: Foyer, userId: number | null, action: string) => {
  const record = (await listRecords(db, userId, 10)).find((one) => one.action === action)
  return JSON.parse(record?.details ?? '{}') as Record<string, unknown>
}

await onEveryDatabase(
  'pages for operators',
  (foyer) => {
    const hasApp = async (id: number): Promise<boolean> =>
      (await foyer.command('user', 'show', id)).second_factors.authenticator
    const rolesOf = async (id: number) => (await foyer.command('user', 'show', id)).roles
    const kindsTo = async (email: string) =>
      (await emailsTo(foyer.db, email)).map(({ kind }) => kind)

    test('a user is found by email address and by id', async () => {
      const operator = await signedInOperator(foyer)
      const user = await foyer.newUser()
      const search = await operator.browser.get('/operator')
      assert.equal(headingOf(search), 'Find a user')
      for (const query of [` ${user.email.toUpperCase()} `, String(user.id)]) {
        const found = await operator.browser.submit(search, { query }, '/operator')
        assert.equal(pathOf(found), `/operator/users/${user.id}`)
      }
      for (const query of ['nobody@example.com', 'Ada', '', '0', `<b>${randomUUID()}`]) {
        const none = await operator.browser.submit(search, { query }, '/operator')
        assert.equal(none.status, 400)
        assert.match(none.text, /id="query-fault">Nothing was found/)
        assert.doesNotMatch(none.text, /<b>/)
      }
      const absent = await operator.browser.get('/operator/users/2000000000')
      assert.equal(absent.status, 404)
    })

    test('a request is found by its id, with its user', async () => {
      const operator = await signedInOperator(foyer)
      const { id } = await foyer.newUser()
      const form = await operator.prove(`/operator/users/${id}/end-sessions`)
      const done = await operator.browser.submit(form, { reason: ticket }, '/end-sessions')
      const requestId = done.headers.get('request-id') ?? ''
      const search = await operator.browser.get('/operator')
      const query = requestId.toUpperCase()
      const found = await operator.browser.follow(
        await operator.browser.submit(search, { query }, '/operator'),
      )
      assert.match(found.text, new RegExp(`Signed out everywhere.*/operator/users/${id}"`, 's'))
      const none = await operator.browser.get(`/operator/requests/${randomUUID()}`)
      assert.match(none.text, /The audit trail has no record of this request/)
      assert.equal((await operator.browser.get('/operator/requests/none')).status, 404)
    })

    test('the page of a user shows the state, and no secret, address or card number', async () => {
      const operator = await signedInOperator(foyer)
      const user = await foyer.newUser()
      await addTotp(foyer, user.id)
      await user.addresses.create(london)
      await keepCard(foyer, user.id)
      const { text } = await operator.browser.get(`/operator/users/${user.id}`)
      for (const shown of [user.email, 'Enabled', 'Added an authenticator app', 'Visa ending 1111'])
        assert.ok(text.includes(shown), shown)
      for (const hidden of [london.address_1, london.city, '4111111', 'argon2'])
        assert.ok(!text.includes(hidden ?? ''), hidden ?? '')
    })

    for (const [page, path] of [
      ['an account', ''],
      ['an action for an account', '/disable'],
    ])
      test(`an operator’s view of the page of ${page} is recorded once an hour, and the user sees the record`, async () => {
        const operator = await signedInOperator(foyer)
        const { id, email } = await foyer.newUser()
        for (let count = 0; count < 2; count++) await operator.prove(`/operator/users/${id}${path}`)
        const views = (await listRecords(foyer.db, id, 10)).filter(
          ({ action }) => action === 'user.viewed',
        )
        assert.deepEqual(
          views.map(({ actor, details }) => [actor, JSON.parse(details)]),
          [['operator', { operator_id: operator.id }]],
        )
        const own = await signedInBrowser(foyer.authUrl, email)
        const { text } = await own.get('/account/security/activity')
        assert.match(text, /Looked at the account <span class="tag">by support</)
        assert.doesNotMatch(text, new RegExp(`#${operator.id}`))
      })

    describe('actions', () => {
      test('an account is disabled and enabled, with a reason, and the user is told', async () => {
        const operator = await signedInOperator(foyer)
        const { id, email } = await foyer.newUser()
        const path = `/operator/users/${id}`
        const form = await operator.prove(`${path}/disable`)
        assert.equal(headingOf(form), 'Disable the account')
        assert.match(form.text, /<button class="danger">Disable the account/)
        for (const reason of ['', 'lost her phone', 'ada@example.com', 'x'.repeat(65)]) {
          const refused = await operator.browser.submit(form, { reason }, '/disable')
          assert.equal(refused.status, 400, reason)
          assert.match(refused.text, /id="reason-fault"/)
        }
        const done = await operator.browser.submit(form, { reason: ` ${ticket} ` }, '/disable')
        assert.equal(pathOf(done), `${path}?done=disable`)
        const page = await operator.browser.follow(done)
        assert.match(page.text, /role="status">The account was disabled/)
        assert.doesNotMatch(page.text, /users\/\d+\/(?:disable|end-sessions|send-password-link)"/)
        assert.deepEqual(await lastDetails(foyer, id, 'user.disabled'), {
          operator_id: operator.id,
          operator_reason: ticket,
        })
        assert.equal((await signIn(newBrowser(foyer.authUrl), email)).status, 400)
        const enable = await operator.prove(`${path}/enable`)
        await operator.browser.submit(enable, { reason: ticket }, '/enable')
        assert.deepEqual(await kindsTo(email), ['support_disabled', 'support_enabled'])
        const again = await operator.browser.submit(enable, { reason: ticket }, '/enable')
        assert.equal(pathOf(again), `${path}?done=nothing`)
      })

      test('second factors are removed after a documented check', async () => {
        const operator = await signedInOperator(foyer)
        const { id, email } = await foyer.newUser()
        await addTotp(foyer, id)
        const path = `/operator/users/${id}/reset-second-factors`
        const form = await operator.prove(path)
        for (const check of ['', 'phone']) {
          const refused = await operator.browser.submit(form, { check, reason: ticket }, path)
          assert.equal(refused.status, 400)
          assert.match(refused.text, /id="check-fault"/)
          assert.match(refused.text, new RegExp(`value="${ticket}"`), 'the form keeps the input')
        }
        const fields = { check: 'document_in_person', reason: ticket }
        await operator.browser.submit(form, fields, path)
        assert.equal(await hasApp(id), false)
        const { check, operator_id } = await lastDetails(foyer, id, 'second_factors.reset')
        assert.deepEqual([check, operator_id], ['document_in_person', operator.id])
        assert.equal((await kindsTo(email)).at(-1), 'support_factors_reset')
      })

      test('an address is set back after a documented check, and both addresses are told', async () => {
        const operator = await signedInOperator(foyer)
        const user = await foyer.newUser()
        const { id, email } = user
        const thief = await signedInBrowser(foyer.authUrl, email)
        const theirs = `thief-of-${email}`
        await changeEmail(foyer, thief, theirs)
        await addTotp(foyer, id)
        const undo = await linkTo(foyer.db, email, 'email_changed')
        const other = await foyer.newUser()

        const path = `/operator/users/${id}/set-email`
        const form = await operator.prove(path)
        const fields = { check: 'document_by_video', reason: ticket, email }
        const wrong: [Partial<typeof fields>, RegExp][] = [
          // The mailbox may be in wrong hands, so it is no proof.
          [{ check: 'email_and_day' }, /id="check-fault"/],
          [{ check: '' }, /id="check-fault"/],
          [{ reason: 'two words' }, /id="reason-fault"/],
          [{ email: 'ada' }, /id="email-fault"/],
          [{ email: other.email }, /id="email-fault">Another account has this email address/],
        ]
        for (const [given, fault] of wrong) {
          const refused = await operator.browser.submit(form, { ...fields, ...given }, path)
          assert.equal(refused.status, 400)
          assert.match(refused.text, fault)
        }
        assert.equal(await addressOf(foyer, id), theirs)

        const done = await operator.browser.submit(form, fields, path)
        assert.equal(pathOf(done), `/operator/users/${id}?done=set-email`)
        assert.equal(await addressOf(foyer, id), email)
        assert.deepEqual(await lastDetails(foyer, id, 'email.set'), {
          check: 'document_by_video',
          operator_id: operator.id,
          operator_reason: ticket,
        })
        assert.equal((await kindsTo(email)).at(-1), 'support_email_set')
        assert.equal((await kindsTo(theirs)).at(-1), 'support_email_removed')
        assert.match((await thief.get('/account')).location, /\/sign-in/)
        await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
        assert.equal(await hasApp(id), false)
        assert.equal(await signsIn(foyer, email, password), false)
        assert.equal((await follow(foyer, undo)).status, 410)
        const chosen = await choosePassword(foyer, email, anotherPassword, 'support_email_set')
        assert.equal(chosen.status, 303)
        assert.ok(await signsIn(foyer, email, anotherPassword))

        // Setting the same address ends what somebody else has, too.
        const again = await operator.browser.submit(await operator.prove(path), fields, path)
        assert.equal(pathOf(again), `/operator/users/${id}?done=set-email`)
        assert.equal(await signsIn(foyer, email, anotherPassword), false)
      })

      test('a user is signed out everywhere, and gets a link for a new password', async () => {
        const operator = await signedInOperator(foyer)
        const user = await foyer.newUser()
        const browser = await signedInBrowser(foyer.authUrl, user.email)
        const path = `/operator/users/${user.id}`
        const end = await operator.prove(`${path}/end-sessions`)
        await operator.browser.submit(end, { reason: ticket }, '/end-sessions')
        assert.match((await browser.get('/account')).location, /\/sign-in/)
        await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
        const send = await operator.browser.get(`${path}/send-password-link`)
        await operator.browser.submit(send, { reason: ticket }, '/send-password-link')
        assert.deepEqual(await kindsTo(user.email), ['reset_password'])
      })

      test('the confirmation email is sent again, also for a sign-up', async () => {
        const operator = await signedInOperator(foyer)
        const { id, email } = await foyer.newUser()
        const path = `/operator/users/${id}`
        const confirmed = await operator.browser.get(path)
        assert.doesNotMatch(confirmed.text, /resend-confirmation/)
        await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
        assert.match((await operator.browser.get(path)).text, /Not confirmed/)
        const form = await operator.prove(`${path}/resend-confirmation`)
        await operator.browser.submit(form, { reason: ticket }, '/resend-confirmation')
        assert.deepEqual(await kindsTo(email), ['confirm_new_email'])

        const late = `late-${randomUUID()}@example.com`
        await (await fetchForm(foyer.authUrl, '/sign-up'))({ email: late, password })
        const search = await operator.browser.get('/operator')
        const waits = await operator.browser.submit(search, { query: late }, '/operator')
        assert.match(waits.text, /has not confirmed it yet/)
        const sent = await operator.browser.submit(waits, { reason: ticket }, 'confirmation')
        assert.equal(pathOf(sent), '/operator?done=sign_up_sent')
        assert.deepEqual(await kindsTo(late), ['confirm_email', 'confirm_email'])
        assert.equal((await lastDetails(foyer, null, 'sign_up')).operator_reason, ticket)
      })

      test('a developer is admitted and removed', async () => {
        const operator = await signedInOperator(foyer)
        const { id, email } = await foyer.newUser()
        const path = `/operator/users/${id}`
        const admit = await operator.prove(`${path}/admit-developer`)
        await operator.browser.submit(admit, { reason: ticket }, '/admit-developer')
        assert.deepEqual(await rolesOf(id), ['developer'])
        assert.deepEqual(await kindsTo(email), ['developer_admitted'])
        assert.match((await operator.browser.get(path)).text, /Developer/)
        const remove = await operator.browser.get(`${path}/remove-developer`)
        await operator.browser.submit(remove, { reason: ticket }, '/remove-developer')
        assert.deepEqual(await rolesOf(id), [])
      })

      test('an application is found, disabled and enabled', async () => {
        const operator = await signedInOperator(foyer)
        const { clientId, id: applicationId } = await foyer.newApplication({ name: 'Box <b>' })
        const search = await operator.browser.get('/operator')
        const found = await operator.browser.submit(search, { query: clientId }, '/operator')
        const path = `/operator/applications/${clientId}`
        assert.equal(pathOf(found), path)
        assert.match((await operator.browser.get(path)).text, /Box &lt;b&gt;/)
        for (const act of ['disable', 'enable', 'enable']) {
          const form = await operator.prove(`${path}/${act}`)
          await operator.browser.submit(form, { reason: ticket }, `/${act}`)
        }
        const records = await listRecords(foyer.db, null, 10)
        const mine = records.filter(
          ({ details }) =>
            (JSON.parse(details) as { application: number }).application === applicationId,
        )
        assert.deepEqual(
          mine.map(({ action }) => action),
          ['application.enabled', 'application.disabled', 'application.created'],
        )
        assert.equal((await operator.browser.get('/operator/applications/none')).status, 404)
      })

      test('after a late proof the form shows what was typed, and no other form does', async () => {
        const operator = await signedInOperator(foyer)
        const { id } = await foyer.newUser()
        const path = `/operator/users/${id}/disable`
        const form = await operator.prove(path)
        foyer.clock.offset += 6 * 60_000
        const late = await operator.browser.submit(form, { reason: ticket }, '/disable')
        assert.match(late.location, /\/account\/confirm\?for=operator/)
        assert.equal((await lastDetails(foyer, id, 'user.disabled')).operator_id, undefined)
        assert.match((await operator.prove(path)).text, new RegExp(`value="${ticket}"`))
        const other = await operator.browser.get(`/operator/users/${id}/end-sessions`)
        assert.doesNotMatch(other.text, new RegExp(`value="${ticket}"`))
        foyer.clock.offset -= 6 * 60_000
      })

      test('operators cannot act on their own account, nor on the account of another operator', async () => {
        const operator = await signedInOperator(foyer)
        const colleague = await signedInOperator(foyer)
        const own = await operator.browser.get(`/operator/users/${operator.id}`)
        assert.match(own.text, /There is nothing that you can do/)
        await operator.prove(`/operator/users/${colleague.id}/disable`)
        for (const [id, act, title] of [
          [operator.id, 'admit-developer', 'This is your own account'],
          [operator.id, 'disable', 'This is your own account'],
          [colleague.id, 'reset-second-factors', 'This account belongs to an operator'],
          [colleague.id, 'set-email', 'This account belongs to an operator'],
          [colleague.id, 'enable', 'This account belongs to an operator'],
        ] as const) {
          const path = `/operator/users/${id}/${act}`
          const page = await operator.browser.get(path)
          assert.deepEqual([page.status, headingOf(page)], [403, title])
          const csrf = /name="csrf" value="([^"]+)"/.exec(own.text)?.[1] ?? ''
          const fields = { csrf, reason: ticket, check: 'email_and_day' }
          assert.equal((await operator.browser.post(path, fields)).status, 403)
        }
        assert.equal(await hasApp(colleague.id), true)
      })
    })

    test('every page is protected, and available in eight languages', async () => {
      const operator = await signedInOperator(foyer)
      const { id } = await foyer.newUser()
      await addTotp(foyer, id)
      const { clientId } = await foyer.newApplication({ name: 'Box office' })
      await operator.prove(`/operator/users/${id}/disable`)
      const paths = [
        '/operator',
        `/operator/users/${id}?done=enable`,
        `/operator/users/${id}/reset-second-factors`,
        `/operator/users/${operator.id}/disable`,
        `/operator/requests/${randomUUID()}`,
        `/operator/applications/${clientId}?done=nothing`,
        `/operator/applications/${clientId}/disable`,
      ]
      const asked = paths.flatMap((path) => languages.map((language) => ({ path, language })))
      const pages = await Promise.all(
        asked.map(({ path, language }) =>
          operator.browser.get(path, { 'accept-language': language }),
        ),
      )
      for (const [index, { text, headers }] of pages.entries()) {
        const { path, language } = asked[index] ?? {}
        const policy = headers.get('content-security-policy') ?? ''
        assert.match(policy, /default-src 'none'.*frame-ancestors 'none'.*base-uri 'none'/)
        assert.match(policy, /form-action 'self'/)
        assert.equal(headers.get('cache-control'), 'no-store')
        assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
        assert.match(text, new RegExp(`<html lang="${language}">`), path)
        assert.doesNotMatch(text, /undefined|\{\w+\}|\[object/, path)
        assert.doesNotMatch(
          text,
          / style=| on\w+=|<style|<script(?! type="module" src="\/assets\/)/,
        )
      }
    })

    test('text from users is shown as text, not as markup', async () => {
      const operator = await signedInOperator(foyer)
      const { id } = await foyer.newUser()
      const chosen = '<img src=x>"\''
      await foyer.db.query(sql`update users set full_name = ${chosen} where id = ${id}`)
      await startSession(foyer.db, { userId: id, amr: ['pwd'], device: chosen })
      const { text } = await operator.browser.get(`/operator/users/${id}`)
      assert.equal(text.split('&lt;img src=x&gt;&quot;&#39;').length, 3)
      assert.doesNotMatch(text, /<img/)
    })

    test('only operators see the entry in the menu', async () => {
      const operator = await signedInOperator(foyer)
      const developer = await signedInHolder(foyer, 'developer')
      assert.match(
        (await operator.browser.get('/account')).text,
        /href="\/operator"><svg.*?<\/svg>Support</,
      )
      assert.doesNotMatch((await developer.browser.get('/account')).text, /href="\/operator"/)
      await foyer.command('user', 'withdraw', operator.id, '--role=operator')
      assert.doesNotMatch((await operator.browser.get('/account')).text, /href="\/operator"/)
      assert.equal((await operator.browser.get('/operator')).status, 404)
    })
  },
  behindProxy,
)
