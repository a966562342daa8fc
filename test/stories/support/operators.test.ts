import assert from 'node:assert/strict'
import { test } from 'node:test'
import { authorize, relyingParty, signedIn } from '../../support/authorize.ts'
import type { Browser } from '../../support/browser.ts'
import { anotherPassword, tokenIn } from '../../support/credentials.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { addTotp } from '../../support/factors.ts'
import { fetchForm } from '../../support/forms.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { runCommand, sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { provenBrowser } from '../../support/payouts.ts'
import { newBrowser, signedInBrowser } from '../../support/sign-in.ts'
import { signsIn } from '../../support/takeover.ts'
import { password } from '../../support/users.ts'

const kindsTo = async ({ db }: Foyer, email: string): Promise<string[]> =>
  (await emailsTo(db, email)).map(({ kind }) => kind)

/** A user with a session in a browser, and an application with a refresh token. */
async function connectedUser(foyer: Foyer) {
  const user = await foyer.newUser()
  const app = await relyingParty(foyer)
  const browser = await signedIn(foyer, user.id)
  const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
  const session = await signedInBrowser(foyer.authUrl, user.email)
  return { user, app, session, refreshToken: String(body.refresh_token) }
}

await onEveryDatabase('operators', (foyer) => {
  /** Requests a change of a user’s address, in a session of its own. */
  const requestEmail = async (user: { readonly id: number }, email: string) => {
    const browser = await provenBrowser(foyer, user, 'email')
    await browser.submit(await browser.get('/account/security/email'), { email }, '/email')
  }
  const isSignedIn = async (browser: Browser) =>
    (await browser.get('/account/sessions')).status === 200
  const overviewOf = (id: number) => foyer.command('user', 'show', id)
  const recordsOf = (email: string, count: number) =>
    foyer.command('audit', 'list', `--user=${email}`, `--count=${count}`)

  test('a password that an operator sets ends all access, and the user is told', async () => {
    const { user, app, session, refreshToken } = await connectedUser(foyer)
    const set = (secret: string) =>
      runCommand(foyer.installed, ['user', 'set-password', String(user.id), '--password-stdin'], {
        secret,
      })
    for (const [weak, why] of [
      ['short', /at least 8/],
      [user.email, /not your email address/],
    ] as const)
      await assert.rejects(set(weak), {
        code: 'validation_failed',
        message: why,
      })
    assert.equal(await isSignedIn(session), true)

    await set(anotherPassword)
    assert.equal(await isSignedIn(session), false)
    assert.equal((await app.refresh(refreshToken)).body.error, 'invalid_grant')
    await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
    const { email } = user
    assert.equal(await signsIn(foyer, email, password), false)
    assert.equal(await signsIn(foyer, email, anotherPassword), true)
    assert.deepEqual(await kindsTo(foyer, email), ['support_password_set'])
  })

  test('an operator sends a link for a new password, which only the user sees', async () => {
    const { user, session } = await connectedUser(foyer)
    await foyer.command('user', 'set-password', user.id, '--email-link')
    const first = await linkTo(foyer.db, user.email, 'reset_password')
    await foyer.command('user', 'set-password', user.id, '--email-link')
    assert.equal(await isSignedIn(session), true, 'the link alone changes nothing')
    const link = await linkTo(foyer.db, user.email, 'reset_password')
    const reset = async (url: string) => {
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get(url)
      return page.status === 200 ? browser.submit(page, { password: anotherPassword }) : page
    }
    assert.equal((await reset(first)).status, 410)
    assert.equal((await reset(link)).status, 303)
    assert.equal(await isSignedIn(session), false)
    await foyer.command('user', 'disable', user.id)
    await assert.rejects(
      foyer.command('user', 'set-password', user.id, '--email-link'),
      /is disabled/,
    )
  })

  test('lost second factors are removed, sessions end, and the user is told', async () => {
    const { id, email } = await foyer.newUser()
    const session = await signedInBrowser(foyer.authUrl, email)
    await addTotp(foyer, id)
    const reset = () =>
      foyer.command('user', 'reset-second-factor', id, '--check=document_in_person')
    assert.equal((await overviewOf(id)).second_factors.authenticator, true)
    await reset()
    assert.deepEqual((await overviewOf(id)).second_factors, {
      authenticator: false,
      passkeys: [],
      recovery_codes_left: 0,
    })
    assert.equal(await isSignedIn(session), false)
    assert.equal((await kindsTo(foyer, email)).at(-1), 'support_factors_reset')
    await assert.rejects(reset(), /has no second factor/)
  })

  test('a disabled user is enabled, and signs in again', async () => {
    const { user, session } = await connectedUser(foyer)
    await assert.rejects(foyer.command('user', 'enable', user.id), /is not disabled/)
    await foyer.command('user', 'disable', user.id)
    assert.equal(await signsIn(foyer, user.email, password), false)
    await foyer.command('user', 'enable', user.id)
    assert.equal(await signsIn(foyer, user.email, password), true)
    assert.equal(await isSignedIn(session), false)
    await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
  })

  test('a user is told that the account was disabled and enabled, once each', async () => {
    const { id, email } = await foyer.newUser()
    await foyer.command('user', 'disable', id)
    await foyer.command('user', 'disable', id)
    await foyer.command('user', 'enable', id)
    await assert.rejects(foyer.command('user', 'enable', id), /is not disabled/)
    assert.deepEqual(await kindsTo(foyer, email), ['support_disabled', 'support_enabled'])
  })

  test('a user is signed out everywhere, and can sign in again', async () => {
    const { user, app, session, refreshToken } = await connectedUser(foyer)
    assert.equal((await foyer.command('user', 'end-sessions', user.id)).sessions, 2)
    assert.equal(await isSignedIn(session), false)
    assert.equal((await app.refresh(refreshToken)).body.error, 'invalid_grant')
    await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
    assert.equal((await foyer.command('user', 'end-sessions', user.id)).sessions, 0)
    await assert.rejects(foyer.command('user', 'end-sessions', 999_999_999), /No user has/)
    const [last] = await recordsOf(user.email, 1)
    assert.equal(last.action, 'access.ended')
    assert.equal(await signsIn(foyer, user.email, password), true)
  })

  test('the link to confirm an email address is sent again', async () => {
    const { id, email } = await foyer.newUser()
    const resend = () => foyer.command('user', 'resend-confirmation', id)
    await assert.rejects(resend(), /has nothing to confirm/)
    await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
    assert.equal((await resend()).email, email)
    const wanted = `new-${email}`
    await requestEmail({ id }, wanted)
    assert.equal((await resend()).email, wanted)
    assert.deepEqual(await kindsTo(foyer, wanted), ['confirm_new_email', 'confirm_new_email'])
    await foyer.command('user', 'disable', id)
    await assert.rejects(resend(), /is disabled/)
  })

  test('the link of a sign-up is sent again, and other addresses get no email', async () => {
    const email = `late-${Date.now()}@example.com`
    const resend = (to: string) => foyer.command('user', 'resend-confirmation', to)
    await assert.rejects(resend(email), /Nobody has signed up/)
    await (await fetchForm(foyer.authUrl, '/sign-up'))({ email, password })
    assert.deepEqual(await resend(email), { id: null, email })
    assert.deepEqual(await kindsTo(foyer, email), ['confirm_email', 'confirm_email'])
    const { email: known } = await foyer.newUser()
    await assert.rejects(resend(known), /has nothing to confirm/)
  })

  test('the overview of a user contains what support needs, and no secret', async () => {
    const { user, app, session, refreshToken } = await connectedUser(foyer)
    await requestEmail(user, 'new@example.com')
    const overview = await overviewOf(user.id)
    assert.equal(overview.email, user.email)
    assert.equal(overview.state, 'enabled')
    const namesOf = (entries: readonly Record<string, string>[], name: string) =>
      entries.map((entry) => entry[name])
    assert.deepEqual(namesOf(overview.applications, 'client_id'), [app.id])
    assert.equal(overview.sessions.length, 3)
    // The sign-in was with a new browser.
    assert.deepEqual(namesOf(overview.open_links, 'kind'), ['sign_in_undo', 'new_email'])
    assert.deepEqual(namesOf(overview.open_links, 'email'), [user.email, 'new@example.com'])
    assert.deepEqual(namesOf(overview.queued_emails, 'kind').sort(), [
      'confirm_new_email',
      'new_sign_in',
    ])
    assert.equal(overview.activity[0].action, 'email.change_requested')
    const text = JSON.stringify(overview)
    const link = await linkTo(foyer.db, 'new@example.com', 'confirm_new_email')
    const { value: sessionId = '' } = session.cookie('foyer-session') ?? {}
    for (const secret of [sessionId, refreshToken, tokenIn(link), 'argon2'])
      assert.ok(!text.includes(secret), secret)
    // Links that have ended are not shown.
    await foyer.db.query(sql`
      update links set expires_at = now() - interval '1 second' where user_id = ${user.id}`)
    assert.deepEqual((await overviewOf(user.id)).open_links, [])
    await foyer.command('user', 'disable', user.id)
    assert.equal((await overviewOf(user.id)).state, 'disabled')
    await assert.rejects(overviewOf(999_999_999), /No user has/)
  })

  test('a record names the operator or the login name, and the export of the user does not', async () => {
    const { user } = await connectedUser(foyer)
    const [by, why] = ['--as=ada', '--reason=SUP-4711']
    await foyer.command('user', 'disable', user.id, by, why)
    await foyer.command('user', 'enable', user.id)
    const [enabled, disabled, ended] = (await recordsOf(user.email, 3)).map(
      ({ details }: { details: object }) => details,
    )
    assert.deepEqual(enabled, { login: 'tests' })
    assert.deepEqual(disabled, { operator: 'ada', operator_reason: 'SUP-4711' })
    assert.deepEqual(ended, {
      count: 2,
      reason: 'user_disabled',
      operator: 'ada',
      operator_reason: 'SUP-4711',
    })
    const { activity } = (await foyer.command('user', 'export', user.id)) as {
      activity: { action: string; details: object }[]
    }
    assert.deepEqual(
      activity.slice(0, 2).map(({ details }) => details),
      [{}, { operator_reason: 'SUP-4711' }],
    )
  })

  test('an operator changes an application, and removing a scope or a grant ends its tokens', async () => {
    const { user, app, refreshToken } = await connectedUser(foyer)
    const found = async () =>
      (await foyer.command('app', 'list')).find(
        ({ client_id }: { client_id: string }) => client_id === app.id,
      )
    const update = (id: string, ...options: string[]) =>
      foyer.command('app', 'update', id, ...options)
    const before = await found()
    const moved = '--redirect-uri=https://new.example/callback'
    const renamed = await update(app.id, '--name=New name', moved)
    assert.deepEqual(renamed, { client_id: app.id, ended_tokens: false })
    assert.deepEqual(await found(), {
      ...before,
      name: 'New name',
      redirect_uris: ['https://new.example/callback'],
    })
    const { status, body } = await app.refresh(refreshToken)
    assert.equal(status, 200)

    const wrong = update(app.id, '--redirect-uri=http://example.com/')
    await assert.rejects(wrong, { code: 'validation_failed' })
    await assert.rejects(update('app_none', '--name=x'), /No application has/)

    assert.equal((await update(app.id, '--scope=read:user')).ended_tokens, true)
    assert.equal((await app.refresh(body.refresh_token)).body.error, 'invalid_grant')
    assert.ok(await user.user.get(), 'tokens of other applications stay')

    await update(app.id, '--redirect-uri=')
    assert.deepEqual((await found()).grant_types, ['client_credentials'])
    await update(app.id, moved)
    assert.equal((await found()).grant_types.length, 3)
  })

  test('a disabled application is enabled, and its secret works again', async () => {
    const { id, clientId, clientSecret } = await foyer.newApplication({ name: 'Box office' })
    const ask = async () => {
      const response = await fetch(`${foyer.authUrl}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: clientId,
          client_secret: clientSecret,
        }),
      })
      return response.status
    }
    await assert.rejects(foyer.command('app', 'enable', clientId), /No disabled application/)
    await foyer.command('app', 'disable', clientId)
    assert.equal(await ask(), 401)
    await foyer.command('app', 'enable', clientId)
    assert.equal(await ask(), 200)
    const [last] = await foyer.command('audit', 'list', '--count=1')
    assert.deepEqual(last.details, { login: 'tests', application: id })
  })
})
