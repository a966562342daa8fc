import { type Faults, Refused, refusals } from '../../../platform/errors/refusals.ts'
import type { Message } from '../../../platform/i18n/catalogue.ts'
import { holdsCardNumber } from '../../../platform/text/card-number/card-number.ts'
import { isEmail, mayBeEmail, readEmail } from '../../../platform/text/email.ts'
import { fullNameFaults } from '../../../platform/text/full-name.ts'

/** What is wrong with an email address before it is stored. */
export const emailFault = (email: string): Message | undefined =>
  isEmail(email) && !holdsCardNumber(email) ? undefined : ['page.error.email']

/**
 * What is wrong with an email address that is looked up. Accounts may have addresses that an older
 * rule allowed.
 */
export const knownEmailFault = (email: string): Message | undefined =>
  mayBeEmail(readEmail(email)) && !holdsCardNumber(email) ? undefined : ['page.error.email']

export const nameFault = (fullName: string | null): Message | undefined =>
  fullName !== null && fullNameFaults(fullName).length > 0 ? ['page.error.full_name'] : undefined

/** @throws {Refused} validation_failed, if a field has a fault */
export function refuse(found: Readonly<Record<string, Message | undefined>>): void {
  const faults: Faults = new Map(
    Object.entries(found).flatMap(([name, fault]) =>
      fault === undefined ? [] : [[name, [fault]] as const],
    ),
  )
  if (faults.size > 0) throw new Refused(refusals.validation_failed, { faults })
}
