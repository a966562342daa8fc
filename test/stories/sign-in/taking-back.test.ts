import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { generateSync } from 'otplib'
import { findErasure } from '../../../src/identity/privacy/erasure.ts'
import { setEmail } from '../../../src/identity/sign-in/links/recovery.ts'
import { rolesOf } from '../../../src/identity/users/roles/roles.ts'
import {
  checkCode,
  findFactors,
  removeTotp,
  renewRecoveryCodes,
} from '../../../src/identity/users/second-factors/second-factors.ts'
import { isRefused } from '../../../src/platform/errors/refusals.ts'
import { limits } from '../../../src/support/throttle/limits.ts'
import { throttleRefusals } from '../../../src/support/throttle/refusals.ts'
import { agree, relyingParty, visit } from '../../support/authorize.ts'
import type { Browser } from '../../support/browser.ts'
import { authUrl, openDesk, trailOf } from '../../support/credentials.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { addPasskey, addTotp, stepMs } from '../../support/factors.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { follow, provenBrowser } from '../../support/payouts.ts'
import {
  behindProxy,
  headingOf,
  newBrowser,
  proveAt,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import {
  addressOf,
  changeEmail,
  changePassword,
  choosePassword,
  followEmailed,
  signsIn,
} from '../../support/takeover.ts'
import { addUser, password } from '../../support/users.ts'
import { createWebhook, newWebhookUser } from '../../support/webhooks.ts'

const dayMs = 86_400_000
const thiefPassword = 'the password of the thief'
const ownerPassword = 'the new password of the owner'

const newAddress = (): string => `thief-${randomUUID()}@example.net`

/** A thief who knows the password has signed in and changed the address. */
async function takenOver(foyer: Foyer, given?: TestUser) {
  const user = given ?? (await foyer.newUser())
  const browser = await signedInBrowser(foyer.authUrl, user.email)
  const address = newAddress()
  await changeEmail(foyer, browser, address)
  return { user, browser, address }
}

const isSignedIn = async (browser: Browser): Promise<boolean> =>
  (await browser.get('/account/sessions')).status === 200

await onEveryDatabase(
  'taking changes of the sign-in back',
  (foyer, { name }) => {
    const kindsTo = async (email: string) =>
      (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
    /** The link that the owner got about a change of a second factor. */
    const linkAbout = async (email: string, change: string): Promise<string> => {
      const all = await emailsTo(foyer.db, email)
      const letter = all.findLast((one) => one.change === change)
      assert.ok(letter?.link, `no email about ${change} with a link`)
      // A desk makes links of another origin.
      const { pathname, search } = new URL(letter.link)
      return foyer.authUrl + pathname + search
    }

    test('the owner takes a new address and a new password back, and the thief is out', async () => {
      const user = await newWebhookUser(foyer)
      await createWebhook(user, { name: 'Mine', url: 'https://a.example/', topics: ['User'] })
      const { browser: thief, address } = await takenOver(foyer, user)
      await changePassword(thief, thiefPassword)
      const app = await relyingParty(foyer)
      await agree(thief, await visit(thief, app.authorizeUrl()))
      const token = await foyer.tokenFor(user.id, ['read:user'])
      const statusOf = async () =>
        (await fetch(`${foyer.baseUrl}/user`, { headers: { authorization: `Bearer ${token}` } }))
          .status
      assert.equal(await statusOf(), 200)
      assert.deepEqual((await kindsTo(user.email)).slice(-1), ['email_changed'])
      // Whoever reads only the new mailbox gets no such link.
      for (const { link } of await emailsTo(foyer.db, address))
        assert.doesNotMatch(link ?? '', /\/sign-in\/undo/)

      const link = await linkTo(foyer.db, user.email, 'email_changed')
      const owner = newBrowser(foyer.authUrl)
      // Mail scanners open links.
      const page = await owner.get(link.slice(foyer.authUrl.length))
      assert.equal(headingOf(page), 'Take the change back')
      assert.ok(page.text.includes(user.email))
      assert.ok(!page.text.includes(address))
      assert.equal(await addressOf(foyer, user.id), address)
      assert.ok(await isSignedIn(thief))

      const done = await owner.submit(page, {}, '/sign-in/undo')
      assert.equal(headingOf(done), 'The change was taken back')
      assert.equal(await addressOf(foyer, user.id), user.email)
      assert.equal(await isSignedIn(thief), false)
      await assertTokenEnds(statusOf)
      const left = await foyer.db.query(sql`
        select from webhooks where user_id = ${user.id}
        union all select from consents where user_id = ${user.id}`)
      assert.equal(left.length, 0)
      for (const [email, secret] of [
        [user.email, password],
        [user.email, thiefPassword],
        [address, thiefPassword],
      ] as const)
        assert.equal(await signsIn(foyer, email, secret), false)

      // The owner chooses a new password, and both addresses know.
      assert.equal(
        (await choosePassword(foyer, user.email, ownerPassword, 'account_recovered')).status,
        303,
      )
      assert.ok(await signsIn(foyer, user.email, ownerPassword))
      assert.equal((await kindsTo(address)).at(-1), 'address_taken_back')
      assert.ok((await trailOf(foyer.db, user.id)).includes('account.recovered'))
      // The link works once, and nothing that was sent to the thief works.
      assert.equal((await follow(foyer, link)).status, 410)
      const forgotten = await owner.get('/forgotten-password')
      await owner.submit(forgotten, { email: address }, '/forgotten-password')
      assert.equal((await kindsTo(address)).at(-1), 'address_taken_back')
    })

    test('links that the thief asked for end, and his other acts do not end the link of the owner', async () => {
      const { user, browser: thief, address } = await takenOver(foyer)
      await changePassword(thief, thiefPassword)
      const forgotten = await thief.get('/forgotten-password')
      await thief.submit(forgotten, { email: address }, '/forgotten-password')
      await choosePassword(foyer, address, `${thiefPassword} 2`)
      const second = newBrowser(foyer.authUrl)
      await signIn(second, address, { secret: `${thiefPassword} 2` })
      const third = newAddress()
      const page = await proveAt(second, '/account/security/email', {
        secret: `${thiefPassword} 2`,
      })
      await second.submit(page, { email: third }, '/security/email')
      await second.submit(await second.get('/forgotten-password'), { email: address })
      const pending = await linkTo(foyer.db, third, 'confirm_new_email')
      const reset = await linkTo(foyer.db, address, 'reset_password')
      assert.equal((await followEmailed(foyer, user.email, 'email_changed')).status, 200)
      assert.equal((await follow(foyer, reset)).status, 410)
      assert.equal((await follow(foyer, pending, second)).status, 410)
      assert.equal(await addressOf(foyer, user.id), user.email)
    })

    test('a form without its token, and a request that only opens the link, change nothing', async () => {
      const { user, address } = await takenOver(foyer)
      const link = await linkTo(foyer.db, user.email, 'email_changed')
      const token = new URL(link).searchParams.get('token') ?? ''
      const answer = await newBrowser(foyer.authUrl).post('/sign-in/undo', { token })
      assert.equal(answer.status, 403)
      assert.equal(await addressOf(foyer, user.id), address)
    })

    test('a chain of changes goes back to the first address, and whoever came later cannot keep it', async () => {
      const { user, browser: thief, address: second } = await takenOver(foyer)
      const third = newAddress()
      await changeEmail(foyer, thief, third)
      // The thief takes his own change back. That does not end the link of the owner.
      assert.equal((await followEmailed(foyer, second, 'email_changed')).status, 200)
      assert.equal(await addressOf(foyer, user.id), second)
      await choosePassword(foyer, second, thiefPassword, 'account_recovered')
      const back = newBrowser(foyer.authUrl)
      await signIn(back, second, { secret: thiefPassword })
      await changeEmail(foyer, back, third, { secret: thiefPassword })
      assert.equal((await followEmailed(foyer, user.email, 'email_changed')).status, 200)
      assert.equal(await addressOf(foyer, user.id), user.email)
      for (const email of [second, third])
        for (const { link } of await emailsTo(foyer.db, email))
          if (link !== undefined) assert.equal((await follow(foyer, link)).status, 410, link)
      assert.equal(await addressOf(foyer, user.id), user.email)
    })

    test('an owner who changes the address back gives the thief no link, and ends those that he has', async () => {
      const { user, browser: thief, address } = await takenOver(foyer)
      await addPasskey(openDesk(foyer, foyer.clock), user.id)
      const third = newAddress()
      await changeEmail(foyer, thief, third)
      // The owner still has a session.
      await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), user.email)
      assert.equal((await kindsTo(third)).at(-1), 'address_taken_back')
      for (const email of [address, third])
        for (const { link } of await emailsTo(foyer.db, email))
          if (link !== undefined) {
            const { pathname, search } = new URL(link)
            assert.equal((await follow(foyer, foyer.authUrl + pathname + search)).status, 410, link)
          }
      assert.equal(await addressOf(foyer, user.id), user.email)
      // The owner can still take everything back.
      const link = (await emailsTo(foyer.db, user.email)).find(
        ({ kind }) => kind === 'email_changed',
      )?.link
      assert.equal((await follow(foyer, link ?? '')).status, 200)
      assert.equal(await isSignedIn(thief), false)
    })

    test('whoever had the address for over a week has a link when it changes back', async () => {
      const { user, browser, address } = await takenOver(foyer)
      try {
        foyer.clock.offset = 7 * dayMs + 60_000
        await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), user.email)
        assert.equal((await followEmailed(foyer, address, 'email_changed')).status, 200)
        assert.equal(await addressOf(foyer, user.id), address)
        assert.equal(await isSignedIn(browser), false)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('the links of a thief end, also if the clock of his instance is behind', async () => {
      const { user, address } = await takenOver(foyer)
      const desk = openDesk(foyer, foyer.clock)
      foyer.clock.offset = -60_000
      await addPasskey(desk, user.id)
      foyer.clock.offset = 0
      const link = await linkAbout(address, 'passkey_added')
      assert.equal((await followEmailed(foyer, user.email, 'email_changed')).status, 200)
      assert.equal((await follow(foyer, link)).status, 410)
      assert.equal(await addressOf(foyer, user.id), user.email)
    })

    test('a reader of the mailbox cannot take a factor away later than by its own link', async () => {
      const user = await foyer.newUser()
      const desk = openDesk(foyer, foyer.clock)
      await addTotp(desk, user.id)
      await renewRecoveryCodes(desk.factors, { userId: user.id, from: desk.from })
      try {
        foyer.clock.offset = 2 * dayMs + 60_000
        const link = await linkAbout(user.email, 'recovery_codes_renewed')
        assert.equal((await follow(foyer, link)).status, 200)
        assert.equal((await findFactors(foyer.db, user.id)).totp, true)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('additions in a day are limited, and removals and the link of the owner are not', async () => {
      const { user, address } = await takenOver(foyer)
      const desk = openDesk(foyer, foyer.clock)
      await addPasskey(desk, user.id)
      await addTotp(desk, user.id)
      const given = { userId: user.id, from: desk.from }
      const renew = () => renewRecoveryCodes(desk.factors, given)
      for (let left = limits.sign_in_addition.max - 2; left > 0; left--) await renew()
      const isFull = (error: unknown) => isRefused(error, throttleRefusals.too_many_attempts)
      await assert.rejects(renew, isFull)
      const browser = await provenBrowser(foyer, user, 'recovery_codes')
      const form = await browser.get('/account/security/recovery-codes')
      assert.equal((await browser.submit(form, {}, '/security/recovery-codes')).status, 429)
      assert.ok(await removeTotp(desk.factors, given))
      await assert.rejects(addTotp(desk, user.id), isFull)
      await assert.rejects(addPasskey(desk, user.id), isFull)
      assert.equal((await followEmailed(foyer, user.email, 'email_changed')).status, 200)
      for (const { link } of await emailsTo(foyer.db, address))
        if (link?.includes('/sign-in/undo'))
          assert.equal((await follow(foyer, link.replace(authUrl, foyer.authUrl))).status, 410)
      await addPasskey(desk, user.id)
    })

    test('the link works for seven days', async () => {
      const { user, address } = await takenOver(foyer)
      try {
        foyer.clock.offset = 7 * dayMs + 1_000
        assert.equal((await followEmailed(foyer, user.email, 'email_changed')).status, 410)
        assert.equal(await addressOf(foyer, user.id), address)
        foyer.clock.offset = 7 * dayMs - 60_000
        assert.equal((await followEmailed(foyer, user.email, 'email_changed')).status, 200)
        assert.equal(await addressOf(foyer, user.id), user.email)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('while the account is disabled nothing is taken back, and afterwards the link works', async () => {
      const { user, address } = await takenOver(foyer)
      const link = await linkTo(foyer.db, user.email, 'email_changed')
      const owner = newBrowser(foyer.authUrl)
      const form = await owner.get(link.slice(foyer.authUrl.length))
      await foyer.command('user', 'disable', user.id)
      assert.equal((await follow(foyer, link)).status, 403)
      const page = await owner.submit(form, {}, '/sign-in/undo')
      assert.deepEqual([page.status, headingOf(page)], [403, 'This account is disabled'])
      assert.equal(await addressOf(foyer, user.id), address)
      await foyer.command('user', 'enable', user.id)
      assert.equal((await followEmailed(foyer, user.email, 'email_changed')).status, 200)
    })

    test('an address that somebody else has by now stays theirs, and the link works when it is free', async () => {
      const { user, browser: thief, address } = await takenOver(foyer)
      const other = await addUser(foyer.db)
      const theirs = await signedInBrowser(foyer.authUrl, other.email)
      await changeEmail(foyer, theirs, user.email)
      const link = (await emailsTo(foyer.db, user.email)).find(
        ({ kind }) => kind === 'email_changed',
      )?.link
      assert.ok(link)
      const page = await follow(foyer, link)
      assert.deepEqual(
        [page.status, headingOf(page)],
        [409, 'Another account has this email address'],
      )
      assert.equal(await addressOf(foyer, user.id), address)
      assert.ok(await isSignedIn(thief))
      await changeEmail(foyer, theirs, other.email)
      assert.equal((await follow(foyer, link)).status, 200)
      assert.equal(await addressOf(foyer, user.id), user.email)
    })

    test('a link that does nothing leaves the deliveries of webhooks', async () => {
      const user = await newWebhookUser(foyer)
      await createWebhook(user, { name: 'Mine', url: 'https://a.example/', topics: ['User'] })
      await takenOver(foyer, user)
      const stored = () =>
        foyer.db.query(sql`select from webhook_deliveries where user_id = ${user.id}`)
      assert.notEqual((await stored()).length, 0)
      const other = await addUser(foyer.db)
      const link = await linkTo(foyer.db, user.email, 'email_changed')
      await changeEmail(foyer, await provenBrowser(foyer, other, 'email'), user.email)
      assert.equal((await follow(foyer, link)).status, 409)
      const { credentials } = openDesk(foyer, foyer.clock)
      const given = { userId: user.id, email: user.email, check: 'document_by_video' } as const
      await assert.rejects(setEmail(credentials, given))
      assert.notEqual((await stored()).length, 0)
    })

    const onServer = { skip: name !== 'PostgreSQL' && 'one connection' }
    test('a user who is disabled meanwhile is not given back', onServer, async () => {
      const { user, address } = await takenOver(foyer)
      const link = await linkTo(foyer.db, user.email, 'email_changed')
      const isDisabled = Promise.withResolvers<void>()
      const isOver = Promise.withResolvers<void>()
      const disabling = foyer.db.transaction(async (tx) => {
        await tx.query(sql`update users set disabled_at = now() where id = ${user.id}`)
        isDisabled.resolve()
        await isOver.promise
      })
      await isDisabled.promise
      const answer = follow(foyer, link)
      const isWaiting = async () => {
        const waiting = await foyer.db.query(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
        return waiting.length > 0
      }
      while (!(await isWaiting())) await pause(10)
      isOver.resolve()
      await disabling
      assert.equal((await answer).status, 403)
      assert.equal(await addressOf(foyer, user.id), address)
    })

    test('an erasure that was requested since is cancelled, and an earlier one stays', async () => {
      const { user } = await takenOver(foyer)
      await foyer.command('user', 'erase', user.id)
      await followEmailed(foyer, user.email, 'email_changed')
      assert.equal(await findErasure(foyer.privacy, user.id), undefined)
      assert.ok((await kindsTo(user.email)).includes('erasure_cancelled'))

      // So is one that was requested shortly before, because the same hand may have done it.
      const asked = async (hoursBefore: number) => {
        const other = await foyer.newUser()
        foyer.clock.offset = -hoursBefore * 3_600_000
        await foyer.command('user', 'erase', other.id)
        foyer.clock.offset = 0
        await takenOver(foyer, other)
        await followEmailed(foyer, other.email, 'email_changed')
        return findErasure(foyer.privacy, other.id)
      }
      assert.equal(await asked(47), undefined)
      assert.notEqual(await asked(49), undefined)
    })

    test('an operator who sets the address cancels the erasure', async () => {
      const { user, address } = await takenOver(foyer)
      await foyer.command('user', 'erase', user.id)
      const { credentials } = openDesk(foyer, foyer.clock)
      const given = { userId: user.id, email: user.email, check: 'document_by_video' } as const
      await setEmail(credentials, given)
      assert.equal(await findErasure(foyer.privacy, user.id), undefined)
      assert.ok((await kindsTo(user.email)).includes('erasure_cancelled'))
      assert.ok(!(await kindsTo(address)).includes('erasure_cancelled'))
    })

    test('an address that differs only for people is not the address of the owner', async () => {
      const user = await foyer.newUser()
      const [name] = user.email.split('@')
      const email = `${name}@straße.example`
      const address = `${name}@strasse.example`
      await foyer.db.query(sql`update users set email = ${email} where id = ${user.id}`)
      await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), address)
      await followEmailed(foyer, email, 'email_changed')
      assert.equal(await addressOf(foyer, user.id), email)
      assert.equal((await kindsTo(address)).at(-1), 'address_taken_back')
    })

    test('an address that nobody had confirmed is confirmed by the new password alone', async () => {
      const user = await foyer.newUser()
      await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${user.id}`)
      await takenOver(foyer, user)
      const confirmed = async () => {
        const rows = await foyer.db.query(sql`
          select from users where id = ${user.id} and email_confirmed_at is not null`)
        return rows.length === 1
      }
      assert.ok(await confirmed())
      await followEmailed(foyer, user.email, 'email_changed')
      assert.equal(await confirmed(), false)
      await choosePassword(foyer, user.email, ownerPassword, 'account_recovered')
      assert.ok(await confirmed())
    })

    test('what the thief added to sign in is gone, and what he removed is back', async () => {
      const user = await foyer.newUser()
      const desk = openDesk(foyer, foyer.clock)
      // The owner has had the app for days. What was added in the last 48 hours may be the thief's.
      foyer.clock.offset = -3 * dayMs
      const { secret } = await addTotp(desk, user.id)
      foyer.clock.offset = 0
      // The thief has a session in which the factor can be removed.
      await removeTotp(desk.factors, { userId: user.id, from: desk.from })
      await addPasskey(desk, user.id)
      await foyer.command('user', 'grant', user.id, '--role=operator')
      await foyer.db.query(sql`
        insert into linked_identities (user_id, issuer, subject_key, email)
        values (${user.id}, 'https://idp.example', ${Buffer.from(randomUUID())}, 'thief@idp.example')`)
      const link = await linkAbout(user.email, 'totp_removed')
      assert.equal((await follow(foyer, link)).status, 200)
      const { totp, passkeys, recoveryCodes } = await findFactors(foyer.db, user.id)
      assert.deepEqual([totp, passkeys.length, recoveryCodes], [true, 0, 10])
      const linked = await foyer.db.query(sql`
        select from linked_identities where user_id = ${user.id}`)
      assert.equal(linked.length, 0)
      assert.deepEqual(await rolesOf(foyer.db, user.id), new Set())

      // Whoever reads the mailbox alone still lacks the second factor.
      assert.equal(
        (await choosePassword(foyer, user.email, ownerPassword, 'account_recovered')).status,
        303,
      )
      assert.equal(await signsIn(foyer, user.email, ownerPassword), false)
      const browser = newBrowser(foyer.authUrl)
      const step = await browser.follow(
        await signIn(browser, user.email, { secret: ownerPassword }),
      )
      const code = generateSync({ secret, epoch: Math.floor((foyer.clock.now() + stepMs) / 1000) })
      assert.equal((await browser.submit(step, { code }, '/second-factor')).status, 303)
      assert.ok(await isSignedIn(browser))
    })

    test('every change of a second factor can be taken back by its email', async () => {
      const desk = openDesk(foyer, foyer.clock)
      const factorsOf = async (id: number) => {
        const { totp, passkeys } = await findFactors(foyer.db, id)
        return [totp, passkeys.length]
      }
      const added = await foyer.newUser()
      await addTotp(desk, added.id)
      await follow(foyer, await linkAbout(added.email, 'totp_added'))
      assert.deepEqual(await factorsOf(added.id), [false, 0])

      const key = await foyer.newUser()
      await addPasskey(desk, key.id)
      const browser = await provenBrowser(foyer, key, 'passkeys')
      const { passkeys } = await findFactors(foyer.db, key.id)
      const page = await browser.get(`/account/security/passkeys/remove?passkey=${passkeys[0]?.id}`)
      await browser.submit(page, {}, '/passkeys/remove')
      assert.deepEqual(await factorsOf(key.id), [false, 0])
      const removed = await linkAbout(key.email, 'passkey_removed')
      const addition = await linkAbout(key.email, 'passkey_added')
      // Both changes were made within 48 hours, so they go back together.
      assert.equal((await follow(foyer, removed)).status, 200)
      assert.deepEqual(await factorsOf(key.id), [false, 0])
      assert.equal((await follow(foyer, addition)).status, 410)

      const codes = await foyer.newUser()
      await addTotp(desk, codes.id)
      const hashes = () =>
        foyer.db.query(
          sql`select hash from recovery_codes where user_id = ${codes.id} order by hash`,
        )
      const before = await hashes()
      try {
        // An addition is older than 48 hours.
        foyer.clock.offset = 3 * dayMs
        await renewRecoveryCodes(desk.factors, { userId: codes.id, from: desk.from })
        assert.notDeepEqual(await hashes(), before)
        assert.equal((await follow(foyer, await linkAbout(codes.email, 'totp_added'))).status, 410)
        await follow(foyer, await linkAbout(codes.email, 'recovery_codes_renewed'))
        assert.deepEqual(await hashes(), before)
        assert.deepEqual(await factorsOf(codes.id), [true, 0])
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('recovery codes that were used do not come back', async () => {
      const desk = openDesk(foyer, foyer.clock)
      const newUserWithCodes = async () => {
        const user = await foyer.newUser()
        foyer.clock.offset = -4 * dayMs
        const { recoveryCodes } = await addTotp(desk, user.id)
        // The link about the passkey has all codes.
        foyer.clock.offset = -dayMs
        await addPasskey(desk, user.id)
        const use = async (code: string) => {
          const given = { userId: user.id, code, from: desk.from }
          await checkCode(desk.factors, given, (take) => foyer.db.transaction(take))
        }
        return { user, recoveryCodes, use }
      }
      const takenBackCodes = async (user: TestUser) => {
        await renewRecoveryCodes(desk.factors, { userId: user.id, from: desk.from })
        const link = await linkAbout(user.email, 'recovery_codes_renewed')
        assert.equal((await follow(foyer, link)).status, 200)
        return (await findFactors(foyer.db, user.id)).recoveryCodes
      }
      try {
        const one = await newUserWithCodes()
        const all = await newUserWithCodes()
        foyer.clock.offset = 0
        const [first = ''] = one.recoveryCodes
        await one.use(first)
        assert.equal(await takenBackCodes(one.user), 9)
        await assert.rejects(one.use(first))
        for (const code of all.recoveryCodes) await all.use(code)
        assert.equal(await takenBackCodes(all.user), 0)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('a reset of the second factors by an operator can be taken back', async () => {
      const user = await foyer.newUser()
      const desk = openDesk(foyer, foyer.clock)
      foyer.clock.offset = -3 * dayMs
      await addTotp(desk, user.id)
      foyer.clock.offset = 0
      assert.ok(
        await foyer.command('user', 'reset-second-factor', user.id, '--check=document_by_video'),
      )
      assert.equal((await findFactors(foyer.db, user.id)).totp, false)
      const link = await linkTo(foyer.db, user.email, 'support_factors_reset')
      const { pathname, search } = new URL(link)
      assert.equal((await follow(foyer, foyer.authUrl + pathname + search)).status, 200)
      const { totp, recoveryCodes } = await findFactors(foyer.db, user.id)
      assert.deepEqual([totp, recoveryCodes], [true, 10])
    })

    test('what was added in the 48 hours before a new address is taken back with it', async () => {
      const user = await foyer.newUser()
      const desk = openDesk(foyer, foyer.clock)
      const thief = await signedInBrowser(foyer.authUrl, user.email)
      await addPasskey(desk, user.id)
      await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), newAddress())
      await followEmailed(foyer, user.email, 'email_changed')
      assert.deepEqual((await findFactors(foyer.db, user.id)).passkeys, [])
      assert.equal(await isSignedIn(thief), false)
    })

    test('the page names the ways to sign in that stay, because a thief may have added them earlier', async () => {
      const user = await foyer.newUser()
      const desk = openDesk(foyer, foyer.clock)
      foyer.clock.offset = -49 * 3_600_000
      await addPasskey(desk, user.id)
      foyer.clock.offset = 0
      await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), newAddress())
      const page = await followEmailed(foyer, user.email, 'email_changed')
      assert.equal((await findFactors(foyer.db, user.id)).passkeys.length, 1)
      assert.match(page.text, /If one of them is not yours[\s\S]*<li>Key, /)
      const other = await takenOver(foyer)
      const plain = await followEmailed(foyer, other.user.email, 'email_changed')
      assert.doesNotMatch(plain.text, /If one of them is not yours/)
    })

    test('a link about a change is stored only as a hash, and its contents sealed', async () => {
      const user = await foyer.newUser()
      const desk = openDesk(foyer, foyer.clock)
      const { secret } = await addTotp(desk, user.id)
      await removeTotp(desk.factors, { userId: user.id, from: desk.from })
      const link = await linkAbout(user.email, 'totp_removed')
      const token = new URL(link).searchParams.get('token') ?? ''
      const rows = await foyer.db.query<{ row: string }>(sql`
        select encode(hash, 'escape') || encode(sealed, 'escape') as row from links
        where user_id = ${user.id}`)
      assert.ok(rows.length >= 2)
      for (const { row } of rows)
        for (const text of [token, secret, user.email]) assert.ok(!row.includes(text))
    })
  },
  behindProxy,
)
