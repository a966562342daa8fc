import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readConfig } from '../../src/config/config.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')

test('the guide to operations tells every setting that is read, and no other', () => {
  const read = new Set<string>()
  const watch = (env: Record<string, string>) =>
    new Proxy(env, {
      get(target, name) {
        read.add(String(name))
        return target[String(name)]
      },
    })
  readConfig(watch({}))
  readConfig(watch({ CARD_VAULT: 'stripe', STRIPE_SECRET_KEY: 'sk_test' }))

  const rows = guide.split('\n').filter((line) => line.startsWith('| `'))
  const told = rows.flatMap((row) => row.split('|')[1]?.match(/[A-Z][A-Z_]+/g) ?? [])
  assert.deepEqual(told.toSorted(), [...read].toSorted())
})
