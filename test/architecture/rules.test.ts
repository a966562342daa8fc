import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loadModule } from 'libpg-query'
import { effectsOf, importable, name } from './effects/effects.ts'
import type { House } from './rule.ts'
import { rules } from './rules.ts'
import { SchemaReader } from './sql/schema.ts'
import { Sources } from './tree.ts'

describe('rules of this repository', { concurrency: true }, () => {
  let sources: Sources
  let house: House

  before(async () => {
    const reading = readSchema()
    await loadModule()
    sources = new Sources()
    house = { ...sources.tree(), schema: await reading }
  })

  after(() => sources[Symbol.dispose]())

  test('the sources are found', () => {
    assert.ok(house.server.length > 200)
    const routes = house.server.find(({ path }) => path === 'src/resources/addresses/routes.ts')
    const imported = routes?.imports.map(({ target }) => target)
    assert.ok(imported?.includes('src/resources/addresses/addresses.ts'))
    assert.ok(house.schema.columns.get('addresses')?.has('user_id'))
  })

  test(name, async () => {
    assert.deepEqual(await effectsOf(importable(house)), [])
  })

  for (const rule of rules)
    test(rule.name, () => {
      assert.deepEqual(rule.check(house), [])
    })
})

async function readSchema() {
  await using reader = await SchemaReader.open()
  return await reader.read()
}
