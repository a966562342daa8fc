import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Feature } from '../platform/feature.ts'
import { describeNothing } from '../platform/http/api/etags.ts'
import { matchesNone } from '../platform/http/api/hal.ts'
import { trackMethods } from '../platform/http/api/resources.ts'
import { isFromThisMachine, queryParameter } from '../platform/http/pages/requests.ts'
import { basePath, type PageDeps } from '../platform/http/pages/scope.ts'
import { type Content, openAsset, openLinkedFile } from './files.ts'
import type { Reference } from './layout.ts'
import type { Site } from './site.ts'

interface DocsDeps extends PageDeps {
  readonly baseUrl: string
  readonly production: boolean
  /** An access token of a demo user, for the reference. Never in production. */
  readonly demoToken?: string | undefined
}

/**
 * The documentation at `/docs`: the Markdown of the package as pages, and the reference, which is
 * Scalar. It is read when somebody asks for it, so that the start does not wait for it. It is the
 * same for everybody and sets no cookie.
 */
export function docsFeature(deps: DocsDeps): Feature {
  const { authUrl, baseUrl } = deps
  const base = basePath(authUrl)
  const docs = `${base}/docs`
  const [issuer, resources] = [new URL(authUrl), new URL(baseUrl)]
  const elsewhere = resources.origin === issuer.origin ? '' : ` ${resources.origin}`
  let opened: Promise<Site> | undefined
  const open = () => {
    opened ??= openServed(deps, base).catch((error: unknown) => {
      // The next request tries again.
      opened = undefined
      throw error
    })
    return opened
  }

  /**
   * Nobody shall enter a token into a page of an issuer in production: there, the reference sends
   * no requests. Elsewhere it gets the demo's token only for requests from this machine that use
   * the service's own host name.
   */
  const referenceFor = (request: FastifyRequest): Reference => {
    const isOwn = request.headers.host === issuer.host && isFromThisMachine(request)
    return {
      baseUrl,
      sendsRequests: !deps.production,
      token: isOwn && !deps.production ? deps.demoToken : undefined,
    }
  }

  async function fileAt(path: string, { headers }: FastifyRequest) {
    const [folder, ...rest] = path.split('/')
    const name = rest.join('/')
    if (folder === 'assets') return openAsset(name, String(headers['accept-encoding']))
    const isServed = folder === 'files' && (await open()).files.has(name)
    return isServed ? openLinkedFile(name) : undefined
  }

  async function pageAt(path: string, request: FastifyRequest): Promise<string | undefined> {
    const site = await open()
    if (path === 'search') return site.search(queryParameter(request, 'q')?.trim() ?? '')
    return path === 'reference' ? site.reference(referenceFor(request)) : site.page(path)
  }

  async function answer(path: string, request: FastifyRequest, reply: FastifyReply) {
    const file = await fileAt(path, request)
    if (file !== undefined) return send(request, reply, file)
    const page = await pageAt(path, request)
    if (page === undefined) return reply.callNotFound()
    // Scalar writes styles of its own into its page.
    const styles = path === 'reference' ? " 'unsafe-inline'" : ''
    reply.headers({
      'Content-Security-Policy':
        `default-src 'none'; style-src 'self'${styles}; img-src 'self' data:; ` +
        `script-src 'self'; connect-src 'self'${elsewhere}; form-action 'self'; ` +
        `base-uri 'none'; frame-ancestors 'none'`,
      'Content-Language': 'en',
    })
    return send(request, reply, { type: 'text/html; charset=utf-8', body: page })
  }

  return {
    async authRoutes(app) {
      const complete = trackMethods(app)
      app.get(docs, async (request, reply) => answer('', request, reply))
      app.get(`${docs}/*`, async (request, reply) => {
        const { '*': path = '' } = request.params as { '*'?: string }
        return answer(path.replace(/\/$/, ''), request, reply)
      })
      complete()
    },
  }
}

async function openServed(
  { authUrl, baseUrl, assets, brand, serviceName }: DocsDeps,
  base: string,
) {
  const { openSite } = await import('./site.ts')
  const logo = assets.logo && {
    path: base + assets.logo.path,
    hasName: brand?.logo?.hasName === true,
  }
  const look = { serviceName, styles: base + assets.styles.path, ...(logo && { logo }) }
  return openSite({ base, authUrl, baseUrl, ...look })
}

/** Sends content with a tag, so that browsers keep it and ask only whether it is still the same. */
function send(request: FastifyRequest, reply: FastifyReply, { type, body, encoding }: Content) {
  const tag = `"${hash('sha1', body, 'base64url')}"`
  reply.headers({
    ETag: tag,
    'Cache-Control': 'no-cache',
    'Cross-Origin-Opener-Policy': 'same-origin',
    'Cross-Origin-Resource-Policy': 'same-origin',
    ...(encoding !== undefined && { 'Content-Encoding': encoding, Vary: 'Accept-Encoding' }),
  })
  const known = request.headers['if-none-match']
  if (known !== undefined && !matchesNone(known, tag))
    return describeNothing(reply.code(304)).send()
  return reply.type(type).send(body)
}
