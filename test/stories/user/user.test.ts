import assert from 'node:assert/strict'
import { test } from 'node:test'
import { etagOf, type User } from '@foyer/client'
import { london } from '../../support/addresses.ts'
import { firstChallenge } from '../../support/challenges.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'

/** The error for these invalid properties. */
const invalid = (errors: Record<string, string[]>) => ({
  status: 400,
  code: 'validation_failed',
  errors,
})

const hrefsOf = ({ _links }: User): Record<string, string | undefined> =>
  Object.fromEntries(Object.entries(_links ?? {}).map(([name, link]) => [name, link?.href]))

await onEveryDatabase('the user', (foyer) => {
  test('the user is read with all fields and links', async () => {
    const user = await foyer.newUser()
    await foyer.db.transaction((tx) =>
      tx.query(sql`update users set primary_phone = '+442079460000' where id = ${user.id}`),
    )
    const { _links, ...fields } = await user.user.get()
    assert.deepEqual(fields, {
      full_name: 'Ada Lovelace',
      email: user.email,
      primary_phone: '+442079460000',
      email_optin: false,
    })
    const { baseUrl } = foyer
    assert.deepEqual(hrefsOf({ _links, ...fields }), {
      self: `${baseUrl}/user`,
      'user:addresses': `${baseUrl}/addresses`,
      'user:paymentmethods': `${baseUrl}/paymentmethods`,
      'user:purchases': `${baseUrl}/purchases`,
      'user:sales': `${baseUrl}/sales`,
      'user:salesaggregates': `${baseUrl}/salesaggregates`,
      'user:sellerlistings': `${baseUrl}/sellerlistings`,
      'user:update': `${baseUrl}/user`,
      'user:webhooks': `${baseUrl}/webhooks`,
    })
    for (const link of Object.values(_links ?? {})) {
      assert.equal(typeof link?.title, 'string')
      assert.equal(link?.templated, false)
    }
  })

  test('an unknown phone number is null', async () => {
    const user = await foyer.newUser()
    assert.equal((await user.user.get()).primary_phone, null)
  })

  test('a read-only token gets no link to update the user', async () => {
    const user = await foyer.newUser(['read:user'])
    assert.ok(!('user:update' in ((await user.user.get())._links ?? {})))
    const answer = await user.request('PATCH', '/user', { body: { full_name: 'Ada King' } })
    assert.equal(answer.status, 403)
    assert.equal(
      firstChallenge(answer.headers),
      'Bearer realm="foyer",error="insufficient_scope",scope="write:user"',
    )
  })

  test('a write-only token can update the user, and not read it', async () => {
    const user = await foyer.newUser(['write:user'])
    const call = { body: { full_name: 'Ada King' }, headers: { accept: '*/*' } }
    assert.equal((await user.request('PATCH', '/user', call)).status, 200)
    assert.equal((await user.request('GET', '/user')).status, 403)
  })

  answers(foyer)
  changes(foyer)
  refusals(foyer)
  versions(foyer)
  erasures(foyer)
})

function answers(foyer: Foyer): void {
  const octets = 'application/octet-stream'
  const hal = 'application/hal+json; charset=utf-8'
  for (const [accept, type] of [
    ['*/*', octets],
    ['application/*', octets],
    [octets, octets],
    ['text/html, */*;q=0.1', octets],
    [`${octets}, */*`, octets],
    ['application/hal+json', hal],
    ['application/json', hal],
    ['Application/JSON', hal],
    ['application/hal+json, application/json, */*', hal],
    ['application/json;charset=utf-8', hal],
    [`${octets};q=0.1, application/json`, hal],
    ['application/hal+json;q=0.5, text/html', hal],
  ] as const) {
    test(`the update answers Accept: ${accept} with ${type}`, async () => {
      const user = await foyer.newUser()
      const call = { body: { full_name: 'Ada King' }, headers: { accept } }
      const answer = await user.request<User>('PATCH', '/user', call)
      assert.equal(answer.status, 200)
      assert.equal(answer.headers.get('content-type'), type)
      if (type === octets) {
        assert.equal(answer.text, '')
        assert.equal(answer.headers.get('content-length'), '0')
      } else assert.deepEqual(answer.body, await user.user.get())
      assert.equal((await user.user.get()).full_name, 'Ada King')
    })
  }

  test('the update without Accept answers with an empty octet stream', async () => {
    const user = await foyer.newUser()
    // fetch always sends an Accept header. An empty one counts as no header.
    const call = { body: { email_optin: true }, headers: { accept: '' } }
    const answer = await user.request('PATCH', '/user', call)
    assert.deepEqual([answer.status, answer.text], [200, ''])
    assert.equal(answer.headers.get('content-type'), octets)
  })

  test('an Accept that allows no format of the response gets 406 and changes nothing', async () => {
    const user = await foyer.newUser()
    for (const accept of ['text/html', 'image/*', 'application/xml']) {
      const call = { body: { full_name: 'Ada King' }, headers: { accept } }
      const answer = await user.request<{ code: string }>('PATCH', '/user', call)
      assert.deepEqual([answer.status, answer.body.code], [406, 'not_acceptable'])
    }
    assert.equal((await user.user.get()).full_name, 'Ada Lovelace')
  })

  test('reading the user as an octet stream gets 406', async () => {
    const user = await foyer.newUser()
    const answer = await user.request('GET', '/user', { headers: { accept: octets } })
    assert.equal(answer.status, 406)
  })

  test('an error is HAL, whatever Accept says', async () => {
    const user = await foyer.newUser()
    const call = { body: { full_name: '' }, headers: { accept: octets } }
    const answer = await user.request('PATCH', '/user', call)
    assert.equal(answer.status, 400)
    assert.equal(answer.headers.get('content-type'), hal)
  })
}

