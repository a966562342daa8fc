import { randomBytes, randomUUID } from 'node:crypto'
import { generateSync } from 'otplib'
import { emailPage, exchangePage, inboxPage } from '../../src/dev/control-room/detail-pages.ts'
import { controlRoomPage } from '../../src/dev/control-room/page.ts'
import { callbackPage, foreignCallbackPage } from '../../src/dev/demo/callback-page.ts'
import { cancelErasure, requestErasure } from '../../src/identity/privacy/erasure.ts'
import { settlePage } from '../../src/identity/sign-in/passkeys/settle-page.ts'
import {
  connectPage,
  newAccountPage,
  otherEmailPage,
  signInToConnectPage,
} from '../../src/identity/sign-in/providers/pages.ts'
import { checkEmailPage, otherAccountPage } from '../../src/identity/sign-in/sign-up/pages.ts'
import { pathOfWayBack, wayBackKey } from '../../src/identity/users/email-links/way-back.ts'
import { runAs } from '../../src/support/audit/actor.ts'
import type { EmailKind } from '../../src/support/mail/email.ts'
import { messageOf } from '../../src/support/mail/message.ts'
import { relyingParty } from './authorize.ts'
import { formsOf, type Page } from './browser.ts'
import { type Foyer, secretKey } from './foyer.ts'
import { type Language, languages, sql } from './inside.ts'
import { newListing } from './listings.ts'
import { emailsOfEveryKind, linkTo } from './mail.ts'
import { signedInOperator } from './operators.ts'
import { provenBrowser } from './payouts.ts'
import { newBrowser, proveAt, signIn } from './sign-in.ts'
import { changeEmail } from './takeover.ts'
import { password } from './users.ts'
import { retryOutsideSoak } from './wire.ts'

/** A page in one language, as it is sent. */
export interface RenderedPage {
  readonly name: string
  readonly language: Language
  readonly text: string
}

type Ask = (headers: Readonly<Record<string, string>>) => Promise<Page>

/** A word that no page can break at a space. */
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitaen'

/** Requests each page in every language, and collects the responses. */
class Tour {
  readonly pages: RenderedPage[] = []
  readonly browser
  constructor({ authUrl }: Foyer, browser = newBrowser(authUrl)) {
    this.browser = browser
  }

  /** @returns the page in English */
  async look(name: string, ask: Ask): Promise<Page> {
    const pages = await Promise.all(
      languages.map((language) =>
        retryOutsideSoak(() => ask({ 'accept-language': language, accept: 'text/html' })),
      ),
    )
    for (const [index, { text }] of pages.entries()) {
      const language = languages[index] ?? 'en'
      if (!text.includes(`<html lang="${language}">`)) throw new Error(`${name}: ${text}`)
      this.pages.push({ name, language, text })
    }
    return pages[languages.indexOf('en')] as Page
  }

  get(name: string, path: string): Promise<Page> {
    return this.look(name, (headers) => this.browser.get(path, headers))
  }

  /** Sends the form of a page whose action ends with this text. */
  send(name: string, page: Page, action: string, fields: Record<string, string> = {}) {
    const form = formOf(page, action)
    const all = { ...form.fields, ...fields }
    return this.look(name, (headers) => this.browser.post(form.action, all, headers))
  }

  /** The same for a form that works once: each language gets the page anew. */
  sendAnew(name: string, path: string, action: string) {
    let last: Promise<unknown> = Promise.resolve()
    return this.look(name, (headers) => {
      const sent = last.then(async () => {
        const form = formOf(await this.browser.get(path), action)
        return this.browser.post(form.action, form.fields, headers)
      })
      last = sent
      return sent
    })
  }
}

function formOf(page: Page, action: string) {
  const form = formsOf(page).find((one) => one.action.endsWith(action))
  if (form === undefined) throw new Error(`There is no form ${action} in ${page.text}`)
  return form
}

/** Every kind of email in every language. */
export const everyEmail = (): readonly RenderedPage[] =>
  languages.flatMap((language) =>
    emailsOfEveryKind(language).map((letter) => {
      const context = { serviceName: longWord, authUrl: 'https://id.example.com', at: 0 }
      const { html } = messageOf(letter, context)
      return { name: `email ${letter.change ?? letter.kind}`, language, text: html }
    }),
  )

