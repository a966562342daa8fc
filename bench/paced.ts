import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

/**
 * Reads that are sent evenly, to some instances by turns, whether earlier ones are answered or not.
 */
export interface Pace {
  readonly ports: readonly number[]
  readonly token: string
  readonly perSecond: number
  readonly seconds: number
}

/** How many reads were sent and answered with 200, and the p99 of the latency of those. */
export interface Paced {
  readonly sent: number
  readonly passed: number
  readonly p99Ms: number
}

const agent = new Agent({ keepAlive: true })

process.on('message', async (pace: Pace) => {
  process.send?.(await send(pace))
})

async function send({ ports, token, perSecond, seconds }: Pace): Promise<Paced> {
  const start = performance.now()
  const latencies: number[] = []
  const answers: Promise<void>[] = []
  const read = async (port: number | undefined) => {
    const sentAt = performance.now()
    const status = await statusOf(port, token)
    if (status === 200) latencies.push(performance.now() - sentAt)
    else if (status !== 429) throw new Error(`status ${status}`)
  }
  for (let elapsed = 0; elapsed < seconds * 1_000; elapsed = performance.now() - start) {
    while (answers.length < (elapsed * perSecond) / 1_000)
      answers.push(read(ports[answers.length % ports.length]))
    await pause(1)
  }
  await Promise.all(answers)
  latencies.sort((a, b) => a - b)
  const p99 = latencies[Math.floor(latencies.length * 0.99)] ?? Number.NaN
  return { sent: answers.length, passed: latencies.length, p99Ms: Math.round(p99 * 100) / 100 }
}

const statusOf = (port: number | undefined, token: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` }
    request({ port, path: '/v2/addresses', agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0))
    })
      .on('error', reject)
      .end()
  })
