import { randomUUID } from 'node:crypto'
import { keyOf, type UserActName, userActs } from '../../../src/account/operator/acts.ts'
import { signUp } from '../../../src/identity/users/accounts/sign-up.ts'
import { sessionCookie } from '../../../src/identity/users/sessions/session-cookie.ts'
import { startSession } from '../../../src/identity/users/sessions/sessions.ts'
import { runAs } from '../../../src/support/audit/actor.ts'
import { anotherPassword, openDesk } from '../../support/credentials.ts'
import { addTotp } from '../../support/factors.ts'
import { type MessageKey, sql } from '../../support/inside.ts'
import type { Actor, Task } from './actor.ts'

/** Makes the user an operator, who has signed in with a second factor. @returns codes for proofs */
async function becomeOperator({ foyer, user, context }: Actor): Promise<readonly string[]> {
  const { recoveryCodes } = await addTotp(openDesk(foyer, foyer.clock), user.id)
  await foyer.command('user', 'grant', user.id, '--role=operator')
  const amr = ['pwd', 'otp', 'mfa']
  const { id: value } = await startSession(foyer.db, { userId: user.id, amr, device: 'Chromium' })
  const { name } = sessionCookie(foyer.authUrl)
  await context.addCookies([{ name, value, url: foyer.authUrl }])
  return recoveryCodes
}

/** Opens the page for operators, and searches. */
async function find(actor: Actor, query: string): Promise<void> {
  await actor.open('/operator')
  await actor.fill(actor.say('page.label.find'), query)
  await actor.enter()
}

/** Gives the password and a code where an act asks for them. */
async function proveTwice(actor: Actor, code: string): Promise<void> {
  await actor.prove()
  await actor.fill(actor.say('page.label.code'), code)
  await actor.enter()
}

/** Opens the page of an act. @returns the function that gives the reason and acts */
async function startAct(actor: Actor, button: MessageKey): Promise<() => Promise<void>> {
  await actor.press('link', actor.say(button))
  return async () => {
    await actor.fill(actor.say('page.label.reason'), 'SUP-4711')
    await actor.press('button', actor.say(button))
  }
}

export const operatorTasks: readonly Task[] = [
  {
    name: 'find a user as an operator, and disable the account',
    async run(actor) {
      const [code = ''] = await becomeOperator(actor)
      const other = await actor.foyer.newUser()
      await find(actor, other.email)
      await actor.isAt('page.title.operator_user', { id: other.id })
      const act = await startAct(actor, 'page.button.operator_disable')
      await proveTwice(actor, code)
      const reason = actor.say('page.label.reason')
      await actor.fill(reason, 'two words')
      await actor.enter()
      await actor.isRefusedAt(reason)
      await act()
      await actor.sees('page.text.operator_done_disable')
    },
  },
  {
    name: 'do everything for a user that an operator can do',
    isForSoak: true,
    async run(actor) {
      const { foyer } = actor
      const [code = ''] = await becomeOperator(actor)
      const { id } = await foyer.newUser()
      await addTotp(openDesk(foyer, foyer.clock), id)
      await foyer.db.query(sql`update users set email_confirmed_at = null where id = ${id}`)
      await find(actor, String(id))
      for (const [index, name] of (Object.keys(userActs) as UserActName[]).entries()) {
        const act = await startAct(actor, `page.button.operator_${keyOf(name)}`)
        if (index === 0) await proveTwice(actor, code)
        if (name === 'reset-second-factors')
          await actor.choose(actor.say('page.label.check'), 'document_in_person')
        if (name === 'set-email') {
          await actor.fill(actor.say('page.label.operator_email'), `owner-${id}@example.com`)
          await actor.choose(actor.say('page.label.check'), 'document_by_video')
        }
        await act()
        await actor.sees(`page.text.operator_done_${keyOf(name)}`)
        // The next acts are on a disabled account, and the page says so.
        if (name === 'disable') await actor.sees('page.name.state_disabled')
      }
    },
  },
  {
    name: 'find a request and an application, and disable and enable the application',
    isForSoak: true,
    async run(actor) {
      const { foyer, user } = actor
      const [code = ''] = await becomeOperator(actor)
      const { id } = await foyer.newUser()
      const requestId = randomUUID()
      await runAs({ kind: 'user', requestId }, () =>
        foyer.command('user', 'grant', id, '--role=developer'),
      )
      await find(actor, requestId)
      await actor.isAt('page.title.operator_request')
      await actor.press('link', actor.say('page.title.operator_user', { id }))
      await actor.isAt('page.title.operator_user', { id })
      const { clientId } = await foyer.newApplication({ name: `Box office ${user.id}` })
      await find(actor, clientId)
      const disable = await startAct(actor, 'page.button.application_disable')
      await proveTwice(actor, code)
      await disable()
      await actor.sees('page.text.application_done_disable')
      const enable = await startAct(actor, 'page.button.application_enable')
      await enable()
      await actor.sees('page.text.application_done_enable')
    },
  },
  {
    name: 'find a sign-up as an operator, and send its confirmation again',
    isForSoak: true,
    async run(actor) {
      const { foyer, user } = actor
      const [code = ''] = await becomeOperator(actor)
      const { credentials, from } = openDesk(foyer, foyer.clock)
      const email = `late-${user.email}`
      const given = { email, password: anotherPassword, fullName: null, from }
      await signUp(credentials, { ...given, language: 'en' })
      await find(actor, email)
      await actor.sees('page.text.sign_up_waits')
      const button = actor.say('page.button.operator_resend_confirmation')
      await actor.fill(actor.say('page.label.reason'), 'SUP-4711')
      await actor.press('button', button)
      // The reason and the address are still there after the proof.
      await proveTwice(actor, code)
      await actor.press('button', button)
      await actor.sees('page.text.sign_up_sent')
    },
  },
]
