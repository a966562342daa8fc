import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Address, Call, ErrorBody } from '@foyer/client'
import { berlin, london } from '../../support/addresses.ts'
import { firstChallenge } from '../../support/challenges.ts'
import { onEveryDatabase, type TestUser } from '../../support/foyer.ts'
import { type Language, say } from '../../support/inside.ts'
import { keepCard } from '../../support/payment-methods.ts'

import { answer, header, refused, unknownToken } from './support.ts'

/* The conventions of all resources. The rules of each resource are tested in its own folder. */
await onEveryDatabase('conventions, tokens, languages and entity tags', (foyer) => {
  let user: TestUser
  let address: Address
  let path: string

  before(async () => {
    user = await foyer.newUser()
    address = await user.addresses.create(london)
    path = `/addresses/${address.id}`
  })

  describe('tokens', () => {
    const challengeOf = async (authorization: string | undefined, at = '/user') => {
      const response = await fetch(foyer.baseUrl + at, {
        headers: authorization === undefined ? {} : { authorization },
      })
      const { code } = (await response.json()) as ErrorBody
      return [response.status, code, firstChallenge(response.headers)]
    }
    const none = [401, 'unauthorized', 'Bearer realm="foyer"']
    const invalid = [
      401,
      'invalid_token',
      'Bearer realm="foyer",error="invalid_token",error_description="The access token is not valid or has expired. Get a new one."',
    ]

    test('none is a bare challenge; another scheme, a query or a body counts as none', async () => {
      assert.deepEqual(await challengeOf(undefined), none)
      assert.deepEqual(await challengeOf(''), none)
      assert.deepEqual(await challengeOf('Basic YTpi'), none)
      assert.deepEqual(await challengeOf(`Token ${user.accessToken}`), none)
      assert.deepEqual(await challengeOf(user.accessToken), none)
      assert.deepEqual(await challengeOf(undefined, `/user?access_token=${user.accessToken}`), none)
    })

    test('a Bearer that is empty, malformed or unknown is invalid_token, to the letter', async () => {
      for (const token of [
        '',
        ' ',
        ' x',
        ` ${unknownToken}`,
        ` ${user.accessToken} x`,
        ` ${user.accessToken},`,
        ' "x"',
      ])
        assert.deepEqual(await challengeOf(`Bearer${token}`), invalid, token)
    })

    test('the challenge is English in every language, its description last and without quotes', async () => {
      for (const language of ['de', 'ja']) {
        const call = { accessToken: unknownToken, language }
        const challenge = firstChallenge((await user.request('GET', '/user', call)).headers)
        assert.equal(challenge, invalid[2])
        assert.match(String(challenge), /^Bearer (\w+="[^"]*",)*error_description="[^",\\]+"$/)
      }
    })

    test('the scheme is read in any letter case', async () => {
      for (const scheme of ['bearer', 'BEARER', 'Bearer '])
        assert.equal(
          (
            await fetch(`${foyer.baseUrl}/user`, {
              headers: { authorization: `${scheme} ${user.accessToken}` },
            })
          ).status,
          200,
        )
    })

    test('without the needed scope are 403, and the error names the scope', async () => {
      const reads = await foyer.tokenFor(user.id, ['read:user'])
      const writes = await foyer.tokenFor(user.id, ['write:user'])
      const challenge = async (method: string, accessToken: string, body?: object) => {
        const answer = await user.request(method, '/user', { accessToken, body })
        return [answer.status, firstChallenge(answer.headers)]
      }
      assert.deepEqual(await challenge('PATCH', reads, {}), [
        403,
        'Bearer realm="foyer",error="insufficient_scope",scope="write:user"',
      ])
      assert.deepEqual(await challenge('GET', writes), [
        403,
        'Bearer realm="foyer",error="insufficient_scope",scope="read:user"',
      ])
    })

    test('that have expired are invalid_token', async () => {
      const client = await foyer.newUser()
      await client.user.get()
      foyer.clock.offset = 3601_000
      try {
        assert.deepEqual(await challengeOf(`Bearer ${client.accessToken}`), invalid)
      } finally {
        foyer.clock.offset = 0
      }
    })

    test('come with no-store', async () => {
      const response = await fetch(`${foyer.authUrl}/oauth2/token`, { method: 'POST' })
      assert.equal(response.headers.get('cache-control'), 'no-store')
    })
  })

  describe('languages', () => {
    const names: Readonly<Record<Language, string>> = {
      en: 'Germany',
      de: 'Deutschland',
      fr: 'Allemagne',
      es: 'Alemania',
      it: 'Germania',
      nl: 'Duitsland',
      pt: 'Alemanha',
      ja: 'ドイツ',
    }
    const said = new Map<string, Language>()

    for (const [language, name] of Object.entries(names) as [Language, string][])
      test(`${language}: names, titles, descriptions and messages`, async () => {
        const call: Call = { language }
        const { headers, body } = await user.request<{
          name: string
          _links: Record<string, { title: string }>
        }>('GET', '/countries/de', call)
        assert.equal(headers.get('content-language'), language)
        assert.equal(body.name, name)
        assert.equal(body._links.self?.title, say(language, 'link.self'))
        const card = await keepCard(foyer, user.id)
        const method = await user.paymentMethods.get(card, call)
        assert.equal(method.type_description, say(language, 'paymentmethod.type.CreditCard'))
        const refusal = await user.request<ErrorBody>('POST', '/addresses', { ...call, body: {} })
        assert.equal(refusal.body.message, say(language, 'error.validation_failed'))
        assert.deepEqual(refusal.body.errors.full_name, [say(language, 'rule.required')])
        assert.equal(said.get(refusal.body.message), undefined, 'said in another language already')
        said.set(refusal.body.message, language)
      })

    test('are chosen by quality, region and order; English where none fits', async () => {
      for (const [wanted, language] of [
        ['', 'en'],
        ['*', 'en'],
        ['zh', 'en'],
        ['de-AT', 'de'],
        ['pt-BR, pt;q=0.9', 'pt'],
        ['FR', 'fr'],
        ['xx, fr;q=0.5, de;q=0.8', 'de'],
        ['fr;q=0.8, de;q=0.8', 'fr'],
        ['de;q=0, fr;q=0.1', 'fr'],
        ['de;q=0', 'en'],
        ['en;q=0.1, ja', 'ja'],
        // Of a longer header, the first thousand characters count.
        [`${'xx,'.repeat(300)}de`, 'de'],
        [`de;q=0.1,${'xx,'.repeat(4_000)}fr`, 'de'],
        ['zh, *;q=0.5', 'en'],
        [';;;', 'en'],
        ['de;q=x', 'en'],
        ['../../etc/passwd', 'en'],
        ['__proto__', 'en'],
      ] as const) {
        const call = { headers: { 'accept-language': wanted } }
        assert.equal(await header(user, 'content-language', path, call), language, wanted)
      }
    })
  })

  describe('entity tags', () => {
    const tagAt = async (at: string, call?: Call): Promise<string> =>
      (await header(user, 'etag', at, call)) ?? assert.fail(`no tag at ${at}`)

    test('are strong, with a version before the hash, on resources and collections', async () => {
      for (const at of ['', '/addresses', path, '/user', '/paymentmethods', '/countries/gb'])
        assert.match(await tagAt(at), /^"\d+-[\w-]{27}"$/, at)
    })

    test('stay while the representation stays', async () => {
      assert.equal(await tagAt(path), await tagAt(`/${path}/`))
      assert.notEqual(await tagAt(path), await tagAt(path, { language: 'de' }))
      const reads = await foyer.tokenFor(user.id, ['read:user'])
      assert.notEqual(await tagAt(path), await tagAt(path, { accessToken: reads }))
    })

    test('that the client has make a read 304, without a body', async () => {
      for (const at of [path, '/addresses', '/user', '/countries/gb', '']) {
        const tag = await tagAt(at)
        for (const held of [tag, `W/${tag}`, `"0-x", ${tag}`, '*'])
          for (const method of ['GET', 'HEAD']) {
            const { status, headers, text } = await user.request(method, at, { ifNoneMatch: held })
            assert.deepEqual([status, text], [304, ''], `${method} ${at} ${held}`)
            assert.equal(headers.get('etag'), tag)
            assert.equal(headers.get('cache-control'), 'private, no-cache')
            assert.equal(headers.get('vary'), 'Authorization, Accept, Accept-Language')
            // RFC 9110, 15.4.5: nothing describes a representation that is not sent.
            for (const name of ['content-type', 'content-language'])
              assert.equal(headers.get(name), null, `${method} ${at} ${name}`)
            // RFC 9110, 8.6: no length, or the one that the 200 has.
            const length = headers.get('content-length')
            if (length !== null) assert.equal(length, await header(user, 'content-length', at))
          }
      }
    })

    test('are compared whole when reading', async () => {
      const tag = await tagAt(path)
      const [versionPart = ''] = tag.split('-')
      for (const held of [
        `${versionPart}-x"`,
        await tagAt(path, { language: 'fr' }),
        tag.slice(1, -1),
        '',
      ])
        await answer(user, 200, 'GET', path, { headers: { 'if-none-match': held } })
    })

    test('change with the resource, and with its place in a collection', async () => {
      const [single, all] = [await tagAt(path), await tagAt('/addresses')]
      await user.addresses.update(address, { address_3: 'Bell B' })
      assert.notEqual(await tagAt(path), single)
      assert.notEqual(await tagAt('/addresses'), all)
    })

    test('guard a write by their version, in any language and scope', async () => {
      const mine = await user.addresses.create(berlin)
      const at = `/addresses/${mine.id}`
      const stale = await tagAt(at)
      await answer(user, 200, 'PATCH', at, { body: { address_2: '1' }, ifMatch: stale })
      const weak = `W/${await tagAt(at)}`
      for (const [ifMatch, status, code] of [
        [stale, 412, 'precondition_failed'],
        ['"0-x"', 412, 'precondition_failed'],
        ['"x"', 412, 'precondition_failed'],
        [`${weak}, "0-x"`, 412, 'precondition_failed'],
        [weak, 400, 'malformed_request'],
        ['', 400, 'malformed_request'],
      ] as const)
        for (const [method, body] of [
          ['PATCH', {}],
          ['DELETE', undefined],
        ] as const)
          await refused(user, status, code, method, at, {
            body,
            headers: { 'if-match': ifMatch },
          })
      const german = await tagAt(at, { language: 'de' })
      for (const ifMatch of [german, `"0-x", ${german}`, '*', await tagAt(at)])
        await answer(user, 200, 'PATCH', at, { body: {}, ifMatch })
      await answer(user, 204, 'DELETE', at, { ifMatch: await tagAt(at) })
    })

    test('that are no list of tags are 400: the W of a weak one is upper case', async () => {
      const tag = await tagAt(path)
      for (const ifMatch of [`w/${tag}`, tag.replaceAll('"', ''), `${tag}, x`, 'nonsense'])
        await refused(user, 400, 'malformed_request', 'PATCH', path, { body: {}, ifMatch })
    })

    test('guard the user too', async () => {
      const stale = await tagAt('/user')
      const body = { email_optin: true }
      await answer(user, 200, 'PATCH', '/user', { body, ifMatch: stale })
      const call = { body: { email_optin: false }, ifMatch: stale }
      await refused(user, 412, 'precondition_failed', 'PATCH', '/user', call)
      assert.equal((await user.user.get()).email_optin, true)
    })

    test('come after 400, 403 and 404, and are never required', async () => {
      const ifMatch = '"99-x"'
      await refused(user, 400, 'validation_failed', 'PATCH', path, { body: { city: 7 }, ifMatch })
      await refused(user, 400, 'validation_failed', 'PATCH', '/user', { body: { x: 7 }, ifMatch })
      await refused(user, 403, 'forbidden', 'PATCH', '/addresses/0', { body: {}, ifMatch })
      await refused(user, 403, 'forbidden', 'DELETE', '/addresses/0', { ifMatch })
      await refused(user, 404, 'not_found', 'GET', '/addresses/0', { ifMatch })
      await answer(user, 200, 'PATCH', path, { body: {} })
    })
  })
})
