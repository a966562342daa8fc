import { type Figure, holds } from '../support/figure.ts'
import type { Promised } from './promises.ts'
import { type FileRun, type Form, type Outcome, outcomesOf, proofsIn } from './run.ts'

/** The verdicts, from the best to the worst. */
const verdicts = ['pass', 'left out', 'not run', 'incomplete', 'fail'] as const
type Verdict = (typeof verdicts)[number]

/** A promise, with the results of its proof. */
export interface Line {
  readonly number: number
  readonly chapter: string
  readonly promise: string
  readonly verdict: Verdict
  readonly forms: readonly Form[]
  /** The commits of the project with which its tests ran. */
  readonly commits: readonly string[]
  /** Tests that passed, over all databases. */
  readonly passed: number
  readonly seconds: number
  readonly figures: readonly Figure[]
  /** What failed, was left out or did not run, and why. */
  readonly problems: readonly string[]
}

export interface Report {
  readonly date: string
  readonly machine: string
  readonly lines: readonly Line[]
}

/** @returns the line of a promise, from the runs of all files */
export function lineOf(promised: Promised, runs: ReadonlyMap<string, FileRun>): Line {
  const { number, chapter, text, proof } = promised
  const outcomes: Outcome[] = []
  const problems: string[] = []
  const missing: string[] = []
  let verdict: Verdict = 'pass'
  const worsen = (to: Verdict, problem?: string) => {
    if (verdicts.indexOf(to) > verdicts.indexOf(verdict)) verdict = to
    if (problem !== undefined) problems.push(problem)
  }
  for (const [file, names] of Object.entries(proof))
    for (const name of proofsIn(file, names)) {
      const own = outcomesOf(runs.get(file), name)
      if (own === undefined) missing.push([file, name].join(' > '))
      else if (own.length === 0) worsen('fail', `${file}: no test ran that is called “${name}”`)
      else if (own.every((outcome) => outcome.verdict === 'left out')) worsen('left out')
      outcomes.push(...(own ?? []))
    }
  for (const { path, verdict, reason } of outcomes) {
    if (verdict === 'fail') worsen('fail')
    if (verdict !== 'pass') problems.push(`${path.join(' > ')}: ${verdict}: ${reason}`)
  }
  if (missing.length > 0 && outcomes.length === 0) worsen('not run')
  else for (const each of missing) worsen('incomplete', `${each}: not run`)
  const figures = worstOf(
    [...runs.values()].flatMap((run) => run.figures),
    number,
  )
  for (const { what, value, bound } of figures)
    if (!holds(value, bound)) worsen('fail', `${what} is ${value}`)
  return {
    number,
    chapter,
    promise: text,
    verdict,
    forms: [...new Set(outcomes.map(({ form }) => form))],
    commits: [...new Set(outcomes.map(({ commit }) => commit))],
    passed: outcomes.filter((outcome) => outcome.verdict === 'pass').length,
    seconds: Math.round(outcomes.reduce((sum, { seconds }) => sum + seconds, 0)),
    figures,
    problems,
  }
}

/**
 * Returns the worst value of each figure, because some are measured more than once, such as on both
 * databases.
 */
function worstOf(figures: readonly Figure[], promise: number): Figure[] {
  const worst = new Map<string, Figure>()
  for (const figure of figures) {
    if (figure.promise !== promise) continue
    const known = worst.get(figure.what)
    if (known === undefined || isWorse(figure, known)) worst.set(figure.what, figure)
  }
  return [...worst.values()]
}

function isWorse({ value, bound }: Figure, { value: than }: Figure): boolean {
  if (!holds(value, bound)) return true
  return bound.atMost !== undefined ? value > than : value < than
}

/** @returns the report as Markdown */
export function markdownOf({ date, machine, lines }: Report): string {
  const counts = Map.groupBy(lines, ({ verdict }) => verdict)
  const summary = [...counts].map(([verdict, those]) => `${those.length} ${verdict}`).join(', ')
  const chapters = Map.groupBy(lines, ({ chapter }) => chapter)
  return [
    '# Report on the promises\n',
    `On ${date}, on ${machine}: ${summary}.\n`,
    'To repeat a line: `npm run test:trust -- --lines NUMBER`, for a short form with `--short`.\n',
    ...[...chapters].flatMap(([chapter, those]) => [
      `## ${chapter}\n`,
      '| | Promise | Verdict | Form and commit | Figures |\n|---|---|---|---|---|',
      ...those.map(rowOf),
      '',
    ]),
  ].join('\n')
}

function rowOf(line: Line): string {
  const { number, promise, verdict, forms, commits, passed, seconds, figures, problems } = line
  const told = figures.map(({ what, value, bound, of }) => {
    const trials = of === undefined ? '' : `, in ${count(of)}`
    return `${what}: ${count(value)} (${boundOf(bound)}${trials})`
  })
  const ran = passed > 0 ? [`${count(passed)} tests passed in ${seconds} s`] : []
  const from = [forms.join(' and '), ...commits].join('<br>')
  const shown = [...told, ...ran, ...problems].join('<br>')
  const cells = [number, promise, `**${verdict}**`, from, shown]
  return `| ${cells.map((cell) => `${cell}`.replaceAll('|', '\\|').replaceAll('\n', ' ')).join(' | ')} |`
}

function boundOf({ atMost, atLeast }: Figure['bound']): string {
  if (atMost === atLeast) return `must be ${count(atMost ?? 0)}`
  const bounds = [
    ...(atLeast !== undefined ? [`at least ${count(atLeast)}`] : []),
    ...(atMost !== undefined ? [`at most ${count(atMost)}`] : []),
  ]
  return bounds.join(', ')
}

const count = (value: number): string =>
  value.toLocaleString('en', { maximumFractionDigits: Math.abs(value) < 10 ? 3 : 0 })
