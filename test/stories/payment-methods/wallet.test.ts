import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Address,
  type Call,
  type DefaultsInput,
  type ErrorBody,
  etagOf,
  type PaymentMethod,
  responseOf,
} from '@foyer/client'
import en from '../../../locales/en.json' with { type: 'json' }
import { london } from '../../support/addresses.ts'
import { newCard, visa } from '../../support/cards.ts'
import { invalidEmails, validEmails } from '../../support/emails.ts'
import { type Foyer, onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { say } from '../../support/inside.ts'
import { keepCard, keepDefaults, keepPayPal } from '../../support/payment-methods.ts'
import { isChosen } from '../../support/payouts.ts'

await onEveryDatabase('changes of payment methods', (foyer) => {
  payPal(foyer)
  billing(foyer)
  becomingDefault(foyer)
  movingDefaults(foyer)
  deleting(foyer)
  conditions(foyer)
  limits(foyer)
})

const payPalProperties = 'email, billing_address_id, default_buyer_method, default_seller_method'

const pathOf = ({ id }: PaymentMethod): string => `/paymentmethods/${id}`

/** The ids of the default for purchases and of the method chosen for sales, as the list shows. */
async function defaultsOf(user: TestUser): Promise<[buyer: unknown, seller: unknown]> {
  const methods = await user.paymentMethods.list().toArray()
  const buyers = methods.filter((method) => method.default_buyer_method)
  const sellers = methods.filter(isChosen)
  assert.ok(buyers.length < 2 && sellers.length < 2)
  return [buyers[0]?.id, sellers[0]?.id]
}

let accounts = 0
const newAccount = () => ({ email: `account${accounts++}@example.com` })

async function refused(
  user: TestUser,
  status: number,
  method: string,
  path: string,
  call?: Call,
): Promise<ErrorBody> {
  const answer = await user.request<ErrorBody>(method, path, call)
  assert.equal(answer.status, status, answer.text)
  return answer.body
}

function payPal(foyer: Foyer): void {
  const creation = '/paymentmethods/paypal'

  test('a PayPal account is created with every property, and shows only what may be shown', async () => {
    const user = await foyer.newUser()
    const { id: billing_address_id } = await user.addresses.create(london)
    const body = {
      email: ' Ada.Lovelace@Example.com ',
      billing_address_id,
      default_buyer_method: true,
      default_seller_method: true,
    }
    const created = await user.request<PaymentMethod>('POST', creation, { body })
    assert.equal(created.status, 201)
    const { _links, ...account } = created.body
    assert.deepEqual(account, {
      id: account.id,
      details: 'A***@Example.com',
      type: 'PayPal',
      type_description: 'PayPal',
      buyer_method: true,
      default_buyer_method: true,
      seller_method: true,
      default_seller_method: false,
      _embedded: {
        billing_address: await user.addresses.get(billing_address_id),
        type_details: {
          email: 'A***@Example.com',
          next_email: null,
          chosen: true,
          verified: false,
          usable_from: null,
        },
      },
    })
    assert.equal(created.headers.get('location'), `${foyer.baseUrl}${pathOf(created.body)}`)
    assert.equal((await user.request('GET', pathOf(created.body))).text, created.text)
    assert.ok(!created.text.includes('Lovelace@'))
  })

  test('one email is one account of a user, in any letter case', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const first = await user.paymentMethods.createPayPal({ email: 'ada@straße.example' })
    for (const email of ['ada@straße.example', 'ADA@STRASSE.EXAMPLE', 'Ada@Straße.Example']) {
      const again = await user.request<PaymentMethod>('POST', creation, { body: { email } })
      assert.deepEqual([again.status, again.headers.get('location')], [200, null])
      assert.equal(again.body.id, first.id)
      // The email is shown as it was last written.
      assert.equal(again.body.details, `${email[0]}***${email.slice(3)}`)
    }
    const theirs = await other.paymentMethods.createPayPal({ email: 'ada@straße.example' })
    assert.equal(responseOf(theirs).status, 201)
    assert.equal((await user.paymentMethods.list().toArray()).length, 1)
  })

  test('one email is one account of a user, also with its domain in ASCII', async () => {
    const user = await foyer.newUser()
    const [typed, ascii] = ['ada@münchen.example', 'ada@xn--mnchen-3ya.example']
    const create = (email: string) => user.paymentMethods.createPayPal({ email })
    const first = await create(typed)
    const other = await create('bob@example.com')
    const again = await create(ascii)
    assert.deepEqual([responseOf(again).status, again.id], [200, first.id])
    // "ß" is "ss" in another letter case, and its own letter in a domain.
    const street = await create('ada@straße.example')
    assert.equal((await create('ada@xn--strae-oqa.example')).id, street.id)
    for (const email of [typed, ascii])
      await assert.rejects(user.paymentMethods.replacePayPal(other, { email }), {
        errors: { email: [en['paymentmethod.duplicate']] },
      })
    assert.equal((await user.paymentMethods.replacePayPal(again, { email: typed })).id, first.id)
    // An earlier version stored the other form as a method of its own.
    const former = await keepPayPal(foyer, user.id, { email: ascii })
    assert.equal((await create(ascii)).id, former)
    assert.equal((await create(typed)).id, first.id)
  })

  test('adding the same account again keeps its billing address and the defaults, unless the request changes them', async () => {
    const user = await foyer.newUser()
    const { id } = await user.addresses.create(london)
    const account = newAccount()
    const none = { default_buyer_method: false, default_seller_method: false }
    await user.paymentMethods.createPayPal({ ...account, billing_address_id: id, ...none })
    const again = await user.paymentMethods.createPayPal(account)
    assert.equal(again._embedded?.billing_address?.id, id)
    assert.deepEqual([again.default_buyer_method, isChosen(again)], [false, false])
    const changes = { billing_address_id: null, default_seller_method: true }
    const changed = await user.paymentMethods.createPayPal({ ...account, ...changes })
    assert.ok(changed._embedded && !('billing_address' in changed._embedded))
    assert.deepEqual([changed.default_buyer_method, isChosen(changed)], [false, true])
  })

  test('all errors of an account are reported at once', async () => {
    const user = await foyer.newUser()
    for (const [body, errors] of [
      [{}, { email: [en['rule.required']] }],
      [{ email: null }, { email: [en['rule.required']] }],
      [{ email: '' }, { email: [en['rule.required']] }],
      [{ email: 7 }, { email: [en['rule.type.string_unquoted']] }],
      [{ email: 'ada' }, { email: [en['paymentmethod.email']] }],
      [{ email: 'ada@' }, { email: [en['paymentmethod.email']] }],
      [{ email: '@example.com' }, { email: [en['paymentmethod.email']] }],
      [{ email: 'a da@example.com' }, { email: [en['paymentmethod.email']] }],
      [{ email: 'a@b@example.com' }, { email: [en['paymentmethod.email']] }],
      [{ email: `${'x'.repeat(65)}@example.com` }, { email: [en['paymentmethod.email']] }],
      [
        { billing_address_id: 1, default_buyer_method: 'yes', phone: '1' },
        {
          email: [en['rule.required']],
          billing_address_id: [en['paymentmethod.billing_address']],
          default_buyer_method: [en['rule.type.boolean']],
          phone: [say('en', 'rule.unknown_known', { known: payPalProperties })],
        },
      ],
    ] as const) {
      const answer = await refused(user, 400, 'POST', creation, { body })
      assert.deepEqual([answer.code, answer.errors], ['validation_failed', errors])
    }
    assert.deepEqual(await user.paymentMethods.list().toArray(), [])
  })

  test('an email has a local part and a domain that can receive mail', async () => {
    const user = await foyer.newUser()
    for (const email of validEmails) {
      const { id } = await user.paymentMethods.createPayPal({ email })
      assert.ok(id, email)
    }
    for (const email of invalidEmails) {
      const answer = await refused(user, 400, 'POST', creation, { body: { email } })
      const expected =
        email.length > 254 ? ['Must be at most 254 characters long.'] : [en['paymentmethod.email']]
      assert.deepEqual(answer.errors.email, expected, email)
    }
  })

  test('an email that was stored under an older rule stays usable', async () => {
    const user = await foyer.newUser()
    const id = await keepPayPal(foyer, user.id, { email: 'ada@intranet' })
    const body = { email: 'ADA@intranet', default_buyer_method: true }
    const replaced = await user.request<PaymentMethod>('PUT', `/paymentmethods/${id}/paypal`, {
      body,
    })
    assert.deepEqual([replaced.status, replaced.body.default_buyer_method], [200, true])
    const again = await user.request<PaymentMethod>('POST', creation, { body })
    assert.deepEqual([again.status, again.body.id], [200, id])
    const other = { body: { email: 'eve@intranet' } }
    await refused(user, 400, 'PUT', `/paymentmethods/${id}/paypal`, other)
  })

  test('an account’s details are replaced, and its email must not be another account of the user', async () => {
    const user = await foyer.newUser()
    const [ada, bob] = [
      await user.paymentMethods.createPayPal({ email: 'ada@example.com' }),
      await user.paymentMethods.createPayPal({ email: 'bob@example.com' }),
    ]
    const renamed = await user.paymentMethods.replacePayPal(ada, { email: 'ADA@example.org' })
    assert.deepEqual([renamed.id, renamed.details], [ada.id, 'A***@example.org'])
    // Its own email in another letter case is no duplicate.
    const again = await user.paymentMethods.replacePayPal(renamed, { email: 'ada@Example.org' })
    assert.equal(again.details, 'a***@Example.org')
    await assert.rejects(user.paymentMethods.replacePayPal(again, { email: 'BOB@example.com' }), {
      status: 400,
      errors: { email: [en['paymentmethod.duplicate']] },
    })
    await assert.rejects(user.paymentMethods.replacePayPal(again, {}), {
      errors: { email: [en['rule.required']] },
    })
    assert.deepEqual(await user.paymentMethods.get(again), again)
    assert.deepEqual((await user.paymentMethods.get(bob)).details, 'b***@example.com')
    // The previous email can be added again.
    const freed = await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
    assert.equal(responseOf(freed).status, 201)
  })
}

