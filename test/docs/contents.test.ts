import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { readPages } from '../../src/docs/pages.ts'

const root = join(import.meta.dirname, '../..')
const { pages, files } = readPages()

test('links lead to every page, from the table of contents', () => {
  const linked = new Set([...pages.values()].map(({ file }) => file))
  const written = globSync('docs/**/*.md', { cwd: root })
  assert.deepEqual(new Set(written).difference(linked), new Set())
})

test('every page has a title and text', () => {
  const short = [...pages.values()].filter(({ markdown }) => !/^# \S.*\n+\S/.test(markdown))
  assert.deepEqual(short, [])
})

test('the package has all files of the site', () => {
  const { files: packed } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    files: readonly string[]
  }
  const isPacked = (file: string) => packed.some((name) => `${file}/`.startsWith(`${name}/`))
  assert.deepEqual(
    [...files].filter((file) => !isPacked(file)),
    [],
  )
})
