import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Figures } from '../../bench/performance/figures.ts'
import { paths } from '../../bench/performance/paths.ts'
import { isSoak } from '../support/soak.ts'

// Two minutes, because every server of every path is started and warmed up.
const options = { skip: !isSoak && 'the benchmark takes two minutes: npm run test:soak' }

test('the benchmark measures every path with every contestant', options, async () => {
  const directory = mkdtempSync(join(tmpdir(), 'foyer-bench-test-'))
  const main = fileURLToPath(new URL('../../bench/performance/main.ts', import.meta.url))
  const tiny = ['--rounds', '1', '--seconds', '1', '--users', '1000', '--connections', '4']
  try {
    await promisify(execFile)(process.execPath, [main, '--anyway', ...tiny, '--output', directory])
    const text = readFileSync(join(directory, 'performance/figures.json'), 'utf8')
    const { figures } = JSON.parse(text) as Figures
    const measured = (database: string) =>
      figures
        .filter((figure) => figure.database === database)
        .map(({ path, contestant }) => `${path} ${contestant}`)
    const expected = paths.flatMap(({ name, peers }) =>
      ['foyer', ...peers].map((contestant) => `${name} ${contestant}`),
    )
    assert.deepEqual(measured('postgres'), expected)
    assert.deepEqual(
      measured('embedded'),
      paths.map(({ name }) => `${name} foyer`),
    )
    for (const { path, contestant, rate } of figures)
      assert.ok(rate.min > 0, `${path} ${contestant}`)
  } finally {
    rmSync(directory, { recursive: true })
  }
})