function billing(foyer: Foyer): void {
  test('an address cannot be deleted while a method bills to it, and can be deleted afterwards', async () => {
    const user = await foyer.newUser()
    const { id } = await user.addresses.create(london)
    const isHeld = async (): Promise<boolean> => {
      const address = await user.addresses.get(id)
      return !('address:delete' in (address._links ?? {}))
    }
    const card = await user.paymentMethods.createCreditCard({ ...visa, billing_address_id: id })
    const account = await user.paymentMethods.createPayPal({
      ...newAccount(),
      billing_address_id: id,
    })
    assert.equal(await isHeld(), true)
    const { code } = await refused(user, 403, 'DELETE', `/addresses/${id}`)
    assert.equal(code, 'invalid_delete')
    await user.paymentMethods.delete(card)
    assert.equal(await isHeld(), true)
    const changes = { ...newAccount(), billing_address_id: null }
    await user.paymentMethods.replacePayPal(account, changes)
    assert.equal(await isHeld(), false)
    await user.addresses.delete(id)
  })

  test('a method shows the current state of its billing address', async () => {
    const user = await foyer.newUser()
    const { id } = await user.addresses.create(london)
    const card = await user.paymentMethods.createCreditCard({ ...visa, billing_address_id: id })
    const address: Address = await user.addresses.update(id, { city: 'Bath' })
    const read = await user.paymentMethods.get(card)
    assert.deepEqual(read._embedded?.billing_address, address)
    assert.notEqual(etagOf(read), etagOf(card))
    // The method itself has not changed, so its earlier entity tag is still valid.
    const ifMatch = etagOf(card)
    await user.paymentMethods.updateDefaults(card, { default_buyer_method: false }, { ifMatch })
  })
}

