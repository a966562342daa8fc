import { randomBytes } from 'node:crypto'

/** The body of an error response of the processor. */
export interface ErrorBody {
  readonly type: string
  readonly code?: string
  readonly decline_code?: string
  readonly param?: string
  readonly message?: string
  readonly setup_intent?: object
  readonly payment_intent?: object
}

/** The processor refuses a request. */
export class Problem extends Error {
  readonly status: number
  readonly error: ErrorBody
  constructor(status: number, error: ErrorBody) {
    super(error.code ?? error.type)
    this.status = status
    this.error = error
  }
}

/** An unknown object: 404 if the path names it, 400 if a parameter does. */
export const missing = (what: string, status = 404, param = what): Problem =>
  new Problem(status, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${what}`,
  })

/**
 * Makes an id of letters and digits, as the processor does. Hexadecimal ids have so many digits
 * that they would sometimes contain a card number.
 */
export const newId = (kind: string): string =>
  `${kind}_${randomBytes(18).toString('base64url').replace(/[-_]/g, 'x')}`
