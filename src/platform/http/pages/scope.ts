import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, type Language, languages } from '../../i18n/catalogue.ts'
import { timeZones } from '../../i18n/time-zones/time-zones.ts'
import { isSecret, newSecret } from '../../secrets/secrets.ts'
import { holdsCardNumber } from '../../text/card-number/card-number.ts'
import { readCookies, writeCookie } from '../cookies.ts'
import { keepConnection, logProblem, refusalHeaders, toRefused } from '../errors.ts'
import type { App } from '../server.ts'
import type { Assets } from './assets/assets.ts'
import { type Brand, noBrand } from './brand/brand.ts'
import { errorPage } from './error.ts'
import { acceptForms, type Form, type FormGuard } from './forms.ts'
import type { Frame } from './frame.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The frame of the pages that respond to this request. */
    frame: Frame
    /**
     * The secret id of the browser. A process that starts in one browser cannot continue in
     * another.
     */
    browser: string
  }
  interface FastifyContextConfig {
    /** Whether forms of other sites are accepted. Such a route must change nothing by itself. */
    takesForeignForms?: true
  }
}

export interface PageDeps {
  /** The absolute URL of the issuer without a trailing slash. */
  readonly authUrl: string
  /** Distinguishes our own forms from those of other sites. */
  readonly guard: FormGuard
  readonly serviceName: string
  readonly assets: Assets
  readonly brand?: Brand | undefined
}

/** The path of the issuer without a trailing slash. The paths of pages begin with it. */
export const basePath = (authUrl: string): string => new URL(authUrl).pathname.replace(/\/$/, '')

/** The shared parts of the pages in one scope. */
interface Pages {
  readonly guard: FormGuard
  readonly headers: Readonly<Record<string, string>>
  frameOf(request: FastifyRequest, browser: string, language: Language): Frame
  /** Responds to an error with a page. */
  answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void
}

function openPages({
  authUrl,
  guard,
  serviceName,
  assets,
  brand = noBrand,
  mayRedirectAway: leaves,
}: PageDeps & { readonly mayRedirectAway?: boolean }): Pages {
  const base = basePath(authUrl)
  const headers = {
    'Content-Security-Policy': leaves
      ? contentSecurityPolicy
      : `${contentSecurityPolicy}; form-action 'self'`,
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    'Cache-Control': 'no-store',
  }
  const frameOf: Pages['frameOf'] = (request, browser, language) => ({
    ...timeZoneOf(request),
    language,
    serviceName,
    base,
    path: pagePathOf(request.url, base),
    csrf: guard.tokenFor(browser),
    styles: base + assets.styles.path,
    script: base + assets.script.path,
    enhancements: base + assets.enhancements.path,
    cardFields: base + assets.cardFields.path,
    ...(assets.logo && {
      logo: { path: base + assets.logo.path, hasName: brand.logo?.hasName === true },
    }),
    links: brand.links,
  })
  const answerError: Pages['answerError'] = (error, request, reply) => {
    const { refusal, details } = toRefused(error)
    logProblem(request, refusal, error)
    keepConnection(reply)
    // A request that the HTTP server refuses early has no frame.
    const frame = request.frame ?? frameOf(request, '', languageFor(request))
    const { mistake, retryAfterSeconds } = details
    const message =
      refusal.page === 'not_possible'
        ? (details.message ?? ([refusal.message] as const))
        : undefined
    const view = { error: refusal.page, reference: request.id, message, mistake, retryAfterSeconds }
    reply
      .code(refusal.status)
      .headers({ ...headers, ...refusalHeaders(details), 'Content-Language': frame.language })
      .type('text/html; charset=utf-8')
      .send(errorPage(frame, view))
  }
  return { guard, headers, frameOf, answerError }
}

/** Makes the handler that responds to errors with a page, for use outside the scopes of pages. */
export const errorPageHandler = (options: PageDeps): Pages['answerError'] =>
  openPages({ ...options, mayRedirectAway: false }).answerError

/**
 * Prepares a scope for pages. It sets their headers, accepts only our own forms, applies the chosen
 * language, and responds to errors with pages. Call it first in the scope.
 * @param options.mayRedirectAway whether a form may end with a redirect to an application. Browsers
 * check such redirects against `form-action` (CSP 3, 6.4.2), and their targets are not known in
 * advance
 */
