import { openEmbedded } from '../../src/platform/database/embedded/pglite.ts'
import { sql } from './inside.ts'

/** Writes numbers into the embedded database of the directory given, until it is killed. */
const db = await openEmbedded({ dataDir: process.argv[2] as string })
await db.script('create table if not exists written (n integer primary key)')
for (;;) {
  const [row] = await db.transaction((tx) =>
    tx.query<{ n: number }>(
      sql`insert into written select coalesce(max(n), 0) + 1 from written returning n`,
    ),
  )
  process.stdout.write(`${row?.n}\n`)
}
