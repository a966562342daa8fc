import { Refused, refusals } from '../../errors/refusals.ts'
import type { Message } from '../../i18n/catalogue.ts'
import { refusalHeaders } from '../errors.ts'
import type { FormFaults } from './fields.ts'

/** The faults of a refused form, and the status and headers of the response that shows it again. */
export interface FormRefusal {
  readonly faults: FormFaults
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Converts the refusal of an operation to faults of its form.
 * @param wrong the field of the password or code, and the message for a wrong one
 * @throws the error itself, if forms do not show it
 */
export function formRefusalOf(
  error: unknown,
  wrong: readonly [field: string, ...Message],
): FormRefusal {
  if (!(error instanceof Refused) || error.refusal.form === undefined) throw error
  const faults = faultsOf(error, wrong)
  if (faults.length === 0) throw error
  const { refusal, details } = error
  return { faults: new Map(faults), status: refusal.status, headers: refusalHeaders(details) }
}

function faultsOf(
  { refusal, details }: Refused,
  [proofField, ...wrong]: readonly [field: string, ...Message],
): (readonly [string, Message])[] {
  switch (refusal.form) {
    case 'fields':
      return [...(details.faults ?? [])].flatMap(([name, [first]]) =>
        first ? [[name, first] as const] : [],
      )
    case 'proof':
      return [[proofField, wrong]]
    default:
      return [['', details.message ?? [refusal.message]]]
  }
}

/** A refusal for faults that were found before the operation ran. */
export const formRefusal = (faults: readonly (readonly [string, Message])[]): FormRefusal => ({
  faults: new Map(faults),
  status: refusals.validation_failed.status,
  headers: {},
})
