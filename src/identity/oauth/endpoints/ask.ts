import { IncomingMessage, type OutgoingHttpHeaders, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type Provider from 'oidc-provider'
import { type AlreadyRead, startingFrom } from '../provider/already-read.ts'
import type { Form } from './form.ts'
import { formTooLarge, largestForm } from './refusals.ts'

/** What the library is asked: of the request itself it sees nothing else. */
export interface Question extends AlreadyRead {
  readonly method: 'GET' | 'POST'
  /** Below the issuer. */
  readonly path: string
  readonly query?: Form
  readonly form?: Form
  /** The library's own alone, by name. */
  readonly cookies?: Readonly<Record<string, string>>
}

/** What it answered; nothing has been sent. */
export interface Answer {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: string
}

/**
 * Asks the library in the name of the issuer. The request is made anew, so that no `Host`, forwarded or
 * other header of the sender reaches it, and the answer comes back as a value, to be sent like any other.
 * @throws {Refused} payload_too_large
 * @throws what went wrong inside, where the library would have told of a server error.
 */
export async function ask(provider: Provider, question: Question): Promise<Answer> {
  const request = new Asked(new URL(provider.issuer), question)
  const response = new Answered(request)
  await startingFrom(question, () => provider.callback()(request, response))
  if (response.failure !== undefined) throw response.failure
  return { status: response.statusCode, headers: response.getHeaders(), body: response.body }
}

/** Lets `ask` hear of errors that the library would keep to itself. To be called before any `use`. */
export function tellFailures(provider: Provider): void {
  const tell = ({ res }: { res: unknown }, error: unknown): void => {
    if (res instanceof Answered) res.failure = error
  }
  provider.on('server_error', tell)
  provider.use((ctx, next) => next().catch((error: unknown) => tell(ctx, error)))
}

class Asked extends IncomingMessage {
  /** Where the library is mounted: it puts this before the paths of its URLs. */
  readonly baseUrl: string
  constructor({ protocol, host, pathname }: URL, { method, path, query, form, cookies }: Question) {
    super(new Socket())
    this.baseUrl = pathname.replace(/\/$/, '')
    this.method = method
    this.url = query === undefined ? path : `${path}?${new URLSearchParams([...query])}`
    this.headers = { host, 'x-forwarded-proto': protocol.slice(0, -1), accept: 'application/json' }
    const pairs = Object.entries(cookies ?? {})
    if (pairs.length > 0)
      this.headers.cookie = pairs.map(([name, value]) => `${name}=${value}`).join('; ')
    if (form !== undefined) {
      const body = Buffer.from(new URLSearchParams([...form]).toString())
      // A form may grow when it is encoded again. The library reads a form that is too large as an empty one.
      if (body.length > largestForm) throw formTooLarge()
      this.headers['content-type'] = 'application/x-www-form-urlencoded'
      this.headers['content-length'] = String(body.length)
      this.push(body)
    }
    this.push(null)
    this.complete = true
  }
}

class Answered extends ServerResponse {
  body = ''
  failure: unknown
  /** The library gives the whole body at once, as its last act. */
  override end(...[body]: unknown[]): this {
    if (typeof body === 'string' || Buffer.isBuffer(body)) this.body = body.toString()
    return this
  }
}