const bareFrame = {
  serviceName: 'Foyer',
  base: '',
  csrf: '',
  styles: '/foyer.css',
  script: '',
  enhancements: '',
  cardFields: '/assets/card-fields.js',
}

/** The pages of the demo, which services under test do not have. */
function demoPages(): readonly RenderedPage[] {
  const told = [
    ['code', longWord.repeat(2)],
    ['state', longWord],
  ] as const
  const view = { parameters: told, exchange: `curl ${longWord.repeat(4)}`, use: 'curl' }
  return languages.flatMap((language) => {
    const frame = { ...bareFrame, language, path: '/demo/callback' }
    return [
      { name: 'demo', language, text: callbackPage(frame, view) },
      { name: 'demo-foreign', language, text: foreignCallbackPage(frame, told) },
      ...(language === 'en' ? controlRoomPages() : []),
    ]
  })
}

/** The pages of the control room, which are only in English. */
function controlRoomPages(): readonly RenderedPage[] {
  const language = 'en'
  const frame = { ...bareFrame, language, path: '/demo', now: Date.UTC(2026, 0, 2) } as const
  const email = {
    name: 'x',
    to: `${longWord}@example.com`,
    subject: longWord,
    date: new Date(0),
    text: `https://example.com/${longWord.repeat(4)}`,
  }
  const exchange = {
    id: 1,
    at: 0,
    direction: 'sent',
    method: 'POST',
    target: `https://example.com/${longWord.repeat(4)}`,
    outcome: 'no answer',
    ms: 9,
  } as const
  const received = {
    ...exchange,
    direction: 'received',
    outcome: '404',
    details: {
      sent: [['user-agent', longWord]],
      answered: [['etag', longWord]],
      error: `{"message":"${longWord}"}`,
    },
  } as const
  const user = {
    email: `${longWord}@example.com`,
    password: longWord,
    access_token: longWord.repeat(2),
  }
  const application = { client_id: longWord, client_secret: longWord, redirect_uri: '' }
  const demo = { seed: longWord, application, users: [user], listings: [] }
  const urls = { base_url: 'https://example.com/v2', auth_url: 'https://example.com' }
  const room = {
    demo: { ...urls, ...demo },
    faults: { vaultAnswer: 'unavailable', dropsLeft: 2 },
    traffic: { latest: [exchange, received] },
    inbox: { list: () => [email] },
    ownsDatabase: true,
    aheadMs: 86_400_000,
  } as const
  const card = {
    userId: 1,
    id: 1,
    holder: longWord,
    brand: 'visa',
    last4: '1111',
    expiryMonth: 1,
    expiryYear: 2030,
    expired: false,
    billingAddressId: null,
  }
  const listings = [newListing({ coupons: [{ code: longWord, expires_at: null }] })]
  const notice = 'The clock is set.'
  const view = { room, cards: [card], listings, tokensEndAt: 0, notice }
  return [
    { name: 'demo-room', language, text: controlRoomPage(frame, view) },
    { name: 'demo-inbox', language, text: inboxPage(frame, [email], longWord) },
    { name: 'demo-request', language, text: exchangePage(frame, received) },
    { name: 'demo-email', language, text: emailPage(frame, email) },
  ]
}

/** The pages after a provider has answered, after a sign-in, and of a link for another account. */
function pagesElsewhere(): readonly RenderedPage[] {
  const email = `${longWord}@example.com`
  const view = { id: 'work', name: longWord.slice(0, 24), email }
  const settling = { signals: undefined, canUpgrade: true, returnTo: '/account' }
  const stolen = { email, back: 'sign_in', isBreached: true } as const
  return languages.flatMap((language) => {
    const frame = { ...bareFrame, language, path: '/sign-in/with/work/connect' }
    return [
      { name: 'provider-new', language, text: newAccountPage(frame, view) },
      { name: 'provider-known', language, text: signInToConnectPage(frame, view) },
      { name: 'provider-connect', language, text: connectPage(frame, view) },
      { name: 'provider-other', language, text: otherEmailPage(frame, { ...view, own: email }) },
      { name: 'new-email-other', language, text: otherAccountPage(frame, { email }) },
      { name: 'signed-in', language, text: settlePage(frame, settling) },
      { name: 'password-stolen', language, text: checkEmailPage(frame, stolen) },
    ]
  })
}

