import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createClient } from '@foyer/client'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo, linkTo, signInEmailsTo } from '../../support/mail.ts'
import {
  addPaid,
  endHold,
  follow,
  isChosen,
  newPayPal,
  prove,
  provenBrowser,
} from '../../support/payouts.ts'
import { behindProxy, newBrowser, signedInBrowser } from '../../support/sign-in.ts'
import {
  changeEmail,
  changePassword,
  choosePassword,
  followEmailed,
} from '../../support/takeover.ts'

await onEveryDatabase(
  'undoing a change of where money goes',
  (foyer) => {
    const methodsOf = async (user: TestUser) => {
      const all = []
      for await (const method of user.paymentMethods.list()) all.push(method)
      return all
    }
    /** The ids of the method that is paid now, and of the one that the user has chosen. */
    const paidAndChosen = async (user: TestUser) => {
      const methods = await methodsOf(await again(user))
      return [methods.find((one) => one.default_seller_method)?.id, methods.find(isChosen)?.id]
    }
    /** The user with a new token: a recovery ends all tokens. */
    const again = async (user: TestUser): Promise<TestUser> => {
      const accessToken = await foyer.tokenFor(user.id, ['read:user', 'write:user'])
      return { ...user, ...createClient({ baseUrl: foyer.baseUrl, accessToken }), accessToken }
    }
    const kindsTo = async (email: string) =>
      (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
    /** Adds an account, proves it and chooses it: the hold has begun. */
    const choose = async (user: TestUser): Promise<number> => {
      const email = newPayPal()
      const call = { email, default_seller_method: true }
      const { id } = await user.paymentMethods.createPayPal(call)
      await prove(foyer, user, email)
      return Number(id)
    }
    /** Chooses a method on the pages, with a fresh proof. */
    const chooseOnPages = async (user: TestUser, id: number): Promise<void> => {
      const browser = await provenBrowser(foyer, user)
      const page = await browser.get(`/account/paymentmethods/${id}/default-seller`)
      const done = await browser.submit(page, {}, '/default-seller')
      assert.equal(done.status, 303, done.text)
    }
    const reset = async (user: TestUser, secret = 'a new password of mine'): Promise<void> => {
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/forgotten-password')
      await browser.submit(page, { email: user.email }, '/forgotten-password')
      assert.equal((await choosePassword(foyer, user.email, secret)).status, 303)
    }

    test('the link about a sign-in takes back where money goes, of the last 48 hours', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      // The owner's own choice is older.
      await foyer.db.query(sql`
        update links set expires_at = expires_at - interval '49 hours'
        where user_id = ${user.id} and kind = 'payout_undo'`)
      const thief = await signedInBrowser(foyer.authUrl, user.email)
      const link = (await signInEmailsTo(foyer.db, user.email))[0]?.link ?? ''
      const theirs = await choose(user)
      assert.deepEqual(await paidAndChosen(user), [own.id, theirs])
      assert.equal((await follow(foyer, link)).status, 200)
      assert.deepEqual(await paidAndChosen(user), [own.id, own.id])
      assert.equal((await thief.get('/account/sessions')).status, 303)
    })

    test('a link that was sent to a thief does nothing after the owner took the account back', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      const thief = await signedInBrowser(foyer.authUrl, user.email)
      const address = `thief-of-${user.email}`
      await changeEmail(foyer, thief, address)
      const theirs = await choose(user)
      await endHold(foyer, user)
      await user.paymentMethods.updateDefaults(theirs, { default_seller_method: false })
      const pays = await linkTo(foyer.db, address, 'payout_cleared')
      // The thief chooses the owner's method, so that undoing it would clear the owner's choice.
      await user.paymentMethods.updateDefaults(own.id, { default_seller_method: true })
      await endHold(foyer, user)
      const clears = await linkTo(foyer.db, address, 'payout_changed')

      assert.equal((await followEmailed(foyer, user.email, 'email_changed')).status, 200)
      await (await again(user)).paymentMethods.delete(theirs)
      const before = await paidAndChosen(user)
      assert.deepEqual(before, [own.id, own.id])
      for (const link of [pays, clears]) assert.equal((await follow(foyer, link)).status, 410)
      // They have ended for good, even if the account gets that address once more.
      await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), address)
      for (const link of [pays, clears]) assert.equal((await follow(foyer, link)).status, 410)
      assert.deepEqual(await paidAndChosen(user), before)
    })

    test('a thief cannot end the link of the owner with a new password and another choice', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      const theirs = await choose(user)
      const link = await linkTo(foyer.db, user.email, 'payout_changed')
      await changePassword(await provenBrowser(foyer, user, 'password'), 'of the thief')
      await changeEmail(foyer, await provenBrowser(foyer, user, 'email'), `thief-of-${user.email}`)
      await chooseOnPages(user, own.id)
      await chooseOnPages(user, theirs)
      await followEmailed(foyer, user.email, 'email_changed')
      assert.equal((await follow(foyer, link)).status, 200)
      assert.deepEqual(await paidAndChosen(user), [own.id, own.id])
    })

    test('what a thief has chosen is not paid after the owner took the account back', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      const thief = await signedInBrowser(foyer.authUrl, user.email)
      await changeEmail(foyer, thief, `thief-of-${user.email}`)
      const theirs = await choose(user)
      await endHold(foyer, user)
      assert.deepEqual(await paidAndChosen(user), [theirs, theirs])
      // Choosing the own method again would pay the thief during its hold.
      await followEmailed(foyer, user.email, 'email_changed')
      assert.deepEqual(await paidAndChosen(user), [undefined, own.id])
      assert.ok((await kindsTo(user.email)).includes('payout_undone'))
      await endHold(foyer, user)
      assert.deepEqual(await paidAndChosen(user), [own.id, own.id])
    })

    test('a thief who waits for his hold, and one who is seen in it, are not paid', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      await changeEmail(
        foyer,
        await signedInBrowser(foyer.authUrl, user.email),
        `thief-of-${user.email}`,
      )
      await choose(user)
      await followEmailed(foyer, user.email, 'email_changed')
      assert.deepEqual(await paidAndChosen(user), [own.id, own.id])

      const other = await foyer.newUser()
      try {
        foyer.clock.offset = -6 * 86_400_000
        const kept = await addPaid(foyer, other)
        foyer.clock.offset = -3 * 86_400_000
        // The link about this choice is sent to the owner, and expires first.
        const theirs = await choose(other)
        await changeEmail(foyer, await provenBrowser(foyer, other, 'email'), `x-${other.email}`)
        foyer.clock.offset = 0
        assert.deepEqual(await paidAndChosen(other), [theirs, theirs])
        await followEmailed(foyer, other.email, 'email_changed')
        assert.deepEqual(await paidAndChosen(other), [undefined, kept.id])
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('nothing is paid if the earlier method is gone, or an operator set the address', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      await changeEmail(
        foyer,
        await signedInBrowser(foyer.authUrl, user.email),
        `thief-of-${user.email}`,
      )
      await choose(user)
      await endHold(foyer, user)
      await user.paymentMethods.delete(own.id)
      await followEmailed(foyer, user.email, 'email_changed')
      assert.deepEqual(await paidAndChosen(user), [undefined, undefined])

      const other = await foyer.newUser()
      await addPaid(foyer, other)
      const email = `owner-${other.email}`
      const check = '--check=document_in_person'
      await foyer.command('user', 'set-email', other.id, `--email=${email}`, check)
      assert.deepEqual(await paidAndChosen(other), [undefined, undefined])
      assert.ok((await kindsTo(email)).includes('payout_undone'))
    })

    test('a link works only while the account has the address that it was sent to', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      const next = await choose(user)
      const link = await linkTo(foyer.db, user.email, 'payout_changed')
      const browser = await signedInBrowser(foyer.authUrl, user.email)
      await changeEmail(foyer, browser, `other-${user.email}`)
      assert.equal((await follow(foyer, link)).status, 410)
      assert.deepEqual(await paidAndChosen(user), [own.id, next])
      // Whoever changes the address takes the link from the owner only until it comes back.
      await followEmailed(foyer, user.email, 'email_changed')
      assert.equal((await follow(foyer, link)).status, 200)
      assert.deepEqual(await paidAndChosen(user), [own.id, own.id])
    })

    test('the present address is told of an undo', async () => {
      const user = await foyer.newUser()
      await addPaid(foyer, user)
      await choose(user)
      await follow(foyer, await linkTo(foyer.db, user.email, 'payout_changed'))
      const told = (await emailsTo(foyer.db, user.email)).at(-1)
      assert.equal(told?.kind, 'payout_undone')
      assert.equal(typeof told?.browser, 'string')
    })

    test('while the user is disabled nothing is undone, and the links have ended afterwards', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      const next = await choose(user)
      const link = await linkTo(foyer.db, user.email, 'payout_changed')
      await foyer.command('user', 'disable', user.id)
      assert.equal((await follow(foyer, link)).status, 410)
      await foyer.command('user', 'enable', user.id)
      assert.equal((await follow(foyer, link)).status, 410)
      assert.deepEqual(await paidAndChosen(user), [own.id, next])
      // A user may also be disabled by a version that does not end links.
      const last = await choose(await again(user))
      const later = await linkTo(foyer.db, user.email, 'payout_changed')
      await foyer.db.query(sql`update users set disabled_at = now() where id = ${user.id}`)
      assert.equal((await follow(foyer, later)).status, 410)
      await foyer.db.query(sql`update users set disabled_at = null where id = ${user.id}`)
      assert.deepEqual((await paidAndChosen(user))[1], last)
    })

    test('a choice with a fresh proof after a new password ends the earlier links', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      const third = await addPaid(foyer, user)
      await user.paymentMethods.updateDefaults(own.id, { default_seller_method: true })
      await endHold(foyer, user)
      await user.paymentMethods.updateDefaults(third.id, { default_seller_method: true })
      const link = await linkTo(foyer.db, user.email, 'payout_changed')
      // Neither a new password alone, nor a choice with the same password ends the link.
      await chooseOnPages(user, own.id)
      await chooseOnPages(user, third.id)
      assert.equal((await newBrowser(foyer.authUrl).get(pathOf(link))).status, 200)
      await reset(user)
      assert.equal((await newBrowser(foyer.authUrl).get(pathOf(link))).status, 200)
      // A token of an application proves nothing.
      const api = await again(user)
      await api.paymentMethods.updateDefaults(own.id, { default_seller_method: true })
      await api.paymentMethods.updateDefaults(third.id, { default_seller_method: true })
      assert.equal((await newBrowser(foyer.authUrl).get(pathOf(link))).status, 200)
      await chooseOnPages(user, own.id)
      assert.equal((await follow(foyer, link)).status, 410)
      assert.deepEqual((await paidAndChosen(user))[1], own.id)
    })

    test('a method that somebody else may have proved has a hold when it is restored', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      await user.paymentMethods.updateDefaults(own.id, { default_seller_method: false })
      const link = await linkTo(foyer.db, user.email, 'payout_cleared')
      const thief = await signedInBrowser(foyer.authUrl, user.email)
      await changeEmail(foyer, thief, `thief-of-${user.email}`)
      await followEmailed(foyer, user.email, 'email_changed')
      const page = await newBrowser(foyer.authUrl).get(pathOf(link))
      assert.match(page.text, /payments there begin only on/)
      assert.equal((await follow(foyer, link)).status, 200)
      assert.deepEqual(await paidAndChosen(user), [undefined, own.id])
      await endHold(foyer, user)
      assert.deepEqual(await paidAndChosen(user), [own.id, own.id])
      assert.equal((await kindsTo(user.email)).at(-1), 'payout_undone')
    })

    test('the method that is still paid needs no hold', async () => {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user)
      await choose(user)
      const link = await linkTo(foyer.db, user.email, 'payout_changed')
      const thief = await signedInBrowser(foyer.authUrl, user.email)
      await changeEmail(foyer, thief, `thief-of-${user.email}`)
      await followEmailed(foyer, user.email, 'email_changed')
      assert.equal((await follow(foyer, link)).status, 200)
      assert.deepEqual(await paidAndChosen(user), [own.id, own.id])
    })

    const pathOf = (link: string): string => link.slice(foyer.authUrl.length)
  },
  behindProxy,
)
