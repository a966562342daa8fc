import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type TestContext, test } from 'node:test'
import { freePort } from '../support/ports.ts'

const module = JSON.stringify(join(import.meta.dirname, '../support/ports.ts'))

/**
 * The ports that another process gets, which requests some at once. The process runs until the end
 * of the test, because its ports are free again after that.
 */
async function portsOfAnother(t: TestContext, count: number): Promise<number[]> {
  const requested = `Promise.all(Array.from({ length: ${count} }, freePort))`
  const script = `const { freePort } = await import(${module})
    console.log(JSON.stringify(await ${requested}))
    process.stdin.resume()`
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  t.after(() => child.stdin.end())
  const [line] = await once(createInterface(child.stdout), 'line')
  return JSON.parse(line)
}

test('each port is given to one process, below those that the system chooses from', async (t) => {
  const own = Array.from({ length: 60 }, freePort)
  const others = [portsOfAnother(t, 60), portsOfAnother(t, 60)]
  const all = (await Promise.all([...own, ...others])).flat()
  assert.equal(new Set(all).size, 180)
  for (const port of all) assert.ok(port >= 12_000 && port < 31_000, String(port))
})

test('a port on which somebody listens is not given', async (t) => {
  let port = await freePort()
  // The last port of a block has its neighbour in another one.
  while (port % 50 === 49) port = await freePort()
  const next = createServer()
  t.after(() => next.close())
  await once(next.listen(port + 1, '127.0.0.1'), 'listening')
  assert.notEqual(await freePort(), port + 1)
})

test('the UDP ports of the same numbers are free, which HTTP/3 needs', async () => {
  for (let count = 0; count < 60; count++) {
    const socket = createSocket('udp4')
    socket.bind({ port: await freePort(), address: '127.0.0.1', exclusive: true })
    await once(socket, 'listening')
    socket.close()
  }
})
