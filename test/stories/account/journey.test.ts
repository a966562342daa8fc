import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { createAuthenticator } from '../../support/authenticator.ts'
import { agree, answered, relyingParty, visit } from '../../support/authorize.ts'
import { type Page, unescaped } from '../../support/browser.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { onEveryDatabase } from '../../support/foyer.ts'
import { linkTo } from '../../support/mail.ts'
import { behindProxy, headingOf, newBrowser, optionsOf, proveAt } from '../../support/sign-in.ts'
import { password } from '../../support/users.ts'

const newPassword = 'battery staple'
const fourteenDaysMs = 14 * 24 * 60 * 60 * 1000

/** The link on a page whose path begins with `place`. */
const linkOn = ({ text }: Page, place: string): string =>
  unescaped(new RegExp(`href="(/${place}[^"]*)"`).exec(text)?.[1] ?? '')

await onEveryDatabase(
  'the journey of a user',
  (foyer) => {
    test('from the sign-up at an application to the deletion of the account', async () => {
      const shop = await relyingParty(foyer, {
        name: 'Ticket Shop',
        scopes: ['read:user', 'write:user'],
      })
      const email = `${randomUUID()}@example.com`
      let browser = newBrowser(foyer.authUrl)
      const ask = () => visit(browser, shop.authorizeUrl({ scope: 'openid read:user write:user' }))
      /** The status of a request that the application sends with its access token. */
      const useOf = async ({ access_token }: { access_token: string }): Promise<number> => {
        const headers = { authorization: `Bearer ${access_token}` }
        return (await fetch(`${foyer.baseUrl}/user`, { headers })).status
      }

      // The user signs up from the application, and returns to it signed in.
      const form = await browser.get(linkOn(await ask(), 'sign-up'))
      await browser.submit(form, { email, password, full_name: 'Ada Lovelace' })
      const confirm = await browser.get(await linkTo(foyer.db, email, 'confirm_email'))
      const question = await browser.follow(await browser.submit(confirm, { password }))
      const first = answered(await browser.follow(await agree(browser, question)))
      const { body: tokens } = await shop.exchange(first.code ?? '')
      assert.equal(await useOf(tokens), 200)

      // The user resets the password, and returns to the application, which is still connected.
      browser = newBrowser(foyer.authUrl)
      const forgotten = await browser.get(linkOn(await ask(), 'forgotten-password'))
      await browser.submit(forgotten, { email })
      const reset = await browser.get(await linkTo(foyer.db, email, 'reset_password'))
      const saved = await browser.follow(await browser.submit(reset, { password: newPassword }))
      const given = { email, password: newPassword }
      const second = answered(await browser.follow(await browser.submit(saved, given, '/sign-in')))
      const { body: newTokens } = await shop.exchange(second.code ?? '')
      assert.equal(await useOf(newTokens), 200)
      assert.equal((await shop.refresh(tokens.refresh_token)).status, 400)

      // The user adds a passkey.
      const proof = { secret: newPassword }
      const passkeys = await proveAt(browser, '/account/security/passkeys', proof)
      const authenticator = createAuthenticator(foyer.authUrl)
      const options = await optionsOf(browser, passkeys, '/passkeys')
      const credential = JSON.stringify(authenticator.create(options as never))
      const codes = await browser.submit(passkeys, { credential, name: 'Phone' }, '/passkeys')
      assert.equal(headingOf(codes), 'Your recovery codes')

      /** Confirms the identity with the passkey where a page asks for it. */
      const openWithPasskey = async (path: string): Promise<Page> => {
        const asked = await browser.follow(await browser.get(path))
        if (!asked.url.includes('/account/confirm')) return asked
        const challenge = await optionsOf(browser, asked, '/account/confirm/passkey')
        const answer = JSON.stringify(authenticator.get(challenge as never))
        return browser.follow(
          await browser.submit(asked, { credential: answer }, '/confirm/passkey'),
        )
      }

      // The user downloads the data.
      const offer = await openWithPasskey('/account/privacy/export')
      const data = JSON.parse((await browser.submit(offer, {}, '/export')).text)
      assert.equal(data.profile.email, email)
      assert.equal(data.connected_applications[0].name, 'Ticket Shop')

      // The user deletes the account, cancels the deletion, and deletes the account again.
      const remove = async () => {
        const page = await openWithPasskey('/account/privacy/delete')
        return browser.follow(await browser.submit(page, {}, '/delete'))
      }
      const planned = await remove()
      assert.match(planned.text, /Your account and all of its data will be deleted on/)
      await assertTokenEnds(() => useOf(newTokens))
      const kept = await browser.follow(await browser.submit(planned, {}, '/keep-account'))
      assert.match(kept.text, /Your account will be kept\./)
      assert.equal(answered(await ask()).error, undefined)

      await remove()
      foyer.clock.offset += fourteenDaysMs + 60_000
      await foyer.runChore('erase accounts')
      foyer.clock.offset -= fourteenDaysMs + 60_000
      assert.match((await browser.get('/account')).location, /\/sign-in\?/)
      browser = newBrowser(foyer.authUrl)
      const late = await browser.submit(await browser.get('/sign-in'), given, '/sign-in')
      assert.match(late.text, /The email address or the password is incorrect\./)
    })
  },
  behindProxy,
)
