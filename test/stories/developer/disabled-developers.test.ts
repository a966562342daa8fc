import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { requestToken } from '@foyer/client/oauth'
import { challenge, verifier } from '../../support/authorize.ts'
import { act, newDeveloper, redirectUri, register } from '../../support/developers.ts'
import { assertTokenEnds } from '../../support/ended-token.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { listRecords, sql } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { signedInOperator } from '../../support/operators.ts'
import { retryBusy } from '../../support/retry-busy.ts'
import { behindProxy, newBrowser, signedInBrowser } from '../../support/sign-in.ts'
import { walk } from '../../support/visitor.ts'

/** The ways in which somebody stops being a developer, and comes back. */
const ends = {
  'is disabled': {
    end: ['disable'],
    undo: ['enable'],
    reason: 'owner_disabled',
    shown: 'Its developer was disabled',
  },
  'loses the role': {
    end: ['withdraw', '--role=developer'],
    undo: ['grant', '--role=developer'],
    reason: 'owner_not_developer',
    shown: 'Its developer is no longer a developer',
  },
} as const

await onEveryDatabase(
  'disabled developers',
  (foyer: Foyer) => {
    before(() => issuerReady(foyer.authUrl))

    const roleHolder = async () => {
      const { user, browser } = await newDeveloper(foyer)
      await foyer.command('user', 'grant', user.id, '--role=developer')
      return { user, browser }
    }
    const post = (form: Readonly<Record<string, string>>) =>
      fetch(`${foyer.authUrl}/oauth2/token`, { method: 'POST', body: new URLSearchParams(form) })

    for (const [what, { end, undo, reason, shown }] of Object.entries(ends))
      test(`the applications of a developer who ${what} end with all tokens, and an operator enables each`, async () => {
        const developer = await roleHolder()
        const { clientId, secret, path } = await register(developer, 'web')
        const own = await register(developer, 'server')
        const client = { client_id: clientId, client_secret: secret }
        const query = new URLSearchParams({
          ...{ client_id: clientId, redirect_uri: redirectUri, response_type: 'code' },
          ...{ scope: 'read:user', code_challenge: challenge, code_challenge_method: 'S256' },
        })
        const visitor = newBrowser(foyer.authUrl)
        const { email } = await foyer.newUser()
        const codeOf = async () => {
          const { url } = await walk(visitor, `${foyer.authUrl}/authorize?${query}`, email)
          return url.searchParams.get('code') ?? ''
        }
        const use = async (code: string) =>
          post({
            ...{ ...client, grant_type: 'authorization_code', code },
            ...{ redirect_uri: redirectUri, code_verifier: verifier },
          })
        const tokens = (await (await use(await codeOf())).json()) as Record<string, string>
        const code = await codeOf()
        const statusOf = async () => {
          const headers = { authorization: `Bearer ${tokens.access_token}` }
          return (await fetch(`${foyer.baseUrl}/user`, { headers })).status
        }
        assert.equal(await statusOf(), 200)
        const askOwn = () =>
          requestToken({
            ...{ authUrl: foyer.authUrl, clientId: own.clientId, clientSecret: own.secret },
          })
        await askOwn()

        await foyer.command('user', end[0], developer.user.id, ...end.slice(1))
        await assertTokenEnds(statusOf)
        const refresh = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token ?? '' }
        assert.equal((await post({ ...client, ...refresh })).status, 401)
        assert.equal((await use(code)).status, 401)
        await assert.rejects(askOwn(), { code: 'invalid_client' })
        const records = await listRecords(foyer.db, developer.user.id, 10)
        const recorded = records.filter(({ action }) => action === 'application.disabled')
        assert.deepEqual(
          recorded.map(({ details }) => (JSON.parse(details) as { reason: string }).reason),
          [reason, reason],
        )

        // Coming back enables nothing, and the developer cannot do it either.
        await foyer.command('user', undo[0], developer.user.id, ...undo.slice(1))
        await assert.rejects(askOwn(), { code: 'invalid_client' })
        const browser = await signedInBrowser(foyer.authUrl, developer.user.email)
        for (const page of ['/developer', path])
          assert.match((await browser.get(page)).text, /or is no longer a developer account/, page)
        const again = { user: developer.user, browser }
        assert.equal((await act(again, path, 'rotate')).status, 403)

        const operator = await signedInOperator(foyer)
        const of = await operator.browser.get(`/operator/users/${developer.user.id}`)
        assert.match(of.text, new RegExp(`operator/applications/${clientId}`))
        assert.equal(of.text.split(shown).length, 3, 'both applications have the reason')
        const one = await operator.browser.get(`/operator/applications/${own.clientId}`)
        assert.match(one.text, new RegExp(shown))
        const form = await operator.prove(`/operator/applications/${own.clientId}/enable`)
        await operator.browser.submit(form, { reason: 'SUP-4711' }, '/enable')
        await askOwn()
        assert.equal((await foyer.applicationOf(clientId)).disabled_reason, reason)
      })

    for (const [what, { end, reason }] of Object.entries(ends))
      test(`a developer who ${what} waits for other changes of the applications`, async (t) => {
        if (foyer.db.kind === 'embedded') return t.skip('it runs one transaction at a time')
        const developer = await roleHolder()
        await register(developer, 'server')
        const { clientId } = await register(developer, 'web')
        const userId = developer.user.id
        const [isLocked, isEnding] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
        // Another process.
        const change = foyer.db.bulkTransaction(async (tx) => {
          await tx.query(sql`
            select from applications where client_id = ${clientId} for no key update`)
          isLocked.resolve()
          await isEnding.promise
        })
        await isLocked.promise
        const ended = retryBusy(() => foyer.command('user', end[0], userId, ...end.slice(1)))
        const waiting = () =>
          foyer.db.query(sql`
            select from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock'`)
        while ((await waiting()).length === 0) await pause(5)
        isEnding.resolve()
        await Promise.all([change, ended])
        assert.equal((await foyer.applicationOf(clientId)).disabled_reason, reason)
      })

    test('what the owner or an operator had disabled before keeps its reason, or gets a stronger one', async () => {
      const developer = await roleHolder()
      const byOwner = await register(developer, 'server')
      const byOperator = await register(developer, 'spa')
      await act(developer, byOwner.path, 'disable')
      await foyer.command('app', 'disable', byOperator.clientId)
      await foyer.command('user', 'disable', developer.user.id)
      const reasons = await Promise.all(
        [byOwner, byOperator].map(async ({ clientId }) => {
          return (await foyer.applicationOf(clientId)).disabled_reason
        }),
      )
      assert.deepEqual(reasons, ['owner_disabled', 'operator'])
      await foyer.command('app', 'enable', byOwner.clientId)
      const enabled = await foyer.applicationOf(byOwner.clientId)
      assert.deepEqual([enabled.disabled_at, enabled.disabled_reason], [null, null])
    })

    test('a request that waited for the end of a developer registers nothing', async (t) => {
      if (foyer.db.kind === 'embedded') return t.skip('it runs one transaction at a time')
      const developer = await roleHolder()
      const { id } = developer.user
      const [isEnded, isOver] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const ending = foyer.db.bulkTransaction(async (tx) => {
        await tx.query(sql`update users set disabled_at = now() where id = ${id}`)
        isEnded.resolve()
        await isOver.promise
      })
      await isEnded.promise
      const registering = register(developer, 'server', { name: 'Late' })
      const waiting = () =>
        foyer.db.query(sql`
          select from pg_stat_activity
          where datname = current_database() and wait_event_type = 'Lock'`)
      while ((await waiting()).length === 0) await pause(5)
      isOver.resolve()
      await ending
      assert.equal((await registering).clientId, '')
      const owned = sql`select from application_owners where user_id = ${id}`
      assert.deepEqual(await foyer.db.query(owned), [])
    })
  },
  { ...behindProxy, DEVELOPER_SIGNUP: 'true' },
)
