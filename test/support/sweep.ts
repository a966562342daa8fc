import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { london } from './addresses.ts'
import type { OperationPart } from './document.ts'

/*
 * Requests that contain a given text, each in another place: in every field of every operation, and
 * in every other part of a request. They are made from the OpenAPI document that the service under
 * test serves.
 */

/** A request, and its expected outcome. */
export interface Attempt {
  readonly method: string
  /** With its query; below the base address unless `atRoot`. */
  readonly path: string
  readonly atRoot?: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
  /** The property that the refusal must name, if it must be refused. */
  readonly refusedBy?: string
}

/** Puts a text into its place. */
export type Placement = (text: string) => Attempt

/** What a sweep needs to know about the service and the caller. */
export interface Caller {
  readonly accessToken: string
  /**
   * Ids of the caller's resources, by the names of path parameters, and `payPalId` and
   * `bankAccountId` for operations that need an account.
   */
  readonly ids: Readonly<Record<string, string>>
  /** Credentials of an application, in Base64. */
  readonly application: string
}

interface Operation extends OperationPart {
  readonly method: string
  readonly template: string
}

export interface ServedDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: { readonly schemas: Readonly<Record<string, BodySchema>> }
}

interface BodySchema {
  readonly properties?: Readonly<Record<string, object>>
}

/**
 * The number of the card that is created if another property contains the text. The search finds
 * this number, too.
 */
export const usualNumber = '4111111111111111'

/** The number of the bank account that is created if another property contains the text. */
export const usualIban = 'DE89370400440532013000'

/** Bodies with which operations succeed, so that only the replaced value can cause a refusal. */
const bodies: Readonly<Record<string, object>> = {
  AddressBody: { ...london },
  CreditCardBody: {
    full_name: 'Ada Lovelace',
    card_number: usualNumber,
    expiry_month: 12,
    expiry_year: 2098,
  },
  BankAccountBody: { full_name: 'Ada Lovelace', iban: usualIban },
  PayPalBody: { email: 'ada@example.com' },
  // No server listens there.
  WebhookBody: { url: 'http://127.0.0.1:9/hook' },
}

/** Properties that take a card number. */
const forNumbers = new Set(['card_number'])

/** Properties that take the number of a bank account, which may look like a card's. */
const forAccounts = new Set(['iban', 'account_number'])

/** Form parameters of the endpoints for tokens. */
const formParameters = [
  'grant_type',
  'scope',
  'client_id',
  'client_secret',
  'client_assertion',
  'client_assertion_type',
  'token',
  'token_type_hint',
  'code',
  'code_verifier',
  'redirect_uri',
  'refresh_token',
  'resource',
  'unheard_of',
]

/**
 * Returns all places of all operations, by the operation's name.
 * @param options.headersAtEvery with 3, each header has a place at every third operation, in turn.
 *   With `headerCount`, each operation has one header.
 */
export function placementsIn(
  document: ServedDocument,
  caller: Caller,
  { headersAtEvery = 1 } = {},
): ReadonlyMap<string, readonly Placement[]> {
  const operations = Object.entries(document.paths).flatMap(([template, { servers, ...methods }]) =>
    Object.entries(methods).map(([method, part]) => {
      const operation = { ...(part as OperationPart), method: method.toUpperCase(), template }
      return [operation, servers !== undefined] as const
    }),
  )
  return new Map(
    operations.map(([operation, atRoot], turn) => {
      const [plain, places] = atRoot
        ? formPlaces(operation, caller)
        : resourcePlaces(operation, document, caller)
      const headers = headerPlaces(plain).filter(
        (_, index) => (turn + index) % headersAtEvery === 0,
      )
      return [operation.operationId, [...places, ...headers]]
    }),
  )
}

