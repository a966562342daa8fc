import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endLinks } from '../../../src/identity/email-links/links.ts'
import { sql } from '../../../src/platform/database/sql.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { lettersTo, linkTo } from '../../support/mail.ts'
import { addPaid, endHold, follow, newPayPal, prove } from '../../support/payouts.ts'
import { newBrowser, proveAt, signedInBrowser } from '../../support/sign-in.ts'

const hourMs = 3_600_000

await onEveryDatabase('being paid', (foyer) => {
  const methodOf = async (user: TestUser, id: number) => {
    const method = await user.paymentMethods.get(id)
    assert.ok(method.type === 'PayPal' && method._embedded)
    const { verified, usable_from } = method._embedded.type_details
    return { isDefault: method.default_seller_method, verified, usable_from, method }
  }
  /** The method that gets the user's money now, as a client reads it. */
  const paidTo = async (user: TestUser): Promise<number | undefined> => {
    for await (const method of user.paymentMethods.list()) {
      if (method.type !== 'PayPal' || !method.default_seller_method) continue
      const { verified, usable_from } = method._embedded?.type_details ?? {}
      if (verified && usable_from && Date.parse(usable_from) <= Date.now()) return Number(method.id)
    }
    return undefined
  }
  const kindsTo = async (email: string) =>
    (await lettersTo(foyer.db, email)).map(({ kind }) => kind)

  test('an account is paid once its owner has followed the link, after 48 hours', async () => {
    const user = await foyer.newUser()
    const email = newPayPal()
    const created = await user.paymentMethods.createPayPal({ email })
    const id = Number(created.id)
    // The answer is as before; what is new stands in `type_details`.
    assert.equal(created.default_seller_method, true)
    const before = await methodOf(user, id)
    assert.deepEqual([before.verified, before.usable_from], [false, null])
    assert.deepEqual(await kindsTo(email), ['confirm_payout'])
    assert.deepEqual(await kindsTo(user.email), [])

    const link = await linkTo(foyer.db, email, 'confirm_payout')
    const scanner = newBrowser(foyer.authUrl)
    for (let opened = 0; opened < 2; opened++)
      assert.match((await scanner.get(link.slice(foyer.authUrl.length))).text, /PayPal p\*\*\*@/)
    assert.equal((await methodOf(user, id)).verified, false)

    assert.match((await follow(foyer, link)).text, /<h1>Confirmed<\/h1>/)
    const { verified, usable_from } = await methodOf(user, id)
    assert.equal(verified, true)
    const wait = Date.parse(usable_from ?? '') - Date.now()
    assert.ok(wait > 47.9 * hourMs && wait <= 48 * hourMs, String(wait))
    assert.equal(await paidTo(user), undefined)
    assert.deepEqual(await kindsTo(user.email), ['payout_changed'])
    await endHold(foyer, user)
    assert.equal(await paidTo(user), id)
    assert.equal((await follow(foyer, link)).status, 410)
  })

  test('a proof is for one address of one method, and for a day', async () => {
    const user = await foyer.newUser()
    const [first, second, third] = [newPayPal(), newPayPal(), newPayPal()]
    const { id } = await user.paymentMethods.createPayPal({ email: first })
    await user.paymentMethods.replacePayPal(Number(id), { email: second })
    assert.equal((await prove(foyer, first)).status, 410)
    assert.equal((await methodOf(user, Number(id))).verified, false)
    const deleted = await user.paymentMethods.createPayPal({ email: third })
    await user.paymentMethods.delete(Number(deleted.id))
    assert.equal((await prove(foyer, third)).status, 410)
    const { now } = foyer.clock
    foyer.clock.now = () => Date.now() + 24 * hourMs
    try {
      assert.equal((await prove(foyer, second)).status, 410)
    } finally {
      foyer.clock.now = now
    }
    await foyer.db.query(sql`update users set disabled_at = now() where id = ${user.id}`)
    assert.equal((await prove(foyer, second)).status, 410)
  })

  test('a taken-over session cannot change where money goes', async () => {
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

    // A stolen token changes the choice, but not where money goes.
    const email = newPayPal()
    const theirs = await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    assert.equal(theirs.default_seller_method, false)
    assert.equal(await paidTo(user), own.id)
    await prove(foyer, email)
    assert.equal(await paidTo(user), own.id)
    // Nothing else that the token may do shortens the hold.
    for (const default_seller_method of [false, true]) {
      await user.paymentMethods.updateDefaults(Number(theirs.id), { default_seller_method })
      await user.paymentMethods.createPayPal({ email, default_seller_method })
    }
    assert.equal(await paidTo(user), own.id)
    const { usable_from } = await methodOf(user, Number(theirs.id))
    assert.ok(Date.parse(usable_from ?? '') > Date.now() + 47.9 * hourMs)

    // The owner reads the email, and undoes the change from another device, without a sign-in.
    const letter = (await lettersTo(foyer.db, user.email)).findLast(
      ({ kind }) => kind === 'payout_changed',
    )
    assert.match(letter?.method ?? '', /^PayPal p\*\*\*@example\.com$/)
    const link = await linkTo(foyer.db, user.email, 'payout_changed')
    const page = await newBrowser(foyer.authUrl).get(link.slice(foyer.authUrl.length))
    assert.match(page.text, /Do you want to be paid by PayPal p\*\*\*@example\.com again/)
    assert.match((await methodOf(user, Number(theirs.id))).usable_from ?? '', /^20/)
    assert.match((await follow(foyer, link)).text, /The change was undone/)
    assert.equal((await follow(foyer, link)).status, 410)
    await endHold(foyer, user)
    assert.equal(await paidTo(user), own.id)
    assert.equal((await methodOf(user, Number(theirs.id))).usable_from, null)
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

  test('another address of a paid account is proved and on hold like another account', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const email = newPayPal()
    await user.paymentMethods.replacePayPal(own.id, { email })
    assert.equal((await methodOf(user, own.id)).verified, false)
    await prove(foyer, email)
    assert.equal(await paidTo(user), undefined)
    const [{ paid_email } = { paid_email: '' }] = await foyer.db.query<{ paid_email: string }>(sql`
      select paid_email from payment_methods where user_id = ${user.id}`)
    assert.equal(paid_email, own.email)
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_changed'))
    assert.equal(await paidTo(user), own.id)
    assert.equal((await methodOf(user, own.id)).method.details, `p***@example.com`)
    // The link of the new address has been used, so it does not come back.
    assert.equal((await prove(foyer, email)).status, 410)
  })

  test('a cleared default can be restored from the email, also after another choice', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    await user.paymentMethods.updateDefaults(own.id, { default_seller_method: false })
    assert.equal(await paidTo(user), undefined)
    const email = newPayPal()
    const next = await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    await prove(foyer, email)
    assert.equal(await paidTo(user), undefined)
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_cleared'))
    assert.equal(await paidTo(user), own.id)
    // What was chosen in between is undone too, so there is nothing left to undo.
    const later = await linkTo(foyer.db, user.email, 'payout_changed')
    assert.equal((await follow(foyer, later)).status, 410)
    assert.equal((await methodOf(user, Number(next.id))).usable_from, null)
  })

  test('a deleted method is not paid, and the hold of the next one does not get shorter', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const email = newPayPal()
    const next = await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    await prove(foyer, email)
    await user.paymentMethods.delete(own.id)
    assert.equal((await kindsTo(user.email)).at(-1), 'payout_deleted')
    assert.equal(await paidTo(user), undefined)
    const { usable_from } = await methodOf(user, Number(next.id))
    assert.ok(Date.parse(usable_from ?? '') > Date.now() + 47.9 * hourMs)
    // The change can be undone all the same. Then nothing is paid.
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_changed'))
    await endHold(foyer, user)
    assert.equal(await paidTo(user), undefined)
    assert.equal((await methodOf(user, Number(next.id))).isDefault, false)
  })

  test('an undo brings back the address of its time, whatever was changed since', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    await user.paymentMethods.updateDefaults(own.id, { default_seller_method: false })
    const strange = newPayPal()
    await user.paymentMethods.replacePayPal(own.id, { email: strange })
    await prove(foyer, strange)
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
    await prove(foyer, second)
    await user.paymentMethods.replacePayPal(own.id, { email: third })
    const [{ paid_email } = { paid_email: '' }] = await foyer.db.query<{ paid_email: string }>(sql`
      select paid_email from payment_methods where user_id = ${user.id}`)
    assert.equal(paid_email, own.email)
  })

  test('a method that was paid before can be deleted when the hold has ended', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const next = await addPaid(foyer, user)
    const former = () =>
      foyer.db.query(sql`
        select from users where id = ${user.id} and former_seller_method_id = ${own.id}`)
    assert.equal((await former()).length, 1)
    await user.paymentMethods.delete(own.id)
    assert.equal((await former()).length, 0)
    assert.equal(await paidTo(user), next.id)
  })

  test('a new password leaves the owner the way to undo', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const email = newPayPal()
    await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    await prove(foyer, email)
    const link = await linkTo(foyer.db, user.email, 'payout_changed')
    // As a new password does.
    await endLinks(foyer.db, user.id, { now: new Date() })
    await follow(foyer, link)
    await endHold(foyer, user)
    assert.equal(await paidTo(user), own.id)
  })

  test('a user adds an account, proves it, and changes the default on the pages', async () => {
    const user = await foyer.newUser()
    const own = await addPaid(foyer, user)
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const form = await proveAt(browser, '/account/paymentmethods/paypal')
    const email = newPayPal()
    const list = await browser.follow(await browser.submit(form, { email }, '/paypal'))
    assert.match(list.text, /Not confirmed/)
    const methods = await Array.fromAsync(user.paymentMethods.list())
    const id = Number(methods.find((method) => method.id !== own.id)?.id)
    const again = await browser.follow(await browser.submit(list, {}, `/${id}/proof`))
    assert.match(again.text, /We sent a link to the address of the payment method/)
    assert.equal((await lettersTo(foyer.db, email)).length, 2)
    await prove(foyer, email)

    const ask = await browser.get(`/account/paymentmethods/${id}/default-seller`)
    assert.match(ask.text, /48 hours after/)
    const chosen = await browser.follow(await browser.submit(ask, {}, '/default-seller'))
    assert.match(chosen.text, /Next default for being paid/)
    assert.match(chosen.text, /Payments begin/)
    assert.equal(await paidTo(user), own.id)
    // The user can change their mind on the list, too.
    assert.match(chosen.text, new RegExp(`paymentmethods/${own.id}/default-seller"`))
    const keep = await browser.get(`/account/paymentmethods/${own.id}/default-seller`)
    await browser.submit(keep, {}, '/default-seller')
    await endHold(foyer, user)
    assert.equal(await paidTo(user), own.id)
  })

  const formFields = async (browser: Awaited<ReturnType<typeof signedInBrowser>>) => {
    const { text } = await browser.get('/account/paymentmethods/card')
    return { csrf: /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? '' }
  }
})
