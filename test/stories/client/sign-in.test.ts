import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { createClient, FoyerError } from '@foyer/client'
import {
  clientCredentials,
  createSignIn,
  type Lock,
  memoryStore,
  requestToken,
  type SignIn,
  type SignInOptions,
  type Store,
  type Tokens,
  userInfo,
} from '@foyer/client/oauth'
import type { PendingSignIns } from '../../../packages/client/src/oauth/pending.ts'

const issuer = 'https://account.example'
const service = `${issuer}/v2`
const page = { authUrl: issuer, clientId: 'app_1', redirectUri: 'https://app.example/callback' }
const hour = 3_600_000

type Fetch = typeof globalThis.fetch

const json = (body: object, status = 200): Response => Response.json(body, { status })

/**
 * Makes a stand-in for a service, with its endpoints for sign-in. It remembers the requests. Tests
 * replace the answers of the token endpoint.
 */
function newAuthority(answer: (form: URLSearchParams) => Response | Promise<Response>) {
  const seen: string[] = []
  const fetch: Fetch = async (input, init) => {
    const { pathname } = new URL(String(input))
    seen.push(pathname)
    if (pathname.startsWith('/.well-known/')) {
      return json({
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        userinfo_endpoint: `${issuer}/userinfo`,
        revocation_endpoint: `${issuer}/revoke`,
      })
    }
    if (pathname === '/userinfo') return json({ sub: '7' })
    if (pathname === '/revoke') return json({})
    return await answer(new URLSearchParams(String(init?.body)))
  }
  return { fetch, count: (path: string) => seen.filter((one) => one.startsWith(path)).length }
}

let last = 0
/** The response of a token endpoint, with tokens that are new each time. */
const newTokens = (more: object = {}): Response => {
  last += 1
  const tokens = { access_token: `access-${last}`, refresh_token: `refresh-${last}` }
  return json({ ...tokens, token_type: 'bearer', expires_in: 3_600, scope: 'read:user', ...more })
}

const idTokenOf = (claims: object): string => {
  const now = Math.floor(Date.now() / 1_000)
  const all = { iss: issuer, aud: page.clientId, sub: '7', iat: now, exp: now + 60, ...claims }
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
  return `${encode({ alg: 'RS256' })}.${encode(all)}.${encode({})}`
}

const callbackOf = (started: URL): URL => {
  const url = new URL(page.redirectUri)
  url.searchParams.set('code', 'code-1')
  url.searchParams.set('state', started.searchParams.get('state') ?? '')
  return url
}

/** Signs a user in. Without an ID token, each sign-in counts as another user's. */
const enter = async (signIn: SignIn): Promise<Tokens> =>
  await signIn.finish(callbackOf(await signIn.start()))

/** A store that shows what is in it, and takes as long as a database. */
function newStore(delayMs = 0): Store & { names(): string[] } {
  const values = new Map<string, string>()
  const pause = () => new Promise((resolve) => setTimeout(resolve, delayMs))
  return {
    async getItem(name) {
      const value = values.get(name)
      await pause()
      return value
    },
    async setItem(name, value) {
      await pause()
      values.set(name, value)
    },
    async removeItem(name) {
      await pause()
      values.delete(name)
    },
    names: () => [...values.keys()],
  }
}

const pendingNames = (store: { names(): string[] }): string[] =>
  store.names().filter((name) => name.includes(':pending:'))

