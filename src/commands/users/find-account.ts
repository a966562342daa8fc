import type { Account } from '../../identity/users/accounts/accounts.ts'
import type { Queryable } from '../../platform/database/db.ts'
import { argument, type Values } from '../terminal/command.ts'
import { commandRefused } from '../terminal/failures.ts'

/** The placeholder of an argument that names a user. */
export const accountArgument = 'EMAIL|ID'

/** Finds the user of the positional argument, or of an option. @throws {Refused} */
export async function findAccountOf(
  db: Queryable,
  values: Values,
  option = argument,
): Promise<Account> {
  const { findAccount, findAccountById } = await import('../../identity/users/accounts/accounts.ts')
  const given = values.required(option)
  const isId = /^\d{1,9}$/.test(given)
  const account = await (isId ? findAccountById(db, Number(given)) : findAccount(db, given))
  if (account === undefined)
    throw commandRefused(`No user has the ${isId ? 'id' : 'email address'} ${given}.`)
  return account
}
