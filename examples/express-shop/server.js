// A shop that signs its users in with Foyer and shows their addresses.
import { randomUUID } from 'node:crypto'
import { createClient, FoyerError } from '@foyer/client'
import { parse } from 'cookie'
import express from 'express'
import * as oidc from 'openid-client'

const { FOYER_URL = 'http://localhost:8080', CLIENT_ID, CLIENT_SECRET, PORT = '4000' } = process.env
const shopUrl = `http://localhost:${PORT}`

// The endpoints and the keys come from {FOYER_URL}/.well-known/openid-configuration.
const foyer = await oidc.discovery(new URL(FOYER_URL), CLIENT_ID, CLIENT_SECRET, undefined, {
  // Only for development: a real issuer has https.
  execute: FOYER_URL.startsWith('http:') ? [oidc.allowInsecureRequests] : [],
})
// Checks the signatures of ID tokens, too.
oidc.enableNonRepudiationChecks(foyer)

/** What the shop knows of each browser, by its cookie. A real shop stores this in a database. */
const sessions = new Map()

const app = express()
app.use((request, response, next) => {
  const { session: id } = parse(request.headers.cookie ?? '')
  request.session = sessions.get(id)
  if (request.session === undefined) {
    const fresh = randomUUID()
    request.session = {}
    sessions.set(fresh, request.session)
    response.cookie('session', fresh, { httpOnly: true, sameSite: 'lax' })
  }
  next()
})

app.get('/', async ({ session }, response) => {
  const { user } = session
  if (user === undefined) return response.send('<a href="/sign-in">Sign in</a>')
  const cities = await citiesOf(user)
  if (cities === undefined) {
    session.user = undefined
    return response.redirect('/sign-in')
  }
  response.send(`<h1>Hello, ${escaped(user.name ?? 'you')}</h1>
<ul>${cities.map((city) => `<li>${escaped(city)}</li>`).join('')}</ul>
<form method="post" action="/sign-out"><button>Sign out</button></form>`)
})

/**
 * Returns undefined if the access token has ended: after an hour, or if the user disconnected the
 * shop. A user who is still signed in at Foyer gets a new one there without a page.
 */
async function citiesOf({ accessToken }) {
  const { addresses } = createClient({ baseUrl: `${FOYER_URL}/v2`, accessToken })
  try {
    return (await addresses.list().toArray()).map(({ city }) => city)
  } catch (error) {
    if (error instanceof FoyerError && error.code === 'invalid_token') return undefined
    throw error
  }
}

app.get('/sign-in', async ({ session }, response) => {
  session.verifier = oidc.randomPKCECodeVerifier()
  session.state = oidc.randomState()
  const url = oidc.buildAuthorizationUrl(foyer, {
    redirect_uri: `${shopUrl}/callback`,
    scope: 'openid profile read:user',
    state: session.state,
    code_challenge: await oidc.calculatePKCECodeChallenge(session.verifier),
    code_challenge_method: 'S256',
  })
  response.redirect(url.href)
})

app.get('/callback', async ({ url, session }, response) => {
  const { verifier, state } = session
  if (state === undefined) return response.status(400).send('No sign-in was started here.')
  session.state = undefined
  session.verifier = undefined
  // Checks the state, the issuer, and the signature and the claims of the ID token.
  const tokens = await oidc.authorizationCodeGrant(foyer, new URL(url, shopUrl), {
    pkceCodeVerifier: verifier,
    expectedState: state,
    idTokenExpected: true,
  })
  const { sub } = tokens.claims()
  const { name } = await oidc.fetchUserInfo(foyer, tokens.access_token, sub)
  session.user = { sub, name, accessToken: tokens.access_token }
  response.redirect('/')
})

app.post('/sign-out', async ({ session }, response) => {
  const { user } = session
  session.user = undefined
  if (user === undefined) return response.redirect('/')
  await oidc.tokenRevocation(foyer, user.accessToken)
  // It names the application by its id. An old ID token as a hint may have a key that is gone.
  const url = oidc.buildEndSessionUrl(foyer, { post_logout_redirect_uri: `${shopUrl}/` })
  response.redirect(url.href)
})

// The user said no, or the response is not for this browser.
app.use((error, _request, response, _next) => {
  const reason = error.error ?? error.code ?? error.message
  response.status(400).send(`Signing in failed: ${escaped(reason)}`)
})

app.listen(PORT, () => console.log(`The shop is at ${shopUrl}`))

const escaped = (text) =>
  String(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