describe('the end of a sign-in', () => {
  for (const objects of ['one object', 'two objects', 'two objects with stores of their own'])
    test(`two calls at once send the code once, with ${objects}`, async () => {
      const { fetch, count } = newAuthority(() => newTokens())
      const store = newStore(1)
      const options: SignInOptions = { ...page, fetch, store }
      const one = createSignIn(options)
      const started = await one.start()
      const other =
        objects === 'one object'
          ? one
          : createSignIn(objects.endsWith('own') ? { ...options, store: { ...store } } : options)
      const url = callbackOf(started)
      const [first, second] = await Promise.all([one.finish(url), other.finish(url)])
      assert.equal(first, second)
      assert.equal(count('/token'), 1)
      await assert.rejects(other.finish(url), { code: 'login_required' })
      assert.deepEqual(pendingNames(store), [])
    })

  test('a call during the exchange of the code gets the same tokens', async () => {
    let second: Promise<unknown> | undefined
    const { fetch, count } = newAuthority(async () => {
      second = signIn.finish(url)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return newTokens()
    })
    const signIn = createSignIn({ ...page, fetch, store: newStore() })
    const url = callbackOf(await signIn.start())
    assert.equal(await signIn.finish(url), await second)
    assert.equal(count('/token'), 1)
  })

  test('a call that has read the store long before does not send the code again', async () => {
    const { fetch, count } = newAuthority(() => newTokens())
    const store = newStore()
    const read = Promise.withResolvers<void>()
    const slow: Store = {
      ...store,
      async getItem(name) {
        const value = await store.getItem(name)
        await read.promise
        return value
      },
    }
    const signIn = createSignIn({ ...page, fetch, store })
    const url = callbackOf(await signIn.start())
    const late = createSignIn({ ...page, fetch, store: slow }).finish(url)
    const stranger = createSignIn({ ...page, fetch, store: newStore() })
    await assert.rejects(stranger.finish(url), { code: 'login_required' })
    const tokens = await signIn.finish(url)
    read.resolve()
    assert.equal(await late, tokens)
    assert.equal(count('/token'), 1)
  })

  test('another session that knows the state gets no tokens', async () => {
    let stranger: Promise<unknown> | undefined
    const { fetch } = newAuthority(async () => {
      stranger = createSignIn({ ...page, fetch, store: newStore() })
        .finish(url)
        .catch(({ code }) => code)
      await new Promise((resolve) => setTimeout(resolve, 5))
      return newTokens()
    })
    const store = newStore()
    const url = callbackOf(await createSignIn({ ...page, fetch, store }).start())
    await createSignIn({ ...page, fetch, store }).finish(url)
    assert.equal(await stranger, 'login_required')
  })

  test('a process that exchanges the code keeps other processes from it', async () => {
    const { fetch } = newAuthority(() => newTokens())
    const store = newStore()
    const signIn = createSignIn({ ...page, fetch, store })
    const url = callbackOf(await signIn.start())
    // What another process sees, which shares the store and no memory.
    let during: string | null | undefined
    const [name = ''] = pendingNames(store)
    const watched: Fetch = async (input, init) => {
      if (String(input).endsWith('/token')) during = await store.getItem(name)
      return await fetch(input, init)
    }
    await createSignIn({ ...page, fetch: watched, store }).finish(url)
    await store.setItem(name, during ?? '')
    await assert.rejects(signIn.finish(url), { code: 'login_required' })
  })

  /** Makes a page that the user comes back to: it knows no metadata, and must fetch them first. */
  const newPage = (send: Fetch, store: Store, discover: () => Promise<unknown>) => {
    const fetch: Fetch = async (input, init) => {
      const answer = String(input).includes('/.well-known/') ? await discover() : undefined
      return answer instanceof Response ? answer : await send(input, init)
    }
    return createSignIn({ ...page, fetch, store })
  }

  test('works after the metadata could not be fetched: no code was sent', async () => {
    const { fetch, count } = newAuthority(() => newTokens())
    const store = newStore()
    const url = callbackOf(await createSignIn({ ...page, fetch, store }).start())
    let isDown = true
    const signIn = newPage(fetch, store, async () => (isDown ? json({}, 500) : undefined))
    const failed = () => assert.rejects(signIn.finish(url), { status: 500 })
    await Promise.all([failed(), failed()])
    assert.equal(count('/token'), 0)
    isDown = false
    const [first, second] = await Promise.all([signIn.finish(url), signIn.finish(url)])
    assert.equal(first, second)
    assert.equal(count('/token'), 1)
    await assert.rejects(signIn.finish(url), { code: 'login_required' })
    assert.deepEqual(pendingNames(store), [])
  })

  test('two objects that know no metadata send the code once', async () => {
    const { fetch, count } = newAuthority(() => newTokens())
    const store = newStore()
    const url = callbackOf(await createSignIn({ ...page, fetch, store }).start())
    const slow = Promise.withResolvers<void>()
    const first = newPage(fetch, store, async () => undefined).finish(url)
    const second = newPage(fetch, store, () => slow.promise).finish(url)
    const tokens = await first
    slow.resolve()
    assert.equal(await second, tokens)
    assert.equal(count('/token'), 1)
  })

  test('a code that another process sent in the meantime is not sent again', async () => {
    const { fetch, count } = newAuthority(() => newTokens())
    const store = newStore()
    const url = callbackOf(await createSignIn({ ...page, fetch, store }).start())
    const [name = ''] = pendingNames(store)
    for (const value of [{ verifier: 'v', isUsed: true }, undefined]) {
      const late = newPage(fetch, store, async () => {
        if (value) await store.setItem(name, JSON.stringify(value))
        else await store.removeItem(name)
      })
      if (!value) await store.setItem(name, JSON.stringify({ verifier: 'v' }))
      await assert.rejects(late.finish(url), { code: 'login_required' })
    }
    assert.equal(count('/token'), 0)
  })

  test('reads the response behind the # of `response_mode=fragment`', async () => {
    const { fetch } = newAuthority(() => newTokens())
    const signIn = createSignIn({ ...page, fetch, store: memoryStore() })
    const ofFragment = (started: URL) => {
      const url = callbackOf(started)
      return `${url.origin}${url.pathname}?tab=2#${url.searchParams}`
    }
    const parameters = { response_mode: 'fragment' }
    const { accessToken } = await signIn.finish(ofFragment(await signIn.start({ parameters })))
    assert.equal(await signIn.accessToken({}), accessToken)
  })

  test('a sign-in is over when its code was sent, or the user refused', async () => {
    const { fetch } = newAuthority(() => json({ error: 'invalid_grant' }, 400))
    const store = newStore()
    const signIn = createSignIn({ ...page, fetch, store })
    const sent = callbackOf(await signIn.start())
    await assert.rejects(signIn.finish(sent), { code: 'invalid_grant' })
    const refused = callbackOf(await signIn.start())
    refused.searchParams.delete('code')
    refused.searchParams.set('error', 'access_denied')
    await assert.rejects(signIn.finish(refused), { code: 'access_denied' })
    assert.deepEqual(pendingNames(store), [])
  })

  test('an error of a sign-in without a description has its code as message', async () => {
    const { fetch } = newAuthority(() => newTokens())
    const signIn = createSignIn({ ...page, fetch, store: memoryStore() })
    const url = callbackOf(await signIn.start())
    url.searchParams.delete('code')
    url.searchParams.set('error', 'access_denied')
    await assert.rejects(signIn.finish(url), { code: 'access_denied', message: 'access_denied' })
  })
})

