import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'

interface Timed {
  readonly ms: number
  readonly file: string
  readonly name: string
}

/** A reporter that lists the ten slowest test files and the ten slowest tests of a run. */
export default async function* slowest(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const tests: Timed[] = []
  const files: Timed[] = []
  for await (const { type, data } of events) {
    if (type !== 'test:pass' && type !== 'test:fail') continue
    const { name, file = '', details, nesting } = data
    const ms = details.duration_ms
    if (details.type !== 'suite') tests.push({ ms, file, name })
    // `worker.ts` makes one suite of each file.
    else if (nesting === 0) files.push({ ms, file: name, name: '' })
  }
  yield table('The slowest test files', files)
  yield table('The slowest tests', tests)
}

function table(title: string, timed: readonly Timed[]): string {
  const lines = timed
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, 10)
    .map(({ ms, file, name }) => {
      const seconds = (ms / 1_000).toFixed(1).padStart(6)
      return `${seconds} s  ${[relative(process.cwd(), file), name].filter(Boolean).join(': ')}\n`
    })
  return `\n${title}\n${lines.join('')}`
}
