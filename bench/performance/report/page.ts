import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Figure, Figures } from '../figures.ts'
import { groupOf, plotOf } from './plot.ts'
import { summaryOf } from './summary.ts'
import { noticeable, tableOf } from './table.ts'

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
  const { figures, machine, seedSeconds } = result
  const reads = Object.entries(machine.randomReadNs).map(
    ([size, ns]) => `${size} MB: ${ns.toFixed(0)} ns`,
  )
  const disturbed = figures.filter(({ others }) => others > noticeable)
  const unsettled = figures.filter(({ settled }) => !settled)
  const parts = [
    '# Performance',
    '<!-- cspell:disable -->',
    `\`npm run bench\` has written this page, on ${result.at.slice(0, 10)} at commit ${result.commit}. ` +
      'Figures of two machines differ, mostly by what a random read costs, so compare the contestants of one run. ' +
      'All figures are in [figures.json](performance/figures.json).',
    '## Method',
    methodOf(result),
    '## Machine',
    [
      '| | |',
      '|---|---|',
      `| Processors | ${machine.processors} × ${machine.model} |`,
      `| Random read from | ${reads.join(', ')} |`,
      `| Transparent huge pages | ${machine.hugePages} |`,
      `| Memory | ${(machine.memoryBytes / 2 ** 30).toFixed(0)} GB |`,
      `| Kernel, Node.js | ${machine.kernel}, ${machine.node} |`,
      ...Object.entries(seedSeconds).map(
        ([database, seconds]) => `| Adding the users, ${database} | ${seconds.toFixed(1)} s |`,
      ),
    ].join('\n'),
    `Other programs took more than ${noticeable * 100} % of the processors' time in ${disturbed.length} of ` +
      `${figures.length} measurements. The warm-up did not settle in ${unsettled.length}.`,
    '## Foyer and its peers',
    'Requests a second of Foyer, and the ratio to each peer. More is better, except in the last two columns.',
    summaryOf(groupsOf(figures.filter(({ database }) => database === 'postgres'))),
    ...plotsOf(result).map(({ file, title }) => `![${title}](performance/${file})`),
    '## All figures',
    ...groupsOf(figures).flatMap((group) => {
      const [{ title, database, connections }] = group as [Figure]
      const heading = `### ${title}: ${databaseNames[database]}, ${connections} connections`
      return [heading, tableOf(group)]
    }),
  ]
  return `${parts.join('\n\n')}\n`
}

function methodOf({ settings }: Figures): string {
  const { rounds, seconds, users, embeddedUsers } = settings
  return `A new PostgreSQL gets ${users.toLocaleString('en')} users, the embedded database ${embeddedUsers.toLocaleString('en')}. Requests carry the tokens of 1,000 of them in
turn, with cold tokens those of all. All contestants of a path run in turn, in ${rounds} rounds of ${seconds} s, after a
warm-up that ends when two rounds agree. The tables show the median of the rounds. The generator (wrk, one thread),
PostgreSQL and the servers share the machine. Servers run with the flags of \`npm start\`. Commits do not wait for the
disk. Foyer is the program as \`npm start\` runs it: it checks tokens, and writes its log and its audit trail.

| Contestant | What it is |
|---|---|
| pipelined | Bare \`node:http\` that sends the same statements over three pipelined \`pg\` connections, and sends the same bytes. It checks no token |
| pool | The same over an ordinary \`pg\` pool |
| pgbench | \`pgbench -M prepared\` with ten clients and two threads sends the same statement. Its latency is that of a statement |
| bare | Bare \`node:http\` that sends the same bytes, without a database |
| transaction | Bare \`node:http\` that writes in a plain transaction of five round trips over a pool, without rules or audit trail |
| provider | oidc-provider with a plain storage on the same tables |

Processor time is that of the server's process, and that of all processes of PostgreSQL. Allocated bytes are those of
V8's heap, measured in the last round of the warm-up. Statements do not count BEGIN and COMMIT; trips are responses of
the database that a request waits for, one after the other.`
}