describe('the end of a sign-in with a store that is slow or fails', () => {
  test('two processes that share a lock send the code once', async () => {
    const store = newStore(1)
    const locks: Promise<unknown>[] = [Promise.resolve()]
    const lock: Lock = (_, work) => {
      const run = Promise.allSettled(locks).then(work)
      locks.push(run)
      return run
    }
    // Each copy of the module has the memory of a process of its own.
    const processes = await Promise.all(
      ['1', '2'].map(async (copy): Promise<PendingSignIns> => {
        const { href } = new URL(
          `pending.ts?copy=${copy}`,
          import.meta.resolve('@foyer/client/oauth'),
        )
        return (await import(href)).createPending('foyer:app_1:pending', store, lock)
      }),
    )
    await processes[0]?.add('state-1', { verifier: 'v', nonce: undefined })
    let sent = 0
    const end = async (): Promise<Tokens> => {
      sent += 1
      throw new Error('The code was sent.')
    }
    const ends = processes.map(({ finish }) => finish('state-1', async () => end))
    const codes = await Promise.all(ends.map((one) => one.catch(({ code }) => code)))
    assert.equal(sent, 1)
    assert.deepEqual(codes.toSorted(), ['login_required', undefined])
  })

  test('a store that does not answer keeps no other session waiting', {
    timeout: 60_000,
  }, async () => {
    const { fetch } = newAuthority(() => newTokens({ refresh_token: undefined }))
    const begun = Promise.withResolvers<void>()
    const hanging = newStore()
    const never: Store = {
      ...hanging,
      async setItem(name, value) {
        if (!name.endsWith(':tokens')) return await hanging.setItem(name, value)
        begun.resolve()
        await new Promise(() => {})
      },
    }
    const stuck = createSignIn({ ...page, fetch, store: never })
    void stuck.finish(callbackOf(await stuck.start()))
    await begun.promise
    const other = createSignIn({ ...page, fetch, store: newStore() })
    const { accessToken } = await other.finish(callbackOf(await other.start()))
    await other.signOut().catch(() => undefined)
    assert.ok(accessToken)
  })

  test('a sign-in that cannot be removed afterwards has succeeded', async () => {
    const { fetch, count } = newAuthority(() => newTokens())
    const kept = newStore()
    const store: Store = {
      ...kept,
      async removeItem() {
        throw new Error('The disk is full.')
      },
    }
    const signIn = createSignIn({ ...page, fetch, store })
    const url = callbackOf(await signIn.start())
    const { accessToken } = await signIn.finish(url)
    assert.equal(await signIn.accessToken({}), accessToken)
    await assert.rejects(signIn.finish(url), { code: 'login_required' })
    assert.equal(count('/token'), 1)
  })
})

