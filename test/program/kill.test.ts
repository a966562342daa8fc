import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, type Foyer, FoyerError } from '@foyer/client'
import { databases, newDatabase } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { foyerJson, newDirectory, preparedDirectory, Service } from '../support/program.ts'
import { isSoak, repetitions } from '../support/soak.ts'

const rounds = repetitions({ short: 1, soak: 50 })
const writers = 4
/** How many writes come before each kill, at least. */
const enough = repetitions({ short: 40, soak: 200 })
/** The longest time that a start may take alone on the machine, in milliseconds. */
const longestStart = 5_000

for (const name of ['embedded', 'PostgreSQL']) {
  const skip = name === 'PostgreSQL' && (await databases()).length < 2
  test(`killed ${rounds} times during writes, it loses no acknowledged write (${name})`, {
    skip,
  }, async () => {
    const env =
      name === 'PostgreSQL'
        ? { DATA_DIR: newDirectory(), DATABASE_URL: await newDatabase() }
        : { DATA_DIR: await preparedDirectory() }
    const tokens = await seedUsers(env, rounds * writers)
    const acknowledged = new Map<string, Set<number>>()
    const starts: number[] = []

    for (let round = 0; round < rounds; round++) {
      const start = performance.now()
      const service = await Service.start(env)
      starts.push(performance.now() - start)
      const mine = tokens.slice(round * writers, (round + 1) * writers)
      let written = 0
      let killed: Promise<unknown> | undefined
      await Promise.all(
        mine.map(async (accessToken) => {
          const ids = new Set<number>()
          acknowledged.set(accessToken, ids)
          await writeUntilKilled(
            createClient({ baseUrl: service.baseUrl, accessToken, retries: 0 }),
            (id) => {
              ids.add(id)
              if (++written === enough) killed = service.stop('SIGKILL')
            },
          )
        }),
      )
      assert.ok(killed, 'the writers ran until the kill')
      await killed
    }

    const service = await Service.start(env)
    let [writes, lost] = [0, 0]
    for (const [accessToken, ids] of acknowledged) {
      const client = createClient({ baseUrl: service.baseUrl, accessToken })
      const kept = new Set((await client.addresses.list().toArray()).map(({ id }) => id))
      writes += ids.size
      for (const id of ids) if (!kept.has(id)) lost++
    }
    figure(32, `kills during writes, ${name}`, rounds, { atLeast: rounds })
    figure(32, `acknowledged writes lost, ${name}`, lost, { atMost: 0 }, writes)
    const slowest = Math.max(...starts)
    if (isSoak) figure(32, `slowest start, ${name}, ms`, slowest, { atMost: longestStart })
    assert.equal(await service.stop(), 0)
  })
}

async function seedUsers(env: { DATA_DIR: string }, users: number): Promise<string[]> {
  const file = join(env.DATA_DIR, 'tokens.txt')
  await foyerJson(['seed', '--users', String(users), '--tokens', file], env)
  return readFileSync(file, 'utf8').trim().split('\n')
}

/**
 * Creates one address after the other until the service is killed.
 * @param acknowledge is called with the id of each address that the service has acknowledged
 */
async function writeUntilKilled(client: Foyer, acknowledge: (id: number) => void): Promise<void> {
  let refusals = 0
  for (let number = 1; number < 95; ) {
    try {
      const { id } = await client.addresses.create({
        full_name: 'Ada Lovelace',
        address_1: `${number} King Street`,
        city: 'London',
        postal_code: 'SW1Y 4JH',
        country_code: 'GB',
      })
      number++
      acknowledge(id as number)
    } catch (error) {
      assert.ok(error instanceof FoyerError, String(error))
      // Beside other tests the service may lack capacity for a moment.
      if (!isSoak && error.code === 'service_unavailable' && ++refusals < 1_500) {
        await pause(20)
        continue
      }
      // A broken connection is the kill. Any other error is a fault.
      assert.equal(error.code, 'connection_failed', String(error))
      return
    }
  }
}
