import assert from 'node:assert/strict'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { describe, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { type Address, createClient } from '@foyer/client'
import { london } from '../support/addresses.ts'
import { databases, newDatabase } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { freePort } from '../support/foyer.ts'
import { newDirectory, readDemo, Service } from '../support/program.ts'
import { isSoak, repetitions } from '../support/soak.ts'

/*
 * After a long time of work, a service needs no more memory, files and connections than after the
 * first quarter of this time.
 */

/** The length of the long form, in minutes: `npm run test:trust -- --minutes 5`. */
const minutes = Number(process.env.FOYER_SOAK_MINUTES ?? 30)
const durationMs = repetitions({ short: 1_500, soak: minutes * 60_000 })
const sampleMs = repetitions({ short: 100, soak: 1_000 })
const clients = 8
/** How long each client waits between two requests, so that the machine is not at its limit. */
const restMs = 10
/**
 * The percentage of requests that may be refused for lack of capacity: beside other tests, and
 * alone.
 */
const busiest = repetitions({ short: 100, soak: 1 })

interface Sample {
  readonly memory: number
  readonly files: number
  readonly sockets: number
}

const names = (await databases()).map(({ name }) => name)
// Both databases run at the same time, because each takes half an hour.
describe('endurance', { concurrency: true }, () => {
  for (const name of names) endure(name)
})

function endure(name: string): void {
  const isLast = name === names.at(-1)
  const skip =
    (process.platform !== 'linux' && 'needs /proc') || (!isSoak && !isLast && 'soak only')
  // Beside other work, the start and the stop take minutes.
  const timeout = durationMs + 600_000
  test(`memory, files and sockets stay flat (${name})`, { skip, timeout }, async (t) => {
    const env = {
      DATA_DIR: newDirectory(),
      DEMO: 'true',
      PROBE_PORT: String(await freePort()),
      ...(name === 'PostgreSQL' && { DATABASE_URL: await newDatabase() }),
    }
    const service = await Service.start(env)
    const { users, application } = readDemo(env.DATA_DIR)
    const origin = `http://127.0.0.1:${service.port}`
    let requests = 0
    const unexpected = new Map<string, number>()
    const { patient, refusals } = countRefusals()
    const end = performance.now() + durationMs

    const steps = (accessToken: string): (() => Promise<unknown>)[] => {
      const client = createClient({ baseUrl: service.baseUrl, accessToken, fetch: patient })
      let created: Address[] = []
      return [
        async () => created.push(await client.addresses.create(london)),
        async () => {
          const [address] = created
          if (address) await client.addresses.update(address, { city: `City ${requests}` })
        },
        async () => client.addresses.list().toArray(),
        async () => {
          await Promise.all(created.map((address) => client.addresses.delete(address)))
          created = []
        },
        async () => client.user.update({ full_name: `Ada ${requests}` }),
        async () => client.paymentMethods.list().toArray(),
        async () => newToken(),
        async () => expectStatus(patient, 200, `${origin}/sign-in`),
        async () => expectStatus(patient, 401, `${origin}/v2/user`, bearer(`${requests}`)),
        async () => expectStatus(patient, 404, `${origin}/nowhere`),
      ]
    }
    const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
    const newToken = async () => {
      const { client_id, client_secret } = application
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id,
        client_secret,
      })
      const answer = await patient(`${origin}/oauth2/token`, { method: 'POST', body })
      assert.equal(answer.status, 200, await answer.text())
    }
    const working = Array.from({ length: clients }, async (_, which) => {
      const all = steps(users[which % users.length]?.access_token ?? '')
      while (performance.now() < end)
        for (const step of all) {
          await step().catch((error: unknown) => {
            const what = `${error}${error instanceof Error && error.cause ? `: ${error.cause}` : ''}`
            unexpected.set(what, (unexpected.get(what) ?? 0) + 1)
          })
          requests++
          await pause(restMs)
        }
    })
    const samples: Sample[] = []
    do {
      samples.push(sampleOf(service.pid))
      await pause(sampleMs)
    } while (performance.now() < end)
    await Promise.all(working)
    assert.equal(await service.stop(), 0)

    const [early, late] = [quarter(samples, 1), quarter(samples, 3)]
    const growth = (100 * (late.memory - early.memory)) / early.memory
    t.diagnostic(`${Math.round(early.memory)} to ${Math.round(late.memory)} MiB`)
    // A few seconds say nothing about memory. The short form shows that the test itself works.
    const most = { atMost: repetitions({ short: 100, soak: 10 }) }
    figure(55, `growth of memory, ${name}, %`, growth, most, samples.length)
    // In the first seconds, connections to the database are opened, too.
    const few = { atMost: repetitions({ short: 5 * clients, soak: clients }) }
    figure(55, `growth of open files, ${name}`, late.files - early.files, few, samples.length)
    figure(55, `growth of sockets, ${name}`, late.sockets - early.sockets, few, samples.length)
    for (const [what, times] of unexpected) t.diagnostic(`${times} times: ${what}`)
    const surprises = [...unexpected.values()].reduce((sum, times) => sum + times, 0)
    figure(55, `unexpected answers, ${name}`, surprises, { atMost: 0 }, requests)
    const share = (100 * refusals()) / requests
    figure(55, `refused for lack of capacity, ${name}, %`, share, { atMost: busiest }, requests)
  })
}

/** Sends a request that must get this status. 429 is allowed, because networks have limits. */
async function expectStatus(
  send: typeof fetch,
  status: number,
  url: string,
  init?: RequestInit,
): Promise<void> {
  const answer = await send(url, init)
  await answer.text()
  assert.ok([status, 429].includes(answer.status), `${url}: ${answer.status}`)
}

/**
 * Makes a `fetch` that repeats requests refused for lack of capacity, as clients do, and counts
 * them.
 */
function countRefusals() {
  let refused = 0
  const patient: typeof fetch = async (input, init) => {
    for (let left = 200; ; left--) {
      const answer = await fetch(input, init)
      if (answer.status !== 503 || left === 0) return answer
      refused++
      await answer.text()
      await pause(50)
    }
  }
  return { patient, refusals: () => refused }
}

/** What a process uses now: resident memory in MiB, open files, and the sockets among them. */
function sampleOf(pid: number): Sample {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const kib = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1])
  const files = readdirSync(`/proc/${pid}/fd`)
  const sockets = files.filter((file) => isSocket(`/proc/${pid}/fd/${file}`))
  return { memory: kib / 1024, files: files.length, sockets: sockets.length }
}

function isSocket(file: string): boolean {
  try {
    return readlinkSync(file).startsWith('socket:')
  } catch {
    // It was closed in the meantime.
    return false
  }
}

/** The medians of a quarter of all samples; the first quarter is 0. */
function quarter(samples: readonly Sample[], index: number): Sample {
  const length = samples.length / 4
  const some = samples.slice(Math.floor(index * length), Math.ceil((index + 1) * length))
  const median = (of: (sample: Sample) => number): number =>
    some.map(of).sort((a, b) => a - b)[Math.floor(some.length / 2)] ?? Number.NaN
  return {
    memory: median(({ memory }) => memory),
    files: median(({ files }) => files),
    sockets: median(({ sockets }) => sockets),
  }
}
