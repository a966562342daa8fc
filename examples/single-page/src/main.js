// A page that signs its user in and shows their profile. It has no secret: PKCE takes its place.
import { createClient } from '@foyer/client'
import * as oidc from 'openid-client'

const { VITE_FOYER_URL = 'http://localhost:8080', VITE_CLIENT_ID } = import.meta.env
const here = `${location.origin}/`
const app = document.getElementById('app')

// Foyer allows every origin to read its metadata, to exchange codes and to call the interface.
const foyer = await oidc.discovery(
  new URL(VITE_FOYER_URL),
  VITE_CLIENT_ID,
  undefined,
  oidc.None(),
  // Only for development: a real issuer has https.
  { execute: VITE_FOYER_URL.startsWith('http:') ? [oidc.allowInsecureRequests] : [] },
)

/** Before the name of each sign-in that has started, in `localStorage`. */
const prefix = 'sign-in:'

async function signIn() {
  removeAbandoned()
  const verifier = oidc.randomPKCECodeVerifier()
  const state = oidc.randomState()
  // Not in `sessionStorage`: a new user comes back in the tab that the link of the email opened.
  localStorage.setItem(prefix + state, JSON.stringify({ verifier, startedAt: Date.now() }))
  location.href = oidc.buildAuthorizationUrl(foyer, {
    redirect_uri: here,
    scope: 'read:user',
    state,
    code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  }).href
}

/** Removes what was started more than an hour ago: Foyer does not wait longer. */
function removeAbandoned() {
  for (const name of Object.keys(localStorage).filter((one) => one.startsWith(prefix))) {
    const { startedAt } = JSON.parse(localStorage.getItem(name))
    if (Date.now() - startedAt > 3_600_000) localStorage.removeItem(name)
  }
}

/** Exchanges the code in the URL. The access token stays in memory and is lost on a reload. */
async function finishSignIn() {
  const state = new URLSearchParams(location.search).get('state')
  const { verifier } = JSON.parse(localStorage.getItem(prefix + state) ?? '{}')
  if (verifier === undefined) throw new Error('No sign-in was started in this browser.')
  localStorage.removeItem(prefix + state)
  const { access_token } = await oidc.authorizationCodeGrant(foyer, new URL(location.href), {
    pkceCodeVerifier: verifier,
    expectedState: state,
  })
  history.replaceState(null, '', here)
  return access_token
}

async function showProfile(accessToken) {
  const client = createClient({ baseUrl: `${VITE_FOYER_URL}/v2`, accessToken })
  const { full_name, email } = await client.user.get()
  app.textContent = `${full_name ?? 'You'}, ${email}`
}

function offerSignIn() {
  const button = document.createElement('button')
  button.textContent = 'Sign in'
  button.addEventListener('click', signIn)
  app.replaceChildren(button)
}

try {
  if (/[?&](code|error)=/.test(location.search)) await showProfile(await finishSignIn())
  else offerSignIn()
} catch (error) {
  app.textContent = `Signing in failed: ${error.error ?? error.code ?? error.message}`
}
