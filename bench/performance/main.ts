import { execFileSync } from 'node:child_process'
import type { Figures } from './figures.ts'
import { describeMachine, shareOfOthers } from './machine.ts'
import { readOptions } from './options.ts'
import { writeReport } from './report/page.ts'
import { lineOf } from './report/table.ts'
import { findMissing, runOn } from './run.ts'

/*
 * Measures Foyer beside peers that do less, on the same data and in the same run: `npm run bench`.
 * See docs/performance.md for the method.
 */
const options = readOptions(process.argv.slice(2))
process.on('SIGINT', () => process.exit(130))
const maxOthers = 0.05
const others = await shareOfOthers()
const busy =
  others > maxOthers && !options.anyway
    ? `Others use ${Math.round(others * 100)} % of the processors. Stop them, or add --anyway.`
    : undefined
const refusal = findMissing() ?? busy
if (refusal !== undefined) {
  console.error(refusal)
  process.exit(1)
}
const machine = describeMachine()
console.log(machine)

const figures: Figures['figures'][number][] = []
const seedSeconds: Record<string, number> = {}
let embeddedUsers = 0
for (const database of options.databases) {
  const run = await runOn(database, options, (measured) => {
    for (const figure of measured) console.log(lineOf(figure))
  })
  figures.push(...run.figures)
  seedSeconds[database] = run.seedSeconds
  if (database === 'embedded') embeddedUsers = run.users
}
const { rounds, seconds, users } = options
const result: Figures = {
  at: new Date().toISOString(),
  commit: execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim(),
  machine,
  settings: { rounds, seconds, users, embeddedUsers },
  seedSeconds,
  figures,
}
if (options.output === undefined) console.log('Nothing is written without --output.')
else writeReport(result, options.output)
process.exit()
