import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { anyDatabase, Service } from '../support/program.ts'

test('the main thread has a higher priority than the threads that hash passwords', {
  skip: process.platform !== 'linux',
}, async () => {
  const service = await Service.start({
    ...(await anyDatabase()),
    DEMO: 'false',
    PROBE_PORT: 'off',
  })
  const tasks = `/proc/${service.pid}/task`
  const threads = readdirSync(tasks).map((id) => {
    const stat = readFileSync(`${tasks}/${id}/stat`, 'utf8')
    // In proc(5), the third field follows the name in brackets. The nice value is the nineteenth
    // field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const name = readFileSync(`${tasks}/${id}/comm`, 'utf8').trim()
    return { id: Number(id), name, nice: Number(fields[16]) }
  })
  const hashing = threads.filter(({ name }) => name === 'libuv-worker')
  assert.ok(hashing.length > 0, threads.map(({ name }) => name).join())
  for (const { nice } of hashing) assert.equal(nice, 10)
  assert.equal(threads.find(({ id }) => id === service.pid)?.nice, 0)
  assert.equal(await service.stop(), 0)
})
