import type { Message } from '../i18n/catalogue.ts'
import type { Draft, Faults } from '../text/draft.ts'

export type { Faults }

/** Every "no" of the domain. What HTTP makes of each stands in `platform/http-errors.ts`, once. */
export type Refusal =
  | 'validation_failed'
  | 'forbidden'
  | 'invalid_delete'
  | 'limit_reached'
  | 'purchase_not_allowed'
  | 'not_found'
  | 'precondition_failed'

/** Thrown by operations; knows no status and no language. */
export class Refused extends Error {
  override name = 'Refused'
  readonly code: Refusal
  readonly faults: Faults
  /** The message for people, if it says more than the usual message of the code. */
  readonly told: Message | undefined
  constructor(code: Refusal, faults: Faults = new Map(), told?: Message) {
    super(code)
    this.code = code
    this.faults = faults
    this.told = told
  }
}

/** Every "no" to somebody who has yet to prove who they are. */
export type SignInRefusal =
  /** Whatever it was that is wrong: nobody learns which. */
  | 'wrong'
  | 'too_many'
  /** A link or a challenge that has been used, has expired or never was. */
  | 'ended'

/** Thrown where people prove who they are; knows no status and no language. */
export class SignInRefused extends Error {
  override name = 'SignInRefused'
  readonly reason: SignInRefusal
  /** For `too_many`: in how many seconds there is room for another attempt; else 0. */
  readonly retryAfter: number
  constructor(reason: SignInRefusal, retryAfter = 0) {
    super(reason)
    this.reason = reason
    this.retryAfter = retryAfter
  }
}

/** What was given, of a draft without fault. @throws {Refused} validation_failed */
export function flawless<T>({ given, faults }: Draft<T>): Partial<T> {
  if (faults.size > 0) throw new Refused('validation_failed', faults)
  return given
}
