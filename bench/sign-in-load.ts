import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { createUser } from '../src/identity/accounts/accounts.ts'
import { createApplication } from '../src/identity/applications/applications.ts'
import { issueUserToken } from '../src/identity/oauth/tokens/tokens.ts'
import { type Program, startProgram } from './program.ts'
import type { Signers } from './signers.ts'

/**
 * `GET /user` while 32 clients sign in without pause, by the page and its form: its 99th percentile, against that of the
 * idle service. At most five times is promised, on PostgreSQL. Rounds take turns, and the figure is the median of
 * five. All runs on one machine: the service, PostgreSQL, those who sign in, and this process, which measures.
 */
const rounds = 5
const secondsARound = 8
const signers = 32
/** Milliseconds from one `GET /user` to the next, answered or not: what is slow is not asked for less often. */
const every = 10
const password = 'correct horse'
const promised = 5

const program = await startProgram()
const clients = fork(fileURLToPath(new URL('./signers.ts', import.meta.url)))
clients.on('exit', (code) => process.exit(code ?? 1))
try {
  const emails = Array.from({ length: signers }, () => `${randomUUID()}@example.com`)
  for (const email of emails) await createUser(program.db, { email, password })
  const read = await openReader(program)
  const signIn = async (seconds: number): Promise<number> => {
    clients.send({ authUrl: program.authUrl, emails, seconds } satisfies Signers)
    const [times] = (await once(clients, 'message')) as [number]
    return times / seconds
  }
  await Promise.all([read(3), signIn(3)])
  const ratios: number[] = []
  for (let round = 1; round <= rounds; round++) {
    const idle = await read(secondsARound)
    const [busy, rate] = await Promise.all([read(secondsARound), signIn(secondsARound)])
    ratios.push(busy.p99 / idle.p99)
    console.log(
      `round ${round}: idle ${shown(idle)}; with ${rate.toFixed(1)} sign-ins a second ${shown(busy)}`,
    )
    await pause(500)
  }
  const ratio = ratios.toSorted((a, b) => a - b)[Math.floor(rounds / 2)] ?? Number.NaN
  console.log(
    `p99 while users sign in: ${ratio.toFixed(2)} times the idle one (median of ${rounds})`,
  )
  if (!(ratio <= promised)) process.exitCode = 1
} finally {
  clients.removeAllListeners('exit').kill()
  await program.stop()
}

/** Milliseconds. */
interface Latency {
  readonly p50: number
  readonly p99: number
}

/** Makes what asks for one user for some seconds, at an even pace. */
async function openReader({ db, port }: Program): Promise<(seconds: number) => Promise<Latency>> {
  const userId = await createUser(db, { email: `${randomUUID()}@example.com`, password })
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
  const ask = (): Promise<void> =>
    new Promise((resolve, reject) => {
      request({ port, host: '127.0.0.1', path: '/v2/user', agent, headers }, (answer) => {
        if (answer.statusCode !== 200) reject(new Error(`GET /user: ${answer.statusCode}`))
        answer.resume().on('end', resolve)
      })
        .on('error', reject)
        .end()
    })
  return async (seconds) => {
    const asked: Promise<number>[] = []
    const began = performance.now()
    for (let due = began; due < began + seconds * 1_000; due += every) {
      await pause(Math.max(0, due - performance.now()))
      const start = performance.now()
      asked.push(ask().then(() => performance.now() - start))
    }
    const took = (await Promise.all(asked)).toSorted((a, b) => a - b)
    const share = (part: number) => took[Math.floor(took.length * part)] ?? Number.NaN
    return { p50: share(0.5), p99: share(0.99) }
  }
}

function shown({ p50, p99 }: Latency): string {
  return `p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`
}
