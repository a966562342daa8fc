// Creates and uses passkeys in the browser (Web Authentication, level 3). If the browser does not
// support them, the pages work without passkeys. A form with data-passkey="get" or "create" gets
// its options from the URL in data-options. The response of the authenticator goes into the field
// `credential`. Then the form is sent like any other form.

const supported =
  window.PublicKeyCredential?.parseRequestOptionsFromJSON !== undefined &&
  window.PublicKeyCredential.parseCreationOptionsFromJSON !== undefined

let waiting = new AbortController()

async function optionsFor(form) {
  const body = new URLSearchParams(new FormData(form))
  const response = await fetch(form.dataset.options, { method: 'POST', body })
  // The proof has expired: ask for it again.
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
  if (signal.aborted) return
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
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    fault.hidden = true
    use(form).catch((error) => {
      if (error.name !== 'AbortError') fault.hidden = false
    })
  })
}

if (supported) {
  for (const form of document.querySelectorAll('form[data-passkey]')) prepare(form)
  for (const note of document.querySelectorAll('[data-without-passkeys]')) note.hidden = true

  // Let the browser suggest passkeys in the field for the email address.
  const offered = document.querySelector('form[data-autofill]')
  if (offered && (await PublicKeyCredential.isConditionalMediationAvailable?.()))
    use(offered, 'conditional').catch(() => {})
}
