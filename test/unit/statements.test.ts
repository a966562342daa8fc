import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { prepareOnEmbedded } from '../support/statements.ts'

test('a run finds each statement of the service that the embedded database refuses', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-statements-'))
  t.after(() => rmSync(folder, { recursive: true }))
  // The text between the parameters of a statement in src/resources/addresses/store.ts.
  const select = (column: string) =>
    `select ${column} from addresses a join users u on u.id = a.user_id where a.user_id = $1`
  const keep = (pid: number, embedded: string[], PostgreSQL: string[]) =>
    writeFileSync(join(folder, `statements-${pid}.json`), JSON.stringify({ embedded, PostgreSQL }))
  keep(1, [], [select('a.id'), select('a.city'), select('a.street'), 'select * from of_a_test'])
  keep(2, [select('a.id')], [])
  const { both, prepared, refused } = await prepareOnEmbedded(folder)
  assert.deepEqual([both, prepared, refused.length], [1, 2, 1])
  assert.match(refused[0] ?? '', /column a\.street does not exist/)
})