function becomingDefault(foyer: Foyer): void {
  test('the first method for a role becomes its default', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(newCard())
    assert.deepEqual([card.default_buyer_method, isChosen(card)], [true, false])
    const account = await user.paymentMethods.createPayPal(newAccount())
    assert.deepEqual([account.default_buyer_method, isChosen(account)], [false, true])
    await user.paymentMethods.createCreditCard(newCard())
    await user.paymentMethods.createPayPal(newAccount())
    assert.deepEqual(await defaultsOf(user), [card.id, account.id])
  })

  test('a first account becomes the default for both roles, and null keeps that', async () => {
    const user = await foyer.newUser()
    const unsaid = { default_buyer_method: null, default_seller_method: null }
    const account = await user.paymentMethods.createPayPal({ ...newAccount(), ...unsaid })
    assert.deepEqual(await defaultsOf(user), [account.id, account.id])
  })

  test('a first method does not become the default if the request says false', async () => {
    const user = await foyer.newUser()
    const account = await user.paymentMethods.createPayPal({
      ...newAccount(),
      default_buyer_method: false,
    })
    assert.deepEqual(await defaultsOf(user), [undefined, account.id])
    await user.paymentMethods.delete(account)
    await user.paymentMethods.createCreditCard({ ...newCard(), default_buyer_method: false })
    assert.deepEqual(await defaultsOf(user), [undefined, undefined])
  })

  test('another method does not become the default while a usable one has the role, default or not', async () => {
    const user = await foyer.newUser()
    const none = { default_buyer_method: false, default_seller_method: false }
    await user.paymentMethods.createPayPal({ ...newAccount(), ...none })
    await user.paymentMethods.createCreditCard(newCard())
    await user.paymentMethods.createPayPal(newAccount())
    assert.deepEqual(await defaultsOf(user), [undefined, undefined])
  })

  test('a new method becomes the default if the others have expired, even if one was the default', async () => {
    const user = await foyer.newUser()
    const expired = await keepCard(foyer, user.id, { expiryYear: 2001 })
    await keepDefaults(foyer, user.id, { buyer: expired })
    const card = await user.paymentMethods.createCreditCard(newCard())
    assert.equal(card.default_buyer_method, true)
    // A renewal does not take the default back.
    const { card_number, ...details } = visa
    const renewed = await user.paymentMethods.replaceCreditCard(expired, details)
    assert.equal(renewed.default_buyer_method, false)
    assert.deepEqual(await defaultsOf(user), [card.id, undefined])
  })

  test('a new method becomes the default if the request says true', async () => {
    const user = await foyer.newUser()
    await user.paymentMethods.createPayPal(newAccount())
    const yes = { default_buyer_method: true, default_seller_method: true }
    const account = await user.paymentMethods.createPayPal({ ...newAccount(), ...yes })
    assert.deepEqual(await defaultsOf(user), [account.id, account.id])
    const card = await user.paymentMethods.createCreditCard({
      ...newCard(),
      default_buyer_method: true,
    })
    assert.deepEqual(await defaultsOf(user), [card.id, account.id])
  })
}