/** The settings of a service that has every page. No provider runs at this URL. */
export const everyPageEnv = {
  EMAIL_SIGN_IN: 'true',
  IDENTITY_PROVIDERS: 'work',
  IDENTITY_PROVIDER_WORK_NAME: longWord.slice(0, 24),
  IDENTITY_PROVIDER_WORK_ISSUER: 'http://127.0.0.1:1',
  IDENTITY_PROVIDER_WORK_CLIENT_ID: 'foyer',
  IDENTITY_PROVIDER_WORK_CLIENT_SECRET: 'secret',
}

/**
 * Returns every kind of page in every language, with the longest values that people enter. The
 * service needs the settings `behindProxy` and `everyPageEnv`.
 */
export async function everyPage(foyer: Foyer): Promise<readonly RenderedPage[]> {
  const tour = new Tour(foyer)
  const { browser } = tour
  const longEmail = () => `${longWord}.${randomBytes(4).toString('hex')}@example.com`
  const email = longEmail()

  const entrance = await tour.get(
    'sign-in',
    '/sign-in?return_to=/account/security&note=sign_in_first',
  )
  await tour.send('sign-in-wrong', entrance, '/sign-in', { email, password: 'wrong horse' })
  const stranger = longEmail()
  const guess = { email: stranger, password: 'wrong horse' }
  await Promise.all(Array.from({ length: 10 }, () => browser.submit(entrance, guess, '/sign-in')))
  await tour.send('email-proof', entrance, '/sign-in', guess)
  const signUp = await tour.get('sign-up', '/sign-up')
  await tour.send('sign-up-wrong', signUp, '/sign-up', { email: 'ada', password: 'short' })
  await browser.submit(signUp, { email, password, full_name: longWord })
  const link = await linkTo(foyer.db, email, 'confirm_email')
  await tour.get('confirm-email', link)
  foyer.clock.offset += 25 * 3_600_000
  await tour.get('link-too-old', link)
  foyer.clock.offset -= 25 * 3_600_000
  await browser.submit(await browser.get(link), { password })
  await tour.get('link-used', link)
  await browser.get('/account/sessions')
  const forgotten = await tour.get('forgotten-password', '/forgotten-password')
  await browser.submit(forgotten, { email })
  await tour.look('check-email', (headers) => {
    const fields = {
      ...formsOf(forgotten)[0]?.fields,
      email: longEmail(),
    }
    return browser.post('/forgotten-password', fields, headers)
  })
  await tour.send('provider-failed', entrance, '/sign-in/with/work')
  const codes = await tour.get('email-code', '/sign-in/code')
  await tour.send('email-code-invalid', codes, '/code', { email: longWord })
  const asked = await browser.submit(codes, { email }, '/code')
  await tour.send('email-code-wrong', asked, '/check', { code: '1' })
  await tour.get('email-code-link', await linkTo(foyer.db, email, 'sign_in_code'))
  for (let count = 1; count < 5; count++) await browser.submit(codes, { email }, '/code')
  await tour.send('email-code-recent', codes, '/code', { email })
  const reset = await linkTo(foyer.db, email, 'reset_password')
  await tour.get('new-password', reset)
  await foyer.db.query(sql`
    update links set ended = 'replaced', expires_at = now() - interval '1 second'
    where kind = 'reset_password'`)
  await tour.get('link-replaced', reset)
  await undoPages(foyer, tour)
  await tour.get('link-expired', '/new-password?token=none')
  await tour.get('step-expired', '/interaction/none')
  await tour.get('sign-in-expired', '/sign-in/second-factor?step=none')
  await tour.get('not-found', `/${longWord}`)
  await tour.get('application-request', `/authorize?client_id=${longWord}`)
  await tour.look('foreign-form', (headers) => browser.post('/sign-in', {}, headers))

  const party = await relyingParty(foyer, { name: `${longWord} ${longWord}` })
  const consent = await browser.follow(await browser.get(party.authorizeUrl()))
  await tour.get('consent', consent.url)
  await browser.submit(consent, { decision: 'allow' })
  await browser.get(consent.url.replace('interaction', 'authorize'))
  await tour.get('step-over', consent.url)
  const [user] = await foyer.db.query<{ id: number }>(
    sql`select id from users where email = ${email}`,
  )
  const way = { returnTo: '/interaction/none', browser: '', application: party.id }
  await tour.get('continue', pathOfWayBack(wayBackKey(secretKey), user?.id ?? 0, way) ?? '')
  await tour.get('overview', '/account')
  const addresses = await tour.get('addresses-none', '/account/addresses')
  const blank = await tour.get('address-country', '/account/addresses/new')
  const home = { full_name: longWord, address_1: longWord, city: longWord, postal_code: '1' }
  const choice = { use_country: 'true', country_code: 'JP' }
  await tour.send('address-new', blank, '/addresses/new', choice)
  await tour.send('address-wrong', blank, '/addresses/new', { ...home, country_code: 'DE' })
  const german = { ...home, country_code: 'DE' }
  for (const postal_code of ['10115', '10117'])
    await browser.submit(blank, { ...german, postal_code }, '/addresses/new')
  const listed = await tour.get('addresses', '/account/addresses?done=address_added')
  const [, one = ''] = /href="([^"]+)\/delete"/.exec(listed.text) ?? []
  await tour.get('address', one)
  const removal = await tour.get('address-delete', `${one}/delete`)
  await tour.send('address-deleted', removal, '/delete')
  await tour.look('not-possible', (headers) => {
    const { csrf = '' } = formsOf(listed)[0]?.fields ?? {}
    return browser.post('/account/addresses/2147483647/default', { csrf }, headers)
  })
  if (addresses.status !== 200) throw new Error('There is no list of addresses.')
  await tour.get('methods-none', '/account/paymentmethods')
  const card = await tour.get('card-new', '/account/paymentmethods/card')
  const visa = { full_name: longWord, expiry_month: '4', expiry_year: '2031' }
  await tour.send('card-wrong', card, '/card', { ...visa, card_number: '1' })
  await browser.submit(card, { ...visa, card_number: '4111111111111111' }, '/card')
  await proveAt(browser, '/account/paymentmethods/paypal')
  const paypal = await tour.get('paypal-new', '/account/paymentmethods/paypal')
  await tour.send('paypal-wrong', paypal, '/paypal', { email: longWord })
  await browser.submit(paypal, { email, default_seller_method: 'true' }, '/paypal')
  const bank = await tour.get('bank-new', '/account/paymentmethods/bank')
  await tour.send('bank-country', bank, '/bank', { country_code: 'DE', use_country: 'true' })
  const us = { country_code: 'US', use_country: 'true' }
  const american = await tour.send('bank-us', bank, '/bank', us)
  await tour.send('bank-wrong', american, '/bank', { full_name: longWord, account_number: '1' })
  const iban = 'DE89370400440532013000'
  await browser.submit(bank, { full_name: longWord, iban }, '/bank')
  const list = '/account/paymentmethods'
  const [, added = ''] = /paymentmethods\/(\d+)\/proof/.exec((await browser.get(list)).text) ?? []
  const methods = await tour.get('methods', `${list}?done=method_added&method=${added}`)
  const [, kept = ''] =
    /href="([^"]+\/paymentmethods\/\d+)" aria-label="[^"]*DE\*\*/.exec(methods.text) ?? []
  await tour.get('bank', kept)
  await tour.get('bank-delete', `${kept}/delete`)
  const [, edited = ''] = /href="([^"]+\/paymentmethods\/\d+)"/.exec(methods.text) ?? []
  await tour.get('card', edited)
  await tour.get('method-delete', `${edited}/delete`)
  const [, account = ''] =
    /href="([^"]+\/paymentmethods\/\d+)" aria-label="[^"]*PayPal/.exec(methods.text) ?? []
  await tour.get('paypal', account)
  await tour.get('paypal-seller', `${account}/default-seller`)
  const linkIn = async (to: string, kind: EmailKind) =>
    (await linkTo(foyer.db, to, kind)).slice(foyer.authUrl.length)
  const proof = await tour.get('payout-confirm', await linkIn(email, 'confirm_payout'))
  await browser.submit(proof, {}, '/payouts/confirm')
  const undo = await tour.get('payout-undo', await linkIn(email, 'payout_changed'))
  await tour.get('methods-next', `${list}?done=method_proved`)
  await tour.send('payout-undone', undo, '/payouts/undo', {})
  await tour.get('sessions', '/account/sessions?done=session_ended')
  await foyer.db.query(sql`
    insert into webhooks (user_id, application_id, url, host, topics, sealed)
    values (${user?.id ?? 0}, ${party.applicationId}, 'https://example.com', ${`${longWord}.example`},
      '{Addresses,PaymentMethods,User}', '')`)
  await tour.get('applications', '/account/applications?done=disconnected')
  await tour.get('disconnect', `/account/applications/${party.applicationId}/disconnect`)
  await foyer.db.query(sql`delete from webhooks where user_id = ${user?.id ?? 0}`)
  await tour.get('security', '/account/security?done=password_changed')
  await requestErasure(foyer.privacy, { userId: user?.id ?? 0 })
  await tour.get('erasure', '/account/privacy')
  await cancelErasure(foyer.privacy, { userId: user?.id ?? 0 })
  await tour.get('activity', '/account/security/activity')
  const profile = await tour.get('profile', '/account/profile?done=saved')
  await tour.send('profile-wrong', profile, '/profile', { primary_phone: '12' })
  await tour.get('privacy', '/account/privacy')
  await proveAt(browser, '/account/privacy/export')
  await tour.get('export', '/account/privacy/export')
  await proveAt(browser, '/account/privacy/delete')
  await tour.get('account-delete', '/account/privacy/delete')
  await tour.get('developer-none', '/developer')
  await tour.get('application-types', '/developer/applications/types')
  const web = await proveAt(browser, '/developer/applications/new?type=web')
  await tour.send('application-wrong', web, '/new', { name: ' ', redirect_uris: longWord })
  const uris = `https://${longWord.toLowerCase()}.example/${longWord}`
  const shop = { name: `Shop ${longWord}`, redirect_uris: uris, 'scope:read:user': 'true' }
  const registered = await browser.submit(web, shop, '/new')
  const [, own = ''] = /href="(\/developer\/applications\/app_[^"]+)"/.exec(registered.text) ?? []
  await tour.get('application', own)
  await tour.get('application-edit', `${own}/edit`)
  await tour.get('application-logo', `${own}/logo`)
  await tour.get('application-delete', `${own}/delete`)
  await tour.get('secret-rotate', `${own}/rotate`)
  await tour.sendAnew('secret', `${own}/rotate`, '/rotate')
  await tour.get('webhooks-none', `${own}/webhooks`)
  await foyer.db.query(sql`
    insert into application_requests (application_id, at, request_id, operation, status, omitted)
    select max(id), now(), gen_random_uuid(), 'listPaymentMethodsForListing', 403, 100 from applications
    where self_registered`)
  await tour.get('requests', `${own}/requests`)
  await tour.get('developer', '/developer?done=application_deleted')
  const confirm = await tour.get('confirm', '/account/confirm?for=email')
  await tour.send('confirm-wrong', confirm, '/account/confirm', { password: 'wrong' })
  const emails = await proveAt(browser, '/account/security/email')
  await tour.get('email', '/account/security/email')
  await tour.send('email-wrong', emails, '/email', { email: longWord })
  await browser.submit(emails, { email: `new-${longEmail()}` }, '/email')
  await proveAt(browser, '/account/security/password')
  await tour.get('password', '/account/security/password')
  await proveAt(browser, '/account/security/passkeys')
  await tour.get('passkeys', '/account/security/passkeys')
  await proveAt(browser, '/account/security/recovery-codes')
  const start = await proveAt(browser, '/account/security/totp')
  await tour.get('totp-start', '/account/security/totp')
  await tour.send('totp', start, '/totp')
  // Each language has begun with a new key. Only the last one is valid.
  const begun = await browser.submit(start, {}, '/totp')
  const [, secret = ''] = /class="secret">([^<]+)</.exec(begun.text) ?? []
  const code = generateSync({ secret: secret.replaceAll(' ', '') })
  await browser.submit(begun, { code }, '/totp/confirm')
  await foyer.db.query(sql`
    insert into passkeys (user_id, credential_id, public_key, counter, transports, backed_up, name)
    select id, ${email}, '', 0, '{}', false, ${longWord} from users where email = ${email}`)
  await foyer.db.query(sql`
    insert into linked_identities (user_id, issuer, subject_key, email)
    select id, 'https://id.example', ${randomBytes(32)}, email from users where email = ${email}`)
  const full = await tour.get('security-full', '/account/security?done=provider_added')
  await tour.send('passkey-misnamed', full, '/passkeys/rename', { name: longWord.repeat(2) })
  await proveAt(browser, '/account/security/providers/add?provider=work', {
    code: generateSync({ secret: secret.replaceAll(' ', ''), epoch: Date.now() / 1000 + 30 }),
  })
  await tour.get('provider-add', '/account/security/providers/add?provider=work')
  await tour.get('provider-remove', '/account/security/providers/remove?issuer=https://id.example')
  const [, remove = ''] = /href="([^"]+\/passkeys\/remove\?passkey=\d+)"/.exec(full.text) ?? []
  await tour.get('passkey-remove', remove)
  await tour.get('totp-remove', '/account/security/totp/remove')
  const renew = await tour.get('recovery-codes-renew', '/account/security/recovery-codes')
  await tour.send('recovery-codes', renew, '/recovery-codes')
  await tour.get('sign-out', '/sign-out')
  await browser.submit(await browser.get('/sign-out'))
  await tour.get('signed-out', '/sign-out')
  const second = await signIn(browser, email)
  const step = await tour.get('second-factor', second.location)
  for (let count = 0; count < 5; count++) await browser.submit(step, { code: '000000' })
  await tour.send('second-factor-emailed', step, '/second-factor', { code: '000000' })
  await tour.get('email-proof-linked', await linkTo(foyer.db, email, 'sign_in_link'))
  await foyer.db.query(sql`delete from totp_secrets where user_id = ${user?.id ?? 0}`)
  await foyer.db.query(sql`delete from recovery_codes where user_id = ${user?.id ?? 0}`)
  await tour.get('second-factor-passkey', second.location)
  const help = await operatorPages(foyer, user?.id ?? 0, party.id)
  return [...tour.pages, ...help, ...demoPages(), ...pagesElsewhere()]
}

