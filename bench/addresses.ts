import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { createUser } from '../src/identity/accounts/accounts.ts'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import type { Queryable } from '../src/platform/database/db.ts'
import type { Statement } from '../src/platform/database/sql.ts'
import { createAddress, findAddresses } from '../src/resources/addresses/addresses.ts'
import { newDatabase, openPostgresOn } from '../test/support/database.ts'
import { freePort } from '../test/support/foyer.ts'
import type { Load } from './generator.ts'

/**
 * Compares authenticated `GET /addresses` with three addresses on PostgreSQL to a bare `node:http`
 * handler that runs the same statement without authentication over an ordinary `pg` pool. Rounds
 * alternate, so that noise affects both. The result is the median ratio of five rounds. It also
 * shows the processor time per request, on which other work on the machine has less effect.
 */
const rounds = 5
const secondsPerRound = 6
const connections = 32
/** The flags of `npm start`. */
const flags = ['--max-semi-space-size=4']
const codeCache = fileURLToPath(new URL('../node_modules/.cache/foyer/code', import.meta.url))

const url = await newDatabase()
const db = await openPostgresOn(url)
const userId = await createUser(db, {
  email: 'bench@example.com',
  password: 'correct horse',
  serviceName: 'Foyer',
})
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

const generator = fork(fileURLToPath(new URL('./generator.ts', import.meta.url)))
generator.on('exit', (code) => process.exit(code ?? 1))
const foyer = await start('./foyer-server.ts', (port) => [url, port])
const bare = await start('./bare-server.ts', (port) => [
  url,
  port,
  statement.name,
  statement.text,
  String(userId),
])
const requests = {
  foyer: { path: '/v2/addresses', headers: { Authorization: `Bearer ${access_token}` } },
  bare: { path: '/', headers: {} },
}
try {
  await load(foyer, requests.foyer, 3)
  await load(bare, requests.bare, 3)
  const results: { foyer: Result; bare: Result }[] = []
  for (let round = 1; round <= rounds; round++) {
    const result = {
      bare: await load(bare, requests.bare, secondsPerRound),
      foyer: await load(foyer, requests.foyer, secondsPerRound),
    }
    results.push(result)
    console.log(`round ${round}: foyer ${format(result.foyer)}, bare ${format(result.bare)}`)
  }
  const ratio = (of: keyof Result) =>
    median(results.map((r) => r.foyer[of] / r.bare[of])).toFixed(2)
  console.log(`requests a second: ${ratio('rate')} of the bare server's (median of ${rounds})`)
  console.log(`processor time a request: ${ratio('cpu')} of the bare server's`)
  const memory = Math.round(statusOf(foyer.process).memory / 1024 / 1024)
  console.log(`memory of the process after the load: ${memory} MB resident`)
} finally {
  generator.removeAllListeners('exit').kill()
  foyer.process.kill()
  bare.process.kill()
  await db.close()
}

interface Server {
  readonly process: ChildProcess
  readonly port: number
}

interface Result {
  readonly rate: number
  readonly cpu: number
}

/** Returns the statement of an operation, without running it. */
async function statementOf(operation: (db: Queryable) => Promise<unknown>): Promise<Statement> {
  const statements: Statement[] = []
  await operation({
    async query(statement) {
      statements.push(statement)
      return []
    },
  })
  const [statement] = statements
  if (statement === undefined || statements.length > 1)
    throw new Error('The operation must send one statement.')
  return statement
}

async function start(module: string, args: (port: string) => string[]): Promise<Server> {
  const port = await freePort()
  const child = fork(fileURLToPath(new URL(module, import.meta.url)), args(String(port)), {
    silent: true,
    execArgv: flags,
    env: { ...process.env, NODE_COMPILE_CACHE: codeCache },
  })
  child.stderr?.pipe(process.stderr)
  if (child.stdout) await once(child.stdout, 'data')
  return { process: child, port }
}

/** @returns the responses per second, and the processor time per response in microseconds */
async function load(
  { process: server, port }: Server,
  request: Pick<Load, 'path' | 'headers'>,
  seconds: number,
): Promise<Result> {
  const before = statusOf(server)
  const start = performance.now()
  generator.send({ ...request, port, connections, seconds } satisfies Load)
  const [responses] = (await once(generator, 'message')) as [number]
  const took = performance.now() - start
  return {
    rate: Math.round((responses * 1_000) / took),
    cpu: (statusOf(server).cpu - before.cpu) / responses,
  }
}

/**
 * Returns the processor time of a process in microseconds, and its resident memory in bytes, as
 * Linux reports them.
 */
function statusOf({ pid }: ChildProcess): { cpu: number; memory: number } {
  const line = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // proc(5): the third field follows the name in brackets. A tick is 10 ms, a page 4 KiB.
  const fields = line
    .slice(line.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const [user = Number.NaN, system = Number.NaN] = fields.slice(11, 13)
  return { cpu: (user + system) * 10_000, memory: (fields[21] ?? Number.NaN) * 4_096 }
}

function format({ rate, cpu }: Result): string {
  return `${rate} req/s at ${cpu.toFixed(1)} µs`
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}
