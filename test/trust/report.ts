import { type Figure, holds } from '../support/figure.ts'
import { type Promised, sourceOf } from './promises.ts'
import { type FileRun, isProgram, type Outcome } from './run.ts'

type Verdict = Outcome['verdict']

/** A promise, with what shows it. */
export interface Line {
  readonly number: number
  readonly chapter: string
  readonly promise: string
  readonly verdict: Verdict | 'not run'
  /** Tests that passed, over all databases. */
  readonly passed: number
  readonly seconds: number
  readonly figures: readonly Figure[]
  /** What failed or was left out, and why. */
  readonly problems: readonly string[]
}

export interface Report {
  readonly form: 'long' | 'short'
  readonly date: string
  readonly machine: string
  /** Of the project, with which the tests ran. */
  readonly commits: readonly string[]
  readonly lines: readonly Line[]
}

/** @returns the line of a promise, from the runs of all files */
export function lineOf(promised: Promised, runs: ReadonlyMap<string, FileRun>): Line {
  const { number, chapter, text, proof } = promised
  const outcomes: Outcome[] = []
  const problems: string[] = []
  let verdict: Line['verdict'] = 'pass'
  const worsen = (to: Line['verdict'], problem?: string) => {
    const order = ['pass', 'left out', 'not run', 'fail']
    if (order.indexOf(to) > order.indexOf(verdict)) verdict = to
    if (problem !== undefined) problems.push(problem)
  }
  for (const [file, names] of Object.entries(proof)) {
    const run = runs.get(file)
    for (const name of isProgram(file) ? [undefined] : names) {
      if (run === undefined || (name !== undefined && !run.names.includes(name))) {
        worsen('not run')
        continue
      }
      const own = run.outcomes.filter(({ path }) => isCalled(path, name))
      if (own.length === 0) worsen('fail', `${file}: no test ran that is called “${name}”`)
      else if (own.every((outcome) => outcome.verdict === 'left out')) worsen('left out')
      outcomes.push(...own)
    }
  }
  for (const { path, verdict, reason } of outcomes) {
    if (verdict === 'fail') worsen('fail')
    if (verdict !== 'pass') problems.push(`${path.join(' > ')}: ${verdict}: ${reason}`)
  }
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
    passed: outcomes.filter((outcome) => outcome.verdict === 'pass').length,
    seconds: Math.round(outcomes.reduce((sum, { seconds }) => sum + seconds, 0)),
    figures,
    problems,
  }
}

/** Whether a test, or one of its suites, has a name of a proof. A program has none. */
function isCalled(path: readonly string[], name: string | undefined): boolean {
  if (name === undefined) return path.length === 0
  const pattern = new RegExp(`^${sourceOf(name)}$`)
  return path.some((each) => pattern.test(each))
}

/** What was measured more than once, such as on both databases, is shown at its worst. */
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
export function markdownOf({ form, date, machine, commits, lines }: Report): string {
  const counts = Map.groupBy(lines, ({ verdict }) => verdict)
  const summary = [...counts].map(([verdict, those]) => `${those.length} ${verdict}`).join(', ')
  const chapters = Map.groupBy(lines, ({ chapter }) => chapter)
  return [
    '# Report on the promises\n',
    `The ${form} form on ${date}, at ${commits.join(', ')}, on ${machine}: ${summary}.\n`,
    ...[...chapters].flatMap(([chapter, those]) => [
      `## ${chapter}\n`,
      '| | Promise | Verdict | Figures |\n|---|---|---|---|',
      ...those.map(rowOf),
      '',
    ]),
  ].join('\n')
}

function rowOf({ number, promise, verdict, passed, seconds, figures, problems }: Line): string {
  const told = figures.map(({ what, value, bound, of }) => {
    const trials = of === undefined ? '' : `, in ${count(of)}`
    return `${what}: ${count(value)} (${boundOf(bound)}${trials})`
  })
  const ran = passed > 0 ? [`${count(passed)} tests passed in ${seconds} s`] : []
  const cells = [number, promise, `**${verdict}**`, [...told, ...ran, ...problems].join('<br>')]
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
