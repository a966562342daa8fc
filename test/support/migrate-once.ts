import { migrate } from '../../src/platform/database/migrate.ts'
import { openPostgres } from '../../src/platform/database/postgres/postgres.ts'

/**
 * Migrates the database of the first argument from the directory of the second, and prints the
 * result.
 */
const [url, directory] = process.argv.slice(2) as [string, string]
const db = await openPostgres({ url, lanes: 1 })
console.log(JSON.stringify(await migrate(db, new URL(directory))))
await db.close()