function movingDefaults(foyer: Foyer): void {
  /** A user with a card, the default for purchases, and an account, the default for sales. */
  async function newUserWithBoth() {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(newCard())
    const account = await user.paymentMethods.createPayPal(newAccount())
    return { user, card, account }
  }

  test('true moves a default, false clears it, and null or an omitted property keeps it', async () => {
    const { user, card, account } = await newUserWithBoth()
    for (const [method, changes, buyer, seller] of [
      [account, { default_buyer_method: true }, account.id, account.id],
      [account, { default_buyer_method: true }, account.id, account.id],
      [
        account,
        { default_buyer_method: null, default_seller_method: null },
        account.id,
        account.id,
      ],
      [card, { default_buyer_method: false }, account.id, account.id],
      [account, { default_seller_method: false }, account.id, undefined],
      [card, { default_buyer_method: true, default_seller_method: false }, card.id, undefined],
      [card, {}, card.id, undefined],
      [card, { default_buyer_method: false }, undefined, undefined],
      [
        account,
        { default_buyer_method: true, default_seller_method: true },
        account.id,
        account.id,
      ],
    ] as const) {
      const updated = await user.paymentMethods.updateDefaults(method, changes)
      assert.deepEqual(await defaultsOf(user), [buyer, seller], JSON.stringify(changes))
      assert.deepEqual(
        [updated.id, updated.default_buyer_method, isChosen(updated)],
        [method.id, buyer === method.id, seller === method.id],
      )
      assert.deepEqual(await user.paymentMethods.get(method), updated)
    }
  })

  test('a request that changes nothing keeps the entity tag', async () => {
    const { user, card } = await newUserWithBoth()
    for (const changes of [{}, { default_buyer_method: true }, { default_seller_method: false }]) {
      const updated = await user.paymentMethods.updateDefaults(card, changes)
      assert.equal(etagOf(updated), etagOf(await user.paymentMethods.get(card)))
      assert.equal(etagOf(updated), etagOf(card))
    }
  })

  test('moving a default changes the versions of both methods, and of no third', async () => {
    const { user, card, account } = await newUserWithBoth()
    const third = await user.paymentMethods.createCreditCard(newCard())
    const versions = async () => {
      const read = await Promise.all(
        [card, account, third].map((one) => user.paymentMethods.get(one)),
      )
      return read.map((method) => Number.parseInt(etagOf(method).slice(1), 10))
    }
    const before = await versions()
    await user.paymentMethods.updateDefaults(account, { default_buyer_method: true })
    const after = await versions()
    assert.deepEqual(
      after.map((version, which) => version - (before[which] ?? 0)),
      [1, 1, 0],
    )
    // The previous default has changed, so its earlier entity tag is outdated.
    const ifMatch = etagOf(card)
    await refused(user, 412, 'PATCH', pathOf(card), { body: {}, ifMatch })
    await user.paymentMethods.createCreditCard({ ...newCard(), default_buyer_method: true })
    assert.equal((await versions())[1], (after[1] ?? 0) + 1)
  })

  test('a role that a method does not have is refused, together with all other errors', async () => {
    const { user, card } = await newUserWithBoth()
    const expired = await keepCard(foyer, user.id, { expiryYear: 2001 })
    for (const [id, body, errors] of [
      [
        card.id,
        { default_seller_method: true },
        { default_seller_method: [en['paymentmethod.seller_method']] },
      ],
      [
        expired,
        { default_buyer_method: true },
        { default_buyer_method: [en['paymentmethod.buyer_method']] },
      ],
      [
        expired,
        { default_buyer_method: true, default_seller_method: true, id: 7 },
        {
          id: [en['rule.unknown_id']],
          default_buyer_method: [en['paymentmethod.buyer_method']],
          default_seller_method: [en['paymentmethod.seller_method']],
        },
      ],
      [
        card.id,
        { default_buyer_method: 'true', default_seller_method: 1 },
        {
          default_buyer_method: [en['rule.type.boolean_quoted']],
          default_seller_method: [en['rule.type.boolean']],
        },
      ],
    ] as const) {
      const answer = await refused(user, 400, 'PATCH', `/paymentmethods/${id}`, { body })
      assert.deepEqual([answer.code, answer.errors], ['validation_failed', errors])
    }
    const [buyer] = await defaultsOf(user)
    assert.equal(buyer, card.id)
  })

  test('an expired card may give up a default that it still has', async () => {
    const user = await foyer.newUser()
    const id = await keepCard(foyer, user.id, { expiryYear: 2001 })
    await keepDefaults(foyer, user.id, { buyer: id })
    await user.paymentMethods.updateDefaults(id, { default_buyer_method: false })
    const { card_number, ...details } = visa
    const renewed = await user.paymentMethods.replaceCreditCard(id, details)
    assert.deepEqual([renewed.buyer_method, renewed.default_buyer_method], [true, false])
  })

  test('replacing a method moves and clears defaults as the request says', async () => {
    const { user, card, account } = await newUserWithBoth()
    const { card_number, ...details } = visa
    await user.paymentMethods.replaceCreditCard(card, details)
    assert.deepEqual(await defaultsOf(user), [card.id, account.id])
    const no = { default_buyer_method: false }
    await user.paymentMethods.replaceCreditCard(card, { ...details, ...no })
    assert.deepEqual(await defaultsOf(user), [undefined, account.id])
    const moved: DefaultsInput = { default_buyer_method: true, default_seller_method: false }
    await user.paymentMethods.replacePayPal(account, { ...newAccount(), ...moved })
    assert.deepEqual(await defaultsOf(user), [account.id, undefined])
  })
}

