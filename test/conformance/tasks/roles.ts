// cspell:ignore filechooser
import { grantRole } from '../../../src/identity/roles/grant.ts'
import { sessionCookie } from '../../../src/identity/sessions/session-cookie.ts'
import { startSession } from '../../../src/identity/sessions/sessions.ts'
import { openDesk } from '../../support/credentials.ts'
import { addTotp } from '../../support/factors.ts'
import { png } from '../../support/pictures.ts'
import type { Actor, Task } from './actor.ts'

/** Makes the user an operator, who has signed in with a second factor. @returns codes for proofs */
async function becomeOperator({ foyer, user, context }: Actor): Promise<readonly string[]> {
  const { recoveryCodes } = await addTotp(openDesk(foyer, foyer.clock), user.id)
  await grantRole(foyer.db, user.id, 'operator')
  const amr = ['pwd', 'otp', 'mfa']
  const { id: value } = await startSession(foyer.db, { userId: user.id, amr, device: 'Chromium' })
  const { name } = sessionCookie(foyer.authUrl)
  await context.addCookies([{ name, value, url: foyer.authUrl }])
  return recoveryCodes
}

export const roleTasks: readonly Task[] = [
  {
    name: 'register an application, give it a logo, and delete it',
    async run(actor) {
      const { page } = actor
      await actor.open('/developer')
      await actor.press('link', actor.say('page.button.register'))
      await actor.press('link', actor.say('page.name.type_web'))
      await actor.prove()
      const uris = actor.say('page.label.redirect_uris')
      // Another task may have an application with a fixed name already.
      await actor.fill(actor.say('page.label.application_name'), `Ticket shop ${actor.user.id}`)
      await actor.fill(uris, 'http://shop.example.com/callback')
      await actor.press('button', actor.say('page.button.register'))
      await actor.isRefusedAt(uris)
      await actor.fill(uris, 'https://shop.example.com/callback')
      await actor.press('button', actor.say('page.button.register'))
      await actor.sees('page.text.secret_once')
      await actor.press('link', actor.say('page.link.secret_kept'))
      await actor.press('link', actor.say('page.button.logo'))
      await actor.focus(actor.field(actor.say('page.label.logo')))
      const chooser = page.waitForEvent('filechooser')
      await page.keyboard.press('Enter')
      const file = { name: 'logo.png', mimeType: 'image/png', buffer: png(64, 64) }
      await (await chooser).setFiles(file)
      await actor.press('button', actor.say('page.button.save'))
      await actor.sees('page.text.logo_saved')
      await actor.press('link', actor.say('page.button.application_delete'))
      await actor.press('button', actor.say('page.button.application_delete'))
      await actor.sees('page.text.application_deleted')
    },
  },
  {
    name: 'find a user as an operator, and disable the account',
    async run(actor) {
      const [code = ''] = await becomeOperator(actor)
      const other = await actor.foyer.newUser()
      await actor.open('/operator')
      await actor.fill(actor.say('page.label.find'), other.email)
      await actor.enter()
      await actor.isAt('page.title.operator_user', { id: other.id })
      await actor.press('link', actor.say('page.button.operator_disable'))
      await actor.prove()
      await actor.fill(actor.say('page.label.code'), code)
      await actor.enter()
      const reason = actor.say('page.label.reason')
      await actor.fill(reason, 'two words')
      await actor.enter()
      await actor.isRefusedAt(reason)
      await actor.fill(reason, 'SUP-4711')
      await actor.enter()
      await actor.sees('page.text.operator_done_disable')
    },
  },
  {
    name: 'add a provider, sign in with it, and remove it',
    async run(actor) {
      const { user, provider } = actor
      const named = { provider: 'Faux' }
      const claims = { sub: `s-${user.id}`, email: user.email, email_verified: true }
      const signInThere = () =>
        provider.next('/authorize', ({ url = '' }, response) => {
          const location = provider.issuer + url
          const back = new URL(location).searchParams.get('redirect_uri')
          const answer = provider.signIn({ location }, claims)
          response.writeHead(303, { location: `${back}?${answer}` }).end()
        })
      signInThere()
      await actor.open('/account/security')
      await actor.press('link', actor.say('page.button.provider_add', named))
      await actor.prove()
      await actor.press('button', actor.say('page.button.provider', named))
      await actor.press('button', actor.say('page.button.provider_add', named))
      await actor.sees('page.text.provider_added')
      await actor.press('button', actor.say('page.button.sign_out'))
      await actor.open('/sign-in')
      signInThere()
      await actor.press('button', actor.say('page.button.provider', named))
      await actor.open('/account/security')
      await actor.press('link', actor.say('page.label.identity_remove', named))
      await actor.prove()
      await actor.press('button', actor.say('page.button.passkey_remove'))
      await actor.sees('page.text.provider_removed')
    },
  },
]
