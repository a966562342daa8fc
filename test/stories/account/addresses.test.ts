import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formsOf, type Page } from '../../support/browser.ts'
import { trailOf } from '../../support/credentials.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { Unavailable } from '../../support/inside.ts'
import { headingOf, signedInBrowser } from '../../support/sign-in.ts'
import { retry503 } from '../../support/wire.ts'

const home = {
  country_code: 'US',
  full_name: 'Ada Lovelace',
  address_1: '1600 Amphitheatre Parkway',
  city: 'Mountain View',
  state_province: 'CA',
  postal_code: '94043',
}

/** The names of the fields that a page shows, in order. */
const shownFields = ({ text }: Page): string[] =>
  [...text.matchAll(/<(?:input|select) id="(\w+)"/g)].map(([, name = '']) => name)

const addressesOf = ({ addresses }: TestUser) => Array.fromAsync(addresses.list())

await onEveryDatabase('the addresses on the account pages', (foyer) => {
  const signedIn = async () => {
    const user = await foyer.newUser()
    return { user, browser: await signedInBrowser(foyer.authUrl, user.email) }
  }

  test('a user adds, edits, and deletes an address, and undoes the deletion', async () => {
    const { user, browser } = await signedIn()
    assert.match((await browser.get('/account')).text, /You have no address yet/)
    const empty = await browser.get('/account/addresses/new')
    assert.deepEqual(shownFields(empty), ['country_code'])
    const american = await browser.submit(empty, { country_code: 'US' }, '/addresses/new')
    const added = await browser.follow(await browser.submit(american, home, '/addresses/new'))
    assert.match(added.text, /The address was added\./)
    assert.match(added.text, /Mountain View, CA 94043<br>United States/)
    assert.match(added.text, /<h2>Ada Lovelace <span class="tag">Default<\/span><\/h2>/)
    assert.match(
      added.text,
      /aria-label="Menu: Ada Lovelace, 1600 Amphitheatre Parkway, Mountain View"/,
    )
    const [address] = await addressesOf(user)
    assert.ok(address?.id && address.default)

    const edit = await browser.get(`/account/addresses/${address.id}`)
    const form = await browser.submit(edit, { city: 'Palo Alto' }, `/${address.id}`)
    assert.match((await browser.follow(form)).text, /The address was saved\./)
    assert.equal((await user.addresses.get(address.id)).city, 'Palo Alto')

    const ask = await browser.get(`/account/addresses/${address.id}/delete`)
    assert.match(ask.text, /will no longer be offered/)
    const deleted = await browser.submit(ask, {}, '/delete')
    assert.match(deleted.text, /The address was deleted\./)
    await assert.rejects(user.addresses.get(address.id), { status: 404 })
    await browser.submit(deleted, {}, '/addresses/new')
    const [again] = await addressesOf(user)
    assert.deepEqual([again?.city, again?.default], ['Palo Alto', true])
  })

  test('forms for a new address and for undoing its deletion that are sent twice add one address', async () => {
    const { user, browser } = await signedIn()
    const empty = await browser.get('/account/addresses/new')
    const american = await browser.submit(empty, { country_code: 'US' }, '/addresses/new')
    const created = async () => {
      const trail = await trailOf(foyer.db, user.id)
      return trail.filter((action) => action === 'address.created').length
    }
    const sendTwice = async (page: Page, fields = {}) => {
      const answers = await Promise.all(
        [1, 2].map(() => retry503(() => browser.submit(page, fields, '/addresses/new'))),
      )
      for (const { location } of answers) assert.match(location, /\?done=address_added$/)
      return addressesOf(user)
    }
    const [address, ...others] = await sendTwice(american, home)
    assert.deepEqual([others, await created()], [[], 1])
    const again = await browser.submit(american, home, '/addresses/new')
    assert.match(again.location, /\?done=address_added$/)
    assert.equal(await created(), 1)

    const ask = await browser.get(`/account/addresses/${address?.id}/delete`)
    const undone = await sendTwice(await browser.submit(ask, {}, '/delete'))
    assert.deepEqual([undone.length, await created()], [1, 2])
    // With other fields it is another address.
    await browser.submit(american, { ...home, city: 'Palo Alto' }, '/addresses/new')
    assert.equal((await addressesOf(user)).length, 2)
  })

  test('a new address that waits too long for the user’s row gets the page of an unavailable service', async (t) => {
    const { user, browser } = await signedIn()
    const empty = await browser.get('/account/addresses/new')
    const american = await browser.submit(empty, { country_code: 'US' }, '/addresses/new')
    const lockTimeout = Object.assign(new Error('The lock timed out.'), { code: '55P03' })
    const locked = t.mock.method(foyer.db, 'transactionFor', () =>
      Promise.reject(new Unavailable(lockTimeout)),
    )
    const refused = await browser.submit(american, home, '/addresses/new')
    assert.deepEqual(
      [refused.status, headingOf(refused)],
      [503, 'The service is temporarily unavailable'],
    )
    assert.doesNotMatch(refused.text, /could not read this form/)
    locked.mock.restore()
    const added = await browser.submit(american, home, '/addresses/new')
    assert.match(added.location, /\?done=address_added$/)
    assert.equal((await addressesOf(user)).length, 1)
  })

  test('the fields depend on the country, and a change of the country keeps what was typed', async () => {
    const { user, browser } = await signedIn()
    const page = await browser.get('/account/addresses/new')
    const choose = (from: Page, fields: Record<string, string>) =>
      browser.submit(from, { ...fields, use_country: 'true' }, '/addresses/new')
    const american = await choose(page, { country_code: 'US' })
    const order = 'country_code full_name address_1 address_2 address_3 city state_province'
    assert.deepEqual(shownFields(american), [...order.split(' '), 'postal_code', 'default'])
    assert.match(american.text, /<label for="postal_code">ZIP code<\/label>/)
    assert.match(american.text, /<option value="CA">California<\/option>/)

    // Addresses in Hong Kong have no postal code, and forms do not ask for the city.
    const chinese = await choose(american, { ...home, country_code: 'HK' })
    assert.ok(!shownFields(chinese).includes('postal_code'))
    const back = await choose(chinese, { country_code: 'US' })
    for (const value of Object.values(home))
      assert.ok(back.text.includes(`value="${value}"`), value)
    // If the country was changed, Enter and "Save" first show the fields of the new country.
    const unseen = await browser.submit(back, { country_code: 'FR' }, '/addresses/new')
    assert.match(unseen.text, /value="FR" selected/)
    assert.deepEqual(await addressesOf(user), [])

    await browser.submit(chinese, { default: 'true' }, '/addresses/new')
    const [saved] = await addressesOf(user)
    assert.deepEqual([saved?.postal_code, saved?._embedded?.country.code], [null, 'HK'])
  })

  test('a part that the country does not ask for is seen, changed, and kept by an undone deletion', async () => {
    const { user, browser } = await signedIn()
    const kent = {
      country_code: 'GB',
      full_name: 'Ada Lovelace',
      address_1: '1 Vale Road',
      city: 'Tonbridge',
      state_province: 'Kent',
      postal_code: 'TN9 1AA',
    }
    const { id } = await user.addresses.create(kent)
    const countyOf = async () => (await addressesOf(user))[0]?.state_province
    const edit = await browser.get(`/account/addresses/${id}`)
    assert.match(edit.text, /<label for="state_province">County \(optional\)<\/label>/)
    const refused = await browser.submit(edit, { postal_code: 'TN9' }, `/${id}`)
    assert.ok(shownFields(refused).includes('state_province'))
    await browser.submit(refused, { postal_code: 'TN9 1AA', address_2: 'Flat 2' }, `/${id}`)
    assert.equal(await countyOf(), 'Kent')

    const ask = await browser.get(`/account/addresses/${id}/delete`)
    await browser.submit(await browser.submit(ask, {}, '/delete'), {}, '/addresses/new')
    assert.equal(await countyOf(), 'Kent')

    const [again] = await addressesOf(user)
    const saved = await browser.get(`/account/addresses/${again?.id}`)
    const german = await browser.submit(saved, { country_code: 'DE' }, `/${again?.id}`)
    assert.ok(!shownFields(german).includes('state_province'))
    // A look at another country loses nothing.
    const british = await browser.submit(german, { country_code: 'GB' }, `/${again?.id}`)
    assert.ok(shownFields(british).includes('state_province'))
    await browser.submit(british, { address_2: 'Flat 3' }, `/${again?.id}`)
    assert.equal(await countyOf(), 'Kent')

    const moved = await browser.submit(
      await browser.get(`/account/addresses/${again?.id}`),
      { country_code: 'DE' },
      `/${again?.id}`,
    )
    await browser.submit(moved, { postal_code: '10115' }, `/${again?.id}`)
    assert.equal(await countyOf(), null)
  })

  test('where the city or the state is enough, the form offers both, with the known states', async () => {
    const { user, browser } = await signedIn()
    const page = await browser.get('/account/addresses/new')
    const emirati = await browser.submit(page, { country_code: 'AE' }, '/addresses/new')
    assert.match(emirati.text, /<label for="city">City \(optional\)<\/label>/)
    assert.match(emirati.text, /<label for="state_province">Emirate \(optional\)<\/label>/)
    assert.match(emirati.text, /<datalist id="state_province-list">.*Dubai/s)
    const place = { full_name: 'Ada Lovelace', address_1: 'PO Box 12345' }
    const refused = await browser.submit(emirati, place, '/addresses/new')
    assert.match(refused.text, /id="city-fault">Fill in “City”\./)
    const emirate = { ...place, state_province: 'Dubai' }
    const added = await browser.follow(await browser.submit(refused, emirate, '/addresses/new'))
    assert.match(added.text, /PO Box 12345<br>Dubai<br>United Arab Emirates/)
    const [address] = await addressesOf(user)
    assert.deepEqual([address?.city, address?.state_province], [null, 'Dubai'])
  })

  test('a wrong address gets the messages of the API, beside its fields, and names a field without a value', async () => {
    const { user, browser } = await signedIn()
    const blank = await browser.get('/account/addresses/new')
    const page = await browser.submit(blank, { country_code: 'US' }, '/addresses/new')
    const wrong = { ...home, full_name: '', postal_code: '123' }
    const refused = await browser.submit(page, wrong, '/addresses/new')
    assert.equal(refused.status, 400)
    const faults = new Map(
      [...refused.text.matchAll(/id="(\w+)-fault">([^<]+)</g)].map(([, name, text]) => [
        name,
        text,
      ]),
    )
    await assert.rejects(user.addresses.create({ ...wrong, full_name: null }), (error) => {
      const { errors } = error as unknown as { errors: Record<string, string[]> }
      assert.deepEqual(errors.full_name, ['A value is required.'])
      const told = Object.entries({ ...errors, full_name: ['Fill in “Full name”.'] }).map(
        ([name, [first = '']]) => [name, escaped(first)],
      )
      assert.deepEqual([...faults], told)
      return true
    })
    assert.match(refused.text, /<title>Error: Add an address/)
    assert.match(refused.text, /value="1600 Amphitheatre Parkway"/)
  })

  test('an edit does not overwrite a change that was made elsewhere', async () => {
    const { user, browser } = await signedIn()
    const { id } = await user.addresses.create(home)
    const edit = await browser.get(`/account/addresses/${id}`)
    await user.addresses.update(Number(id), { city: 'Palo Alto' })
    const refused = await browser.submit(edit, { address_2: 'Building 40' }, `/${id}`)
    assert.equal(refused.status, 400)
    assert.match(refused.text, /changed elsewhere/)
    assert.equal((await user.addresses.get(Number(id))).city, 'Palo Alto')
    await browser.submit(refused, {}, `/${id}`)
    const { city, address_2 } = await user.addresses.get(Number(id))
    assert.deepEqual([city, address_2], ['Mountain View', 'Building 40'])
  })

  test('a user chooses another default, and a billing address has no delete link', async () => {
    const { user, browser } = await signedIn()
    const [first, second] = [await user.addresses.create(home), await user.addresses.create(home)]
    await user.paymentMethods.createPayPal({
      email: 'ada@example.com',
      billing_address_id: first.id,
    })
    const list = await browser.get('/account/addresses')
    assert.ok(!list.text.includes(`/addresses/${first.id}/delete`))
    assert.match(list.text, /Used for billing, so it cannot be deleted/)
    const moved = await browser.submit(list, {}, `/${second.id}/default`)
    assert.match((await browser.follow(moved)).text, /now your default address/)
    assert.equal((await user.addresses.get(Number(second.id))).default, true)
  })

  test('another user’s address cannot be seen or changed', async () => {
    const { user, browser } = await signedIn()
    const other = await foyer.newUser()
    const { id } = await other.addresses.create(home)
    await user.addresses.create(home)
    const { csrf = '' } = formsOf(await browser.get('/account/addresses'))[0]?.fields ?? {}
    for (const below of ['', '/delete'])
      assert.equal((await browser.get(`/account/addresses/${id}${below}`)).status, 404)
    for (const below of ['', '/delete', '/default']) {
      const answer = await browser.post(`/account/addresses/${id}${below}`, { csrf, ...home })
      assert.ok([403, 404].includes(answer.status), `${below} ${answer.status}`)
    }
    assert.equal((await other.addresses.get(Number(id))).city, home.city)
    assert.equal((await addressesOf(other)).length, 1)
  })
})

/** Text as pages escape it. */
const escaped = (text: string): string => text.replaceAll('"', '&quot;').replaceAll("'", '&#39;')
