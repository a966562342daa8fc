import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { createClient } from '@foyer/client'
import { createUser } from '../src/identity/accounts/accounts.ts'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import { freePort } from '../test/support/foyer.ts'
import { processorTime } from './performance/load/processes.ts'
import { sendLoad, textOf, writeRequests } from './performance/load/wrk.ts'
import { type Program, startProgram } from './program.ts'

/**
 * Compares `GET /addresses` of a service whose metrics are read every second with one that measures
 * nothing. Rounds alternate. The rate and the requests for each second of processor time must be at
 * least 0.95 of those without metrics (medians).
 */
const rounds = 9
const secondsPerRound = 4
const connections = 16
const minRatio = 0.95

interface Contestant {
  readonly program: Program
  /** The file with its requests. */
  readonly file: string
  /** Undefined for the one that measures nothing. */
  readonly probePort: number | undefined
}

interface Rate {
  /** Requests a second. */
  readonly rate: number
  /** Processor time for each request, in microseconds. */
  readonly cost: number
}

const directory = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const contestants: Contestant[] = []
try {
  const withMetrics = await enter('with')
  const without = await enter('without')
  await Promise.all([measure(withMetrics, 3), measure(without, 3)])
  const results: { readonly rate: number; readonly cost: number }[] = []
  for (let round = 1; round <= rounds; round++) {
    const order = round % 2 === 0 ? [withMetrics, without] : [without, withMetrics]
    const measured = new Map<Contestant, Rate>()
    for (const one of order) measured.set(one, await measure(one, secondsPerRound))
    const [a, b] = [measured.get(withMetrics) as Rate, measured.get(without) as Rate]
    results.push({ rate: a.rate / b.rate, cost: b.cost / a.cost })
    console.log(`round ${round}: with ${format(a)}, without ${format(b)}`)
  }
  const [rate, cost] = [
    median(results.map((one) => one.rate)),
    median(results.map((one) => one.cost)),
  ]
  console.log(`with metrics: ${rate.toFixed(3)} of the rate, and`)
  console.log(`${cost.toFixed(3)} of the requests for each second of processor time (medians)`)
  if (!(rate >= minRatio && cost >= minRatio)) process.exitCode = 1
} finally {
  for (const { program } of contestants) await program.stop()
  rmSync(directory, { recursive: true })
}

/** Starts a service whose one user has ten addresses. */
async function enter(name: 'with' | 'without'): Promise<Contestant> {
  const without = fileURLToPath(new URL('./without-metrics.ts', import.meta.url))
  const probePort = name === 'with' ? await freePort() : undefined
  const program = await startProgram({
    env: { PROBE_PORT: String(probePort ?? 'off'), LOG_LEVEL: 'info' },
    execArgv: name === 'with' ? [] : ['--import', without],
  })
  const { db, port, authUrl } = program
  const who = { email: `${randomUUID()}@example.com`, password: 'correct horse' }
  const userId = await createUser(db, { ...who, serviceName: 'Foyer' })
  const { application, client_id } = await createApplication(db, {
    name: 'Bench',
    scopes: ['read:user', 'write:user'],
    redirectUris: ['http://127.0.0.1/'],
  })
  const terms = {
    application: { id: application.id, clientId: client_id },
    scopes: ['read:user', 'write:user'] as const,
  }
  const { access_token: accessToken } = await issueUserToken(db, userId, terms)
  const client = createClient({ baseUrl: `${authUrl}/v2`, accessToken })
  for (let number = 1; number <= 10; number++)
    await client.addresses.create({
      full_name: 'Ada Lovelace',
      address_1: `${number} St James's Square`,
      city: 'London',
      postal_code: 'SW1Y 4JH',
      country_code: 'GB',
    })
  const headers = { Authorization: `Bearer ${accessToken}` }
  const text = textOf({ method: 'GET', path: '/v2/addresses', headers })
  const contestant = { program, probePort, file: writeRequests(directory, String(port), [text]) }
  contestants.push(contestant)
  return contestant
}

async function measure({ program, file, probePort }: Contestant, seconds: number): Promise<Rate> {
  const scrapes = setInterval(() => {
    if (probePort !== undefined)
      void fetch(`http://127.0.0.1:${probePort}/metrics`).then((response) => response.text())
  }, 1_000)
  const before = processorTime(program.pid)
  const load = { port: program.port, file, first: 0, connections, seconds }
  const { requests, microseconds } = await sendLoad(load)
  clearInterval(scrapes)
  const spent = processorTime(program.pid) - before
  return { rate: (requests / microseconds) * 1e6, cost: spent / requests }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function format({ rate, cost }: Rate): string {
  return `${rate.toFixed(0)} requests a second at ${cost.toFixed(1)} µs`
}
