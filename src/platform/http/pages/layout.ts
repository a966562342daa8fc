import { type Language, languages, say } from '../../i18n/catalogue.ts'
import type { Area, Frame, SignedInUser } from './frame.ts'
import { type Html, html, markup, type Piece } from './html.ts'
import { pageIcon } from './parts/icons.ts'

export interface Page {
  readonly title: string
  readonly content: Piece
  /** Whether the page shows an error. Then the title begins with a word for "error". */
  readonly isError?: boolean
  /** The path below `base` of the logo of an application that the page is about. */
  readonly logo?: string | null | undefined
  /** The URL of the script of a card processor, if the page shows its fields. */
  readonly processorScript?: string | undefined
  /** The name of an account page. Account pages have a menu. */
  readonly account?: AccountPage
  /** Whether the page needs the script for passkeys. */
  readonly script?: boolean
  /** Whether the page exists in English alone. */
  readonly isEnglish?: boolean
}

/** The pages in the menu of the account, in its order. Each has its path below `/account`. */
const accountPages = {
  overview: '',
  addresses: '/addresses',
  paymentmethods: '/paymentmethods',
  profile: '/profile',
  security: '/security',
  sessions: '/sessions',
  applications: '/applications',
  privacy: '/privacy',
} as const

export type AccountPage = keyof typeof accountPages | Area

/** The languages as their speakers call them. */
export const languageNames: Readonly<Record<Language, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  ja: '日本語',
}

/** Writes a complete page. @returns the HTML document */
export function layout(frame: Frame, page: Page): string {
  const { language, serviceName, base } = frame
  const title = page.isError ? say(language, 'page.title.error', { title: page.title }) : page.title
  const content = html`<main id="content"${page.account && markup(' class="account"')}>
${page.logo && html`<img class="logo" src="${base}${page.logo}" alt="">`}
<h1>${page.title}</h1>
${page.content}
</main>`
  return html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} – ${serviceName}</title>
<link rel="icon" href="${frame.logo?.path ?? icon}">
<link rel="stylesheet" href="${frame.styles}">
${page.script && html`<script type="module" src="${frame.script}"></script>`}
<script type="module" src="${frame.enhancements}"></script>
${
  page.processorScript &&
  html`<script src="${page.processorScript}" defer></script>
<script type="module" src="${frame.cardFields}"></script>`
}
</head>
<body>
<a class="skip" href="#content">${say(language, 'page.link.skip')}</a>
<header>
<a class="wordmark" href="${base}/account">${wordmark(frame)}</a>
${frame.user && signedIn(frame, frame.user)}
</header>
${page.account ? html`<div class="columns">${menu(frame, page.account)}${content}</div>` : content}
<footer>${footLinks(frame)}${!page.isEnglish && languageLinks(frame)}</footer>
</body>
</html>
`.text
}

/** The logo and the name of the service. */
export function wordmark({ logo, serviceName }: Pick<Frame, 'logo' | 'serviceName'>): Html {
  if (logo === undefined) return html`${mark}${serviceName}`
  const { path, hasName } = logo
  return html`<img src="${path}" alt="${hasName && serviceName}">${!hasName && serviceName}`
}

const mark = markup(
  '<svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" focusable="false"><path ' +
    'fill="currentColor" d="M4 22V11a8 8 0 0 1 16 0v11h-3.500v-11a4.500 4.500 0 0 0-9 ' +
    '0v11z"/><path class="door" d="M10.500 22v-9.500a1.500 1.500 0 0 1 3 0V22z"/></svg>',
)

/** The icon of pages of a service without a logo. */
export const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24"><path fill="#0b6b5d" d="M4 ' +
    '22V11a8 8 0 0 1 16 0v11h-3.500v-11a4.500 4.500 0 0 0-9 0v11z"/><path fill="#d9772b" ' +
    'd="M10.500 22v-9.500a1.500 1.500 0 0 1 3 0V22z"/></svg>',
)}`

/** Tells who is signed in, with a button to sign out. */
function signedIn({ language, base, csrf }: Frame, { name, email }: SignedInUser): Html {
  const known = name ?? email
  const [first] = new Intl.Segmenter(language).segment(known)
  const title = say(language, 'page.label.signed_in_as', { name: known })
  const initial = html`<span class="initial" aria-hidden="true">${first?.segment.toUpperCase()}</span>`
  const button = html`<button class="link">${say(language, 'page.button.sign_out')}</button>`
  const token = html`<input type="hidden" name="csrf" value="${csrf}">`
  return html`<div class="who">
<a href="${base}/account" title="${title}">${initial}<span class="known">${known}</span></a>
<form method="post" action="${base}/sign-out">${token}${button}</form>
</div>`
}

/** The menu of the account. On narrow screens it is closed at first. */
function menu({ language, base, areas = [] }: Frame, current: AccountPage): Html {
  const pages = Object.entries(accountPages).map(([name, path]) => [name, `/account${path}`])
  const links = [...pages, ...areas.map((area) => [area, `/${area}`])].map(([name, path]) => {
    const here = name === current && markup(' aria-current="page"')
    const text = say(language, `page.link.${name as AccountPage}`)
    return html`<li><a href="${base}${path}"${here}>${pageIcon(name as AccountPage)}${text}</a></li>`
  })
  const title = html`<span class="wide">${say(language, 'page.label.menu')}:</span>`
  return html`<details class="menu"><summary>${title}${say(language, `page.link.${current}`)}</summary>
<nav aria-label="${say(language, 'page.label.account')}"><ul>${links}</ul></nav></details>`
}

/** The links to pages of the marketplace. */
function footLinks({ language, links = {} }: Frame): Html | false {
  const items = linkNames.flatMap((name) =>
    links[name] === undefined
      ? []
      : html`<li><a href="${links[name]}">${say(language, `page.link.${texts[name]}`)}</a></li>`,
  )
  return items.length > 0 && html`<ul class="foot">${items}</ul>`
}

const texts = { terms: 'terms', privacy: 'privacy_policy', support: 'support' } as const
const linkNames = ['terms', 'privacy', 'support'] as const

function languageLinks({ language, base, path }: Frame): Html {
  const items = languages.map((other) => {
    const name = languageNames[other]
    const href = base + inLanguage(path, other)
    return other === language
      ? html`<li><span lang="${other}" aria-current="true">${name}</span></li>`
      : html`<li><a lang="${other}" hreflang="${other}" rel="nofollow" href="${href}">${name}</a></li>`
  })
  const current = say(language, 'page.label.language_is', { name: languageNames[language] })
  return html`<details class="drop languages"><summary>${current}</summary>
<nav aria-label="${say(language, 'page.label.language')}"><ul>${items}</ul></nav></details>`
}

/** The same page in another language. */
function inLanguage(path: string, language: Language): string {
  const [place = '', query = ''] = path.split('?')
  const parameters = new URLSearchParams(query)
  parameters.set('lang', language)
  return `${place}?${parameters}`
}
