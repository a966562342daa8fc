import type { Figure } from '../figures.ts'

const peers = ['pipelined', 'pool', 'pgbench', 'bare', 'transaction', 'provider'] as const

/** A Markdown table with one row for each path: Foyer, and its ratios to its peers. */
export function summaryOf(groups: readonly (readonly Figure[])[]): string {
  const columns = [
    'Path',
    'Connections',
    'Foyer',
    ...peers.map((peer) => `of ${peer}`),
    'p99 / p50',
    'Processor time, of the first peer',
    'Allocated, of the first peer',
  ]
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [columns, columns.map(() => '---'), ...groups.map(rowOf)].map(line).join('\n')
}

function rowOf(group: readonly Figure[]): string[] {
  const foyer = group.find(({ contestant }) => contestant === 'foyer')
  if (foyer === undefined) throw new Error('Foyer is missing.')
  const first = group.find((figure) => figure !== foyer)
  const rateOf = (name: string) => group.find(({ contestant }) => contestant === name)?.rate.median
  return [
    foyer.title,
    String(foyer.connections),
    Math.round(foyer.rate.median).toLocaleString('en'),
    ...peers.map((peer) => ratio(foyer.rate.median, rateOf(peer))),
    ratio(foyer.p99, foyer.p50),
    ratio(foyer.serverUs, first?.serverUs),
    ratio(foyer.allocatedBytes, first?.allocatedBytes),
  ]
}

const ratio = (ours: number | null, theirs: number | null | undefined): string =>
  ours === null || theirs === null || theirs === undefined ? '' : (ours / theirs).toFixed(2)