function deleting(foyer: Foyer): void {
  test('a deleted method is gone, and deleting it again changes nothing', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    for (let time = 0; time < 3; time++) {
      const { status, text } = await user.request('DELETE', pathOf(card))
      assert.deepEqual([status, text], [204, ''])
    }
    await refused(user, 404, 'GET', pathOf(card))
    assert.deepEqual(await user.paymentMethods.list().toArray(), [])
    const again = await user.paymentMethods.createCreditCard(visa)
    assert.equal(responseOf(again).status, 201)
    assert.notEqual(again.id, card.id)
  })

  test('deleting a default clears it, and no other method becomes the default', async () => {
    const user = await foyer.newUser()
    const account = await user.paymentMethods.createPayPal(newAccount())
    const card = await user.paymentMethods.createCreditCard(newCard())
    const other = await user.paymentMethods.createPayPal(newAccount())
    assert.deepEqual(await defaultsOf(user), [account.id, account.id])
    const before = await Promise.all([card, other].map((one) => user.paymentMethods.get(one)))
    await user.paymentMethods.delete(account)
    assert.deepEqual(await defaultsOf(user), [undefined, undefined])
    for (const method of before)
      assert.equal(etagOf(await user.paymentMethods.get(method)), etagOf(method))
  })

  test('deleting another method keeps the defaults', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(newCard())
    const account = await user.paymentMethods.createPayPal(newAccount())
    const other = await user.paymentMethods.createCreditCard(newCard())
    await user.paymentMethods.delete(other)
    assert.deepEqual(await defaultsOf(user), [card.id, account.id])
  })

  test('ids of other users’ methods, unknown, invalid and deleted ids, and other types get the same answer', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const foreign = [await keepCard(foyer, other.id), await keepPayPal(foyer, other.id)]
    const deleted = await user.paymentMethods.createCreditCard(newCard())
    await user.paymentMethods.delete(deleted)
    const [card, account] = [await keepCard(foyer, user.id), await keepPayPal(foyer, user.id)]
    const nobodys = [
      '0',
      '-1',
      '2147483647',
      '2147483648',
      'x',
      '1.0',
      '%00',
      '%C4%B0',
      '9'.repeat(99),
    ]
    const none = [...foreign, ...nobodys]
    for (const [method, path, ids, bodies] of [
      ['DELETE', '', none, [undefined]],
      ['PATCH', '', [...none, deleted.id], [{}, { default_seller_method: true }, { nonsense: 1 }]],
      ['PUT', '/creditcard', [...none, deleted.id, account], [{}, visa, { cvv: '737' }]],
      ['PUT', '/paypal', [...none, deleted.id, card], [{}, newAccount(), { email: 7 }]],
    ] as const) {
      const answers = new Set<string>()
      for (const id of ids) {
        for (const body of bodies) {
          for (const ifMatch of [undefined, '"1-x"']) {
            const call = { body, ifMatch }
            const answer = await user.request(method, `/paymentmethods/${id}${path}`, call)
            const headers = [...answer.headers].filter(
              ([name]) => !/^(request-id|date|ratelimit)$/.test(name),
            )
            answers.add(JSON.stringify([answer.status, headers, answer.text]))
          }
        }
      }
      assert.equal(answers.size, 1, [...answers].join('\n'))
      assert.match([...answers].join(), /^\[403,.*\\"code\\":\\"forbidden\\"/)
    }
    assert.equal((await other.paymentMethods.list().toArray()).length, 2)
  })
}

