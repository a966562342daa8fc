/*
 * Loads the console when the reader asks for it, because its program is large. It replaces the
 * page.
 */
const place = document.querySelector('#console')
const button = place.querySelector('button')
const { openapi, docs, base, token } = place.dataset

button.hidden = false
button.addEventListener('click', () => {
  button.disabled = true
  const program = document.createElement('script')
  program.src = new URL('scalar-1.72.1.js', import.meta.url)
  program.addEventListener('load', open)
  program.addEventListener('error', () => {
    button.disabled = false
  })
  document.head.append(program)
})

function open() {
  // The console has a style of its own.
  for (const sheet of document.querySelectorAll('link[rel=stylesheet]')) sheet.remove()
  const back = document.createElement('a')
  back.href = docs
  back.textContent = 'Documentation'
  back.style.cssText = 'display:block;padding:.75rem 1rem;font:1rem system-ui,sans-serif'
  const main = document.createElement('div')
  document.body.className = ''
  document.body.style.margin = '0'
  document.body.replaceChildren(back, main)
  globalThis.Scalar.createApiReference(main, {
    url: openapi,
    baseServerURL: base,
    authentication: {
      preferredSecurityScheme: 'user',
      securitySchemes: { user: { flows: { authorizationCode: { token } } } },
    },
    // Nothing leaves this service.
    withDefaultFonts: false,
    telemetry: false,
    proxyUrl: '',
    agent: { disabled: true },
    mcp: { disabled: true },
    showDeveloperTools: 'never',
    hideClientButton: true,
  })
}
