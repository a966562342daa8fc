import assert from 'node:assert/strict'
import { generateSync } from 'otplib'
import { linkTo } from '../../support/mail.ts'
import { provenBrowser } from '../../support/payouts.ts'
import { changeEmail } from '../../support/takeover.ts'
import { withAuthenticator } from '../../support/virtual-authenticator.ts'
import { type Actor, type Task, withClipboard } from './actor.ts'

const path = '/account/security'
const newPassword = 'battery staple'

/** Signs in with the password on the page for it. */
async function signIn(actor: Actor): Promise<void> {
  await actor.fill(actor.say('page.label.email'), actor.user.email)
  await actor.fill(actor.say('page.label.password'), actor.password)
  await actor.enter()
}

/** Gives the second factor. */
async function enterCode(actor: Actor, code: string): Promise<void> {
  await actor.sees('page.text.second_factor')
  await actor.fill(actor.say('page.label.code'), code)
  await actor.enter()
}

/** Adds a passkey with the authenticator of the browser, from the security settings. */
async function addPasskey(actor: Actor): Promise<void> {
  await withAuthenticator(actor.context, actor.page)
  await actor.press('link', actor.say('page.button.passkey_add'))
  await actor.prove()
  await actor.fill(actor.say('page.label.passkey_name'), 'Key')
  await actor.press('button', actor.say('page.button.passkey_add'))
}

/** Saves recovery codes in every way that the page offers. */
async function saveCodes(actor: Actor): Promise<string[]> {
  const { page, hasScript } = actor
  await actor.isAt('page.title.recovery_codes')
  const codes = await page.locator('.codes li').allInnerTexts()
  assert.equal(codes.length, 10)
  const link = page.getByRole('link', { name: actor.say('page.button.download_codes') })
  await actor.focus(link)
  const download = page.waitForEvent('download')
  await page.keyboard.press('Enter')
  assert.equal((await download).suggestedFilename(), 'recovery-codes.txt')
  const copy = page.getByRole('button', { name: actor.say('page.button.copy'), exact: true })
  const print = page.getByRole('button', { name: actor.say('page.button.print'), exact: true })
  assert.equal(await print.isVisible(), hasScript)
  assert.equal(await copy.isVisible(), hasScript)
  if (hasScript) {
    await actor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
    await actor.focus(copy)
    const copied = page.getByRole('button', { name: actor.say('page.button.copied'), exact: true })
    const text = await withClipboard(async () => {
      await page.keyboard.press('Enter')
      await copied.waitFor()
      return page.evaluate('navigator.clipboard.readText()')
    })
    assert.equal(text, codes.join('\n'))
  }
  await actor.press('link', actor.say('page.link.recovery_kept'))
  return codes
}

