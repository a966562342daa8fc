import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { describe, test } from 'node:test'
import { promises, sourceOf } from './promises.ts'

/** The names of the tests and suites in a file. Each placeholder becomes `…`. */
function namesIn(file: string): string[] {
  const source = readFileSync(file, 'utf8')
  const calls = source.matchAll(
    /^ *(?:await )?(?:test|describe|onEveryDatabase)\(\s*(?:(['"`])((?:(?!\1)[^\\]|\\.)*)\1|(\w+))/gm,
  )
  return [...calls].map(([, , name = '…']) => name.replace(/\$\{(?:[^{}]|\{[^}]*\})*\}/g, '…'))
}

describe('promises', () => {
  const all = promises()

  test('are numbered from 1 to 57', () => {
    assert.deepEqual(
      all.map(({ number }) => number),
      Array.from({ length: 57 }, (_, index) => index + 1),
    )
  })

  test('have at least one test each', () => {
    const without = all.filter(({ proof }) => Object.values(proof).flat().length === 0)
    assert.deepEqual(
      without.map(({ number }) => number),
      [],
    )
  })

  test('name tests that exist', () => {
    const known = new Map<string, string[]>()
    const missing: string[] = []
    for (const { number, proof } of all)
      for (const [file, names] of Object.entries(proof)) {
        const existing = known.get(file) ?? namesIn(file)
        known.set(file, existing)
        for (const name of names) {
          const pattern = new RegExp(`^${sourceOf(name)}$`)
          if (!existing.some((one) => pattern.test(one)))
            missing.push(`${number}: ${file}: ${name}`)
        }
      }
    assert.deepEqual(missing, [])
  })

  test('list each file that measures a figure for them', () => {
    const files = globSync(
      'test/{attacks,conformance,contract,failures,program,stories}/**/*.test.ts',
    )
    const missing = files.flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/\bfigure\(\s*(\d+),/g)]
        .map(([, number]) => all.find((each) => each.number === Number(number)))
        .filter((promised) => promised === undefined || !(file in promised.proof))
        .map((promised) => `${promised?.number}: ${file}`),
    )
    assert.deepEqual(missing, [])
  })
})
