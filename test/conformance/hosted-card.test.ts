import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { createClient } from '@foyer/client'
import { requestToken } from '@foyer/client/oauth'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { openStripe } from '../../src/processor/stripe/stripe.ts'
import { startChromium } from '../support/chromium.ts'
import { anyOne } from '../support/database.ts'
import type { TestUser } from '../support/foyer.ts'
import { keepListing } from '../support/listings.ts'
import { sessionOf } from '../support/sign-in.ts'
import { type StripeFoyer, settingsOf, startStripeFoyer } from '../support/stripe-foyer.ts'

/*
 * A card in a browser: from the processor's own fields and the challenge of its issuer to a charge
 * while its holder is away. The stand-in serves the processor's script.
 */

const chromium = await startChromium()

/** What the purchase service reads. */
interface Reference {
  readonly customer: string
  readonly payment_method: string
  readonly setup_intent: string
  readonly mandate: string | null
  readonly network_transaction_id: string | null
}

describe('a card in the processor’s own fields', { skip: chromium === null }, () => {
  const browser = chromium as Browser
  let of: StripeFoyer & { stop(): Promise<void> }
  before(async () => {
    const database = await anyOne()
    const limits = { attemptTimeoutMs: 30_000, callTimeoutMs: 60_000, retries: 1 }
    of = await startStripeFoyer(await database.open(), limits)
  })
  after(async () => {
    await browser.close()
    await of.stop()
  })

  /** Opens the page on which a user adds a card. */
  async function openCardPage(
    context: BrowserContext,
    user: TestUser,
  ): Promise<{ page: Page; policy: string; problems: string[] }> {
    context.setDefaultTimeout(120_000)
    await context.addCookies([await sessionOf(of.foyer, user.id)])
    const page = await context.newPage()
    const problems: string[] = []
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(message.text())
    })
    const response = await page.goto(`${of.foyer.authUrl}/account/paymentmethods/card`)
    const policy = response?.headers()['content-security-policy'] ?? ''
    return { page, policy, problems }
  }

  async function enterCard(page: Page, number: string): Promise<void> {
    const fields = page.frameLocator('[data-card-element] iframe')
    await fields.getByLabel('Card number').fill(number)
    await fields.getByLabel('Expiration date').fill('11 / 98')
    await fields.getByLabel('Security code').fill('123')
  }

  const challengeOf = (page: Page) => page.frameLocator('iframe[title="The issuer of your card"]')

  test('is confirmed, saved, offered for a listing, and charged while its holder is away', async () => {
    const { foyer, processor } = of
    const user = await foyer.newUser()
    const context = await browser.newContext()
    const { page, policy, problems } = await openCardPage(context, user)
    const origin = processor.url
    assert.ok(policy.includes(`script-src 'self' ${origin};`), policy)
    assert.ok(policy.includes(`frame-src ${origin};`), policy)
    assert.ok(policy.includes("form-action 'self'"), policy)

    // After a declined card the page stays open, with the processor's message.
    await page.getByLabel('Name on the card').fill('Ada Lovelace')
    await enterCard(page, '4000000000000002')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Your card was declined.').waitFor()
    // A holder who does not confirm the card may try again.
    await enterCard(page, '4000 0025 0000 3155')
    await page.getByRole('button', { name: 'Save' }).click()
    await challengeOf(page).getByRole('button', { name: 'Fail' }).click()
    await page.getByText('We are unable to authenticate').waitFor()
    await page.getByRole('button', { name: 'Save' }).click()
    await challengeOf(page).getByRole('button', { name: 'Complete' }).click()
    await page.getByText('The payment method was added.').waitFor()
    await page.getByText('Visa ending 3155').waitFor()
    assert.equal(processor.setups.length, 1, 'one setup for all attempts')
    const elsewhere = await page.reload()
    assert.ok(!elsewhere?.headers()['content-security-policy']?.includes(origin))
    assert.deepEqual(
      problems.filter((problem) => !problem.includes('402')),
      [],
    )
    await context.close()

    const [card] = await Array.fromAsync(user.paymentMethods.list())
    assert.ok(card?.id)
    const listing = await keepListing(foyer)
    const offered = await user.request<{ _embedded: { items: { id: number }[] } }>(
      'PUT',
      `/listings/${listing}/paymentmethods`,
      { body: {} },
    )
    assert.deepEqual(
      offered.body._embedded.items.map(({ id }) => id),
      [card.id],
    )

    const reference = await readReference(card.id, user.id)
    assert.match(String(reference.mandate), /^mandate_/)
    assert.match(String(reference.network_transaction_id), /^[0-9a-f-]{36}$/)
    const stripe = openStripe(settingsOf(processor))
    const charge = await stripe.paymentIntents.create({
      amount: 4_200,
      currency: 'eur',
      customer: reference.customer,
      payment_method: reference.payment_method,
      off_session: true,
      confirm: true,
    })
    assert.equal(charge.status, 'succeeded')
    await of.sweepMuchLater()
    assert.deepEqual(processor.attached, await of.named())
  })

  /** Reads a charge reference as the purchase service does. */
  async function readReference(id: number, userId: number): Promise<Reference> {
    const { foyer } = of
    const scopes = ['read:charge'] as const
    const { clientId, clientSecret } = await foyer.newApplication({
      name: 'Purchases',
      scopes,
    })
    const { access_token } = await requestToken({
      authUrl: foyer.authUrl,
      clientId: clientId,
      clientSecret: clientSecret,
      scope: scopes.join(' '),
    })
    const { request } = createClient({ baseUrl: foyer.baseUrl, accessToken: access_token })
    const path = `/paymentmethods/${id}/charge-reference?user_id=${userId}&purchase_id=order-1`
    return (await request<Reference>('GET', path)).body
  }

  test('the page says what is missing without scripts, and if the processor’s script does not load', async () => {
    const user = await of.foyer.newUser()
    const without = await browser.newContext({ javaScriptEnabled: false })
    const { page } = await openCardPage(without, user)
    await page.getByText('need JavaScript').waitFor()
    assert.equal(await page.getByRole('button', { name: 'Save' }).isVisible(), false)
    await without.close()

    const blocked = await browser.newContext()
    await blocked.route(`${of.processor.url}/**`, (route) => route.abort())
    const { page: other } = await openCardPage(blocked, user)
    await other.getByText('The card fields could not be loaded.').waitFor()
    await blocked.close()
  })
})
