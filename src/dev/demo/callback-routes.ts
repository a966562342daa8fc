import { resolve } from 'node:path'
import { pathCookieName } from '../../identity/users/sessions/session-cookie.ts'
import { trackMethods } from '../../platform/http/api/resources.ts'
import { readCookies, writeCookie } from '../../platform/http/cookies.ts'
import { queryParameter } from '../../platform/http/pages/requests.ts'
import { basePath, type PageDeps, preparePages } from '../../platform/http/pages/scope.ts'
import type { App } from '../../platform/http/server.ts'
import { hashSecretToText, newSecret } from '../../platform/secrets/secrets.ts'
import { callbackPage, foreignCallbackPage } from './callback-page.ts'
import { type DemoFile, demoFileIn } from './file.ts'
import { requireOwnHost } from './own-host.ts'

export interface DemoDeps extends PageDeps {
  readonly demo: DemoFile
  readonly baseUrl: string
  readonly dataDir: string
}

/** The scopes that the demo's application requests. */
const scope = 'openid profile email read:user write:user'
/** The parameters that its page shows, in this order. */
const shownParameters = ['code', 'state', 'iss', 'error', 'error_description'] as const

/**
 * The demo's application for browsers: `/demo/authorize` redirects to the sign-in as an application
 * does, and `/demo/callback`, its redirect URI, shows the response. Only for development, because
 * it shows codes and verifiers.
 */
export function demoRoutes({ demo, baseUrl, dataDir, ...options }: DemoDeps) {
  const { authUrl } = options
  const base = basePath(authUrl)
  const { client_id, redirect_uri } = demo.application
  const cookieName = pathCookieName(authUrl, 'demo')
  const secure = authUrl.startsWith('https:')
  const cookie = { path: `${base}/demo`, secure } as const

  return async (app: App): Promise<void> => {
    preparePages(app, options)
    const complete = trackMethods(app)
    requireOwnHost(app, authUrl)

    app.get(`${base}/demo/authorize`, async (_request, reply) => {
      const [state, verifier] = [newSecret(), newSecret()]
      const query = new URLSearchParams({
        response_type: 'code',
        client_id,
        redirect_uri,
        scope,
        state,
        code_challenge: hashSecretToText(verifier),
        code_challenge_method: 'S256',
      })
      reply.header('Set-Cookie', writeCookie(cookieName, `${state}.${verifier}`, cookie))
      return reply.redirect(`${base}/authorize?${query}`, 303)
    })

    app.get(`${base}/demo/callback`, async (request, reply) => {
      const parameters = shownParameters.flatMap((name) => {
        const value = queryParameter(request, name)
        return value === undefined ? [] : [[name, value] as const]
      })
      const { code = '', state } = Object.fromEntries(parameters)
      const [sent, verifier] = readCookies(request.headers.cookie)[cookieName]?.split('.') ?? []
      const expected = state !== undefined && state === sent && verifier !== undefined
      if (!expected) {
        // Another person may have sent the browser here with a code of theirs (RFC 6749, 10.12).
        reply.code(400)
        return foreignCallbackPage(request.frame, parameters)
      }
      // Only a text that can be a code is put into a shell command.
      const exchange = /^[\w-]{1,128}$/.test(code) ? exchangeOf(code, verifier) : undefined
      const use = `curl -H 'Authorization: Bearer ACCESS_TOKEN' ${quoted(`${baseUrl}/user`)}`
      return callbackPage(request.frame, { parameters, exchange, use })
    })
    complete()
  }

  function exchangeOf(code: string, verifier: string): string {
    const file = quoted(resolve(demoFileIn(dataDir)))
    const secret = `$(node -p 'require(process.argv[1]).application.client_secret' ${file})`
    const fields = [
      '-d grant_type=authorization_code',
      `-d code=${code}`,
      `--data-urlencode ${quoted(`redirect_uri=${redirect_uri}`)}`,
      `-d code_verifier=${quoted(verifier)}`,
    ]
    const request = `curl -u "${client_id}:${secret}" \\\n  ${quoted(`${authUrl}/oauth2/token`)}`
    return [request, ...fields].join(' \\\n  ')
  }
}

/** Quotes a text as one literal word of a shell command (POSIX, XCU 2.2.2). */
const quoted = (text: string): string =>
  /^[\w./:@%+=,-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
