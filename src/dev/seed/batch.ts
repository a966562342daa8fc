import { issueUserTokens, type UserTokenTerms } from '../../identity/oauth/tokens/tokens.ts'
import type { RetryStep } from '../../platform/database/batches.ts'
import type { Database } from '../../platform/database/db.ts'
import { sqlState } from '../../platform/database/sqlstate.ts'
import { emailKey } from '../../platform/text/email.ts'
import { record } from '../../support/audit/audit.ts'
import type { InventedUser } from './invent.ts'
import {
  type AddressRow,
  findUserIds,
  type Ids,
  insertAll,
  type MethodRow,
  reserveIds,
  type UserRow,
} from './store.ts'

export interface BatchOptions {
  readonly retry: RetryStep
  /** Whether some of the users may have been added before. */
  readonly resumes: boolean
  readonly terms: UserTokenTerms | undefined
}

/**
 * Adds the users that are missing, and issues a token for each user.
 * @returns the tokens, in the order of the users; none without `terms`
 */
export async function addBatch(
  db: Database,
  invented: readonly InventedUser[],
  { retry, resumes, terms }: BatchOptions,
): Promise<readonly string[]> {
  const keyOf = ({ email }: InventedUser) => emailKey(email)
  const known = resumes
    ? await retry(() => findUserIds(db, invented.map(keyOf)))
    : new Map<string, number>()
  const missing = invented.filter((user) => !known.has(keyOf(user)))
  if (missing.length > 0) {
    const ids = await retry(() => reserveIds(db, idsNeeded(missing)))
    const rows = rowsOf(missing, ids)
    await retry((isFirst) => insertInvented(db, rows, isFirst))
    for (const { id, email_key } of rows.users) known.set(email_key, id)
  }
  const userIds = invented.map((user) => known.get(keyOf(user)) as number)
  return terms ? retry(() => issueUserTokens(db, userIds, terms)) : []
}

const idsNeeded = (invented: readonly InventedUser[]) => ({
  users: invented.length,
  addresses: invented.reduce((sum, { addresses }) => sum + addresses.length, 0),
  methods: invented.reduce((sum, { methods }) => sum + methods.length, 0),
})

/** SQLSTATE of a duplicate key. */
const uniqueViolation = '23505'

async function insertInvented(
  db: Database,
  { users, addresses, methods }: Rows,
  isFirst: boolean,
): Promise<void> {
  try {
    await db.transaction(async (tx) => {
      await insertAll(tx, users, addresses, methods)
      const details = { users: users.length }
      await record(tx, { userId: null, action: 'users.invented', details })
    })
  } catch (error) {
    // An earlier attempt was committed, but its response was lost.
    if (isFirst || sqlState(error) !== uniqueViolation) throw error
  }
}

interface Rows {
  readonly users: UserRow[]
  readonly addresses: AddressRow[]
  readonly methods: MethodRow[]
}

/** Assigns the ids, and replaces indexes by ids. */
function rowsOf(invented: readonly InventedUser[], ids: Ids): Rows {
  const users: UserRow[] = []
  const addresses: AddressRow[] = []
  const methods: MethodRow[] = []
  invented.forEach((user, at) => {
    const user_id = ids.users[at] as number
    const addressAt = idsFrom(ids.addresses, addresses.length)
    const methodAt = idsFrom(ids.methods, methods.length)
    const { email, full_name, email_optin } = user
    users.push({
      id: user_id,
      email,
      email_key: emailKey(email),
      full_name,
      email_optin,
      default_address_id: addressAt(user.defaultAddress),
      default_buyer_method_id: methodAt(user.defaultBuyer),
      default_seller_method_id: methodAt(user.defaultSeller),
    })
    user.addresses.forEach((address, index) => {
      addresses.push({ ...address, user_id, id: addressAt(index) as number, full_name })
    })
    user.methods.forEach((method, index) => {
      const billing_address_id = addressAt(method.billing)
      methods.push({
        ...method,
        user_id,
        id: methodAt(index) as number,
        full_name,
        billing_address_id,
      })
    })
  })
  return { users, addresses, methods }
}

const idsFrom =
  (ids: readonly number[], start: number) =>
  (index: number | null): number | null =>
    index === null ? null : (ids[start + index] ?? null)
