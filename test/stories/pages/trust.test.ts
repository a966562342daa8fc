import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeDecision } from '../../../src/identity/oauth/consents/consents.ts'
import { startSession } from '../../../src/identity/users/sessions/sessions.ts'
import { london } from '../../support/addresses.ts'
import { relyingParty } from '../../support/authorize.ts'
import { type Browser, formsOf } from '../../support/browser.ts'
import { newCard } from '../../support/cards.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { pagePathsOf } from '../../support/routes.ts'
import { behindProxy, proveAt, signedInBrowser } from '../../support/sign-in.ts'

/** The ids of one resource of each kind that the pages of the account show or change. */
interface Things {
  readonly address: number
  readonly card: number
  readonly paypal: number
  readonly passkey: number
  readonly session: string
  readonly application: number
}

/** Makes one resource of each kind. `text`, which may contain markup, is in all of their fields. */
async function makeThings(foyer: Foyer, user: TestUser, text: string): Promise<Things> {
  const { db } = foyer
  const address = await user.addresses.create({
    ...london,
    full_name: text,
    address_1: text,
    address_2: text,
    city: text.slice(0, 60),
  })
  const free = await user.addresses.create({ ...london, full_name: text })
  const billing_address_id = Number(address.id)
  const card = await user.paymentMethods.createCreditCard({
    ...newCard(),
    full_name: text,
    billing_address_id,
  })
  const paypal = await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
  const party = await relyingParty(foyer, { name: text })
  await storeDecision(db, user.id, {
    clientId: party.id,
    scopes: ['read:user', text],
    allowed: true,
  })
  await db.query(sql`
    insert into webhooks (user_id, application_id, name, url, host, topics, sealed)
    values (${user.id}, ${party.applicationId}, ${text}, ${text}, ${text}, '{User}', '')`)
  const [passkey] = await db.query<{ id: number }>(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name)
    values (${user.id}, ${String(user.id)}, '', 0, '{}', false, ${text}) returning id`)
  await startSession(db, { userId: user.id, amr: ['pwd'], device: text })
  const [session] = await db.query<{ uid: string }>(
    sql`select uid from sessions where user_id = ${user.id} and device = ${text}`,
  )
  await db.query(sql`update users set full_name = ${text} where id = ${user.id}`)
  return {
    address: Number(free.id),
    card: Number(card.id),
    paypal: Number(paypal.id),
    passkey: passkey?.id ?? 0,
    session: session?.uid ?? '',
    application: party.applicationId,
  }
}

/** The pages about one resource, with the ids that they are requested with. */
const pagesAbout: Readonly<Record<string, (things: Things) => readonly number[]>> = {
  '/account/addresses/:id': ({ address }) => [address],
  '/account/addresses/:id/default': ({ address }) => [address],
  '/account/addresses/:id/delete': ({ address }) => [address],
  '/account/applications/:id/disconnect': ({ application }) => [application],
  '/account/paymentmethods/:id': ({ card, paypal }) => [card, paypal],
  '/account/paymentmethods/:id/default': ({ card, paypal }) => [card, paypal],
  '/account/paymentmethods/:id/default-seller': ({ card, paypal }) => [card, paypal],
  '/account/paymentmethods/:id/delete': ({ card, paypal }) => [card, paypal],
  '/account/paymentmethods/:id/proof': ({ card, paypal }) => [card, paypal],
}

/** The forms that name a resource in a field. */
const formsAbout: Readonly<Record<string, (things: Things) => Readonly<Record<string, string>>>> = {
  '/account/sessions/end': ({ session }) => ({ session }),
  '/account/security/passkeys/rename': ({ passkey }) => ({
    passkey: String(passkey),
    name: 'Stolen',
  }),
  '/account/security/passkeys/remove': ({ passkey }) => ({ passkey: String(passkey) }),
}

/** Ids of resources that do not exist. */
const nothing: Things = {
  address: 2_147_483_647,
  card: 2_147_483_647,
  paypal: 2_147_483_647,
  passkey: 2_147_483_647,
  session: 'x'.repeat(43),
  application: 2_147_483_647,
}

await onEveryDatabase(
  'every page',
  (foyer) => {
    const signedIn = async () => {
      const user = await foyer.newUser()
      return { user, browser: await signedInBrowser(foyer.authUrl, user.email) }
    }
    const csrfOf = async (browser: Browser) =>
      formsOf(await browser.get('/account'))[0]?.fields.csrf ?? ''

    test('every route of a page sends protective headers, whatever the status', async () => {
      const { browser } = await signedIn()
      const paths = pagePathsOf(foyer.app, 'GET')
      assert.ok(paths.length > 50, String(paths.length))
      for (const path of paths) {
        const { headers } = await browser.get(path.replaceAll(/:\w+/g, '1'), {
          accept: 'text/html',
        })
        const policy = headers.get('content-security-policy') ?? ''
        assert.match(policy, /default-src 'none'.*frame-ancestors 'none'/, path)
        assert.doesNotMatch(policy, /unsafe|\*/, path)
        assert.equal(headers.get('x-content-type-options'), 'nosniff', path)
        assert.equal(headers.get('referrer-policy'), 'no-referrer', path)
        assert.match(headers.get('request-id') ?? '', /^[0-9a-f-]{36}$/, path)
        assert.match(headers.get('cache-control') ?? '', /no-store/, path)
      }
    })

    test('no page shows or changes what belongs to another user', async () => {
      const [mine, theirs] = [await signedIn(), await signedIn()]
      const things = await makeThings(foyer, theirs.user, 'Their own')
      const data = () => allOf(foyer, theirs.user.id)
      const before = await data()
      const about = pagePathsOf(foyer.app, 'POST').filter((path) => /^\/account\/.*:/.test(path))
      assert.deepEqual(about.toSorted(), Object.keys(pagesAbout).toSorted())
      const csrf = await csrfOf(mine.browser)
      for (const path of ['/account/security/passkeys', '/account/paymentmethods/paypal'])
        await proveAt(mine.browser, path)
      // The response without the parts that differ from request to request.
      const shown = ({ status, location, text }: Awaited<ReturnType<Browser['get']>>) => ({
        status,
        location,
        text: text.replaceAll(/[0-9a-f-]{36}|\b\d+\b|\/lang=[^"]*/g, ''),
      })
      for (const [path, idsOf] of Object.entries(pagesAbout))
        for (const [index, id] of idsOf(things).entries()) {
          const at = path.replace(':id', String(id))
          const none = path.replace(':id', String(idsOf(nothing)[index]))
          assert.deepEqual(
            shown(await mine.browser.get(at)),
            shown(await mine.browser.get(none)),
            at,
          )
          const fields = { csrf, role: 'buyer', full_name: 'Mallory' }
          const answer = shown(await mine.browser.post(at, fields))
          assert.deepEqual(answer, shown(await mine.browser.post(none, fields)), at)
          assert.doesNotMatch(answer.text, /Their own/)
        }
      for (const [path, fieldsOf] of Object.entries(formsAbout)) {
        const answer = shown(await mine.browser.post(path, { csrf, ...fieldsOf(things) }))
        const other = shown(await mine.browser.post(path, { csrf, ...fieldsOf(nothing) }))
        assert.deepEqual(answer, other, path)
      }
      assert.deepEqual(await data(), before)
    })

    test('what users and applications store is shown as text on every page', async () => {
      const { user, browser } = await signedIn()
      const markup = `<img src=x onerror=1>"'</p>`
      const { address, card, paypal, passkey } = await makeThings(foyer, user, markup)
      await proveAt(browser, '/account/security/passkeys')
      const paths = [
        ...pagePathsOf(foyer.app, 'GET').filter(
          (path) => path.startsWith('/account') && !path.includes(':'),
        ),
        `/account/addresses/${address}`,
        `/account/addresses/${address}/delete`,
        `/account/paymentmethods/${card}`,
        `/account/paymentmethods/${card}/delete`,
        `/account/paymentmethods/${paypal}`,
        `/account/security/passkeys/remove?passkey=${passkey}`,
      ]
      let pagesWithMarkup = 0
      for (const path of paths) {
        const { text } = await browser.get(path)
        assert.doesNotMatch(text, /<img|"'<|='[^>]*onerror/, path)
        if (text.includes('&lt;img src=x onerror=1&gt;&quot;&#39;')) pagesWithMarkup++
      }
      assert.ok(pagesWithMarkup > 10, String(pagesWithMarkup))
    })
  },
  behindProxy,
)

/** All data of a user that a page could change. */
async function allOf({ db }: Foyer, userId: number): Promise<unknown[]> {
  return Promise.all(
    [
      sql`select * from users where id = ${userId}`,
      sql`select * from addresses where user_id = ${userId} order by id`,
      sql`select * from payment_methods where user_id = ${userId} order by id`,
      sql`select * from passkeys where user_id = ${userId} order by id`,
      sql`select uid from sessions where user_id = ${userId} order by uid`,
      sql`select * from consents where user_id = ${userId}`,
      sql`select * from webhooks where user_id = ${userId}`,
    ].map((statement) => db.query(statement)),
  )
}
