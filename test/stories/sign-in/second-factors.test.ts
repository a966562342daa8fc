import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { describe, test } from 'node:test'
import { generate } from 'otplib'
import {
  findActiveUser,
  makeDeviceCookie,
} from '../../../src/identity/users/credentials/credentials.ts'
import {
  beginTotp,
  confirmTotp,
  removeTotp,
} from '../../../src/identity/users/second-factors/authenticator-app.ts'
import { checkCode } from '../../../src/identity/users/second-factors/check-code.ts'
import { renewRecoveryCodes } from '../../../src/identity/users/second-factors/factor-changes.ts'
import {
  registerPasskey,
  registrationOptions,
} from '../../../src/identity/users/second-factors/passkey-registration.ts'
import {
  type PasskeyProof,
  removePasskey,
  renamePasskey,
  signInOptions,
  verifyPasskey,
} from '../../../src/identity/users/second-factors/passkeys.ts'
import {
  findFactors,
  removeExpiredChallenges,
  type SecondFactorDeps,
} from '../../../src/identity/users/second-factors/second-factors.ts'
import {
  findSession,
  listSessions,
  startSession,
} from '../../../src/identity/users/sessions/sessions.ts'
import { isRefused, refusals } from '../../../src/platform/errors/refusals.ts'
import { challengesFrom } from '../../../src/support/limits/subjects.ts'
import { keyOf } from '../../../src/support/limits/table-counts.ts'
import { androidAttestation, selfAttestation } from '../../support/attestation.ts'
import { createAuthenticator, type Habits } from '../../support/authenticator.ts'
import {
  authUrl,
  type Desk,
  dumpOf,
  openDesk,
  outcomes,
  outcomesOf,
  refused,
  someNetwork,
  trailOf,
} from '../../support/credentials.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { sql, Unavailable } from '../../support/inside.ts'
import { emailsTo } from '../../support/mail.ts'
import { retryBusy } from '../../support/retry-busy.ts'
import { addUser } from '../../support/users.ts'

const stepMs = 30_000

