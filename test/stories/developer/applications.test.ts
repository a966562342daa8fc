import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { before, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { requestToken } from '@foyer/client/oauth'
import { formsOf, unescaped } from '../../support/browser.ts'
import {
  act,
  applicationFields,
  formOf,
  newDeveloper,
  redirectUri,
  register,
} from '../../support/developers.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { sql } from '../../support/inside.ts'
import { issuerReady } from '../../support/issuer-ready.ts'
import { addConsents, cancelLargeDeletions } from '../../support/large-deletions.ts'
import { emailsTo } from '../../support/mail.ts'
import { png } from '../../support/pictures.ts'
import {
  behindProxy,
  headingOf,
  newBrowser,
  proveAt,
  signedInBrowser,
  signIn,
} from '../../support/sign-in.ts'
import { temporaryFile } from '../../support/temporary-file.ts'
import { walk } from '../../support/visitor.ts'
import { retry503 } from '../../support/wire.ts'

const run = promisify(execFile)

/**
 * Runs lines as if somebody had pasted them into a terminal. Repeats them while the service of a
 * busy machine refuses the request.
 */
async function paste(lines: string): Promise<string> {
  for (let left = 100; ; left--) {
    const { stdout } = await run('sh', ['-c', lines.replaceAll('curl ', 'curl -sS ')])
    if (!/temporarily_unavailable|service_unavailable/.test(stdout) || left === 0) return stdout
    await pause(50)
  }
}

await onEveryDatabase(
  'applications of developers',
  (foyer: Foyer) => {
    before(() => issuerReady(foyer.authUrl))

    /** The actions of a user's records, newest first. */
    const actionsOf = async (email: string): Promise<string[]> =>
      (await foyer.command('audit', 'list', `--user=${email}`)).map(
        ({ action }: { action: string }) => action,
      )
    const linesOf = (text: string, name: string): string =>
      unescaped(new RegExp(`<pre id="try-${name}"[^>]*><code>([^<]*)<`).exec(text)?.[1] ?? '')

    test('a server application is registered, and the pasted curl gets its token', async () => {
      const developer = await newDeveloper(foyer)
      const { page, clientId, secret } = await register(developer, 'server')
      assert.equal(page.status, 200)
      assert.match(secret, /^secret_[\w-]{43}$/)
      const told = JSON.parse(await paste(linesOf(page.text, 'own')))
      assert.deepEqual([told.token_type, told.scope], ['bearer', 'read:events'])
      const again = await developer.browser.get(`/developer/applications/${clientId}`)
      assert.ok(!again.text.includes(secret), 'the secret is shown once')
      assert.match(again.text, /CLIENT_SECRET=&#39;YOUR_SECRET&#39;/)
    })

    test('the pasted lines of a web application sign a user in', async () => {
      const developer = await newDeveloper(foyer)
      const uri = `${redirectUri}?quote='&semi=;`
      const { page } = await register(developer, 'web', { redirect_uris: uri })
      const own = JSON.parse(await paste(linesOf(page.text, 'own')).catch(() => '{}'))
      assert.equal(own.error, 'invalid_scope', 'a user’s scope needs a user')
      const authorize = linesOf(page.text, 'authorize')
      const printed = await paste(`${authorize}\necho "$VERIFIER"`)
      const [address = '', verifier = ''] = printed.trim().split('\n')
      const { email } = await foyer.newUser()
      const { url } = await walk(newBrowser(foyer.authUrl), address, email)
      assert.equal(url.origin + url.pathname, redirectUri)
      const code = url.searchParams.get('code') ?? ''
      const exchange = linesOf(page.text, 'exchange').replace('CODE_FROM_THE_ADDRESS', code)
      const credentials = authorize.split('\n').slice(0, 2).join('\n')
      const token = JSON.parse(await paste(`${credentials}\nVERIFIER=${verifier}\n${exchange}`))
      const use = linesOf(page.text, 'use')
      const lines = use.replace('ACCESS_TOKEN_FROM_THE_RESPONSE', token.access_token)
      assert.equal(JSON.parse(await paste(lines)).email, email)
    })

    test('applications in browsers and on devices get no secret, and users sign in to them', async () => {
      const developer = await newDeveloper(foyer)
      for (const type of ['spa', 'native'] as const) {
        const { page, secret, clientId } = await register(developer, type)
        assert.deepEqual([page.status, secret], [200, ''])
        const found = await foyer.applicationOf(clientId)
        assert.equal(found.authentication, 'none')
        assert.deepEqual(found.grant_types, ['authorization_code', 'refresh_token'])
        assert.match(await paste(linesOf(page.text, 'authorize')), /code_challenge=[\w-]{43}\n$/)
      }
    })

    test('thousands of redirect URIs are refused with one message', async () => {
      const lines = Array.from({ length: 5_000 }, (_, index) => `a${index}`)
      const type = 'web'
      const developer = await newDeveloper(foyer)
      const redirect_uris = lines.join('\n')
      const { page } = await register(developer, type, { redirect_uris })
      assert.equal(page.status, 400)
      assert.match(page.text, /id="redirect_uris-fault">Enter at most 10 addresses\.</)
    })

    test('two secrets are valid after a rotation, and the former one can be withdrawn', async () => {
      const developer = await newDeveloper(foyer)
      const { clientId, secret, path } = await register(developer, 'server')
      const shown = await act(developer, path, 'rotate')
      const [, next = ''] = /<li id="secret">([^<]+)</.exec(shown.text) ?? []
      const works = (clientSecret: string) =>
        requestToken({ authUrl: foyer.authUrl, clientId, clientSecret }).then(
          () => true,
          () => false,
        )
      assert.deepEqual([await works(secret), await works(next)], [true, true])
      const page = await developer.browser.get(path)
      assert.match(page.text, /Current secret[\s\S]*Former secret/)
      const done = await act(developer, path, 'withdraw')
      assert.match(done.location, /\?done=secret_withdrawn$/)
      assert.deepEqual([await works(secret), await works(next)], [false, true])
    })

    test('a new secret and other redirect URIs are told to the developer by email', async () => {
      const developer = await newDeveloper(foyer)
      const { clientId, path } = await register(developer, 'web')
      const { email } = developer.user
      const told = async () =>
        (await emailsTo(foyer.db, email)).map(({ kind, link, browser }) => [kind, link, browser])
      const link = `${foyer.authUrl}${path}`
      const browser = ''
      await act(developer, path, 'rotate')
      const ofSecret = ['application_secret_changed', link, browser]
      assert.deepEqual(await told(), [ofSecret])
      const form = await proveAt(developer.browser, `${path}/edit`)
      const save = (fields: Readonly<Record<string, string>>) =>
        developer.browser.submit(form, { ...applicationFields.web, ...fields }, '/edit')
      await save({ name: 'Ticket shop two' })
      assert.deepEqual(await told(), [ofSecret])
      await save({ redirect_uris: 'https://elsewhere.example.com/callback' })
      const ofUris = ['application_uris_changed', link, browser]
      assert.deepEqual(await told(), [ofSecret, ofUris])
      // One email of a kind an hour: more would bury it.
      await act(developer, path, 'rotate')
      await save({ redirect_uris: 'https://another.example.com/callback' })
      assert.deepEqual(await told(), [ofSecret, ofUris])
      // An operator at the command line.
      await foyer.command('app', 'rotate-secret', clientId)
      await foyer.command('app', 'update', clientId, `--redirect-uri=${redirectUri}`)
      assert.deepEqual(
        (await told()).slice(2).map(([kind]) => kind),
        ['application_secret_changed', 'application_uris_changed'],
      )
    })

    test('a form for a new application that is sent twice registers one, and the last secret works', async () => {
      const developer = await newDeveloper(foyer)
      const idOf = (text: string) => /<code>(app_[^<]+)<\/code>/.exec(text)?.[1] ?? ''
      const secretOf = (text: string) => /<li id="secret">([^<]+)</.exec(text)?.[1] ?? ''
      for (const type of ['server', 'spa'] as const) {
        const form = await developer.browser.get(formOf(type))
        const send = () =>
          retry503(() => developer.browser.submit(form, applicationFields[type], '/new'))
        const unseen = await Promise.all(Array.from({ length: 3 }, send))
        const shown = await send()
        const clientId = idOf(shown.text)
        assert.deepEqual(
          unseen.map(({ text }) => idOf(text)),
          [clientId, clientId, clientId],
        )
        const ask = (text: string) =>
          requestToken({ authUrl: foyer.authUrl, clientId, clientSecret: secretOf(text) })
        if (type === 'server') await ask(shown.text)
        else assert.equal(secretOf(shown.text), '')
      }
      const own = await foyer.db.query(sql`
        select from application_owners where user_id = ${developer.user.id}`)
      assert.equal(own.length, 2)
      const trail = await actionsOf(developer.user.email)
      assert.equal(trail.filter((action) => action === 'application.created').length, 2)
    })

    test('a form for a new application that is sent again later leads to the application', async () => {
      const developer = await newDeveloper(foyer)
      const form = await developer.browser.get(formOf('server'))
      const send = (fields = {}) =>
        developer.browser.submit(form, { ...applicationFields.server, ...fields }, '/new')
      const { text } = await send()
      const clientId = /<code>(app_[^<]+)<\/code>/.exec(text)?.[1] ?? ''
      const clientSecret = /<li id="secret">([^<]+)</.exec(text)?.[1] ?? ''
      await foyer.db.query(sql`
        update application_secrets set created_at = created_at - interval '2 minutes'
        where application_id = (select id from applications where client_id = ${clientId})`)
      const late = await send()
      assert.equal(late.location, `${foyer.authUrl}/developer/applications/${clientId}`)
      await requestToken({ authUrl: foyer.authUrl, clientId, clientSecret })
      // With other fields it is another application.
      const other = await send({ name: 'Another list' })
      assert.notEqual(/<code>(app_[^<]+)<\/code>/.exec(other.text)?.[1], clientId)
    })

    test('of a form for a new secret that is sent twice the last secret works, and the former one', async () => {
      const developer = await newDeveloper(foyer)
      const { clientId, secret, path } = await register(developer, 'server')
      const form = await proveAt(developer.browser, `${path}/rotate`)
      const send = async () => {
        const { text } = await retry503(() => developer.browser.submit(form, {}, '/rotate'))
        return /<li id="secret">([^<]+)</.exec(text)?.[1] ?? ''
      }
      const unseen = await Promise.all(Array.from({ length: 3 }, send))
      const shown = await send()
      const works = (clientSecret: string) =>
        requestToken({ authUrl: foyer.authUrl, clientId, clientSecret }).then(
          () => true,
          () => false,
        )
      assert.deepEqual([await works(secret), await works(shown)], [true, true])
      assert.deepEqual(await Promise.all(unseen.map(works)), [false, false, false])
      await foyer.db.query(sql`
        update application_secrets set created_at = created_at - interval '2 minutes'
        where application_id = (select id from applications where client_id = ${clientId})`)
      const { action = '', fields } =
        formsOf(form).find((one) => one.action.endsWith('/rotate')) ?? {}
      const current = (Number.parseInt(fields?.current ?? '', 36) - 120_000).toString(36)
      const late = await developer.browser.post(action, { ...fields, current })
      assert.deepEqual([late.status, late.location], [303, foyer.authUrl + path])
      // A form without the field, as of an earlier version.
      const { csrf = '' } =
        formsOf(form).find(({ action }) => action.endsWith('/rotate'))?.fields ?? {}
      const early = await developer.browser.post(`${path}/rotate`, { csrf })
      assert.equal(early.location, foyer.authUrl + path)
      await requestToken({ authUrl: foyer.authUrl, clientId, clientSecret: secret })
    })

    test('users return to an address after signing out that the developer has registered', async () => {
      const developer = await newDeveloper(foyer)
      const after = 'https://shop.example.com/bye'
      const { clientId, page, path } = await register(developer, 'web', {
        post_logout_redirect_uris: `${after}\n`,
      })
      assert.match(
        (await developer.browser.get(path)).text,
        /<code>https:\/\/shop.example.com\/bye</,
      )
      const visitor = newBrowser(foyer.authUrl)
      const address = await paste(linesOf(page.text, 'authorize'))
      await walk(visitor, address.trim(), (await foyer.newUser()).email)
      const leave = async (uri: string) => {
        const query = new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: uri })
        return visitor.get(`${foyer.authUrl}/oauth2/end-session?${query}`)
      }
      assert.equal((await leave(`${after}/elsewhere`)).status, 400)
      const question = await leave(after)
      assert.equal((await visitor.submit(question)).location, after)
      const form = await developer.browser.get(`${path}/edit`)
      // A form of an earlier version, without the field.
      const csrf = csrfOf(form.text)
      const earlier = { csrf, name: 'Shop', redirect_uris: redirectUri, 'scope:read:user': 'true' }
      assert.equal((await developer.browser.post(`${path}/edit`, earlier)).status, 303)
      assert.equal((await leave(after)).status, 303)
      await developer.browser.submit(form, { post_logout_redirect_uris: '' }, '/edit')
      assert.equal((await leave(after)).status, 400)
    })

    test('the owner can disable an application and enable it again, unless an operator disabled it', async () => {
      const developer = await newDeveloper(foyer)
      const { clientId, secret, path } = await register(developer, 'server')
      const ask = () => requestToken({ authUrl: foyer.authUrl, clientId, clientSecret: secret })
      await act(developer, path, 'disable')
      await assert.rejects(ask(), { code: 'invalid_client' })
      const page = await developer.browser.get(path)
      assert.match((await developer.browser.submit(page, {}, '/enable')).location, /enabled$/)
      await ask()
      await foyer.command('app', 'disable', clientId)
      for (const name of ['rotate', 'withdraw', 'disable', 'delete'])
        assert.equal((await act(developer, path, name)).status, 403, name)
      const tried = await developer.browser.post(`${path}/enable`, { csrf: csrfOf(page.text) })
      assert.equal(tried.status, 403)
      assert.match((await developer.browser.get(path)).text, /An operator has disabled/)
      await assert.rejects(ask(), { code: 'invalid_client' })
    })

    test('a deleted application is gone for its developer and its users', async () => {
      const developer = await newDeveloper(foyer)
      const { clientId, page, path } = await register(developer)
      const address = await paste(linesOf(page.text, 'authorize'))
      const visitor = newBrowser(foyer.authUrl)
      const { email } = await foyer.newUser()
      await walk(visitor, address.trim(), email)
      assert.match((await visitor.get('/account/applications')).text, /Ticket shop/)
      const done = await act(developer, path, 'delete')
      assert.match(done.location, /\/developer\?done=application_deleted$/)
      assert.equal(await foyer.applicationOf(clientId), undefined)
      assert.doesNotMatch((await visitor.get('/account/applications')).text, /Ticket shop/)
      assert.equal((await developer.browser.get(path)).status, 404)
    })

    test('an edit keeps what an operator added, and removing a scope ends the tokens', async () => {
      const developer = await newDeveloper(foyer)
      const { clientId, path } = await register(developer, 'web', { 'scope:write:user': 'true' })
      await foyer.command('app', 'update', clientId, '--scope=read:user write:user read:sales')
      const form = await developer.browser.get(`${path}/edit`)
      const kept = { name: 'Other shop', redirect_uris: redirectUri, 'scope:read:user': 'true' }
      const saved = await developer.browser.post(`${path}/edit`, {
        csrf: csrfOf(form.text),
        ...kept,
      })
      assert.match(saved.location, /\?done=application_narrowed$/)
      const found = await foyer.applicationOf(clientId)
      assert.deepEqual([found.name, found.scopes], ['Other shop', ['read:user', 'read:sales']])
    })

    const refused: readonly (readonly [string, Readonly<Record<string, string>>, string])[] = [
      ['an empty name', { name: ' ' }, 'name'],
      ['the name of the service', { name: 'Foyer' }, 'name'],
      ['a name that contains it', { name: 'F-o-y-e-r Support' }, 'name'],
      ['a name that looks like it', { name: 'F\u043eyer' }, 'name'],
      ['a name of an operator’s application', { name: 'TESTS' }, 'name'],
      ['a name that reverses the direction of the text', { name: 'Shop \u202E turned' }, 'name'],
      ['no redirect URI', { redirect_uris: '' }, 'redirect_uris'],
      ['a script', { redirect_uris: 'javascript:alert(1)' }, 'redirect_uris'],
      ['a document', { redirect_uris: 'data:text/html,x' }, 'redirect_uris'],
      ['plain HTTP', { redirect_uris: 'http://shop.example.com/' }, 'redirect_uris'],
      ['a wildcard', { redirect_uris: 'https://*.example.com/' }, 'redirect_uris'],
      ['a fragment', { redirect_uris: `${redirectUri}#a` }, 'redirect_uris'],
      ['a user name', { redirect_uris: 'https://a@shop.example.com/' }, 'redirect_uris'],
      ['an app’s scheme', { redirect_uris: 'com.example.shop:/x' }, 'redirect_uris'],
      ['a long address', { redirect_uris: redirectUri + 'x'.repeat(600) }, 'redirect_uris'],
      ['eleven addresses', { redirect_uris: elevenUris() }, 'redirect_uris'],
      [
        'eleven addresses after signing out',
        { post_logout_redirect_uris: elevenUris() },
        'post_logout_redirect_uris',
      ],
      [
        'plain HTTP after signing out',
        { post_logout_redirect_uris: 'http://shop.example.com/' },
        'post_logout_redirect_uris',
      ],
    ]
    test('a hostile or invalid registration gets an error beside the field, and the form keeps what was typed', async () => {
      const developer = await newDeveloper(foyer)
      const before = (await foyer.command('app', 'list')).length
      const own = [
        ...refused,
        ['terms with the URL of a script', { terms_url: 'javascript:alert(1)' }, 'terms_url'],
        ['the service', { redirect_uris: foyer.authUrl }, 'redirect_uris'],
      ]
      for (const [what, fields, field] of own as typeof refused) {
        const { page } = await register(developer, 'web', fields)
        assert.equal(page.status, 400, what)
        assert.match(page.text, new RegExp(`id="${field}-fault"`), what)
        assert.match(page.text, /<h1>Register a web application<\/h1>/)
      }
      const bare = await developer.browser.get(formOf('web'))
      const fields = {
        csrf: csrfOf(bare.text),
        type: 'web',
        name: 'Kept',
        redirect_uris: redirectUri,
      }
      const unscoped = await developer.browser.post('/developer/applications/new', fields)
      assert.match(unscoped.text, /id="scopes-fault"/)
      assert.match(unscoped.text, /value="Kept"/)
      assert.equal((await foyer.command('app', 'list')).length, before)
    })

    test('the consent page says that a developer registered the application, and where it redirects', async () => {
      const developer = await newDeveloper(foyer)
      const links = { terms_url: 'https://shop.example.com/terms', privacy_url: '' }
      const { page } = await register(developer, 'web', links)
      const address = await paste(linesOf(page.text, 'authorize'))
      const { email } = await foyer.newUser()
      const visitor = await signedInBrowser(foyer.authUrl, email)
      const consent = await visitor.follow(await visitor.get(address.trim()))
      assert.match(consent.text, /Foyer does not run Ticket shop\. .* shop\.example\.com/)
      assert.match(consent.text, /href="https:\/\/shop\.example\.com\/terms"/)
    })

    test('a developer cannot request a scope or a privilege that only operators grant', async () => {
      const developer = await newDeveloper(foyer)
      const wanted = {
        'scope:read:sales': 'true',
        allow_missing_pkce: 'true',
        introspect: 'true',
        kind: 'native',
      }
      const { clientId } = await register(developer, 'web', wanted)
      const application = await foyer.applicationOf(clientId)
      assert.deepEqual(application.scopes, ['read:user'])
      assert.deepEqual(
        [application.allow_missing_pkce, application.introspect, application.kind],
        [false, false, 'web'],
      )
      const server = await register(developer, 'server', { 'scope:read:user': 'true' })
      assert.deepEqual((await foyer.applicationOf(server.clientId)).scopes, ['read:events'])
    })

    test('a developer has at most 20 applications', async () => {
      const developer = await newDeveloper(foyer)
      for (let count = 0; count < 20; count++)
        assert.equal((await register(developer, 'server')).page.status, 200)
      assert.equal((await register(developer, 'server')).page.status, 403)
      assert.match((await developer.browser.get('/developer')).text, /You have 20 applications/)
    })

    test('another developer’s application cannot be seen or changed', async () => {
      const [owner, other] = [await newDeveloper(foyer), await newDeveloper(foyer)]
      const { clientId, path } = await register(owner)
      const mine = await register(other)
      const csrf = csrfOf((await other.browser.get(mine.path)).text)
      for (const below of ['', '/edit', '/rotate', '/withdraw', '/disable', '/delete', '/webhooks'])
        assert.equal((await other.browser.get(path + below)).status, 404, below)
      const fields = { csrf, ...applicationFields.web }
      for (const below of ['edit', 'rotate', 'withdraw', 'disable', 'enable', 'delete'])
        assert.equal((await other.browser.post(`${path}/${below}`, fields)).status, 404, below)
      assert.ok(!(await other.browser.get('/developer')).text.includes(clientId))
      assert.equal((await foyer.applicationOf(clientId)).name, 'Ticket shop')
    })

    test('changes require a fresh proof, and the form after it shows what was typed', async () => {
      const { email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      const csrf = csrfOf((await browser.get('/developer/applications/types')).text)
      const typed = { csrf, type: 'web', ...applicationFields.web }
      const sent = await browser.post('/developer/applications/new', typed)
      assert.match(sent.location, /\/account\/confirm\?/)
      const page = await proveAt(browser, sent.location)
      assert.equal(headingOf(page), 'Register a web application')
      assert.match(page.text, /value="Ticket shop"/)
      const done = await browser.submit(page, {}, '/new')
      assert.equal(headingOf(done), 'Ticket shop is ready')
      const [, clientId = ''] = /<code>(app_[^<]+)</.exec(done.text) ?? []
      foyer.clock.offset += 6 * 60_000
      const late = await browser.post(`/developer/applications/${clientId}/delete`, { csrf })
      foyer.clock.offset -= 6 * 60_000
      assert.match(late.location, /\/account\/confirm\?/)
      assert.equal((await foyer.applicationOf(clientId)).client_id, clientId)
    })

    test('every action of the developer is recorded', async () => {
      const developer = await newDeveloper(foyer)
      const { path } = await register(developer)
      await act(developer, path, 'rotate')
      await act(developer, path, 'withdraw')
      await act(developer, path, 'disable')
      await act(developer, path, 'delete')
      const records: readonly { action: string; actor: string }[] = await foyer.command(
        ...['audit', 'list', `--user=${developer.user.email}`],
      )
      const acts = records.filter(({ action }) => action.startsWith('application.'))
      assert.deepEqual(
        acts.map(({ action }) => action),
        [
          'application.deleted',
          'application.disabled',
          'application.secret_withdrawn',
          'application.secret_rotated',
          'application.created',
        ],
      )
      assert.ok(acts.every(({ actor }) => actor !== 'operator'))
    })

    test('an application with very many users is deleted', async (t) => {
      const developer = await newDeveloper(foyer)
      const { path, clientId } = await register(developer)
      await addConsents(foyer.db, clientId)
      await cancelLargeDeletions(t, foyer.db, 'consents')
      const done = await retry503(() => act(developer, path, 'delete'))
      assert.match(done.location, /\/developer\?done=application_deleted$/)
      const [last, before] = await actionsOf(developer.user.email)
      assert.deepEqual([last, before], ['application.deleted', 'application.disabled'])
    })

    test('an operator deletes a disabled application with very many users', async (t) => {
      const developer = await newDeveloper(foyer)
      const { clientId } = await register(developer)
      await addConsents(foyer.db, clientId)
      await cancelLargeDeletions(t, foyer.db, 'consents')
      const remove = () => foyer.command('app', 'delete', clientId)
      await assert.rejects(remove(), /No disabled application/)
      await foyer.command('app', 'disable', clientId)
      await remove()
      await assert.rejects(remove(), /No disabled application/)
    })

    test('the export shows the applications, and the erasure deletes them', async () => {
      const developer = await newDeveloper(foyer)
      const given = {
        post_logout_redirect_uris: 'https://shop.example.com/bye',
        terms_url: 'https://shop.example.com/terms',
        privacy_url: 'https://shop.example.com/privacy',
      }
      const { clientId, secret } = await register(developer, 'web', given)
      await foyer.command('app', 'update', clientId, `--logo=${temporaryFile(png(64, 64))}`)
      const data = await foyer.command('user', 'export', developer.user.id)
      const [shown] = data.registered_applications as { client_id: string; logo: string }[]
      assert.partialDeepStrictEqual(shown, {
        ...given,
        client_id: clientId,
        redirect_uris: [redirectUri],
        post_logout_redirect_uris: [given.post_logout_redirect_uris],
      })
      assert.equal((await fetch(foyer.authUrl + shown?.logo)).status, 200)
      assert.ok(!JSON.stringify(data).includes(secret))
      await foyer.command('user', 'erase', developer.user.id, '--now')
      assert.equal(await foyer.applicationOf(clientId), undefined)
    })
  },
  behindProxy,
)

await onEveryDatabase(
  'developers admitted by operators',
  (foyer: Foyer) => {
    test('only users with the role see the pages', async () => {
      const { id, email } = await foyer.newUser()
      const browser = await signedInBrowser(foyer.authUrl, email)
      assert.doesNotMatch((await browser.get('/account')).text, /For developers/)
      const closed = await browser.get('/developer')
      assert.deepEqual([closed.status, headingOf(closed)], [403, 'These pages are for developers'])
      assert.equal((await browser.get(formOf('web'))).status, 403)
      await foyer.command('user', 'grant', id, '--role=developer')
      assert.match((await browser.get('/account')).text, /For developers/)
      assert.equal((await browser.get('/developer')).status, 200)
    })

    test('without a session, the pages lead to the sign-in and back', async () => {
      const { id, email } = await foyer.newUser()
      await foyer.command('user', 'grant', id, '--role=developer')
      const browser = newBrowser(foyer.authUrl)
      const page = await browser.get('/developer')
      assert.match(page.location, /\/sign-in\?return_to=%2Fdeveloper$/)
      await signIn(browser, email)
      assert.equal((await browser.get('/developer')).status, 200)
    })
  },
  { ...behindProxy, DEVELOPER_SIGNUP: 'false' },
)

const csrfOf = (text: string): string => /name="csrf" value="([^"]+)"/.exec(text)?.[1] ?? ''

function elevenUris(): string {
  return Array.from({ length: 11 }, (_, index) => `${redirectUri}/${index}`).join('\n')
}
