import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import { createUser } from '../src/identity/users/accounts/accounts.ts'
import { type Program, startProgram } from './program.ts'
import type { Signers } from './signers.ts'

/**
 * Compares the 99th percentile of `GET /user` while 32 clients sign in without pause, with page and
 * form, to that of the idle service on PostgreSQL. It must be at most five times as long. Rounds
 * alternate, and the result is the median of five. The service, PostgreSQL, the clients and this
 * process share the machine.
 */
const rounds = 5
const secondsPerRound = 8
const signers = 32
/** How many accounts each client has. All rounds fit into the limit of sign-ins for one account. */
const accountsPerSigner = 10
/**
 * The interval of `GET /user` in milliseconds. It does not wait for responses, so that slow ones do
 * not reduce the rate.
 */
const intervalMs = 10
const password = 'correct horse'
const maxRatio = 5

const program = await startProgram()
const clients = fork(fileURLToPath(new URL('./signers.ts', import.meta.url)))
clients.on('exit', (code) => process.exit(code ?? 1))
try {
  const users = Array.from({ length: signers }, () =>
    Array.from({ length: accountsPerSigner }, () => `${randomUUID()}@example.com`),
  )
  for (const email of users.flat())
    await createUser(program.db, { email, password, serviceName: 'Foyer' })
  const read = await openReader(program)
  const signIn = async (seconds: number): Promise<number> => {
    clients.send({ authUrl: program.authUrl, users, seconds } satisfies Signers)
    const [times] = (await once(clients, 'message')) as [number]
    return times / seconds
  }
  await Promise.all([read(3), signIn(3)])
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const idle = await read(secondsPerRound)
    const [busy, rate] = await Promise.all([read(secondsPerRound), signIn(secondsPerRound)])
    ratios.push(busy.p99 / idle.p99)
    console.log(
      `round ${round}: idle ${format(idle)}; with ${rate.toFixed(1)} sign-ins a second ${format(busy)}`,
    )
    await pause(500)
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(
    `p99 while users sign in: ${ratio.toFixed(2)} times the idle one (median of ${rounds})`,
  )
  if (!(ratio <= maxRatio)) process.exitCode = 1
} finally {
  clients.removeAllListeners('exit').kill()
  await program.stop()
}

/** Milliseconds. */
interface Latency {
  readonly p50: number
  readonly p99: number
}

/** Creates a function that requests one user for some seconds, at a constant rate. */
async function openReader({ db, port }: Program): Promise<(seconds: number) => Promise<Latency>> {
  const userId = await createUser(db, {
    email: `${randomUUID()}@example.com`,
    password,
    serviceName: 'Foyer',
  })
  const { application, client_id } = await createApplication(db, {
    name: 'Bench',
    scopes: ['read:user'],
    redirectUris: ['http://127.0.0.1/'],
  })
  const { access_token } = await issueUserToken(db, userId, {
    application: { id: application.id, clientId: client_id },
    scopes: ['read:user'],
  })
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${access_token}` }
  const sendRequest = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/v2/user', agent, headers }, (response) => {
        if (response.statusCode !== 200) reject(new Error(`GET /user: ${response.statusCode}`))
        response.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
  return async (seconds) => {
    const requests: Promise<number>[] = []
    const began = performance.now()
    for (let due = began; due < began + seconds * 1_000; due += intervalMs) {
      await pause(Math.max(0, due - performance.now()))
      const start = performance.now()
      requests.push(sendRequest().then(() => performance.now() - start))
    }
    const durations = (await Promise.all(requests)).toSorted((a, b) => a - b)
    const share = (part: number) => durations[Math.floor(durations.length * part)] ?? Number.NaN
    return { p50: share(0.5), p99: share(0.99) }
  }
}

function format({ p50, p99 }: Latency): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}
