import type { Figures } from '../figures.ts'
import { noticeable } from './table.ts'

/** Where the page comes from. */
export const originOf = ({ at, commit }: Figures): string =>
  `\`npm run bench\` has written this page, on ${at.slice(0, 10)} at commit ${commit}.
Figures of two machines differ, mostly by what a random read costs, so compare the contestants of one run. All
figures are in [figures.json](performance/figures.json). The decisions behind the method are in
[decisions/benchmark.md](decisions/benchmark.md).`

/** How the figures were measured. */
export function methodOf({ settings }: Figures): string {
  const { rounds, seconds, users, embeddedUsers } = settings
  const [all, some] = [users, embeddedUsers].map((count) => count.toLocaleString('en'))
  return `A new PostgreSQL gets ${all} users, the embedded database ${some}. Requests carry the tokens
of 1,000 of them in turn, cold tokens those of 100,000. All contestants of a path run in turn, in
${rounds} rounds of ${seconds} s, after a warm-up that ends when two rounds agree. The figures are
medians of the rounds. The load generator (wrk, one thread), PostgreSQL and the servers share the
machine. Servers run with the flags of \`npm start\`. Commits do not wait for the disk.

| Contestant | What it is |
|---|---|
| foyer | The program, with its checks, its log and its audit trail |
| pipelined | Bare \`node:http\` that sends the same statements over three pipelined \`pg\` connections, and the same bytes. It checks no token |
| pool | The same over an ordinary \`pg\` pool |
| pgbench | \`pgbench -M prepared\` sends the same statement, with ten clients and two threads |
| bare | Bare \`node:http\` that sends the same bytes, without a database |
| transaction | Bare \`node:http\` that writes in a plain transaction of five round trips over a pool. It has no rules and no audit trail |
| provider | oidc-provider with a plain storage on the same tables |

Processor time is that of the server's process, and that of all processes of PostgreSQL. Allocated
bytes are those of V8's heap, measured in the last round of the warm-up. Statements do not count
BEGIN and COMMIT. Trips are responses of the database that a request waits for, one after the other.
Memory is resident memory: before the first request, after the last, and the most so far.`
}

/** What the machine is, and whether it was quiet. */
export function machineOf({ machine, seedSeconds, figures }: Figures): string {
  const reads = Object.entries(machine.randomReadNs).map(
    ([size, ns]) => `${size} MB: ${ns.toFixed(0)} ns`,
  )
  const seeded = Object.entries(seedSeconds).map(
    ([database, seconds]) => `| Adding the users, ${database} | ${seconds.toFixed(1)} s |`,
  )
  const disturbed = figures.filter(({ others }) => others > noticeable)
  const unsettled = figures.filter(({ settled }) => !settled)
  return `| | |
|---|---|
| Processors | ${machine.processors} × ${machine.model} |
| Random read from | ${reads.join(', ')} |
| Transparent huge pages | ${machine.hugePages} |
| Memory | ${(machine.memoryBytes / 2 ** 30).toFixed(0)} GB |
| Kernel, Node.js | ${machine.kernel}, ${machine.node} |
${seeded.join('\n')}

Others took more than ${noticeable * 100} % of the processors' time in ${disturbed.length} of ${figures.length}
measurements. The warm-up did not settle in ${unsettled.length}.`
}
