import assert from 'node:assert/strict'
import { generate } from 'otplib'
import { beginTotp, confirmTotp } from '../../src/identity/users/second-factors/second-factors.ts'
import { london } from './addresses.ts'
import { agree, answered, relyingParty, visit } from './authorize.ts'
import { Browser } from './browser.ts'
import { newCard } from './cards.ts'
import { type Counted, CountingDatabase } from './counting-database.ts'
import { openDesk } from './credentials.ts'
import type { Foyer, TestUser } from './foyer.ts'
import type { OpenDatabase } from './inside.ts'
import { issuerReady } from './issuer-ready.ts'
import { startStripeFoyer } from './stripe-foyer.ts'
import { password } from './users.ts'
import { callOutsideSoak } from './wire.ts'

export const requestNames = [
  'PATCH address',
  'POST card, Stripe vault',
  'sign-in with TOTP',
] as const
export type RequestName = (typeof requestNames)[number]

/** A service and the three requests whose statements and round trips are counted. */
export interface RequestPaths {
  /** Prepares a request for a new user. @returns the function that makes the request */
  prepare(name: RequestName): Promise<() => Promise<void>>
  /** Makes a request. @returns its statements and round trips */
  count(request: () => Promise<void>): Promise<Counted>
  stop(): Promise<void>
}

/** The period of a TOTP code, in milliseconds. */
const period = 30_000

/**
 * Starts a service that stores cards at a processor. Its clock stands still, so the counts do not
 * depend on the time.
 */
export async function openRequestPaths(inner: OpenDatabase): Promise<RequestPaths> {
  const db = new CountingDatabase(inner)
  const { foyer, ...service } = await startStripeFoyer(db, {
    attemptTimeoutMs: 4_000,
    callTimeoutMs: 8_000,
    retries: 1,
  })
  const moment = Math.floor(Date.now() / period) * period + period / 2
  foyer.clock.now = () => moment
  await issuerReady(foyer.authUrl)
  const prepare = {
    'PATCH address': () => patchAddress(foyer),
    'POST card, Stripe vault': () => postCard(foyer),
    'sign-in with TOTP': () => signInWithTotp(foyer),
  } as const satisfies Record<RequestName, () => Promise<() => Promise<void>>>
  return {
    prepare: (name) => prepare[name](),
    count: (request) => db.during(request),
    stop: service.stop,
  }
}

/** Changes a city. The caller's access token is in the cache. */
async function patchAddress(foyer: Foyer): Promise<() => Promise<void>> {
  const user = await foyer.newUser()
  const { id } = await callOutsideSoak(() => user.addresses.create(london))
  return () => send(foyer, user, 'PATCH', `/addresses/${id}`, { city: 'Bath' })
}

/** Creates the second card of a user. The caller's access token is in the cache. */
async function postCard(foyer: Foyer): Promise<() => Promise<void>> {
  const user = await foyer.newUser()
  await callOutsideSoak(() => user.paymentMethods.createCreditCard(newCard()))
  return () => send(foyer, user, 'POST', '/paymentmethods/creditcard', newCard())
}

/** Sends one request, without the client and the checks that tests use. */
async function send(
  { baseUrl }: Foyer,
  { accessToken }: TestUser,
  method: string,
  path: string,
  content: object,
): Promise<void> {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' }
  const body = JSON.stringify(content)
  const response = await fetch(baseUrl + path, { method, headers, body })
  assert.ok(response.ok, await response.text())
}

/**
 * Sends a new browser from an application through sign-in and consent, and exchanges the code for
 * tokens.
 */
async function signInWithTotp(foyer: Foyer): Promise<() => Promise<void>> {
  const { authUrl, clock } = foyer
  const { id, email } = await foyer.newUser()
  const desk = openDesk(foyer, clock)
  const { secret } = await beginTotp(desk.factors, id)
  const codeAt = (time: number) => generate({ secret, epoch: Math.floor(time / 1000) })
  const before = await codeAt(clock.now() - period)
  await confirmTotp(desk.factors, { userId: id, code: before, from: desk.from })
  const code = await codeAt(clock.now())
  const application = await relyingParty(foyer)
  return async () => {
    const browser = new Browser(authUrl)
    const form = await visit(browser, application.authorizeUrl())
    const second = await browser.submit(form, { email, password }, '/sign-in')
    const consent = await browser.follow(
      await browser.submit(await browser.follow(second), { code }),
    )
    const { code: authorization = '' } = answered(
      await browser.follow(await agree(browser, consent)),
    )
    const { status, body } = await application.exchange(authorization)
    assert.equal(status, 200, JSON.stringify(body))
  }
}
