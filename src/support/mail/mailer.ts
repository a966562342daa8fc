import type { Queryable } from '../../platform/database/db.ts'
import { openQueue, type Queue } from '../jobs/jobs.ts'
import type { Letter } from './email.ts'

export { type FactorChange, type Letter, type LetterKind, linkHours } from './email.ts'

/** Where letters are handed in. */
export interface Post {
  /** Posts a letter in the caller's transaction: it is sent soon after that commits, and never if it does not. */
  post(tx: Queryable, letter: Letter): Promise<void>
}

/** Letters that wait to be sent, sealed: nothing in the database tells an address or a link of them. */
export const letterQueue = (secretKey: string): Queue<Letter> => openQueue('mail', secretKey)

export function openPost({ secretKey }: { readonly secretKey: string }): Post {
  const queue = letterQueue(secretKey)
  return {
    async post(tx, letter) {
      await queue.add(tx, letter)
    },
  }
}
