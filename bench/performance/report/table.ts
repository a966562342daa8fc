import type { Figure } from '../figures.ts'

const columns = [
  'Requests/s (min to max)',
  'p50 / p99 ms',
  'Server µs',
  'PostgreSQL µs',
  'Allocated KB',
  'Response bytes',
  'SQL / trips',
  'Memory MB (idle, after, peak)',
]

/** One Markdown table for the contestants of a path, or for the paths of a contestant. */
export function tableOf(
  figures: readonly Figure[],
  first: 'Contestant' | 'Path' = 'Contestant',
): string {
  const head = [first, ...columns]
  const rows = figures.map((figure) => [
    first === 'Path' ? figure.title : figure.contestant,
    ...cellsOf(figure),
  ])
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [head, head.map(() => '---'), ...rows].map(line).join('\n')
}

function cellsOf(figure: Figure): string[] {
  const { rate, p50, p99, serverUs, databaseUs, statements, trips, memory } = figure
  const { allocatedBytes, responseBytes } = figure
  return [
    `${whole(rate.median)} (${whole(rate.min)} to ${whole(rate.max)})`,
    `${p50.toFixed(1)} / ${p99.toFixed(1)}`,
    or(serverUs, whole),
    or(databaseUs, whole),
    or(allocatedBytes, (bytes) => (bytes / 1_024).toFixed(1)),
    or(responseBytes, whole),
    statements === null ? '' : `${statements} / ${trips}`,
    or(memory, ({ idle, after, peak }) => [idle, after, peak].map(megabytes).join(', ')),
  ]
}

/** One line for a terminal. */
export function lineOf(figure: Figure): string {
  const { title, connections, contestant, rate, serverUs, databaseUs, others } = figure
  const parts = [
    `${title}, ${connections}`.padEnd(42),
    contestant.padEnd(11),
    `${whole(rate.median)}/s (${whole(rate.min)} to ${whole(rate.max)})`.padEnd(26),
    `p50 ${figure.p50.toFixed(1)} ms, p99 ${figure.p99.toFixed(1)} ms`.padEnd(26),
    `server ${or(serverUs, whole)} µs, PostgreSQL ${or(databaseUs, whole)} µs,`,
    `${or(figure.allocatedBytes, (bytes) => (bytes / 1_024).toFixed(1))} KB`,
    figure.statements === null ? '' : `${figure.statements} SQL in ${figure.trips}`,
    figure.settled ? '' : 'NOT SETTLED',
    others > noticeable ? `others took up to ${Math.round(others * 100)} %` : '',
  ]
  return parts.filter((part) => part !== '').join(' ')
}

/** The share of the processors' time from which on others are worth a word. */
export const noticeable = 0.05

const whole = (value: number): string => Math.round(value).toLocaleString('en')
const megabytes = (bytes: number): string => whole(bytes / 2 ** 20)
const or = <T>(value: T | null, format: (value: T) => string): string =>
  value === null ? '' : format(value)
