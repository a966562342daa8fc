// Creates and uses passkeys in the browser (Web Authentication, level 3). If the browser does not
// support them, the pages work without passkeys. A form with data-passkey="get" or "create" gets
// its options from the URL in data-options. The response of the authenticator goes into the field
// `credential`. Then the form is sent like any other form. A form with data-settles is on the page
// after a sign-in. An element with data-signals or data-unknown says what password managers are told.

const supported =
  window.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined &&
  window.PublicKeyCredential.parseCreationOptionsFromJSON !== undefined

let waiting = new AbortController()
let suggestions

async function optionsFor(form) {
  const body = new URLSearchParams(new FormData(form))
  const response = await fetch(form.dataset.options, { method: 'POST', body })
  // For example, the proof has expired: ask for it again.
  if (response.redirected) {
    location.assign(response.url)
    throw new DOMException('', 'AbortError')
  }
  if (!response.ok) throw new Error(`options: ${response.status}`)
  return response.json()
}

async function use(form, mediation) {
  waiting.abort()
  waiting = new AbortController()
  const { signal } = waiting
  const options = await optionsFor(form)
  signal.throwIfAborted()
  const credential =
    form.dataset.passkey === 'create'
      ? await navigator.credentials.create({
          publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
          signal,
        })
      : await navigator.credentials.get({
          publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options),
          signal,
          ...(mediation && { mediation }),
        })
  form.elements.credential.value = JSON.stringify(credential.toJSON())
  form.submit()
}

function prepare(form) {
  form.hidden = false
  const fault = form.querySelector('[data-fault]')
  // The page does not contain the message until it is true: text browsers show hidden text.
  const say = (text) => {
    fault.textContent = text
    fault.hidden = text === ''
  }
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    say('')
    suggestions?.pause()
    use(form).catch((error) => {
      // For example, the button was pressed again.
      if (error.name === 'AbortError') return
      say(form.dataset.failed)
      suggestions?.resume()
    })
  })
}

// The challenge of the service ends after five minutes.
const maxAgeMs = 4 * 60_000
const checkEveryMs = 20_000

// Lets the browser suggest passkeys in the field for the email address. Before the challenge ends,
// and when the page is shown again, the suggestions begin anew. They pause while the button is
// used, because a page can have only one request.
function suggestionsOf(form) {
  let beganAt = Number.NEGATIVE_INFINITY
  const renew = () => {
    if (document.hidden || Date.now() - beganAt < maxAgeMs) return
    beganAt = Date.now()
    use(form, 'conditional').catch(() => {})
  }
  document.addEventListener('visibilitychange', renew)
  // The clock goes on while the computer sleeps, and timers do not.
  setInterval(renew, checkEveryMs)
  renew()
  return {
    pause() {
      beganAt = Number.POSITIVE_INFINITY
    },
    resume() {
      beganAt = Number.NEGATIVE_INFINITY
      renew()
    },
  }
}

// Tells password managers which passkeys the user has, and which one the service does not have. They
// hide or delete the others.
const tell = ({ signals, unknown }) =>
  Promise.allSettled(
    [
      ['signalAllAcceptedCredentials', signals],
      ['signalCurrentUserDetails', signals],
      ['signalUnknownCredential', unknown],
    ].map(([name, json]) => json && PublicKeyCredential[name]?.(JSON.parse(json))),
  )

const capabilities = async () => (await PublicKeyCredential.getClientCapabilities?.()) ?? {}
const maxSettlingMs = 3000

// Lets the browser add a passkey after a sign-in with the password. The browser decides whether it
// does, and asks nothing. Then the user continues, whatever has happened.
async function upgrade(form) {
  if (!form.dataset.options || !(await capabilities()).conditionalCreate) return
  const options = await optionsFor(form)
  const credential = await navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options),
    mediation: 'conditional',
    signal: AbortSignal.timeout(maxSettlingMs),
  })
  form.elements.credential.value = JSON.stringify(credential.toJSON())
  const body = new URLSearchParams(new FormData(form))
  await fetch(form.action, { method: 'POST', body, redirect: 'manual' })
}

async function settle(form) {
  localStorage.setItem(settledKey, String(Date.now()))
  const late = new Promise((resolve) => setTimeout(resolve, maxSettlingMs))
  await Promise.race([tell(form.dataset), late])
  await upgrade(form).catch(() => {})
  // The page is not in the history: going back would lead on again.
  location.replace(form.elements.return_to.value)
}

// A sign-in goes through the page for this once a day in each browser.
const settledKey = 'foyer-passkeys'
const settleEveryMs = 24 * 3_600_000

async function askToSettle(forms) {
  const { conditionalCreate, signalAllAcceptedCredentials } = await capabilities()
  const isDue = !(Date.now() - Number(localStorage.getItem(settledKey)) < settleEveryMs)
  if (!isDue || !(conditionalCreate || signalAllAcceptedCredentials)) return
  for (const form of forms) {
    const field = Object.assign(document.createElement('input'), { type: 'hidden', value: 'yes' })
    field.name = 'passkeys'
    form.append(field)
  }
}

if (supported) {
  for (const form of document.querySelectorAll('form[data-passkey]')) prepare(form)
  for (const note of document.querySelectorAll('[data-without-passkeys]')) note.hidden = true
  for (const { dataset } of document.querySelectorAll('div[data-signals], [data-unknown]'))
    tell(dataset)
  for (const form of document.querySelectorAll('form[data-settles]')) settle(form)
  const offered = document.querySelector('form[data-autofill]')
  if (offered) askToSettle(document.querySelectorAll('main form')).catch(() => {})
  if (offered && (await PublicKeyCredential.isConditionalMediationAvailable?.()))
    suggestions = suggestionsOf(offered)
}