describe('the start of a sign-in', () => {
  test('removes those that were started more than an hour ago and never finished', async (t) => {
    const { fetch } = newAuthority(() => newTokens())
    const store = newStore()
    // A server makes an object for each request.
    const newObject = () => createSignIn({ ...page, fetch, store })
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
    await newObject().start()
    t.mock.timers.tick(1_000)
    const second = await newObject().start()
    assert.equal(pendingNames(store).length, 2)
    t.mock.timers.tick(hour - 1_000)
    const third = await newObject().start()
    const stateOf = (url: URL) => url.searchParams.get('state') ?? ''
    const left = pendingNames(store).map((name) => name.split(':').at(-1))
    assert.deepEqual(left.toSorted(), [stateOf(second), stateOf(third)].toSorted())
    await newObject().finish(callbackOf(second))
    t.mock.timers.tick(2 * hour)
    await newObject().start()
    assert.equal(pendingNames(store).length, 1)
    assert.equal(store.names().length, 3, 'one started sign-in, the list of them, and the tokens')
    const list = (await store.getItem(`foyer:${page.clientId}:pending`)) ?? ''
    assert.equal(JSON.parse(list).length, 1)
  })

  test('sends the given parameters, unless an option sets them', async () => {
    const { fetch } = newAuthority(() => newTokens())
    const options = { ...page, fetch, store: memoryStore() }
    const parameters = {
      prompt: 'select_account',
      scope: 'openid read:user',
      login_hint: 'ada@example.com',
      ui_locales: 'de',
      nonce: 'n-1',
      acr_values: 'aal2',
      state: 'mine',
    }
    const { searchParams: sent } = await createSignIn(options).start({ parameters })
    for (const [name, value] of Object.entries({ ...parameters, state: sent.get('state') }))
      assert.equal(sent.get(name), value, name)
    assert.notEqual(sent.get('state'), 'mine')
    const request = { parameters, prompt: 'login', language: 'fr', loginHint: 'b@c.de' } as const
    const other = await createSignIn({ ...options, scope: 'read:user' }).start(request)
    const names = ['prompt', 'ui_locales', 'login_hint', 'scope']
    assert.deepEqual(
      names.map((name) => other.searchParams.get(name)),
      ['login', 'fr', 'b@c.de', 'read:user'],
    )
    const chosen = await createSignIn(options).start({ prompt: 'select_account' })
    assert.equal(chosen.searchParams.get('prompt'), 'select_account')
  })

  for (const parameters of [{ scope: 'openid', nonce: 'n-1' }, { scope: 'openid' }])
    test(`checks the nonce: ${Object.keys(parameters)} given`, async () => {
      let nonce = ''
      const { fetch } = newAuthority(() =>
        newTokens({ id_token: idTokenOf({ nonce, acr: 'aal2', amr: ['pwd', 'otp'] }) }),
      )
      const signIn = createSignIn({ ...page, fetch, store: memoryStore() })
      const wrong = callbackOf(await signIn.start({ parameters }))
      await assert.rejects(signIn.finish(wrong), { code: 'invalid_response' })
      const started = await signIn.start({ parameters })
      nonce = started.searchParams.get('nonce') ?? ''
      const { claims, userId } = await signIn.finish(callbackOf(started))
      assert.deepEqual([claims?.acr, claims?.amr, claims?.sub], ['aal2', ['pwd', 'otp'], userId])
      // A renewal without an ID token keeps them, also in the store.
      nonce = ''
      const before = await signIn.tokens()
      assert.equal(before?.claims?.acr, 'aal2')
    })
})

