import type { Queryable } from '../../platform/database/db.ts'
import type { SecretKey } from '../../platform/secrets/keys.ts'
import { openQueue, type Queue } from '../work/work.ts'
import type { Email } from './email.ts'

export { type Email, type EmailKind, type FactorChange, linkHours, undoHours } from './email.ts'

/** Adds emails to the queue. */
export interface Mailer {
  /**
   * Queues an email in the caller's transaction. It is sent soon after the commit, and never
   * without a commit.
   * @param userId the user whose account it is about; null if there is none
   */
  send(tx: Queryable, userId: number | null, email: Email): Promise<void>
}

/** The name of the queue of emails. */
export const emailQueueName = 'mail'

/**
 * Opens the queue of emails. They are encrypted, so the database does not reveal addresses or
 * links.
 */
export const emailQueue = (secretKey: SecretKey): Queue<Email> =>
  openQueue(emailQueueName, secretKey)

export function openMailer({ secretKey }: { readonly secretKey: SecretKey }): Mailer {
  const queue = emailQueue(secretKey)
  return {
    async send(tx, userId, email) {
      await queue.add(tx, userId, email)
    },
  }
}
