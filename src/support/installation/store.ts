import type { Database } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'
import { sqlState } from '../../platform/database/sqlstate.ts'

/** Saves a check value if there is none yet, so later starts only read. @returns the saved value */
export async function keepFirst(db: Database, check: string): Promise<string | undefined> {
  const kept = await find(db)
  if (kept !== undefined) return kept
  await db.query(sql`insert into installation (key_check) values (${check}) on conflict do nothing`)
  return find(db)
}

/** The check value that is kept; undefined where there is none, or not even its table. */
export async function find(db: Database): Promise<string | undefined> {
  try {
    const [row] = await db.query<{ key_check: string }>(sql`select key_check from installation`)
    return row?.key_check
  } catch (error) {
    if (sqlState(error) === undefinedTable) return undefined
    throw error
  }
}

const undefinedTable = '42P01'
