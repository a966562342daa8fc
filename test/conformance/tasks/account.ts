import assert from 'node:assert/strict'
import { startSession } from '../../../src/identity/users/sessions/sessions.ts'
import { authorize, relyingParty } from '../../support/authorize.ts'
import { sql } from '../../support/inside.ts'
import { linkTo } from '../../support/mail.ts'
import { signedInBrowser } from '../../support/sign-in.ts'
import type { Actor, Task } from './actor.ts'

/** The name of a page in the menu. */
type Place = 'profile' | 'security' | 'sessions' | 'applications' | 'privacy'

/** Goes from the overview to a page by the menu, which is closed on a narrow screen. */
async function goTo(actor: Actor, place: Place): Promise<void> {
  await actor.open('/account')
  const link = actor.page
    .getByRole('navigation', { name: actor.say('page.label.account'), exact: true })
    .getByRole('link', { name: actor.say(`page.link.${place}`), exact: true })
  if (!(await link.isVisible())) {
    await actor.focus(actor.page.locator('summary', { hasText: actor.say('page.label.menu') }))
    await actor.page.keyboard.press('Enter')
  }
  await actor.focus(link)
  await actor.enter()
}

export const accountTasks: readonly Task[] = [
  {
    name: 'change the profile',
    async run(actor) {
      await goTo(actor, 'profile')
      await actor.fill(actor.say('page.label.profile_name'), 'Ada King')
      await actor.fill(actor.say('page.label.phone'), '12')
      await actor.choose(actor.say('page.label.phone_country'), 'GB')
      await actor.choose(actor.say('page.label.time_zone'), 'Africa/Algiers')
      await actor.tick(actor.say('page.label.newsletter'))
      await actor.press('button', actor.say('page.button.save'))
      await actor.isRefusedAt(actor.say('page.label.phone'))
      assert.equal(await actor.field(actor.say('page.label.profile_name')).inputValue(), 'Ada King')
      await actor.fill(actor.say('page.label.phone'), '020 7946 0958')
      await actor.choose(actor.say('page.label.email_language'), 'ja')
      await actor.press('button', actor.say('page.button.save'))
      await actor.sees('page.text.saved')
      const { full_name, primary_phone, email_optin } = await actor.user.user.get()
      assert.deepEqual([full_name, primary_phone], ['Ada King', '+442079460958'])
      assert.equal(email_optin, true)
      await actor.open('/account/sessions')
      // The time zone has no short name, so its difference from UTC is shown.
      assert.match(await actor.text(), /(GMT|UTC)[+＋]1|CET|MEZ/)
    },
  },
  {
    name: 'change the email address',
    async run(actor) {
      await goTo(actor, 'security')
      await actor.press('link', actor.say('page.button.change_email'))
      await actor.prove()
      const email = `new-${actor.user.email}`
      await actor.fill(actor.say('page.label.new_email'), email)
      await actor.enter()
      await actor.isAt('page.title.check_email')
      await actor.open('/account')
      await actor.sees('page.text.needs_new_email', { email })
      await actor.press('link', actor.say('page.button.need_new_email'))
      await actor.sees('page.text.new_email_pending', { email })
      await actor.open(await linkTo(actor.foyer.db, email, 'confirm_new_email'))
      await actor.press('button', actor.say('page.button.confirm_email'))
      await actor.sees('page.text.email_changed')
      await actor.sees('page.text.email', { email })
    },
  },
  {
    name: 'read the list of sessions, and end sessions',
    async run(actor) {
      const { db } = actor.foyer
      for (const device of ['Firefox · Linux', 'Safari · iPhone', 'Edge · Windows'])
        await startSession(db, { userId: actor.user.id, amr: ['pwd'], device })
      await goTo(actor, 'sessions')
      await actor.sees('page.name.this_session')
      await actor.press(
        'button',
        actor.say('page.label.end_session', { device: 'Firefox · Linux' }),
      )
      await actor.sees('page.text.session_ended')
      await actor.press('button', actor.say('page.button.end_others'))
      await actor.sees('page.text.others_ended')
      await actor.doesNotSee('Safari')
    },
  },
  {
    name: 'read the recent activity',
    async run(actor) {
      await goTo(actor, 'security')
      await actor.press('link', actor.say('page.title.activity'))
      await actor.sees('page.activity.sign_in.succeeded')
    },
  },
  {
    name: 'disconnect an application',
    async run(actor) {
      const { foyer, user } = actor
      const party = await relyingParty(foyer, { name: 'Ticket Shop' })
      await authorize(await signedInBrowser(foyer.authUrl, user.email), party.authorizeUrl())
      await foyer.db.query(sql`
        insert into webhooks (user_id, application_id, url, host, topics, sealed)
        values (${user.id}, ${party.applicationId}, 'https://hook.example', 'hook.example',
          '{Addresses}', '')`)
      await goTo(actor, 'applications')
      const topics = actor.say('page.name.topic.Addresses')
      await actor.sees('page.text.webhook', { host: 'hook.example', topics })
      await actor.sees('page.scope.read:user')
      await actor.sees('page.name.never_used')
      await actor.press('link', actor.say('page.label.disconnect', { application: 'Ticket Shop' }))
      await actor.sees('page.text.disconnect')
      await actor.press('button', actor.say('page.button.disconnect'))
      await actor.sees('page.text.disconnected')
      await actor.sees('page.text.no_applications')
    },
  },
  {
    name: 'choose another language',
    async run(actor) {
      const { page } = actor
      await actor.open('/account/profile')
      await actor.focus(page.locator('.languages summary'))
      await page.keyboard.press('Enter')
      await actor.press('link', 'Français')
      await actor.open('/account')
      assert.equal(await page.locator('html').getAttribute('lang'), 'fr')
    },
  },
  {
    name: 'download one’s data',
    async run(actor) {
      await goTo(actor, 'privacy')
      await actor.press('link', actor.say('page.button.export'))
      await actor.prove()
      const button = actor.page.getByRole('button', { name: actor.say('page.button.export') })
      await actor.focus(button)
      const download = actor.page.waitForEvent('download')
      await actor.page.keyboard.press('Enter')
      assert.match((await download).suggestedFilename(), /^account-data-.*\.json$/)
    },
  },
  {
    name: 'delete the account, and cancel the deletion',
    async run(actor) {
      await goTo(actor, 'privacy')
      await actor.press('link', actor.say('page.button.delete_account'))
      await actor.prove()
      await actor.sees('page.text.delete_account_then')
      await actor.press('button', actor.say('page.button.delete_account'))
      await actor.sees('page.name.erasure')
      await actor.press('button', actor.say('page.button.keep_account'))
      await actor.sees('page.text.erasure_cancelled')
      await actor.sees('page.name.delete_account')
    },
  },
]
