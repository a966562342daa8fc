import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { contentsFile, decisionsFile, readContents } from '../../src/docs/site/contents.ts'
import { readSite } from '../../src/docs/site/site.ts'

const root = join(import.meta.dirname, '../..')
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const listed = readContents(read(contentsFile)).flatMap(({ pages }) => pages)

test('the table of contents lists every guide once, by its title', () => {
  const files = listed.map(({ file }) => file)
  assert.equal(new Set(files).size, files.length)
  const guides = globSync('docs/guide/*.md', { cwd: root }).filter((file) => file !== contentsFile)
  assert.deepEqual(
    new Set(guides).difference(new Set(files)),
    new Set(),
    'list it in docs/guide/README.md',
  )
  for (const { file } of listed) assert.match(read(file), /^# \S/, `${file} begins with its title`)
})

test('every page has a title and text', () => {
  const short = globSync('docs/**/*.md', { cwd: root }).filter(
    (file) => !/^# \S.*\n+\S/.test(read(file)),
  )
  assert.deepEqual(short, [])
})

test('the list of decisions has every decision once', () => {
  const pages = readContents(read(decisionsFile), decisionsFile).flatMap(({ pages }) => pages)
  const files = globSync('docs/decisions/*.md', { cwd: root })
  assert.deepEqual(
    [...pages.map(({ file }) => file), decisionsFile].toSorted(),
    files.toSorted(),
    'list it in docs/decisions/README.md',
  )
})

test('the package has all files of the site', () => {
  const { files } = JSON.parse(read('package.json')) as { files: readonly string[] }
  const site = readSite()
  const written = [...site.pages.values()].map(({ file }) => file)
  const needed = [...written, ...site.files, decisionsFile].filter((file) =>
    existsSync(join(root, file)),
  )
  const isPacked = (file: string) => files.some((name) => `${file}/`.startsWith(`${name}/`))
  assert.deepEqual(
    needed.filter((file) => !isPacked(file)),
    [],
  )
})