export function preparePages(
  app: App,
  options: PageDeps & { readonly mayRedirectAway?: boolean },
): void {
  const { guard, headers, frameOf, answerError } = openPages(options)
  const secure = new URL(options.authUrl).protocol === 'https:'
  const cookieName = secure ? '__Host-foyer-browser' : 'foyer-browser'
  const attributes = { path: '/', secure } as const
  const yearLong = { ...attributes, maxAge: 365 * 86_400 }

  acceptForms(app)
  app.decorateRequest('frame')
  app.decorateRequest('browser', '')
  app.addHook('onRequest', (request, reply, done) => {
    const cookies = readCookies(request.headers.cookie)
    const known = cookies[cookieName]
    request.browser = isSecret(known) ? known : newSecret()
    const chosen = languageIn(request)
    const language = languageFor(request)
    request.frame = frameOf(request, request.browser, language)
    reply.headers(headers).header('Content-Language', language)
    reply.type('text/html; charset=utf-8')
    if (request.browser !== known)
      reply.header('Set-Cookie', writeCookie(cookieName, request.browser, attributes))
    if (chosen !== undefined)
      reply.header('Set-Cookie', writeCookie(languageCookie, chosen, yearLong))
    done()
  })
  app.addHook('preHandler', (request, reply, done) => {
    if (request.method !== 'POST' || request.routeOptions.config.takesForeignForms) return done()
    try {
      const known = readCookies(request.headers.cookie)[cookieName]
      const form = formOf(request)
      guard.check(request.headers, known, form)
      const zone = readTimeZone(form.get('browser_time_zone'))
      if (zone !== undefined && zone !== request.frame.timeZone)
        reply.header('Set-Cookie', writeCookie(timeZoneCookie, zone, yearLong))
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler(answerError)
}

/**
 * The path of a page below `base`, for links. It handles requests in absolute form (RFC 9112,
 * 3.2.2) and removes leading slashes, which would make the link point to another site. It omits a
 * query with a card number.
 */
function pagePathOf(url: string, base: string): string {
  const [whole = '', query = ''] = url.split(/\?(.*)/s)
  const path = whole.replace(/^https?:\/\/[^/]*/i, '').replace(/^[/\\]+/, '/')
  const place = path.startsWith(`${base}/`) ? path.slice(base.length) : path
  const namesAndValues = [...new URLSearchParams(query)].flat()
  return query === '' || namesAndValues.some(holdsCardNumber) ? place : `${place}?${query}`
}

/** The directives of the policy of every page. */
const directives = {
  'default-src': "'none'",
  'style-src': "'self'",
  'img-src': "'self' data:",
  'script-src': "'self'",
  'connect-src': "'self'",
  'frame-ancestors': "'none'",
  'base-uri': "'none'",
} as const

const policyOf = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map((directive) => directive.join(' '))
    .join('; ')

const contentSecurityPolicy = policyOf(directives)

/**
 * Lets one page load from other origins, in a scope whose forms stay here.
 * @param origins by the directive that allows them
 */
export function allowOrigins(
  reply: FastifyReply,
  origins: Readonly<Record<string, readonly string[]>>,
): FastifyReply {
  const known: Readonly<Record<string, string>> = directives
  const added = Object.entries(origins).map(([directive, values]) => [
    directive,
    [known[directive] ?? [], values].flat().join(' '),
  ])
  const all = { ...directives, ...Object.fromEntries(added), 'form-action': "'self'" }
  return reply.header('Content-Security-Policy', policyOf(all))
}

/**
 * Lets the form of one page end with a redirect to another site, in a scope whose forms may not.
 */
export const mayRedirectAway = (reply: FastifyReply): FastifyReply =>
  reply.header('Content-Security-Policy', contentSecurityPolicy)

const emptyForm: Form = new Map()

/** The form in the body of a request. Empty if there is none. */
export const formOf = (request: FastifyRequest): Form =>
  request.body instanceof Map ? request.body : emptyForm

/** The cookie with the time zone that the browser told in a form. */
const timeZoneCookie = 'foyer-time-zone'

/** A time zone if it is known, and undefined for any other text. */
const readTimeZone = (zone = ''): string | undefined =>
  /^[A-Za-z][\w+/-]{1,63}$/.test(zone) && timeZones().knows(zone) ? zone : undefined

/** The time zone of the browser, if it has told one. */
function timeZoneOf({ headers }: FastifyRequest): Pick<Frame, 'timeZone'> {
  const zone = readTimeZone(readCookies(headers.cookie)[timeZoneCookie])
  return zone === undefined ? {} : { timeZone: zone }
}

const languageCookie = 'foyer-language'

const readLanguage = (name: unknown): Language | undefined =>
  languages.find((language) => language === name)

const languageIn = ({ query }: FastifyRequest): Language | undefined =>
  readLanguage((query as { lang?: unknown }).lang)

/** The language that the user chose on a page, now or earlier. Else the language of the browser. */
const languageFor = (request: FastifyRequest): Language =>
  languageIn(request) ??
  readLanguage(readCookies(request.headers.cookie)[languageCookie]) ??
  chooseLanguage(request.headers['accept-language'])
