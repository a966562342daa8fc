/*
 * Searches while somebody types. Without this script the form leads to a page with the results.
 * The index is loaded at the first letter.
 */
const field = document.querySelector('#q')
const place = new URL(document.body.dataset.search, location.href)
let opened

async function open() {
  const [{ default: MiniSearch }, response] = await Promise.all([
    import(new URL('assets/minisearch.js', place)),
    fetch(place),
  ])
  const { options, parts } = await response.json()
  const index = new MiniSearch(options)
  index.addAll(parts)
  const boostDocument = (_id, _term, { weight }) => weight
  return (query) => index.search(query.slice(0, 100), { boostDocument })
}

const search = async (query) => {
  opened ??= open()
  return (await opened)(query)
}

function entry({ target, title, heading }) {
  const [item, link] = [document.createElement('li'), document.createElement('a')]
  link.href = new URL(target, place)
  link.textContent = heading ? `${title}: ${heading}` : title
  item.append(link)
  return item
}

const countOf = (count) => (count === 1 ? '1 result' : `${count} results`)

/** An entry of the page of results, with the beginning of its text. */
function entryWithText(part) {
  const item = entry(part)
  const text = document.createElement('p')
  text.className = 'hint'
  text.textContent = part.text.slice(0, 200)
  item.append(text)
  return item
}

const list = document.createElement('ul')
list.id = 'suggestions'
list.setAttribute('aria-label', 'Results')
field.form.parentElement.append(list)
const said = document.createElement('p')
said.className = 'wide'
said.role = 'status'
field.form.parentElement.append(said)

field.addEventListener('input', async () => {
  const query = field.value.trim()
  const found = query === '' ? [] : await search(query)
  if (query !== field.value.trim()) return
  list.replaceChildren(...found.slice(0, 8).map(entry))
  said.textContent = query === '' ? '' : countOf(found.length)
})
field.form.parentElement.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') list.replaceChildren()
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
  const links = [...list.querySelectorAll('a')]
  const at = links.indexOf(document.activeElement) + (event.key === 'ArrowDown' ? 1 : -1)
  const next = at < 0 ? field : links[at]
  if (next === undefined) return
  event.preventDefault()
  next.focus()
})
document.addEventListener('click', ({ target }) => {
  if (!field.form.parentElement.contains(target)) list.replaceChildren()
})

// A site of files has no server that searches.
const results = document.querySelector('#found')
const query = new URLSearchParams(location.search).get('q')
if (results !== null && query) {
  field.value = query
  if (results.querySelector('li') === null) {
    const found = await search(query)
    results.querySelector('p').textContent =
      found.length === 0 ? `Nothing was found for “${query}”.` : `Results for “${query}”:`
    results.querySelector('ol').replaceChildren(...found.slice(0, 20).map(entryWithText))
  }
}
