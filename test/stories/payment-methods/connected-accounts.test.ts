import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type ErrorBody, type PaymentMethodGroups } from '@foyer/client'
import { requestToken } from '@foyer/client/oauth'
import { checkBankAccounts } from '../../../src/commands/doctor/services.ts'
import { checkConnect } from '../../../src/processor/open-vault.ts'
import { hostedFieldsOf, openStripe } from '../../../src/processor/stripe/stripe.ts'
import { stripeVault } from '../../../src/processor/stripe/stripe-vault.ts'
import { sweepVault } from '../../../src/resources/payment-methods/custody/sweep.ts'
import { bankAccount } from '../../../src/resources/payment-methods/kinds/bank-account.ts'
import { reconcileUser } from '../../../src/resources/payment-methods/reconciliation/reconcile-user.ts'
import { put } from '../../../src/resources/payment-methods/wallet/put.ts'
import { deletePaymentMethod } from '../../../src/resources/payment-methods/wallet/wallet.ts'
import { berlin, london } from '../../support/addresses.ts'
import {
  ibanOf,
  keepBankAccount,
  newAccount,
  newIban,
  newUsAccount,
} from '../../support/bank-accounts.ts'
import { newCard } from '../../support/cards.ts'
import type { TestUser } from '../../support/foyer.ts'
import { readConfig, sql, type Transaction } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { sendKeyed } from '../../support/keyed.ts'
import { emailsTo } from '../../support/mail.ts'
import { endHold, prove } from '../../support/payouts.ts'
import { refusedEnd, unknownEnd, unknownRouting } from '../../support/processor-accounts.ts'
import { type Event, newEvent, sendEvent } from '../../support/processor-events.ts'
import { proveAt, signedInBrowser } from '../../support/sign-in.ts'
import { ageWork, envOf, onEveryStripeFoyer, settingsOf } from '../../support/stripe-foyer.ts'
import { halFetch } from '../../support/validate-response.ts'
import { dumpOfAll } from '../../support/whole-user.ts'

const create = '/paymentmethods/bankaccount'
const env = { STRIPE_CONNECT: 'recipient', CARD_LIMIT_NETWORK: 'off' }

