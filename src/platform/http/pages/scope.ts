import type { FastifyReply, FastifyRequest } from 'fastify'
import { chooseLanguage, type Language, languages } from '../../i18n/catalogue.ts'
import { isSecret, newSecret } from '../../secrets/secrets.ts'
import { holdsCardNumber } from '../../text/card-number/card-number.ts'
import { readCookies, writeCookie } from '../cookies.ts'
import { logProblem, refusalHeaders, toRefused } from '../errors.ts'
import type { App } from '../server.ts'
import type { Assets } from './assets.ts'
import { errorPage } from './error.ts'
import { acceptForms, type Form, type FormGuard } from './forms.ts'
import type { Frame } from './frame.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** What the pages that answer it depend on. */
    frame: Frame
    /** The name of the browser that it comes from: what is begun in one is not gone on with in another. */
    browser: string
  }
}

export interface PageDeps {
  /** The issuer: absolute, without a slash at its end. */
  readonly authUrl: string
  /** Tells our own forms from others'. */
  readonly guard: FormGuard
  readonly serviceName: string
  readonly assets: Assets
}

/** The path of the issuer, without a slash at its end: what the paths of pages begin with. */
export const basePath = (authUrl: string): string => new URL(authUrl).pathname.replace(/\/$/, '')

/** What the pages of one scope have in common. */
interface Pages {
  readonly guard: FormGuard
  readonly headers: Readonly<Record<string, string>>
  frameOf(request: FastifyRequest, browser: string, language: Language): Frame
  /** Answers with the page that tells what went wrong. */
  answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): void
}

function openPages({
  authUrl,
  guard,
  serviceName,
  assets,
  mayRedirectAway: leaves,
}: PageScopeDeps): Pages {
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
    language,
    serviceName,
    base,
    path: pagePathOf(request.url, base),
    csrf: guard.tokenFor(browser),
    styles: base + assets.styles.path,
    script: base + assets.script.path,
  })
  const answerError: Pages['answerError'] = (error, request, reply) => {
    const { refusal, details } = toRefused(error)
    logProblem(request, refusal, error)
    // What the ground refuses has not come as far as a frame.
    const frame = request.frame ?? frameOf(request, '', languageFor(request))
    const { mistake, retryAfterSeconds } = details
    const view = { error: refusal.page, reference: request.id, mistake, retryAfterSeconds }
    reply
      .code(refusal.status)
      .headers({ ...headers, ...refusalHeaders(details), 'Content-Language': frame.language })
      .type('text/html; charset=utf-8')
      .send(errorPage(frame, view))
  }
  return { guard, headers, frameOf, answerError }
}

/** Makes what answers outside all scopes of pages, with the page that tells what went wrong. */
export const errorPageHandler = (options: PageDeps): Pages['answerError'] =>
  openPages({ ...options, mayRedirectAway: false }).answerError

interface PageScopeDeps extends PageDeps {
  /**
   * Whether a form here may end at an application: browsers hold redirects after a form against `form-action` (CSP 3,
   * 6.4.2), and where those lead is not known beforehand.
   */
  readonly mayRedirectAway?: boolean
}

/**
 * Makes a scope one of pages: their headers, forms that are ours alone, a language that people choose, and errors that are
 * pages. To be called first in the scope.
 */
export function preparePages(app: App, options: PageScopeDeps): void {
  const { guard, headers, frameOf, answerError } = openPages(options)
  const secure = new URL(options.authUrl).protocol === 'https:'
  const cookieName = secure ? '__Host-foyer-browser' : 'foyer-browser'
  const attributes = { path: '/', secure, sameSite: 'lax' } as const

  acceptForms(app)
  app.decorateRequest('frame')
  app.decorateRequest('browser', '')
  app.addHook('onRequest', (request, reply, done) => {
    const cookies = readCookies(request.headers.cookie)
    const known = cookies[cookieName]
    request.browser = isSecret(known) ? known : newSecret()
    const asked = languageIn(request)
    const language = languageFor(request)
    request.frame = frameOf(request, request.browser, language)
    reply.headers(headers).header('Content-Language', language)
    reply.type('text/html; charset=utf-8')
    if (request.browser !== known)
      reply.header(
        'Set-Cookie',
        writeCookie(cookieName, request.browser, { ...attributes, httpOnly: true }),
      )
    if (asked !== undefined)
      reply.header(
        'Set-Cookie',
        writeCookie(languageCookie, asked, { ...attributes, maxAge: 365 * 86_400 }),
      )
    done()
  })
  app.addHook('preHandler', (request, _reply, done) => {
    if (request.method !== 'POST') return done()
    try {
      const known = readCookies(request.headers.cookie)[cookieName]
      guard.check(request.headers, known, formOf(request))
      done()
    } catch (error) {
      done(error as Error)
    }
  })
  app.setErrorHandler(answerError)
}

/**
 * Where a page is below `base`, as links may say it: however it was asked for, whole (RFC 9112, 3.2.2) or with slashes
 * that would make it another site's, and without a query that holds a card number.
 */
function pagePathOf(url: string, base: string): string {
  const [whole = '', query = ''] = url.split(/\?(.*)/s)
  const path = whole.replace(/^https?:\/\/[^/]*/i, '').replace(/^[/\\]+/, '/')
  const place = path.startsWith(`${base}/`) ? path.slice(base.length) : path
  const asked = [...new URLSearchParams(query)].flat()
  return query === '' || asked.some(holdsCardNumber) ? place : `${place}?${query}`
}

const contentSecurityPolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "img-src 'self' data:",
  "script-src 'self'",
  "connect-src 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const emptyForm: Form = new Map()

/** The form that came with a request. */
export const formOf = (request: FastifyRequest): Form =>
  request.body instanceof Map ? request.body : emptyForm

const languageCookie = 'foyer-language'

const readLanguage = (name: unknown): Language | undefined =>
  languages.find((language) => language === name)

const languageIn = ({ query }: FastifyRequest): Language | undefined =>
  readLanguage((query as { lang?: unknown }).lang)

/** The language that somebody has chosen on a page, now or before, or else that of the browser. */
const languageFor = (request: FastifyRequest): Language =>
  languageIn(request) ??
  readLanguage(readCookies(request.headers.cookie)[languageCookie]) ??
  chooseLanguage(request.headers['accept-language'])