function conditions(foyer: Foyer): void {
  test('If-Match guards every change by the version, in every language', async () => {
    const user = await foyer.newUser()
    const { card_number, ...details } = visa
    const card = await user.paymentMethods.createCreditCard(visa)
    const account = await user.paymentMethods.createPayPal(newAccount())
    const [ofCard, ofAccount] = [pathOf(card), pathOf(account)]
    const changes: readonly [string, string, string, (() => object)?][] = [
      ['PUT', `${ofCard}/creditcard`, ofCard, () => details],
      ['PUT', `${ofCard}/creditcard`, ofCard, newCard],
      ['PATCH', ofCard, ofCard, () => ({ default_buyer_method: true })],
      ['PUT', `${ofAccount}/paypal`, ofAccount, newAccount],
      ['PATCH', ofAccount, ofAccount, () => ({ default_seller_method: true })],
      ['DELETE', ofCard, ofCard],
      ['DELETE', ofAccount, ofAccount],
    ]
    for (const [method, path, of, body] of changes) {
      const tagIn = async (language: string) =>
        (await user.request('GET', of, { language })).headers.get('etag') ?? ''
      const current = await tagIn('en')
      const stale = current.replace(/^"\d+/, '"9999')
      for (const [ifMatch, status, expected] of [
        [stale, 412, 'precondition_failed'],
        ['"x"', 412, 'precondition_failed'],
        [`W/${current}`, 400, 'malformed_request'],
      ] as const) {
        const { code } = await refused(user, status, method, path, { body: body?.(), ifMatch })
        assert.equal(code, expected)
      }
      assert.equal(await tagIn('en'), current)
      // The tag of the same version in another language is valid, also in a list of tags.
      const ifMatch = `"0-x", ${await tagIn('ja')}`
      const answer = await user.request(method, path, { body: body?.(), ifMatch })
      assert.ok(answer.status < 300, answer.text)
    }
    const again = await user.request('DELETE', ofCard, { ifMatch: '"1-x"' })
    assert.equal(again.status, 204)
  })

  test('If-Match: * accepts any version', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    await user.paymentMethods.updateDefaults(card, {}, { ifMatch: '*' })
    await user.paymentMethods.delete(card, { ifMatch: '*' })
  })

  test('an error in the body is reported before an outdated version', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    const account = await user.paymentMethods.createPayPal(newAccount())
    const ifMatch = '"9999-x"'
    for (const [method, path, body] of [
      ['PUT', `${pathOf(card)}/creditcard`, { ...visa, expiry_year: 2001 }],
      ['PUT', `${pathOf(account)}/paypal`, { email: 'ada' }],
      ['PATCH', pathOf(card), { default_seller_method: true }],
    ] as const)
      await refused(user, 400, method, path, { body, ifMatch })
  })

  test('the entity tag of a response is the tag of the next read', async () => {
    const user = await foyer.newUser()
    const { card_number, ...details } = visa
    let card = await user.paymentMethods.createCreditCard(visa)
    const tags = new Set<string>()
    for (const write of [
      () => user.paymentMethods.updateDefaults(card, { default_buyer_method: false }),
      () => user.paymentMethods.replaceCreditCard(card, { ...details, full_name: 'A. King' }),
      () => user.paymentMethods.replaceCreditCard(card, newCard()),
    ]) {
      card = await write()
      assert.equal(etagOf(await user.paymentMethods.get(card)), etagOf(card))
      tags.add(etagOf(card))
    }
    assert.equal(tags.size, 3)
  })
}

