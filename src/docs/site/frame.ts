import { type Html, html, markup } from '../../platform/http/pages/html.ts'
import { icon, wordmark } from '../../platform/http/pages/layout.ts'
import type { Heading } from './markdown.ts'
import type { DocsPage } from './page.ts'
import type { Place } from './place.ts'
import type { Site } from './site.ts'

/** The name and the logo of the service, as on the pages of the account. */
export interface Dress {
  readonly serviceName: string
  readonly logo?: { readonly path: string; readonly hasName: boolean }
}

export interface View {
  readonly page: DocsPage
  readonly content: Html
  readonly headings: readonly Heading[]
  /** Scripts of this page, in addition to that of all pages. */
  readonly scripts?: readonly string[]
}

/** Writes a complete page of the documentation. It is in English, like its content. */
export function docsLayout(view: View, site: Site, place: Place, dress: Dress): string {
  const { page, content, headings, scripts = [] } = view
  const file = (name: string) => place.file(name, page.path)
  const title = page.path === '' ? `${dress.serviceName} documentation` : page.title
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
${place.policy && html`<meta http-equiv="Content-Security-Policy" content="${place.policy(page.path)}">`}
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="description" content="${page.summary}">
<title>${title}${page.path !== '' && ` – ${dress.serviceName} documentation`}</title>
<link rel="icon" href="${dress.logo?.path ?? icon}">
<link rel="stylesheet" href="${file('assets/foyer.css')}">
<link rel="stylesheet" href="${file('assets/docs.css')}">
${
  page.markdown !== '' &&
  html`<link rel="alternate" type="text/markdown" href="${place.source(page.path, page.path)}">`
}
${['assets/docs.js', ...scripts].map((name) => html`<script type="module" src="${file(name)}"></script>`)}
</head>
<body class="docs" data-search="${file('search.json')}">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="wordmark" href="${place.page('', page.path)}">${wordmark(dress)}<span class="hint">Documentation</span></a>
<search><form action="${place.page('search', page.path)}"><label class="wide" for="q">Search</label>
<input id="q" name="q" type="search" placeholder="Search" autocomplete="off">
<button>Search</button></form></search>
</header>
<div class="columns">${menu(page, site, place)}<main id="content" class="account">
<h1>${title}</h1>
${page.path !== '' && headings.length > 4 && outline(headings)}
<div class="text">${content}</div>
</main></div>
<footer>${neighbours(page, site, place)}<p class="hint">${
    page.markdown !== '' &&
    html`<a href="${place.source(page.path, page.path)}">This page as Markdown</a> · `
  }<a href="${file('llms.txt')}">All pages for programs</a></p></footer>
</body>
</html>
`.text
}

function menu(page: DocsPage, { menu }: Site, place: Place): Html {
  const sections = menu.map(({ title, pages }) => {
    const links = pages.map(({ path, label }) => {
      const here =
        path === page.parent && markup(` aria-current="${path === page.path ? 'page' : 'true'}"`)
      return html`<li><a href="${place.page(path, page.path)}"${here}>${label}</a></li>`
    })
    return html`<li><span>${title}</span><ul>${links}</ul></li>`
  })
  return html`<details class="menu"><summary><span class="wide">Menu:</span>${page.label}</summary>
<nav aria-label="Documentation"><ul>${sections}</ul></nav></details>`
}

function outline(headings: readonly Heading[]): Html {
  const links = headings
    .filter(({ depth }) => depth === 2)
    .map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)
  return html`<details class="outline"><summary>On this page</summary><ul>${links}</ul></details>`
}

/** Links to the page before and after in the menu. */
function neighbours(page: DocsPage, { menu }: Site, place: Place): Html | false {
  const pages = menu.flatMap((section) => section.pages)
  const index = pages.findIndex(({ path }) => path === page.path)
  const next = pages[index + 1]
  const before = pages[index - 1]
  if (index < 0 && page.path !== '') return false
  const link = (other: DocsPage | undefined, word: string) =>
    other && html`<a href="${place.page(other.path, page.path)}">${word}: ${other.label}</a>`
  const links = html`${link(before, 'Previous')}${link(next, 'Next')}`
  return html`<nav class="neighbours" aria-label="Previous and next page">${links}</nav>`
}