/** The pages on which a user takes a change of the sign-in back. */
async function undoPages(foyer: Foyer, tour: Tour): Promise<void> {
  const [user, other] = [await foyer.newUser(), await foyer.newUser()]
  const thief = await provenBrowser(foyer, user, 'email')
  await changeEmail(foyer, thief, `thief-${user.email}`)
  const link = (await linkTo(foyer.db, user.email, 'email_changed')).slice(foyer.authUrl.length)
  await foyer.db.query(sql`update users set disabled_at = now() where id = ${user.id}`)
  await tour.get('undo-disabled', link)
  await foyer.db.query(sql`update users set disabled_at = null where id = ${user.id}`)
  const undo = await tour.get('sign-in-undo', link)
  await foyer.db.query(sql`
    insert into user_emails (email_key, user_id) values (${user.email}, ${other.id})`)
  await tour.send('undo-taken', undo, '/sign-in/undo')
  await foyer.db.query(sql`
    delete from user_emails where user_id = ${other.id} and email_key = ${user.email}`)
  await tour.send('taken-back', undo, '/sign-in/undo')
}

/** The pages for operators, about a user and an application. */
async function operatorPages(
  foyer: Foyer,
  userId: number,
  clientId: string,
): Promise<readonly RenderedPage[]> {
  const operator = await signedInOperator(foyer)
  const tour = new Tour(foyer, operator.browser)
  const path = `/operator/users/${userId}`
  const search = await tour.get('operator', '/operator')
  await tour.send('operator-nobody', search, '/operator', { query: longWord })
  await operator.prove(`${path}/disable`)
  await tour.get('operator-user', `${path}?done=enable`)
  const reset = await tour.get('operator-reset', `${path}/reset-second-factors`)
  await tour.send('operator-reset-wrong', reset, '/reset-second-factors', { reason: longWord })
  const address = await tour.get('operator-set-email', `${path}/set-email`)
  await tour.send('operator-set-email-wrong', address, '/set-email', { email: longWord })
  await tour.get('operator-own', `/operator/users/${operator.id}/disable`)
  const requestId = randomUUID()
  await runAs({ kind: 'user', requestId }, () =>
    foyer.command('user', 'grant', userId, '--role=developer'),
  )
  await tour.get('operator-request', `/operator/requests/${requestId}`)
  await tour.get('operator-application', `/operator/applications/${clientId}`)
  await tour.get('operator-disable', `/operator/applications/${clientId}/disable`)
  await foyer.command('user', 'grant', userId, '--role=operator')
  await tour.get('operator-colleague', `${path}/reset-second-factors`)
  await foyer.db.query(sql`update sessions set amr = '{pwd}' where user_id = ${operator.id}`)
  await tour.get('second-factor-needed', '/operator')
  return tour.pages
}
