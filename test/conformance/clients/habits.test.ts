import assert from 'node:assert/strict'
import { test } from 'node:test'
import { london } from '../../support/addresses.ts'
import { visa } from '../../support/cards.ts'
import { firstChallenge } from '../../support/challenges.ts'
import { type Foyer, onEveryDatabase } from '../../support/foyer.ts'
import { newHousehold } from '../../support/household.ts'
import { retry503, retryOutsideSoak } from '../../support/wire.ts'

/*
 * Clients in use have habits that no specification requires. Each test is a client with one habit.
 */

interface Link {
  readonly href: string
  readonly title: string
  readonly templated: boolean
}

/** A resource, as a client without generated types reads it. */
interface Resource {
  readonly id: number
  readonly full_name: string
  readonly email: string
  readonly email_optin: boolean
  readonly total_items: number
  readonly default_buyer_method: boolean
  readonly _links: Readonly<Record<string, Link>>
  readonly _embedded: { readonly items: readonly Resource[] }
}

await onEveryDatabase('a client that', (foyer) => {
  /** A client that uses one media type for everything. */
  const client = async (scopes?: Parameters<Foyer['newUser']>[0]) => {
    const user = scopes ? await foyer.newUser(scopes) : await newHousehold(foyer)
    const send = (method: string, url: string, body?: object): Promise<Response> =>
      retryOutsideSoak(() =>
        fetch(url, {
          method,
          headers: {
            Authorization: `Bearer ${user.accessToken}`,
            Accept: 'application/hal+json',
            ...(body && { 'Content-Type': 'application/hal+json' }),
          },
          ...(body && { body: JSON.stringify(body) }),
        }),
      )
    const get = async (url: string) => (await (await send('GET', url)).json()) as Resource
    const follow = ({ _links }: Resource, relation: string): string =>
      _links[relation]?.href ?? assert.fail(`no ${relation} among ${Object.keys(_links)}`)
    return { ...user, send, get, follow }
  }

  test('reads href, title and templated of every link', async () => {
    const { get, follow } = await client()
    /** Fails if a property is missing, as a dictionary of such a client does. */
    const read = (link: Link): [string, string, boolean] => {
      for (const name of ['href', 'title', 'templated'])
        if (!Object.hasOwn(link, name)) throw new Error(`KeyError: ${name}`)
      return [link.href, link.title, link.templated]
    }
    const linksIn = (value: unknown): Link[] => {
      if (typeof value !== 'object' || value === null) return []
      return Object.entries(value).flatMap(([name, part]) =>
        name === '_links' ? Object.values(part as Resource['_links']) : linksIn(part),
      )
    }
    const root = await get(foyer.baseUrl)
    const starts = ['user', 'addresses', 'paymentmethods', 'countries', 'webhooks']
    const documents = await Promise.all(starts.map((relation) => get(follow(root, relation))))
    const links = [root, ...documents].flatMap(linksIn).map(read)
    assert.ok(links.length > 1_000)
    for (const [href, title, templated] of links) {
      assert.ok(URL.canParse(href), href)
      assert.ok(title.length > 3, `${href} has the title ${title}`)
      assert.equal(templated, href.includes('{'), href)
    }
  })

  test('appends paths to the URL of the root', async () => {
    const { get, send, follow } = await client()
    const self = follow(await get(foyer.baseUrl), 'self')
    for (const path of ['/user', '/addresses', '/paymentmethods?page=1', '/countries', '/webhooks'])
      assert.equal((await send('GET', self + path)).status, 200, path)
  })

  test('sends application/hal+json, and paths in any letter case', async () => {
    const { get, send } = await client(['read:user', 'write:user'])
    const made = await send('POST', `${foyer.baseUrl}/Addresses`, london)
    assert.equal(made.status, 201)
    const { id } = (await made.json()) as Resource
    const changed = await send('PATCH', `${foyer.baseUrl}/ADDRESSES/${id}`, { city: 'Bath' })
    assert.equal(changed.status, 200)
    assert.equal((await get(`${foyer.baseUrl}/paymentMethods`)).total_items, 0)
    assert.equal((await send('DELETE', `${foyer.baseUrl}/Addresses/${id}/`)).status, 204)
  })

  test('parses WWW-Authenticate with a regular expression', async () => {
    const challengeOf = async (path: string, token?: string) => {
      const headers = token === undefined ? {} : { Authorization: `Bearer ${token}` }
      const response = await fetch(foyer.baseUrl + path, { headers })
      return firstChallenge(response.headers) ?? ''
    }
    const pattern = /^Bearer realm="([^"]+)",error="([^"]+)",error_description="([^"]+)"$/
    const [, realm, error, description = ''] = pattern.exec(await challengeOf('/user', 'x')) ?? []
    assert.deepEqual([realm, error], ['foyer', 'invalid_token'])
    assert.match(description, /\w{3}/)
    assert.equal(await challengeOf('/user'), 'Bearer realm="foyer"')
    const { accessToken } = await foyer.newUser(['read:webhooks'])
    const scopes = /error="insufficient_scope".*scope="([^"]+)"/
    assert.equal(scopes.exec(await challengeOf('/user', accessToken))?.[1], 'read:user')
  })

  test('sends Accept: application/json on token requests', async () => {
    const { clientId, clientSecret } = await foyer.newApplication({
      name: 'Field',
      kind: 'web',
      redirectUris: ['http://127.0.0.1/callback'],
      scopes: ['read:events'],
    })
    const ask = (secret: string) =>
      fetch(`${foyer.authUrl}/oauth2/token`, {
        method: 'POST',
        headers: {
          Accept: 'application/json',
          Authorization: `Basic ${btoa(`${clientId}:${encodeURIComponent(secret)}`)}`,
          'Content-Type': 'application/x-www-form-urlencoded',
        },
        body: 'grant_type=client_credentials&scope=read:events',
      })
    const good = await retry503(() => ask(clientSecret))
    assert.equal(good.status, 200)
    assert.match(good.headers.get('Content-Type') ?? '', /^application\/json/)
    const { access_token, ...rest } = (await good.json()) as { access_token: string }
    assert.match(access_token, /^\S+$/)
    assert.deepEqual(rest, { token_type: 'bearer', expires_in: 86_400, scope: 'read:events' })
    const bad = await retry503(() => ask('wrong'))
    assert.equal(bad.status, 401)
    assert.equal(((await bad.json()) as { error: string }).error, 'invalid_client')
  })

  test('removes nulls from what it sends and from what it receives', async () => {
    const { send, get } = await client(['read:user', 'write:user'])
    const withoutNulls = (value: object) =>
      Object.fromEntries(Object.entries(value).filter(([, part]) => part !== null))
    const form = {
      ...london,
      address_2: null,
      address_3: null,
      state_province: null,
      default: null,
    }
    const made = await send('POST', `${foyer.baseUrl}/addresses`, withoutNulls(form))
    const address = withoutNulls((await made.json()) as Resource) as unknown as Resource
    assert.ok(!('address_2' in address))
    const { id, full_name } = address
    const url = `${foyer.baseUrl}/addresses/${id}`
    const renamed = { full_name: `${full_name} King`, address_2: null, default: null }
    assert.equal((await send('PATCH', url, withoutNulls(renamed))).status, 200)
    assert.equal((await get(url)).full_name, 'Ada Lovelace King')
    const empty = { number_of_tickets: null, coupons: null, delivery_address_id: null }
    const listing = `${foyer.baseUrl}/listings/1/paymentmethods`
    const [sent, dropped] = [await send('PUT', listing, empty), await send('PUT', listing, {})]
    assert.deepEqual([await dropped.json(), dropped.status], [await sent.json(), sent.status])
  })

  test('follows links with POST, PUT, PATCH and DELETE', async () => {
    const { get, send, follow } = await client(['read:user', 'write:user'])
    const root = await get(foyer.baseUrl)
    /** Follows a link of a resource. @returns the resource of the answer */
    const change = async (of: Resource, relation: string, method: string, body?: object) => {
      const response = await send(method, follow(of, relation), body)
      assert.ok(response.ok, `${method} ${relation}: ${response.status}`)
      return (response.status === 204 ? null : await response.json()) as Resource
    }
    const addresses = () => get(follow(root, 'addresses'))
    const address = await change(await addresses(), 'address:create', 'POST', london)
    const renamed = await change(address, 'address:update', 'PATCH', { full_name: 'Ada King' })
    assert.equal(renamed.full_name, 'Ada King')
    await change(renamed, 'address:delete', 'DELETE')
    assert.equal((await addresses()).total_items, 0)

    const wallet = () => get(follow(root, 'paymentmethods'))
    const made = await change(await wallet(), 'paymentmethod:createcreditcard', 'POST', visa)
    const renewed = { ...visa, card_number: undefined, expiry_year: 2098 }
    const replaced = await change(made, 'paymentmethod:updatecreditcard', 'PUT', renewed)
    assert.equal(replaced.id, made.id)
    const noDefault = { default_buyer_method: false }
    const changed = await change(replaced, 'paymentmethod:updatedefaults', 'PATCH', noDefault)
    assert.equal(changed.default_buyer_method, false)
    await change(changed, 'paymentmethod:delete', 'DELETE')
    assert.equal((await wallet()).total_items, 0)
  })

  test('reads the Date header of every response', async () => {
    const { send, get } = await client()
    const { _embedded } = await get(`${foyer.baseUrl}/addresses`)
    const id = _embedded.items[1]?.id
    const answers = await Promise.all([
      send('GET', `${foyer.baseUrl}/user`),
      send('PATCH', `${foyer.baseUrl}/user`, { full_name: 'Ada' }),
      send('DELETE', `${foyer.baseUrl}/addresses/${id}`),
      send('GET', `${foyer.baseUrl}/nowhere`),
      send('POST', `${foyer.baseUrl}/addresses`, {}),
      retryOutsideSoak(() => fetch(`${foyer.baseUrl}/user`)),
      retryOutsideSoak(() => fetch(`${foyer.authUrl}/oauth2/token`, { method: 'POST' })),
    ])
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 204, 404, 400, 401, 401],
    )
    for (const { headers, status } of answers) {
      const date = headers.get('Date') ?? ''
      assert.equal(new Date(date).toUTCString(), date, String(status))
      assert.ok(Math.abs(Date.now() - Date.parse(date)) < 60_000, date)
    }
  })

  test('expects the User in the response to an update', async () => {
    const { send, get, follow, email } = await client(['read:user', 'write:user'])
    const user = await get(follow(await get(foyer.baseUrl), 'viagogo:user'))
    const body = { full_name: 'Ada King', email_optin: true }
    const response = await send('PATCH', follow(user, 'user:update'), body)
    assert.equal(response.status, 200)
    const updated = (await response.json()) as Resource
    assert.deepEqual([updated.full_name, updated.email_optin], ['Ada King', true])
    assert.deepEqual([updated.email, updated._links], [email, user._links])
  })
})
