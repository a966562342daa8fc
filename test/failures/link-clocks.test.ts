import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { endAccess } from '../../src/identity/access/access.ts'
import { requestNewEmail } from '../../src/identity/users/accounts/new-email.ts'
import { signUp } from '../../src/identity/users/accounts/sign-up.ts'
import { requestReset } from '../../src/identity/users/credentials/new-password.ts'
import { consumeLink, findEndedLink, findLink } from '../../src/identity/users/email-links/links.ts'
import { requestSignInLink } from '../../src/identity/users/email-links/sign-in-link.ts'
import { Browser, formsOf, type Page } from '../support/browser.ts'
import { anotherPassword, openDesk, someNetwork, tokenIn } from '../support/credentials.ts'
import { databases } from '../support/database.ts'
import { type Foyer, startFoyer } from '../support/foyer.ts'
import { emailsTo, linkTo } from '../support/mail.ts'
import {
  behindProxy,
  browserWithSession,
  networkHeaders,
  newBrowser,
  sessionIn,
} from '../support/sign-in.ts'
import { password } from '../support/users.ts'
import { retry503 } from '../support/wire.ts'

/*
 * The clock of one instance is a second behind. A browser sends the same form to both instances:
 * first to the one whose clock is ahead.
 */

const settings = { ...behindProxy, EMAIL_SIGN_IN: 'true' }

const skip = (await databases()).length < 2

describe('links with two clocks', { skip }, () => {
  let ahead: Foyer & { stop(): Promise<void> }
  let behind: Foyer & { stop(): Promise<void> }
  before(async () => {
    const database = (await databases()).at(-1) ?? assert.fail()
    const db = await database.open()
    ahead = await startFoyer(db, settings)
    behind = await startFoyer(db, settings)
    behind.clock.offset = -1_000
  })
  after(async () => {
    await behind.app.close()
    await ahead.stop()
  })

  const newEmail = () => `${randomUUID()}@example.com`

  /** Sends a form of a page to both instances, one after the other. */
  async function sendToBoth(
    browser: Browser,
    page: Page,
    fields: Readonly<Record<string, string>> = {},
    action = '',
  ): Promise<readonly [Page, Page]> {
    const form = formsOf(page).find((one) => one.action.endsWith(action)) ?? assert.fail()
    const other = new Browser(behind.authUrl, networkHeaders())
    for (const { name, value, path } of browser.cookies)
      other.plant(`${name}=${value}; Path=${path}`)
    const sent = { ...form.fields, ...fields }
    const first = await retry503(() => browser.post(form.action, sent))
    const { pathname } = new URL(form.action)
    return [first, await retry503(() => other.post(pathname, sent))]
  }

  const open = (browser: Browser, path: string): Promise<Page> => retry503(() => browser.get(path))

  const pathOf = (link: string): string => {
    const { pathname, search } = new URL(link)
    return pathname + search
  }

  test('each answer of a form that is sent to both signs the user in, in one session', async () => {
    const assertOneSession = async (kind: 'code' | 'link' | 'password with link') => {
      const { email } = await ahead.newUser()
      const browser = newBrowser(ahead.authUrl)
      const send = async () => {
        if (kind === 'password with link') {
          await requestSignInLink(openDesk(ahead).credentials, { email, from: someNetwork() })
          const link = await linkTo(ahead.db, email, 'sign_in_link')
          const page = await open(browser, pathOf(link))
          return sendToBoth(browser, page, { password })
        }
        const asking = await open(browser, '/sign-in/code')
        const ask = () => browser.submit(asking, { email }, '/sign-in/code')
        const asked = await retry503(ask)
        if (kind === 'link') {
          const link = await linkTo(ahead.db, email, 'sign_in_code')
          return sendToBoth(browser, await open(browser, pathOf(link)))
        }
        const letters = await emailsTo(ahead.db, email)
        const code = letters.findLast((letter) => letter.kind === 'sign_in_code')?.code ?? ''
        return sendToBoth(browser, asked, { code }, '/check')
      }
      const answers = await send()
      assert.deepEqual([kind, ...answers.map(({ status }) => status)], [kind, 303, 303])
      assert.equal(sessionIn(answers[0]), sessionIn(answers[1]))
    }
    await Promise.all((['code', 'link', 'password with link'] as const).map(assertOneSession))
  })

  test('a link that one has used does not work on the other', async () => {
    const { credentials } = openDesk(ahead)
    const from = someNetwork()
    const isUsed = async (
      browser: Browser,
      link: string,
      fields: Readonly<Record<string, string>>,
    ) => {
      const page = await open(browser, pathOf(link))
      const { pathname } = new URL(link)
      const [first, second] = await sendToBoth(browser, page, fields, pathname)
      assert.deepEqual([pathname, first.status, second.status], [pathname, 303, 410])
      assert.match(second.text, /This link was already used/)
    }

    const resetPassword = async () => {
      const { email } = await ahead.newUser()
      await requestReset(credentials, { email, from })
      const link = await linkTo(ahead.db, email, 'reset_password')
      await isUsed(newBrowser(ahead.authUrl), link, { password: anotherPassword })
    }
    const changeEmail = async () => {
      const user = await ahead.newUser()
      const email = newEmail()
      await requestNewEmail(credentials, { userId: user.id, email, from })
      const link = await linkTo(ahead.db, email, 'confirm_new_email')
      await isUsed(await browserWithSession(ahead, user), link, {})
    }
    const confirmSignUp = async () => {
      const email = newEmail()
      await signUp(credentials, { email, password, fullName: null, language: 'en', from })
      const link = await linkTo(ahead.db, email, 'confirm_email')
      await isUsed(newBrowser(ahead.authUrl), link, { password })
    }
    await Promise.all([resetPassword(), changeEmail(), confirmSignUp()])
  })

  test('of two forms that find a link at the same time one uses it', async () => {
    const { id, email } = await ahead.newUser()
    const { credentials } = openDesk(ahead)
    const late = openDesk(ahead, behind.clock)
    await requestReset(credentials, { email, from: late.from })
    const token = tokenIn(await linkTo(ahead.db, email, 'reset_password'))
    const link = (await findLink(credentials, token)) ?? assert.fail()
    assert.equal(await consumeLink(ahead.db, credentials, link), true)
    assert.equal(await consumeLink(ahead.db, late.credentials, link), false)
    assert.equal(await findLink(late.credentials, token), undefined)
    // What ends the user's links later leaves it as it is.
    await endAccess(ahead.db, id, { links: { now: new Date(late.clock.now()) } })
    assert.equal((await findEndedLink(late.credentials, token))?.end, 'used')
  })
})