await onEveryDatabase('second factors', (foyer) => {
  /**
   * A desk whose clock stands still in the middle of a time step, so that each code is for a known
   * step.
   */
  const openDeskWithStoppedClock = (): Desk => {
    const desk = openDesk(foyer)
    const moment = Math.floor(Date.now() / stepMs) * stepMs + stepMs / 2
    desk.clock.now = () => moment + desk.clock.offset
    return desk
  }

  const codeAt = (desk: Desk, secret: string, steps = 0): Promise<string> =>
    generate({ secret, epoch: Math.floor((desk.clock.now() + steps * stepMs) / 1000) })

  /** A user with an authenticator app. The code of the previous step is already used. */
  async function enrolled(desk: Desk) {
    const user = await addUser(foyer.db)
    const { secret } = await beginTotp(desk.factors, user.id)
    const given = { userId: user.id, code: await codeAt(desk, secret, -1), from: desk.from }
    const recoveryCodes = (await confirmTotp(desk.factors, given)) ?? []
    return { ...user, secret, recoveryCodes }
  }

  /** Uses a code. @returns its kind */
  const take = (factors: SecondFactorDeps, given: Parameters<typeof checkCode>[1]) =>
    checkCode(factors, given, (take, kind) =>
      foyer.db.transactionFor(given.userId, async (tx) => {
        await take(tx)
        return kind
      }),
    )
  const check = (factors: SecondFactorDeps, userId: number, code: string) =>
    retryBusy(() => take(factors, { userId, code, from: someNetwork() }))

  describe('an authenticator app', () => {
    test('the app is required after its first right code', async () => {
      const desk = openDeskWithStoppedClock()
      const { factors, from } = desk
      const { id, email } = await addUser(foyer.db)
      const begun = await beginTotp(factors, id)
      assert.match(begun.secret, /^[A-Z2-7]{32}$/)
      const uri = new URL(begun.uri)
      assert.equal(uri.protocol, 'otpauth:')
      assert.equal(uri.searchParams.get('secret'), begun.secret)
      assert.equal(uri.searchParams.get('issuer'), 'Grand Hall')
      assert.ok(decodeURIComponent(uri.pathname).endsWith(email))
      // One colon separates the service and the account.
      const other = await beginTotp({ ...factors, serviceName: 'Hall: Grand' }, id)
      assert.equal(decodeURIComponent(new URL(other.uri).pathname).split(':').length, 2)
      assert.equal(new URL(other.uri).searchParams.get('issuer'), 'Hall· Grand')
      assert.equal((await findFactors(foyer.db, id)).required, false)
      const code = await codeAt(desk, begun.secret)
      await refused(check(factors, id, code), 'wrong')

      const again = await beginTotp(factors, id)
      assert.notEqual(again.secret, begun.secret)
      await refused(confirmTotp(factors, { userId: id, code, from }), 'wrong')
      const right = await codeAt(desk, again.secret)
      const codes = await confirmTotp(factors, { userId: id, code: right, from })
      assert.equal(new Set(codes).size, 10)
      for (const one of codes ?? [])
        assert.match(one, /^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/)
      const { totp, required, recoveryCodes } = await findFactors(foyer.db, id)
      assert.deepEqual(
        { totp, required, recoveryCodes },
        { totp: true, required: true, recoveryCodes: 10 },
      )
      // Sent again at once, nobody has seen the codes. Later, they stay.
      const repeated = await confirmTotp(factors, { userId: id, code: right, from })
      assert.equal(repeated?.length, 10)
      assert.equal(
        repeated?.some((one) => codes?.includes(one)),
        false,
      )
      await check(factors, id, repeated?.[0] ?? '')
      assert.equal(await confirmTotp(factors, { userId: id, code: right, from }), null)
      await assert.rejects(beginTotp(factors, id), { code: 'forbidden' })
      const kinds = (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['second_factor_changed'])
      assert.ok((await trailOf(foyer.db, id)).includes('second_factor.added'))
    })

    test('a code works once, of several concurrent uses too, and only in its own step and the two beside it', async () => {
      const desk = openDeskWithStoppedClock()
      const { id, secret } = await enrolled(desk)
      const current = await codeAt(desk, secret)
      const tries = Array.from({ length: 5 }, () => check(desk.factors, id, current))
      assert.deepEqual(await outcomes(tries), { done: 1, wrong: 4 })
      await check(desk.factors, id, await codeAt(desk, secret, 1))
      // The code is older than the last one used, so it is refused.
      await refused(check(desk.factors, id, current), 'wrong')
      await refused(check(desk.factors, id, await codeAt(desk, secret, 3)), 'wrong')
      desk.clock.offset += 10 * stepMs
      await refused(check(desk.factors, id, await codeAt(desk, secret, -2)), 'wrong')
      const spaced = (await codeAt(desk, secret, -1)).replace(/^.../, ' $& ')
      assert.equal(await check(desk.factors, id, spaced), 'totp')
    })

    test('of 100 concurrent codes at most five are checked, and at most 20 a day', async () => {
      const desk = openDeskWithStoppedClock()
      const { id, secret, recoveryCodes } = await enrolled(desk)
      const right = new Set(
        await Promise.all([-1, 0, 1].map((steps) => codeAt(desk, secret, steps))),
      )
      const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
      const guess = () => check(desk.factors, id, wrong)
      assert.deepEqual(await outcomesOf(100, guess), { wrong: 5, too_many: 95 })
      const seconds = await refused(check(desk.factors, id, await codeAt(desk, secret)), 'too_many')
      assert.ok(seconds <= 15 * 60, 'guesses that were not checked must not count for the day')
      for (let window = 0; window < 3; window++) {
        desk.clock.offset += 15 * 60_000
        const more = Array.from({ length: 5 }, guess)
        assert.equal((await outcomes(more)).too_many, undefined)
      }
      desk.clock.offset += 15 * 60_000
      const day = await refused(check(desk.factors, id, await codeAt(desk, secret)), 'too_many')
      assert.ok(day > 22 * 3600 && day < 24 * 3600, String(day))
      // Recovery codes have no such limit, so they still work.
      assert.equal(await check(desk.factors, id, recoveryCodes[0] ?? ''), 'recovery_code')
      desk.clock.offset += day * 1000
      assert.equal(await check(desk.factors, id, await codeAt(desk, secret)), 'totp')
    })

    test('a wrong code counts even if its record cannot be written', async () => {
      const desk = openDeskWithStoppedClock()
      const { id, secret } = await enrolled(desk)
      const away = async () => {
        throw new Unavailable(new Error('The queue for transactions is full.'))
      }
      const failing = { ...desk.factors, recordRefusal: away }
      const right = new Set(
        await Promise.all([-1, 0, 1].map((steps) => codeAt(desk, secret, steps))),
      )
      const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
      for (let round = 0; round < 5; round++)
        await assert.rejects(
          take(failing, { userId: id, code: wrong, from: someNetwork() }),
          Unavailable,
        )
      await refused(check(desk.factors, id, await codeAt(desk, secret)), 'too_many')
    })

    test('somebody who can read the user’s email has five code guesses for each sign-in, and forty a day', async () => {
      const desk = openDeskWithStoppedClock()
      const { id, secret, recoveryCodes } = await enrolled(desk)
      const codeIn = (token: string, code: string) =>
        retryBusy(() => {
          const step = { token, emailProved: true }
          return take(desk.factors, { userId: id, code, from: someNetwork(), step })
        })
      const right = new Set(
        await Promise.all([-1, 0, 1].map((steps) => codeAt(desk, secret, steps))),
      )
      const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
      const one = Array.from({ length: 10 }, () => codeIn('first', wrong))
      assert.deepEqual(await outcomes(one), { wrong: 5, too_many: 5 })
      const others = await outcomesOf(100, (index) => codeIn(`step ${index}`, wrong))
      assert.deepEqual(others, { wrong: 35, too_many: 65 })
      await refused(codeIn('last', await codeAt(desk, secret)), 'too_many')
      // Sign-ins that the other person cannot block still work.
      assert.equal(await codeIn('last', recoveryCodes[0] ?? ''), 'recovery_code')
      assert.equal(await check(desk.factors, id, await codeAt(desk, secret)), 'totp')
    })

    test('all known browsers of a user together have sixty code guesses a day', async () => {
      const desk = openDeskWithStoppedClock()
      const { id, secret, recoveryCodes } = await enrolled(desk)
      const { passwordVersion } = await findActiveUser(foyer.db, id)
      const newDevice = () =>
        makeDeviceCookie(desk.factors.deviceKey, { userId: id, passwordVersion })
      const known = newDevice()
      const codeIn = (code: string, device = newDevice()) =>
        retryBusy(() =>
          take(desk.factors, { userId: id, code, from: { ...someNetwork(), device } }),
        )
      const right = new Set(
        await Promise.all([-1, 0, 1].map((steps) => codeAt(desk, secret, steps))),
      )
      const wrong = ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
      const one = Array.from({ length: 6 }, () => codeIn(wrong, known))
      assert.deepEqual(await outcomes(one), { wrong: 5, too_many: 1 })
      const others = Array.from({ length: 60 }, () => codeIn(wrong))
      assert.deepEqual(await outcomes(others), { wrong: 55, too_many: 5 })
      const seconds = await refused(codeIn(await codeAt(desk, secret)), 'too_many')
      assert.ok(seconds > 23 * 3600, String(seconds))
      // Strangers’ guesses have another count, and recovery codes have none.
      assert.equal(await codeIn(recoveryCodes[0] ?? '', known), 'recovery_code')
      assert.equal(await check(desk.factors, id, await codeAt(desk, secret)), 'totp')
    })

    test('the app is removed together with its recovery codes', async () => {
      const desk = openDeskWithStoppedClock()
      const { id, email, secret, recoveryCodes } = await enrolled(desk)
      assert.equal(await removeTotp(desk.factors, { userId: id, from: desk.from }), true)
      assert.equal(await removeTotp(desk.factors, { userId: id, from: desk.from }), false)
      assert.deepEqual(await findFactors(foyer.db, id), {
        totp: false,
        passkeys: [],
        recoveryCodes: 0,
        required: false,
      })
      await refused(check(desk.factors, id, await codeAt(desk, secret)), 'wrong')
      await refused(check(desk.factors, id, recoveryCodes[0] ?? ''), 'wrong')
      assert.equal((await emailsTo(foyer.db, email)).length, 2)
      assert.ok((await trailOf(foyer.db, id)).includes('second_factor.removed'))
    })
  })

  describe('recovery codes', () => {
    test('a recovery code works once, of several concurrent uses too, and however it is written', async () => {
      const desk = openDeskWithStoppedClock()
      const { id, recoveryCodes } = await enrolled(desk)
      const [first = '', second = ''] = recoveryCodes
      const tries = Array.from({ length: 5 }, () => check(desk.factors, id, first))
      assert.deepEqual(await outcomes(tries), { done: 1, wrong: 4 })
      const written = second
        .toUpperCase()
        .replaceAll('-', ' ')
        .replaceAll('0', 'O')
        .replaceAll('1', 'l')
      assert.equal(await check(desk.factors, id, written), 'recovery_code')
      assert.equal((await findFactors(foyer.db, id)).recoveryCodes, 8)
      const used = (await trailOf(foyer.db, id)).filter((action) => action === 'recovery_code.used')
      assert.equal(used.length, 2)
    })

    test('a recovery code works only for its user', async () => {
      const desk = openDeskWithStoppedClock()
      const { recoveryCodes } = await enrolled(desk)
      const other = await enrolled(desk)
      await refused(check(desk.factors, other.id, recoveryCodes[0] ?? ''), 'wrong')
    })

    test('new recovery codes replace the old ones', async () => {
      const desk = openDeskWithStoppedClock()
      const { id, recoveryCodes } = await enrolled(desk)
      const renewed = await renewRecoveryCodes(desk.factors, { userId: id, from: desk.from })
      await refused(check(desk.factors, id, recoveryCodes[0] ?? ''), 'wrong')
      await check(desk.factors, id, renewed[0] ?? '')
      const { id: without } = await addUser(foyer.db)
      await assert.rejects(renewRecoveryCodes(desk.factors, { userId: without, from: desk.from }), {
        code: 'forbidden',
      })
    })
  })

  describe('passkeys', () => {
    const authenticate = () => createAuthenticator(new URL(authUrl).origin)

    async function withPasskey({ factors }: Desk, habits: Habits = {}) {
      const user = await addUser(foyer.db)
      const authenticator = authenticate()
      const options = await registrationOptions(factors, { userId: user.id, from: someNetwork() })
      const response = authenticator.create(options, habits)
      const registered = await registerPasskey(factors, {
        userId: user.id,
        response,
        name: ' My phone ',
        from: someNetwork(),
      })
      return { ...user, authenticator, ...registered }
    }

    /** Signs in with only a passkey. */
    async function signIn(
      { factors }: Desk,
      authenticator: ReturnType<typeof authenticate>,
      habits: Habits = {},
    ) {
      const from = someNetwork()
      const response = authenticator.get(await signInOptions(factors, { from }), habits)
      return verifyPasskey(factors, { response })
    }

    test('a passkey signs its user in without a password or a name', async () => {
      const desk = openDesk(foyer)
      const { id, email, authenticator, passkey, recoveryCodes } = await withPasskey(desk)
      assert.deepEqual([passkey.name, passkey.usedAt], ['My phone', null])
      assert.equal(recoveryCodes.length, 10)
      const { assertLasts: _, passwordVersion, ...signedIn } = await signIn(desk, authenticator)
      assert.equal(passwordVersion, (await findActiveUser(foyer.db, id)).passwordVersion)
      assert.deepEqual(signedIn, { userId: id, language: 'en', amr: ['hwk', 'user', 'mfa'] })
      const { passkeys, required } = await findFactors(foyer.db, id)
      assert.equal(required, true)
      assert.ok(passkeys[0]?.usedAt instanceof Date)
      const kinds = (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['second_factor_changed'])
      assert.ok((await trailOf(foyer.db, id)).includes('passkey.added'))
    })

    test('nobody adds a second factor, or gets recovery codes, in a session that has ended', async () => {
      const desk = openDeskWithStoppedClock()
      const { factors, from } = desk
      const { id: userId } = await addUser(foyer.db)
      const { id } = await startSession(foyer.db, { userId, amr: ['pwd'], device: 'Test' })
      const session = await findSession(foyer.db, id)
      assert.ok(session)
      const given = { userId, from, session: { hash: session.hash } }
      const create = async () => authenticate().create(await registrationOptions(factors, given))
      const { secret } = await beginTotp(factors, userId)
      const code = await codeAt(desk, secret)
      const register = async (inSession: typeof given) =>
        registerPasskey(factors, { ...inSession, response: await create(), name: 'Key' })
      const ended = { ...given, session: { hash: Buffer.from('ended') } }
      await refused(register(ended), 'signed_out')
      await refused(confirmTotp(factors, { ...ended, code }), 'signed_out')
      assert.equal((await findFactors(foyer.db, userId)).required, false)
      await register(given)
      await refused(renewRecoveryCodes(factors, ended), 'signed_out')
      await confirmTotp(factors, { ...given, code })
      assert.equal((await renewRecoveryCodes(factors, given)).length, 10)
    })

    test('no session starts with a passkey that an operator removes at the same time', async () => {
      const desk = openDesk(foyer)
      const { id, authenticator } = await withPasskey(desk)
      const begin = (proof: PasskeyProof) => startSession(foyer.db, { ...proof, device: 'Test' })
      await begin(await signIn(desk, authenticator))
      const proof = await signIn(desk, authenticator)
      await foyer.command('user', 'reset-second-factor', id)
      await refused(begin(proof), 'wrong')
      assert.deepEqual(await listSessions(foyer.db, id), [])
    })

    test('the options for the browser are as expected', async () => {
      const { factors, from } = openDesk(foyer)
      const { id, email, authenticator } = await withPasskey(openDesk(foyer))
      const creation = await registrationOptions(factors, { userId: id, from })
      assert.deepEqual(creation.rp, { name: 'Grand Hall', id: 'accounts.example' })
      assert.deepEqual([creation.user.name, creation.user.displayName], [email, 'Ada Lovelace'])
      assert.equal(creation.excludeCredentials?.length, 1)
      assert.equal(creation.attestation, 'none')
      const alone = await signInOptions(factors, { from })
      assert.deepEqual([alone.userVerification, alone.allowCredentials ?? []], ['required', []])
      const second = await signInOptions(factors, { userId: id, from })
      const { id: credential } = authenticator.get(second)
      assert.deepEqual(
        second.allowCredentials?.map((one) => one.id),
        [credential],
      )
    })

    test('an attestation is ignored, and nothing that its certificates name is fetched', async (t) => {
      const fetch = t.mock.method(globalThis, 'fetch', () => Promise.reject(new Error('fetched')))
      const desk = openDesk(foyer)
      const revocationsUrl = 'http://169.254.169.254/latest/meta-data/'
      const attestations: readonly NonNullable<Habits['attest']>[] = [
        (made) => androidAttestation(made, revocationsUrl),
        selfAttestation,
        () => ['packed', [['x5c', [randomBytes(100)]]]],
        () => ['unknown', []],
      ]
      for (const attest of attestations) {
        const { authenticator } = await withPasskey(desk, { attest })
        await signIn(desk, authenticator)
      }
      assert.equal(fetch.mock.callCount(), 0)
    })

    test('a malformed attestation object is refused', async () => {
      const { factors, from } = openDesk(foyer)
      const { id } = await addUser(foyer.db)
      const empty = Buffer.of(0xa0)
      const deep = Buffer.alloc(40_000, 0x81)
      const long = Buffer.of(0xa1, 0x68, ...Buffer.from('authData'), 0x5a, 255, 255, 255, 255)
      for (const object of [Buffer.alloc(0), Buffer.of(0), empty, deep, long]) {
        const made = authenticate().create(await registrationOptions(factors, { userId: id, from }))
        const attestationObject = object.toString('base64url')
        const response = { ...made, response: { ...made.response, attestationObject } }
        const given = { userId: id, response, name: 'Key', from }
        await refused(registerPasskey(factors, given), 'wrong')
      }
    })

    test('a challenge works once, only for its purpose and user, and for five minutes', async () => {
      const desk = openDesk(foyer)
      const { factors, clock } = desk
      const { id, authenticator } = await withPasskey(desk)
      const other = await withPasskey(desk)
      const from = someNetwork()
      const response = authenticator.get(await signInOptions(factors, { from }))
      const tries = Array.from({ length: 10 }, () =>
        retryBusy(() => verifyPasskey(factors, { response })),
      )
      assert.deepEqual(await outcomes(tries), { done: 1, challenge: 9 })

      const second = authenticator.get(await signInOptions(factors, { userId: id, from }))
      await refused(verifyPasskey(factors, { response: second }), 'challenge')
      await refused(verifyPasskey(factors, { response: second, userId: other.id }), 'challenge')
      const { userId } = await verifyPasskey(factors, { response: second, userId: id })
      assert.equal(userId, id)

      const creation = await registrationOptions(factors, { userId: id, from })
      const misused = authenticator.get({
        challenge: creation.challenge,
        rpId: creation.rp.id ?? '',
      })
      await refused(verifyPasskey(factors, { response: misused }), 'challenge')
      const foreign = {
        userId: other.id,
        response: authenticate().create(creation),
        name: 'x',
        from,
      }
      await refused(registerPasskey(factors, foreign), 'challenge')

      const late = authenticator.get(await signInOptions(factors, { from }))
      clock.offset += 5 * 60_000
      await refused(verifyPasskey(factors, { response: late }), 'challenge')
    })

    test('challenges for a new passkey and for a sign-in count together, for each network', async () => {
      const { factors, from } = openDesk(foyer)
      const { id: userId } = await addUser(foyer.db)
      await registrationOptions(factors, { userId, from })
      const keys = challengesFrom(from.address).map((subject) => keyOf(factors.counts.key, subject))
      const [counted] = await foyer.db.query<{ count: number }>(sql`
        update attempts set count = 599 where key = any (${keys}) returning count`)
      assert.equal(counted?.count, 599)
      await signInOptions(factors, { from })
      await refused(registrationOptions(factors, { userId, from }), 'too_many')
      await refused(signInOptions(factors, { from }), 'too_many')
      await registrationOptions(factors, { userId, from: someNetwork() })
    })

    test('another site, another relying party, an unknown key and a cloned key are refused', async () => {
      const desk = openDesk(foyer)
      const { id, authenticator } = await withPasskey(desk)
      const refusals: readonly Habits[] = [
        { origin: 'https://accounts.example.evil.test' },
        { rpId: 'evil.test' },
        { verifies: false },
        { userHandle: '' },
        { userHandle: Buffer.from('2147483648').toString('base64url') },
      ]
      for (const habits of refusals) await refused(signIn(desk, authenticator, habits), 'wrong')
      await refused(signIn(desk, authenticate()), 'wrong')
      const { id: other } = await withPasskey(desk)
      const userHandle = Buffer.from(String(other)).toString('base64url')
      await refused(signIn(desk, authenticator, { userHandle }), 'wrong')
      await signIn(desk, authenticator)
      await refused(signIn(desk, authenticator, { counter: 1 }), 'wrong')
      await signIn(desk, authenticator)
      const trail = await trailOf(foyer.db, id)
      assert.ok(trail.filter((action) => action === 'sign_in.refused').length >= 4)
    })

    test('a changed signature is refused', async () => {
      const desk = openDesk(foyer)
      const { authenticator } = await withPasskey(desk)
      const from = someNetwork()
      const response = authenticator.get(await signInOptions(desk.factors, { from }))
      const signature = Buffer.from(response.response.signature, 'base64url')
      signature.writeUInt8(signature.readUInt8(signature.length - 1) ^ 1, signature.length - 1)
      const changed = { ...response.response, signature: signature.toString('base64url') }
      const forged = { ...response, response: changed }
      await refused(verifyPasskey(desk.factors, { response: forged }), 'wrong')
    })

    test('a malformed response is refused', async () => {
      const { factors } = openDesk(foyer)
      for (const text of ['{}', '{"response":{}}', '{"response":{"clientDataJSON":"e30"}}', '[]']) {
        const response = JSON.parse(text)
        const reason = text.includes('e30') ? 'challenge' : 'wrong'
        await refused(verifyPasskey(factors, { response }), reason)
      }
    })

    test('a passkey works as the second step without user verification', async () => {
      const desk = openDesk(foyer)
      const { id, authenticator } = await withPasskey(desk, { verifies: false })
      const { from, factors } = desk
      const options = await signInOptions(factors, { userId: id, from })
      const response = authenticator.get(options, { verifies: false, userHandle: '' })
      const { amr } = await verifyPasskey(factors, { response, userId: id })
      assert.deepEqual(amr, ['hwk'])
      await refused(signIn(desk, authenticator, { verifies: false }), 'wrong')
    })

    test('a passkey without a counter works again and again', async () => {
      const desk = openDesk(foyer)
      const { authenticator } = await withPasskey(desk, { counter: 0 })
      await signIn(desk, authenticator, { counter: 0 })
      await signIn(desk, authenticator, { counter: 0 })
    })

    test('a passkey of a disabled user is refused', async () => {
      const desk = openDesk(foyer)
      const { id, authenticator } = await withPasskey(desk)
      await foyer.command('user', 'disable', id)
      await refused(signIn(desk, authenticator), 'wrong')
    })

    test('only its user can rename or remove a passkey', async () => {
      const desk = openDesk(foyer)
      const { factors } = desk
      const { id, authenticator, passkey } = await withPasskey(desk)
      const { id: other } = await addUser(foyer.db)
      const theirs = { userId: other, id: passkey.id, name: 'Mine', from: desk.from, issuers: [] }
      assert.equal(await renamePasskey(factors, theirs), false)
      assert.equal(await removePasskey(factors, theirs), false)
      const mine = { userId: id, id: passkey.id, from: desk.from, issuers: [] }
      assert.equal(await renamePasskey(factors, { ...mine, name: 'Old phone' }), true)
      assert.equal((await findFactors(foyer.db, id)).passkeys[0]?.name, 'Old phone')
      for (const name of ['', ' \u200b ', 'x'.repeat(65), 'a\nb'])
        await assert.rejects(renamePasskey(factors, { ...mine, name }), (error) => {
          return (
            isRefused(error, refusals.validation_failed) &&
            error.details.faults?.has('name') === true
          )
        })
      assert.equal(await removePasskey(factors, mine), true)
      assert.equal(await removePasskey(factors, mine), false)
      assert.deepEqual(await findFactors(foyer.db, id), {
        totp: false,
        passkeys: [],
        recoveryCodes: 0,
        required: false,
      })
      await refused(signIn(desk, authenticator), 'wrong')
      const trail = await trailOf(foyer.db, id)
      assert.ok(trail.includes('passkey.renamed') && trail.includes('passkey.removed'))
    })

    test('the last passkey stays if the other account is at a provider that is not configured', async () => {
      const desk = openDesk(foyer)
      const { id, passkey } = await withPasskey(desk)
      const issuer = 'https://former.example'
      await foyer.db.query(sql`update users set password_hash = null where id = ${id}`)
      await foyer.db.query(sql`
        insert into linked_identities (user_id, issuer, subject_key, email)
        values (${id}, ${issuer}, ${randomBytes(32)}, 'ada@example.com')`)
      const given = { userId: id, id: passkey.id, from: desk.from }
      await assert.rejects(removePasskey(desk.factors, { ...given, issuers: [] }), {
        code: 'last_way_in',
      })
      assert.equal(await removePasskey(desk.factors, { ...given, issuers: [issuer] }), true)
    })

    test('a second factor that is added later keeps the recovery codes', async () => {
      const desk = openDesk(foyer)
      const { id, passkey, recoveryCodes } = await withPasskey(desk)
      const options = await registrationOptions(desk.factors, { userId: id, from: desk.from })
      const response = authenticate().create(options)
      const more = { userId: id, response, name: 'Key', from: desk.from }
      assert.deepEqual((await registerPasskey(desk.factors, more)).recoveryCodes, [])
      await removePasskey(desk.factors, {
        userId: id,
        id: passkey.id,
        from: desk.from,
        issuers: [],
      })
      const code = recoveryCodes[0] ?? ''
      assert.equal(await check(desk.factors, id, code), 'recovery_code')
    })
  })

  test('a dump of the database contains no secret, code or challenge', async () => {
    const desk = openDeskWithStoppedClock()
    const { secret, recoveryCodes } = await enrolled(desk)
    const { challenge } = await signInOptions(desk.factors, { from: desk.from })
    const tables = ['totp_secrets', 'recovery_codes', 'passkey_challenges'] as const
    const dump = (await Promise.all(tables.map((table) => dumpOf(foyer.db, table)))).join('\n')
    const bytes = Buffer.from(challenge, 'base64url').toString('latin1')
    const code = recoveryCodes[0] ?? ''
    for (const one of [secret, code, code.replaceAll('-', ''), challenge, bytes])
      assert.ok(!dump.includes(one), one)
  })

  test('expired challenges are removed', async () => {
    const { factors, clock, from } = openDesk(foyer)
    // The challenges of other tests may expire meanwhile, but not this long ago.
    const expired = async () =>
      (
        await foyer.db.query<{ count: number }>(sql`
          select count(*)::int as count from passkey_challenges
          where expires_at <= now() - interval '30 minutes'`)
      )[0]?.count
    clock.offset = -3_600_000
    await signInOptions(factors, { from })
    assert.equal(await expired(), 1)
    await removeExpiredChallenges(foyer.db)
    assert.equal(await expired(), 0)
  })
})
