import { migrate } from '../../src/platform/database/migrate.ts'
import { openPatiently } from './open-postgres.ts'

/**
 * Migrates the database of the first argument from the directory of the second, and prints the
 * names of the migrations that it applied.
 */
const [url, directory] = process.argv.slice(2) as [string, string]
const db = await openPatiently({ url, lanes: 1 })
const { applied } = await migrate(db, new URL(directory))
console.log(JSON.stringify(applied))
await db.close()
