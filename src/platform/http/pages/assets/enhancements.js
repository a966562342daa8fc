// Makes pages easier to use. Every page works without it.

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
}
