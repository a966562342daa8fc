import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { databases } from '../support/database.ts'
import { openRequestPaths, type RequestName, type RequestPaths } from '../support/request-paths.ts'
import { repeatSlow } from '../support/slow-trials.ts'

/**
 * The maximum of SQL statements for each request, without BEGIN and COMMIT. When a count falls,
 * lower its limit here.
 */
const limits = {
  'PATCH address': 4,
  // Two of them count the attempt, and one ends the setup.
  'POST card, Stripe vault': 13,
  // Two of them lock the user and the session of a consent. Eleven tell of the new browser.
  'sign-in with TOTP': 75,
} as const satisfies Record<RequestName, number>

describe('SQL statements of a request', async () => {
  // Both databases get the same statements, so one is enough.
  const database = (await databases()).at(-1)
  let paths: RequestPaths
  before(async () => {
    assert.ok(database)
    paths = await openRequestPaths(await database.open())
  })
  after(() => paths.stop())

  for (const [name, maxStatements] of Object.entries(limits) as [RequestName, number][])
    test(`${name}: at most ${maxStatements}`, (t) =>
      repeatSlow(async () => {
        const { statements } = await paths.count(await paths.prepare(name))
        const count = statements.length
        assert.ok(count <= maxStatements, `${count} statements:\n${statements.join('\n')}`)
        if (count < maxStatements) t.diagnostic(`${name} has ${count} statements. Lower its limit.`)
      }))
})