await onEveryStripeFoyer(
  'bank accounts at the processor',
  (of) => {
    let service: ReturnType<typeof createClient>
    before(async () => {
      await of.foyer.startWorkers()
      await issuerReady(of.foyer.authUrl)
      const { clientId, clientSecret } = await of.foyer.newApplication({
        name: 'Payouts',
        scopes: ['read:payout'],
      })
      const { access_token: accessToken } = await requestToken({
        authUrl: of.foyer.authUrl,
        clientId: clientId,
        clientSecret: clientSecret,
        scope: 'read:payout',
      })
      service = createClient({ baseUrl: of.foyer.baseUrl, accessToken, fetch: halFetch })
    })

    const tokenOf = async ({ id }: TestUser, method: number) => {
      const [row] = await of.db.query<{ vault_token: string }>(sql`
        select vault_token from payment_methods where user_id = ${id} and id = ${method}`)
      return row?.vault_token ?? ''
    }
    const add = async (user: TestUser, account: object = newAccount()) => {
      const { id } = await user.paymentMethods.createBankAccount(account)
      return { id: Number(id), token: await tokenOf(user, Number(id)) }
    }
    /** Adds an account that is paid. */
    const addPaid = async (user: TestUser) => {
      const added = await add(user)
      await prove(of.foyer, user, user.email, 'confirm_bank_account')
      await endHold(of.foyer, user)
      return added
    }
    const destinationOf = async ({ id }: TestUser) => {
      const { destination } = await service.paymentMethods.payoutReference({ userId: id })
      assert.ok('external_account' in destination)
      return destination
    }
    const sent = (step: string) => of.processor.received.filter((one) => one.step === step)
    const send = async (type: string, account: string, also: Partial<Event> = {}) => {
      const event = newEvent(type, { id: account, object: 'account' }, { account, ...also })
      assert.equal(await sendEvent(of.foyer, event), 204)
      await idle()
      return event
    }
    const idle = async () => {
      for (let trial = 0; trial < 3_000; trial++) {
        const rows = await of.db.query(sql`select from jobs where queue = 'changed cards'`)
        if (rows.length === 0) return
        await pause(10)
      }
      assert.fail('The work after an event is not done.')
    }

    test('a seller has one account at the processor, and each bank account is in it', async () => {
      const user = await of.foyer.newUser()
      const { body } = await user.request<PaymentMethodGroups>('GET', '/paymentmethods')
      assert.ok('paymentmethod:createbankaccount' in body._links)
      const first = await add(user)
      const there = of.processor.accounts.of(user.id)
      assert.deepEqual(Object.fromEntries(there.body), {
        country: 'DE',
        'controller[fees][payer]': 'application',
        'controller[losses][payments]': 'application',
        'controller[requirement_collection]': 'application',
        'controller[stripe_dashboard][type]': 'none',
        'capabilities[transfers][requested]': 'true',
        // A hold would have no effect if the processor paid out by itself.
        'settings[payouts][schedule][interval]': 'manual',
        'tos_acceptance[service_agreement]': 'recipient',
        'metadata[foyer_user]': String(user.id),
      })
      const external = of.processor.accounts.external(first.token)
      assert.deepEqual(
        [external?.holder, external?.isDefault, external?.currency],
        ['Ada Lovelace', true, 'eur'],
      )
      const second = await add(user, { ...newAccount(), full_name: 'Ada King' })
      assert.deepEqual(
        there.externals.map(({ id }) => `${there.id}/${id}`),
        [first.token, second.token],
      )
      assert.equal(of.processor.accounts.external(second.token)?.isDefault, false)
    })

    test('an account that cannot be accepted does not reach the processor', async () => {
      const user = await of.foyer.newUser()
      const { id } = await add(user)
      const before = of.processor.received.length
      for (const [method, path] of [
        ['POST', create],
        ['PUT', `/paymentmethods/${id}/bankaccount`],
      ] as const) {
        const body = { ...newAccount(), default_buyer_method: true }
        const answer = await user.request<ErrorBody>(method, path, { body })
        assert.equal(answer.status, 400)
        assert.deepEqual(Object.keys(answer.body.errors ?? {}), ['default_buyer_method'])
        assert.equal(answer.body.errors?.default_buyer_method?.length, 1)
      }
      assert.equal(of.processor.received.length, before)
    })

    for (const step of ['tokens.create', 'external_accounts.create'] as const)
      test(`if ${step} is answered with 500, a retry with the same Idempotency-Key uses other keys`, async () => {
        const user = await of.foyer.newUser()
        await add(user)
        const keyed = () =>
          sendKeyed(of.foyer.baseUrl, user.accessToken, 'POST', create, { key: 'k', body })
        const body = newAccount()
        of.processor.fail(step, { kind: 'spoilt', status: 500, error: { type: 'api_error' } })
        assert.equal((await keyed()).status, 503)
        of.processor.heal()
        assert.equal((await keyed()).status, 201)
        await of.sweepLater()
        assert.equal(of.processor.accounts.of(user.id).externals.length, 2)
      })

    test('adding the same account again returns the same payment method, and the holder can be changed', async () => {
      const user = await of.foyer.newUser()
      const account = newAccount()
      const first = await add(user, account)
      const again = await add(user, account)
      assert.equal(again.id, first.id)
      const there = of.processor.accounts.of(user.id)
      assert.deepEqual(
        there.externals.map(({ id, isDefault }) => [`${there.id}/${id}`, isDefault]),
        [[again.token, true]],
      )
      await user.paymentMethods.replaceBankAccount(first.id, { full_name: 'Ada King' })
      assert.equal(there.externals[0]?.holder, 'Ada King')
      of.processor.accounts.take(again.token)
      const gone = await user.request<ErrorBody>('PUT', `/paymentmethods/${first.id}/bankaccount`, {
        body: { full_name: 'Ada Byron' },
      })
      assert.match(gone.body.errors?.iban?.[0] ?? '', /no longer has this account/)
    })

    test('the payout service reads the account, the bank account, and what is required', async () => {
      const user = await of.foyer.newUser()
      const account = newAccount()
      const { id } = await add(user, account)
      const there = of.processor.accounts.of(user.id)
      const begun = await service.paymentMethods.sellerAccount({ userId: user.id })
      assert.deepEqual([begun.account, begun.payouts_enabled], [there.id, false])
      // The service has not asked yet what is due. That is null, not an empty list.
      assert.deepEqual([begun.currently_due, begun.checked_at], [null, null])
      await prove(of.foyer, user, user.email, 'confirm_bank_account')
      await endHold(of.foyer, user)
      await send('account.updated', there.id)
      const { checked_at, ...told } = await destinationOf(user)
      assert.deepEqual(told, {
        processor: 'stripe',
        account: there.id,
        transfers_enabled: false,
        payouts_enabled: false,
        currently_due: ['individual.dob.day', 'tos_acceptance.date'],
        disabled_reason: 'requirements.past_due',
        external_account: there.externals[0]?.id,
        external_account_status: 'new',
        country: 'DE',
        last4: account.iban.slice(-4),
        account_type: null,
        full_name: 'Ada Lovelace',
      })
      assert.ok(Date.parse(checked_at ?? '') > Date.now() - 60_000)
      Object.assign(there, { isActive: true, requirements: [] })
      for (const external of there.externals) external.status = 'errored'
      await send('account.external_account.updated', there.id)
      const after = await destinationOf(user)
      assert.deepEqual(
        [after.transfers_enabled, after.payouts_enabled, after.currently_due],
        [true, true, []],
      )
      assert.equal(after.external_account_status, 'errored')
      const own = await user.request('GET', `/paymentmethods/${id}`)
      assert.doesNotMatch(own.text, /acct_|ba_/)
      const refused = await user.request('GET', `/paymentmethods/seller-account?user_id=${user.id}`)
      assert.equal(refused.status, 403)
      const nobody = await of.foyer.newUser()
      const missing = await service.request(
        'GET',
        `/paymentmethods/seller-account?user_id=${nobody.id}`,
      )
      assert.equal(missing.status, 404)
    })

    test('each decline of the processor gets its own code, and names the property to correct', async () => {
      const user = await of.foyer.newUser()
      const us = newUsAccount()
      const iban = (end: string, country = 'DE', length = 18) =>
        ibanOf(country, `${'3'.repeat(length - end.length)}${end}`)
      const declines: readonly (readonly [object, string, string])[] = [
        [{ ...us, routing_number: unknownRouting }, 'incorrect_routing_number', 'routing_number'],
        [
          { ...us, account_number: `9000${unknownEnd}` },
          'incorrect_account_number',
          'account_number',
        ],
        [{ iban: iban(unknownEnd) }, 'incorrect_account_number', 'iban'],
        [{ iban: iban(refusedEnd) }, 'bank_account_declined', 'iban'],
        // The processor is not asked about the first, and refuses the second.
        [{ iban: 'BR1800360305000010009795493C1' }, 'bank_country_not_supported', 'iban'],
        [{ iban: 'ES9121000418450200051332' }, 'bank_country_not_supported', 'iban'],
      ]
      const before = of.processor.accounts.all.length
      for (const [given, code, property] of declines) {
        const body = { full_name: 'Ada Lovelace', ...given }
        const answer = await user.request<ErrorBody>('POST', create, { body })
        assert.deepEqual([answer.status, answer.body.code], [400, code], JSON.stringify(given))
        assert.deepEqual(Object.keys(answer.body.errors ?? {}), [property])
        assert.doesNotMatch(answer.text, /\d{5}/)
      }
      assert.equal(of.processor.accounts.all.length, before)
      await add(user)
      const body = { full_name: 'Ada Lovelace', ...us }
      const currency = await user.request<ErrorBody>('POST', create, { body })
      assert.equal(currency.body.code, 'bank_currency_not_supported')
      assert.deepEqual(await of.db.query(sql`select from vault_items where state = 'wanted'`), [])
    })

    test('an error in a request to the processor gets 503, and does not blame the bank account', async () => {
      const type = 'invalid_request_error'
      const faults = [
        ['tokens.create', 'parameter_missing', 'bank_account[routing_number]'],
        ['external_accounts.create', 'token_already_used', 'external_account'],
        ['external_accounts.create', 'token_in_use', 'external_account'],
      ] as const
      for (const [step, code, param] of faults) {
        const user = await of.foyer.newUser()
        const error = { type, code, param }
        of.processor.fail(step, { kind: 'refused', status: 400, error }, 1)
        const { status } = await user.request('POST', create, { body: newAccount() })
        assert.equal(status, 503, code)
      }
    })

    test('a retry sends the processor a new token if the first one was already used', async () => {
      for (const code of ['token_already_used', 'token_in_use']) {
        const user = await of.foyer.newUser()
        const error = { type: 'invalid_request_error', code, param: 'external_account' }
        of.processor.fail('external_accounts.create', { kind: 'refused', status: 400, error }, 1)
        const before = sent('external_accounts.create').length
        const given = { body: newAccount(), headers: { 'idempotency-key': 'again' } }
        assert.equal((await user.request('POST', create, given)).status, 503, code)
        const kept = await of.db.query(sql`
          select from vault_items where user_id = ${user.id} and ended_at is null`)
        assert.deepEqual(kept, [], code)
        assert.equal((await user.request('POST', create, given)).status, 201, code)
        const tokens = sent('external_accounts.create')
          .slice(before)
          .map(({ body }) => body.get('external_account'))
        assert.equal(new Set(tokens).size, 2, code)
        assert.equal(of.processor.accounts.of(user.id).externals.length, 1)
      }
    })

    test('pending work that adds no bank account does not hide a decline', async () => {
      const user = await of.foyer.newUser()
      const account = newAccount()
      const { id } = await add(user, account)
      const american = { full_name: 'Ada Lovelace', ...newUsAccount() }
      const isDeclined = async (body: object, told: object) => {
        const answer = await user.request<ErrorBody>('POST', create, { body })
        const { code, errors } = answer.body
        assert.deepEqual({ status: answer.status, code, at: Object.keys(errors ?? {}) }, told)
      }
      const currency = {
        status: 400,
        code: 'bank_currency_not_supported',
        at: ['account_number'],
      }
      // Until a sweep, the processor has another name than the row.
      of.processor.fail('external_accounts.update', { kind: 'dropped' })
      const renamed = await user.request('PUT', `/paymentmethods/${id}/bankaccount`, {
        body: { full_name: 'Ada King' },
      })
      assert.equal(renamed.status, 503)
      of.processor.heal()
      const works = () =>
        of.db.query(sql`
          select state from vault_items
          where user_id = ${user.id} and ended_at is null order by id`)
      assert.deepEqual(await works(), [{ state: 'wanted' }])
      await isDeclined(american, currency)
      await of.sweepLater()
      // The processor does not delete an account that has money, perhaps for weeks.
      const there = of.processor.accounts.of(user.id)
      there.hasMoney = true
      of.processor.accounts.refusesKnown = true
      try {
        await user.paymentMethods.delete(id)
        for (let count = 0; count < 2; count++) {
          await assert.rejects(of.sweepLater(), { name: 'VaultUnavailable' })
          assert.deepEqual(await works(), [{ state: 'unwanted' }])
          await isDeclined(american, currency)
          await isDeclined(account, { status: 400, code: 'validation_failed', at: ['iban'] })
        }
      } finally {
        of.processor.accounts.refusesKnown = false
        there.hasMoney = false
      }
      await of.sweepLater()
      assert.deepEqual(await works(), [])
      await add(user, american)
    })

    test('a marketplace without connected accounts gets 503, not an error of the user', async () => {
      const user = await of.foyer.newUser()
      of.processor.accounts.isPlatform = false
      try {
        assert.equal((await user.request('POST', create, { body: newAccount() })).status, 503)
      } finally {
        of.processor.accounts.isPlatform = true
      }
      await of.sweepLater()
      await add(user)
    })

    test('a bank account is removed, the default first, and the last with the account', async () => {
      const user = await of.foyer.newUser()
      const [first, second] = [await add(user), await add(user)]
      const there = of.processor.accounts.of(user.id)
      await user.paymentMethods.delete(first.id)
      assert.deepEqual(
        there.externals.map(({ id, isDefault }) => [`${there.id}/${id}`, isDefault]),
        [[second.token, true]],
      )
      // The processor does not delete an account that has money. Bank accounts can be added to it.
      there.hasMoney = true
      await user.paymentMethods.delete(second.id)
      await assert.rejects(of.sweepLater(), { name: 'VaultUnavailable' })
      const third = await add(user)
      assert.equal(await of.sweepLater(), 1)
      assert.deepEqual(
        of.processor.accounts.attached.filter((one) => one.startsWith(there.id)),
        [third.token],
      )
      there.hasMoney = false
      await user.paymentMethods.delete(third.id)
      assert.ok(!of.processor.accounts.all.some(({ id }) => id === there.id))
      const again = await add(user)
      assert.notEqual(again.token.split('/')[0], there.id)
    })

    test('accounts with money do not delay the work of other users', async () => {
      const sellers = []
      for (let count = 0; count < 3; count++) {
        const user = await of.foyer.newUser()
        const { id } = await add(user)
        const there = of.processor.accounts.of(user.id)
        there.hasMoney = true
        await user.paymentMethods.delete(id)
        sellers.push(there)
      }
      const erased = await of.foyer.newUser()
      await add(erased)
      const { id } = of.processor.accounts.of(erased.id)
      await of.foyer.command('user', 'erase', erased.id, '--now')
      await assert.rejects(of.sweepLater(), { name: 'VaultUnavailable' })
      assert.ok(!of.processor.accounts.all.some((account) => account.id === id))
      for (const there of sellers) there.hasMoney = false
      assert.equal(await of.sweepLater(), sellers.length)
    })

    test('a start without the setting warns if there are connected accounts', async () => {
      await add(await of.foyer.newUser())
      const warningsOf = async (given: Readonly<Record<string, string>>) => {
        const said: string[] = []
        await checkConnect(settingsOf(of.processor, given), of.db, (text) => said.push(text))
        return said.join()
      }
      assert.equal(await warningsOf(env), '')
      assert.match(await warningsOf({}), /STRIPE_CONNECT is not set/)
      const doctor = async (given: Readonly<Record<string, string>>) => {
        const config = readConfig({ ...envOf(of.processor), ...given })
        return (await checkBankAccounts(of.db, config)).map(({ state }) => state)
      }
      assert.deepEqual([await doctor(env), await doctor({})], [[], ['warning']])
    })

    test('without the setting, existing accounts are compared and removed, and none is added', async () => {
      const [erased, leaving, staying, unheard] = await Promise.all([
        of.foyer.newUser(),
        of.foyer.newUser(),
        of.foyer.newUser(),
        of.foyer.newUser(),
      ])
      await add(erased)
      const left = await add(leaving)
      const [kept, taken] = [await add(staying), await add(staying)]
      of.processor.fail('accounts.create', { kind: 'lost' })
      assert.equal((await unheard.request('POST', create, { body: newAccount() })).status, 503)
      of.processor.heal()
      const settings = settingsOf(of.processor)
      const hostedFields = hostedFieldsOf(settings)
      const vault = stripeVault(openStripe(settings), of.db, { hostedFields, connect: undefined })
      const wallet = { ...of.wallet, vault }
      const number = newIban()
      const places = { country: 'DE', residence: 'DE' }
      const given = { ...places, number, routingNumber: null, accountType: null, holder: 'Ada' }
      const draft = { given: { full_name: 'Ada', iban: number }, faults: new Map() }
      await assert.rejects(put(wallet, bankAccount, staying.id, { draft }), {
        code: 'bank_accounts_not_supported',
      })
      assert.ok(vault.accounts)
      await assert.rejects(vault.accounts.keep(staying.id, 'one', given), {
        name: 'VaultUnavailable',
      })
      of.processor.accounts.take(taken.token)
      assert.equal((await reconcileUser(wallet, staying.id)).detached, 1)
      await of.foyer.command('user', 'erase', erased.id, '--now')
      await deletePaymentMethod(wallet, leaving.id, left.id, undefined, undefined)
      await ageWork(of.db, 20)
      await sweepVault(wallet)
      const ids = [erased, leaving, staying, unheard].map(({ id }) => String(id))
      const there = of.processor.accounts.all.filter(({ metadata }) =>
        ids.includes(metadata.foyer_user ?? ''),
      )
      assert.deepEqual(
        there.flatMap(({ id, externals }) => externals.map((one) => `${id}/${one.id}`)),
        [kept.token],
      )
      assert.equal(there.length, 1)
    })

    test('a bank account that the marketplace has added stays, and becomes the default', async () => {
      const user = await of.foyer.newUser()
      const added = await add(user)
      const there = of.processor.accounts.of(user.id)
      const given = of.processor.accounts.give(there.id, newIban())
      await user.paymentMethods.delete(added.id)
      assert.deepEqual(
        there.externals.map(({ id, isDefault }) => [id, isDefault]),
        [[given, true]],
      )
      const dollars = { id: 'ba_dollars', currency: 'usd', isDefault: true, status: 'new' }
      Object.assign(there, {
        externals: [{ ...dollars, metadata: {}, number: '1', routing: null }],
      })
      const euros = await add(user)
      await user.paymentMethods.delete(euros.id)
      assert.deepEqual([there.currency, there.externals.length], ['usd', 1])
    })

    test('an erasure deletes the account with all bank accounts', async () => {
      const user = await of.foyer.newUser()
      await add(user)
      await add(user)
      const { id } = of.processor.accounts.of(user.id)
      await of.foyer.command('user', 'erase', user.id, '--now')
      await of.sweepMuchLater()
      assert.ok(!of.processor.accounts.all.some((account) => account.id === id))
      assert.deepEqual(
        await of.db.query(sql`select from vault_customers where user_id = ${user.id}`),
        [],
      )
    })

    test('with the key of another platform, existing accounts are not forgotten', async () => {
      const users = await Promise.all(Array.from({ length: 3 }, () => of.foyer.newUser()))
      const [erased, leaving, adding] = users
      assert.ok(erased && leaving && adding)
      await of.sweepLater()
      await add(erased)
      const only = await add(leaving)
      const first = await add(adding)
      of.processor.fail('external_accounts.create', { kind: 'lost' })
      assert.equal((await adding.request('POST', create, { body: newAccount() })).status, 503)
      of.processor.heal()
      const there = users.map(({ id }) => of.processor.accounts.of(id).id)
      of.processor.keys.isOther = true
      try {
        await of.foyer.command('user', 'erase', erased.id, '--now')
        await leaving.paymentMethods.delete(only.id)
        for (let sweep = 0; sweep < 2; sweep++)
          await assert.rejects(of.sweepLater(), { name: 'VaultUnavailable' })
        const { accounts } = of.wallet.vault
        assert.ok(accounts)
        for (const id of there)
          await assert.rejects(accounts.removeCustomer(id), { name: 'VaultUnavailable' })
      } finally {
        of.processor.keys.isOther = false
      }
      const before = of.processor.accounts.all.filter(({ id }) => there.includes(id))
      assert.deepEqual(before.map(({ externals }) => externals.length).sort(), [1, 1, 2])
      await of.sweepLater()
      const after = of.processor.accounts.all.filter(({ id }) => there.includes(id))
      assert.deepEqual(
        after.flatMap(({ id, externals }) => externals.map((one) => `${id}/${one.id}`)),
        [first.token],
      )
      const ids = users.map(({ id }) => id)
      const known = await of.db.query(sql`
        select user_id from vault_customers where user_id = any (${ids}::integer[])`)
      assert.deepEqual(known, [{ user_id: adding.id }])
      const work = sql`
        select from vault_items where user_id = any (${ids}::integer[]) and ended_at is null`
      assert.deepEqual(await of.db.query(work), [])
    })

    test('with the key of another platform, accounts added meanwhile do not make it the right key', async () => {
      const [erased, adding] = [await of.foyer.newUser(), await of.foyer.newUser()]
      await add(erased)
      await erased.paymentMethods.createCreditCard(newCard())
      await of.sweepLater()
      const account = of.processor.accounts.of(erased.id).id
      const customer = of.processor.customerOf(erased.id)
      of.processor.keys.isOther = true
      const erasedRows = sql`
        select customer_id from vault_customers where user_id = ${erased.id} order by vault`
      const known = [{ customer_id: customer }, { customer_id: account }]
      try {
        await add(adding)
        await adding.paymentMethods.createCreditCard(newCard())
        await of.foyer.command('user', 'erase', erased.id, '--now')
        for (let sweep = 0; sweep < 2; sweep++)
          await assert.rejects(of.sweepLater(), { name: 'VaultUnavailable' })
        assert.deepEqual(await of.db.query(erasedRows), known)
        await of.foyer.command('user', 'erase', adding.id, '--now')
        await assert.rejects(of.sweepLater(), { name: 'VaultUnavailable' })
        const added = sql`select from vault_customers where user_id = ${adding.id}`
        assert.deepEqual(await of.db.query(added), [])
      } finally {
        of.processor.keys.isOther = false
      }
      assert.deepEqual(await of.db.query(erasedRows), known)
      await of.sweepLater()
      assert.deepEqual(await of.db.query(erasedRows), [])
      assert.ok(!of.processor.accounts.all.some(({ id }) => id === account))
      assert.ok(!of.processor.customerIds.includes(customer))
    })

    test('an erasure forgets an account that no longer exists, once the key is known to be right', async () => {
      const earlier = await of.foyer.newUser()
      await earlier.paymentMethods.createCreditCard(newCard())
      const user = await of.foyer.newUser()
      await add(user)
      // A deleted customer shows that the key is right, and a deleted account does not.
      of.processor.forgetCustomer(earlier.id)
      of.processor.accounts.disconnect(of.processor.accounts.of(user.id).id)
      await of.foyer.command('user', 'erase', user.id, '--now')
      const asked = () => ['customers', 'accounts'].map((what) => sent(`${what}.retrieve`).length)
      const [customers = 0, accounts] = asked()
      await of.sweepMuchLater()
      assert.deepEqual(asked(), [customers + 1, accounts])
      const rows = sql`select from vault_customers where user_id = ${user.id}`
      assert.deepEqual(await of.db.query(rows), [])
    })

    test('events that are repeated, forged, of another mode or of unknown accounts are ignored', async () => {
      const user = await of.foyer.newUser()
      await addPaid(user)
      const there = of.processor.accounts.of(user.id)
      await send('account.updated', there.id)
      assert.equal((await destinationOf(user)).payouts_enabled, false)
      there.isActive = true
      const asked = () => sent('accounts.retrieve').length
      const before = asked()
      const other = newEvent('account.updated', { id: 'acct_other' }, { account: 'acct_other' })
      const live = newEvent('account.updated', {}, { account: there.id, livemode: true })
      const cards = newEvent('payment_method.detached', {}, { account: there.id })
      for (const event of [other, live, cards]) assert.equal(await sendEvent(of.foyer, event), 204)
      const forged = newEvent('account.updated', {}, { account: there.id })
      assert.equal(await sendEvent(of.foyer, forged, { secret: 'whsec_wrong' }), 400)
      await idle()
      assert.equal(asked(), before)
      const event = await send('account.updated', there.id)
      assert.equal((await destinationOf(user)).payouts_enabled, true)
      for (let count = 0; count < 3; count++) assert.equal(await sendEvent(of.foyer, event), 204)
      await idle()
      assert.equal(asked(), before + 1)
    })

    test('a bank account that was removed at the processor is deleted here, and its owner gets an email', async () => {
      const user = await of.foyer.newUser()
      const [paid, other] = [await addPaid(user), await add(user)]
      of.processor.accounts.take(paid.token)
      await send('account.external_account.deleted', paid.token.split('/')[0] ?? '')
      const left = await user.paymentMethods.list().toArray()
      assert.deepEqual(
        left.map(({ id }) => id),
        [other.id],
      )
      assert.equal((await emailsTo(of.db, user.email)).at(-1)?.kind, 'payout_deleted')
    })

    test('an account is forgotten after the event of its end only if the processor confirms it', async () => {
      const user = await of.foyer.newUser()
      await addPaid(user)
      const { id } = of.processor.accounts.of(user.id)
      const gone = 'account.application.deauthorized'
      const event = await send(gone, id)
      assert.equal((await user.paymentMethods.list().toArray()).length, 1)
      of.processor.accounts.disconnect(id)
      // Without the event, the key might be that of another platform.
      await assert.rejects(reconcileUser(of.wallet, user.id), { name: 'VaultUnavailable' })
      assert.equal((await user.paymentMethods.list().toArray()).length, 1)
      // An operator sends the same event again.
      assert.equal(await sendEvent(of.foyer, event), 204)
      await idle()
      assert.deepEqual(await user.paymentMethods.list().toArray(), [])
      await add(user)
      assert.notEqual(of.processor.accounts.of(user.id).id, id)
    })

    test('an account with other bank accounts is not forgotten while a key has no access', async () => {
      const user = await of.foyer.newUser()
      const [paid, other] = [await addPaid(user), await add(user)]
      const error = { type: 'invalid_request_error', code: 'account_invalid' }
      of.processor.fail('external_accounts.list', { kind: 'refused', status: 403, error }, 1)
      await user.paymentMethods.delete(other.id)
      const account = of.processor.accounts.of(user.id).id
      assert.equal((await destinationOf(user)).account, account)
      const third = await add(user)
      await of.sweepLater()
      const { externals } = of.processor.accounts.of(user.id)
      assert.deepEqual(
        externals.map(({ id }) => `${account}/${id}`),
        [paid.token, third.token],
      )
      assert.equal(`${account}/${(await destinationOf(user)).external_account}`, paid.token)
      // A bank account is not paid through an account that it is not in.
      const put = (customer: string | null) =>
        of.db.query(sql`
          update vault_customers set customer_id = ${customer} where user_id = ${user.id}`)
      for (const customer of ['acct_other', null]) {
        await put(customer)
        const read = service.paymentMethods.payoutReference({ userId: user.id })
        await assert.rejects(read, { status: 409, code: 'no_payout_method' })
      }
      await put(account)
    })

    test('the nightly comparison removes bank accounts that no payment method refers to', async () => {
      const user = await of.foyer.newUser()
      const { id, token } = await add(user)
      const second = await add(user)
      await of.db.query(
        sql`delete from payment_methods where id = ${second.id} and user_id = ${user.id}`,
      )
      const there = of.processor.accounts.of(user.id)
      of.processor.accounts.give(there.id, newIban())
      const report = await reconcileUser(of.wallet, user.id, { mends: false })
      assert.deepEqual([report.orphaned, report.detached], [1, 0])
      assert.equal((await reconcileUser(of.wallet, user.id)).orphaned, 1)
      await of.sweepLater()
      assert.equal(there.externals.length, 2)
      assert.ok(of.processor.accounts.external(token))
      assert.deepEqual(await reconcileUser(of.wallet, user.id), {
        renewed: 0,
        detached: 0,
        orphaned: 0,
        customers: 0,
      })
      assert.equal((await user.paymentMethods.get(id)).type, 'BankAccount')
    })

    test('no number is in the database, and the processor gets it in one request', async () => {
      const german = newAccount()
      const us = newUsAccount()
      const accounts = [
        { given: german, number: german.iban, rest: german.iban.slice(4) },
        { given: us, number: us.account_number, rest: us.account_number },
      ]
      for (const { given, number, rest } of accounts) {
        const user = await of.foyer.newUser()
        const body = { full_name: 'Ada Lovelace', ...given }
        const before = of.processor.received.length
        for (let count = 0; count < 2; count++) {
          const headers = { 'idempotency-key': 'one' }
          const { status } = await user.request('POST', create, { body, headers })
          assert.equal(status, 201)
        }
        const requests = of.processor.received.slice(before)
        const holding = requests.filter((one) => String(one.body).includes(number))
        assert.deepEqual(
          holding.map(({ step }) => step),
          ['tokens.create'],
        )
        assert.ok(!(await dumpOfAll(of.db)).includes(rest))
      }
    })
  },
  env,
)

