import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { freePort } from '../support/foyer.ts'
import { runWith } from '../support/program.ts'
import { isSoak } from '../support/soak.ts'

const script = join(import.meta.dirname, '../../scripts/five-minutes.ts')

test('the start page leads from an empty folder to a listed address in five minutes', async (t) => {
  const command = [process.execPath, script, ...(isSoak ? ['--install'] : [])]
  const { status, stdout, stderr } = await runWith('', command, { PORT: String(await freePort()) })
  assert.equal(status, 0, stdout + stderr)
  const [line, count] = /^(\d+) addresses are listed, .*$/m.exec(stdout) ?? []
  assert.ok(Number(count) >= 3, stdout)
  assert.match(stdout, /"city":\s*"Bath"/, 'an address is added')
  t.diagnostic(String(line))
})
