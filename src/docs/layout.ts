import { type Html, html, markup } from '../platform/http/pages/html.ts'
import { icon, wordmark } from '../platform/http/pages/layout.ts'

/** What all pages share: where they are, and the name and the logo of the service. */
export interface Frame {
  /** The URL of the first page. */
  readonly docs: string
  /** The URL of the style sheet of the service. */
  readonly styles: string
  readonly serviceName: string
  readonly logo?: { readonly path: string; readonly hasName: boolean }
  readonly menu: readonly MenuSection[]
}

export interface MenuSection {
  readonly title: string
  readonly links: readonly { readonly label: string; readonly href: string }[]
}

export interface View {
  readonly title: string
  /** The URL of the page. The menu marks it. */
  readonly href: string
  readonly content: Html
  readonly headings?: readonly Heading[]
  /** The URL of its Markdown. */
  readonly source?: string
}

/** A heading of a page, for its own table of contents. */
export interface Heading {
  readonly depth: number
  readonly text: string
  readonly id: string
}

/** Writes a page of the documentation. It is in English, like its content. */
export function docsLayout(view: View, frame: Frame): string {
  const { title, href, content, headings = [], source } = view
  const { docs } = frame
  return html`${head(title, frame)}
<link rel="stylesheet" href="${frame.styles}">
<link rel="stylesheet" href="${docs}/assets/docs.css">
<script type="module" src="${docs}/assets/docs.js"></script>
</head>
<body class="docs">
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="wordmark" href="${docs}">${wordmark(frame)}<span class="hint">Documentation</span></a>
<search><form action="${docs}/search"><label class="wide" for="q">Search</label>
<input id="q" name="q" type="search" placeholder="Search"><button>Search</button></form></search>
</header>
<div class="columns">${menu(href, frame)}<main id="content" class="account">
<h1>${title}</h1>
${href !== docs && headings.length > 4 && outline(headings)}
<div class="text">${content}</div>
</main></div>
<footer>${source && html`<p class="hint"><a href="${source}">This page as Markdown</a></p>`}</footer>
</body>
</html>
`.text
}

/** What the reference needs to send requests. */
export interface Reference {
  readonly baseUrl: string
  /** False in production: the page takes no token and sends no request. */
  readonly sendsRequests: boolean
  /** The access token of a demo user. */
  readonly token?: string | undefined
}

/** Writes the page of the reference. Scalar makes its content, with a style of its own. */
export function referenceLayout(
  { baseUrl, sendsRequests, token }: Reference,
  openapi: string,
  frame: Frame,
): string {
  const { docs } = frame
  return html`${head('Reference', frame)}
<style>body { margin: 0 } body > nav { padding: 0.75rem 1rem; font: 1rem system-ui, sans-serif }</style>
<script defer src="${docs}/assets/scalar.js"></script>
<script defer src="${docs}/assets/reference.js"></script>
</head>
<body>
<nav aria-label="Site"><a href="${docs}">Documentation</a></nav>
<noscript>The reference needs JavaScript. <a href="${openapi}">openapi.json</a> has the same.</noscript>
<div id="reference" data-openapi="${openapi}" data-base="${baseUrl}" data-token="${token}"
 data-sends="${String(sendsRequests)}"></div>
</body>
</html>
`.text
}

const head = (title: string, { serviceName, logo }: Frame): Html =>
  html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${serviceName}</title>
<link rel="icon" href="${logo?.path ?? icon}">`

function menu(current: string, frame: Frame): Html {
  const sections = frame.menu.map(({ title, links }) => {
    const items = links.map(({ label, href }) => {
      const here = href === current && markup(' aria-current="page"')
      return html`<li><a href="${href}"${here}>${label}</a></li>`
    })
    return html`<li><span>${title}</span><ul>${items}</ul></li>`
  })
  return html`<details class="menu"><summary>Menu</summary>
<nav aria-label="Documentation"><ul>${sections}</ul></nav></details>`
}

function outline(headings: readonly Heading[]): Html {
  const links = headings
    .filter(({ depth }) => depth === 2)
    .map(({ id, text }) => html`<li><a href="#${id}">${text}</a></li>`)
  return html`<details class="outline"><summary>On this page</summary><ul>${links}</ul></details>`
}
