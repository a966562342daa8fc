import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/foyer.ts'
import { anyDatabase, Service } from '../support/program.ts'
import { repetitions } from '../support/soak.ts'

/*
 * The test stops the process repeatedly, so that its event loop is late. The program measures twice
 * a second and needs four high measurements, then six low ones, so the test takes that long. It
 * waits for states and not for times, so a busy machine only makes it slower.
 */

test('an overloaded instance is not ready until it recovers, and stays ready with SHED_LOAD=false', async () => {
  const [shedding, other] = await Promise.all([
    start({ SHED_LOAD: 'true' }),
    start({ SHED_LOAD: 'false' }),
  ])
  let isMeasured = await isPressureMeasured(shedding, other)
  for (let made = 1; !isMeasured && made < mostTrials; made++)
    isMeasured = await isPressureMeasured(shedding, other)
  assert.ok(isMeasured, 'the database was slow in every trial')
  await Promise.all([shedding, other].map(({ service }) => service.stop()))
})

const mostTrials = repetitions({ short: 8, soak: 1 })

type Instance = Awaited<ReturnType<typeof start>>

/** @returns false if the database was slow, because the instance then forgets its measurements */
async function isPressureMeasured(shedding: Instance, other: Instance): Promise<boolean> {
  const ready = [200, 'ok\n']
  assert.deepEqual(await shedding.readiness(), ready)
  const [before, slow] = [shedding.service.output.length, shedding.slow]

  let answer: unknown[] = ready
  for (let pulse = 0; answer[0] === 200 && pulse < 60; pulse++) {
    // The first one runs for only one answer at a time, so that it has no time to recover.
    shedding.service.signal('SIGSTOP')
    assert.deepEqual(await other.readiness(), ready)
    other.service.signal('SIGSTOP')
    // Longer than the interval of the measurements.
    await pause(600)
    for (const { service } of [shedding, other]) service.signal('SIGCONT')
    answer = await shedding.readiness()
  }
  const [status, reason] = answer
  assert.deepEqual(await other.readiness(), ready)
  for (let left = 3_000; answer[0] === 503 && left > 0; left--) {
    await pause(100)
    answer = await shedding.readiness()
  }
  if (shedding.slow > slow) return false
  assert.equal(status, 503)
  assert.match(String(reason), /^overloaded: the event loop is \d{3,} ms late\n$/)
  assert.deepEqual(answer, ready)
  // The log arrives a moment after the answer.
  const isLogged = () => shedding.service.output.includes('"msg":"no longer overloaded"', before)
  for (let left = 6_000; !isLogged() && left > 0; left--) await pause(5)
  assert.ok(isLogged(), shedding.service.output)
  assert.doesNotMatch(other.service.output, /overloaded/)
  return true
}

async function start(env: Readonly<Record<string, string>>) {
  const probePort = await freePort()
  const service = await Service.start({
    ...(await anyDatabase()),
    DEMO: 'false',
    PROBE_PORT: String(probePort),
    DRAIN_DELAY: '0',
    ...env,
  })
  return {
    service,
    /** How often the database was too slow to answer the probe. */
    slow: 0,
    async readiness() {
      for (let left = 60; ; left--) {
        const response = await fetch(`http://127.0.0.1:${probePort}/readyz`)
        const answer = [response.status, await response.text()]
        if (answer[1] !== 'the database does not answer\n' || left === 0) return answer
        this.slow++
      }
    },
  }
}
