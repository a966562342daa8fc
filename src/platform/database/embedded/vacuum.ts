import type { OpenDatabase } from '../db.ts'

/**
 * Makes the room of deleted and changed rows of a table free for new ones. PostgreSQL does this by
 * itself, and the embedded database does not.
 */
export const vacuum = (db: OpenDatabase, table: 'jobs'): Promise<void> =>
  db.script(`vacuum ${table}`)
