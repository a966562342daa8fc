import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Figure, type Figures, median, spreadOf } from '../../bench/performance/figures.ts'
import { pageOf, writeReport } from '../../bench/performance/report/page.ts'
import { groupOf, plotOf } from '../../bench/performance/report/plot.ts'

const foyer: Figure = {
  database: 'postgres',
  path: 'addresses',
  title: 'GET /addresses/{id} & <more>',
  connections: 32,
  contestant: 'foyer',
  rate: spreadOf([2_900, 3_000, 3_100]),
  p50: 8.8,
  p99: 17.6,
  serverUs: 240,
  databaseUs: 60,
  allocatedBytes: 51 * 1_024,
  responseBytes: 4_200,
  statements: 1,
  trips: 1,
  memory: { idle: 90 * 2 ** 20, after: 120 * 2 ** 20, peak: 130 * 2 ** 20 },
  others: 0.01,
  settled: true,
}
const none = { serverUs: null, allocatedBytes: null, responseBytes: null, memory: null }
const fixture: Figures = {
  at: '2026-01-02T03:04:05.000Z',
  commit: 'abcdef0',
  machine: {
    processors: 2,
    model: 'Some processor',
    memoryBytes: 8 * 2 ** 30,
    kernel: '6.1',
    node: 'v24.0.0',
    hugePages: 'madvise',
    randomReadNs: { 1: 5, 16: 40, 256: 120 },
  },
  settings: { rounds: 5, seconds: 2, users: 100_000, embeddedUsers: 10_000 },
  seedSeconds: { postgres: 40, embedded: 30 },
  figures: [
    foyer,
    { ...foyer, contestant: 'pipelined', rate: spreadOf([6_000]), serverUs: 120 },
    { ...foyer, contestant: 'pgbench', rate: spreadOf([18_000]), ...none },
    { ...foyer, connections: 64 },
    { ...foyer, database: 'embedded', databaseUs: null, statements: null, trips: null },
  ],
}

test('the median lies in the middle, also of an even number of values', () => {
  assert.equal(median([3, 1, 2]), 2)
  assert.equal(median([4, 1, 2, 3]), 2.5)
  assert.deepEqual(spreadOf([2, 9, 4]), { median: 4, min: 2, max: 9 })
})

test('every row of a table in the report has a cell for each column', () => {
  const page = pageOf(fixture)
  const tables = page.split(/\n{2,}/).filter((block) => block.startsWith('|'))
  // The contestants, the machine, the summary, and one for each group of figures.
  assert.equal(tables.length, 3 + 3)
  for (const table of tables) {
    const [head, ...rows] = table
      .trim()
      .split('\n')
      .map((line) => line.split('|').length)
    assert.deepEqual(new Set(rows), new Set([head]), table)
  }
  assert.doesNotMatch(page, /NaN|undefined|null|Infinity/)
  assert.match(page, /\| 3,000 \| 0\.50 \| {2}\| 0\.17 \|/, 'the ratios to the peers')
  assert.match(page, /\| 3,000 \(2,900 to 3,100\) \| 8\.8 \/ 17\.6 \| 240 \| 60 \| 51\.0 \|/)
})

test('a plot is well-formed, and everything in it is within its frame', () => {
  const { figures } = fixture
  const svg = plotOf('A & B', [groupOf(foyer.title, figures), groupOf('Second', figures)])
  assertWellFormed(svg)
  const [, width, height] = /viewBox="0 0 (\d+) (\d+)"/.exec(svg)?.map(Number) ?? []
  assert.ok(width && height)
  for (const [, axis, value] of svg.matchAll(/ ([xy])[12]?="([^"]+)"/g)) {
    const limit = axis === 'x' ? width : height
    assert.ok(Number(value) >= 0 && Number(value) <= limit, `${axis} ${value}`)
  }
  assert.equal(svg.match(/<rect /g)?.length, 2 * figures.length, 'a bar for each figure')
  assert.equal(svg.match(/class="ours"/g)?.length, 2 * 3, 'Foyer has a color of its own')
})

test('the report has all the files that its page names', () => {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-report-'))
  try {
    writeReport(fixture, directory)
    const page = readFileSync(join(directory, 'performance.md'), 'utf8')
    const named = [...page.matchAll(/\]\(performance\/([^)]+)\)/g)].map(([, name]) => name)
    assert.deepEqual(named.sort(), readdirSync(join(directory, 'performance')).sort())
    const figures = readFileSync(join(directory, 'performance/figures.json'), 'utf8')
    assert.deepEqual(JSON.parse(figures), fixture)
  } finally {
    rmSync(directory, { recursive: true })
  }
})

/** Checks that all elements are closed in order, and that `&` and `<` are escaped. */
function assertWellFormed(xml: string): void {
  const open: string[] = []
  const rest = xml.replaceAll(
    /<(\/?)([a-z]+)([^<>]*?)(\/?)>/g,
    (_, end, name, attributes, empty) => {
      assert.match(attributes, /^(?:\s+[a-zA-Z0-9-]+="[^"<&]*")*\s*$/)
      if (end) assert.equal(open.pop(), name)
      else if (!empty) open.push(name)
      return ''
    },
  )
  assert.deepEqual(open, [])
  assert.doesNotMatch(rest.replaceAll(/&(?:amp|lt|gt);/g, ''), /[<>&]/)
}
