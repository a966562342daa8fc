// cspell:ignore filechooser

import assert from 'node:assert/strict'
import { createClient } from '@foyer/client'
import { issueUserToken } from '../../../src/identity/oauth/tokens/tokens.ts'
import { registerOwnApplication } from '../../../src/identity/users/developers/own-applications.ts'
import { type Scope, sql } from '../../support/inside.ts'
import { png } from '../../support/pictures.ts'
import { createWebhook } from '../../support/webhooks.ts'
import { type Actor, type Task, withClipboard } from './actor.ts'

const callback = 'https://shop.example.com/callback'

/** Registers an application of the user, and opens its page. */
async function openApplication(
  actor: Actor,
  scopes: readonly Scope[] = ['read:user'],
): Promise<{ readonly id: number; readonly clientId: string }> {
  const { foyer, user } = actor
  // Another task may have an application with a fixed name already.
  const name = `Ticket shop ${user.id}`
  const deps = { ...foyer, signUp: true, serviceName: 'Foyer', allowLoopback: false }
  const wanted = { type: 'web', name, redirectUris: [callback], scopes } as const
  const { application, client_id } = await registerOwnApplication(deps, user.id, wanted)
  await actor.open('/developer')
  await actor.press('link', name)
  return { id: application.id, clientId: client_id }
}

/** Reads the secret on the page, which must be visible. */
async function readSecret({ page }: Actor): Promise<string> {
  const secret = page.locator('#secret')
  const { width = 0 } = (await secret.boundingBox()) ?? {}
  assert.ok(width > 200, `the secret is ${width} px wide`)
  return (await secret.textContent()) ?? ''
}

/** Presses a button that copies. @returns the contents of the clipboard */
async function copy(actor: Actor, what?: string): Promise<unknown> {
  const { page, context } = actor
  const action = actor.say('page.button.copy')
  const name =
    what === undefined ? action : actor.say('page.label.action_on', { action, name: what })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await actor.focus(page.getByRole('button', { name, exact: true }))
  return withClipboard(async () => {
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: actor.say('page.button.copied'), exact: true }).waitFor()
    return page.evaluate('navigator.clipboard.readText()')
  })
}

export const developerTasks: readonly Task[] = [
  {
    name: 'register an application, give it a logo, and delete it',
    async run(actor) {
      const { page } = actor
      // From now on the browser reports file choosers. After the key is pressed it would be too
      // late.
      page.on('filechooser', () => {})
      await actor.open('/developer')
      await actor.press('link', actor.say('page.button.register'))
      await actor.press('link', actor.say('page.name.type_web'))
      await actor.prove()
      const uris = actor.say('page.label.redirect_uris')
      await actor.fill(actor.say('page.label.application_name'), `Ticket shop ${actor.user.id}`)
      await actor.fill(uris, 'http://shop.example.com/callback')
      await actor.press('button', actor.say('page.button.register'))
      await actor.isRefusedAt(uris)
      await actor.fill(uris, callback)
      await actor.press('button', actor.say('page.button.register'))
      await actor.sees('page.text.secret_once')
      const secret = await readSecret(actor)
      if (actor.hasScript)
        assert.equal(await copy(actor, actor.say('page.name.secret_current')), secret)
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
    name: 'copy a snippet for an application, and remove a permission from it',
    isForSoak: true,
    async run(actor) {
      const { clientId } = await openApplication(actor, ['read:user', 'write:user'])
      if (actor.hasScript) {
        const lines = await copy(actor, actor.say('page.name.try_authorize'))
        assert.ok(String(lines).includes(clientId))
      }
      await actor.press('link', actor.say('page.button.edit'))
      await actor.prove()
      await actor.fill(actor.say('page.label.redirect_uris'), `${callback}/new`)
      await actor.tick(actor.say('page.scope.write:user'))
      await actor.press('button', actor.say('page.button.save'))
      await actor.sees('page.text.application_narrowed')
      await actor.seesText(`${callback}/new`)
    },
  },
  {
    name: 'create a second secret of an application, and withdraw the previous one',
    isForSoak: true,
    async run(actor) {
      await openApplication(actor)
      await actor.press('link', actor.say('page.button.secret_rotate'))
      await actor.prove()
      await actor.press('button', actor.say('page.button.secret_rotate'))
      await readSecret(actor)
      await actor.press('link', actor.say('page.link.secret_kept'))
      await actor.sees('page.name.secret_former')
      await actor.press('link', actor.say('page.button.secret_withdraw'))
      await actor.press('button', actor.say('page.button.secret_withdraw'))
      await actor.sees('page.text.secret_withdrawn')
      assert.equal(await actor.page.locator('[aria-labelledby=secrets-title] li').count(), 1)
    },
  },
  {
    name: 'disable an application, and enable it again',
    isForSoak: true,
    async run(actor) {
      await openApplication(actor)
      await actor.press('link', actor.say('page.button.application_disable'))
      await actor.prove()
      await actor.press('button', actor.say('page.button.application_disable'))
      await actor.sees('page.text.application_disabled_now')
      await actor.press('button', actor.say('page.button.application_enable'))
      await actor.sees('page.text.application_enabled')
    },
  },
  {
    name: 'test the webhook of an application, and send a delivery again',
    isForSoak: true,
    async run(actor) {
      const { foyer } = actor
      const scopes = ['read:user', 'write:user', 'read:webhooks', 'write:webhooks'] as const
      const application = await openApplication(actor, scopes)
      const { id } = await foyer.newUser()
      const { access_token } = await issueUserToken(foyer.db, id, { application, scopes })
      const owner = createClient({ baseUrl: foyer.baseUrl, accessToken: access_token })
      await createWebhook(owner, { url: 'https://shop.example.com/hook', name: 'Hook' })
      await actor.press('link', actor.say('page.link.application_webhooks'))
      await actor.press('link', 'Hook')
      await actor.sees('page.text.deliveries_none')
      await actor.press('button', actor.say('page.button.ping'))
      await actor.sees('page.text.pinged')
      await actor.press('button', actor.say('page.label.redeliver', { number: 1 }))
      await actor.sees('page.text.redelivered')
    },
  },
  {
    name: 'read the requests of an application',
    isForSoak: true,
    async run(actor) {
      const { id } = await openApplication(actor)
      await actor.press('link', actor.say('page.link.application_requests'))
      await actor.sees('page.text.requests_none')
      await actor.foyer.db.query(sql`
        insert into application_requests (application_id, at, request_id, operation, status, omitted)
        values (${id}, now(), gen_random_uuid(), 'getUser', 200, 0),
          (${id}, now(), gen_random_uuid(), 'createAddress', 403, 0)`)
      await actor.press('link', actor.say('page.link.application_requests'))
      await actor.seesText('getUser')
      await actor.press('link', actor.say('page.link.requests_failed'))
      await actor.seesText('createAddress')
      await actor.doesNotSee('getUser')
    },
  },
]