function changes(foyer: Foyer): void {
  test('changing the name keeps the newsletter choice, and the other way round', async () => {
    const user = await foyer.newUser()
    assert.equal((await user.user.update({ email_optin: true })).full_name, 'Ada Lovelace')
    const renamed = await user.user.update({ full_name: ' Ada  King ' })
    assert.equal(renamed.full_name, 'Ada  King')
    assert.equal(renamed.email_optin, true)
    assert.equal((await user.user.update({ email_optin: false })).email_optin, false)
  })

  test('full_name: null clears the name', async () => {
    const user = await foyer.newUser()
    assert.equal((await user.user.update({ full_name: null })).full_name, null)
    assert.equal((await user.user.get()).full_name, null)
    assert.equal((await user.user.update({ full_name: 'Ada' })).full_name, 'Ada')
  })

  test('email_optin: null counts as absent', async () => {
    const user = await foyer.newUser()
    const signedUp = await user.user.update({ email_optin: true })
    const same = await user.user.update({ email_optin: null })
    assert.equal(etagOf(same), etagOf(signedUp))
    assert.equal(same.email_optin, true)
  })

  test('{} and unchanged values change nothing', async () => {
    const user = await foyer.newUser()
    const before = etagOf(await user.user.get())
    for (const nothing of [{}, { full_name: 'Ada Lovelace ' }, { email_optin: false }])
      assert.equal(etagOf(await user.user.update(nothing)), before)
  })

  test('an update changes no other user', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    await user.user.update({ full_name: 'Ada King', email_optin: true })
    const { full_name, email_optin } = await other.user.get()
    assert.deepEqual([full_name, email_optin], ['Ada Lovelace', false])
  })
}

function refusals(foyer: Foyer): void {
  test('full_name has 1 to 128 characters after trimming', async () => {
    const user = await foyer.newUser()
    for (const full_name of ['', '  '])
      await assert.rejects(
        user.user.update({ full_name }),
        invalid({ full_name: ['Must be 1 or more characters long.'] }),
      )
    await assert.rejects(
      user.user.update({ full_name: '🏠'.repeat(129) }),
      invalid({ full_name: ['Must be at most 128 characters long.'] }),
    )
    for (const full_name of ['A', '🏠'.repeat(128)])
      assert.equal((await user.user.update({ full_name: ` ${full_name} ` })).full_name, full_name)
  })

  test('email, phone, password and other properties are refused by name', async () => {
    const user = await foyer.newUser()
    const before = await user.user.get()
    const body = {
      email: 'new@example.com',
      primary_phone: '+4930123456',
      password: 'correct horse',
      id: user.id,
      language: 'de',
      _links: {},
    }
    const inPages = ['Only users can change this, on the pages of their account.']
    const errors = {
      email: inPages,
      primary_phone: inPages,
      password: inPages,
      id: [
        'Leave the id out of the body. The service assigns ids, and the path names what to change.',
      ],
      language: [
        'This property does not exist here. The known properties are full_name, email_optin.',
      ],
      _links: ['This property cannot be set here.'],
    }
    const answer = await user.request<{ errors: unknown }>('PATCH', '/user', {
      body: { ...body, full_name: 'Ada King' },
    })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body.errors, errors)
    assert.deepEqual(await user.user.get(), before)
  })

  test('no value is coerced, and all errors are reported at once', async () => {
    const user = await foyer.newUser()
    const body = { full_name: 7, email_optin: 'true', nickname: null }
    const answer = await user.request('PATCH', '/user', { body })
    assert.equal(answer.status, 400)
    assert.deepEqual(answer.body, {
      code: 'validation_failed',
      message: 'Some details are missing or not valid. Please check them.',
      errors: {
        full_name: ['Must be text, in quotation marks.'],
        email_optin: ['Must be true or false, without quotation marks.'],
        nickname: [
          'This property does not exist here. The known properties are full_name, email_optin.',
        ],
      },
    })
  })

  test('a missing body, null and a list are refused', async () => {
    const user = await foyer.newUser()
    for (const body of ['', 'null', '[]', '"x"', '{']) {
      const answer = await user.request<{ code: string }>('PATCH', '/user', { body })
      assert.deepEqual([answer.status, answer.body.code], [400, 'invalid_request_body'], body)
    }
  })
}

