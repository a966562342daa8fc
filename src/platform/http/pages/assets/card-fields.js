// Shows the processor's own fields for a card. The card number goes from there to the processor.
// This service gets only the id of its setup. Without this script, the page explains what is
// missing.

const section = document.querySelector('[data-card-fields]')
const form = section.querySelector('form')
const fault = section.querySelector('[data-card-fault]')
const status = section.querySelector('[data-card-status]')
const button = form.querySelector('button')

const say = (place, text) => {
  place.textContent = text
  place.hidden = text === ''
}

const stripe = globalThis.Stripe?.(section.dataset.key, { locale: document.documentElement.lang })
if (stripe === undefined)
  document.querySelector('[data-card-missing]').textContent = section.dataset.failed
else showFields()

function showFields() {
  const isDark = matchMedia('(prefers-color-scheme: dark)').matches
  const elements = stripe.elements({
    mode: 'setup',
    currency: 'eur',
    paymentMethodTypes: ['card'],
    appearance: { theme: isDark ? 'night' : 'stripe' },
  })
  const fields = elements.create('payment')
  fields.on('loaderror', () => say(fault, section.dataset.failed))
  fields.mount(section.querySelector('[data-card-element]'))
  document.querySelector('[data-card-missing]').hidden = true
  section.hidden = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    button.disabled = true
    say(fault, '')
    say(status, section.dataset.confirming)
    try {
      form.elements.card_token.value = await confirm(elements)
      form.submit()
    } catch (error) {
      say(fault, error.message)
      say(status, '')
      button.disabled = false
      fault.focus()
    }
  })
}

let secret

/** Lets the processor confirm the card. @returns the id of its setup */
async function confirm(elements) {
  const checked = await elements.submit()
  if (checked.error) throw checked.error
  secret ??= await startSetup()
  const { setupIntent, error } = await stripe.confirmSetup({
    elements,
    clientSecret: secret,
    confirmParams: { return_url: location.href.split(/[?#]/)[0] },
    redirect: 'if_required',
  })
  if (setupIntent?.status === 'succeeded') return setupIntent.id
  // A setup that has ended cannot be confirmed. The next attempt starts another one.
  if (error?.code === 'setup_intent_unexpected_state') secret = undefined
  throw error ?? new Error(section.dataset.failed)
}

async function startSetup() {
  const body = new URLSearchParams({ csrf: form.elements.csrf.value })
  const response = await fetch(`${form.action}/setup`, { method: 'POST', body }).catch(
    () => undefined,
  )
  // The body of a refusal is JSON. Other failures respond with a page.
  const answer = await response?.json().catch(() => undefined)
  if (!response?.ok) throw new Error(answer?.message ?? section.dataset.unavailable)
  return answer.client_secret
}
