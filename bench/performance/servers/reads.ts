import { Client, Pool, type PoolClient } from 'pg'
import { readTask, type Sample, serve } from './answers.ts'

/*
 * A bare `node:http` server that sends the same statements as Foyer, prepared, and the same bytes.
 * `pipelined` has three connections and sends all statements of a request at once. `pool` is an
 * ordinary pool, and sends one statement after the other.
 */
const task = readTask()
const { url, kind, samples } = task
const connections = 3

const queryOf = ({ name, text, values }: Sample['statements'][number]) => ({
  name,
  text,
  values: [...values],
})

async function openPipelined(): Promise<(sample: Sample) => Promise<unknown>> {
  const clients = Array.from(
    { length: connections },
    () => new Client({ connectionString: url, pipeline: true }),
  )
  await Promise.all(clients.map((client) => client.connect()))
  let next = 0
  return ({ statements }) => {
    const client = clients[next++ % connections] as Client
    return Promise.all(statements.map((statement) => client.query(queryOf(statement))))
  }
}

function openPool(): (sample: Sample) => Promise<void> {
  const pool = new Pool({ connectionString: url })
  return async ({ statements }) => {
    const client: PoolClient = await pool.connect()
    try {
      for (const statement of statements) await client.query(queryOf(statement))
    } finally {
      client.release()
    }
  }
}

const needsDatabase = samples.some(({ statements }) => statements.length > 0)
if (!needsDatabase) serve(task, async () => {})
else serve(task, kind === 'pool' ? openPool() : await openPipelined())
