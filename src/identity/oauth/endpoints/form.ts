import type { Queryable } from '../../../platform/database/db.ts'
import type { Refused } from '../../../platform/errors/refusals.ts'
import { holdsCardNumber } from '../../../platform/text/card-number/card-number.ts'
import {
  authenticateApplication,
  type FoundApplication,
  findApplication,
} from '../../applications/applications.ts'
import { secretInProof } from '../provider/client.ts'
import { invalidClient, invalidRequest, invalidTarget } from './refusals.ts'

/** The parameters of a request, by name. */
export type Form = ReadonlyMap<string, string>

/**
 * Random values of applications, often in hexadecimal. Up to one in a hundred looks like a card
 * number. They are stored encrypted, or not at all. A secret is compared by its hash.
 */
const opaque: ReadonlySet<string> = new Set(['state', 'nonce', 'code_verifier', 'client_secret'])

/**
 * Reads the parameters of a form (RFC 6749, 3.2). A parameter without a value counts as absent. No
 * parameter may be given twice. Only the opaque parameters may contain a card number: the server
 * looks up ids and tokens in the database, and databases keep logs.
 * @param known the names to read. Others are ignored, whatever they contain (RFC 6749, 3.1). If
 * omitted, all are read.
 * @throws {Refused} `invalid_request`
 */
export function readForm(body: string, known?: ReadonlySet<string>): Form {
  const form = new Map<string, string>()
  const names = new Set<string>()
  // Some clients end the form with a line end.
  for (const [name, value] of new URLSearchParams(body.trimEnd())) {
    // RFC 8707, 2 allows several. A token has one audience here, so that a service cannot use it
    // at another.
    if (name === 'resource' && names.has(name))
      throw invalidTarget('The parameter resource appears twice. Send one resource.')
    if (names.has(name))
      throw invalidRequest(`${parameterCalled(name)} appears twice. Send it once.`)
    names.add(name)
    if (known?.has(name) === false) continue
    if (holdsCardNumber(name) || (!opaque.has(name) && holdsCardNumber(value)))
      throw invalidRequest('A parameter contains a card number.')
    // RFC 6749, 3.3 allows one space between scopes. Some clients send more.
    const given = name === 'scope' ? value.trim().replaceAll(/ +/g, ' ') : value
    if (given !== '') form.set(name, given)
  }
  return form
}

/**
 * The parameters of an authorization request (OpenID Connect Core 1.0, 3.1.2.1; RFC 7636, 4.3;
 * RFC 9101, 5).
 */
export const authorizationParameters: ReadonlySet<string> = new Set([
  'acr_values',
  'claims_locales',
  'client_id',
  'code_challenge',
  'code_challenge_method',
  'display',
  'dpop_jkt',
  'id_token_hint',
  'login_hint',
  'max_age',
  'nonce',
  'prompt',
  'redirect_uri',
  'registration',
  'request',
  'request_uri',
  'resource',
  'response_mode',
  'response_type',
  'scope',
  'state',
  'ui_locales',
])

/** Names a parameter in an error, if it looks like a name. Other texts are not repeated. */
const parameterCalled = (name: string): string =>
  /^[a-z_]{1,40}$/.test(name) ? `The parameter ${name}` : 'A parameter'

const formType = 'application/x-www-form-urlencoded'

/** The error for a body that is not a form, by the `Content-Type` that came with it. */
export const noForm = (contentType = ''): Refused =>
  invalidRequest(
    /\bjson\b/i.test(contentType)
      ? `Send a form, not JSON: Content-Type ${formType}.`
      : `Send a form with Content-Type ${formType}, in UTF-8.`,
  )

