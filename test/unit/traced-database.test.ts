import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { OpenDatabase } from '../../src/platform/database/db.ts'
import { tracedDatabase } from '../../src/platform/database/observe/traced-database.ts'
import type { Tracer } from '../../src/platform/telemetry/tracer.ts'

const tracer: Tracer = { start: () => assert.fail('nothing is traced here') }

test('a traced database tells how long writes wait, and can be backed up if the database can', async () => {
  const file = { name: 'PG_VERSION' }
  const members = {
    queueWaitMs: () => 1_200,
    readOnlyReason: () => 'full',
    async *backUp() {
      yield file
    },
  }
  const traced = tracedDatabase(members as unknown as OpenDatabase, tracer)
  assert.equal(traced.queueWaitMs?.(), 1_200)
  assert.equal(traced.readOnlyReason?.(), 'full')
  assert.deepEqual((await traced.backUp?.().next())?.value, file)
  // The command reads from its absence that there is nothing to back up.
  assert.equal(tracedDatabase({} as OpenDatabase, tracer).backUp, undefined)
})
