import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure, Figures } from '../figures.ts'
import { machineOf, methodOf, originOf } from './method.ts'
import { groupOf, plotOf } from './plot.ts'
import { summaryOf } from './summary.ts'
import { tableOf } from './table.ts'

/** Writes `performance.md`, and the figures and plots next to it in `performance/`. */
export function writeReport(figures: Figures, output: string): void {
  const directory = join(output, 'performance')
  mkdirSync(directory, { recursive: true })
  writeFileSync(join(directory, 'figures.json'), `${JSON.stringify(figures, null, 2)}\n`)
  for (const { file, title, groups } of plotsOf(figures))
    writeFileSync(join(directory, file), plotOf(title, groups))
  writeFileSync(join(output, 'performance.md'), pageOf(figures))
}

/** Figures of the same database, path and number of connections. */
export function groupsOf(figures: readonly Figure[]): Figure[][] {
  const keyOf = ({ database, path, connections }: Figure) => `${database} ${path} ${connections}`
  return [...Map.groupBy(figures, keyOf).values()]
}

const databaseNames = { postgres: 'PostgreSQL', embedded: 'embedded database' } as const

/** One plot for each database and number of connections. */
function plotsOf({ figures }: Figures) {
  const keyOf = ({ database, connections }: Figure) => `${database}-${connections}`
  return [...Map.groupBy(figures, keyOf)].map(([key, ofPlot]) => {
    const [{ database, connections }] = ofPlot as [Figure]
    const title = `Requests a second, ${databaseNames[database]}, ${connections} connections`
    const groups = groupsOf(ofPlot).map((group) => groupOf(group[0]?.title ?? '', group))
    return { file: `${key}.svg`, title, groups }
  })
}

/** The text of `performance.md`. */
export function pageOf(result: Figures): string {
  const { figures } = result
  const ofPostgres = figures.filter(({ database }) => database === 'postgres')
  const ofEmbedded = figures.filter(({ database }) => database === 'embedded')
  const parts = [
    '# Performance',
    // The processor and the kernel have names that no word list has.
    '<!-- cspell:disable -->',
    originOf(result),
    '## Method',
    methodOf(result),
    '## Machine',
    machineOf(result),
    '## Foyer and its peers',
    `Requests a second of Foyer, and the ratio to each peer. Above 1, Foyer is faster. The last
columns compare Foyer's processor time and allocation with those of its first peer, and less is
better.`,
    summaryOf(groupsOf(ofPostgres)),
    ...plotsOf(result).map(({ file, title }) => `![${title}](performance/${file})`),
    '## All figures',
    ...groupsOf(ofPostgres).flatMap((group) => {
      const [{ title, connections }] = group as [Figure]
      return [`### ${title}, ${connections} connections`, tableOf(group)]
    }),
    ...Map.groupBy(ofEmbedded, ({ connections }) => connections)
      .entries()
      .flatMap(([connections, group]) => [
        `### Embedded database, ${connections} connections`,
        tableOf(group, 'Path'),
      ]),
  ]
  return `${parts.join('\n\n')}\n`
}