export const securityTasks: readonly Task[] = [
  {
    name: 'create an account',
    async run(actor) {
      await actor.context.clearCookies()
      const email = `me-${actor.user.email}`
      await actor.open('/sign-in')
      await actor.press('link', actor.say('page.link.sign_up'))
      await actor.fill(actor.say('page.label.email'), 'me')
      await actor.fill(actor.say('page.label.full_name'), 'Grace Hopper')
      await actor.fill(actor.say('page.label.password'), newPassword)
      await actor.enter()
      await actor.isRefusedAt(actor.say('page.label.email'))
      await actor.fill(actor.say('page.label.email'), email)
      await actor.fill(actor.say('page.label.password'), newPassword)
      await actor.enter()
      await actor.isAt('page.title.check_email')
      await actor.open(await linkTo(actor.foyer.db, email, 'confirm_email'))
      await actor.fill(actor.say('page.label.password'), newPassword)
      await actor.enter()
      await actor.isAt('page.title.overview', { name: 'Grace Hopper' })
    },
  },
  {
    name: 'sign out, and sign in',
    async run(actor) {
      await actor.open('/account')
      await actor.press('button', actor.say('page.button.sign_out'))
      await actor.isAt('page.title.signed_out')
      await actor.open('/sign-in')
      await actor.fill(actor.say('page.label.email'), actor.user.email)
      await actor.fill(actor.say('page.label.password'), 'wrong horse')
      await actor.enter()
      await actor.sees('page.error.wrong')
      await signIn(actor)
      await actor.isAt('page.title.overview', { name: 'Ada Lovelace' })
    },
  },
  {
    name: 'set a new password after forgetting the old one',
    async run(actor) {
      await actor.context.clearCookies()
      await actor.open('/sign-in')
      await actor.press('link', actor.say('page.link.forgotten'))
      await actor.fill(actor.say('page.label.email'), actor.user.email)
      await actor.enter()
      await actor.isAt('page.title.check_email')
      await actor.open(await linkTo(actor.foyer.db, actor.user.email, 'reset_password'))
      await actor.fill(actor.say('page.label.new_password'), newPassword)
      await actor.enter()
      actor.password = newPassword
      await actor.sees('page.text.password_set')
      await signIn(actor)
      await actor.isAt('page.title.overview', { name: 'Ada Lovelace' })
    },
  },
  {
    name: 'take back a new email address that somebody else has set',
    async run(actor) {
      const { foyer, user } = actor
      const thief = await provenBrowser(foyer, user, 'email')
      await changeEmail(foyer, thief, `thief-${user.email}`)
      await actor.open(await linkTo(foyer.db, user.email, 'email_changed'))
      await actor.isAt('page.title.sign_in_undo')
      await actor.press('button', actor.say('page.button.sign_in_undo'))
      await actor.isAt('page.title.taken_back')
      await actor.open(await linkTo(foyer.db, user.email, 'account_recovered'))
      await actor.fill(actor.say('page.label.new_password'), newPassword)
      await actor.enter()
      actor.password = newPassword
      await actor.sees('page.text.password_set')
      await signIn(actor)
      await actor.isAt('page.title.overview', { name: 'Ada Lovelace' })
    },
  },
  {
    name: 'change the password',
    async run(actor) {
      await actor.open(path)
      await actor.press('link', actor.say('page.button.change_password'))
      await actor.prove()
      await actor.fill(actor.say('page.label.new_password'), 'password1')
      await actor.enter()
      await actor.isRefusedAt(actor.say('page.label.new_password'))
      await actor.fill(actor.say('page.label.new_password'), newPassword)
      await actor.enter()
      await actor.sees('page.text.password_changed')
    },
  },
  {
    name: 'add, rename and remove a passkey',
    async run(actor) {
      await actor.open(path)
      if (!actor.hasScript) {
        await actor.press('link', actor.say('page.button.passkey_add'))
        await actor.prove()
        return actor.sees('page.text.passkeys_script')
      }
      await addPasskey(actor)
      await saveCodes(actor)
      const rename = actor.say('page.label.passkey_rename', { name: 'Key' })
      await actor.fill(rename, 'Laptop')
      await actor.press('button', rename)
      await actor.sees('page.text.passkey_renamed')
      await actor.press('link', actor.say('page.label.passkey_remove', { name: 'Laptop' }))
      await actor.press('button', actor.say('page.button.passkey_remove'))
      await actor.sees('page.text.passkey_removed')
      return undefined
    },
  },
  {
    name: 'sign in with a passkey',
    isForSoak: true,
    async run(actor) {
      const { page } = actor
      // Without scripts the button would do nothing, so there is none.
      if (!actor.hasScript) {
        await actor.context.clearCookies()
        await actor.open('/sign-in')
        return actor.doesNotSee(actor.say('page.button.passkey'))
      }
      await actor.open(path)
      await addPasskey(actor)
      await actor.isAt('page.title.recovery_codes')
      await actor.press('button', actor.say('page.button.sign_out'))
      // The authenticator of the test takes the first suggestion of the browser.
      await page.goto('/sign-in', { waitUntil: 'commit' })
      await page.waitForURL('**/account')
      return actor.isAt('page.title.overview', { name: 'Ada Lovelace' })
    },
  },
  {
    name: 'set up an authenticator app, renew the recovery codes, sign in with one, and remove the app',
    async run(actor) {
      await actor.open(path)
      await actor.press('link', actor.say('page.button.totp_add'))
      await actor.prove()
      await actor.press('button', actor.say('page.button.totp_add'))
      await actor.page.getByRole('img', { name: actor.say('page.label.qr'), exact: true }).waitFor()
      const secret = (await actor.page.locator('.secret').textContent())?.replaceAll(' ', '') ?? ''
      await actor.fill(actor.say('page.label.code'), generateSync({ secret }))
      await actor.enter()
      const [one = ''] = await saveCodes(actor)
      await actor.sees('page.text.totp_on')
      await actor.sees('page.text.recovery_left', { count: 10 })

      await actor.press('link', actor.say('page.button.recovery_renew'))
      await actor.prove()
      await enterCode(actor, one)
      await actor.press('button', actor.say('page.button.recovery_renew'))
      const [two = '', three = ''] = await saveCodes(actor)

      await actor.press('button', actor.say('page.button.sign_out'))
      await actor.open('/sign-in?return_to=/account/security')
      await signIn(actor)
      await enterCode(actor, two)
      await actor.sees('page.text.recovery_left', { count: 9 })

      await actor.press('link', actor.say('page.button.totp_remove'))
      await actor.prove()
      await enterCode(actor, three)
      await actor.press('button', actor.say('page.button.totp_remove'))
      await actor.sees('page.text.totp_removed')
    },
  },
]
