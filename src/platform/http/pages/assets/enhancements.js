// Makes pages easier to use. Every page works without it.

// A form that takes the response of a sign-in to its application.
document.querySelector('form[data-sends]')?.submit()

// Signing in and signing up tell the time zone of the browser, for the times on the pages.
const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone
for (const form of document.querySelectorAll('main:not(.account) form:not([data-sends])')) {
  const field = Object.assign(document.createElement('input'), { type: 'hidden', value: timeZone })
  field.name = 'browser_time_zone'
  form.append(field)
}

// A choice with the mouse sends the form by the button of the select element. The keyboard changes
// the value with every arrow key, so there the button sends it (WCAG 2.2, 3.2.2).
for (const select of document.querySelectorAll('[data-submits]')) {
  const button = document.getElementById(select.dataset.submits)
  let byKeyboard = false
  select.addEventListener('keydown', () => {
    byKeyboard = true
  })
  select.addEventListener('pointerdown', () => {
    byKeyboard = false
  })
  select.addEventListener('change', () => {
    if (!byKeyboard) select.form.requestSubmit(button)
  })
}

// A button that shows what was typed into a password field.
for (const button of document.querySelectorAll('[data-reveals]')) {
  const input = document.getElementById(button.dataset.reveals)
  button.hidden = false
  button.addEventListener('click', () => {
    const shown = input.type === 'text'
    input.type = shown ? 'password' : 'text'
    button.setAttribute('aria-pressed', String(!shown))
    input.focus()
  })
  // Browsers offer to save what a password field holds, and keep nothing of it in their history.
  input.form.addEventListener('submit', () => {
    input.type = 'password'
    button.setAttribute('aria-pressed', 'false')
  })
}

// The brand of a card, while its number is typed. The service decides in the end.
const brands = [
  ['Visa', /^4/],
  ['Mastercard', /^(?:5[1-5]|2(?:2[2-9]|[3-6]|7[01]|720))/],
  ['American Express', /^3[47]/],
  ['Discover', /^(?:6011|64[4-9]|65)/],
  ['Diners Club', /^3(?:0[0-5]|[689])/],
  ['JCB', /^35/],
  ['UnionPay', /^62/],
  ['Maestro', /^(?:50|5[6-9]|6[37])/],
]
for (const group of document.querySelectorAll('[data-brands]')) {
  const shown = group.querySelector('[data-brand]')
  document.getElementById(group.dataset.brands).addEventListener('input', ({ target }) => {
    const number = target.value.replace(/\D/g, '')
    shown.textContent = brands.find(([, start]) => start.test(number))?.[0] ?? ''
  })
}

// A button that copies what an element contains: the items of a list, one a line.
for (const button of document.querySelectorAll('[data-copies]')) {
  const items = document.querySelector(button.dataset.copies).children
  button.hidden = navigator.clipboard === undefined
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText([...items].map((item) => item.textContent).join('\n'))
    button.removeAttribute('aria-label')
    button.textContent = button.dataset.copied
  })
}

for (const button of document.querySelectorAll('[data-prints]')) {
  button.hidden = false
  button.addEventListener('click', () => print())
}
