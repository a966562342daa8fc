import type { Draft, Faults } from './platform/draft.ts'

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
  constructor(code: Refusal, faults: Faults = new Map()) {
    super(code)
    this.code = code
    this.faults = faults
  }
}

/** What was given, of a draft without fault. @throws {Refused} validation_failed */
export function flawless<T>({ given, faults }: Draft<T>): Partial<T> {
  if (faults.size > 0) throw new Refused('validation_failed', faults)
  return given
}
