import { Refused, SignInRefused } from '../../errors/refused.ts'
import type { Message } from '../../i18n/catalogue.ts'
import { minutesOf } from './error.ts'
import type { FormFaults } from './fields.ts'

/** What a form is answered with instead: what is wrong, and how that is told over HTTP. */
export interface Refusal {
  readonly faults: FormFaults
  readonly status: 400 | 429
  readonly headers: Readonly<Record<string, string>>
}

/**
 * What an operation has refused, as faults of the form that asked for it.
 * @param wrong what to say of which field where whoever it is has not proved to be the one
 * @throws what it was given, where that is nothing that the form could show
 */
export function refusalOf(error: unknown, wrong: readonly [field: string, ...Message]): Refusal {
  if (error instanceof Refused && error.code === 'validation_failed')
    return refused([...error.faults].flatMap(([name, [first]]) => (first ? [[name, first]] : [])))
  if (error instanceof SignInRefused && error.reason === 'too_many') {
    const { retryAfter } = error
    const message: Message = ['page.error.too_many', { minutes: minutesOf(retryAfter) }]
    return {
      ...refused([['', message]]),
      status: 429,
      headers: { 'Retry-After': String(retryAfter) },
    }
  }
  if (error instanceof SignInRefused && error.reason === 'wrong') {
    const [field, ...message] = wrong
    return refused([[field, message]])
  }
  throw error
}

/** Faults that were found before asking. */
export const refused = (faults: readonly (readonly [string, Message])[]): Refusal => ({
  faults: new Map(faults),
  status: 400,
  headers: {},
})
