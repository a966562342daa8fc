import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import autocannon from 'autocannon'
import { createAddress, findAddresses } from '../src/addresses/addresses.ts'
import { createApplication } from '../src/applications/applications.ts'
import { issueUserToken } from '../src/oauth/tokens.ts'
import type { Queryable } from '../src/platform/db.ts'
import type { Statement } from '../src/platform/sql.ts'
import { createUser } from '../src/user/accounts.ts'
import { freePort } from '../test/harness.ts'
import { newDatabase, openPostgresOn } from '../test/support/database.ts'

/**
 * Authenticated `GET /addresses` with three addresses on PostgreSQL, against a bare `node:http` handler that runs the same
 * statement without authentication over an ordinary `pg` pool. Rounds take turns, so that noise meets both;
 * the figure is the median of five, as a ratio.
 */
const rounds = 5
const secondsARound = 6
const connections = 32
/** As `npm start` runs it. */
const flags = ['--max-semi-space-size=4']

const url = await newDatabase()
const db = await openPostgresOn(url)
const userId = await createUser(db, { email: 'bench@example.com', password: 'correct horse' })
for (const city of ['London', 'Bath', 'York']) {
  const given = {
    full_name: 'Ada Lovelace',
    address_1: '1 High Street',
    city,
    postal_code: 'SW1Y 4LB',
    country_code: 'GB',
  }
  await createAddress(db, userId, { given, faults: new Map() })
}
const { application, client_id } = await createApplication(db, {
  name: 'Bench',
  scopes: ['read:events', 'read:user'],
  redirectUris: ['http://127.0.0.1/'],
})
const { access_token } = await issueUserToken(db, userId, {
  application: { id: application.id, clientId: client_id },
  scopes: ['read:user'],
})
const statement = await statementOf((recorder) => findAddresses(recorder, userId))

const foyer = await start('./foyer-server.ts', (port) => [url, port])
const bare = await start('./bare-server.ts', (port) => [
  url,
  port,
  statement.name,
  statement.text,
  String(userId),
])
try {
  const foyerUrl = `http://127.0.0.1:${foyer.port}/v2/addresses`
  const headers = { authorization: `Bearer ${access_token}` }
  await load(foyerUrl, headers, 3)
  await load(`http://127.0.0.1:${bare.port}`, {}, 3)
  const results: { foyer: number; bare: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    const result = {
      bare: await load(`http://127.0.0.1:${bare.port}`, {}, secondsARound),
      foyer: await load(foyerUrl, headers, secondsARound),
    }
    results.push(result)
    console.log(
      `round ${round}: foyer ${result.foyer} req/s, bare ${result.bare} req/s, ratio ${(result.foyer / result.bare).toFixed(2)}`,
    )
  }
  const memory = await memoryOf(foyer.process)
  console.log(
    `median: foyer ${median(results.map((r) => r.foyer))} req/s, bare ${median(results.map((r) => r.bare))} req/s`,
  )
  console.log(
    `ratio: ${median(results.map((r) => r.foyer / r.bare)).toFixed(2)} (median of ${rounds})`,
  )
  console.log(
    `memory of the process after the load: ${Math.round(memory / 1024 / 1024)} MB resident`,
  )
} finally {
  foyer.process.kill()
  bare.process.kill()
  await db.close()
}

/** What an operation would send, taken down instead. */
async function statementOf(operation: (db: Queryable) => Promise<unknown>): Promise<Statement> {
  const taken: Statement[] = []
  await operation({
    async query(statement) {
      taken.push(statement)
      return []
    },
  })
  const [statement] = taken
  if (statement === undefined || taken.length > 1) throw new Error('not one statement')
  return statement
}

async function start(
  module: string,
  args: (port: string) => string[],
): Promise<{ process: ChildProcess; port: number }> {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), args(String(port)), {
    silent: true,
    execArgv: flags,
  })
  child.stderr?.pipe(process.stderr)
  if (child.stdout) await once(child.stdout, 'data')
  return { process: child, port }
}

/** @returns answers of 200 a second */
async function load(
  url: string,
  headers: Record<string, string>,
  duration: number,
): Promise<number> {
  const result = await autocannon({ url, headers, connections, duration })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refusals, ${result.errors} errors`)
  return Math.round(result.requests.average)
}

async function memoryOf(child: ChildProcess): Promise<number> {
  child.send('memory')
  const [bytes] = await once(child, 'message')
  return Number(bytes)
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
