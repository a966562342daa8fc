import { Refused, refusals } from '../../platform/errors/refusals.ts'
import type { Message } from '../../platform/i18n/catalogue.ts'

/**
 * Refuses one property of an application. Forms show the message at the field of that name, and the
 * command line shows it after the name.
 */
export const wrongProperty = (name: string, message: Message): Refused =>
  new Refused(refusals.validation_failed, { faults: new Map([[name, [message]]]) })
