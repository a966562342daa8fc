/* Gives each block of code a button that copies it. Without HTTPS, browsers let no page copy. */
for (const block of navigator.clipboard ? document.querySelectorAll('pre') : []) {
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'quiet copy'
  button.textContent = 'Copy'
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.textContent)
    button.textContent = 'Copied'
  })
  const frame = document.createElement('div')
  frame.className = 'code'
  block.replaceWith(frame)
  frame.append(block, button)
}
