import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createClient } from '@foyer/client'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import { createUser } from '../src/identity/users/accounts/accounts.ts'
import { processorTime } from './performance/load/processes.ts'
import { sendLoad, textOf, writeRequests } from './performance/load/wrk.ts'
import { type Program, startProgram } from './program.ts'

const secondsPerRound = 4
const connections = 16

/** The settings with which a service is started. */
type Variant = Readonly<Record<string, string>>

interface Contestant {
  readonly program: Program
  /** The file with its requests. */
  readonly file: string
}

interface Rate {
  /** Requests a second. */
  readonly rate: number
  /** Processor time for each request, in microseconds. */
  readonly cost: number
}

const directory = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
const contestants: Contestant[] = []

/**
 * Compares `GET /addresses` of a service with something and of one without it. Rounds alternate.
 * The process ends with status 1 if the rate, or the requests for each second of processor time,
 * are less than `minRatio` of those without it (medians).
 */
export async function compareReads(
  name: string,
  given: Variant,
  without: Variant,
  { rounds = 9, minRatio = 0.95 } = {},
): Promise<void> {
  try {
    const [one, other] = [await enter(given), await enter(without)]
    await Promise.all([measure(one, 3), measure(other, 3)])
    const results: Rate[] = []
    for (let round = 1; round <= rounds; round++) {
      const measured = new Map<Contestant, Rate>()
      for (const each of round % 2 === 0 ? [one, other] : [other, one])
        measured.set(each, await measure(each, secondsPerRound))
      const [a, b] = [measured.get(one) as Rate, measured.get(other) as Rate]
      results.push({ rate: a.rate / b.rate, cost: b.cost / a.cost })
      console.log(`round ${round}: with ${format(a)}, without ${format(b)}`)
    }
    const rate = median(results.map((each) => each.rate))
    const cost = median(results.map((each) => each.cost))
    console.log(`with ${name}: ${rate.toFixed(3)} of the rate, and`)
    console.log(`${cost.toFixed(3)} of the requests for each second of processor time (medians)`)
    if (!(rate >= minRatio && cost >= minRatio)) process.exitCode = 1
  } finally {
    for (const { program } of contestants.splice(0)) await program.stop()
    rmSync(directory, { recursive: true })
  }
}

/** Starts a service whose one user has ten addresses. */
async function enter(env: Variant): Promise<Contestant> {
  const program = await startProgram({ env: { LOG_LEVEL: 'info', ...env } })
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
  const contestant = { program, file: writeRequests(directory, String(port), [text]) }
  contestants.push(contestant)
  return contestant
}

async function measure({ program, file }: Contestant, seconds: number): Promise<Rate> {
  const before = processorTime(program.pid)
  const load = { port: program.port, file, first: 0, connections, seconds }
  const { requests, microseconds } = await sendLoad(load)
  const spent = processorTime(program.pid) - before
  return { rate: (requests / microseconds) * 1e6, cost: spent / requests }
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

function format({ rate, cost }: Rate): string {
  return `${rate.toFixed(0)} requests a second at ${cost.toFixed(1)} µs`
}