await onEveryStripeFoyer('a processor without connected accounts', (of) => {
  test('has no link for bank accounts, and refuses them by name', async () => {
    const user = await of.foyer.newUser()
    const { body } = await user.request<PaymentMethodGroups>('GET', '/paymentmethods')
    assert.ok(!('paymentmethod:createbankaccount' in body._links))
    const answer = await user.request<ErrorBody>('POST', create, { body: newAccount() })
    assert.deepEqual([answer.status, answer.body.code], [403, 'bank_accounts_not_supported'])
    const event = newEvent('account.updated', {}, { account: 'acct_1' })
    assert.equal(await sendEvent(of.foyer, event), 204)
    const said: string[] = []
    await checkConnect(settingsOf(of.processor), of.db, (text) => said.push(text))
    assert.deepEqual(said, [])
  })

  /** Adds a bank account, as if that was before the setting was changed. @returns its path */
  const addFormer = async (user: TestUser, vault = 'stripe-connect') => {
    const id = await keepBankAccount(of.foyer, user.id)
    await of.db.query(sql`
      update payment_methods set vault = ${vault} where user_id = ${user.id} and id = ${id}`)
    return { id, path: `/paymentmethods/${id}/bankaccount` }
  }
  const holder = { full_name: 'ADA LOVELACE' }

  for (const vault of ['stripe-connect', 'local'])
    test(`an account of the vault ${vault} keeps its number and holder, and can get another billing address`, async () => {
      const user = await of.foyer.newUser()
      const first = await user.addresses.create(london)
      const second = await user.addresses.create(berlin)
      const { id, path } = await addFormer(user, vault)
      const before = of.processor.received.length
      const put = (body: object) => user.request<ErrorBody>('PUT', path, { body })
      const { _links } = await user.paymentMethods.get(id)
      assert.ok('paymentmethod:updatebankaccount' in _links)
      for (const { id: billing_address_id } of [first, second]) {
        const answer = await put({ ...holder, billing_address_id, default_seller_method: true })
        assert.equal(answer.status, 200, answer.text)
      }
      await user.addresses.delete(Number(first.id))
      for (const body of [
        { ...holder, iban: newIban() },
        { ...holder, ...newUsAccount() },
        { ...holder, iban: 'DE' },
        { full_name: 'Ada King' },
      ]) {
        const { status, body: told } = await put(body)
        assert.deepEqual([status, told.code], [403, 'bank_accounts_not_supported'])
      }
      assert.equal((await put({ ...holder, billing_address_id: null })).status, 200)
      assert.equal(of.processor.received.length, before)
    })

  test('a billing address does not bring back a holder that another request has changed', async () => {
    const user = await of.foyer.newUser()
    const { id } = await addFormer(user)
    const draft = { given: { ...holder, billing_address_id: null }, faults: new Map() }
    const writer = {
      transactionFor: async <T>(userId: number, work: (tx: Transaction) => Promise<T>) => {
        await of.db.query(sql`
          update payment_methods set full_name = 'Ada King' where user_id = ${user.id} and id = ${id}`)
        return of.db.transactionFor(userId, work)
      },
    }
    const change = put(of.wallet, bankAccount, user.id, { id, draft, writer })
    await assert.rejects(change, { name: 'VaultUnavailable' })
  })

  test('the account page asks for no number and no holder', async () => {
    const user = await of.foyer.newUser()
    const { id: billing } = await user.addresses.create(london)
    const { id } = await addFormer(user)
    const browser = await signedInBrowser(of.foyer.authUrl, user.email)
    const path = `/account/paymentmethods/${id}`
    await proveAt(browser, path)
    const form = await browser.get(path)
    assert.doesNotMatch(form.text, /name="(iban|routing_number|account_number|account_type)"/)
    assert.doesNotMatch(form.text, /Account holder/)
    const saved = await browser.submit(form, { billing_address_id: String(billing) }, path)
    assert.equal(saved.status, 303)
    const { _embedded } = await user.paymentMethods.get(id)
    assert.equal(_embedded?.billing_address?.id, billing)
  })
})
