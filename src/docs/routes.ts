import { hash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { describeNothing } from '../platform/http/api/etags.ts'
import { matchesNone } from '../platform/http/api/hal.ts'
import { trackMethods } from '../platform/http/api/resources.ts'
import { isFromThisMachine, queryParameter } from '../platform/http/pages/requests.ts'
import { basePath, type PageDeps } from '../platform/http/pages/scope.ts'
import type { App } from '../platform/http/server.ts'
import { openFile, openLinkedFile } from './files.ts'
import type { OpenSite, Playground } from './site/open-site.ts'
import { policyOf } from './site/policy.ts'

export interface DocsDeps extends PageDeps {
  readonly baseUrl: string
  readonly production: boolean
  /** An access token of a demo user, for the explorer and the console. Never in production. */
  readonly demoToken?: string | undefined
}

/**
 * The documentation. It is read and rendered when somebody asks for it, so that the start does not
 * wait for it. It is the same for everybody and sets no cookie.
 */
export function docsRoutes(deps: DocsDeps) {
  const { authUrl, baseUrl, assets } = deps
  const base = basePath(authUrl)
  const docs = `${base}/docs`
  const [issuer, resources] = [new URL(authUrl), new URL(baseUrl)]
  const elsewhere = resources.origin === issuer.origin ? undefined : resources.origin
  let opened: Promise<OpenSite> | undefined
  const open = () => {
    opened ??= openServed(deps, base).catch((error: unknown) => {
      // The next request tries again.
      opened = undefined
      throw error
    })
    return opened
  }

  /**
   * Nobody shall enter a token into a page of an issuer in production. Elsewhere the token is given
   * only to requests from this machine that use the service's own host name.
   */
  const playground = (request: FastifyRequest): Playground | undefined => {
    if (deps.production) return undefined
    const isOwn = request.headers.host === issuer.host && isFromThisMachine(request)
    return { baseUrl, token: isOwn ? deps.demoToken : undefined }
  }

  async function answer(path: string, request: FastifyRequest, reply: FastifyReply) {
    if (path.startsWith('assets/')) {
      const file = await openFile(
        path.slice('assets/'.length),
        assets.styles.content,
        encodingsOf(request),
      )
      return file === undefined ? reply.callNotFound() : send(request, reply, file)
    }
    const site = await open()
    if (path.startsWith('files/')) {
      const name = path.slice('files/'.length)
      if (!site.site.files.has(name)) return reply.callNotFound()
      return send(request, reply, await openLinkedFile(name))
    }
    const text = Object.hasOwn(textTypes, path) ? textTypes[path] : undefined
    if (text !== undefined)
      return send(request, reply, {
        type: text,
        body: path === 'search.json' ? site.index() : site.programs(issuer.origin),
      })
    if (path.endsWith('.md')) {
      const body = site.source(path.slice(0, -'.md'.length))
      if (body === undefined) return reply.callNotFound()
      return send(request, reply, { type: 'text/markdown; charset=utf-8', body })
    }
    const body =
      path === 'search'
        ? await site.found(queryParameter(request, 'q')?.trim() ?? '')
        : site.page(path, playground(request))
    if (body === undefined) return reply.callNotFound()
    reply.headers({
      'Content-Security-Policy': `${policyOf(path, elsewhere)}; frame-ancestors 'none'`,
      'Content-Language': 'en',
    })
    return send(request, reply, { type: 'text/html; charset=utf-8', body })
  }

  return async (app: App): Promise<void> => {
    const complete = trackMethods(app)
    app.get(docs, async (request, reply) => answer('', request, reply))
    app.get(`${docs}/*`, async (request, reply) => {
      const { '*': path = '' } = request.params as { '*'?: string }
      return answer(path.replace(/\/$/, ''), request, reply)
    })
    app.get(`${base}/llms.txt`, async (request, reply) => answer('llms.txt', request, reply))
    complete()
  }
}

const textTypes: Readonly<Record<string, string>> = {
  'search.json': 'application/json; charset=utf-8',
  'llms.txt': 'text/plain; charset=utf-8',
}

async function openServed({ assets, brand, serviceName }: DocsDeps, base: string) {
  const [{ openSite }, { served }] = await Promise.all([
    import('./site/open-site.ts'),
    import('./site/place.ts'),
  ])
  const logo = assets.logo && {
    path: base + assets.logo.path,
    hasName: brand?.logo?.hasName === true,
  }
  return openSite(served(base), { serviceName, ...(logo && { logo }) })
}

const encodingsOf = ({ headers }: FastifyRequest): string | undefined =>
  [headers['accept-encoding']].flat().join()

interface Content {
  readonly type: string
  readonly body: string | Buffer
  readonly encoding?: string
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