/** @throws {Refused} `invalid_request`, if a body that should be a form is JSON */
export function refuseJson(body: string): void {
  if (/^\s*[{[]/.test(body)) throw noForm('application/json')
}

/** The id and the secret of an application, as a request presents them. */
export interface PresentedSecret {
  readonly id: string
  /** The secret as it was sent, and URL-decoded: a header has it in either form. */
  readonly secrets: readonly string[]
}

/**
 * Reads the client secret of a request, if it has one in the header or in the form.
 * @throws {Refused} `invalid_request`, if the request uses several methods at once
 */
export function presentedSecret(
  authorization: string | undefined,
  form: Form,
): PresentedSecret | undefined {
  const basic = authorization !== undefined
  const secret = form.has('client_secret')
  const assertion = form.has('client_assertion')
  if (Number(basic) + Number(secret) + Number(assertion) > 1)
    throw invalidRequest('Use only one authentication method: header, secret or assertion.')
  if (!basic && !secret) return undefined
  const { id, secret: decoded, sent } = basic ? readBasic(authorization) : credentialsIn(form)
  if (basic && form.has('client_id') && form.get('client_id') !== id)
    throw invalidRequest('The client_id in the form is different from the one in the header.')
  return { id, secrets: [decoded, sent] }
}

/**
 * Checks the client secret, if the request has one. It returns the form with the id in it, and with
 * `secretInProof` in the place of the secret. Other methods pass unchanged. Malformed credentials
 * are checked like wrong ones, so that both take the same time.
 * @throws {Refused} `invalid_client`
 */
export async function authenticateForm(
  db: Queryable,
  presented: PresentedSecret | undefined,
  form: Form,
): Promise<AuthenticatedForm> {
  if (presented === undefined) return { form, application: await findClaimed(db, form) }
  const { id, secrets } = presented
  const application = await authenticateApplication(db, id, ...secrets)
  if (application === null) throw invalidClient()
  const authenticated = new Map(form).set('client_id', id).set('client_secret', secretInProof)
  return { form: authenticated, application }
}

/**
 * Finds the application of a form without a secret. The library checks whether it is a public one,
 * or has signed an assertion.
 */
const findClaimed = async (db: Queryable, form: Form): Promise<FoundApplication | undefined> => {
  const { id } = credentialsIn(form)
  return id === '' ? undefined : ((await findApplication(db, id)) ?? undefined)
}

/**
 * A form with the id of its application, and the application that the form names. If there is a
 * secret, it was right, and `secretInProof` stands in its place.
 */
export interface AuthenticatedForm {
  readonly form: Form
  readonly application?: FoundApplication | undefined
}

/** The client id in the header or in the form. It proves nothing. */
export const claimedId = (authorization: string | undefined, form: Form): string =>
  authorization === undefined ? credentialsIn(form).id : readBasic(authorization).id

interface ClientCredentials {
  readonly id: string
  readonly secret: string
  /** The secret as it was sent. Many clients do not encode it. */
  readonly sent: string
}

/** The credentials of no application. Malformed credentials count as these. */
const noCredentials: ClientCredentials = { id: '', secret: '', sent: '' }

function credentialsIn(form: Form): ClientCredentials {
  const secret = form.get('client_secret') ?? noCredentials.secret
  return { id: form.get('client_id') ?? noCredentials.id, secret, sent: secret }
}

const basicForm = /^basic +([a-z\d+/]+={0,2})$/i

/**
 * Reads the id and the secret from a Basic header. Each is URL-encoded, they are joined by a colon,
 * and the result is in Base64 (RFC 6749, 2.3.1; RFC 7617).
 */
function readBasic(authorization: string): ClientCredentials {
  const [, encoded] = basicForm.exec(authorization) ?? []
  if (encoded === undefined) return noCredentials
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon === -1) return noCredentials
  const id = urlDecoded(text.slice(0, colon))
  if (id === undefined || holdsCardNumber(id)) return noCredentials
  const sent = text.slice(colon + 1)
  return { id, secret: urlDecoded(sent) ?? sent, sent }
}

/** Undefined if the text is not URL-encoded. */
function urlDecoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}
