import assert from 'node:assert/strict'
import { createHmac, randomUUID } from 'node:crypto'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import {
  createUser,
  findAccount,
  setPassword,
} from '../../../src/identity/users/accounts/accounts.ts'
import { confirmNewEmail, requestNewEmail } from '../../../src/identity/users/accounts/new-email.ts'
import { confirmEmail, signUp } from '../../../src/identity/users/accounts/sign-up.ts'
import { findAccountRow } from '../../../src/identity/users/accounts/store.ts'
import {
  type CredentialDeps,
  checkOwnPassword,
  checkPassword,
  makeDeviceCookie,
  type RequestSource,
} from '../../../src/identity/users/credentials/credentials.ts'
import {
  changePassword,
  requestReset,
  resetPassword,
} from '../../../src/identity/users/credentials/new-password.ts'
import { passwordFault, verifyPassword } from '../../../src/identity/users/credentials/passwords.ts'
import { findLink, removeExpiredLinks } from '../../../src/identity/users/email-links/links.ts'
import {
  checkPasswordWithLink,
  requestSignInLink,
} from '../../../src/identity/users/email-links/sign-in-link.ts'
import { identityRefusals } from '../../../src/identity/users/refusals.ts'
import { findFactors } from '../../../src/identity/users/second-factors/second-factors.ts'
import {
  endOtherSessions,
  findSession,
  startSession,
} from '../../../src/identity/users/sessions/sessions.ts'
import { Refused } from '../../../src/platform/errors/refusals.ts'
import { newSecret } from '../../../src/platform/secrets/secrets.ts'
import { createAddress } from '../../../src/resources/addresses/addresses.ts'
import { claimsOf } from '../../../src/resources/user/claims.ts'
import { findUser } from '../../../src/resources/user/user.ts'
import {
  accountGuesses,
  guessesFrom,
  knownBrowserGuesses,
  limits,
  passwordGuesses,
  sessionGuesses,
} from '../../../src/support/throttle/limits.ts'
import { networkOf, siteOf } from '../../../src/support/throttle/network.ts'
import {
  countGuess,
  countUse,
  removeExpiredAttempts,
} from '../../../src/support/throttle/throttle.ts'
import {
  anotherPassword,
  authUrl,
  type Desk,
  dumpOf,
  floodWithSignUps,
  openDesk,
  outcomes,
  outcomesOf,
  refused,
  someNetwork,
  tokenIn,
  trailOf,
} from '../../support/credentials.ts'
import { invalidEmails } from '../../support/emails.ts'
import { addTotp } from '../../support/factors.ts'
import { FailingDatabase } from '../../support/failing-database.ts'
import { figure } from '../../support/figure.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { type OpenDatabase, type Queryable, sql, Unavailable } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { retryBusy } from '../../support/retry-busy.ts'
import { addUser, password } from '../../support/users.ts'

const minute = 60_000
const hour = 60 * minute

/**
 * A request for an email takes at least a quarter of a second, so tests with such requests run
 * concurrently.
 */
const concurrent = { concurrency: 4 }

/** Checks that exactly these fields are refused. */
const assertFaults = (action: Promise<unknown>, ...fields: string[]): Promise<void> =>
  assert.rejects(action, (error) => {
    assert.ok(error instanceof Refused)
    assert.equal(error.code, 'validation_failed')
    assert.deepEqual([...(error.details.faults ?? new Map()).keys()], fields)
    return true
  })

describe('passwords', () => {
  const faultOf = (chosen: string) =>
    passwordFault(chosen, { email: 'ada.l@example.com', fullName: 'Ada Lovelace' })?.[0]

  test('a password has at least eight characters and at most 256', () => {
    assert.equal(faultOf('horse ä'), 'page.error.password_short')
    assert.equal(faultOf('pferd ä!'), undefined)
    assert.equal(faultOf('🐎🐎🐎🐎'), 'page.error.password_short')
    assert.equal(faultOf('🐎🔋🐎🔋🐎🔋🐎🔋'), undefined)
    assert.equal(faultOf('long words '.repeat(23)), undefined)
    assert.equal(faultOf('x'.repeat(257)), 'page.error.password_long')
  })

  test('a password needs no digits, capitals or punctuation', () => {
    for (const plain of ['correct horse', 'zwei lange worte', 'ぱすわーどですよね', '73019468250'])
      assert.equal(faultOf(plain), undefined, plain)
  })

  test('a common password is refused, however it is written', () => {
    for (const common of ['password1', 'PassWord1', 'ｐａｓｓｗｏｒｄ１', 'iloveyou', 'schalke04'])
      assert.equal(faultOf(common), 'page.error.password_common', common)
  })

  test('the user’s name, the email address, the service’s name and blanks are refused as a password', () => {
    const known = ['ADA.L@example.com', 'Ada Lovelace', 'adalovelace', 'foyerfoyer', ' '.repeat(9)]
    for (const one of known) assert.equal(faultOf(one), 'page.error.password_same', one)
  })

  test('a user without a password hash matches no password', async () => {
    assert.equal(await verifyPassword('', null), false)
    assert.equal(await verifyPassword(password, null), false)
  })
})

test('an IP address is counted by its network and site', () => {
  assert.equal(networkOf('192.0.2.7'), '192.0.2.7')
  assert.equal(networkOf('::ffff:192.0.2.7'), '192.0.2.7')
  assert.equal(networkOf('2001:DB8:0:1::9'), networkOf('2001:db8:0:1:ffff:ffff:ffff:ffff'))
  assert.notEqual(networkOf('2001:db8:0:1::9'), networkOf('2001:db8:0:2::9'))
  assert.equal(networkOf('fe80::1%eth0'), networkOf('fe80::2'))
  assert.equal(networkOf('192.0.2.7:51234'), '192.0.2.7')
  assert.equal(networkOf('[2001:db8:0:1::9]:443'), networkOf('2001:db8:0:1::9'))
  assert.equal(siteOf('2001:DB8::9'), siteOf('2001:db8:0:ffff::1'))
  assert.notEqual(siteOf('2001:db8:0:1::9'), siteOf('2001:db8:1:1::9'))
  assert.equal(siteOf('192.0.2.7'), undefined)
  assert.equal(siteOf('::ffff:192.0.2.7'), undefined)
})

