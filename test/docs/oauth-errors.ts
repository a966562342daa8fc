import {
  agree,
  callback,
  challenge,
  type Parameters,
  relyingParty,
  signedIn,
  visit,
} from '../support/authorize.ts'
import { Browser } from '../support/browser.ts'
import type { Foyer } from '../support/foyer.ts'
import { newProofKey } from '../support/proofs.ts'

/** The errors in the responses. */
interface Found {
  /** "CODE: WHERE", where WHERE is a status, `redirect` or `page`. */
  readonly found: ReadonlySet<string>
  /** "ENDPOINT: CODE" for each error with status 400. */
  readonly refused: ReadonlySet<string>
}

/** Makes each mistake that an application can make, once. */
export async function everyOAuthError(foyer: Foyer): Promise<Found> {
  const found = new Set<string>()
  const refused = new Set<string>()
  const app = await relyingParty(foyer)
  const native = await relyingParty(foyer, {
    kind: 'native',
    redirectUris: ['http://127.0.0.1/callback'],
  })
  const service = await relyingParty(foyer, {
    redirectUris: [],
    grantTypes: ['client_credentials'],
    scopes: ['read:events'],
  })

  const browse = async (browser: Browser, parameters: Parameters, party = app) => {
    const page = await browser.get(party.authorizeUrl(parameters))
    if (page.location === '') found.add(`${/<code>([a-z_]+)/.exec(page.text)?.[1]}: page`)
    const { search, hash } = new URL(page.location || foyer.authUrl)
    const error = new URLSearchParams(search || hash.slice(1)).get('error')
    if (error !== null) found.add(`${error}: redirect`)
  }
  const nobody = new Browser(foyer.authUrl)
  for (const parameters of [
    { client_id: undefined },
    { client_id: 'unknown' },
    { redirect_uri: 'https://elsewhere.example/' },
    { code_challenge: undefined },
    { response_type: 'token' },
    { response_mode: 'unknown' },
    { scope: 'unknown' },
    { prompt: 'none' },
    { request: 'a.b.c' },
    { request_uri: 'https://app.example/request' },
    { request_uri: 'urn:ietf:params:oauth:request_uri:unknown' },
    { registration: '{}' },
    { resource: 'https://unknown.example/' },
  ])
    await browse(nobody, parameters)
  const { id } = await foyer.newUser()
  const user = await signedIn(foyer, id)
  await browse(user, { prompt: 'none' })
  await browse(user, { prompt: 'none', redirect_uri: 'http://127.0.0.1:5123/callback' }, native)
  const denied = await user.follow(await agree(user, await visit(user, app.authorizeUrl()), 'deny'))
  found.add(`${new URL(denied.location).searchParams.get('error')}: redirect`)

  const post = async (party: typeof app, endpoint: string, form: Parameters) => {
    const { status, body } = await party.post(endpoint, form)
    found.add(`${body.error}: ${status}`)
    if (status === 400) refused.add(`${endpoint}: ${body.error}`)
  }
  const pushed = {
    response_type: 'code',
    redirect_uri: callback,
    code_challenge: challenge,
    code_challenge_method: 'S256',
  }
  await post(app, 'par', { ...pushed, request: 'a.b.c' })
  await post(app, 'par', { ...pushed, registration: '{}' })
  await post(app, 'par', { ...pushed, response_type: 'token' })
  await post(app, 'par', { ...pushed, response_mode: 'unknown' })
  await post(app, 'par', { ...pushed, request_uri: 'https://app.example/request' })
  await post(app, 'par', { ...pushed, scope: 'unknown' })
  await post(app, 'par', { ...pushed, resource: 'https://unknown.example/' })
  await post(app, 'par', { ...pushed, redirect_uri: 'https://elsewhere.example/' })
  for (const endpoint of ['introspect', 'revoke']) {
    await post(app, endpoint, {})
    await post(app, endpoint, { token: 'eyJhbGciOiJub25lIn0.e30.' })
  }
  await post(app, 'token', {})
  await post(app, 'token', { grant_type: 'password' })
  await post(app, 'token', { grant_type: 'client_credentials', scope: 'read:user' })
  await post(app, 'token', { grant_type: 'authorization_code', code: 'unknown' })
  await post(app, 'token', { client_secret: 'wrong', grant_type: 'client_credentials' })
  await post(app, 'token', { grant_type: 'x'.repeat(57 * 1024) })
  await post(service, 'token', { grant_type: 'refresh_token', refresh_token: 'unknown' })
  await post(service, 'token', {
    grant_type: 'client_credentials',
    resource: 'https://unknown.example/',
  })
  const tokenUrl = `${foyer.authUrl}/oauth2/token`
  const hourAgo = Math.floor(Date.now() / 1000) - 3_600
  for (const proof of ['malformed', newProofKey().proof('POST', tokenUrl, { iat: hourAgo })]) {
    const { status, body } = await service.post(
      'token',
      { grant_type: 'client_credentials' },
      { DPoP: proof },
    )
    found.add(`${body.error}: ${status}`)
    refused.add(`token: ${body.error}`)
  }
  const read = await fetch(tokenUrl)
  found.add(`${((await read.json()) as { error: string }).error}: ${read.status}`)
  return { found, refused }
}
