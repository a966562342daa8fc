import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { createClient, FoyerError } from '@foyer/client'
import { london } from '../support/addresses.ts'
import { databases, newDatabase } from '../support/database.ts'
import { figure } from '../support/figure.ts'
import { freePort } from '../support/foyer.ts'
import { foyerJson, newDirectory, preparedDirectory, Service } from '../support/program.ts'
import { type Receiver, startReceiver, verify } from '../support/receiver.ts'
import { isSoak, repetitions } from '../support/soak.ts'
import { createWebhook } from '../support/webhooks.ts'

/*
 * Sender and receiver are killed repeatedly while users create addresses. Every address must be
 * announced, in the order of its user, with a valid signature. This takes some seconds: leases of a
 * killed sender end after six, and the first retry comes after five.
 */

const userCount = repetitions({ short: 5, soak: 53 })
const changesPerUser = repetitions({ short: 12, soak: 100 })
const kills = repetitions({ short: 1, soak: 20 })

for (const { name } of await databases()) {
  // The short form runs on one database, because the databases differ only in their statements.
  const skip = !isSoak && name !== (await databases()).at(-1)?.name
  test(`killed ${kills} times each, sender and receiver miss no event (${name})`, {
    skip,
    timeout: isSoak ? 1_800_000 : 600_000,
  }, async (t) => {
    const env =
      name === 'PostgreSQL'
        ? { DATA_DIR: newDirectory(), DATABASE_URL: await newDatabase() }
        : { DATA_DIR: await preparedDirectory() }
    const file = join(env.DATA_DIR, 'tokens.txt')
    await foyerJson(['seed', '--users', String(userCount), '--tokens', file], env)
    const tokens = readFileSync(file, 'utf8').trim().split('\n')
    let service = await Service.start(env)
    const { port, baseUrl } = service
    const secrets = new Map<string, string>()
    const received = new Map<string, { id: string; resource: number | null }[]>()
    let requests = 0
    const receiverPort = await freePort()
    let receiver = await newReceiver()

    async function newReceiver(): Promise<Receiver> {
      const made = await startReceiver(receiverPort)
      made.answer = (arrival, response) => {
        const { path, message } = arrival
        verify(arrival, secrets.get(path) ?? assert.fail(path))
        requests++
        const log = received.get(path) ?? []
        received.set(path, log)
        // Deliveries may arrive twice, so only first arrivals show the order.
        if (!log.some(({ id }) => id === message.id))
          log.push({ id: message.id, resource: message.resource_id })
        response.writeHead(204).end()
      }
      return made
    }

    const users = await Promise.all(
      tokens.map(async (accessToken, index) => {
        const client = createClient({ baseUrl, accessToken, retries: 0 })
        const patient = createClient({ baseUrl, accessToken })
        const path = `/hook/${index}`
        const body = { url: receiver.url + path, topics: ['Addresses'] }
        const ids = new Set((await patient.addresses.list().toArray()).map(({ id }) => id))
        const { secret } = await createWebhook(patient, body)
        secrets.set(path, secret)
        return { client, patient, path, before: ids }
      }),
    )

    let isWriting = true
    const writing = Promise.all(
      users.map(async ({ client, before }) => {
        const most = Math.min(before.size + changesPerUser, 100)
        for (let done = before.size; done < most; ) {
          try {
            await client.addresses.create(london)
            done++
          } catch (error) {
            // The sender is dead, starting or stopping. It may have created the address
            // nevertheless.
            const isGone = error instanceof FoyerError && error.code === 'connection_failed'
            if (!isGone && !/unavailable/i.test(String(error))) {
              if (/maximum/.test(String(error))) return
              throw error
            }
            await pause(50)
          }
          if (!isSoak) await pause(60)
        }
      }),
    ).finally(() => {
      isWriting = false
    })
    for (let round = 0; round < kills; round++) {
      await pause(isSoak ? 1_500 : 300)
      await service.stop('SIGKILL')
      service = await Service.start(env, port)
      await pause(100)
      await receiver.close()
      await pause(100)
      receiver = await newReceiver()
    }
    await writing
    assert.ok(!isWriting)

    let missing = 0
    for (const { patient, path, before } of users) {
      const wanted = (await patient.addresses.list().toArray())
        .map(({ id }) => id)
        .filter((id) => !before.has(id))
        .sort((a, b) => Number(a) - Number(b))
      const until = performance.now() + (isSoak ? 300_000 : 60_000)
      while ((received.get(path)?.length ?? 0) < wanted.length && performance.now() < until)
        await pause(20)
      const got = (received.get(path) ?? []).map(({ resource }) => resource)
      missing += wanted.filter((id) => !got.includes(id)).length
      assert.deepEqual(got, wanted, `every event of ${path}, in order`)
    }
    const events = [...received.values()].flat().length
    t.diagnostic(`${events} events, ${missing} missing, ${requests - events} duplicates`)
    figure(27, `events missing after ${kills} kills each, ${name}`, missing, { atMost: 0 }, events)
    await service.stop()
    await receiver.close()
  })
}
