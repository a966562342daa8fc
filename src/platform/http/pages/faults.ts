import { Refused, refusals } from '../../errors/refusals.ts'
import type { Message } from '../../i18n/catalogue.ts'
import { refusalHeaders } from '../errors.ts'
import type { FormFaults } from './fields.ts'

/** How a form that was refused is shown again: its faults, and the HTTP answer. */
export interface FormRefusal {
  readonly faults: FormFaults
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
}

/**
 * The refusal of an operation as faults of the form that asked for it.
 * @param wrong the field that holds the password or code, and what to say there if it is wrong
 * @throws the error itself, if no form shows it
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

/** Faults that were found before any operation. */
export const formRefusal = (faults: readonly (readonly [string, Message])[]): FormRefusal => ({
  faults: new Map(faults),
  status: refusals.validation_failed.status,
  headers: {},
})
