import { createServer } from 'node:http'
import { Pool } from 'pg'

/**
 * The baseline: a bare `node:http` handler that runs the statement of `GET /addresses` over an
 * ordinary `pg` pool, prepared, without authentication, and sends the rows as JSON.
 */
const [url, port, name, text, userId] = process.argv.slice(2)
const pool = new Pool({ connectionString: url })

createServer(async (_request, response) => {
  const { rows } = await pool.query({ name, text: String(text), values: [Number(userId)] })
  response.writeHead(200, { 'Content-Type': 'application/json' })
  response.end(JSON.stringify(rows))
}).listen(Number(port), '127.0.0.1', () => console.log('listening'))
