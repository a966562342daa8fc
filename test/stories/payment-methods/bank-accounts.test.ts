import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  type Call,
  type ErrorBody,
  etagOf,
  type PaymentMethodGroups,
  responseOf,
} from '@foyer/client'
import registry from '../../../src/platform/text/iban/registry.generated.json' with { type: 'json' }
import type { Account } from '../../../src/processor/account-vault.ts'
import { localVault } from '../../../src/processor/local-vault.ts'
import { type CardVault, VaultUnavailable } from '../../../src/processor/vault.ts'
import { sweepVault } from '../../../src/resources/payment-methods/custody/sweep.ts'
import { openWallet } from '../../../src/resources/payment-methods/wallet/open-wallet.ts'
import { limits } from '../../../src/support/limits/limits.ts'
import { london } from '../../support/addresses.ts'
import { ibanOf, keepBankAccount, newAccount, newUsAccount } from '../../support/bank-accounts.ts'
import { floodWithSignUps } from '../../support/credentials.ts'
import { anyOne } from '../../support/database.ts'
import { onEveryDatabase, secretKey, startFoyer, type TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import { addPaid, endHold, follow, isProved, provenBrowser } from '../../support/payouts.ts'
import { newBrowser, signedInBrowser } from '../../support/sign-in.ts'
import { dumpOfAll } from '../../support/whole-user.ts'

const holder = 'Ada Lovelace'
const iban = 'DE89 3704 0044 0532 0130 00'
const fromFalklands = 'FK88 SC12 3456 7890 12'
/** Account numbers with letters where the registry allows them. */
const withLetters = {
  PK: 'BANK00000011ABCD5670',
  PS: 'PALS00000000040012345670Z',
  BY: '9BRB3600900000002Z00AB00',
  DO: 'BAG700000001212453611324',
}

await onEveryDatabase('bank accounts', (foyer) => {
  const detailsOf = async (user: TestUser, id: number | null) => {
    const method = await user.paymentMethods.get(Number(id))
    assert.ok(method.type === 'BankAccount')
    const { chosen, verified, usable_from, ...shown } = method._embedded.type_details
    return { method, shown, chosen, verified, usable_from, isDefault: method.default_seller_method }
  }
  /** The id of the method that gets the user's money now, as a client reads it. */
  const paidTo = async (user: TestUser): Promise<number | undefined> => {
    for await (const method of user.paymentMethods.list()) {
      if (method.default_seller_method) return Number(method.id)
    }
    return undefined
  }
  const kindsTo = async ({ email }: TestUser) =>
    (await emailsTo(foyer.db, email)).map(({ kind }) => kind)
  /** Follows a link as the owner, who is signed in and has given a fresh proof. */
  const confirm = async (user: TestUser, link: string) =>
    follow(foyer, link, await provenBrowser(foyer, user))
  const prove = async (user: TestUser) =>
    confirm(user, await linkTo(foyer.db, user.email, 'confirm_bank_account'))
  const errorsOf = async (user: TestUser, body: object, call: Call = {}, at = '') => {
    const method = at === '' ? 'POST' : 'PUT'
    const path = `/paymentmethods${at}/bankaccount`
    const answer = await user.request<ErrorBody>(method, path, { ...call, body })
    assert.equal(answer.status, 400, JSON.stringify(body))
    return answer.body.errors ?? {}
  }

  test('an account is added by its IBAN, shown by its last four digits, and listed as a type of its own', async () => {
    const user = await foyer.newUser()
    await user.paymentMethods.createPayPal({ email: 'ada@example.com' })
    const created = await user.paymentMethods.createBankAccount({ full_name: holder, iban })
    assert.equal(responseOf(created)?.status, 201)
    const { method, shown, verified } = await detailsOf(user, created.id)
    assert.deepEqual(method, created)
    assert.equal(method.details, 'DE** **** … 3000')
    assert.deepEqual([method.buyer_method, method.seller_method], [false, true])
    const expected = { country: 'DE', last4: '3000', account_type: null, full_name: holder }
    assert.deepEqual(shown, expected)
    assert.equal(verified, false)

    const groups = (await user.request<PaymentMethodGroups>('GET', '/paymentmethods')).body
    const types = groups._embedded.items.map((group) => group._embedded.items[0]?.type)
    assert.deepEqual(types, ['PayPal', 'BankAccount'])
    for (const level of [groups, groups._embedded.items[0]])
      assert.match(level?._links['paymentmethod:createbankaccount']?.href ?? '', /\/bankaccount$/)
    const flat = await user.paymentMethods.ofType('BankAccount').page()
    assert.deepEqual(flat._embedded.items, [method])
    assert.deepEqual(Object.keys(method._links ?? {}).sort(), [
      'paymentmethod:delete',
      'paymentmethod:updatebankaccount',
      'paymentmethod:updatedefaults',
      'self',
    ])
  })

  test('adding the same account again, in another notation, returns the same payment method', async () => {
    const user = await foyer.newUser()
    const first = await user.paymentMethods.createBankAccount({ full_name: holder, iban })
    const again = { full_name: 'Ada King', iban: 'iban: de89-3704-0044-0532-0130-00' }
    const second = await user.paymentMethods.createBankAccount(again)
    assert.equal(responseOf(second)?.status, 200)
    assert.equal(second.id, first.id)
    assert.equal((await detailsOf(user, first.id)).shown.full_name, 'Ada King')
    const other = await foyer.newUser()
    const theirs = await other.paymentMethods.createBankAccount({ full_name: holder, iban })
    assert.notEqual(theirs.id, first.id)
  })

  test('an account in the US has a routing number, a number and a type', async () => {
    const user = await foyer.newUser()
    const account = { routing_number: '1100-00000', account_type: 'savings' } as const
    const created = await user.paymentMethods.createBankAccount({
      full_name: holder,
      account_number: '000 123 456 789',
      ...account,
    })
    assert.equal(created.details, 'US** **** … 6789')
    const { shown } = await detailsOf(user, created.id)
    assert.deepEqual([shown.country, shown.last4, shown.account_type], ['US', '6789', 'savings'])
    // Four digits of a short number stay hidden.
    const short = await user.paymentMethods.createBankAccount({
      full_name: holder,
      account_number: '12345',
      ...account,
    })
    assert.equal(short.details, 'US** **** … 5')
  })

  test('each error is reported by its property, in the language of the request, without the number', async () => {
    const user = await foyer.newUser()
    const ibans = Array.from({ length: 200 }, (_, n) =>
      ibanOf('DE', `3${String(n).padStart(17, '0')}`),
    )
    const twinOf97 = ibans.find((each) => each.startsWith('DE97'))?.replace('DE97', 'DE00')
    assert.ok(twinOf97)
    const us = newUsAccount()
    const faults: readonly (readonly [object, string, RegExp])[] = [
      [{}, 'iban', /required/],
      [{ iban: 'XX89370400440532013000' }, 'iban', /two letters of a country/],
      [{ iban: 'US64SVBKUS6S3300958879' }, 'iban', /two letters of a country/],
      [{ iban: '4111111111111111' }, 'iban', /two letters of a country/],
      [{ iban: 'DE8937040044053201300' }, 'iban', /^IBANs that begin with DE have 22 char/],
      [{ iban: 'DE88370400440532013000' }, 'iban', /check digits do not fit/],
      [{ iban: 'GB29NWBK6016133192681O' }, 'iban', /^IBANs that begin with GB look like GB## AAAA/],
      [{ iban: 'GBO9NWBK60161331926819' }, 'iban', /look like GB## AAAA #### #### #### ##\./],
      [{ iban: 'FR1420041010050500013M0260X' }, 'iban', /#### ##\*\* \*\*\*\* \*\*\*\* \*##\./],
      // French territories use French IBANs.
      [{ iban: 'GP1120041010050500013M02606' }, 'iban', /two letters of a country/],
      [{ iban: 'RE4220041010050500013M02606' }, 'iban', /two letters of a country/],
      [{ iban: 'NO9386011117948' }, 'iban', /check digits do not fit/],
      // Those of this account are 97. 00 has the same remainder.
      [{ iban: twinOf97 }, 'iban', /check digits do not fit/],
      [{ iban: 5 }, 'iban', /quotation marks/],
      [{ iban, account_number: '123456' }, 'iban', /not both/],
      [{ ...us, routing_number: '110000001' }, 'routing_number', /nine digits/],
      [{ ...us, routing_number: '000000000' }, 'routing_number', /nine digits/],
      [{ ...us, routing_number: '990000002' }, 'routing_number', /nine digits/],
      [{ ...us, routing_number: null }, 'routing_number', /required/],
      [{ ...us, account_number: '1234' }, 'account_number', /5 to 17 digits/],
      [{ ...us, account_number: '4111111111111111' }, 'account_number', /card number/],
      [{ ...us, account_number: null }, 'account_number', /required/],
      [{ ...us, account_type: null }, 'account_type', /required/],
      [{ iban: '--' }, 'iban', /required/],
      [{ iban: 'IBAN: ' }, 'iban', /required/],
      [{ iban: '-', ...us }, 'iban', /not both/],
      [{ ...us, routing_number: '-' }, 'routing_number', /required/],
      [{ ...us, account_number: '- -' }, 'account_number', /required/],
      [{ ...us, account_type: 'salary' }, 'account_type', /./],
      [{ iban, full_name: '' }, 'full_name', /required/],
      [{ iban, full_name: `Ada, ${iban}` }, 'full_name', /without an account number/],
      [{ ...us, account_number: '9000', full_name: 'Ada 9000' }, 'full_name', /without an account/],
      [{ iban, default_buyer_method: true }, 'default_buyer_method', /purchases/],
      [{ iban, billing_address_id: 1 }, 'billing_address_id', /your addresses/],
      [{ iban, details: 'x' }, 'details', /./],
      [{ ibann: iban }, 'ibann', /"?iban/],
      [{ [iban]: 1 }, '(account number)', /./],
    ]
    for (const [given, property, expected] of faults) {
      const errors = await errorsOf(user, { full_name: holder, ...given })
      assert.match(errors[property]?.[0] ?? '', expected, JSON.stringify([given, errors]))
      assert.doesNotMatch(JSON.stringify(errors), /\d{5}|\d{4} \d{4}/)
    }
    const inGerman = { headers: { 'accept-language': 'de' } }
    const errors = await errorsOf(user, { iban: 'DE88370400440532013000' }, inGerman)
    assert.deepEqual(Object.keys(errors).sort(), ['full_name', 'iban'])
    assert.match(errors.iban?.[0] ?? '', /Prüfziffern/)
    assert.deepEqual(await user.paymentMethods.list().toArray(), [])
  })

  test('an IBAN of every country in the registry is accepted, also with letters in its account number', async () => {
    const user = await foyer.newUser()
    const isAccepted = async (iban: string) => {
      // Nothing is stored, because the other property is refused.
      const refused = { full_name: holder, iban, default_buyer_method: true }
      assert.deepEqual(Object.keys(await errorsOf(user, refused)), ['default_buyer_method'], iban)
    }
    for (const { example } of Object.values(registry.countries)) await isAccepted(example)
    for (const [country, bban] of Object.entries(withLetters))
      await isAccepted(ibanOf(country, bban))
    await user.paymentMethods.createBankAccount({ full_name: holder, iban: fromFalklands })
  })

  test('the refusal to delete a billing address names a bank account by its country and last four digits', async () => {
    const user = await foyer.newUser()
    const address = await user.addresses.create(london)
    const { details } = await user.paymentMethods.createBankAccount({
      ...newAccount(),
      billing_address_id: Number(address.id),
    })
    const { status, body } = await user.request<ErrorBody>('DELETE', `/addresses/${address.id}`)
    assert.deepEqual([status, body.code], [403, 'invalid_delete'])
    assert.ok(details && body.message.includes(details), body.message)
  })

  test('separators alone do not count as an omitted number when details are replaced', async () => {
    const user = await foyer.newUser()
    const { id } = await user.paymentMethods.createBankAccount(newAccount())
    const us = { routing_number: '-', account_number: '-', account_type: 'checking' }
    for (const given of [{ iban: '--' }, { iban: 'IBAN' }, us]) {
      const errors = await errorsOf(user, { full_name: 'Ada King', ...given }, {}, `/${id}`)
      const expected = 'iban' in given ? ['iban'] : ['account_number', 'routing_number']
      assert.deepEqual(Object.keys(errors).sort(), expected)
    }
    assert.equal((await detailsOf(user, id)).shown.full_name, holder)
  })

  test('an account is paid 48 hours after its owner has confirmed it, and the change can be undone', async () => {
    const user = await foyer.newUser()
    const before = await addPaid(foyer, user)
    const { id } = await user.paymentMethods.createBankAccount({
      ...newAccount(),
      default_seller_method: true,
    })
    // The link goes to the owner, because a bank account has no mailbox.
    const letter = (await emailsTo(foyer.db, user.email)).at(-1)
    assert.equal(letter?.kind, 'confirm_bank_account')
    assert.match(letter?.method ?? '', /^Bank account DE\*\* \*\*\*\* … \w{4}$/)
    const link = await linkTo(foyer.db, user.email, 'confirm_bank_account')
    const path = link.slice(foyer.authUrl.length)
    const stranger = await newBrowser(foyer.authUrl).get(path)
    assert.match(stranger.text, /Bank account DE\*\* \*\*\*\* … \d{4}/)
    assert.match(stranger.text, /Sign in/)
    const page = await (await provenBrowser(foyer, user)).get(path)
    assert.match(page.text, /Bank account DE\*\* \*\*\*\* … \d{4} was added to an account/)
    assert.equal((await detailsOf(user, id)).verified, false)
    assert.match((await confirm(user, link)).location, isProved)
    assert.equal((await confirm(user, link)).status, 410)
    const { chosen, verified, usable_from, isDefault } = await detailsOf(user, id)
    assert.deepEqual([chosen, verified, isDefault], [true, true, false])
    assert.ok(Date.parse(usable_from ?? '') > Date.now() + 47.9 * 3_600_000)
    assert.equal(await paidTo(user), before.id)
    assert.equal((await kindsTo(user)).at(-1), 'payout_changed')

    const undo = await linkTo(foyer.db, user.email, 'payout_changed')
    await endHold(foyer, user)
    assert.equal(await paidTo(user), Number(id))
    assert.match((await follow(foyer, undo)).text, /The change was undone/)
    assert.equal(await paidTo(user), before.id)
    // The same the other way around: an account that is paid comes back.
    await user.paymentMethods.updateDefaults(Number(id), { default_seller_method: true })
    await endHold(foyer, user)
    assert.equal(await paidTo(user), Number(id))
    await user.paymentMethods.updateDefaults(before.id, { default_seller_method: true })
    const back = await linkTo(foyer.db, user.email, 'payout_changed')
    await endHold(foyer, user)
    assert.equal(await paidTo(user), before.id)
    await follow(foyer, back)
    assert.equal(await paidTo(user), Number(id))
  })

  test('a stolen token cannot change where money goes', async () => {
    const user = await foyer.newUser()
    const account = newAccount()
    const own = await user.paymentMethods.createBankAccount(account)
    await prove(user)
    await endHold(foyer, user)
    const id = Number(own.id)
    assert.equal(await paidTo(user), id)
    // A token cannot replace the number of the account that is paid, or check a guess of it.
    const paid = await errorsOf(user, newAccount(), {}, `/${id}`)
    assert.match(paid.iban?.[0] ?? '', /You have confirmed this account/)
    assert.deepEqual(await errorsOf(user, account, {}, `/${id}`), paid)
    // Errors in the body are reported before an outdated version.
    const outdated = { ifMatch: '"9999-x"' }
    assert.deepEqual(await errorsOf(user, newAccount(), outdated, `/${id}`), paid)
    const buyer = { full_name: holder, default_buyer_method: true }
    assert.ok('default_buyer_method' in (await errorsOf(user, buyer, outdated, `/${id}`)))
    const us = await errorsOf(user, { full_name: holder, ...newUsAccount() }, {}, `/${id}`)
    assert.match(us.account_number?.[0] ?? '', /You have confirmed this account/)
    // It cannot do so after the default was cleared either: the undo would pay the new number.
    await user.paymentMethods.updateDefaults(id, { default_seller_method: false })
    assert.deepEqual(await errorsOf(user, newAccount(), {}, `/${id}`), paid)
    await follow(foyer, await linkTo(foyer.db, user.email, 'payout_cleared'))
    assert.equal(await paidTo(user), id)
    // Another account that it adds is not paid, because only the owner can confirm it.
    const theirs = await user.paymentMethods.createBankAccount({
      ...newAccount(),
      default_seller_method: true,
    })
    const proof = await linkTo(foyer.db, user.email, 'confirm_bank_account')
    await user.paymentMethods.replaceBankAccount(theirs, newAccount())
    assert.equal((await confirm(user, proof)).status, 410, 'a proof is for one number')
    await endHold(foyer, user)
    assert.equal(await paidTo(user), id)
    assert.equal((await detailsOf(user, theirs.id)).verified, false)
    // A link that was sent to a former address of the owner is not valid.
    const late = await linkTo(foyer.db, user.email, 'confirm_bank_account')
    await foyer.db.query(sql`update users set email = ${`new.${user.email}`} where id = ${user.id}`)
    assert.equal((await confirm(user, late)).status, 410)
  })

  test('an undo does not pay the account if its number has changed since', async () => {
    const user = await foyer.newUser()
    const { id } = await user.paymentMethods.createBankAccount(newAccount())
    await prove(user)
    await endHold(foyer, user)
    await user.paymentMethods.updateDefaults(Number(id), { default_seller_method: false })
    const link = await linkTo(foyer.db, user.email, 'payout_cleared')
    await foyer.db.query(sql`
      update payment_methods set fingerprint = sha256('another account') where id = ${id}`)
    assert.equal((await follow(foyer, link)).status, 410)
    assert.equal(await paidTo(user), undefined)
  })

  test('sign-ups by strangers do not keep the owner from confirming an account', async () => {
    const user = await foyer.newUser()
    await floodWithSignUps(foyer, user.email)
    const { id } = await user.paymentMethods.createBankAccount(newAccount())
    assert.equal((await kindsTo(user)).at(-1), 'confirm_bank_account')
    const browser = await signedInBrowser(foyer.authUrl, user.email)
    const list = await browser.get('/account/paymentmethods')
    const proofs = async () =>
      (await kindsTo(user)).filter((kind) => kind === 'confirm_bank_account').length
    for (let sent = 2; sent <= limits.own_email.max; sent++) {
      await browser.submit(list, {}, `/${id}/proof`)
      assert.equal(await proofs(), sent)
    }
    assert.equal((await browser.submit(list, {}, `/${id}/proof`)).status, 429)
    assert.equal(await proofs(), limits.own_email.max)
    assert.match((await prove(user)).location, isProved)
  })

  test('the holder can be replaced alone, or with another number, which must be confirmed again', async () => {
    const user = await foyer.newUser()
    const created = await user.paymentMethods.createBankAccount(newAccount())
    const id = Number(created.id)
    const renamed = await user.paymentMethods.replaceBankAccount(created, { full_name: 'Ada King' })
    assert.equal(renamed.details, created.details)
    const { shown, verified } = await detailsOf(user, id)
    assert.deepEqual([shown.full_name, verified], ['Ada King', false])
    const us = { full_name: 'Ada King', ...newUsAccount() }
    const moved = await user.paymentMethods.replaceBankAccount(id, us)
    assert.match(moved.details ?? '', /^US/)
    assert.equal((await detailsOf(user, id)).verified, false)
    assert.equal((await kindsTo(user)).filter((kind) => kind === 'confirm_bank_account').length, 2)

    await prove(user)
    assert.ok(!(await kindsTo(user)).includes('payout_details'))
    await user.paymentMethods.replaceBankAccount(id, { full_name: 'Ada Byron' })
    assert.equal((await detailsOf(user, id)).verified, true)
    assert.equal((await kindsTo(user)).at(-1), 'payout_details')
    await user.paymentMethods.replaceBankAccount(id, { full_name: 'Ada Byron' })
    await user.paymentMethods.createBankAccount({ ...us, account_type: 'savings' })
    const told = (await kindsTo(user)).filter((kind) => kind === 'payout_details')
    assert.equal(told.length, 2)
    await user.paymentMethods.createBankAccount({ ...us, full_name: 'Ada King' })

    const other = await user.paymentMethods.createBankAccount(newAccount())
    const twice = await errorsOf(user, us, {}, `/${other.id}`)
    assert.match(twice.account_number?.[0] ?? '', /already saved/)
    const stale = await user.request('PUT', `/paymentmethods/${id}/bankaccount`, {
      headers: { 'if-match': etagOf(created) ?? '' },
      body: { full_name: 'Ada King' },
    })
    assert.equal(stale.status, 412)
    const card = await user.request('PUT', `/paymentmethods/${id}/paypal`, {
      body: { email: 'ada@example.com' },
    })
    assert.equal(card.status, 403)
  })

  test('the first account is the default for being paid, and its owner gets an email when it is deleted', async () => {
    const user = await foyer.newUser()
    const { id } = await user.paymentMethods.createBankAccount(newAccount())
    const { chosen, isDefault } = await detailsOf(user, id)
    assert.deepEqual([chosen, isDefault], [true, false])
    await prove(user)
    await endHold(foyer, user)
    await user.paymentMethods.delete(Number(id))
    await user.paymentMethods.delete(Number(id))
    assert.equal((await kindsTo(user)).at(-1), 'payout_deleted')
    assert.deepEqual(await user.paymentMethods.list().toArray(), [])
  })

  test('no number is in the database, in emails, audit records, events or stored responses', async () => {
    const user = await foyer.newUser()
    const account = newAccount()
    const us = { full_name: holder, ...newUsAccount() }
    const options = { idempotencyKey: crypto.randomUUID() }
    const first = await user.paymentMethods.createBankAccount(account, options)
    await user.paymentMethods.createBankAccount(account, options)
    await user.paymentMethods.replaceBankAccount(first, us)
    await prove(user)
    const wrong = { ...account, iban: account.iban.replace(/^DE../, 'DE00') }
    await errorsOf(user, wrong)
    await errorsOf(user, { ...us, routing_number: '1' })
    const dump = await dumpOfAll(foyer.db)
    const letters = JSON.stringify(await emailsTo(foyer.db, user.email))
    for (const number of [account.iban.slice(4), us.account_number])
      assert.ok(!dump.includes(number) && !letters.includes(number), number)
    assert.ok(dump.includes(us.account_number.slice(-4)))
  })
})

test('the vault keeps each account as long as a payment method refers to it', async () => {
  const kept = new Map<string, Account>()
  let isDown = false
  const answer = <T>(value: T): T => {
    if (isDown) throw new VaultUnavailable(new Error('down'))
    return value
  }
  let keptCount = 0
  const vault: CardVault = {
    ...localVault,
    accounts: {
      ...localVault,
      name: 'accounts',
      takesNew: true,
      async keep(_userId, reference, account) {
        answer(undefined)
        keptCount++
        kept.set(reference, account)
        return {
          token: reference,
          references: [reference],
          identity: account.number,
          status: null,
        }
      },
      async change(token, { fullName: holder }) {
        const account = answer(kept.get(token))
        if (account) kept.set(token, { ...account, holder })
      },
      find: async (_userId, token) =>
        answer(kept.has(token) ? [{ token, references: [token] }] : []),
      remove: async (token) => {
        answer(undefined)
        kept.delete(token)
      },
    },
  }
  const holders = () => [...kept.values()].map((account) => account.holder)
  const foyer = await startFoyer(await (await anyOne()).open(), {}, vault)
  try {
    const user = await foyer.newUser()
    const account = newAccount()
    const method = await user.paymentMethods.createBankAccount(account)
    assert.deepEqual(
      [...kept.values()].map((one) => one.number),
      [account.iban],
    )
    await user.paymentMethods.createBankAccount(account)
    assert.deepEqual([keptCount, kept.size], [2, 1], 'the earlier entry was removed')
    await user.paymentMethods.replaceBankAccount(method, { full_name: 'Ada King' })
    assert.deepEqual(holders(), ['Ada King'])
    const refused = await user.request('PUT', `/paymentmethods/${method.id}/bankaccount`, {
      body: { full_name: 'Somebody', default_buyer_method: true },
    })
    assert.deepEqual([refused.status, holders()], [400, ['Ada King']])
    const us = newUsAccount()
    await user.paymentMethods.replaceBankAccount(method, { full_name: 'Ada', ...us })
    assert.deepEqual(
      [...kept.values()].map((one) => one.number),
      [us.account_number],
    )

    // An account that is refused after the vault has stored it is removed from the vault.
    const full = { ...newAccount(), default_buyer_method: true }
    const answered = await user.request('POST', '/paymentmethods/bankaccount', { body: full })
    assert.deepEqual([answered.status, kept.size], [400, 1])

    isDown = true
    for (const [path, body] of [
      ['POST /paymentmethods/bankaccount', newAccount()],
      [`PUT /paymentmethods/${method.id}/bankaccount`, { full_name: 'Nobody' }],
    ] as const) {
      const [verb = '', at = ''] = path.split(' ')
      assert.equal((await user.request(verb, at, { body })).status, 503, path)
    }
    await user.paymentMethods.delete(Number(method.id))
    isDown = false
    assert.deepEqual([kept.size, (await user.paymentMethods.list().toArray()).length], [1, 0])
    await foyer.db.query(sql`update vault_items set due_at = now()`)
    const wallet = openWallet({ ...foyer, vault, clock: foyer.clock, secretKey })
    await sweepVault(wallet)
    assert.equal(kept.size, 0, 'the sweep has removed the remaining accounts')
    const [work] = await foyer.db.query<{ left: number }>(
      sql`select count(*)::int as left from vault_items where ended_at is null`,
    )
    assert.equal(work?.left, 0)
  } finally {
    await foyer.stop()
  }
})

test('attempts with numbers are limited like attempts to add cards', async () => {
  const foyer = await startFoyer(await (await anyOne()).open(), { CARD_LIMIT_USER: '2/600' })
  try {
    const user = await foyer.newUser()
    const created = await user.paymentMethods.createBankAccount(newAccount())
    await user.paymentMethods.replaceBankAccount(created, newAccount())
    const at = `/paymentmethods/${created.id}/bankaccount`
    for (const [verb, path] of [
      ['POST', '/paymentmethods/bankaccount'],
      ['PUT', at],
    ] as const) {
      const answer = await user.request<ErrorBody>(verb, path, { body: newAccount() })
      assert.deepEqual([answer.status, answer.body.code], [429, 'too_many_attempts'], verb)
    }
    // A request without a number is no guess.
    await user.paymentMethods.replaceBankAccount(Number(created.id), { full_name: 'Ada King' })
  } finally {
    await foyer.stop()
  }
})

test('a vault without bank accounts has no link, and refuses them by name', async () => {
  const foyer = await startFoyer(
    await (await anyOne()).open(),
    {},
    { ...localVault, accounts: undefined },
  )
  try {
    const user = await foyer.newUser()
    const { body } = await user.request<PaymentMethodGroups>('GET', '/paymentmethods')
    assert.ok(!('paymentmethod:createbankaccount' in body._links))
    const sent = { body: newAccount() }
    const answer = await user.request<ErrorBody>('POST', '/paymentmethods/bankaccount', sent)
    assert.deepEqual([answer.status, answer.body.code], [403, 'bank_accounts_not_supported'])
    // An account from another vault can still be seen and deleted.
    const id = await keepBankAccount(foyer, user.id)
    assert.equal((await user.paymentMethods.get(id)).details, 'DE** **** … 3000')
    await user.paymentMethods.delete(id)
  } finally {
    await foyer.stop()
  }
})
