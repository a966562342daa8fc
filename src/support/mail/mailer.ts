import type { Queryable } from '../../platform/database/db.ts'
import { openQueue, type Queue } from '../jobs/jobs.ts'
import type { Email } from './email.ts'

export { type Email, type EmailKind, type FactorChange, linkHours } from './email.ts'

/** Where letters are handed in. */
export interface Mailer {
  /** Posts a letter in the caller's transaction: it is sent soon after that commits, and never if it does not. */
  send(tx: Queryable, letter: Email): Promise<void>
}

/** Letters that wait to be sent, sealed: nothing in the database tells an address or a link of them. */
export const emailQueue = (secretKey: string): Queue<Email> => openQueue('mail', secretKey)

export function openMailer({ secretKey }: { readonly secretKey: string }): Mailer {
  const queue = emailQueue(secretKey)
  return {
    async send(tx, letter) {
      await queue.add(tx, letter)
    },
  }
}
