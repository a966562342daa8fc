import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { loadModule } from 'libpg-query'
import { batchesOf } from './batches.ts'
import * as biome from './biome.ts'
import * as effects from './effects/effects.ts'
import type { Mutation } from './rule.ts'
import { rules } from './rules.ts'
import { SchemaReader } from './sql/schema.ts'
import { Sources } from './tree.ts'

describe('each rule fails when it is broken', () => {
  let sources: Sources
  let reader: SchemaReader
  const breaches = new Map<Mutation, readonly string[]>()

  before(async () => {
    await loadModule()
    sources = new Sources()
    reader = await SchemaReader.open()
    for (const { broken, changes, migrations } of batchesOf(rules)) {
      const house = { ...sources.tree(changes), schema: await reader.read(migrations.join(';')) }
      for (const rule of new Set(broken.map((one) => one.rule))) {
        const found = rule.check(house)
        for (const one of broken) if (one.rule === rule) breaches.set(one.mutation, found)
      }
    }
  })

  after(async () => {
    sources[Symbol.dispose]()
    await reader[Symbol.asyncDispose]()
  })

  for (const rule of rules)
    describe(rule.name, () => {
      test('it has mutations', () => assert.ok(rule.mutations.length > 0))

      for (const mutation of rule.mutations)
        test(mutation.name, () => {
          const { about } = mutation
          const all = breaches.get(mutation) ?? []
          const found = all.filter((breach) => breach.startsWith(about))
          assert.ok(found.length > 0, `No violation is in ${about}: ${all.join('\n')}`)
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
