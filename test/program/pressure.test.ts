import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { freePort } from '../support/foyer.ts'
import { anyDatabase, Service } from '../support/program.ts'

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
  const ready = [200, 'ok\n']
  assert.deepEqual(await shedding.readiness(), ready)

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
  assert.equal(answer[0], 503)
  assert.match(String(answer[1]), /^overloaded: the event loop is \d{3,} ms late\n$/)
  assert.deepEqual(await other.readiness(), ready)

  while (answer[0] === 503) {
    await pause(100)
    answer = await shedding.readiness()
  }
  assert.deepEqual(answer, ready)
  // The log arrives a moment after the answer.
  while (!shedding.service.output.includes('"msg":"no longer overloaded"')) await pause(5)
  assert.doesNotMatch(other.service.output, /overloaded/)
  await Promise.all([shedding, other].map(({ service }) => service.stop()))
})

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
    async readiness() {
      const response = await fetch(`http://127.0.0.1:${probePort}/readyz`)
      return [response.status, await response.text()]
    },
  }
}
