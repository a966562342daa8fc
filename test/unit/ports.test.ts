import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { freePort } from '../support/ports.ts'

const module = JSON.stringify(join(import.meta.dirname, '../support/ports.ts'))
const run = promisify(execFile)

/** The ports that a process of its own gets, which asks for some at once. */
async function portsOfAnother(count: number): Promise<number[]> {
  const asked = `Promise.all(Array.from({ length: ${count} }, freePort))`
  const script = `const { freePort } = await import(${module}); console.log(JSON.stringify(await ${asked}))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script])
  return JSON.parse(stdout)
}

test('each port is given to one process, below those that the system chooses from', async () => {
  const own = Array.from({ length: 60 }, freePort)
  const all = (await Promise.all([...own, portsOfAnother(60), portsOfAnother(60)])).flat()
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
