import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { Traffic } from '../../src/dev/control-room/traffic.ts'
import { routeUnserved } from '../../src/platform/http/api/methods.ts'

test('the control room shows the method that was sent, also one that no route has', async (t) => {
  const traffic = new Traffic({ now: () => 0 })
  const server = createServer((request, response) => {
    routeUnserved(request)
    response.end()
  })
  t.after(() => server.close().closeAllConnections())
  traffic.watch(server, [])
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  for (const method of ['GET', 'PROPFIND']) await fetch(`http://127.0.0.1:${port}/user`, { method })
  while (traffic.latest.length < 2) await pause(5)
  const methods = traffic.latest.map(({ method }) => method)
  assert.deepEqual(methods, ['PROPFIND', 'GET'])
})