describe('a renewal', () => {
  /** Lets a renewal in the background end: the stand-in answers without any wait. */
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve))
  }

  test('keeps the claims of the user if the response has no ID token', async () => {
    let nonce = ''
    const { fetch } = newAuthority((form) =>
      form.get('grant_type') === 'refresh_token'
        ? newTokens()
        : newTokens({ id_token: idTokenOf({ nonce, acr: 'aal1' }) }),
    )
    const signIn = createSignIn({ ...page, fetch, scope: 'openid', store: memoryStore() })
    const started = await signIn.start()
    nonce = started.searchParams.get('nonce') ?? ''
    const { accessToken } = await signIn.finish(callbackOf(started))
    assert.notEqual(await signIn.accessToken({ rejected: accessToken }), accessToken)
    assert.equal((await signIn.tokens())?.claims?.acr, 'aal1')
  })

  test('is not needed before the end of the access token if there is no refresh token', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
    const { fetch } = newAuthority(() => newTokens({ refresh_token: undefined }))
    const signIn = createSignIn({ ...page, fetch, store: memoryStore() })
    const { accessToken } = await signIn.finish(callbackOf(await signIn.start()))
    t.mock.timers.tick(hour - 1_000)
    assert.equal(await signIn.accessToken({}), accessToken)
    t.mock.timers.tick(1_000)
    const ended = async () => await signIn.accessToken({})
    await assert.rejects(ended(), { code: 'login_required', message: /has ended/ })
  })

  test('of an application’s own token that fails leaves the former one in use', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
    let isDown = false
    const { fetch, count } = newAuthority(() =>
      isDown ? json({ error: 'invalid_client' }, 401) : newTokens(),
    )
    const source = clientCredentials({ ...page, fetch, clientSecret: 'secret' })
    const token = async (rejected?: string) => await source({ rejected })
    const first = await token()
    isDown = true
    t.mock.timers.tick(hour * 0.95)
    assert.deepEqual(await Promise.all([token(), token()]), [first, first])
    await turns()
    assert.equal(count('/token'), 2)
    t.mock.timers.tick(29_999)
    assert.equal(await token(), first)
    await turns()
    assert.equal(count('/token'), 2, 'the next attempt is a little later')
    isDown = false
    t.mock.timers.tick(1)
    assert.equal(await token(), first)
    await turns()
    const second = await token()
    assert.notEqual(second, first)
    assert.equal(count('/token'), 3)
    // A token that was refused, or has ended, is not used again.
    isDown = true
    t.mock.timers.tick(hour * 0.95)
    assert.equal(await token(), second)
    const rejected = (call: Promise<string>) => assert.rejects(call, { code: 'invalid_client' })
    await Promise.all([token(second), token(), token()].map(rejected))
    isDown = false
    const third = await token()
    isDown = true
    t.mock.timers.tick(hour - 1_000)
    assert.equal(await token(), third)
    await turns()
    t.mock.timers.tick(1_000)
    await assert.rejects(token(), { code: 'invalid_client' })
    isDown = false
    assert.notEqual(await token(), third)
  })

  test('of an application’s own token without an answer keeps nobody waiting', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
    const answers = [Promise.resolve(newTokens())]
    const { fetch, count } = newAuthority(async () => await (answers.shift() ?? newTokens()))
    const source = clientCredentials({ ...page, fetch, clientSecret: 'secret' })
    const token = async () => await source({})
    const first = await token()
    const hanging = Promise.withResolvers<Response>()
    answers.push(hanging.promise)
    t.mock.timers.tick(hour * 0.95)
    assert.deepEqual(await Promise.all([token(), token()]), [first, first])
    await turns()
    t.mock.timers.tick(31_000)
    assert.equal(await token(), first)
    await turns()
    assert.equal(count('/token'), 2, 'one renewal at a time')
    hanging.resolve(newTokens())
    await turns()
    const second = await token()
    assert.notEqual(second, first)
    // Who has no token that works waits for the renewal under way.
    const slow = Promise.withResolvers<Response>()
    answers.push(slow.promise)
    t.mock.timers.tick(hour * 0.95)
    assert.equal(await token(), second)
    t.mock.timers.tick(hour * 0.05)
    const waiting = Promise.all([token(), token()])
    slow.resolve(newTokens())
    const [third, same] = await waiting
    assert.notEqual(third, second)
    assert.equal(same, third)
    assert.equal(count('/token'), 3)
  })
})

