import { type Letter, type LetterKind, letterQueue } from '../../src/mail/mail.ts'
import type { OpenDatabase } from '../../src/platform/db.ts'
import { sql } from '../../src/platform/sql.ts'
import { secretKey } from '../harness.ts'

/*
 * Letters that were posted in a test. Nothing delivers them in `onEveryDatabase`: they stay in the queue, sealed, and
 * are read from there, as soon as the transaction that posted them has committed:
 *
 *   const [letter] = await lettersTo(foyer.db, user.email)
 *   const link = await linkTo(foyer.db, user.email, 'reset_password')
 */

/** All letters that were posted to an address, as it was written, the oldest first. */
export async function lettersTo(db: OpenDatabase, email: string): Promise<Letter[]> {
  const queue = letterQueue(secretKey)
  const rows = await db.query<{ id: string; sealed: Buffer }>(
    sql`select id, sealed from jobs where queue = ${queue.name} order by created_at`,
  )
  return rows.map(({ id, sealed }) => queue.read(id, sealed)).filter(({ to }) => to === email)
}

/** The link of the last letter of a kind to an address. @throws when there is none */
export async function linkTo(db: OpenDatabase, email: string, kind: LetterKind): Promise<string> {
  const letter = (await lettersTo(db, email)).findLast((letter) => letter.kind === kind)
  if (letter?.link === undefined) throw new Error(`There is no ${kind} with a link.`)
  return letter.link
}

/** Makes all letters due that wait for another attempt, or for whoever has taken them. */
export const makeLettersDue = (db: OpenDatabase): Promise<unknown> =>
  db.query(sql`update jobs set due_at = now()`)

/** How many letters wait, or are being sent. */
export async function lettersLeft(db: OpenDatabase): Promise<number> {
  const [row] = await db.query<{ left: number }>(sql`select count(*)::int as left from jobs`)
  return row?.left ?? 0
}
