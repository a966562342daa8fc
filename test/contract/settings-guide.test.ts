import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { settingsRead } from '../support/settings.ts'

const guide = readFileSync(join(import.meta.dirname, '../../docs/operations.md'), 'utf8')

test('the guide to operations tells every setting that is read, and no other', () => {
  const rows = guide.split('\n').filter((line) => line.startsWith('| `'))
  const told = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z][A-Z_]+)/g)].map(([, name = '']) => name),
  )
  assert.deepEqual(told.toSorted(), [...settingsRead()].toSorted())
})
