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
export function readFields(body: string, numberFields: readonly string[] = []): Form {
  const form = new Map<string, string>()
  for (const [name, value] of new URLSearchParams(body)) {
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
