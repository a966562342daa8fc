import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ErrorBody } from '@foyer/client'
import { berlin, hongKong, london, newYork } from '../../support/addresses.ts'
import { keepBankAccount, newAccount, newUsAccount } from '../../support/bank-accounts.ts'
import type { TestUser } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { onEveryStripeFoyer } from '../../support/stripe-foyer.ts'

const create = '/paymentmethods/bankaccount'

await onEveryStripeFoyer(
  'the country of a seller at the processor',
  (of) => {
    /** Adds a bank account of a German bank. @returns the account of the seller */
    const add = async (user: TestUser, also: object = {}) => {
      await user.paymentMethods.createBankAccount({ ...newAccount(), ...also })
      return of.processor.accounts.of(user.id)
    }

    test('the account of a seller is in the country where the seller lives, not in that of the bank', async () => {
      const nobody = await of.foyer.newUser()
      assert.equal((await add(nobody)).country, 'DE')

      const seller = await of.foyer.newUser()
      await seller.addresses.create(london)
      const second = await seller.addresses.create(newYork)
      const { externals, ...there } = await add(seller, { billing_address_id: null })
      assert.equal(there.country, 'GB')
      // The bank is still in its own country, and paid in its own currency.
      assert.deepEqual([externals[0]?.country, externals[0]?.currency], ['DE', 'eur'])
      const [row] = await of.db.query<{ country: string }>(sql`
      select country from vault_customers where user_id = ${seller.id} and vault = 'stripe-connect'`)
      assert.equal(row?.country, 'GB')
      // An account that is there keeps its country.
      const again = await add(seller, { billing_address_id: second.id })
      assert.deepEqual([again.id, again.country], [there.id, 'GB'])

      const billed = await of.foyer.newUser()
      await billed.addresses.create(newYork)
      const { id } = await billed.addresses.create(london)
      assert.equal((await add(billed, { billing_address_id: id })).country, 'GB')
    })

    test('a territory counts as the state whose bank accounts it has', async () => {
      const seller = await of.foyer.newUser()
      await seller.addresses.create({
        full_name: 'Ada Lovelace',
        address_1: '1 Rue de Paris',
        city: 'Saint-Denis',
        postal_code: '97400',
        country_code: 'RE',
      })
      await add(seller)
      assert.equal(of.processor.accounts.of(seller.id).country, 'FR')
    })

    test('a seller in a country without accounts hears that it is the address', async () => {
      const seller = await of.foyer.newUser()
      await seller.addresses.create(hongKong)
      const given = newAccount()
      const answer = await seller.request<ErrorBody>('POST', create, { body: given })
      assert.deepEqual([answer.status, answer.body.code], [400, 'seller_country_not_supported'])
      assert.deepEqual(Object.keys(answer.body.errors ?? {}), ['billing_address_id'])
      const { id } = await seller.addresses.create(berlin)
      await add(seller, { ...given, billing_address_id: id })
      assert.equal(of.processor.accounts.of(seller.id).country, 'DE')
    })

    test('an account in another currency than the seller may have leaves no account in its country', async () => {
      const seller = await of.foyer.newUser()
      await seller.addresses.create(london)
      const given = { full_name: 'Ada Lovelace', ...newUsAccount() }
      const answer = await seller.request<ErrorBody>('POST', create, { body: given })
      assert.equal(answer.body.code, 'bank_currency_not_supported')
      const { id } = await seller.addresses.create(newYork)
      await add(seller, { iban: null, ...given, billing_address_id: id })
      assert.equal(of.processor.accounts.of(seller.id).country, 'US')
    })

    test('a number that replaces one of another vault makes the account where the billing address is', async () => {
      const seller = await of.foyer.newUser()
      await seller.addresses.create(newYork)
      const { id: billingId } = await seller.addresses.create(london)
      const id = await keepBankAccount(of.foyer, seller.id)
      await of.db.query(sql`
      update payment_methods set billing_address_id = ${billingId}
      where user_id = ${seller.id} and id = ${id}`)
      await seller.paymentMethods.replaceBankAccount(id, newAccount())
      assert.equal(of.processor.accounts.of(seller.id).country, 'GB')
    })
  },
  { STRIPE_CONNECT: 'recipient', CARD_LIMIT_NETWORK: 'off' },
)
