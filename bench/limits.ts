import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import { createUser } from '../src/identity/users/accounts/accounts.ts'
import { compareReads, median } from './compare-reads.ts'
import type { Pace, Paced } from './paced.ts'
import { startProgram } from './program.ts'

/**
 * Two experiments on PostgreSQL:
 *
 * 1. Two instances with a limit of 1,000 requests in 10 s for a user. One client sends ten times as
 *    many, to both by turns. In each window 950 to 1,050 requests must pass. Another user sends 50
 *    a second, alone and beside the first client by turns. Beside it, the p99 of the latency must
 *    be at most 1.5 times what it is alone (median of the rounds).
 * 2. `GET /addresses` with limits, and without: at least 0.95 of the rate and of the requests for
 *    each second of processor time. The limits are higher than the load, and low enough that counts
 *    are shared.
 *
 * `FLOODS=only` runs the first experiment alone. The process ends with status 1 if a bound is
 * broken.
 */
const requests = 1_000
const windowSeconds = 10
const windows = 3
const perSecond = (10 * requests) / windowSeconds
const honestPerSecond = 50
const maxRatio = 1.5
const rounds = 5
const secondsPerRound = 4

await flood()
if (process.env.FLOODS !== 'only')
  await compareReads(
    'rate limits',
    { RATE_LIMIT_USER: '1000000/60', RATE_LIMIT_APPLICATION: '1000000/60' },
    { RATE_LIMIT_USER: 'off', RATE_LIMIT_APPLICATION: 'off', RATE_LIMIT_NETWORK: 'off' },
  )

async function flood(): Promise<void> {
  const env = { RATE_LIMIT_USER: `${requests}/${windowSeconds}` }
  const first = await startProgram({ env })
  const second = await startProgram({
    env: { ...env, DATABASE_URL: first.databaseUrl, AUTH_URL: first.authUrl },
  })
  const [greedy, honest] = [start(), start()]
  try {
    const { application, client_id } = await createApplication(first.db, {
      name: 'Bench',
      scopes: ['read:user'],
      redirectUris: ['http://127.0.0.1/'],
    })
    const ports = [first.port, second.port]
    const tokenOf = async (email: string) => {
      const who = { email, password: 'correct horse', serviceName: 'Foyer' }
      const terms = {
        application: { id: application.id, clientId: client_id },
        scopes: ['read:user'] as const,
      }
      const userId = await createUser(first.db, who)
      return (await issueUserToken(first.db, userId, terms)).access_token
    }
    const calm = { ports, token: await tokenOf('ada@example.com'), perSecond: honestPerSecond }
    const hard = { ports, token: await tokenOf('eve@example.com'), perSecond }
    await run(honest, { ...calm, seconds: 3 })

    const { sent, passed } = await run(greedy, { ...hard, seconds: windows * windowSeconds - 1 })
    const ofLimit = passed / windows / requests
    console.log(`${sent} requests sent; ${ofLimit.toFixed(3)} of the limit passed in each window`)

    const pairs: { readonly alone: Paced; readonly beside: Paced }[] = []
    for (let round = 1; round <= rounds; round++) {
      const alone = await run(honest, { ...calm, seconds: secondsPerRound })
      const [beside] = await Promise.all([
        run(honest, { ...calm, seconds: secondsPerRound }),
        run(greedy, { ...hard, seconds: secondsPerRound }),
      ])
      pairs.push({ alone, beside })
      console.log(
        `round ${round}: p99 ${alone.p99Ms} ms alone, ${beside.p99Ms} ms beside the flood`,
      )
    }
    const ratio = median(pairs.map(({ alone, beside }) => beside.p99Ms / alone.p99Ms))
    console.log(`p99 beside the flood: ${ratio.toFixed(2)} times the one alone (median)`)
    const isAnswered = pairs.every(({ beside }) => beside.passed === beside.sent)
    if (!(Math.abs(ofLimit - 1) <= 0.05 && ratio <= maxRatio && isAnswered)) process.exitCode = 1
  } finally {
    greedy.kill()
    honest.kill()
    await second.stop()
    await first.stop()
  }
}

function start(): ChildProcess {
  return fork(fileURLToPath(new URL('./paced.ts', import.meta.url)))
}

async function run(child: ChildProcess, pace: Pace): Promise<Paced> {
  child.send(pace)
  const [paced] = await once(child, 'message')
  return paced as Paced
}
