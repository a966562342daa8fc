import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { FairQueue } from '../../src/platform/database/fair-queue.ts'
import { measureLoad, Pressure } from '../../src/platform/process/pressure.ts'
import { createProbes } from '../../src/platform/process/probes.ts'
import { type Database, Metrics } from '../support/inside.ts'

const calm = { eventLoopDelayMs: 5, queueWaitMs: 0 }
const middle = { eventLoopDelayMs: 150, queueWaitMs: 0 }
const lateLoop = { eventLoopDelayMs: 300, queueWaitMs: 0 }
const longQueue = { eventLoopDelayMs: 5, queueWaitMs: 1_200 }

const addTo = (pressure: Pressure, ...loads: (typeof calm)[]) => {
  for (const load of loads) pressure.add(load)
}

test('several high measurements in a row are an overload, and single ones are not', () => {
  const pressure = new Pressure()
  addTo(pressure, lateLoop, lateLoop, lateLoop, calm, lateLoop, lateLoop, lateLoop, middle)
  assert.equal(pressure.reason, undefined)
  addTo(pressure, lateLoop, longQueue, lateLoop)
  assert.equal(pressure.reason, undefined)
  addTo(pressure, longQueue)
  assert.equal(pressure.reason, 'overloaded: writes wait 1200 ms for their turn')
})

test('more low measurements in a row end an overload, and those between the bounds do not', () => {
  const logged: string[] = []
  const log = (_: object, message: string) => logged.push(message)
  const pressure = new Pressure({ info: log, warn: log })
  addTo(pressure, ...Array.from({ length: 4 }, () => lateLoop))
  assert.equal(pressure.reason, 'overloaded: the event loop is 300 ms late')
  addTo(pressure, ...Array.from({ length: 50 }, () => middle))
  addTo(pressure, calm, calm, calm, calm, calm, middle, calm, calm, calm, calm, calm)
  assert.notEqual(pressure.reason, undefined)
  addTo(pressure, calm)
  assert.equal(pressure.reason, undefined)
  assert.deepEqual(logged, ['overloaded', 'no longer overloaded'])
})

test('readiness tells an overload, and a lost database instead of the queue before it', async (t) => {
  let isAway = false
  const db = {
    query: async () => {
      if (isAway) throw new Error('away')
      return []
    },
  } as unknown as Database
  const pressure = new Pressure()
  const probes = createProbes({ db, pressure }, { phase: 'ready' }, new Metrics())
  await once(probes.listen(0, '127.0.0.1'), 'listening')
  t.after(() => probes.close())
  const probe = async (path: string) => {
    const response = await fetch(
      `http://127.0.0.1:${(probes.address() as AddressInfo).port}${path}`,
      { headers: { connection: 'close' } },
    )
    return [response.status, await response.text()]
  }
  assert.deepEqual(await probe('/readyz'), [200, 'ok\n'])
  addTo(pressure, longQueue, longQueue, longQueue, longQueue)
  const told = [503, 'overloaded: writes wait 1200 ms for their turn\n']
  assert.deepEqual(await probe('/readyz'), told)
  assert.deepEqual(await probe('/livez'), [200, 'ok\n'])
  isAway = true
  assert.deepEqual(await probe('/readyz'), [503, 'the database does not answer\n'])
  isAway = false
  assert.deepEqual(await probe('/readyz'), [200, 'ok\n'])
})

test('a blocked event loop and the queue are measured', async () => {
  const measure = measureLoad({ queueWaitMs: () => 7 })
  await pause(50)
  measure()
  const end = performance.now() + 300
  while (performance.now() < end);
  await pause(25)
  const { eventLoopDelayMs, queueWaitMs } = measure()
  assert.ok(eventLoopDelayMs > 250, `${eventLoopDelayMs} ms`)
  assert.equal(queueWaitMs, 7)
})

test('the turns of one user do not make others wait, and those of many users do', async () => {
  const queue = new FairQueue(1)
  const deadline = performance.now() + 10_000
  const leave = await queue.enter(1, deadline)
  const turns = Array.from({ length: 100 }, () => queue.enter(1, deadline))
  await pause(20)
  const besideOne = queue.newcomerWaitMs
  for (let user = 2; user <= 100; user++) turns.push(queue.enter(user, deadline))
  assert.ok(queue.newcomerWaitMs > 20 * besideOne, `${queue.newcomerWaitMs}, ${besideOne} ms`)
  for (const turn of turns) void turn.then((end) => end())
  leave()
  await queue.idle()
  assert.equal(queue.newcomerWaitMs, 0)
})
