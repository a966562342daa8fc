import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { makeMemoryFolder } from '../support/memory-folder.ts'

const folder = makeMemoryFolder()
const why = folder === null && 'this machine has no room for files in memory'

test('a run deletes the folders of runs that were killed, and no other', { skip: why }, () => {
  assert.ok(folder)
  const { pid } = spawnSync('true')
  const leftover = mkdtempSync(`/dev/shm/foyer-run-${pid}-`)
  // Only root may mount a disk. Other users have none in their leftovers.
  const disk = join(leftover, 'disk')
  mkdirSync(disk)
  spawnSync('mount', ['-t', 'tmpfs', 'foyer-test', disk])
  const second = makeMemoryFolder()
  assert.ok(second)
  assert.equal(existsSync(leftover), false)
  assert.equal(existsSync(folder), true)
  for (const each of [folder, second]) rmSync(each, { recursive: true })
})
