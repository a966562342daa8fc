import type { Database } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { sqlState } from '../../platform/database/sqlstate.ts'

/**
 * Saves a check value if there is none yet. Later starts only read it.
 * @returns the saved value
 */
export async function saveCheckValue(db: Database, check: string): Promise<string | undefined> {
  const saved = await findCheckValue(db)
  if (saved !== undefined) return saved
  await db.query(sql`insert into installation (key_check) values (${check}) on conflict do nothing`)
  return findCheckValue(db)
}

/**
 * Returns the saved check value; undefined if there is none, or if its table does not exist yet.
 */
export async function findCheckValue(db: Database): Promise<string | undefined> {
  try {
    const [row] = await db.query<{ key_check: string }>(sql`select key_check from installation`)
    return row?.key_check
  } catch (error) {
    if (sqlState(error) === undefinedTable) return undefined
    throw error
  }
}

const undefinedTable = '42P01'
