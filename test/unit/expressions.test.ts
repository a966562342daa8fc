import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addressRules, countryCodes } from '../../src/resources/countries/rules.ts'
import { figure } from '../support/figure.ts'

/*
 * No regular expression in the source takes more than linear time on 64 KiB, whatever the text. The
 * test finds every literal in the source and attacks it with repetitions of what it matches.
 * Expressions made at run time are listed by hand.
 */

const root = join(import.meta.dirname, '../../src')
/** Modules that read only the operator’s input: settings and the command line. */
const operatorModules = /^(config|main|cli|commands)\b/
const kib = 1024

interface Expression {
  readonly name: string
  readonly expression: RegExp
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !operatorModules.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8')) }))

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
}

/** A regular expression literal. It starts with a slash where an operand may stand. */
const literal =
  /(?<=(?:[=(,:?&|![>]|return)\s*|^\s+)\/((?:[^/\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+)\/([a-z]*)/gm

const literals: Expression[] = sources.flatMap(({ file, text }) =>
  [...text.matchAll(literal)].map(([whole, source = '', flags]) => ({
    name: `${file} ${whole}`,
    expression: new RegExp(source, flags),
  })),
)

const postalCodes: Expression[] = countryCodes.flatMap((code) => {
  const pattern = addressRules(code).postalCode?.pattern
  return pattern === undefined
    ? []
    : [{ name: `postal codes of ${code}`, expression: new RegExp(pattern, 'i') }]
})

test('the test finds all regular expressions', () => {
  assert.ok(literals.length > 20, String(literals.length))
  const made = sources.filter(({ text }) => text.includes('new RegExp(')).map(({ file }) => file)
  assert.deepEqual(made.sort(), [
    'app/stray-paths.ts',
    // One class of characters, repeated: a name that consists of letters of some scripts.
    'identity/users/developers/look-alike.ts',
    // The patterns of parameters are in the schemas of routes, which are among the literals below.
    'platform/http/api/query.ts',
    // The structures of SWIFT's registry, whose parts have fixed lengths.
    'platform/text/iban/iban.ts',
    // A copy of a literal in the same file, with another flag.
    'platform/text/text.ts',
    'resources/countries/postal-code.ts',
  ])
  for (const { file, text } of sources) {
    // Each call needs a literal in the same file.
    const calls = [...text.matchAll(/\/[dgimsuvy]*\.(?:test|exec)\(/g)].length
    const found = literals.filter(({ name }) => name.startsWith(`${file} `)).length
    assert.ok(found >= calls, file)
  }
})

test('each regular expression takes linear time on 64 KiB', () => {
  const stray: Expression = {
    name: 'app/stray-paths.ts',
    expression: /^\/+(?:addresses|user)(?=[/?]|$)/i,
  }
  const all = [...literals, ...postalCodes, stray]
  for (const { name, expression } of all) assertLinear(name, expression)
  figure(23, 'expressions that are linear', all.length, { atLeast: 20 })
})

test('the test catches an expression that is not linear', () => {
  assert.throws(() => assertLinear('', /\/+$/), { name: 'AssertionError' })
})

interface Attack {
  readonly prefix: string
  readonly pump: string
  readonly suffix: string
}

/** Single characters, and pairs that make a word boundary at each step. */
const ordinary = [...' \t\na0Zé-_/:;,"@=+.%{(\u3000', '0-', '0 ', 'a-', 'a.']

/**
 * Repetitions of single characters and of the words in the expression. Each attack has a prefix
 * that may match and a suffix that breaks the match.
 */
function attacksOn({ source }: RegExp): Attack[] {
  const words = source.replace(/\\[a-z](?:\{[^}]*\})?/gi, '\n').match(/[\w ;"=/@%-]+/g) ?? []
  const spelled = [...new Set([...words, words.join('')])].slice(0, 6)
  const own = spelled.flatMap((word) => [word, `${word} `, ` ${word}`])
  const pumps = [...new Set([...ordinary, ...source, ...own])].filter((pump) => pump !== '')
  const prefixes = ['', ...spelled.slice(0, 3)]
  return pumps.flatMap((pump) =>
    prefixes.flatMap((prefix) => ['\n', '!'].map((suffix) => ({ prefix, pump, suffix }))),
  )
}

/** In milliseconds, for 64 KiB. A shorter time is far from quadratic, and too short to compare. */
const negligibleMs = 5

/** In milliseconds, for 16 KiB. A linear expression takes a twentieth of it. */
const longestQuarterMs = 50
const leastMeasurements = 3
const mostMeasurements = 40

/**
 * Checks the worst attack: for four times the input, the time must be less than eight times as
 * long. Linear time grows by four, quadratic time by sixteen. The shortest of several measurements
 * counts, and a ratio that is too large is measured again.
 */
function assertLinear(name: string, expression: RegExp): void {
  const attacks = attacksOn(expression)
  // A short text already shows exponential time. 4 KiB show which attack is the worst of the
  // others.
  for (const attack of attacks) {
    let least = timeOf(expression, attack, 32)
    for (let left = 2; least >= 100 && left > 0; left--)
      least = Math.min(least, timeOf(expression, attack, 32))
    assert.ok(least < 100, name)
  }
  const times = attacks.map((attack) => timeOf(expression, attack, 4 * kib))
  const worst = attacks[times.indexOf(Math.max(...times))]
  assert.ok(worst)
  let [whole, quarter] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
  let ratio = Number.POSITIVE_INFINITY
  for (let count = 1; count <= mostMeasurements; count++) {
    quarter = Math.min(quarter, timeOf(expression, worst, 16 * kib))
    if (quarter >= longestQuarterMs) {
      assert.ok(count < leastMeasurements, `${name}: ${quarter} ms for 16 KiB`)
      continue
    }
    whole = Math.min(whole, timeOf(expression, worst, 64 * kib))
    if (whole < negligibleMs) return
    ratio = whole / quarter
    if (ratio < 8 && count >= leastMeasurements) break
  }
  assert.ok(ratio < 8, `${name}: ${JSON.stringify(worst)}, ratio ${ratio.toFixed(2)}`)
}

/**
 * Searches a text of this size for all matches.
 * @returns the processor time in milliseconds: other work on the machine does not make it longer
 */
function timeOf(expression: RegExp, attack: Attack, size: number): number {
  const text = textOf(attack, size)
  const start = threadTime()
  text.replace(expression, '')
  return threadTime() - start
}

/**
 * The processor time of this thread in milliseconds. Linux counts the time of a thread in ticks of
 * some milliseconds, but brings it up to date to the microsecond when the time of the whole process
 * is read, so this function reads that first.
 */
function threadTime(): number {
  process.cpuUsage()
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1_000
}

const textOf = ({ prefix, pump, suffix }: Attack, size: number): string =>
  prefix + pump.repeat(size / pump.length) + suffix
