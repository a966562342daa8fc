/*
 * What the processor serves to browsers: its script, a frame with the fields for a card, and a
 * frame with the challenge of the card's issuer. The page that loads the script sees no card
 * number.
 */

/** The documents of the processor, by path. */
export const processorPages: Readonly<Record<string, { type: string; content: string }>> = {
  '/endive/stripe.js': {
    type: 'text/javascript',
    content: `
const origin = new URL(document.currentScript.src).origin
const ask = (frame, message) => new Promise((resolve) => {
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }) => resolve(data)
  frame.contentWindow.postMessage(message, origin, [port2])
})
const frameOf = (path, title) => {
  const frame = document.createElement('iframe')
  frame.src = origin + path
  frame.title = title
  frame.setAttribute('width', '100%')
  frame.setAttribute('height', '230')
  frame.setAttribute('frameborder', '0')
  return frame
}
const challenge = async (id) => {
  const frame = frameOf('/challenge?setup_intent=' + id, 'The issuer of your card')
  document.querySelector('main').append(frame)
  const outcome = await new Promise((resolve) => addEventListener('message', ({ data, origin: from }) => {
    if (from === origin && data.challenge === id) resolve(data)
  }))
  frame.remove()
  return outcome.setupIntent
}
globalThis.Stripe = (key, options) => ({
  elements({ mode, paymentMethodTypes }) {
    if (mode !== 'setup' || String(paymentMethodTypes) !== 'card') throw new Error('unexpected')
    let frame
    return {
      create: () => ({
        on() {},
        mount(place) {
          frame = frameOf('/fields?key=' + key + '&locale=' + options.locale, 'Secure card fields')
          place.append(frame)
        },
      }),
      submit: () => ask(frame, { check: true }),
      confirm: (message) => ask(frame, message),
    }
  },
  async confirmSetup({ elements, clientSecret, redirect, confirmParams }) {
    if (redirect !== 'if_required' || !confirmParams.return_url) throw new Error('unexpected')
    const answer = await elements.confirm({ confirm: clientSecret })
    if (answer.setupIntent?.status !== 'requires_action') return answer
    const setupIntent = await challenge(answer.setupIntent.id)
    return setupIntent.status === 'succeeded'
      ? { setupIntent }
      : { error: { code: 'setup_intent_authentication_failure', message: 'We are unable to authenticate your payment method.' } }
  },
})`,
  },
  '/fields': {
    type: 'text/html',
    content: `<!doctype html><meta charset="utf-8"><title>Card fields</title>
<style>body{font:16px system-ui;margin:0;display:grid;gap:8px}input{font:inherit;padding:8px;width:100%;box-sizing:border-box;border:1px solid #bbb;border-radius:5px}</style>
<label>Card number<input id="number" inputmode="numeric" autocomplete="cc-number"></label>
<label>Expiration date<input id="expiry" placeholder="MM / YY" autocomplete="cc-exp"></label>
<label>Security code<input id="cvc" inputmode="numeric" autocomplete="cc-csc"></label>
<script>
addEventListener('message', async ({ data, ports: [port] }) => {
  const number = document.getElementById('number').value.replace(/\\D/g, '')
  const [month, year] = document.getElementById('expiry').value.split('/').map((part) => part.trim())
  if (data.check) {
    const isWhole = number.length > 12 && month && year
    return port.postMessage(isWhole ? {} : { error: { message: 'Your card number is incomplete.' } })
  }
  const [id] = data.confirm.split('_secret_')
  const body = new URLSearchParams({
    client_secret: data.confirm,
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': '20' + year,
    'payment_method_data[card][cvc]': document.getElementById('cvc').value,
  })
  const response = await fetch('/confirm/' + id, { method: 'POST', body })
  const answer = await response.json()
  port.postMessage(response.ok
    ? { setupIntent: { id: answer.id, status: answer.status } }
    : { error: { code: answer.error.code, message: answer.error.message ?? 'Your card was declined.' } })
})
</script>`,
  },
  '/challenge': {
    type: 'text/html',
    content: `<!doctype html><meta charset="utf-8"><title>3-D Secure</title>
<p>Your bank wants to know that it is you.</p>
<button id="succeed">Complete authentication</button> <button id="fail">Fail authentication</button>
<script>
const id = new URLSearchParams(location.search).get('setup_intent')
for (const outcome of ['succeed', 'fail'])
  document.getElementById(outcome).onclick = async () => {
    const response = await fetch('/challenge/' + id + '?outcome=' + outcome, { method: 'POST' })
    parent.postMessage({ challenge: id, setupIntent: await response.json() }, '*')
  }
</script>`,
  },
}