function resourcePlaces(
  operation: Operation,
  { components }: ServedDocument,
  caller: Caller,
): [plain: Attempt, places: Placement[]] {
  const { method, template } = operation
  const content = Object.values(operation.requestBody?.content ?? {})[0]
  const schemaName = content?.schema.$ref?.split('/').at(-1)
  const usual = bodies[schemaName ?? ''] ?? {}
  const properties = Object.keys(components.schemas[schemaName ?? '']?.properties ?? {})
  const path = template.replace(/\{(\w+)\}/g, (_, name: string) => idFor(operation, name, caller))
  const headers = { authorization: `Bearer ${caller.accessToken}` }
  const plain: Attempt = { method, path, headers }
  const withBody = (body: unknown, refusedBy?: string): Attempt => ({
    ...plain,
    headers: { ...headers, 'content-type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
    ...(refusedBy !== undefined && { refusedBy }),
  })
  const parameters = (operation.parameters ?? []).filter((part) => part.in === 'query')
  const places: Placement[] = [
    ...properties.flatMap((name): Placement[] => [
      (text) =>
        withBody(
          { ...usual, [name]: text },
          forNumbers.has(name) || forAccounts.has(name) ? undefined : name,
        ),
      (text) => withBody({ ...usual, [name]: { [text]: text } }, name),
      (text) => withBody({ ...usual, [name]: [text] }, name),
      (text) => withBody({ ...usual, [name]: Number(text.replace(/\D/g, '')) }),
    ]),
    ...(schemaName === undefined ? [] : bodyPlaces(withBody, usual)),
    ...pathPlaces(operation, caller).map(
      (at): Placement =>
        (text) => ({ ...plain, path: at(text) }),
    ),
    ...[...parameters.map(({ name }) => name ?? ''), 'unheard_of'].map(
      (name): Placement =>
        (text) => ({ ...plain, path: `${path}?${name}=${encodeURIComponent(text)}` }),
    ),
    (text) => ({ ...plain, path: `${path}?${encodeURIComponent(text)}=1&page=2` }),
    (text) => ({ ...plain, path: `${path}/${encodeURIComponent(text)}` }),
  ]
  return [plain, places]
}

type WithBody = (body: unknown, refusedBy?: string) => Attempt

const bodyPlaces = (withBody: WithBody, usual: object): Placement[] => [
  (text) => withBody({ ...usual, [text]: 'x' }, '(card number)'),
  (text) => withBody({ ...usual, unheard_of: text }, 'unheard_of'),
  (text) => withBody({ ...usual, unheard_of: { [text]: [{ deep: text }] } }),
  (text) => withBody(`{${JSON.stringify(text)}:1,${JSON.stringify(text)}:2}`, '(card number)'),
  (text) => withBody(JSON.stringify(text)),
  (text) => withBody([text]),
  (text) => withBody(`{"city":"${text}",`),
  (text) => withBody(text),
  (text) => ({
    ...withBody(text),
    headers: { ...withBody(text).headers, 'content-type': 'text/x' },
  }),
]

const pathPlaces = (operation: Operation, caller: Caller): ((text: string) => string)[] =>
  [...operation.template.matchAll(/\{(\w+)\}/g)].map(([whole]) => (text) => {
    const at = operation.template.replace(whole, encodeURIComponent(text))
    return at.replace(/\{(\w+)\}/g, (_, name: string) => idFor(operation, name, caller))
  })

/** An id of the caller. For a deletion it is an unknown id, so that the resources stay. */
function idFor({ method, template }: Operation, name: string, { ids }: Caller): string {
  if (method === 'DELETE') return '2147483647'
  if (template.endsWith('/paypal')) return ids.payPalId ?? '1'
  return (template.endsWith('/bankaccount') ? ids.bankAccountId : ids[name]) ?? '1'
}

const headerNames = [
  'accept',
  'accept-language',
  'accept-encoding',
  'content-type',
  'cookie',
  'forwarded',
  'idempotency-key',
  'if-match',
  'if-none-match',
  'origin',
  'range',
  'referer',
  'request-id',
  'traceparent',
  'user-agent',
  'x-forwarded-for',
  'x-unheard-of',
]

/** How many places `headerPlaces` returns. */
export const headerCount = headerNames.length + 4

/** Returns the places in headers of a request that is usual otherwise. */
function headerPlaces(plain: Attempt): Placement[] {
  const withHeader = (name: string, value: string): Attempt => ({
    ...plain,
    headers: { ...plain.headers, [name]: value },
  })
  return [
    ...headerNames.map(
      (name): Placement =>
        (text) =>
          withHeader(name, asHeader(text)),
    ),
    (text) => withHeader('authorization', asHeader(text)),
    (text) => withHeader('authorization', `Bearer ${asHeader(text)}`),
    (text) => withHeader('authorization', `Basic ${base64(`${text}:${text}`)}`),
    (text) => withHeader(`x-${text.replace(/\D/g, '') || 'none'}`, '1'),
  ]
}

function formPlaces(
  { method, template }: Operation,
  { application }: Caller,
): [plain: Attempt, places: Placement[]] {
  const plain: Attempt = { method, path: template, atRoot: true, headers: {} }
  const form = (parameters: Record<string, string>, authorization?: string): Attempt => ({
    ...plain,
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(authorization !== undefined && { authorization }),
    },
    body: new URLSearchParams(parameters).toString(),
  })
  const usual = { grant_type: 'client_credentials' }
  const places: Placement[] = [
    ...formParameters.flatMap((name): Placement[] => [
      (text) => form({ ...usual, [name]: text }, `Basic ${application}`),
      (text) => form({ ...usual, [name]: text }),
    ]),
    (text) => form({ ...usual, [text]: text }, `Basic ${application}`),
    (text) => form(usual, `Basic ${base64(`${encodeURIComponent(text)}:secret`)}`),
    (text) => form(usual, `Basic ${base64(`app:${encodeURIComponent(text)}`)}`),
    (text) => form({ client_id: text, client_secret: text, ...usual }),
    (text) => ({ ...form(usual), path: `${template}?client_id=${encodeURIComponent(text)}` }),
  ]
  return [form(usual, `Basic ${application}`), places]
}

const base64 = (text: string): string => Buffer.from(text).toString('base64')

/** The bytes of UTF-8, each as one character, because headers cannot contain other characters. */
const asHeader = (text: string): string => Buffer.from(text).toString('latin1')

export interface RawResponse {
  readonly status: number
  /** Headers and body, as text. */
  readonly text: string
  readonly body: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 16 })

/**
 * Sends a request, and repeats it while the service is overloaded, which this test is not about.
 */
export async function send(port: number, basePath: string, attempt: Attempt): Promise<RawResponse> {
  for (let tries = 1; ; tries++) {
    const told = await sendOnce(port, basePath, attempt)
    if (told.status !== 503 || tries === 300) return told
    await pause(100)
  }
}

/** Sends an attempt to a service on this machine. */
function sendOnce(port: number, basePath: string, attempt: Attempt): Promise<RawResponse> {
  const { method, path, headers, body } = attempt
  const options = {
    agent,
    host: '127.0.0.1',
    port,
    method,
    path: attempt.atRoot ? path : basePath + path,
    headers: {
      ...headers,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
  }
  return new Promise((resolve, reject) => {
    const request = httpRequest(options, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () => {
        const received = Buffer.concat(chunks).toString()
        const head = response.rawHeaders.join('\n')
        resolve({
          status: response.statusCode ?? 0,
          text: `${head}\n${received}\n`,
          body: received,
        })
      })
    })
    request.on('error', reject)
    request.end(body)
  })
}
