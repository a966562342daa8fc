import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tracedDatabase } from '../../src/platform/database/observe/traced-database.ts'
import type { Tracer } from '../../src/platform/telemetry/tracer.ts'
import type { OpenDatabase } from '../support/inside.ts'

const tracer: Tracer = { start: () => assert.fail('nothing is traced here') }

test('the files of a traced database can be copied if those of the database can', async () => {
  const members = {
    readOnlyReason: () => 'full',
    whileIdle: (work: (directory: string) => unknown) => work('data/database'),
  }
  const traced = tracedDatabase(members as unknown as OpenDatabase, tracer)
  assert.equal(traced.readOnlyReason?.(), 'full')
  assert.equal(await traced.whileIdle?.(async (directory) => directory), 'data/database')
  // The command reads from its absence that there is no directory to copy.
  assert.equal(tracedDatabase({} as OpenDatabase, tracer).whileIdle, undefined)
})
