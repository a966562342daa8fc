import type { Application } from '../../identity/applications/applications.ts'
import type { Frame } from '../../platform/http/pages/frame.ts'
import { type Html, html, markup, type Piece } from '../../platform/http/pages/html.ts'
import { layout } from '../../platform/http/pages/layout.ts'
import { say } from '../../platform/i18n/catalogue.ts'

export interface DeveloperPage {
  readonly title: string
  readonly content: Piece
  readonly isError?: boolean
}

/** A page for developers. */
export const developerLayout = (frame: Frame, page: DeveloperPage): string =>
  layout(frame, { ...page, account: 'developer' })

/** The pages of one application. Each has its path below the application's page. */
const parts = { overview: '', webhooks: '/webhooks', requests: '/requests' } as const

export type ApplicationPart = keyof typeof parts

/** The path of an application's pages. */
export const pathOf = ({ base }: Pick<Frame, 'base'>, { clientId }: Named): string =>
  `${base}/developer/applications/${clientId}`

export type Named = Pick<Application, 'clientId' | 'name'>

/** A page of an application, with links to its other pages. */
export function applicationLayout(
  frame: Frame,
  application: Named,
  current: ApplicationPart,
  content: Piece,
): string {
  const { language } = frame
  const path = pathOf(frame, application)
  const links = Object.entries(parts).map(([name, below]) => {
    const here = name === current && markup(' aria-current="page"')
    const text = say(language, `page.link.application_${name as ApplicationPart}`)
    return html`<li><a href="${path}${below}"${here}>${text}</a></li>`
  })
  return developerLayout(frame, {
    title: application.name,
    content: html`<nav aria-label="${application.name}"><ul class="tabs">${links}</ul></nav>
${content}`,
  })
}

/** A term with its value, in a list of facts. */
export const fact = (term: string, value: Piece): Html =>
  html`<div><dt>${term}</dt> <dd>${value}</dd></div>`

interface PagerView {
  readonly page: number
  readonly hasMore: boolean
  /** Further parameters of the query, with `&` at the end. */
  readonly query?: string
}

/** Leads to the next and the previous page of a list. */
export function pager(
  { language }: Frame,
  path: string,
  { page, hasMore, query = '' }: PagerView,
): Html | false {
  if (page === 1 && !hasMore) return false
  return html`<p class="buttons">${
    page > 1 &&
    html`<a class="button quiet" href="${path}?${query}page=${page - 1}">${say(language, 'page.link.newer')}</a>`
  }${
    hasMore &&
    html`<a class="button quiet" href="${path}?${query}page=${page + 1}">${say(language, 'page.link.older')}</a>`
  }</p>`
}
