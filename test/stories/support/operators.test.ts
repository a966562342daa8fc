import assert from 'node:assert/strict'
import { test } from 'node:test'
import { generate } from 'otplib'
import { requestNewEmail } from '../../../src/identity/users/accounts/new-email.ts'
import { signUp } from '../../../src/identity/users/accounts/sign-up.ts'
import { checkPassword } from '../../../src/identity/users/credentials/credentials.ts'
import { resetPassword } from '../../../src/identity/users/credentials/new-password.ts'
import {
  beginTotp,
  confirmTotp,
} from '../../../src/identity/users/second-factors/second-factors.ts'
import { findSession, startSession } from '../../../src/identity/users/sessions/sessions.ts'
import { authorize, relyingParty, signedIn } from '../../support/authorize.ts'
import { anotherPassword, openDesk, refused, tokenIn } from '../../support/credentials.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { runCommand, sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { password } from '../../support/users.ts'

const kindsTo = async ({ db }: Foyer, email: string): Promise<string[]> =>
  (await emailsTo(db, email)).map(({ kind }) => kind)

/** A user with a session in a browser, and an application with a refresh token. */
async function connectedUser(foyer: Foyer) {
  const user = await foyer.newUser()
  const app = await relyingParty(foyer)
  const browser = await signedIn(foyer, user.id)
  const { body } = await app.exchange(await authorize(browser, app.authorizeUrl()))
  const { id: session } = await startSession(foyer.db, {
    userId: user.id,
    amr: ['pwd'],
    device: 'Firefox · Linux',
  })
  return { user, app, session, refreshToken: String(body.refresh_token) }
}

