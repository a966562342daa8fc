import type { Queryable } from '../../../platform/database/db.ts'
import { holdsCardNumber } from '../../../platform/text/card-number/card-number.ts'
import { authenticateApplication } from '../../applications/applications.ts'
import { invalidClient, OAuthError } from './oauth-error.ts'

/** The parameters of a request, by name. */
export type Form = ReadonlyMap<string, string>

/**
 * What applications make up by chance, often in hexadecimal: one in some hundred would have digits that pass. It is kept
 * sealed, or not at all.
 */
const opaque: ReadonlySet<string> = new Set(['state', 'nonce', 'code_verifier'])

/**
 * Reads the parameters of a form (RFC 6749, 3.2): one without a value counts as absent, and none may be
 * there twice, known or not, or, but for those that are opaque, hold a card number: ids and tokens are looked up, and
 * databases keep logs.
 * @throws {OAuthError} `invalid_request`.
 */
export function readForm(body: string): Form {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body)) {
    if (form.has(name)) throw new OAuthError('invalid_request', 'A parameter is given twice.')
    if (holdsCardNumber(name) || (!opaque.has(name) && holdsCardNumber(value)))
      throw new OAuthError('invalid_request', 'A parameter holds a card number.')
    form.set(name, value)
  }
  for (const [name, value] of form) if (value === '') form.delete(name)
  return form
}

const formType = 'application/x-www-form-urlencoded'

/** The error for a body that is not a form, by the `Content-Type` that came with it. */
export const noForm = (contentType = ''): OAuthError =>
  new OAuthError(
    'invalid_request',
    /\bjson\b/i.test(contentType)
      ? `Send a form, not JSON: Content-Type ${formType}.`
      : `Send a form with Content-Type ${formType}, in UTF-8.`,
  )

/** @throws {OAuthError} `invalid_request` for JSON that claims to be a form. */
export function refuseJson(body: string): void {
  if (/^\s*[{[]/.test(body)) throw noForm('application/json')
}

/**
 * Checks the secret of an application that has sent one, in the header or in the form, and gives the form
 * with id and secret in it: so what comes after knows one method less. Other methods pass unchanged.
 * What is malformed is checked like what is wrong, so that both take the same time.
 * @throws {OAuthError} `invalid_client`; `invalid_request` where several methods are used at once.
 */
export async function authenticateForm(
  db: Queryable,
  authorization: string | undefined,
  form: Form,
): Promise<Form> {
  const basic = authorization !== undefined
  const secret = form.has('client_secret')
  const assertion = form.has('client_assertion')
  if (Number(basic) + Number(secret) + Number(assertion) > 1)
    throw new OAuthError(
      'invalid_request',
      'Authenticate by one method at a time: header, secret or assertion.',
    )
  if (!basic && !secret) return form

  const credentials = basic ? readBasic(authorization) : credentialsIn(form)
  if (basic && form.has('client_id') && form.get('client_id') !== credentials.id)
    throw new OAuthError(
      'invalid_request',
      'The client_id in the form is not the one in the header.',
    )
  if ((await authenticateApplication(db, credentials.id, credentials.secret)) === null)
    throw invalidClient()
  return new Map(form).set('client_id', credentials.id).set('client_secret', credentials.secret)
}

/** The id of the application that a request says it is from, however it says so; nothing is proved by it. */
export const claimedId = (authorization: string | undefined, form: Form): string =>
  authorization === undefined ? credentialsIn(form).id : readBasic(authorization).id

interface Credentials {
  readonly id: string
  readonly secret: string
}

/** Nobody's: what is malformed is taken as these. */
const nobody: Credentials = { id: '', secret: '' }

const credentialsIn = (form: Form): Credentials => ({
  id: form.get('client_id') ?? nobody.id,
  secret: form.get('client_secret') ?? nobody.secret,
})

const basicForm = /^basic +([a-z\d+/]+={0,2})$/i

/** Id and secret, each URL-encoded, joined by a colon, in Base64 (RFC 6749, 2.3.1; RFC 7617). */
function readBasic(authorization: string): Credentials {
  const [, encoded] = basicForm.exec(authorization) ?? []
  if (encoded === undefined) return nobody
  const text = Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon === -1) return nobody
  try {
    const id = urlDecoded(text.slice(0, colon))
    return holdsCardNumber(id) ? nobody : { id, secret: urlDecoded(text.slice(colon + 1)) }
  } catch {
    return nobody
  }
}

const urlDecoded = (text: string): string => decodeURIComponent(text.replaceAll('+', ' '))
