import assert from 'node:assert/strict'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { relyingParty } from '../../support/authorize.ts'
import type { Claims, FakeProvider } from '../../support/fake-provider.ts'
import { emailsTo, linkTo } from '../../support/mail.ts'
import type { Actor, Task } from './actor.ts'

const named = { provider: 'Faux' }

/** The cookie with the claims of the user whom the provider signs in. */
const who = 'who'

/**
 * Makes a provider sign in the user whose claims the browser's cookie has, without asking, and
 * serve a page of an application.
 */
export function openProvider(provider: FakeProvider): void {
  const keep = (path: string, answer: (request: IncomingMessage, to: ServerResponse) => void) =>
    provider.next(path, (request, response) => {
      keep(path, answer)
      answer(request, response)
    })
  keep('/authorize', ({ url = '', headers }, response) => {
    const location = provider.issuer + url
    const back = new URL(location).searchParams.get('redirect_uri')
    const [, cookie = ''] = new RegExp(`${who}=([\\w-]+)`).exec(headers.cookie ?? '') ?? []
    const claims = JSON.parse(Buffer.from(cookie, 'base64url').toString()) as Claims
    const answer = provider.signIn({ location }, claims)
    response.writeHead(303, { location: `${back}?${answer}` }).end()
  })
  keep('/shop', (_request, response) =>
    response
      .writeHead(200, { 'content-type': 'text/html' })
      .end('<!doctype html><html lang="en"><title>Shop</title><main><h1>Shop</h1></main></html>'),
  )
}

/** Signs a user in at the provider. */
async function signInAtProvider({ context, provider }: Actor, claims: Claims): Promise<void> {
  const value = Buffer.from(JSON.stringify(claims)).toString('base64url')
  await context.addCookies([{ name: who, value, url: provider.issuer }])
}

/** Signs in with the password on the page for it. */
async function signIn(actor: Actor): Promise<void> {
  await actor.fill(actor.say('page.label.email'), actor.user.email)
  await actor.fill(actor.say('page.label.password'), actor.password)
  await actor.enter()
}

/** Asks for an email to sign in with. */
async function askForEmail(actor: Actor): Promise<void> {
  await actor.context.clearCookies()
  await actor.open('/sign-in')
  await actor.press('link', actor.say('page.link.email_code'))
  await actor.fill(actor.say('page.label.email'), 'ada')
  await actor.enter()
  await actor.isRefusedAt(actor.say('page.label.email'))
  await actor.fill(actor.say('page.label.email'), actor.user.email)
  await actor.enter()
  await actor.isAt('page.title.check_email')
}

export const wayInTasks: readonly Task[] = [
  {
    name: 'sign in with a code from an email',
    async run(actor) {
      const { foyer, user } = actor
      await askForEmail(actor)
      const letters = await emailsTo(foyer.db, user.email)
      const code = letters.findLast(({ kind }) => kind === 'sign_in_code')?.code ?? ''
      const label = actor.say('page.label.email_code')
      await actor.fill(label, '1')
      await actor.enter()
      await actor.isRefusedAt(label)
      await actor.fill(label, code)
      await actor.enter()
      await actor.isAt('page.title.overview', { name: 'Ada Lovelace' })
    },
  },
  {
    name: 'sign in with a link from an email',
    isForSoak: true,
    async run(actor) {
      const { foyer, user } = actor
      await askForEmail(actor)
      await actor.open(await linkTo(foyer.db, user.email, 'sign_in_code'))
      await actor.sees('page.text.email_link', { email: user.email })
      await actor.press('button', actor.say('page.button.sign_in'))
      await actor.isAt('page.title.overview', { name: 'Ada Lovelace' })
    },
  },
  {
    name: 'sign in for an application, and give it consent',
    isForSoak: true,
    async run(actor) {
      const { context, foyer, page, provider, user } = actor
      const name = `Box office ${user.id}`
      const shop = `${provider.issuer}/shop`
      const party = await relyingParty(foyer, { name, redirectUris: [shop] })
      await context.clearCookies()
      await actor.open(party.authorizeUrl())
      await actor.isAt('page.title.sign_in_to', { application: name })
      await signIn(actor)
      await actor.isAt('page.title.consent', { application: name })
      await actor.sees('page.scope.read:user')
      await actor.press('button', actor.say('page.button.allow'))
      assert.match(page.url(), /\/shop\?code=/)
    },
  },
  {
    name: 'create an account with a provider',
    isForSoak: true,
    async run(actor) {
      const email = `new-${actor.user.email}`
      await actor.context.clearCookies()
      const claims = { sub: email, email, email_verified: true, name: 'Grace Hopper' }
      await signInAtProvider(actor, claims)
      await actor.open('/sign-up')
      await actor.press('button', actor.say('page.button.provider', named))
      await actor.sees('page.text.provider_new', { ...named, email })
      await actor.press('button', actor.say('page.button.sign_up'))
      await actor.isAt('page.title.overview', { name: 'Grace Hopper' })
    },
  },
  {
    name: 'add a provider while signing in',
    isForSoak: true,
    async run(actor) {
      const { email } = actor.user
      await actor.context.clearCookies()
      await signInAtProvider(actor, { sub: email, email, email_verified: true })
      await actor.open('/sign-in')
      await actor.press('button', actor.say('page.button.provider', named))
      await actor.sees('page.text.provider_known', { ...named, email })
      await actor.press('link', actor.say('page.title.sign_in'))
      await signIn(actor)
      await actor.press('button', actor.say('page.button.provider_add', named))
      await actor.sees('page.text.provider_added')
    },
  },
  {
    name: 'add a provider, sign in with it, and remove it',
    async run(actor) {
      const { email } = actor.user
      await signInAtProvider(actor, { sub: email, email, email_verified: true })
      await actor.open('/account/security')
      await actor.press('link', actor.say('page.button.provider_add', named))
      await actor.prove()
      await actor.press('button', actor.say('page.button.provider', named))
      await actor.press('button', actor.say('page.button.provider_add', named))
      await actor.sees('page.text.provider_added')
      await actor.press('button', actor.say('page.button.sign_out'))
      await actor.open('/sign-in')
      await actor.press('button', actor.say('page.button.provider', named))
      await actor.open('/account/security')
      await actor.press('link', actor.say('page.label.identity_remove', named))
      await actor.prove()
      await actor.press('button', actor.say('page.button.passkey_remove'))
      await actor.sees('page.text.provider_removed')
    },
  },
]
