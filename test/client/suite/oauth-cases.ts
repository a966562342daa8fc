import { createClient, FoyerError } from '@foyer/client'
import {
  clientCredentials,
  createSignIn,
  introspect,
  memoryStore,
  requestToken,
  type Store,
  type Tokens,
  userInfo,
} from '@foyer/client/oauth'
import type { Case, Given } from './cases.ts'
import { equal, ok, rejection } from './expect.ts'
import { type Arrived, control, type Fault } from './setting.ts'

/** Signs a user in with the code grant, through the pages of the service. */
async function signedIn({ setting, token }: Given, store: Store, openid = 'openid ') {
  const options = { ...setting.page, scope: `${openid}read:user write:user`, store }
  const signIn = createSignIn(options)
  const url = await signIn.start({ language: 'de' })
  const { callback } = await control<{ callback: string }>(setting, 'sign-in', { url, token })
  return { signIn, options, tokens: await signIn.finish(callback), callback }
}

interface Issued {
  readonly refresh_token: string
}

/** Returns the token requests of the page's application with this refresh token. */
const tokenRequests = async ({ setting }: Given, refreshToken: string | undefined) =>
  await control<Arrived[]>(setting, 'refreshes', { refreshToken })

export const oauthCases: readonly Case[] = [
  {
    name: 'an application gets its own token once, and another one if the service refuses it',
    async run({ setting }) {
      let requests = 0
      const accessToken = clientCredentials({
        ...setting.server,
        scope: 'read:events read:charge',
        fetch: (input, init) => {
          if (String(input).endsWith('/token')) requests += 1
          return fetch(input, init)
        },
      })
      const shop = createClient({ baseUrl: setting.baseUrl, accessToken })
      const codes = await Promise.all(['GB', 'DE'].map((code) => shop.countries.get(code)))
      equal([codes.map(({ code }) => code), requests], [['GB', 'DE'], 1])
      const token = await accessToken({})
      equal((await introspect(setting.server, token)).active, true)
      await control(setting, 'revoke', { token })
      const charge = { userId: 1, listingId: '1001', purchaseId: 'p-1' }
      // The service may accept a revoked token for some seconds.
      const revoked = createClient({ baseUrl: setting.baseUrl, accessToken: token })
      for (const end = Date.now() + 10_000; Date.now() < end; ) {
        const refusal = await rejection(
          revoked.paymentMethods.chargeReference(2_000_000_000, charge),
        )
        if (refusal instanceof FoyerError && refusal.code === 'invalid_token') break
        await new Promise((resolve) => setTimeout(resolve, 20))
      }
      const unknown = await rejection(shop.paymentMethods.chargeReference(2_000_000_000, charge))
      ok(unknown instanceof FoyerError && unknown.code === 'not_found', `${unknown}`)
      equal(requests, 2, 'The number of requests')
      const wrong = { ...setting.server, clientSecret: 'wrong' }
      const error = await rejection(requestToken(wrong))
      ok(error instanceof FoyerError && error.code === 'invalid_client', `${error}`)
    },
  },
  {
    name: 'a user signs in with PKCE, and the client acts for them',
    async run(given) {
      const store = memoryStore()
      const { signIn, tokens, callback, options } = await signedIn(given, store)
      const foyer = createClient({
        baseUrl: given.setting.baseUrl,
        accessToken: signIn.accessToken,
      })
      const { email } = await foyer.user.get()
      equal(email, (await given.foyer.user.get()).email)
      equal((await userInfo(options, tokens.accessToken, tokens.userId)).sub, tokens.userId)
      const again = await rejection(signIn.finish(callback))
      ok(again instanceof FoyerError && again.code === 'login_required', `${again}`)
      const forged = new URL(callback)
      forged.searchParams.set('state', 'another')
      ok(
        (await rejection(signIn.finish(forged))) instanceof FoyerError,
        'a forged state is refused',
      )
      const url = await signIn.signOut('https://app.example/bye')
      equal(
        [...(url?.searchParams ?? [])],
        [
          ['client_id', options.clientId],
          ['post_logout_redirect_uri', 'https://app.example/bye'],
        ],
      )
      equal(await signIn.tokens(), undefined)
      const without = await rejection(foyer.user.get())
      ok(without instanceof FoyerError && without.code === 'login_required', `${without}`)
      const pushed = createSignIn({ ...options, pushed: true })
      equal([...(await pushed.start()).searchParams.keys()], ['client_id', 'request_uri'])
    },
  },
  {
    name: 'tokens are renewed once for all callers, and stored before one is used',
    async run(given) {
      const events: string[] = []
      const kept = memoryStore()
      let isBroken = false
      const store: Store = {
        ...kept,
        async setItem(name, value) {
          if (!name.endsWith('tokens')) return await kept.setItem(name, value)
          await new Promise((resolve) => setTimeout(resolve, 20))
          if (isBroken) throw new Error('The disk is full.')
          await kept.setItem(name, value)
          events.push('stored')
        },
      }
      const { signIn, options, tokens } = await signedIn(given, store)
      const expire = async () => {
        const now: Tokens | undefined = await signIn.tokens()
        ok(now, 'there are tokens')
        const name = `foyer:${options.clientId}:tokens`
        await kept.setItem(name, JSON.stringify({ ...now, renewAt: 0 }))
        await signIn.tokens()
        return now.refreshToken
      }
      await expire()
      events.length = 0
      // A second object of the same session, as on a server, and several calls at once.
      const sources = [signIn, createSignIn(options), signIn].map(({ accessToken }) => accessToken)
      const renewed = await Promise.all(
        sources.map(async (source) => {
          const token = await source({})
          events.push('used')
          return token
        }),
      )
      equal(new Set(renewed).size, 1, 'The number of tokens')
      ok(renewed[0] !== tokens.accessToken, 'the token is new')
      equal(events, ['stored', 'used', 'used', 'used'])
      equal((await tokenRequests(given, tokens.refreshToken)).length, 1, 'The number of requests')

      // A token that could not be stored is returned to no caller. The next call stores it.
      const refreshToken = await expire()
      isBroken = true
      const other = createSignIn(options)
      equal(
        `${await rejection((async () => await other.accessToken({}))())}`,
        'Error: The disk is full.',
      )
      isBroken = false
      ok((await other.accessToken({})) !== renewed[0], 'the token is newer')
      equal((await tokenRequests(given, refreshToken)).length, 1, 'The number of requests')

      // A refresh token that may have arrived is not sent again automatically.
      const last = await expire()
      await control(given.setting, 'faults', { token: last, faults: ['half a response'] })
      const lost = await rejection((async () => await signIn.accessToken({}))())
      ok(lost instanceof FoyerError && lost.code === 'connection_failed', `${lost}`)
      equal((await tokenRequests(given, last)).length, 1, 'The number of requests')
    },
  },
  {
    name: 'a refresh token is sent again after the 503 of the service, and not after that of a proxy',
    async run(given) {
      const store = memoryStore()
      const { signIn, options, tokens } = await signedIn(given, store)
      const name = `foyer:${options.clientId}:tokens`
      await store.setItem(name, JSON.stringify({ ...tokens, renewAt: 0 }))
      await signIn.tokens()
      const renew = async () => await signIn.accessToken({})
      const token = tokens.refreshToken
      const fail = (...faults: Fault[]) => control(given.setting, 'faults', { token, faults })
      for (const [fault, code] of [
        ['unavailable', 'service_unavailable'],
        ['too many requests', 'too_many_requests'],
      ] as const) {
        await fail(fault)
        const error = await rejection(renew())
        ok(error instanceof FoyerError && error.code === code, `${error}`)
      }
      equal((await tokenRequests(given, token)).length, 2, 'The number of requests')
      await fail('temporarily unavailable')
      ok((await renew()) !== tokens.accessToken, 'the token is new')
      equal((await tokenRequests(given, token)).length, 4, 'The number of requests')
    },
  },
  {
    name: 'tokens that could not be stored are kept for the next object of the same session',
    async run(given) {
      for (const next of ['renewal', 'sign-out']) {
        const kept = memoryStore()
        let isBroken = false
        const store: Store = {
          ...kept,
          async setItem(name, value) {
            if (isBroken) throw new Error('The disk is full.')
            await kept.setItem(name, value)
          },
        }
        const { options, tokens } = await signedIn(given, store)
        const issued: (string | undefined)[] = []
        const revoked: (string | null)[] = []
        // A server makes an object for each request.
        const newObject = () =>
          createSignIn({
            ...options,
            fetch: async (input, init) => {
              const response = await fetch(input, init)
              if (String(input).endsWith('/token'))
                issued.push(((await response.clone().json()) as Issued).refresh_token)
              if (String(input).endsWith('/revoke'))
                revoked.push(new URLSearchParams(String(init?.body)).get('token'))
              return response
            },
          })
        const name = `foyer:${options.clientId}:tokens`
        await kept.setItem(name, JSON.stringify({ ...tokens, renewAt: 0 }))
        isBroken = true
        const error = await rejection((async () => await newObject().accessToken({}))())
        equal(`${error}`, 'Error: The disk is full.')
        isBroken = false
        if (next === 'renewal') {
          const accessToken = await newObject().accessToken({})
          const foyer = createClient({ baseUrl: given.setting.baseUrl, accessToken })
          await foyer.user.get()
          equal((await newObject().tokens())?.refreshToken, issued[0])
        } else {
          await newObject().signOut()
          equal(revoked, issued, 'The revoked tokens')
          equal(await kept.getItem(name), undefined)
        }
        const sent = await tokenRequests(given, tokens.refreshToken)
        equal(sent.length, 1, `The number of requests, ${next}`)
      }
    },
  },
  {
    name: 'tokens that could not be stored are not given to the next user who signs in',
    async run(given) {
      const kept = memoryStore()
      let isBroken = false
      const store: Store = {
        ...kept,
        async setItem(name, value) {
          if (isBroken) throw new Error('The disk is full.')
          await kept.setItem(name, value)
        },
      }
      const { signIn, options, tokens: former } = await signedIn(given, store)
      const renew = async () => await signIn.accessToken({})
      const name = `foyer:${options.clientId}:tokens`
      const expire = async (tokens: Tokens) => {
        await kept.setItem(name, JSON.stringify({ ...tokens, renewAt: 0 }))
        await signIn.tokens()
      }
      await expire(former)
      isBroken = true
      equal(`${await rejection(renew())}`, 'Error: The disk is full.')
      isBroken = false
      // Another object of the same session, as another tab has one.
      const { tokens: latter } = await signedIn(given, store)
      await expire(latter)
      const renewed = await renew()
      for (const { refreshToken } of [former, latter])
        equal((await tokenRequests(given, refreshToken)).length, 1, 'The number of requests')
      equal((await signIn.tokens())?.accessToken, renewed)
    },
  },
  {
    name: 'a request of a user is not sent again for another one who signed in meanwhile',
    async run(given) {
      const { setting } = given
      const token = setting.tokens.find((one) => one !== given.token) ?? ''
      const address = {
        full_name: 'A Former User',
        address_1: '1 High Street',
        city: 'Ely',
        postal_code: 'CB7 4HF',
        country_code: 'GB',
      }
      const { baseUrl } = setting
      const names = async () => {
        const all = createClient({ baseUrl, accessToken: token }).addresses.list()
        return (await all.toArray()).map(({ full_name }) => full_name)
      }
      for (const openid of ['openid ', ''])
        for (const isOld of [false, true]) {
          const store = memoryStore()
          const { signIn, options, tokens } = await signedIn(given, store, openid)
          const name = `foyer:${options.clientId}:tokens`
          if (isOld) await store.setItem(name, JSON.stringify({ ...tokens, renewAt: 0 }))
          await signIn.tokens()
          const foyer = createClient({ baseUrl, accessToken: signIn.accessToken })
          if (!isOld) await foyer.user.get()
          // In another tab, the user signs out, and another one signs in.
          await createSignIn(options).signOut()
          await signedIn({ ...given, token }, store, openid)
          const attempts = [address, address].map((one) => rejection(foyer.addresses.create(one)))
          for (const error of await Promise.all(attempts))
            ok(error instanceof FoyerError && error.code === 'login_required', `${error}`)
          ok(!(await names()).includes(address.full_name), 'the other user has no such address')
        }
    },
  },
  {
    name: 'tokens that a former version has stored, without an id of the sign-in, are renewed',
    async run(given) {
      const store = memoryStore()
      const { options, tokens } = await signedIn(given, store, '')
      equal([typeof tokens.signInId, tokens.userId], ['string', undefined])
      const { signInId: _, ...former } = tokens
      await store.setItem(`foyer:${options.clientId}:tokens`, JSON.stringify(former))
      const signIn = createSignIn(options)
      equal(await signIn.accessToken({}), tokens.accessToken)
      const renewed = await signIn.accessToken({ rejected: tokens.accessToken })
      ok(renewed !== tokens.accessToken, 'the token is new')
    },
  },
  {
    name: 'a sign-out during a renewal and a renewal during a sign-out leave nobody signed in',
    async run(given) {
      for (const first of ['renewal', 'sign-out']) {
        const kept = memoryStore()
        let other: Promise<PromiseSettledResult<unknown>[]> | undefined
        const store: Store = {
          ...kept,
          async removeItem(name) {
            // The sign-out is under way, and the tokens are still there.
            if (first === 'sign-out' && name.endsWith('tokens'))
              other ??= Promise.allSettled([renewal()])
            await new Promise((resolve) => setTimeout(resolve, 20))
            await kept.removeItem(name)
          },
        }
        const { signIn, options, tokens } = await signedIn(given, store)
        const name = `foyer:${options.clientId}:tokens`
        await kept.setItem(name, JSON.stringify({ ...tokens, renewAt: 0 }))
        await signIn.tokens()
        // Another object of the same session, as on a server.
        const renewing = createSignIn({
          ...options,
          fetch: (input, init) => {
            if (String(input).endsWith('/token')) other ??= Promise.allSettled([signIn.signOut()])
            return fetch(input, init)
          },
        })
        const renewal = async () => await renewing.accessToken({})
        const result = await (first === 'renewal' ? renewal() : signIn.signOut())
        const [after] = (await other) ?? []
        equal([await signIn.tokens(), await kept.getItem(name)], [undefined, undefined], first)
        const sent = (await tokenRequests(given, tokens.refreshToken)).length
        equal(sent, first === 'renewal' ? 1 : 0, `The number of renewals, ${first} first`)
        equal(after?.status, first === 'renewal' ? 'fulfilled' : 'rejected', `${first} first`)
        const accessToken = first === 'renewal' ? String(result) : tokens.accessToken
        const foyer = createClient({ baseUrl: given.setting.baseUrl, accessToken })
        const error = await rejection(foyer.user.get())
        ok(error instanceof FoyerError && error.code === 'invalid_token', `${error}`)
      }
    },
  },
]