await onEveryDatabase('operators', (foyer) => {
  const open = () => openDesk(foyer, foyer.clock)
  const overviewOf = (id: number) => foyer.command('user', 'show', id)
  const recordsOf = (email: string, count: number) =>
    foyer.command('audit', 'list', `--user=${email}`, `--count=${count}`)

  test('a password that an operator sets ends all access, and the user is told', async () => {
    const { user, app, session, refreshToken } = await connectedUser(foyer)
    const { credentials, from } = open()
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
    assert.ok(await findSession(foyer.db, session))

    await set(anotherPassword)
    assert.equal(await findSession(foyer.db, session), undefined)
    assert.equal((await app.refresh(refreshToken)).body.error, 'invalid_grant')
    await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
    const { email } = user
    await refused(checkPassword(credentials, { email, password, from }), 'wrong')
    await checkPassword(credentials, { email, password: anotherPassword, from })
    assert.deepEqual(await kindsTo(foyer, email), ['support_password_set'])
  })

  test('an operator sends a link for a new password, which only the user sees', async () => {
    const { user, session } = await connectedUser(foyer)
    const { credentials, from } = open()
    await foyer.command('user', 'set-password', user.id, '--email-link')
    const first = await linkTo(foyer.db, user.email, 'reset_password')
    await foyer.command('user', 'set-password', user.id, '--email-link')
    assert.ok(await findSession(foyer.db, session), 'the link alone changes nothing')
    const link = await linkTo(foyer.db, user.email, 'reset_password')
    const reset = (url: string) =>
      resetPassword(credentials, { token: tokenIn(url), password: anotherPassword, from })
    await refused(reset(first), 'ended')
    await reset(link)
    assert.equal(await findSession(foyer.db, session), undefined)
    await foyer.command('user', 'disable', user.id)
    await assert.rejects(
      foyer.command('user', 'set-password', user.id, '--email-link'),
      /is disabled/,
    )
  })

  test('lost second factors are removed, sessions end, and the user is told', async () => {
    const { id, email } = await foyer.newUser()
    const { factors, from, clock } = open()
    const { secret } = await beginTotp(factors, id)
    const code = await generate({ secret, epoch: Math.floor(clock.now() / 1000) })
    await confirmTotp(factors, { userId: id, code, from })
    const { id: session } = await startSession(foyer.db, {
      userId: id,
      amr: ['pwd'],
      device: 'Firefox · Linux',
    })
    const reset = () =>
      foyer.command('user', 'reset-second-factor', id, '--check=document_in_person')
    assert.equal((await overviewOf(id)).second_factors.authenticator, true)
    await reset()
    assert.deepEqual((await overviewOf(id)).second_factors, {
      authenticator: false,
      passkeys: [],
      recovery_codes_left: 0,
    })
    assert.equal(await findSession(foyer.db, session), undefined)
    assert.equal((await kindsTo(foyer, email)).at(-1), 'support_factors_reset')
    await assert.rejects(reset(), /has no second factor/)
  })

  test('a disabled user is enabled, and signs in again', async () => {
    const { user, session } = await connectedUser(foyer)
    const { credentials, from } = open()
    const given = { email: user.email, password, from }
    await assert.rejects(foyer.command('user', 'enable', user.id), /is not disabled/)
    await foyer.command('user', 'disable', user.id)
    await refused(checkPassword(credentials, given), 'wrong')
    await foyer.command('user', 'enable', user.id)
    await checkPassword(credentials, given)
    assert.equal(await findSession(foyer.db, session), undefined)
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
    const { credentials, from } = open()
    assert.equal((await foyer.command('user', 'end-sessions', user.id)).sessions, 2)
    assert.equal(await findSession(foyer.db, session), undefined)
    assert.equal((await app.refresh(refreshToken)).body.error, 'invalid_grant')
    await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
    await checkPassword(credentials, { email: user.email, password, from })
    assert.equal((await foyer.command('user', 'end-sessions', user.id)).sessions, 0)
    await assert.rejects(foyer.command('user', 'end-sessions', 999_999_999), /No user has/)
    const [last] = await recordsOf(user.email, 1)
    assert.equal(last.action, 'access.ended')
  })

  test('the link to confirm an email address is sent again', async () => {
    const { id, email } = await foyer.newUser()
    const { credentials, from } = open()
    const resend = () => foyer.command('user', 'resend-confirmation', id)
    await assert.rejects(resend(), /has nothing to confirm/)
    await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
    assert.equal((await resend()).email, email)
    const wanted = `new-${email}`
    await requestNewEmail(credentials, { userId: id, email: wanted, from })
    assert.equal((await resend()).email, wanted)
    assert.deepEqual(await kindsTo(foyer, wanted), ['confirm_new_email', 'confirm_new_email'])
    await foyer.command('user', 'disable', id)
    await assert.rejects(resend(), /is disabled/)
  })

  test('the link of a sign-up is sent again, and other addresses get no email', async () => {
    const { credentials, from } = open()
    const email = `late-${Date.now()}@example.com`
    const resend = (to: string) => foyer.command('user', 'resend-confirmation', to)
    await assert.rejects(resend(email), /Nobody has signed up/)
    const given = { email, password: anotherPassword, fullName: null, language: 'en' } as const
    await signUp(credentials, { ...given, from })
    assert.deepEqual(await resend(email), { id: null, email })
    assert.deepEqual(await kindsTo(foyer, email), ['confirm_email', 'confirm_email'])
    const { email: known } = await foyer.newUser()
    await assert.rejects(resend(known), /has nothing to confirm/)
  })

  test('the overview of a user contains what support needs, and no secret', async () => {
    const { user, app, session, refreshToken } = await connectedUser(foyer)
    const { credentials, from } = open()
    await requestNewEmail(credentials, { userId: user.id, email: 'new@example.com', from })
    const overview = await overviewOf(user.id)
    assert.equal(overview.email, user.email)
    assert.equal(overview.state, 'enabled')
    const namesOf = (entries: readonly Record<string, string>[], name: string) =>
      entries.map((entry) => entry[name])
    assert.deepEqual(namesOf(overview.applications, 'client_id'), [app.id])
    assert.equal(overview.sessions.length, 2)
    assert.deepEqual(namesOf(overview.open_links, 'kind'), ['new_email'])
    assert.deepEqual(namesOf(overview.open_links, 'email'), ['new@example.com'])
    assert.deepEqual(namesOf(overview.queued_emails, 'kind'), ['confirm_new_email'])
    assert.equal(overview.activity[0].action, 'email.change_requested')
    const text = JSON.stringify(overview)
    const link = await linkTo(foyer.db, 'new@example.com', 'confirm_new_email')
    for (const secret of [session, refreshToken, tokenIn(link), 'argon2'])
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
