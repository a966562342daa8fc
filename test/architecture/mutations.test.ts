import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loadModule } from 'libpg-query'
import * as biome from './biome.ts'
import * as effects from './effects/effects.ts'
import { rules } from './rules.ts'
import { type Schema, SchemaReader } from './sql/schema.ts'
import { Sources } from './tree.ts'

describe('each rule fails when it is broken', () => {
  let sources: Sources
  let reader: SchemaReader
  let schema: Schema

  before(async () => {
    await loadModule()
    sources = new Sources()
    reader = await SchemaReader.open()
    schema = await reader.read()
  })

  after(async () => {
    sources[Symbol.dispose]()
    await reader[Symbol.asyncDispose]()
  })

  for (const rule of rules)
    describe(rule.name, () => {
      test('it has mutations', () => assert.ok(rule.mutations.length > 0))

      for (const { name, about, changes, migration } of rule.mutations)
        test(name, async () => {
          const tree = sources.tree(changes())
          const breaches = rule.check({
            ...tree,
            schema: migration === undefined ? schema : await reader.read(migration),
          })
          const found = breaches.filter((breach) => breach.includes(about))
          assert.ok(found.length > 0, `No breach names ${about}: ${breaches.join('\n')}`)
        })
    })

  describe(effects.name, () => {
    let found: string[]

    before(async () => {
      const texts = effects.mutations.flatMap(({ changes }) => [...changes()])
      found = await effects.effectsOf(effects.importable(sources.tree()), Object.fromEntries(texts))
    })

    for (const { name, about } of effects.mutations)
      test(name, () => {
        assert.ok(
          found.some((breach) => breach.startsWith(about)),
          found.join('\n'),
        )
      })
  })

  describe("Biome's own rules", () => {
    let found: string[]

    before(async () => {
      found = await biome.biomeFindings(biome.mutations.flatMap(({ changes }) => [...changes()]))
    })

    for (const { name, about, rule } of biome.mutations)
      test(name, () => {
        assert.ok(
          found.some((line) => line.startsWith(`${about} `) && line.endsWith(`/${rule}`)),
          found.join('\n'),
        )
      })
  })
})
