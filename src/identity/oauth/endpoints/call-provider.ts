import type { OutgoingHttpHeaders } from 'node:http'
import { Socket } from 'node:net'
import type Provider from 'oidc-provider'
import { nodeHttp } from '../../../platform/process/node-http.ts'
import { type AlreadyRead, withAlreadyRead } from '../provider/already-read.ts'
import { formMode } from '../provider/client.ts'
import type { Form } from './form.ts'
import { formTooLarge, maxFormBytes } from './refusals.ts'

/** A request to the library. The library sees nothing else of the client's request. */
export interface ProviderRequest extends AlreadyRead {
  readonly method: 'GET' | 'POST'
  /** The path below the issuer. */
  readonly path: string
  readonly query?: Form
  readonly form?: Form
  /** The cookies of the library, by name. */
  readonly cookies?: Readonly<Record<string, string>>
}

/** The response of the library. Nothing has been sent to the client. */
export interface ProviderResponse {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

/**
 * Runs a request through the library. It makes a new request with the host of the issuer, so that
 * `Host`, forwarded and other headers of the client do not reach the library. It returns the
 * response as a value.
 * @throws {Refused} payload_too_large
 * @throws the error that the library would report as a server error
 */
export async function callProvider(
  provider: Provider,
  call: ProviderRequest,
): Promise<ProviderResponse> {
  const request = new LibraryRequest(new URL(provider.issuer), call)
  const response = new CapturedResponse(request)
  await withAlreadyRead(call, () => handlerOf(provider)(request, response))
  if (response.failure !== undefined) throw response.failure
  return { status: response.statusCode, headers: response.getHeaders(), body: response.body }
}

const handlers = new WeakMap<Provider, ReturnType<Provider['callback']>>()

/** The handler of all requests to a provider. The library puts a new one together on each call. */
function handlerOf(provider: Provider): ReturnType<Provider['callback']> {
  const known = handlers.get(provider) ?? provider.callback()
  handlers.set(provider, known)
  return known
}

/**
 * Passes errors that the library would hide on to `callProvider`. Call this before any
 * `provider.use`.
 */
export function captureFailures(provider: Provider): void {
  const capture = ({ res }: { res: unknown }, error: unknown): void => {
    if (res instanceof CapturedResponse) res.failure = error
  }
  provider.on('server_error', capture)
  provider.use((ctx, next) => next().catch((error: unknown) => capture(ctx, error)))
}

/** The parameters as the library reads them: `form_post` has another name there. */
function parametersOf(form: Form): URLSearchParams {
  const parameters = new URLSearchParams([...form])
  if (form.get('response_mode') === 'form_post') parameters.set('response_mode', formMode)
  return parameters
}

class LibraryRequest extends nodeHttp.IncomingMessage {
  /** The path that the library is mounted at. It puts this before the paths of its URLs. */
  readonly baseUrl: string
  readonly #body: Buffer | undefined
  constructor(
    { protocol, host, pathname }: URL,
    { method, path, query, form, cookies, dpop }: ProviderRequest,
  ) {
    super(new Socket())
    this.baseUrl = pathname.replace(/\/$/, '')
    this.method = method
    this.url = query === undefined ? path : `${path}?${parametersOf(query)}`
    this.headers = { host, 'x-forwarded-proto': protocol.slice(0, -1), accept: 'application/json' }
    if (dpop !== undefined) this.headers.dpop = dpop
    const pairs = Object.entries(cookies ?? {})
    if (pairs.length > 0)
      this.headers.cookie = pairs.map(([name, value]) => `${name}=${value}`).join('; ')
    if (form !== undefined) {
      const body = Buffer.from(parametersOf(form).toString())
      // A form may grow when it is encoded again. The library would read a form that is too large
      // as an empty form.
      if (body.length > maxFormBytes) throw formTooLarge()
      this.headers['content-type'] = 'application/x-www-form-urlencoded'
      this.headers['content-length'] = String(body.length)
      this.#body = body
    }
  }

  /** Gives the body to the library, which reads it in this way. No stream is needed for that. */
  override async *iterator(): AsyncGenerator<Buffer> {
    if (this.#body !== undefined) yield this.#body
  }
}

class CapturedResponse extends nodeHttp.ServerResponse {
  body = ''
  failure: unknown
  /** The library passes the whole body in one call, at the end. */
  override end(...[body]: unknown[]): this {
    if (typeof body === 'string' || Buffer.isBuffer(body)) this.body = body.toString()
    return this
  }
}
