import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { parseArgs } from 'node:util'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import { createUser } from '../src/identity/users/accounts/accounts.ts'
import { startCluster } from '../test/support/postgres.ts'
import { median } from './compare-reads.ts'
import { processorTime } from './performance/load/processes.ts'
import { startProgram } from './program.ts'

/**
 * What safe retries and events cost: `POST /addresses` with an Idempotency-Key, of users with a
 * webhook, beside `POST /addresses` without either. Rounds alternate, on PostgreSQL. Nothing is
 * delivered during the rounds. The rate and the requests for each second of processor time must be
 * at least 0.85 of those without (medians), else the process ends with status 1. With `--fsync`,
 * commits wait for the disk, as PostgreSQL does without settings.
 */
const { values } = parseArgs({ options: { fsync: { type: 'boolean', default: false } } })
const rounds = 7
const secondsPerRound = 2
const connections = 16
const usersPerGroup = 400
const minRatio = 0.85

interface Group {
  readonly tokens: readonly string[]
  readonly isKeyed: boolean
  /** How many addresses its users have together. */
  created: number
}

const address = {
  full_name: 'Ada Lovelace',
  address_1: '12 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country_code: 'GB',
}

const agent = new Agent({ keepAlive: true, maxSockets: connections })
if (values.fsync) {
  const cluster = await startCluster({ fsync: true })
  if (cluster === null) throw new Error('This needs PostgreSQL.')
  process.env.TEST_DATABASE_URL = cluster.url()
}
const program = await startProgram({ env: { DO_WORK: 'false' } })
try {
  const [plain, keyed] = [await group(false), await group(true)]
  for (const each of [plain, keyed]) await measure(each, 3)
  const results: { readonly rate: number; readonly cost: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    const order = round % 2 === 0 ? [plain, keyed] : [keyed, plain]
    const measured = new Map<Group, { rate: number; cost: number }>()
    for (const each of order) measured.set(each, await measure(each, secondsPerRound))
    const [a, b] = [measured.get(keyed), measured.get(plain)]
    if (a === undefined || b === undefined) throw new Error('A round is missing.')
    results.push({ rate: a.rate / b.rate, cost: b.cost / a.cost })
    const [with_, without] = [a, b].map(
      ({ rate, cost }) => `${rate.toFixed(0)}/s at ${cost.toFixed(0)} µs`,
    )
    console.log(`round ${round}: with ${with_}, without ${without}`)
  }
  const rate = median(results.map((result) => result.rate))
  const cost = median(results.map((result) => result.cost))
  console.log(
    `POST /addresses with key and webhook: ${rate.toFixed(2)} of the rate, ${cost.toFixed(2)} of the requests for each second of processor time`,
  )
  if (rate < minRatio || cost < minRatio) process.exitCode = 1
} finally {
  agent.destroy()
  await program.stop()
}

async function group(isKeyed: boolean): Promise<Group> {
  const scopes = ['read:user', 'write:user', 'read:webhooks', 'write:webhooks'] as const
  const { application, client_id } = await createApplication(program.db, {
    name: 'Bench',
    scopes,
    redirectUris: ['http://127.0.0.1/'],
  })
  const terms = { application: { id: application.id, clientId: client_id }, scopes }
  const tokens: string[] = []
  for (let n = 0; n < usersPerGroup; n++) {
    const who = { email: `${randomUUID()}@example.com`, serviceName: 'Foyer' }
    const userId = await createUser(program.db, { ...who, password: 'correct horse' })
    tokens.push((await issueUserToken(program.db, userId, terms)).access_token)
  }
  const webhook = { name: 'Bench', url: 'http://127.0.0.1:9/', topics: ['Addresses'] }
  if (isKeyed) for (const token of tokens) await post('/v2/webhooks', token, webhook)
  return { tokens, isKeyed, created: 0 }
}

async function measure(group: Group, seconds: number) {
  const before = processorTime(program.pid)
  const start = performance.now()
  let sent = 0
  const client = async () => {
    while (performance.now() - start < seconds * 1_000) {
      const token = group.tokens[group.created++ % usersPerGroup] ?? ''
      if (group.created > usersPerGroup * 100) throw new Error('The users have enough addresses.')
      await post('/v2/addresses', token, address, group.isKeyed ? randomUUID() : undefined)
      sent++
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const rate = sent / ((performance.now() - start) / 1_000)
  return { rate, cost: (processorTime(program.pid) - before) / sent }
}

function post(path: string, token: string, body: object, key?: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const sent = request(
    {
      agent,
      port: program.port,
      path,
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/json',
        ...(key !== undefined && { 'idempotency-key': key }),
      },
    },
    (response) => {
      response.resume().once('end', resolve)
      if (response.statusCode !== 201) reject(new Error(`${path}: ${response.statusCode}`))
    },
  )
  sent.once('error', reject)
  sent.end(JSON.stringify(body))
  return promise
}