await onEveryDatabase('credentials', (foyer) => {
  /**
   * Asserts that an address has as many emails as its limit allows, after more concurrent requests.
   * On a busy machine some are refused for lack of capacity, and a refused email counts for a
   * moment, so others may follow.
   */
  async function assertMost(most: number, email: string, ask: () => Promise<unknown>) {
    const sent = async () => (await emailsTo(foyer.db, email)).length
    assert.ok((await sent()) <= most)
    for (let left = most; (await sent()) < most && left > 0; left--)
      await retryBusy(async () => ask())
    assert.equal(await sent(), most)
  }

  describe('signing in', () => {
    test('the email address may be in any letter case, and the password in any Unicode form', async () => {
      const { credentials, from } = openDesk(foyer)
      const email = `Jürgen.${randomUUID()}@Straße.example`
      const id = await createUser(foyer.db, {
        email,
        password: 'grüße an alle',
        serviceName: 'Grand Hall',
      })
      const written = [
        [email, 'grüße an alle'],
        [` ${email.toUpperCase()} `, 'gru\u0308ße an\u00a0alle'],
        [email.normalize('NFD'), 'grüße an alle'],
      ] as const
      for (const [email, password] of written)
        assert.equal((await checkPassword(credentials, { email, password, from })).userId, id)
      const other = checkPassword(credentials, { email, password: 'Grüße an alle', from })
      await refused(other, 'wrong')
    })

    test('a wrong guess counts even if its record cannot be written', async () => {
      const { credentials, from } = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      const { recordRefusal } = credentials
      const away = async () => {
        throw new Unavailable(new Error('The queue for transactions is full.'))
      }
      Object.assign(credentials, { recordRefusal: away })
      for (let round = 0; round < 10; round++)
        await assert.rejects(
          checkPassword(credentials, { email, password: 'wrong', from }),
          Unavailable,
        )
      Object.assign(credentials, { recordRefusal })
      await refused(checkPassword(credentials, { email, password, from }), 'too_many')
    })

    test('an unknown address, a wrong password and a disabled user get the same answer', async () => {
      const { credentials, from } = openDesk(foyer)
      const user = await addUser(foyer.db)
      const disabled = await addUser(foyer.db)
      await foyer.command('user', 'disable', disabled.id)
      const before = (await trailOf(foyer.db, null)).length
      await refused(
        checkPassword(credentials, { email: user.email, password: 'wrong horse', from }),
        'wrong',
      )
      await refused(checkPassword(credentials, { email: disabled.email, password, from }), 'wrong')
      await refused(
        checkPassword(credentials, { email: `${randomUUID()}@example.com`, password, from }),
        'wrong',
      )
      assert.deepEqual((await trailOf(foyer.db, user.id)).slice(-1), ['sign_in.refused'])
      assert.deepEqual((await trailOf(foyer.db, disabled.id)).slice(-1), ['sign_in.refused'])
      assert.deepEqual((await trailOf(foyer.db, null)).slice(before), ['sign_in.refused'])
    })

    const wrongGuess = (
      { credentials }: Desk,
      email: string,
      from: RequestSource = someNetwork(),
    ) => retryBusy(() => checkPassword(credentials, { email, password: 'wrong horse', from }))

    test('of 100 concurrent guesses from 100 networks 20 are checked, and the lock ends after 15 minutes', async () => {
      const desk = openDesk(foyer)
      const { credentials, clock } = desk
      const { id, email } = await addUser(foyer.db)
      const counts = await outcomesOf(100, () => wrongGuess(desk, email))
      assert.deepEqual(counts, { wrong: 20, too_many: 80 })
      figure(15, 'concurrent guesses that were checked', counts.wrong ?? 0, { atMost: 20 }, 100)

      const right = () => checkPassword(credentials, { email, password, from: someNetwork() })
      const seconds = await refused(right(), 'too_many')
      assert.ok(seconds > 0 && seconds <= 15 * 60, String(seconds))
      clock.offset += seconds * 1000
      assert.equal((await right()).userId, id)
    })

    test('one network has ten guesses at an account, and other networks are not affected', async () => {
      const desk = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      const guesses = Array.from({ length: 30 }, () => wrongGuess(desk, email, desk.from))
      assert.deepEqual(await outcomes(guesses), { wrong: 10, too_many: 20 })
      const given = { email, password, from: someNetwork() }
      assert.equal((await checkPassword(desk.credentials, given)).userId, id)
    })

    test('an account has 100 guesses a day, and one network 30 of them', async () => {
      const desk = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      const checked = { here: 0, elsewhere: 0 }
      const guess = async (where: keyof typeof checked, count: number, from?: RequestSource) => {
        const tries = Array.from({ length: count }, () => wrongGuess(desk, email, from))
        checked[where] += (await outcomes(tries)).wrong ?? 0
      }
      for (let window = 0; window < 12; window++) {
        await guess('here', 12, desk.from)
        await guess('elsewhere', 12)
        desk.clock.offset += 15 * minute
      }
      assert.deepEqual(checked, { here: 30, elsewhere: 70 })
      desk.clock.offset += 21 * hour
      await checkPassword(desk.credentials, { email, password, from: desk.from })
    })

    test('an unknown address has the same number of guesses as an account', async () => {
      const desk = openDesk(foyer)
      const email = `${randomUUID()}@example.com`
      const guesses = Array.from({ length: 25 }, () => wrongGuess(desk, email))
      assert.deepEqual(await outcomes(guesses), { wrong: 20, too_many: 5 })
    })

    test('the right password clears earlier wrong guesses from its own network', async () => {
      const desk = openDesk(foyer)
      const { credentials, from } = desk
      const { email } = await addUser(foyer.db)
      for (let round = 0; round < 2; round++) {
        for (let wrong = 0; wrong < 9; wrong++)
          await refused(wrongGuess(desk, email, from), 'wrong')
        await checkPassword(credentials, { email, password, from })
      }
      // Guesses from other networks stay counted when the owner signs in.
      await refused(wrongGuess(desk, email), 'wrong')
      await checkPassword(credentials, { email, password, from })
      const more = Array.from({ length: 5 }, () => wrongGuess(desk, email))
      assert.deepEqual(await outcomes(more), { wrong: 1, too_many: 4 })
    })

    test('a browser that is known to the account has a guess limit of its own', async () => {
      const desk = openDesk(foyer)
      const { credentials, from } = desk
      const { id, email } = await addUser(foyer.db)
      const cookieOf = (userId: number, passwordVersion = 0) =>
        makeDeviceCookie(credentials.deviceKey, { userId, passwordVersion })
      const device = cookieOf(id)
      const guessWith = (device: string, here = someNetwork()) =>
        wrongGuess(desk, email, { ...here, device })
      await outcomes(Array.from({ length: 20 }, () => wrongGuess(desk, email)))
      await refused(checkPassword(credentials, { email, password, from }), 'too_many')
      const forged = device.replace(/^./, (one) => (one === 'A' ? 'B' : 'A'))
      for (const other of [cookieOf(id + 1), cookieOf(id, 1), `${device}x`, forged, 'x.y', ''])
        await refused(guessWith(other), 'too_many')
      const known = { ...from, device }
      assert.equal((await checkPassword(credentials, { email, password, from: known })).userId, id)
      const own = await outcomes(Array.from({ length: 12 }, () => guessWith(device)))
      assert.deepEqual(own, { wrong: 10, too_many: 2 })
      for (let window = 0; window < 2; window++) {
        desk.clock.offset += 15 * 60_000
        const more = Array.from({ length: 10 }, () => guessWith(device))
        assert.deepEqual(await outcomes(more), { wrong: 10 })
      }
      desk.clock.offset += 15 * 60_000
      assert.ok((await refused(guessWith(device), 'too_many')) > 23 * 3600)
      desk.clock.offset = 0
      // The limit of its network does not apply to it either.
      const { throttle } = credentials
      const full = await outcomesOf(101, () =>
        retryBusy(() => countUse(throttle, guessesFrom(from.address), async () => {})),
      )
      assert.deepEqual(full, { done: 100, too_many: 1 })
      const another = { ...from, device: cookieOf(id) }
      await checkPassword(credentials, { email, password, from: another })
    })

    test('right passwords count, too: an account has 300 from all browsers that do not know it', async () => {
      const { credentials, clock, from } = openDesk(foyer)
      const { throttle, deviceKey } = credentials
      const { id, email } = await addUser(foyer.db)
      const right = (): Promise<void> =>
        countGuess(throttle, passwordGuesses(email, someNetwork().address), async () => {})
      const signIn = (device?: string) =>
        checkPassword(credentials, { email, password, from: { ...from, device } })
      // A guess counts as wrong until it is known to be right, so at most ten are made at once.
      for (let times = 0; times < 300; times += 10)
        await Promise.all(Array.from({ length: 10 }, () => retryBusy(right)))
      const seconds = await refused(signIn(), 'too_many')
      const device = makeDeviceCookie(deviceKey, { userId: id, passwordVersion: 0 })
      assert.equal((await signIn(device)).userId, id)
      clock.offset += seconds * 1000
      assert.equal((await signIn()).userId, id)
    })

    test('strangers who guess leave the owner at least 260 right passwords', async () => {
      const { credentials, clock } = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      const tries = (count: number, work: () => Promise<void>) =>
        Array.from({ length: count }, () =>
          retryBusy(() =>
            countGuess(credentials.throttle, passwordGuesses(email, someNetwork().address), work),
          ),
        )
      const wrong = async () => {
        throw new Refused(identityRefusals.wrong_credentials)
      }
      const right = async () => {}
      // Two windows for wrong passwords fall into one for all passwords.
      await Promise.all(tries(1, right))
      for (const [minutes, count] of [
        [5, 1],
        [11, 19],
        [5, 19],
      ] as const) {
        clock.offset += minutes * minute
        assert.deepEqual(await outcomes(tries(count, wrong)), { wrong: count })
      }
      for (let times = 38; times < limits.account_all.max; times++)
        await Promise.all(tries(1, right))
      assert.deepEqual(await outcomes(tries(1, right)), { too_many: 1 })
    })

    test('in one network the browsers that know an account have 300 right passwords', async () => {
      const { credentials, from } = openDesk(foyer)
      const { throttle, deviceKey } = credentials
      const { id, email } = await addUser(foyer.db)
      const right = (device: string) =>
        retryBusy(() =>
          countGuess(throttle, knownBrowserGuesses(device, email, from.address), async () => {}),
        )
      const many = await outcomesOf(305, (index) => right(`browser ${index}`))
      assert.deepEqual(many, { done: 300, too_many: 5 })
      const device = makeDeviceCookie(deviceKey, { userId: id, passwordVersion: 0 })
      const signIn = (network: RequestSource) =>
        checkPassword(credentials, { email, password, from: { ...network, device } })
      await refused(signIn(from), 'too_many')
      assert.equal((await signIn(someNetwork())).userId, id)
    })

    test('in one session the right password is checked 60 times', async () => {
      const { credentials } = openDesk(foyer)
      const { id: userId } = await addUser(foyer.db)
      const sessionUid = randomUUID()
      const right = () =>
        countGuess(credentials.throttle, sessionGuesses(sessionUid), async () => {})
      for (let times = 0; times < 60; times++) await right()
      const given = { userId, password, sessionUid }
      await refused(checkOwnPassword(credentials, given), 'too_many')
      assert.ok(await checkOwnPassword(credentials, { ...given, sessionUid: randomUUID() }))
    })

    test('a network has 100 guesses and a site 400, and concurrent guesses are counted one by one', async () => {
      const { credentials, clock } = openDesk(foyer)
      const { throttle } = credentials
      const { address } = someNetwork()
      const [a = '', b = '', c = '', d = ''] = address.split(':')
      const from = (network: number, host = 1) =>
        retryBusy(() =>
          countUse(
            throttle,
            guessesFrom(
              [a, b, c, (Number.parseInt(d, 16) ^ network).toString(16), '', host].join(':'),
            ),
            async () => {},
          ),
        )
      const tries = await outcomesOf(150, (host) => from(0, host + 1))
      assert.deepEqual(tries, { done: 100, too_many: 50 })
      const site = await outcomesOf(400, (index) => from(1 + (index % 4)))
      assert.equal(site.done, 300)
      await countUse(throttle, guessesFrom(someNetwork().address), async () => {})
      clock.offset += 15 * minute
      await from(0)
    })

    test('a guess that one limit refuses does not count for other limits', async () => {
      const { throttle } = openDesk(foyer).credentials
      const { address } = someNetwork()
      const network = guessesFrom(address)
      const account = [...accountGuesses(randomUUID(), address), ...network]
      await outcomesOf(120, () => retryBusy(() => countUse(throttle, account, async () => {})))
      const others = await outcomesOf(100, () =>
        retryBusy(() => countUse(throttle, network, async () => {})),
      )
      assert.deepEqual(others, { done: 90, too_many: 10 })
    })

    test('a guess that the network’s limit refuses stores no row for other limits', async () => {
      const { throttle } = openDesk(foyer).credentials
      const { address } = someNetwork()
      const network = guessesFrom(address)
      const rows = async () => (await foyer.db.query(sql`select 1 from attempts`)).length
      await outcomesOf(100, () => retryBusy(() => countUse(throttle, network, async () => {})))
      const before = await rows()
      const others = await outcomesOf(50, () =>
        retryBusy(() =>
          countUse(
            throttle,
            [...accountGuesses(randomUUID(), address), ...network],
            async () => {},
          ),
        ),
      )
      assert.deepEqual(others, { too_many: 50 })
      assert.equal(await rows(), before)
    })

    test('sign-ins with the right password do not count for their network', async () => {
      const { throttle } = openDesk(foyer).credentials
      const { address } = someNetwork()
      const network = guessesFrom(address)
      for (let index = 0; index < 105; index++)
        await countGuess(throttle, [['link', `${address} ${index}`], ...network], async () => {})
      const wrong = await outcomesOf(101, () =>
        retryBusy(() => countUse(throttle, network, async () => {})),
      )
      assert.deepEqual(wrong, { done: 100, too_many: 1 })
    })

    test('attempts whose work fails do not count, even if the database is unreachable for a while', async (t) => {
      const db = new FailingDatabase(foyer.db)
      const { credentials } = openDesk({ ...foyer, db })
      const { throttle } = credentials
      const subject = ['link', randomUUID()] as const
      const fail = async () => {
        throw new Unavailable(new Error('The database is away.'))
      }
      for (const count of [countGuess, countUse]) {
        for (let round = 0; round < 15; round++)
          await assert.rejects(count(throttle, [subject], fail), Unavailable)
        await assert.rejects(
          count(throttle, [subject], async () => {
            db.cause = new Unavailable(new Error('The database is away.'))
            return fail()
          }),
          Unavailable,
        )
        db.cause = undefined
      }
      // Counts that were not taken back while the database was away are removed later.
      const key = createHmac('sha256', throttle.key.current.bytes)
        .update(subject.join(' '))
        .digest()
      const left = async () =>
        (await foyer.db.query(sql`select 1 from attempts where key = ${key}`)).length
      while ((await left()) > 0 && !t.signal.aborted) await pause(50)
      const wrong = () =>
        countGuess(throttle, [subject], async () => {
          throw new Refused(identityRefusals.wrong_credentials)
        })
      assert.deepEqual(await outcomes(Array.from({ length: 12 }, wrong)), {
        wrong: 10,
        too_many: 2,
      })
    })
  })

  describe('signing up', concurrent, () => {
    const given = (email: string) => ({
      email,
      password,
      fullName: ' Grace Hopper ',
      language: 'de' as const,
      from: someNetwork(),
    })

    test('an account exists after the link of the email was opened with the password', async () => {
      const { credentials, from } = openDesk(foyer)
      const email = `Grace.${randomUUID()}@Example.com`
      await signUp(credentials, given(email))
      assert.equal(await findAccount(foyer.db, email), undefined)
      await refused(checkPassword(credentials, { email, password, from }), 'wrong')

      const [letter, ...more] = await emailsTo(foyer.db, email)
      assert.equal(more.length, 0)
      assert.deepEqual([letter?.kind, letter?.language], ['confirm_email', 'de'])
      const link = letter?.link ?? ''
      assert.ok(link.startsWith(`${authUrl}/confirm-email?token=`))
      const token = tokenIn(link)
      assert.equal((await findLink(credentials, token))?.email, email)

      await refused(confirmEmail(credentials, { token, password: 'wrong horse' }), 'wrong')
      assert.equal(await findAccount(foyer.db, email), undefined)
      const { userId, language } = await confirmEmail(credentials, { token, password })
      assert.equal(language, 'de')
      const account = await findAccount(foyer.db, email)
      assert.deepEqual(
        [account?.id, account?.email, account?.full_name],
        [userId, email, 'Grace Hopper'],
      )
      assert.equal((await checkPassword(credentials, { email, password, from })).userId, userId)
      assert.deepEqual(await trailOf(foyer.db, userId), ['user.created', 'email.confirmed'])
    })

    test('a sign-up link works once, of ten concurrent uses too, and for a day', async () => {
      const { credentials, clock } = openDesk(foyer)
      const email = `${randomUUID()}@example.com`
      await signUp(credentials, given(email))
      const token = tokenIn(await linkTo(foyer.db, email, 'confirm_email'))
      const confirm = () => retryBusy(() => confirmEmail(credentials, { token, password }))
      clock.offset += 24 * hour - 5 * minute
      assert.deepEqual(await outcomes(Array.from({ length: 10 }, confirm)), { done: 1, ended: 9 })

      const late = `${randomUUID()}@example.com`
      await signUp(credentials, given(late))
      const lateToken = tokenIn(await linkTo(foyer.db, late, 'confirm_email'))
      clock.offset += 24 * hour
      await refused(confirmEmail(credentials, { token: lateToken, password }), 'ended')
    })

    test('of two sign-ups with one address, the first to confirm gets the account', async () => {
      const { credentials } = openDesk(foyer)
      const email = `${randomUUID()}@example.com`
      await signUp(credentials, given(email))
      const mine = tokenIn(await linkTo(foyer.db, email, 'confirm_email'))
      const shouted = email.toUpperCase()
      await signUp(credentials, { ...given(shouted), password: anotherPassword })
      const theirs = tokenIn(await linkTo(foyer.db, shouted, 'confirm_email'))
      const { userId } = await confirmEmail(credentials, {
        token: theirs,
        password: anotherPassword,
      })
      await refused(confirmEmail(credentials, { token: mine, password }), 'ended')
      assert.equal((await findAccount(foyer.db, email))?.id, userId)
    })

    test('a sign-up with the address of an account emails its user and changes nothing', async () => {
      const { credentials, from } = openDesk(foyer)
      const user = await addUser(foyer.db)
      const shouted = user.email.toUpperCase()
      await signUp(credentials, { ...given(shouted), password: anotherPassword })
      assert.deepEqual(await emailsTo(foyer.db, shouted), [])
      const [letter] = await emailsTo(foyer.db, user.email)
      assert.deepEqual(letter, {
        to: user.email,
        language: 'en',
        kind: 'account_exists',
        link: `${authUrl}/sign-in`,
      })
      await checkPassword(credentials, { email: user.email, password, from })
      await refused(
        checkPassword(credentials, { email: user.email, password: anotherPassword, from }),
        'wrong',
      )
    })

    test('errors are reported by field, before anything is counted or written', async () => {
      const { credentials } = openDesk(foyer)
      const wrong = { ...given('nobody'), password: 'short', fullName: 'x'.repeat(129) }
      await assertFaults(signUp(credentials, wrong), 'email', 'password', 'full_name')
      await assertFaults(signUp(credentials, given('a@b.example\r\nBcc: c@d.example')), 'email')
      await assertFaults(
        signUp(credentials, { ...given('a@b.example'), fullName: '4111 1111 1111 1111' }),
        'full_name',
      )
    })

    test('sign-up, a change of address and the command line check addresses by the same rule', async () => {
      const { credentials, from } = openDesk(foyer)
      const user = await addUser(foyer.db)
      for (const email of invalidEmails) {
        await assertFaults(signUp(credentials, given(email)), 'email')
        const change = { userId: user.id, email, from }
        await assertFaults(requestNewEmail(credentials, change), 'email')
        await assert.rejects(
          createUser(foyer.db, { email, password, serviceName: 'Grand Hall' }),
          { code: 'validation_failed' },
          email,
        )
      }
    })

    test('one address gets five sign-up emails an hour, three of them from one network', async () => {
      const { credentials, clock, from } = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      for (const address of [email, `${randomUUID()}@example.com`]) {
        const ask = (from: RequestSource) =>
          retryBusy(() => signUp(credentials, { ...given(address), from }))
        assert.deepEqual(await outcomesOf(3, () => ask(from)), { done: 3 })
        await refused(ask(from), 'too_many')
        for (const left of [2, 0]) {
          assert.deepEqual(await outcomesOf(2, () => ask(someNetwork())), { done: 2 })
          assert.equal((await emailsTo(foyer.db, address)).length, 5, `${left} emails were left`)
        }
        clock.offset += hour
        await ask(from)
        clock.offset -= hour
      }
      // These limits do not affect a request for a new password.
      await requestReset(credentials, { email, from })
      await linkTo(foyer.db, email, 'reset_password')
    })

    test('strangers who sign up with an address do not keep its owner from signing up', async () => {
      const { credentials } = openDesk(foyer)
      const email = `${randomUUID()}@example.com`
      const theirs = { ...given(email), password: anotherPassword, fullName: 'Mallory' }
      const strangers = Array.from({ length: 6 }, () =>
        retryBusy(() => signUp(credentials, { ...theirs, from: someNetwork() })),
      )
      assert.deepEqual(await outcomes(strangers), { done: 6 })
      // By now the owner’s mailbox has five emails of sign-ups by strangers.
      await signUp(credentials, { ...given(email), from: someNetwork() })
      assert.equal((await emailsTo(foyer.db, email)).length, 5)
      const token = tokenIn(await linkTo(foyer.db, email, 'confirm_email'))
      await refused(confirmEmail(credentials, { token, password: 'neither of the two' }), 'wrong')
      const { userId } = await confirmEmail(credentials, { token, password })
      await refused(confirmEmail(credentials, { token, password: anotherPassword }), 'ended')
      const found = await findUser(foyer.db, userId)
      assert.deepEqual([found.email, found.full_name], [email, 'Grace Hopper'])
    })

    test('newer sign-ups of strangers in one site are limited, and do not displace that of the owner', async () => {
      const { credentials, clock } = openDesk(foyer)
      const email = `${randomUUID()}@example.com`
      await signUp(credentials, given(email))
      const token = tokenIn(await linkTo(foyer.db, email, 'confirm_email'))
      const site = someNetwork().address.split(':').slice(0, 3).join(':')
      const strangers = (count: number) =>
        Array.from({ length: count }, (_, network) =>
          retryBusy(() =>
            signUp(credentials, {
              ...given(email),
              password: anotherPassword,
              from: { address: `${site}:${network + 1}::1` },
            }),
          ),
        )
      for (const done of [12, 12, 12, 4]) {
        assert.deepEqual(await outcomes(strangers(done)), { done })
        assert.deepEqual(await outcomes(strangers(13 - done)), { too_many: 13 - done })
        clock.offset += hour
      }
      // The link of a stranger's sign-up, as all emails may be theirs.
      const letters = await emailsTo(foyer.db, email)
      const other = letters.map(({ link = '' }) => tokenIn(link)).find((one) => one !== token)
      await refused(confirmEmail(credentials, { token: other ?? '', password: 'no one' }), 'wrong')
      const { userId } = await confirmEmail(credentials, { token: other ?? '', password })
      assert.equal((await findAccount(foyer.db, email))?.id, userId)
    })

    test('a sign-up or a request for an email that fails does not count', async () => {
      const db = new FailingDatabase(foyer.db)
      const { credentials, from } = openDesk({ ...foyer, db })
      const email = `${randomUUID()}@example.com`
      const user = await addUser(foyer.db)
      const asks = [
        () => signUp(credentials, { ...given(email), from }),
        () => requestReset(credentials, { email: user.email, from }),
        () => requestSignInLink(credentials, { email: user.email, from }),
      ]
      const posting = credentials.mailer.send
      let failing = true
      Object.assign(credentials.mailer, {
        send: async (...letter: Parameters<typeof posting>) => {
          if (failing) throw new Unavailable(new Error('The queue cannot be written to.'))
          return posting(...letter)
        },
      })
      for (let round = 0; round < 6; round++)
        for (const { status } of await Promise.allSettled(asks.map((ask) => ask())))
          assert.equal(status, 'rejected')
      failing = false
      await Promise.all(asks.map((ask) => retryBusy(ask)))
      assert.equal((await emailsTo(foyer.db, email)).length, 1)
      assert.equal((await emailsTo(foyer.db, user.email)).length, 2)
    })

    test('the request takes as long for an address with an account as for one without', async () => {
      const { credentials } = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      for (const address of [email, `${randomUUID()}@example.com`]) {
        const began = performance.now()
        await requestReset(credentials, { email: address, from: someNetwork() })
        assert.ok(performance.now() - began >= 245)
      }
    })
  })

  describe('a forgotten password', concurrent, () => {
    test('the link in the email sets a new password, ends all sessions and tokens, and a second email reports it', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await foyer.newUser()
      const session = await startSession(foyer.db, { userId: id, amr: ['pwd'], device: 'Test' })
      await requestReset(credentials, { email: email.toUpperCase(), from })
      const link = await linkTo(foyer.db, email, 'reset_password')
      assert.ok(link.startsWith(`${authUrl}/new-password?token=`))
      const token = tokenIn(link)
      assert.ok((await tokensOf(foyer.db, id)) > 0)

      await assertFaults(
        resetPassword(credentials, { token, password: 'password1', from }),
        'password',
      )
      const known = await resetPassword(credentials, { token, password: anotherPassword, from })
      assert.equal(known.userId, id)
      assert.equal(await findSession(foyer.db, session.id), undefined)
      assert.equal(await tokensOf(foyer.db, id), 0)
      await refused(checkPassword(credentials, { email, password, from }), 'wrong')
      await checkPassword(credentials, { email, password: anotherPassword, from })
      const kinds = (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['reset_password', 'password_changed'])
      const trail = await trailOf(foyer.db, id)
      assert.ok(trail.includes('password.reset_requested') && trail.includes('password.reset'))
    })

    test('a user with an address that today’s rule refuses can sign in and get a link', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id } = await addUser(foyer.db)
      const email = `${randomUUID()}@intranet`
      await foyer.db.query(sql`
        with named as (update users set email = ${email} where id = ${id})
        update user_emails set email_key = ${email} where user_id = ${id}`)
      assert.equal((await checkPassword(credentials, { email, password, from })).userId, id)
      await requestReset(credentials, { email, from })
      assert.ok(await linkTo(foyer.db, email, 'reset_password'))
    })

    test('a user with an international domain is found in both of its forms, also under an older key', async () => {
      const { credentials, from } = openDesk(foyer)
      const forms = () => {
        const name = randomUUID()
        return [`${name}@MÜNCHEN.example`, `${name}@xn--mnchen-3ya.example`] as const
      }
      const create = (email: string) =>
        createUser(foyer.db, { email, password, serviceName: 'Grand Hall' })
      const idOf = async (email: string) =>
        (await checkPassword(credentials, { email, password, from })).userId
      for (const order of [
        [0, 1],
        [1, 0],
      ] as const) {
        const pair = forms()
        const [first, second] = order.map((index) => pair[index] ?? '')
        const [stored = '', other = ''] = [first, second]
        const id = await create(stored)
        await assert.rejects(create(other), /exists already|already exists/)
        assert.deepEqual([await idOf(stored), await idOf(other)], [id, id])
        await requestReset(credentials, { email: other, from: someNetwork() })
        assert.ok(await linkTo(foyer.db, stored, 'reset_password'))

        // The key that an earlier version stored.
        const older = stored.toLowerCase()
        await foyer.db.query(sql`
          update user_emails set email_key = ${older} where user_id = ${id}`)
        assert.deepEqual([await idOf(stored), await idOf(other)], [id, id])
        await assert.rejects(create(other), /already exists/)

        // Two accounts that an earlier version made of one address: each stays with its form.
        const twin = await create(`${randomUUID()}@example.com`)
        await foyer.db.query(sql`
          update user_emails set email_key = ${other.toLowerCase()} where user_id = ${twin}`)
        assert.deepEqual([await idOf(stored), await idOf(other)], [id, twin])
      }
    })

    test('a user changes between the forms of an international domain, and keeps one key', async () => {
      const { credentials } = openDesk(foyer)
      const name = randomUUID()
      const [typed, ascii] = [`${name}@münchen.example`, `${name}@xn--mnchen-3ya.example`]
      const id = await createUser(foyer.db, { email: typed, password, serviceName: 'Grand Hall' })
      await foyer.db.query(sql`update user_emails set email_key = ${ascii} where user_id = ${id}`)
      for (const email of [ascii, typed, ascii]) {
        await requestNewEmail(credentials, { userId: id, email, from: someNetwork() })
        const token = tokenIn(await linkTo(foyer.db, email, 'confirm_new_email'))
        await confirmNewEmail(credentials, { userId: id, token, from: someNetwork() })
        const keys = await foyer.db.query(sql`
          select email_key from user_emails where user_id = ${id}`)
        assert.deepEqual(keys, [{ email_key: typed }])
      }
    })

    test('a domain is not taken for another one, and a long one gets a link', async () => {
      const { credentials, from } = openDesk(foyer)
      const name = randomUUID()
      const create = (email: string) =>
        createUser(foyer.db, { email, password, serviceName: 'Grand Hall' })
      const plain = await create(`${name}@strasse.example`)
      const other = await create(`${name}@xn--strae-oqa.example`)
      const idOf = async (email: string) =>
        (await checkPassword(credentials, { email, password, from })).userId
      assert.equal(await idOf(`${name}@strasse.example`), plain)
      assert.equal(await idOf(`${name}@xn--strae-oqa.example`), other)

      const long = `${name}@${`${'x'.repeat(60)}.`.repeat(3)}long.example`
      await create(long)
      await requestReset(credentials, { email: long, from: someNetwork() })
      assert.ok(await linkTo(foyer.db, long, 'reset_password'))
    })

    test('a reset link works once, of ten concurrent uses too, and for an hour', async () => {
      const { credentials, clock } = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      const ask = async () => {
        await requestReset(credentials, { email, from: someNetwork() })
        return tokenIn(await linkTo(foyer.db, email, 'reset_password'))
      }
      const token = await ask()
      const reset = (index: number) =>
        retryBusy(() =>
          resetPassword(credentials, { token, password: `battery ${index}`, from: someNetwork() }),
        )
      clock.offset += hour - 5 * minute
      const resets = Array.from({ length: 10 }, (_, index) => reset(index))
      assert.deepEqual(await outcomes(resets), { done: 1, ended: 9 })

      const late = await ask()
      clock.offset += hour
      const from = someNetwork()
      await refused(resetPassword(credentials, { token: late, password, from }), 'ended')
    })

    test('a new password and a disabled account end the links, and a newer link does not', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      const ask = async () => {
        await requestReset(credentials, { email, from })
        return tokenIn(await linkTo(foyer.db, email, 'reset_password'))
      }
      const reset = (token: string) =>
        resetPassword(credentials, { token, password: anotherPassword, from })
      const [first, second, third] = [await ask(), await ask(), await ask()]
      assert.equal(new Set([first, second, third]).size, 3)
      await reset(second)
      for (const other of [first, second, third]) await refused(reset(other), 'ended')
      const before = await ask()
      await changePassword(credentials, { userId: id, password: 'new horse', from: someNetwork() })
      await refused(reset(before), 'ended')
      const last = await ask()
      await foyer.command('user', 'disable', id)
      await refused(reset(last), 'ended')
    })

    test('if a valid link was sent recently, no other is sent, whoever asks', async () => {
      const { credentials, clock, from } = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      const unknown = `${randomUUID()}@example.com`
      const stranger = (email: string) =>
        retryBusy(() => requestReset(credentials, { email, from: someNetwork() }))
      for (const address of [email, unknown])
        assert.deepEqual(await outcomesOf(12, () => stranger(address)), { done: 12 })
      await assertMost(limits.reset_email.max, email, () => stranger(email))
      await requestReset(credentials, { email, from })
      clock.offset += hour - 10 * minute
      await requestReset(credentials, { email, from })
      assert.equal((await emailsTo(foyer.db, email)).length, 3)
      const token = tokenIn(await linkTo(foyer.db, email, 'reset_password'))
      await resetPassword(credentials, { token, password: anotherPassword, from })
      // The link is used, so another one is sent at once.
      await requestReset(credentials, { email, from })
      const letters = (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      assert.equal(letters.filter((kind) => kind === 'reset_password').length, 4)
    })

    test('an unknown address and a disabled account get no email', async () => {
      const { credentials, from } = openDesk(foyer)
      const disabled = await addUser(foyer.db)
      await foyer.command('user', 'disable', disabled.id)
      const unknown = `${randomUUID()}@example.com`
      for (const email of [disabled.email, unknown]) {
        const before = await emailsTo(foyer.db, email)
        await requestReset(credentials, { email, from })
        assert.deepEqual(await emailsTo(foyer.db, email), before)
      }
    })

    test('a link of one kind does not work as another', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      await requestReset(credentials, { email, from })
      const token = tokenIn(await linkTo(foyer.db, email, 'reset_password'))
      await refused(confirmEmail(credentials, { token, password }), 'ended')
      await refused(confirmNewEmail(credentials, { userId: id, token, from }), 'ended')
      assert.equal((await findLink(credentials, token))?.kind, 'reset_password')
      assert.equal(await findLink(credentials, 'nothing'), undefined)
    })

    test('an owner who is locked out by other people’s guesses can sign in after a reset', async () => {
      const { credentials, from } = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      const guess = () => checkPassword(credentials, { email, password: 'no', from: someNetwork() })
      await outcomes(Array.from({ length: 20 }, () => retryBusy(guess)))
      await refused(checkPassword(credentials, { email, password, from }), 'too_many')
      await requestReset(credentials, { email, from })
      const token = tokenIn(await linkTo(foyer.db, email, 'reset_password'))
      await resetPassword(credentials, { token, password: anotherPassword, from })
      await checkPassword(credentials, { email, password: anotherPassword, from })
    })
  })

  describe('a sign-in past the limits', concurrent, () => {
    const codeFor = async (email: string) =>
      (await emailsTo(foyer.db, email)).findLast(({ kind }) => kind === 'sign_in_link')?.code ?? ''
    /** Signs in with a code and the password. @returns the user */
    const checkWithLink = (
      credentials: CredentialDeps,
      given: { readonly code: string; readonly password: string },
    ) =>
      checkPasswordWithLink(credentials, given, async (user) => {
        await foyer.db.transactionFor(user.userId, user.use)
        return user
      })

    test('the code from the email and the password sign the user in, once', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      await requestSignInLink(credentials, { email: ` ${email.toUpperCase()}`, from })
      const [letter] = await emailsTo(foyer.db, email)
      const code = letter?.code ?? ''
      assert.match(code, /^[0-9a-z]{4}(-[0-9a-z]{4}){3}$/)
      const link = new URL(letter?.link ?? '')
      assert.equal(`${link.origin}${link.pathname}`, `${authUrl}/sign-in/email`)
      assert.equal(tokenIn(link.href), code.replaceAll('-', ''))
      const check = (code: string, secret = password) =>
        checkWithLink(credentials, { code, password: secret })
      await refused(check('0000-0000-0000-0000'), 'ended')
      await refused(check(code, 'wrong horse'), 'wrong')
      const again = () => check(code.toUpperCase().replaceAll('-', ' '))
      const tries = Array.from({ length: 8 }, () => retryBusy(again))
      assert.deepEqual(await outcomes(tries), { done: 1, ended: 7 })
      await requestSignInLink(credentials, { email, from })
      assert.equal((await check(await codeFor(email))).userId, id)
    })

    test('the code and the password confirm an imported address', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
      const isConfirmed = async () =>
        (await findAccountRow(foyer.db, id))?.email_confirmed_at !== null
      await requestSignInLink(credentials, { email, from })
      const code = await codeFor(email)
      await refused(checkWithLink(credentials, { code, password: 'wrong horse' }), 'wrong')
      assert.equal(await isConfirmed(), false)
      await checkWithLink(credentials, { code, password })
      assert.equal(await isConfirmed(), true)
    })

    test('a sign-in that waits for the second step confirms no address, so a new password removes the factor', async () => {
      const desk = openDesk(foyer)
      const { credentials, from } = desk
      const { id, email } = await addUser(foyer.db)
      await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
      const { recoveryCodes } = await addTotp(desk, id)
      await requestSignInLink(credentials, { email, from })
      await checkWithLink(credentials, { code: await codeFor(email), password })
      assert.equal((await findAccountRow(foyer.db, id))?.email_confirmed_at, null)
      await requestReset(credentials, { email, from })
      const token = tokenIn(await linkTo(foyer.db, email, 'reset_password'))
      await resetPassword(credentials, { token, password: anotherPassword, from })
      assert.equal(recoveryCodes.length, 10)
      const { required, recoveryCodes: left } = await findFactors(foyer.db, id)
      assert.deepEqual({ required, left }, { required: false, left: 0 })
    })

    test('the password can be guessed at most ten times with one link', async () => {
      const { credentials, from } = openDesk(foyer)
      const { email } = await addUser(foyer.db)
      await requestSignInLink(credentials, { email, from })
      const code = await codeFor(email)
      const guess = () => checkWithLink(credentials, { code, password: 'wrong horse' })
      const guesses = Array.from({ length: 15 }, () => retryBusy(guess))
      assert.deepEqual(await outcomes(guesses), { wrong: 10, too_many: 5 })
    })

    test('strangers cannot use up the emails: the owner’s earlier emails stay valid', async () => {
      const { credentials, clock, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      const unknown = `${randomUUID()}@example.com`
      for (const address of [email, unknown]) {
        const ask = () => requestSignInLink(credentials, { email: address, from: someNetwork() })
        assert.deepEqual(await outcomesOf(60, () => retryBusy(ask)), { done: 60 })
      }
      await assertMost(limits.sign_in_email.max, email, () =>
        requestSignInLink(credentials, { email, from: someNetwork() }),
      )
      assert.deepEqual(await emailsTo(foyer.db, unknown), [])
      clock.offset += hour - 10 * minute
      await requestSignInLink(credentials, { email, from })
      const given = { code: await codeFor(email), password }
      assert.equal((await checkWithLink(credentials, given)).userId, id)
      // The links are used, so another one is sent at once.
      await requestSignInLink(credentials, { email, from })
      assert.equal((await emailsTo(foyer.db, email)).length, 4)
    })

    test('an email with an ended link, and one that was never sent, do not stop the next email', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      const { id: other } = await addUser(foyer.db)
      const [signedUp, taken] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`]
      const ask = (address: string) => [
        retryBusy(() => requestSignInLink(credentials, { email: address, from: someNetwork() })),
        retryBusy(() => requestReset(credentials, { email: address, from: someNetwork() })),
      ]
      const addresses = [email, signedUp, taken]
      await Promise.all(addresses.flatMap((one) => [...ask(one), ...ask(one), ...ask(one)]))

      await Promise.all([
        retryBusy(() =>
          changePassword(credentials, { userId: id, password: anotherPassword, from }),
        ),
        retryBusy(() =>
          signUp(credentials, { email: signedUp, password, fullName: null, language: 'en', from }),
        ),
        retryBusy(() => requestNewEmail(credentials, { userId: other, email: taken, from })),
      ])
      const [confirm, change] = [
        tokenIn(await linkTo(foyer.db, signedUp, 'confirm_email')),
        tokenIn(await linkTo(foyer.db, taken, 'confirm_new_email')),
      ]
      await confirmEmail(credentials, { token: confirm, password })
      await confirmNewEmail(credentials, { userId: other, token: change, from })
      const countOf = async (address: string) =>
        (await emailsTo(foyer.db, address)).filter(
          ({ kind }) => kind === 'sign_in_link' || kind === 'reset_password',
        ).length
      const before = await Promise.all(addresses.map(countOf))
      await Promise.all(addresses.flatMap(ask))
      const after = await Promise.all(addresses.map(countOf))
      assert.deepEqual(
        after,
        before.map((count) => count + 2),
      )
    })

    test('one network may request emails for fifty addresses an hour, and many requests for one address count as three', async () => {
      const { credentials, from } = openDesk(foyer)
      const ask = (email: string) =>
        retryBusy(() => requestSignInLink(credentials, { email, from }))
      const same = `${randomUUID()}@example.com`
      for (const count of [limits.sign_in_email.max, 57]) await outcomesOf(count, () => ask(same))
      const others = (count: number) => outcomesOf(count, () => ask(`${randomUUID()}@example.com`))
      assert.deepEqual([await others(47), await others(3)], [{ done: 47 }, { too_many: 3 }])
      await ask(same)
    })

    test('a new password and a disabled account end its links', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      await requestSignInLink(credentials, { email, from })
      const code = await codeFor(email)
      await changePassword(credentials, {
        userId: id,
        password: anotherPassword,
        from: someNetwork(),
      })
      const given = { code, password: anotherPassword }
      await refused(checkWithLink(credentials, given), 'ended')
      const other = await addUser(foyer.db)
      await requestSignInLink(credentials, { email: other.email, from })
      await foyer.command('user', 'disable', other.id)
      const late = { code: await codeFor(other.email), password }
      await refused(checkWithLink(credentials, late), 'ended')
    })
  })

  test('a session is found while the database only reads', async () => {
    const { id } = await foyer.newUser()
    const begun = await startSession(foyer.db, { userId: id, amr: ['pwd'], device: 'Test' })
    await foyer.db.query(sql`
      update sessions set used_at = used_at - interval '1 hour' where user_id = ${id}`)
    const readOnly: Queryable = {
      query: async (statement) => {
        if (/^\s*update/i.test(statement.text)) throw new Unavailable(new Error('read-only'))
        return foyer.db.query(statement)
      },
    }
    assert.equal((await findSession(readOnly, begun.id))?.userId, id)
  })

  describe('a new password', () => {
    test('a new password ends other sessions and all tokens, and an email reports it', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await foyer.newUser()
      const begin = () => startSession(foyer.db, { userId: id, amr: ['pwd'], device: 'Test' })
      const [here, elsewhere] = [await begin(), await begin()]
      const session = await findSession(foyer.db, here.id)
      const kept = { uid: session?.uid ?? '', former: here.id, id: newSecret() }
      const change = { userId: id, session: kept, from }
      await changePassword(credentials, { ...change, password: anotherPassword })
      const renewed = await findSession(foyer.db, kept.id)
      assert.deepEqual({ ...renewed, hash: session?.hash }, session)
      assert.equal(await findSession(foyer.db, here.id), undefined)
      assert.equal(await findSession(foyer.db, elsewhere.id), undefined)
      assert.equal(await tokensOf(foyer.db, id), 0)
      const kinds = (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['password_changed'])
      const trail = await trailOf(foyer.db, id)
      assert.ok(trail.includes('password.changed') && trail.includes('sessions.ended'))
      await checkPassword(credentials, { email, password: anotherPassword, from })
    })

    test('a new password also ends its own session if that has got another id meanwhile', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id: userId } = await foyer.newUser()
      const { id: former } = await startSession(foyer.db, { userId, amr: ['pwd'], device: 'Test' })
      const { uid = '' } = (await findSession(foyer.db, former)) ?? {}
      const copied = { uid, former, id: newSecret() }
      assert.equal(await endOtherSessions(foyer.db, userId, copied), true)
      const session = { uid, former, id: newSecret() }
      const change = { userId, session, password: anotherPassword, from }
      assert.equal((await changePassword(credentials, change)).isRenewed, false)
      for (const id of [former, copied.id, session.id])
        assert.equal(await findSession(foyer.db, id), undefined)
    })

    test('a new password must not be easy to guess', async () => {
      const { credentials } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      await assertFaults(
        changePassword(credentials, { userId: id, password: email, from: someNetwork() }),
        'password',
      )
      assert.deepEqual(await emailsTo(foyer.db, email), [])
    })

    test('operators choose passwords by the same rule, with the name of this service', async () => {
      const { db, clock } = foyer
      const serviceName = 'Grand Hall'
      const { id } = await addUser(db)
      for (const guessable of ['grand hall', 'Ada Lovelace', 'password1', 'short'])
        await assert.rejects(setPassword({ db, clock, serviceName }, id, guessable), {
          code: 'validation_failed',
        })
      await assert.rejects(
        createUser(db, {
          email: `${randomUUID()}@example.com`,
          password: 'grand hall grand hall',
          serviceName,
        }),
        { code: 'validation_failed' },
      )
    })

    test('a password that an operator sets ends sessions, tokens and links', async () => {
      const { credentials, clock, from } = openDesk(foyer)
      const { id, email } = await foyer.newUser()
      const session = await startSession(foyer.db, { userId: id, amr: ['pwd'], device: 'Test' })
      await requestReset(credentials, { email, from })
      const token = tokenIn(await linkTo(foyer.db, email, 'reset_password'))
      await setPassword({ db: foyer.db, clock, serviceName: 'Foyer' }, id, anotherPassword)
      assert.equal(await findSession(foyer.db, session.id), undefined)
      assert.equal(await tokensOf(foyer.db, id), 0)
      await refused(resetPassword(credentials, { token, password, from }), 'ended')
      await checkPassword(credentials, { email, password: anotherPassword, from })
    })

    test('the current password can be guessed at most ten times in one session, and thirty times a day', async () => {
      const { credentials, clock } = openDesk(foyer)
      const { id } = await addUser(foyer.db)
      const check = (secret: string, sessionUid = 'one') =>
        retryBusy(() =>
          checkOwnPassword(credentials, {
            userId: id,
            password: secret,
            sessionUid: `${sessionUid} of ${id}`,
          }),
        )
      const guesses = Array.from({ length: 20 }, (_, index) => check(`wrong horse ${index}`))
      assert.deepEqual(await outcomes(guesses), { wrong: 10, too_many: 10 })
      await refused(check(password), 'too_many')
      assert.equal((await check(password, 'another')).userId, id)
      for (let window = 0; window < 2; window++) {
        clock.offset += 15 * 60_000
        const more = Array.from({ length: 10 }, () => check('wrong horse'))
        assert.deepEqual(await outcomes(more), { wrong: 10 })
      }
      clock.offset += 15 * 60_000
      const seconds = await refused(check(password), 'too_many')
      assert.ok(seconds > 23 * 3600, String(seconds))
      assert.equal((await check(password, 'another')).userId, id)
    })

    test('of several concurrent changes, one succeeds', async () => {
      const { credentials } = openDesk({ ...foyer, db: untilAllChange(foyer.db, 5) })
      const { id } = await addUser(foyer.db)
      const changes = Array.from({ length: 5 }, (_, index) =>
        changePassword(credentials, {
          userId: id,
          password: `battery staple ${index}`,
          from: someNetwork(),
        }),
      )
      assert.deepEqual(await outcomes(changes), { done: 1, changed: 4 })
    })

    test('of several concurrent changes to the same password, one changes it, and all succeed', async () => {
      const { credentials, from } = openDesk({ ...foyer, db: untilAllChange(foyer.db, 5) })
      const { id, email } = await addUser(foyer.db)
      const change = { userId: id, password: anotherPassword, from }
      const changes = await Promise.all(
        Array.from({ length: 5 }, () => changePassword(credentials, change)),
      )
      const { passwordVersion } = await checkPassword(credentials, {
        email,
        password: anotherPassword,
        from,
      })
      assert.deepEqual(
        changes.map((changed) => changed.passwordVersion),
        Array(5).fill(passwordVersion),
      )
      assert.equal((await emailsTo(foyer.db, email)).length, 1)
      const trail = await trailOf(foyer.db, id)
      assert.equal(trail.filter((action) => action === 'password.changed').length, 1)
    })
  })

  describe('a new email address', concurrent, () => {
    test('the new address is confirmed, and the old address gets an email about it', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      const wanted = `New.${randomUUID()}@Example.com`
      const request = { userId: id, email: wanted, from }
      await requestNewEmail(credentials, request)
      const token = tokenIn(await linkTo(foyer.db, wanted, 'confirm_new_email'))
      assert.equal((await findAccount(foyer.db, email))?.id, id)
      await requestReset(credentials, { email, from })
      const reset = tokenIn(await linkTo(foyer.db, email, 'reset_password'))

      const other = await addUser(foyer.db)
      await refused(confirmNewEmail(credentials, { userId: other.id, token, from }), 'ended')
      await confirmNewEmail(credentials, { userId: id, token, from })
      await refused(confirmNewEmail(credentials, { userId: id, token, from }), 'ended')

      assert.equal(await findAccount(foyer.db, email), undefined)
      assert.equal((await findAccount(foyer.db, wanted.toLowerCase()))?.email, wanted)
      await checkPassword(credentials, { email: wanted, password, from })
      await refused(checkPassword(credentials, { email, password, from }), 'wrong')
      const kinds = (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['reset_password', 'email_changed'])
      // Somebody else may own the old address by now, so links that were sent there are not valid.
      await refused(resetPassword(credentials, { token: reset, password, from }), 'ended')
      assert.ok((await trailOf(foyer.db, id)).includes('email.changed'))
    })

    test('strangers do not keep a user from changing to an address, and a user cannot flood it', async () => {
      const { credentials, from } = openDesk(foyer)
      const [{ id }, other] = [await addUser(foyer.db), await addUser(foyer.db)]
      const email = `${randomUUID()}@example.com`
      await floodWithSignUps(foyer, email)
      const sent = async () =>
        (await emailsTo(foyer.db, email)).filter(({ kind }) => kind === 'confirm_new_email').length
      const ask = (userId: number, wanted = email, network = from) =>
        retryBusy(() => requestNewEmail(credentials, { userId, email: wanted, from: network }))
      const { max } = limits.user_email
      const asked = Array.from({ length: max + 1 }, () => ask(id))
      assert.deepEqual(await outcomes([...asked, ask(other.id)]), { done: max + 1, too_many: 1 })
      assert.equal(await sent(), max + 1)
      // One user has a bounded number of emails sent, whatever the addresses and the networks.
      const left = limits.user_emails.max - max
      const more = Array.from({ length: left + 1 }, (_, place) =>
        ask(id, `${place}.${email}`, someNetwork()),
      )
      assert.deepEqual(await outcomes(more), { done: left, too_many: 1 })
    })

    test('a link that is requested while the address changes is not emailed to the old one', async (t) => {
      if (foyer.db.kind === 'embedded') return t.skip('it runs one transaction at a time')
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      const [isChanged, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const change = foyer.db.bulkTransaction(async (tx) => {
        await tx.query(sql`update users set email = ${`new-${email}`} where id = ${id}`)
        isChanged.resolve()
        await isOver.promise
      })
      await isChanged.promise
      const request = retryBusy(() => requestReset(credentials, { email, from }))
      const waiting = () =>
        foyer.db.query(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      while ((await waiting()).length === 0) await pause(5)
      isOver.resolve()
      await Promise.all([change, request])
      assert.deepEqual(await emailsTo(foyer.db, email), [])
      assert.deepEqual(await emailsTo(foyer.db, `new-${email}`), [])
    })

    test('a request for another user’s address is emailed only to that user', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id } = await addUser(foyer.db)
      const other = await addUser(foyer.db)
      const email = other.email.toUpperCase()
      await requestNewEmail(credentials, { userId: id, email, from })
      assert.deepEqual(await emailsTo(foyer.db, email), [])
      const kinds = (await emailsTo(foyer.db, other.email)).map(({ kind }) => kind)
      assert.deepEqual(kinds, ['account_exists'])
    })

    test('an address that another user took in the meantime is refused', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      const wanted = `${randomUUID()}@example.com`
      await requestNewEmail(credentials, { userId: id, email: wanted, from })
      const token = tokenIn(await linkTo(foyer.db, wanted, 'confirm_new_email'))
      const first = await createUser(foyer.db, {
        email: wanted.toUpperCase(),
        password,
        serviceName: 'Grand Hall',
      })
      await refused(confirmNewEmail(credentials, { userId: id, token, from }), 'ended')
      assert.equal((await findAccount(foyer.db, wanted))?.id, first)
      assert.equal((await findAccount(foyer.db, email))?.id, id)
    })

    test('the same address may be set in a different letter case', async () => {
      const { credentials, from } = openDesk(foyer)
      const { id, email } = await addUser(foyer.db)
      const wanted = email.toUpperCase()
      await requestNewEmail(credentials, { userId: id, email: wanted, from })
      const token = tokenIn(await linkTo(foyer.db, wanted, 'confirm_new_email'))
      await confirmNewEmail(credentials, { userId: id, token, from })
      assert.equal((await findAccount(foyer.db, email))?.email, wanted)
    })
  })

  test('a dump of the database contains no addresses, links or passwords', async () => {
    const { credentials, from } = openDesk(foyer)
    const email = `canary.${randomUUID()}@example.com`
    await signUp(credentials, { email, password, fullName: null, language: 'en', from })
    const token = tokenIn(await linkTo(foyer.db, email, 'confirm_email'))
    await refused(checkPassword(credentials, { email, password, from }), 'wrong')
    const dump = (await dumpOf(foyer.db, 'links')) + (await dumpOf(foyer.db, 'attempts'))
    const network = from.address.split(':').slice(2, 4).join(':')
    for (const secret of [email, token, 'argon2', network])
      assert.ok(!dump.includes(secret), secret)
    assert.ok(dump.includes('sign_up'))
  })

  test('clean-up removes only links and attempts that have ended', async () => {
    const { credentials, clock, from } = openDesk(foyer)
    const rows = async () =>
      (
        await foyer.db.query<{ links: number; attempts: number }>(sql`
          select (select count(*)::int from links where expires_at <= now() - interval '7 days') as links,
            (select count(*)::int from attempts where ends_at <= now()) as attempts`)
      )[0]
    clock.offset = -48 * hour
    await requestReset(credentials, { email: 'nobody@example.com', from })
    clock.offset = 0
    const { email } = await addUser(foyer.db)
    await requestReset(credentials, { email, from })
    const token = tokenIn(await linkTo(foyer.db, email, 'reset_password'))
    const before = await rows()
    assert.ok(before && before.links > 0 && before.attempts > 0)
    await removeExpiredLinks(foyer.db)
    await removeExpiredAttempts(foyer.db)
    assert.deepEqual(await rows(), { links: 0, attempts: 0 })
    assert.ok(await findLink(credentials, token))
  })

  test('applications get the user’s claims, and the default address', async () => {
    const { id, email } = await addUser(foyer.db)
    const plain = await claimsOf(foyer.db, id)
    assert.deepEqual(plain, {
      name: 'Ada Lovelace',
      locale: 'en',
      email,
      email_verified: true,
      phone_number: null,
      address: null,
    })
    const given = {
      full_name: 'Ada Lovelace',
      address_1: '12 St James’s Square',
      address_2: 'Floor 2',
      city: 'London',
      postal_code: 'SW1Y 4JH',
      country_code: 'GB',
    }
    await createAddress(foyer.db, id, { given, faults: new Map() })
    assert.deepEqual((await claimsOf(foyer.db, id))?.address, {
      formatted: '12 St James’s Square\nFloor 2\nLondon\nSW1Y 4JH\nUnited Kingdom',
      street_address: '12 St James’s Square\nFloor 2',
      locality: 'London',
      postal_code: 'SW1Y 4JH',
      country: 'United Kingdom',
    })
    await foyer.command('user', 'disable', id)
    assert.equal(await claimsOf(foyer.db, id), undefined)
  })
})

async function tokensOf(db: OpenDatabase, userId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::int as count from oauth_tokens where user_id = ${userId}`)
  return row?.count ?? 0
}

/** A database on which each transaction of a user waits until `count` of them have begun. */
function untilAllChange(db: OpenDatabase, count: number): OpenDatabase {
  let left = count
  const all = Promise.withResolvers<void>()
  const transactionFor: OpenDatabase['transactionFor'] = async (userId, work) => {
    if (--left === 0) all.resolve()
    await all.promise
    return db.transactionFor(userId, work)
  }
  return new Proxy(db, {
    get(target, name) {
      if (name === 'transactionFor') return transactionFor
      const value: unknown = Reflect.get(target, name)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
}