describe('a request of one user', () => {
  /** Makes two tabs that share their tokens. A user is signed in. */
  async function newTabs() {
    const { fetch } = newAuthority(() => newTokens())
    const store = memoryStore()
    const [here, there] = [1, 2].map(() => createSignIn({ ...page, fetch, store })) as [
      SignIn,
      SignIn,
    ]
    return { here, there, tokens: await enter(here) }
  }
  type Tabs = Awaited<ReturnType<typeof newTabs>>

  /** Makes a client, and a service that remembers the writes. */
  function newClient({ here }: Tabs, answerWrite: (count: number) => Promise<Response>) {
    const writes: string[] = []
    const fetch: Fetch = async (input, init) => {
      const { method = 'GET', headers } = init ?? {}
      if (method !== 'GET') {
        writes.push(new Headers(headers).get('authorization') ?? '')
        return await answerWrite(writes.length)
      }
      const href = String(input)
      const links = { user: { href: `${href}/user` }, addresses: { href: `${href}/addresses` } }
      return Response.json({ _links: href === service ? links : {} }, { headers: { etag: '"1"' } })
    }
    const { accessToken } = here
    return {
      writes,
      foyer: createClient({ baseUrl: service, accessToken, fetch, retries: { delay: 1 } }),
    }
  }

  const changes: Record<string, (tabs: Tabs) => Promise<unknown>> = {
    async 'after a sign-out in this tab'({ here, there }) {
      await here.signOut()
      await enter(there)
    },
    async 'in another tab, which this one has noticed'({ here, there }) {
      await there.signOut()
      await enter(there)
      await here.tokens()
    },
  }
  for (const [how, changeUser] of Object.entries(changes)) {
    test(`is not sent again for another user, ${how}`, async () => {
      const tabs = await newTabs()
      const { foyer, writes } = newClient(tabs, async (count) => {
        if (count === 1) await changeUser(tabs)
        return json({}, count === 1 ? 503 : 201)
      })
      await assert.rejects(foyer.addresses.create({}), { code: 'login_required' })
      assert.equal(writes.length, 1)
      await foyer.addresses.create({})
      assert.equal(writes.at(-1), `Bearer ${(await tabs.here.tokens())?.accessToken}`)
    })

    test(`is not followed by the write of an update for another user, ${how}`, async () => {
      const tabs = await newTabs()
      const { foyer, writes } = newClient(tabs, async () => json({}))
      const waiting = foyer.user.update(async () => {
        for (let renewals = 0; renewals < 20; renewals += 1)
          await tabs.here.accessToken({ rejected: (await tabs.here.tokens())?.accessToken })
        await changeUser(tabs)
        return { full_name: 'Ada King' }
      })
      await assert.rejects(waiting, { code: 'login_required' })
      assert.deepEqual(writes, [])
    })

    test(`is not followed by a repeated update for another user, ${how}`, async () => {
      const tabs = await newTabs()
      const { foyer, writes } = newClient(tabs, async (count) => {
        if (count === 1) await changeUser(tabs)
        return count === 1 ? json({ code: 'precondition_failed' }, 412) : json({})
      })
      const stale = foyer.user.update(() => ({ full_name: 'Ada King' }))
      await assert.rejects(stale, { code: 'login_required' })
      assert.equal(writes.length, 1)
    })
  }

  test('is sent again with a newer token of the same user', async () => {
    const tabs = await newTabs()
    const { accessToken } = tabs.tokens
    const { foyer, writes } = newClient(tabs, async (count) => {
      if (count === 1) await tabs.there.accessToken({ rejected: accessToken })
      return count < 3 ? json({}, count === 1 ? 503 : 401) : json({})
    })
    await foyer.addresses.create({})
    const { accessToken: latter } = (await tabs.here.tokens()) ?? {}
    assert.deepEqual(
      writes,
      [accessToken, accessToken, latter].map((token) => `Bearer ${token}`),
    )
    assert.notEqual(latter, accessToken)
  })
})

