import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { createClient, type ErrorBody, type Foyer, FoyerError } from '@foyer/client'
import { requestToken } from '@foyer/client/oauth'
import { relyingParty } from '../../support/authorize.ts'
import { newAccount } from '../../support/bank-accounts.ts'
import { newCard } from '../../support/cards.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { listRecords, type Scope } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { emailsTo } from '../../support/mail.ts'
import { addPaid, endHold, newPayPal, prove } from '../../support/payouts.ts'
import { halFetch } from '../../support/validate-response.ts'
import { retryOutsideSoak } from '../../support/wire.ts'

await onEveryDatabase('payout references', (foyer) => {
  const serviceWith = async (scopes: readonly Scope[]): Promise<Foyer> => {
    const { clientId, clientSecret } = await foyer.newApplication({
      name: 'Payouts',
      scopes,
    })
    await issuerReady(foyer.authUrl)
    const { access_token: accessToken } = await requestToken({
      authUrl: foyer.authUrl,
      clientId: clientId,
      clientSecret: clientSecret,
      scope: scopes.join(' '),
    })
    return createClient({ baseUrl: foyer.baseUrl, accessToken, fetch: halFetch })
  }
  let service: Foyer
  before(async () => {
    service = await serviceWith(['read:events', 'read:payout'])
  })
  /** The destination where the service pays a user, or the code of the error. */
  const payAt = async ({ id }: Pick<TestUser, 'id'>): Promise<string> => {
    try {
      const { destination } = await service.paymentMethods.payoutReference({ userId: id })
      if ('email' in destination) return destination.email
      assert.ok('bank_account' in destination)
      return destination.bank_account
    } catch (error) {
      assert.ok(error instanceof FoyerError, String(error))
      return String(error.code)
    }
  }

  test('the reference names the method that is paid now, through proofs, holds, changes and deletions', async () => {
    const user = await foyer.newUser()
    const [first, second, third] = [newPayPal(), newPayPal(), newPayPal()]
    assert.equal(await payAt(user), 'no_payout_method')
    const { id } = await user.paymentMethods.createPayPal({ email: first })
    assert.equal(await payAt(user), 'no_payout_method')
    await prove(foyer, user, first)
    assert.equal(await payAt(user), 'payout_on_hold')
    await endHold(foyer, user)
    assert.equal(await payAt(user), first)

    await user.paymentMethods.replacePayPal(Number(id), { email: second })
    assert.equal(await payAt(user), first)
    await prove(foyer, user, second)
    const held = await service.paymentMethods.payoutReference({ userId: user.id })
    assert.deepEqual(
      [held.destination, held.usable_from, held.next?.id, held.next?.verified],
      [{ email: first }, null, id, true],
    )
    assert.ok(Date.parse(held.next?.usable_from ?? '') > Date.now())
    await endHold(foyer, user)
    const after = await service.paymentMethods.payoutReference({ userId: user.id })
    assert.deepEqual([after.destination, after.next], [{ email: second }, null])
    assert.ok(Date.parse(after.usable_from ?? '') <= Date.now())

    const other = await user.paymentMethods.createPayPal({
      email: third,
      default_seller_method: true,
    })
    const waiting = await service.paymentMethods.payoutReference({ userId: user.id })
    assert.deepEqual(
      [waiting.destination, waiting.next],
      [{ email: second }, { id: other.id, type: 'PayPal', verified: false, usable_from: null }],
    )
    await user.paymentMethods.delete(Number(id))
    assert.equal(await payAt(user), 'no_payout_method')
    await foyer.command('user', 'disable', user.id)
    assert.equal(await payAt(user), 'not_found')
  })

  test('a bank account is named by the vault’s id of it, never by its number', async () => {
    const user = await foyer.newUser()
    const account = newAccount()
    const { id } = await user.paymentMethods.createBankAccount(account)
    assert.equal(await payAt(user), 'no_payout_method')
    await prove(foyer, user, user.email, 'confirm_bank_account')
    assert.equal(await payAt(user), 'payout_on_hold')
    await endHold(foyer, user)
    const reference = await service.paymentMethods.payoutReference({ userId: user.id })
    assert.deepEqual([reference.id, reference.type], [id, 'BankAccount'])
    const { destination } = reference
    assert.ok('bank_account' in destination)
    const { bank_account, ...rest } = destination
    assert.match(bank_account, /^[\w-]{16,}$/)
    const last4 = account.iban.slice(-4)
    const shown = { country: 'DE', last4, account_type: null, full_name: account.full_name }
    assert.deepEqual(rest, { processor: 'local', ...shown })
    // A PayPal account that is chosen next is on hold. Until its end the bank account is paid.
    const email = newPayPal()
    await user.paymentMethods.createPayPal({ email, default_seller_method: true })
    await prove(foyer, user, email)
    assert.equal(await payAt(user), bank_account)
    await endHold(foyer, user)
    assert.equal(await payAt(user), email)
    // If the bank account is deleted after its hold, no method is paid.
    await user.paymentMethods.updateDefaults(Number(id), { default_seller_method: true })
    await endHold(foyer, user)
    assert.equal(await payAt(user), bank_account)
    await user.paymentMethods.delete(Number(id))
    assert.equal(await payAt(user), 'no_payout_method')
    assert.equal((await emailsTo(foyer.db, user.email)).at(-1)?.kind, 'payout_deleted')
  })

  test('the audit trail records each read with its purpose', async () => {
    const user = await foyer.newUser()
    const { id } = await addPaid(foyer, user)
    const purpose = { listingId: '4711', saleId: 'sale-7' }
    await service.paymentMethods.payoutReference({ userId: user.id, ...purpose })
    const [record] = await listRecords(foyer.db, user.id, 1)
    assert.equal(record?.action, 'payment_method.payout_read')
    const details = { payment_method: id, listing: '4711', sale: 'sale-7' }
    assert.deepEqual(JSON.parse(String(record?.details)), details)
    for (const saleId of ['a/b', '4111111111111111', 'DE89370400440532013000', 'a'.repeat(65)])
      await assert.rejects(
        service.paymentMethods.payoutReference({ userId: user.id, saleId }),
        (error) => error instanceof FoyerError && error.status === 400,
      )
  })

  test('only a service with the scope reads a payout reference or a charge reference', async () => {
    const [user, other] = [await foyer.newUser(), await foyer.newUser()]
    const { email } = await addPaid(foyer, user)
    const card = await user.paymentMethods.createCreditCard(newCard())
    const callers: Readonly<Record<string, Foyer>> = {
      'the payout service': service,
      'the charge service': await serviceWith(['read:charge']),
      'an application without the scopes': await serviceWith(['read:events']),
      'the owner': user,
      'another user': other,
      nobody: createClient({ baseUrl: foyer.baseUrl, fetch: halFetch }),
    }
    const paths: Readonly<Record<string, string>> = {
      payout: `/paymentmethods/payout-reference?user_id=${user.id}`,
      'payout of another user': `/paymentmethods/payout-reference?user_id=${other.id}`,
      'payout of nobody': '/paymentmethods/payout-reference?user_id=2147483647',
      charge: `/paymentmethods/${card.id}/charge-reference?user_id=${user.id}`,
    }
    const got: Record<string, readonly number[]> = {}
    for (const [caller, client] of Object.entries(callers))
      got[caller] = await Promise.all(
        Object.values(paths).map(async (path) => {
          const read = () => client.request<ErrorBody>('GET', path)
          const { status, text } = await retryOutsideSoak(read)
          const mayRead = caller === 'the payout service' && path === paths.payout
          assert.equal(text.includes(email), mayRead, `${caller} ${path}`)
          return status
        }),
      )
    const no = [403, 403, 403, 403]
    assert.deepEqual(got, {
      'the payout service': [200, 409, 404, 403],
      // The local vault has no card that can be charged.
      'the charge service': [403, 403, 403, 403],
      'an application without the scopes': no,
      'the owner': no,
      'another user': no,
      nobody: [401, 401, 401, 401],
    })
    for (const path of ['', '/paymentmethods'])
      assert.doesNotMatch((await user.request('GET', path)).text, /payout-reference/)
  })

  test('no user can allow the scope', async () => {
    const party = await relyingParty(foyer, { scopes: ['read:user', 'read:payout'] })
    const asked = await fetch(party.authorizeUrl({ scope: 'read:payout' }), { redirect: 'manual' })
    assert.match(String(asked.headers.get('location')), /error=invalid_scope/)
  })
})