function erasures(foyer: Foyer): void {
  test('a user who is erased during a request gets 401 with the whole challenge', async () => {
    const user = await foyer.newUser()
    // From now on the token is cached.
    await user.addresses.list().toArray()
    await foyer.db.query(sql`delete from users where id = ${user.id}`)
    for (const [method, path, body] of [
      ['GET', '/user', undefined],
      ['HEAD', '/user', undefined],
      ['PATCH', '/user', { full_name: 'Ada King' }],
      ['PATCH', '/user', {}],
      ['POST', '/addresses', london],
      ['POST', '/paymentmethods/paypal', { email: 'ada@example.com' }],
    ] as const) {
      const name = `${method} ${path}`
      const { status, headers, text } = await user.request(method, path, { body })
      assert.equal(status, 401, `${name}: ${text}`)
      assert.equal(firstChallenge(headers), challenge, name)
      if (method !== 'HEAD') assert.equal(JSON.parse(text).code, 'invalid_token', name)
    }
  })
}

const challenge =
  'Bearer realm="foyer",error="invalid_token",error_description="The access token is not valid or has expired. Get a new one."'

function versions(foyer: Foyer): void {
  test('If-Match guards the update by the version, in every language', async () => {
    const user = await foyer.newUser()
    const ifMatch = etagOf(await user.user.get({ language: 'fr' }))
    await user.user.update({ full_name: 'Ada King' }, { ifMatch })
    const late = user.user.update({ full_name: 'Ada' }, { ifMatch })
    await assert.rejects(late, { status: 412, code: 'precondition_failed', errors: {} })
    const faulty = user.user.update({ full_name: '' }, { ifMatch })
    await assert.rejects(faulty, { status: 400 })
    assert.equal((await user.user.get()).full_name, 'Ada King')
  })

  test('a new address does not change the user’s version', async () => {
    const user = await foyer.newUser()
    const before = await user.user.get()
    await user.addresses.create({ full_name: 'A', address_1: 'B', country_code: 'HK' })
    assert.equal(etagOf(await user.user.get()), etagOf(before))
  })

  test('an unchanged user is not sent again', async () => {
    const user = await foyer.newUser()
    const ifNoneMatch = etagOf(await user.user.get())
    await assert.rejects(user.user.get({ ifNoneMatch }), { status: 304 })
    await user.user.update({ full_name: 'Ada King' })
    assert.equal((await user.user.get({ ifNoneMatch })).full_name, 'Ada King')
    const head = await user.request('HEAD', '/user')
    assert.deepEqual([head.status, head.text], [200, ''])
    assert.equal(head.headers.get('etag'), etagOf(await user.user.get()))
  })
}

const elsewhere = 'https://shop.example.com'

await onEveryDatabase(
  'the user with links to sibling services',
  (foyer) => {
    test('links lead to the configured URLs', async () => {
      const user = await foyer.newUser()
      const hrefs = hrefsOf(await user.user.get())
      assert.equal(hrefs['user:sales'], `${elsewhere}/sales`)
      assert.equal(hrefs['user:salesaggregates'], `${elsewhere}/sums`)
      assert.equal(hrefs['user:sellerlistings'], `${elsewhere}/listings`)
      assert.equal(hrefs['user:purchases'], `${elsewhere}/tickets`)
      assert.equal(hrefs['user:webhooks'], `${foyer.baseUrl}/webhooks`)
      assert.equal(hrefs['user:addresses'], `${foyer.baseUrl}/addresses`)
    })
  },
  {
    LINK_SALES: `${elsewhere}/sales`,
    LINK_SALES_AGGREGATES: `${elsewhere}/sums`,
    LINK_SELLER_LISTINGS: `${elsewhere}/listings`,
    LINK_PURCHASES: `${elsewhere}/tickets`,
  },
)