describe('what a page remembers of its tokens', () => {
  test('a request during a sign-out does not keep the user signed in', async () => {
    const { fetch } = newAuthority(() => newTokens())
    const kept = memoryStore()
    let during: string | undefined
    const store: Store = {
      ...kept,
      async removeItem(name) {
        // The tokens are still in the store.
        if (name.endsWith(':tokens')) during = await signIn.accessToken({})
        await kept.removeItem(name)
      },
    }
    const signIn = createSignIn({ ...page, fetch, store })
    const { accessToken } = await enter(signIn)
    await signIn.signOut()
    assert.equal(during, accessToken)
    const afterwards = async () => await signIn.accessToken({})
    await assert.rejects(afterwards(), { code: 'login_required' })
  })

  for (const place of ['this tab', 'another tab'])
    test(`a slow read does not bring back the user before a sign-in in ${place}`, async () => {
      const { fetch } = newAuthority(() => newTokens())
      const store = memoryStore()
      const other = createSignIn({ ...page, fetch, store })
      const former = await enter(other)
      const gate = Promise.withResolvers<void>()
      let isFirst = true
      const slow: Store = {
        ...store,
        async getItem(name) {
          const value = await store.getItem(name)
          const isSlow = isFirst
          isFirst = false
          if (isSlow) await gate.promise
          return value
        },
      }
      const signIn = createSignIn({ ...page, fetch, store: slow })
      const token = async () => await signIn.accessToken({})
      const first = token()
      const latter = await enter(place === 'this tab' ? signIn : other)
      assert.equal(await token(), latter.accessToken)
      gate.resolve()
      assert.equal(await first, former.accessToken)
      assert.equal(await token(), latter.accessToken)
    })
})

describe('a token request of an application', () => {
  test('is given up at once if its signal aborts while the metadata are fetched', {
    timeout: 20_000,
  }, async () => {
    const { fetch: answer, count } = newAuthority(() => newTokens())
    const gate = Promise.withResolvers<void>()
    const fetch: Fetch = async (input, init) => {
      await gate.promise
      return await answer(input, init)
    }
    const controller = new AbortController()
    const reason = new Error('The page was closed.')
    const asked = requestToken({ ...page, fetch }, { signal: controller.signal })
    controller.abort(reason)
    await assert.rejects(asked, reason)
    gate.resolve()
    assert.ok((await requestToken({ ...page, fetch })).access_token)
    assert.equal(count('/token'), 1)
  })
})

