import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { getPriority } from 'node:os'
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
  const threads = readdirSync(tasks).flatMap((id) => {
    const [stat, comm] = ['stat', 'comm'].map((name) => contentOf(`${tasks}/${id}/${name}`))
    // It has ended in the meantime.
    if (!stat || !comm) return []
    // In proc(5), the third field follows the name in brackets. The nice value is the nineteenth
    // field.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return [{ id: Number(id), name: comm.trim(), nice: Number(fields[16]) }]
  })
  const hashing = threads.filter(({ name }) => name === 'libuv-worker')
  assert.ok(hashing.length > 0, threads.map(({ name }) => name).join())
  for (const { nice } of hashing) assert.equal(nice, 10)
  // It stays as whoever started it has it, which `nice` may have changed for all tests.
  assert.equal(threads.find(({ id }) => id === service.pid)?.nice, getPriority())
  assert.equal(await service.stop(), 0)
})

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
