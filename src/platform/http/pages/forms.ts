import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyRequest } from 'fastify'
import { defineRefusals, Refused } from '../../errors/refusals.ts'
import { deriveKey, type SecretKey } from '../../secrets/keys.ts'
import { isEqual, isSecret, keyedHash, keyedHashes } from '../../secrets/secrets.ts'
import { holdsCardNumber } from '../../text/card-number/card-number.ts'
import { hasStackedMarks } from '../../text/text.ts'
import type { App } from '../server.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The fields of a form that may contain a card number, or what looks like one. */
    numberFields?: readonly string[]
  }
}

/** The fields of a form by name, as the browser sent them. */
export type Form = ReadonlyMap<string, string>

export const formRefusals = defineRefusals({
  /** The form cannot be read. */
  bad_form: { status: 400, message: 'page.text.bad_form', page: 'bad_form' },
  /** The form contains a card number. */
  card_number: { status: 400, message: 'page.text.card_number', page: 'card_number' },
  /** The form does not come from a page of this service in the same browser. */
  foreign_form: { status: 403, message: 'page.text.foreign_form', page: 'foreign_form' },
})

/**
 * Reads the fields of a form (WHATWG URL, 5.1). Refuses repeated fields, card numbers, invalid
 * UTF-8, NUL characters and stacked marks.
 * @param numberFields the fields that may contain a card number
 * @throws {Refused} bad_form, card_number
 */
export const readFields = (body: string, numberFields: readonly string[] = []): Form =>
  checkFields(new URLSearchParams(body), numberFields)

function checkFields(
  fields: Iterable<readonly [string, string]>,
  numberFields: readonly string[] = [],
): Map<string, string> {
  const form = new Map<string, string>()
  for (const [name, value] of fields) {
    if (form.has(name) || /[\0\ufffd]/.test(value) || hasStackedMarks(value))
      throw new Refused(formRefusals.bad_form)
    const mayHold = numberFields.includes(name)
    if (holdsCardNumber(name) || (!mayHold && holdsCardNumber(value)))
      throw new Refused(formRefusals.card_number)
    form.set(name, value)
  }
  return form
}

/** Makes a scope accept forms, and no other bodies. */
export function acceptForms(app: App): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<string>(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async ({ routeOptions }: FastifyRequest, body: string) =>
      readFields(body, routeOptions.config.numberFields),
  )
}

/** The fields of a form with a file. */
class Upload extends Map<string, string> {
  file: Uint8Array | undefined
}

/**
 * Makes a scope accept forms with one file, too (RFC 7578). The parser is that of `fetch`. The
 * limit of all bodies also limits the file.
 */
export function acceptUploads(app: App): void {
  app.addContentTypeParser<Buffer>(
    'multipart/form-data',
    { parseAs: 'buffer' },
    ({ headers }: FastifyRequest, body: Buffer) => readUpload(body, headers['content-type']),
  )
}

/** @throws {Refused} bad_form, also for two files; card_number */
async function readUpload(body: Buffer, type = ''): Promise<Form> {
  const response = new Response(new Uint8Array(body), { headers: { 'content-type': type } })
  const data = await response.formData().catch(() => undefined)
  if (data === undefined) throw new Refused(formRefusals.bad_form)
  const fields: [string, string][] = []
  const files: File[] = []
  for (const [name, value] of data)
    if (typeof value === 'string') fields.push([name, value])
    else files.push(value)
  if (files.length > 1) throw new Refused(formRefusals.bad_form)
  const upload = new Upload(checkFields(fields))
  // Browsers send an empty file if none was chosen.
  const [file] = files.filter(({ size }) => size > 0)
  upload.file = file && new Uint8Array(await file.arrayBuffer())
  return upload
}

/** The file in the form of a request. Its name and the type that the browser sends are ignored. */
export const fileOf = ({ body }: FastifyRequest): Uint8Array | undefined =>
  body instanceof Upload ? body.file : undefined

/** The name of the hidden field in every form. */
export const csrfField = 'csrf'

/**
 * Distinguishes forms of our own pages from those of other sites (OWASP: signed double-submit
 * cookie).
 */
export interface FormGuard {
  /** The value of the hidden field in forms for the browser with this cookie. */
  tokenFor(browser: string): string
  /** @throws {Refused} foreign_form */
  check(headers: IncomingHttpHeaders, browser: string | undefined, form: Form): void
}

/** Makes the guard of an origin's forms. */
export function formGuard(secretKey: SecretKey, origin: string): FormGuard {
  const key = deriveKey(secretKey, 'forms')
  return {
    tokenFor: (browser) => keyedHash(key, browser).toString('base64url'),
    check(headers, browser, form) {
      const token = Buffer.from(form.get(csrfField) ?? '', 'base64url')
      const isOurs =
        isSecret(browser) && keyedHashes(key, browser).some((expected) => isEqual(token, expected))
      if (!isOurs || isCrossSite(headers, origin)) throw new Refused(formRefusals.foreign_form)
    },
  }
}

/**
 * Whether the browser says that a request comes from another site (Fetch Metadata; Fetch, 3.2).
 * Because of the referrer policy of our pages, browsers send `Origin: null` with our own forms. So
 * `null` is allowed.
 */
function isCrossSite(headers: IncomingHttpHeaders, origin: string): boolean {
  const site = headers['sec-fetch-site']
  const from = headers.origin
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return from !== undefined && from !== 'null' && from !== origin
}
