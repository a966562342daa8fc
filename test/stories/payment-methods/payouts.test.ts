// cspell:ignore dıgıtal instıtute νίκος νίκοσ

import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { PaymentMethod } from '@foyer/client'
import { endAccess } from '../../../src/identity/access/access.ts'
import { limits } from '../../../src/support/limits/limits.ts'
import { floodWithSignUps } from '../../support/credentials.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import {
  addPaid,
  endHold,
  follow,
  isChosen,
  isProved,
  newPayPal,
  prove,
  provenBrowser,
  shown,
} from '../../support/payouts.ts'
import { headingOf, newBrowser, proveAt, signedInBrowser } from '../../support/sign-in.ts'
import { retryOutsideSoak } from '../../support/wire.ts'

const hourMs = 3_600_000

await onEveryDatabase('being paid', (foyer) => {
  const methodOf = async (user: TestUser, id: number) => {
    const method = await user.paymentMethods.get(id)
    assert.ok(method.type === 'PayPal' && method._embedded)
    const { verified, usable_from } = method._embedded.type_details
    return { isDefault: method.default_seller_method, verified, usable_from, method }
  }
  /** The method that gets the user's money now, as a client of the public interface reads it. */
  const paidAt = async (user: TestUser): Promise<PaymentMethod | undefined> => {
    const defaults = []
    for await (const method of user.paymentMethods.list())
      if (method.default_seller_method) defaults.push(method)
    assert.ok(defaults.length < 2)
    return defaults[0]
  }
  const paidTo = async (user: TestUser): Promise<number | undefined> =>
    (await paidAt(user))?.id ?? undefined
  const kindsTo = async (email: string) => (await emailsTo(foyer.db, email)).map(({ kind }) => kind)

  test('an account is paid 48 hours after its owner has followed the link', async () => {
    const user = await foyer.newUser()
    const email = newPayPal()
    const created = await user.paymentMethods.createPayPal({ email })
    const id = Number(created.id)
    // The account is chosen, and becomes the default when its hold has ended.
    assert.deepEqual([created.default_seller_method, isChosen(created)], [false, true])
    const before = await methodOf(user, id)
    assert.deepEqual([before.verified, before.usable_from], [false, null])
    assert.deepEqual(await kindsTo(email), ['confirm_payout'])
    assert.deepEqual(await kindsTo(user.email), [])

    assert.match((await prove(foyer, user, email)).location, isProved)
    const { verified, usable_from } = await methodOf(user, id)
    assert.equal(verified, true)
    const wait = Date.parse(usable_from ?? '') - Date.now()
    assert.ok(wait > 47.9 * hourMs && wait <= 48 * hourMs, String(wait))
    assert.equal(await paidTo(user), undefined)
    assert.deepEqual(await kindsTo(user.email), ['payout_changed'])
    await endHold(foyer, user)
    assert.equal(await paidTo(user), id)
    assert.equal((await prove(foyer, user, email)).status, 410)
  })

  test('a link to confirm an address is valid for one address of one method, and for a day', async () => {
    const user = await foyer.newUser()
    const [first, second, third] = [newPayPal(), newPayPal(), newPayPal()]
    const { id } = await user.paymentMethods.createPayPal({ email: first })
    await user.paymentMethods.replacePayPal(Number(id), { email: second })
    assert.equal((await prove(foyer, user, first)).status, 410)
    assert.equal((await methodOf(user, Number(id))).verified, false)
    const deleted = await user.paymentMethods.createPayPal({ email: third })
    await user.paymentMethods.delete(Number(deleted.id))
    assert.equal((await prove(foyer, user, third)).status, 410)
    const { now } = foyer.clock
    foyer.clock.now = () => Date.now() + 24 * hourMs
    try {
      assert.equal((await prove(foyer, user, second)).status, 410)
    } finally {
      foyer.clock.now = now
    }
    const browser = await provenBrowser(foyer, user)
    await foyer.db.query(sql`update users set disabled_at = now() where id = ${user.id}`)
    await follow(foyer, await linkTo(foyer.db, second, 'confirm_payout'), browser)
    const proved = await foyer.db.query(sql`
      select from payment_methods where user_id = ${user.id} and verified_at is not null`)
    assert.equal(proved.length, 0)
  })

  /** The address that the user's money goes to. Fails if another method is paid. */
  const payee = async (user: TestUser, id: number) => {
    const [row] = await foyer.db.query<{ email: string }>(sql`
      select coalesce(paid_email, email) as email from payment_methods
      where id = ${id} and user_id = ${user.id}`)
    assert.equal(await paidTo(user), id)
    return row?.email
  }

  test('a stolen session or token cannot change where money goes', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    assert.equal(await paidTo(user), own.id)

    // The pages ask for the password.
    const stolen = await signedInBrowser(foyer.authUrl, user.email)
    for (const path of ['paypal', `${own.id}`, `${own.id}/default-seller`]) {
      const asked = await stolen.get(`/account/paymentmethods/${path}`)
      assert.match(asked.location, /\/account\/confirm\?for=payouts/, path)
      const { csrf } = await formFields(stolen)
      const sent = { csrf, email: newPayPal(), default_seller_method: 'true', version: '1' }
      const refused = await stolen.post(`/account/paymentmethods/${path}`, sent)
      assert.match(refused.location, /\/account\/confirm\?for=payouts/, path)
    }
    assert.equal((await Array.fromAsync(user.paymentMethods.list())).length, 1)

    // A stolen token may replace a letter of the address with one that looks the same. This one is
    // Cyrillic.
    await user.paymentMethods.replacePayPal(own.id, { email: own.email.replace('a', '\u0430') })
    const twin = await methodOf(user, own.id)
    assert.deepEqual([twin.verified, twin.usable_from], [false, null])
    assert.equal(await payee(user, own.id), own.email)
    await endHold(foyer, user)
    assert.equal(await payee(user, own.id), own.email)
    await user.paymentMethods.replacePayPal(own.id, { email: own.email })

    // The token changes the chosen method, but not where money goes.
    const email = newPayPal()
    const theirs = await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    assert.equal(theirs.default_seller_method, false)
    assert.equal(await paidTo(user), own.id)
    await prove(foyer, user, email)
    assert.equal(await paidTo(user), own.id)
    // No other request with the token shortens the hold.
    for (const default_seller_method of [false, true]) {
      await user.paymentMethods.updateDefaults(Number(theirs.id), { default_seller_method })
      await user.paymentMethods.createPayPal({ email, default_seller_method })
    }
    assert.equal(await paidTo(user), own.id)
    const { usable_from } = await methodOf(user, Number(theirs.id))
    assert.ok(Date.parse(usable_from ?? '') > Date.now() + 47.9 * hourMs)

    // The owner reads the email, and undoes the change from another device, without a sign-in.
    const letter = (await emailsTo(foyer.db, user.email)).findLast(
      ({ kind }) => kind === 'payout_changed',
    )
    assert.match(letter?.method ?? '', /^PayPal p\*\*\*@n[-.\w]+$/)
    const link = await linkTo(foyer.db, user.email, 'payout_changed')
    const page = await newBrowser(foyer.authUrl).get(link.slice(foyer.authUrl.length))
    assert.match(page.text, /Do you want to be paid by PayPal p\*\*\*@[-.\w]+ again/)
    assert.match((await methodOf(user, Number(theirs.id))).usable_from ?? '', /^20/)
    assert.match((await follow(foyer, link)).text, /The change was undone/)
    assert.equal((await follow(foyer, link)).status, 410)
    await endHold(foyer, user)
    assert.equal(await paidTo(user), own.id)
    assert.equal((await methodOf(user, Number(theirs.id))).usable_from, null)
  })

  test('an address that only looks the same counts as another address', async () => {
    const twins = [
      ['ada@digital.example.com', 'ada@dıgıtal.example.com'],
      ['νίκος@n.example.com', 'νίκοσ@n.example.com'],
    ] as const
    for (const [email, twin] of twins) {
      const user = await foyer.newUser()
      const own = await addPaid(foyer, user, email)
      const pays = async () => assert.equal(await payee(user, own.id), email)
      const again = await user.paymentMethods.createPayPal({ email: twin })
      assert.equal(Number(again.id), own.id)
      assert.equal((await methodOf(user, own.id)).verified, false, twin)
      await pays()
      // The address that is paid stays proved in any letter case.
      const upper = email.replaceAll(/[a-z]/g, (letter) => letter.toUpperCase())
      await user.paymentMethods.replacePayPal(own.id, { email: upper })
      assert.equal((await methodOf(user, own.id)).verified, true, upper)
      await user.paymentMethods.replacePayPal(own.id, { email })
      await user.paymentMethods.replacePayPal(own.id, { email: twin })
      assert.equal((await methodOf(user, own.id)).verified, false, twin)
      await pays()
      assert.match((await prove(foyer, user, twin)).location, isProved)
      assert.equal((await kindsTo(user.email)).at(-1), 'payout_changed')
      await pays()
    }
  })

  test('a link that was sent to one address does not prove another that looks the same', async () => {
    const user = await foyer.newUser()
    const [email, twin] = ['ada@institute.example.com', 'ada@instıtute.example.com']
    const { id } = await user.paymentMethods.createPayPal({ email })
    await user.paymentMethods.createPayPal({ email: twin })
    assert.equal((await prove(foyer, user, email)).status, 410)
    assert.equal((await methodOf(user, Number(id))).verified, false)
  })

  test('without an undo, the new method is paid when the hold has ended', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const next = await addPaid(foyer, user)
    assert.equal(await paidTo(user), next.id)
    assert.equal((await methodOf(user, own.id)).usable_from, null)
    // Choosing the paid method again ends a change that is on hold.
    await user.paymentMethods.updateDefaults(own.id, { default_seller_method: true })
    assert.equal(await paidTo(user), next.id)
    await user.paymentMethods.updateDefaults(next.id, { default_seller_method: true })
    await endHold(foyer, user)
    assert.equal(await paidTo(user), next.id)
  })

  test('a new address of a paid account needs a proof and a hold, like another account', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const email = newPayPal()
    await user.paymentMethods.replacePayPal(own.id, { email })
    assert.equal((await methodOf(user, own.id)).verified, false)
    await prove(foyer, user, email)
    const held = await paidAt(user)
    assert.ok(held?.type === 'PayPal')
    assert.equal(held.details, shown(own.email))
    const { email: paid, next_email } = held._embedded?.type_details ?? {}
    assert.deepEqual([paid, next_email], [own.email, email].map(shown))
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_changed'))
    assert.equal(await paidTo(user), own.id)
    assert.equal((await methodOf(user, own.id)).method.details, shown(own.email))
    // The link to the new address was used already, so the address cannot be proved with it again.
    assert.equal((await prove(foyer, user, email)).status, 410)
  })

  test('a cleared default can be restored from the email, also after another choice', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    await user.paymentMethods.updateDefaults(own.id, { default_seller_method: false })
    assert.equal(await paidTo(user), undefined)
    const email = newPayPal()
    const next = await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    await prove(foyer, user, email)
    assert.equal(await paidTo(user), undefined)
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_cleared'))
    assert.equal(await paidTo(user), own.id)
    // The choice in between is undone, too, so its own link is no longer valid.
    const later = await linkTo(foyer.db, user.email, 'payout_changed')
    assert.equal((await follow(foyer, later)).status, 410)
    assert.equal((await methodOf(user, Number(next.id))).usable_from, null)
  })

  test('a deleted method is not paid, and the hold of the next one does not get shorter', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const email = newPayPal()
    const next = await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    await prove(foyer, user, email)
    await user.paymentMethods.delete(own.id)
    assert.equal((await kindsTo(user.email)).at(-1), 'payout_deleted')
    assert.equal(await paidTo(user), undefined)
    const { usable_from } = await methodOf(user, Number(next.id))
    assert.ok(Date.parse(usable_from ?? '') > Date.now() + 47.9 * hourMs)
    // The change can still be undone. Then no method is paid.
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_changed'))
    await endHold(foyer, user)
    assert.equal(await paidTo(user), undefined)
    assert.equal((await methodOf(user, Number(next.id))).isDefault, false)
  })

  test('an undo restores the address from before the change, whatever was changed since', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    await user.paymentMethods.updateDefaults(own.id, { default_seller_method: false })
    const strange = newPayPal()
    await user.paymentMethods.replacePayPal(own.id, { email: strange })
    await prove(foyer, user, strange)
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_cleared'))
    assert.equal(await paidTo(user), own.id)
    const [{ email } = { email: '' }] = await foyer.db.query<{ email: string }>(sql`
      select email from payment_methods where user_id = ${user.id}`)
    assert.equal(email, own.email)
  })

  test('a second new address during a hold does not become the one that is paid', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const [second, third] = [newPayPal(), newPayPal()]
    await user.paymentMethods.replacePayPal(own.id, { email: second })
    await prove(foyer, user, second)
    await user.paymentMethods.replacePayPal(own.id, { email: third })
    assert.equal((await paidAt(user))?.details, shown(own.email))
    // The user can return to the paid address without a proof.
    await user.paymentMethods.replacePayPal(own.id, { email: own.email })
    const { verified, method } = await methodOf(user, own.id)
    assert.deepEqual([verified, method._embedded?.type_details.next_email], [true, null])
    assert.equal(await paidTo(user), own.id)
  })

  test('a new address is not paid when another method was chosen before its hold ended', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const [second, third] = [newPayPal(), newPayPal()]
    await user.paymentMethods.replacePayPal(own.id, { email: second })
    await prove(foyer, user, second)
    const other = await user.paymentMethods.createPayPal({
      email: third,
      default_seller_method: true,
    })
    await prove(foyer, user, third)
    // The hold of the address has ended, and the hold of the other method has not.
    await foyer.db.query(sql`
      update payment_methods set usable_from = usable_from - interval '48 hours'
      where user_id = ${user.id} and id = ${own.id}`)
    assert.equal((await paidAt(user))?.details, shown(own.email))
    await user.paymentMethods.updateDefaults(own.id, { default_seller_method: true })
    assert.equal((await paidAt(user))?.details, shown(own.email))
    await user.paymentMethods.replacePayPal(own.id, { email: own.email })
    await user.paymentMethods.updateDefaults(Number(other.id), { default_seller_method: true })
    assert.equal((await paidAt(user))?.details, shown(own.email))
    await endHold(foyer, user)
    assert.equal(await paidTo(user), Number(other.id))
  })

  test('a method that was paid before can be deleted when the hold has ended', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    // Without this, the deletion would clear the former method together with the default.
    await user.paymentMethods.updateDefaults(own.id, { default_buyer_method: false })
    const next = await addPaid(foyer, user)
    const former = () =>
      foyer.db.query(sql`
        select from users where id = ${user.id} and former_seller_method_id = ${own.id}`)
    assert.equal((await former()).length, 1)
    await user.paymentMethods.delete(own.id)
    assert.equal((await former()).length, 0)
    assert.equal(await paidTo(user), next.id)
  })

  test('a new password does not end the link to undo a change', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const email = newPayPal()
    await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    await prove(foyer, user, email)
    const link = await linkTo(foyer.db, user.email, 'payout_changed')
    // A new password ends links like this.
    await endAccess(foyer.db, user.id, { links: { now: new Date() } })
    await follow(foyer, link)
    await endHold(foyer, user)
    assert.equal(await paidTo(user), own.id)
  })

  test('only the owner can confirm an address, signed in and with a fresh proof', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const email = newPayPal()
    const { id } = await user.paymentMethods.createPayPal({ email })
    const link = await linkTo(foyer.db, email, 'confirm_payout')
    const path = link.slice(foyer.authUrl.length)
    const isVerified = async () => (await methodOf(user, Number(id))).verified

    // Other readers of the email, such as scanners, are asked to sign in.
    const reader = newBrowser(foyer.authUrl)
    const asked = await reader.get(path)
    assert.match(asked.text, /Sign in to Foyer to confirm that you want to be paid by PayPal p\*/)
    const stolen = await provenBrowser(foyer, other)
    const theirs = await stolen.get(path)
    assert.deepEqual([theirs.status, headingOf(theirs)], [403, 'Confirm how you are paid'])
    assert.match(theirs.text, /belongs to another account/)
    // A session alone is not enough.
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    assert.match((await browser.get(path)).location, /\/account\/confirm\?for=payouts/)
    const { searchParams } = new URL(link)
    for (const by of [reader, stolen, browser]) {
      const page = await by.get('/account/paymentmethods/card')
      const csrf = /name="csrf" value="([^"]+)"/.exec(page.text)?.[1] ?? ''
      await by.post('/payouts/confirm', { csrf, token: searchParams.get('token') ?? '' })
      assert.equal(await isVerified(), false)
    }
    const form = await proveAt(browser, path)
    assert.match(
      form.text,
      /PayPal p\*\*\*@[-.\w]+ was added to an account at Foyer as a way to be paid/,
    )
    assert.equal(await isVerified(), false)
    const confirmed = await browser.submit(form, {}, '/payouts/confirm')
    assert.match(confirmed.location, isProved)
    assert.match((await browser.follow(confirmed)).text, /The payment method was confirmed\./)
    assert.equal(await isVerified(), true)
  })

  test('the default of the public interface is never an address that is unproved or on hold', async () => {
    const user = await foyer.newUser()
    const [first, second, third] = [newPayPal(), newPayPal(), newPayPal()]
    const pays = async (email: string | undefined) =>
      assert.equal((await paidAt(user))?.details, email && shown(email))
    const choose = (id: number, chosen = true) =>
      user.paymentMethods.updateDefaults(id, { default_seller_method: chosen })
    const id = Number((await user.paymentMethods.createPayPal({ email: first })).id)
    await pays(undefined)
    await prove(foyer, user, first)
    await pays(undefined)
    await endHold(foyer, user)
    await pays(first)

    // A new address is paid after its proof and its hold. Until then the earlier one is paid.
    await user.paymentMethods.replacePayPal(id, { email: second })
    await pays(first)
    await prove(foyer, user, second)
    await pays(first)
    // The user chooses another method, and then this one again. Its new address is on hold.
    const other = await user.paymentMethods.createPayPal({
      email: third,
      default_seller_method: true,
    })
    await pays(first)
    await choose(id)
    await pays(first)
    assert.equal((await emailsTo(foyer.db, user.email)).at(-1)?.kind, 'payout_changed')
    await choose(Number(other.id))
    await user.paymentMethods.delete(Number(other.id))
    await pays(first)
    await endHold(foyer, user)
    await pays(second)
    await choose(id, false)
    await pays(undefined)
    await choose(id)
    await pays(undefined)
  })

  test('the limit of confirmation emails holds for concurrent requests, and counts only sent emails', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const email = newPayPal()
    // A refused request and a request for a proved account send no email, so they do not count.
    const refused = Array.from({ length: 5 }, () =>
      user.paymentMethods
        .createPayPal({ email, billing_address_id: 2_000_000_000 })
        .catch(() => undefined),
    )
    await Promise.all(refused)
    assert.deepEqual(await kindsTo(email), [])
    const add = () => user.request('POST', '/paymentmethods/paypal', { body: { email } })
    // A request that a busy service refuses is sent again after the others, because a refused email
    // counts for a moment.
    const answers = await Promise.all(Array.from({ length: 5 }, add))
    for (const first of answers) {
      const { status } = first.status === 503 ? await retryOutsideSoak(add) : first
      assert.ok(status === 200 || status === 201, String(status))
    }
    const { max } = limits.user_email
    assert.equal((await kindsTo(email)).length, max)
    // Requests of one user do not use up those of another.
    await other.paymentMethods.createPayPal({ email })
    assert.equal((await kindsTo(email)).length, max + 1)
    const own = await addPaid(foyer, user)
    for (let times = 0; times < 4; times++)
      await user.paymentMethods.createPayPal({ email: own.email })
    await user.paymentMethods.delete(own.id)
    await user.paymentMethods.createPayPal({ email: own.email })
    assert.equal((await kindsTo(own.email)).length, 2)
  })

  test('sign-ups by strangers do not keep the owner of an address from confirming it', async () => {
    const user = await foyer.newUser()
    const email = newPayPal()
    await floodWithSignUps(foyer, email)
    const { id } = await user.paymentMethods.createPayPal({ email })
    assert.equal((await kindsTo(email)).at(-1), 'confirm_payout')
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const list = await browser.get('/account/paymentmethods')
    await browser.submit(list, {}, `/${id}/proof`)
    const proofs = (await kindsTo(email)).filter((kind) => kind === 'confirm_payout')
    assert.equal(proofs.length, 2)
    assert.match((await prove(foyer, user, email)).location, isProved)
  })

  test('a user adds an account, proves it, and changes the default on the pages', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const form = await proveAt(browser, '/account/paymentmethods/paypal')
    const email = newPayPal()
    const list = await browser.follow(await browser.submit(form, { email }, '/paypal'))
    const link = `We sent a link to ${shown(email)}. Open it to confirm`
    assert.ok(list.text.includes(`The payment method was added. ${link}`))
    assert.ok(list.text.includes(`Confirm by a link sent to ${shown(email)}.`))
    const methods = await Array.fromAsync(user.paymentMethods.list())
    const id = Number(methods.find((method) => method.id !== own.id)?.id)
    const again = await browser.follow(await browser.submit(list, {}, `/${id}/proof`))
    assert.ok(again.text.includes(link))
    assert.equal((await emailsTo(foyer.db, email)).length, 2)
    await prove(foyer, user, email)

    const ask = await browser.get(`/account/paymentmethods/${id}/default-seller`)
    // The moment at which payments begin, and not "in 1 day".
    const moment = /from (\w+day, \d{1,2} \w+ \d{4} at \d\d:\d\d UTC)/
    assert.match(ask.text, moment)
    const chosen = await browser.follow(await browser.submit(ask, {}, '/default-seller'))
    const [, from = ''] = moment.exec(chosen.text) ?? []
    assert.ok(chosen.text.includes(`Gets your money from ${from}.`))
    assert.ok(chosen.text.includes(`Gets your money until ${from}.`))
    assert.equal(await paidTo(user), own.id)
    // The user can change their mind on the list, too.
    assert.match(chosen.text, new RegExp(`paymentmethods/${own.id}/default-seller"`))
    const keep = await browser.get(`/account/paymentmethods/${own.id}/default-seller`)
    assert.match(keep.text, /Choose it to keep it, and to cancel the change\./)
    await browser.submit(keep, {}, '/default-seller')
    await endHold(foyer, user)
    assert.equal(await paidTo(user), own.id)
  })

  const formFields = async (browser: Awaited<ReturnType<typeof signedInBrowser>>) => {
    const { text } = await browser.get('/account/paymentmethods/card')
    return { csrf: /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '' }
  }
})