function limits(foyer: Foyer): void {
  test('a user may have 50 methods, and the links to create are missing while there is no room', async () => {
    const user = await foyer.newUser()
    const card = await user.paymentMethods.createCreditCard(visa)
    const account = newAccount()
    await user.paymentMethods.createPayPal(account)
    for (let count = 2; count < 49; count++) await keepCard(foyer, user.id)
    const isRoom = async (): Promise<boolean> => {
      const groups = await user.paymentMethods.list().page()
      const inner = groups._embedded?.items ?? []
      const ofType = await user.paymentMethods.ofType('PayPal').page()
      const found = [groups, ...inner, ofType].map(({ _links }) => [
        'paymentmethod:createcreditcard' in (_links ?? {}),
        'paymentmethod:createpaypal' in (_links ?? {}),
      ])
      assert.equal(found.length, 4)
      assert.equal(new Set(found.flat()).size, 1)
      return found[0]?.[0] ?? false
    }
    assert.equal(await isRoom(), true)
    await user.paymentMethods.createCreditCard(newCard())
    assert.equal(await isRoom(), false)
    for (const [path, body] of [
      ['/paymentmethods/creditcard', newCard()],
      ['/paymentmethods/paypal', newAccount()],
    ] as const) {
      const { code } = await refused(user, 403, 'POST', path, { body })
      assert.equal(code, 'limit_reached')
    }
    // An existing method needs no room.
    assert.equal((await user.paymentMethods.createCreditCard(visa)).id, card.id)
    assert.equal(responseOf(await user.paymentMethods.createPayPal(account)).status, 200)
    await user.paymentMethods.delete(card)
    assert.equal(await isRoom(), true)
    await user.paymentMethods.createPayPal(newAccount())
    assert.equal(await isRoom(), false)
  })
}