describe('what clients of a program share', () => {
  /** Makes a stand-in for the resources, which remembers the requests. */
  function newResources() {
    const seen: { path: string; language: string | null; token: string | null }[] = []
    const fetch: Fetch = async (input, init) => {
      const headers = new Headers(init?.headers)
      const path = new URL(String(input)).pathname
      seen.push({
        path,
        language: headers.get('accept-language'),
        token: headers.get('authorization'),
      })
      const href = (name: string) => ({ href: `${service}/${name}` })
      if (path === '/v2') return json({ _links: { user: href('user'), countries: href('c') } })
      if (path === '/v2/c/GB')
        return json({ code: 'GB', _links: { 'country:addressrules': href('c/GB/rules') } })
      return json({ path, _links: {} })
    }
    const roots = () => seen.filter(({ path }) => path === '/v2')
    return { fetch, seen, roots }
  }

  test('the root is fetched once for each language, and again after an hour', async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: 1_800_000_000_000 })
    const { fetch, roots } = newResources()
    const client = (more: object = {}) =>
      createClient({ baseUrl: service, accessToken: 'secret', fetch, ...more })
    const long = client()
    for (const one of [long, client(), client()]) await one.user.get()
    assert.equal(roots().length, 1)
    assert.equal(roots()[0]?.token, null, 'the root needs no token')
    await client({ language: 'de' }).user.get()
    assert.deepEqual(
      roots().map(({ language }) => language),
      [null, 'de'],
    )
    t.mock.timers.tick(hour)
    await long.user.get()
    assert.equal(roots().length, 2)
    await client().user.get()
    assert.equal(roots().length, 3)
    // A stand-in for `fetch` does not get what another one has found.
    const other = newResources()
    await client({ fetch: other.fetch }).user.get()
    assert.equal(other.roots().length, 1)
  })

  test('a root that fails is fetched again, and its failure is one client’s own', async () => {
    const { fetch, roots } = newResources()
    const failure = new Error('The hook failed.')
    const hooks = {
      request() {
        throw failure
      },
    }
    const [failing, working] = [
      createClient({ baseUrl: service, fetch, hooks }),
      createClient({ baseUrl: service, fetch }),
    ]
    const [first, second] = await Promise.allSettled([failing.root(), working.root()])
    assert.deepEqual([first.status, second.status], ['rejected', 'fulfilled'])
    assert.equal(roots().length, 1)
    await failing.root()
  })

  test('a program with many services or languages keeps the latest hundred', async () => {
    const { fetch, roots } = newResources()
    const ask = (number: number) =>
      createClient({ baseUrl: service, fetch, language: `x-${number}` }).root()
    for (let number = 0; number <= 100; number += 1) await ask(number)
    await ask(1)
    assert.equal(roots().length, 101)
    await ask(0)
    assert.equal(roots().length, 102)
  })

  test('the metadata of the service are fetched once for all sign-ins', async () => {
    const { fetch, count } = newAuthority(() => newTokens())
    const newObject = () => createSignIn({ ...page, fetch, store })
    const store = memoryStore()
    const started = await newObject().start()
    const { accessToken } = await newObject().finish(callbackOf(started))
    await newObject().accessToken({ rejected: accessToken })
    await userInfo({ ...page, fetch }, accessToken)
    assert.equal(count('/.well-known/'), 1)
    const other = newAuthority(() => newTokens())
    await createSignIn({ ...page, fetch: other.fetch, store }).start()
    assert.equal(other.count('/.well-known/'), 1)
  })

  test('public resources are read without a token if nobody has signed in', async () => {
    const { fetch, seen } = newResources()
    const nobody = createSignIn({ ...page, fetch, store: memoryStore() })
    const foyer = createClient({ baseUrl: service, fetch, accessToken: nobody.accessToken })
    const country = await foyer.countries.get('GB')
    await foyer.countries.addressRules('GB')
    await foyer.countries.list().page()
    await foyer.follow(await foyer.root(), 'countries')
    await foyer.follow(country, 'country:addressrules')
    assert.ok(seen.every(({ token }) => token === null))
    await assert.rejects(foyer.user.get(), { code: 'login_required' })
    // With a token, the requests count for the application or the user.
    const known = createClient({ baseUrl: service, fetch, accessToken: async () => 'secret' })
    await known.countries.get('GB')
    assert.equal(seen.at(-1)?.token, 'Bearer secret')
    const failing = (code: string) =>
      createClient({
        baseUrl: service,
        fetch,
        accessToken: async () => {
          throw new FoyerError(undefined, '', code)
        },
      })
    await failing('invalid_grant').countries.get('GB')
    assert.equal(seen.at(-1)?.token, null)
    await assert.rejects(failing('invalid_client').countries.get('GB'), { code: 'invalid_client' })
  })
})
