import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { generate } from 'otplib'
import {
  disableUser,
  enableUser,
  endAllAccess,
  setPassword,
} from '../../../src/identity/accounts/accounts.ts'
import { requestNewEmail, resendConfirmation } from '../../../src/identity/accounts/new-email.ts'
import { describeAccount } from '../../../src/identity/accounts/overview.ts'
import { resendSignUp, signUp } from '../../../src/identity/accounts/sign-up.ts'
import {
  createApplication,
  listApplications,
} from '../../../src/identity/applications/applications.ts'
import { enableApplication, updateApplication } from '../../../src/identity/applications/changes.ts'
import { checkPassword } from '../../../src/identity/credentials/credentials.ts'
import { resetPassword, sendPasswordLink } from '../../../src/identity/credentials/new-password.ts'
import { disableApplication } from '../../../src/identity/oauth/tokens/tokens.ts'
import { exportUser } from '../../../src/identity/privacy/export.ts'
import { resetSecondFactors } from '../../../src/identity/second-factors/reset.ts'
import {
  beginTotp,
  confirmTotp,
  findFactors,
} from '../../../src/identity/second-factors/second-factors.ts'
import { findSession, startSession } from '../../../src/identity/sessions/sessions.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import { runAs } from '../../../src/support/audit/actor.ts'
import { findRecordsOfRequest, listRecords } from '../../../src/support/audit/audit.ts'
import { openMailer } from '../../../src/support/mail/mailer.ts'
import { authorize, relyingParty, signedIn } from '../../support/authorize.ts'
import { anotherPassword, openDesk, refused, tokenIn } from '../../support/credentials.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { type Foyer, onEveryDatabase, secretKey } from '../../support/foyer.ts'
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

  test('a password that an operator sets ends all access, and the user is told', async () => {
    const { user, app, session, refreshToken } = await connectedUser(foyer)
    const { credentials, from } = open()
    const deps = { ...credentials, serviceName: 'Grand Hall' }
    for (const [weak, why] of [
      ['short', /at least 8/],
      ['Grand Hall', /not your email address/],
    ] as const)
      await assert.rejects(setPassword(deps, user.id, weak), {
        code: 'validation_failed',
        message: why,
      })
    assert.ok(await findSession(foyer.db, session))

    await setPassword(deps, user.id, anotherPassword)
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
    assert.equal(await sendPasswordLink(credentials, user.id), true)
    const first = await linkTo(foyer.db, user.email, 'reset_password')
    assert.equal(await sendPasswordLink(credentials, user.id), true)
    assert.ok(await findSession(foyer.db, session), 'the link alone changes nothing')
    const link = await linkTo(foyer.db, user.email, 'reset_password')
    const reset = (url: string) =>
      resetPassword(credentials, { token: tokenIn(url), password: anotherPassword, from })
    await refused(reset(first), 'ended')
    await reset(link)
    assert.equal(await findSession(foyer.db, session), undefined)
    await disableUser(foyer.db, user.id)
    assert.equal(await sendPasswordLink(credentials, user.id), false)
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
    assert.equal((await findFactors(foyer.db, id)).required, true)
    assert.equal(await resetSecondFactors(factors, id, 'document_in_person'), true)
    const { totp, passkeys, recoveryCodes, required } = await findFactors(foyer.db, id)
    assert.deepEqual([totp, passkeys, recoveryCodes, required], [false, [], 0, false])
    assert.equal(await findSession(foyer.db, session), undefined)
    assert.equal((await kindsTo(foyer, email)).at(-1), 'support_factors_reset')
    assert.equal(await resetSecondFactors(factors, id), false)
  })

  test('a disabled user is enabled, and signs in again', async () => {
    const { user, session } = await connectedUser(foyer)
    const { credentials, from } = open()
    const given = { email: user.email, password, from }
    assert.equal(await enableUser(foyer.db, user.id), false)
    await disableUser(foyer.db, user.id)
    await refused(checkPassword(credentials, given), 'wrong')
    assert.equal(await enableUser(foyer.db, user.id), true)
    await checkPassword(credentials, given)
    assert.equal(await findSession(foyer.db, session), undefined)
    await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
  })

  test('a user is told that the account was disabled and enabled, once each', async () => {
    const { id, email } = await foyer.newUser()
    const mailer = openMailer({ secretKey })
    await disableUser(foyer.db, id, mailer)
    await disableUser(foyer.db, id, mailer)
    await enableUser(foyer.db, id, mailer)
    assert.equal(await enableUser(foyer.db, id, mailer), false)
    assert.deepEqual(await kindsTo(foyer, email), ['support_disabled', 'support_enabled'])
  })

  test('a user is signed out everywhere, and can sign in again', async () => {
    const { user, app, session, refreshToken } = await connectedUser(foyer)
    const { credentials, from } = open()
    assert.equal(await endAllAccess(foyer.db, user.id), 2)
    assert.equal(await findSession(foyer.db, session), undefined)
    assert.equal((await app.refresh(refreshToken)).body.error, 'invalid_grant')
    await assertTokenEnds(async () => (await user.request('GET', '/user')).status)
    await checkPassword(credentials, { email: user.email, password, from })
    assert.equal(await endAllAccess(foyer.db, user.id), 0)
    assert.equal(await endAllAccess(foyer.db, 2_000_000_000), undefined)
    const [last] = await listRecords(foyer.db, user.id, 1)
    assert.equal(last?.action, 'access.ended')
  })

  test('the link to confirm an email address is sent again', async () => {
    const { id, email } = await foyer.newUser()
    const { credentials, from } = open()
    assert.equal(await resendConfirmation(credentials, id), undefined, 'it is confirmed')
    await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
    assert.equal(await resendConfirmation(credentials, id), email)
    const wanted = `new-${email}`
    await requestNewEmail(credentials, { userId: id, email: wanted, from })
    assert.equal(await resendConfirmation(credentials, id), wanted)
    assert.deepEqual(await kindsTo(foyer, wanted), ['confirm_new_email', 'confirm_new_email'])
    await disableUser(foyer.db, id)
    assert.equal(await resendConfirmation(credentials, id), undefined)
  })

  test('the link of a sign-up is sent again, and other addresses get no email', async () => {
    const { credentials, from } = open()
    const email = `late-${Date.now()}@example.com`
    assert.equal(await resendSignUp(credentials, email, from), false)
    const given = { email, password: anotherPassword, fullName: null, language: 'en' } as const
    await signUp(credentials, { ...given, from })
    assert.equal(await resendSignUp(credentials, email, from), true)
    assert.deepEqual(await kindsTo(foyer, email), ['confirm_email', 'confirm_email'])
    const { email: known } = await foyer.newUser()
    assert.equal(await resendSignUp(credentials, known, from), false)
  })

  test('the records of a request are found by its id', async () => {
    const { id } = await foyer.newUser()
    const requestId = randomUUID()
    await runAs({ kind: 'user', requestId }, () => disableUser(foyer.db, id))
    const found = await findRecordsOfRequest(foyer.db, requestId, 10)
    assert.deepEqual(
      found.map(({ user_id, action }) => [user_id, action]),
      [[id, 'user.disabled']],
    )
    assert.deepEqual(await findRecordsOfRequest(foyer.db, randomUUID(), 10), [])
  })

  test('the overview of a user contains what support needs, and no secret', async () => {
    const { user, app, session, refreshToken } = await connectedUser(foyer)
    const { credentials, from } = open()
    await requestNewEmail(credentials, { userId: user.id, email: 'new@example.com', from })
    const overview = await describeAccount({ ...credentials, secretKey }, user.id)
    assert.ok(overview)
    assert.equal(overview.account.email, user.email)
    assert.equal(overview.state, 'enabled')
    assert.deepEqual(
      overview.connections.map(({ clientId }) => clientId),
      [app.id],
    )
    assert.equal(overview.sessions.length, 2)
    assert.deepEqual(
      overview.links.map(({ kind, email }) => [kind, email]),
      [['new_email', 'new@example.com']],
    )
    assert.deepEqual(
      overview.queuedEmails.map(({ kind }) => kind),
      ['confirm_new_email'],
    )
    assert.equal(overview.activity[0]?.action, 'email.change_requested')
    const text = JSON.stringify(overview)
    const link = await linkTo(foyer.db, 'new@example.com', 'confirm_new_email')
    for (const secret of [session, refreshToken, tokenIn(link), 'argon2'])
      assert.ok(!text.includes(secret), secret)
    // Links that have ended are not shown.
    foyer.clock.offset += 25 * 3_600_000
    const later = await describeAccount({ ...credentials, secretKey }, user.id)
    foyer.clock.offset = 0
    assert.deepEqual(later?.links, [])
    await disableUser(foyer.db, user.id)
    const disabled = await describeAccount({ ...credentials, secretKey }, user.id)
    assert.equal(disabled?.state, 'disabled')
    assert.equal(await describeAccount({ ...credentials, secretKey }, 2_000_000_000), undefined)
  })

  test('a record names the operator or the login name, and the export of the user does not', async () => {
    const { user } = await connectedUser(foyer)
    const as = (operator: object, work: () => Promise<unknown>) =>
      runAs({ kind: 'operator', operator: { login: 'root', ...operator } }, work)
    await as({ name: 'ada', reason: 'SUP-4711' }, () => disableUser(foyer.db, user.id))
    await as({}, () => enableUser(foyer.db, user.id))
    const [enabled, disabled, ended] = (await listRecords(foyer.db, user.id, 3)).map(
      ({ details }) => JSON.parse(details) as object,
    )
    assert.deepEqual(enabled, { login: 'root' })
    assert.deepEqual(disabled, { operator: 'ada', operator_reason: 'SUP-4711' })
    assert.deepEqual(ended, {
      count: 2,
      reason: 'user_disabled',
      operator: 'ada',
      operator_reason: 'SUP-4711',
    })
    const { activity } = (await exportUser(foyer.privacy, user.id)) as {
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
      (await listApplications(foyer.db)).find(({ clientId }) => clientId === app.id)
    const before = await found()
    const redirectUris = ['https://new.example/callback']
    const renamed = await updateApplication(foyer.db, app.id, { name: 'New name', redirectUris })
    assert.deepEqual(renamed, { clientId: app.id, endedTokens: false, movedUsers: true })
    assert.deepEqual(await found(), { ...before, name: 'New name', redirectUris })
    const { status, body } = await app.refresh(refreshToken)
    assert.equal(status, 200)

    const wrong = { redirectUris: ['http://example.com/'] }
    await assert.rejects(updateApplication(foyer.db, app.id, wrong), { code: 'validation_failed' })
    assert.equal(await updateApplication(foyer.db, 'app_none', { name: 'x' }), null)

    const narrower = await updateApplication(foyer.db, app.id, { scopes: ['read:user'] })
    assert.equal(narrower?.endedTokens, true)
    assert.equal((await app.refresh(body.refresh_token)).body.error, 'invalid_grant')
    assert.ok(await user.user.get(), 'tokens of other applications stay')

    await updateApplication(foyer.db, app.id, { redirectUris: [] })
    assert.deepEqual((await found())?.grantTypes, ['client_credentials'])
    await updateApplication(foyer.db, app.id, { redirectUris })
    assert.equal((await found())?.grantTypes.length, 3)
  })

  test('a disabled application is enabled, and its secret works again', async () => {
    const { application, client_id, client_secret } = await createApplication(foyer.db, {
      name: 'Box office',
    })
    const ask = async () => {
      const response = await fetch(`${foyer.authUrl}/oauth2/token`, {
        method: 'POST',
        body: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id,
          client_secret: client_secret ?? '',
        }),
      })
      return response.status
    }
    assert.equal(await enableApplication(foyer.db, client_id), false)
    await disableApplication(foyer.db, client_id)
    assert.equal(await ask(), 401)
    assert.equal(await enableApplication(foyer.db, client_id), true)
    assert.equal(await ask(), 200)
    const [last] = await listRecords(foyer.db, null, 1)
    assert.deepEqual(JSON.parse(last?.details ?? ''), { application: application.id })
  })
})
