/* Shows one resource at a time. Its links are buttons that lead to the next one. */
const place = document.querySelector('#explorer')
const { root, token } = place.dataset
const requests = JSON.parse(place.dataset.requests)

/** Whether a URL belongs to the service. The token is sent only to such URLs. */
const isOurs = (href) =>
  href === root || (href.startsWith(root) && '/?'.includes(href[root.length]))

/** Makes an element with properties and children. */
function make(name, properties = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties)
  element.append(...children)
  return element
}

const access = make('input', { id: 'access', type: 'password', value: token, autocomplete: 'off' })
const asked = make('p', { role: 'status' })
const links = make('ul', { className: 'relations' })
const form = make('form', { hidden: true })
const shown = make('pre', { tabIndex: 0, role: 'region', ariaLabel: 'Response' })
const back = make('button', { type: 'button', className: 'quiet', textContent: 'Root' })
back.addEventListener('click', () => go(root))
place.append(
  make('div', {}, make('label', { htmlFor: 'access', textContent: 'Access token' }), access),
  make('div', {}, back),
  asked,
  make('h2', { textContent: 'Links' }),
  links,
  form,
  make('h2', { textContent: 'Response' }),
  shown,
)
place.hidden = false

/** Goes to a resource. The URL of the page names it, so the browser's Back button works. */
function go(href) {
  if (location.hash === `#${href}`) show(href)
  else location.hash = href
}

async function show(href, method = 'GET', body = undefined) {
  form.hidden = true
  asked.textContent = `${method} ${href} …`
  const headers = { Accept: 'application/hal+json' }
  if (access.value) headers.Authorization = `Bearer ${access.value}`
  if (body !== undefined) headers['Content-Type'] = 'application/json'
  try {
    const response = await fetch(href, { method, headers, body })
    const text = await response.text()
    const resource = text === '' ? undefined : JSON.parse(text)
    asked.textContent = `${method} ${href}: ${response.status} ${response.statusText}`
    shown.textContent = resource === undefined ? '' : JSON.stringify(resource, null, 2)
    links.replaceChildren(...linksIn(resource).map(entry))
  } catch (error) {
    asked.textContent = `${method} ${href}: no response (${error.message}). Does the service run?`
  }
}

/** All links of a resource and of what it embeds, each with the name of its owner. */
function linksIn(resource, owner = '') {
  if (typeof resource !== 'object' || resource === null) return []
  if (Array.isArray(resource))
    return resource.flatMap((item, index) => linksIn(item, `${owner} ${item?.id ?? index + 1}`))
  const own = Object.entries(resource._links ?? {}).map(([relation, link]) => ({
    relation,
    owner,
    ...link,
  }))
  const embedded = Object.entries(resource._embedded ?? {})
  return [...own, ...embedded.flatMap(([name, part]) => linksIn(part, name))]
}

function entry({ relation, owner, href, title }) {
  const { method = 'GET', body } = requests[relation] ?? {}
  const button = make('button', { type: 'button', className: 'quiet', textContent: relation })
  button.addEventListener('click', () => {
    if (method === 'GET' && isOurs(href)) go(href)
    else if (method === 'GET') globalThis.open(href, '_blank', 'noopener')
    else if (isOurs(href)) prepare(href, method, body)
  })
  const said = [method, title, owner.trim() && `(${owner.trim()})`].filter(Boolean).join(' ')
  return make('li', {}, button, make('span', { className: 'hint', textContent: said }))
}

/** Asks before a request that changes something, and for its body. */
function prepare(href, method, body) {
  const text = make('textarea', { id: 'body', spellcheck: false })
  text.value = body === undefined ? '' : JSON.stringify(body, null, 2)
  const parts = [make('p', { textContent: `${method} ${href}` })]
  if (body !== undefined) parts.push(make('label', { htmlFor: 'body', textContent: 'Body' }), text)
  form.replaceChildren(...parts, make('button', { textContent: 'Send' }))
  form.onsubmit = (event) => {
    event.preventDefault()
    show(href, method, body === undefined ? undefined : text.value)
  }
  form.hidden = false
  form.scrollIntoView({ block: 'nearest' })
  form.querySelector('textarea, button').focus()
}

/** The resource that the URL of the page names, or the root. */
function current() {
  try {
    const href = decodeURI(location.hash.slice(1))
    return isOurs(href) ? href : root
  } catch {
    return root
  }
}
addEventListener('hashchange', () => show(current()))
access.addEventListener('change', () => show(current()))
show(current())
