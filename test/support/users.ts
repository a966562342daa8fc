import { randomUUID } from 'node:crypto'
import * as accounts from '../../src/identity/users/accounts/store.ts'
import { hashPassword } from '../../src/identity/users/credentials/passwords.ts'
import { record } from '../../src/support/audit/audit.ts'
import type { OpenDatabase } from './inside.ts'

/** The password of all users that `addUser` makes. */
export const password = 'correct horse'

let hash: Promise<string> | undefined

/**
 * Adds a user as `createUser` does. Hashing is slow on purpose, so one hash, with the parameters of
 * production, serves all users of a test process.
 */
export async function addUser(db: OpenDatabase): Promise<{ id: number; email: string }> {
  const email = `${randomUUID()}@example.com`
  hash ??= hashPassword(password).catch((error: unknown) => {
    hash = undefined
    throw error
  })
  const passwordHash = await hash
  const id = await db.transaction(async (tx) => {
    const fields = { email, passwordHash, fullName: 'Ada Lovelace', primaryPhone: null }
    const id = await accounts.insert(tx, { ...fields, language: 'en' })
    await accounts.claimEmail(tx, email, id)
    await record(tx, { userId: id, action: 'user.created' })
    return id
  })
  return { id, email }
}
