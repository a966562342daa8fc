import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { addressRules, countryCodes } from '../../src/resources/countries/rules.ts'

/*
 * No regular expression of ours takes more than linear time, whatever 64 KiB it is given. Every literal in
 * the source is found and attacked with repetitions of what it looks for; what is made at run time, by hand.
 */

const root = join(import.meta.dirname, '../../src')
/** What the operator says, at start, on the command line: nobody else's input. */
const operators = /^(config|main|cli|commands)\b/
const kib = 1024

interface Expression {
  readonly name: string
  readonly expression: RegExp
}

const sources = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !operators.test(file))
  .map((file) => ({ file, text: withoutComments(readFileSync(join(root, file), 'utf8')) }))

function withoutComments(source: string): string {
  return source.replace(/^\s*(?:\/?\*|\/\/).*$/gm, '')
}

/** Where an operand may stand: there, a slash begins an expression. */
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

test('all expressions are found', () => {
  assert.ok(literals.length > 20, String(literals.length))
  const made = sources.filter(({ text }) => text.includes('new RegExp(')).map(({ file }) => file)
  assert.deepEqual(made.sort(), ['app.ts', 'resources/countries/postal-code.ts'])
  for (const { file, text } of sources) {
    // What takes an expression takes one of those found, or a constant that is one.
    const calls = [...text.matchAll(/\/[dgimsuvy]*\.(?:test|exec)\(/g)].length
    const found = literals.filter(({ name }) => name.startsWith(`${file} `)).length
    assert.ok(found >= calls, file)
  }
})

test('each takes linear time on 64 KiB', () => {
  const stray: Expression = {
    name: 'app.ts, stray paths',
    expression: /^\/+(?:addresses|user)(?=[/?]|$)/i,
  }
  for (const { name, expression } of [...literals, ...postalCodes, stray]) {
    assertLinear(name, expression)
  }
})

test('an expression that is not linear is caught', () => {
  assert.throws(() => assertLinear('', /\/+$/), { name: 'AssertionError' })
})

interface Attack {
  readonly prefix: string
  readonly pump: string
  readonly suffix: string
}

/** Characters, and pairs that make a boundary of words at each step. */
const ordinary = [...' \t\na0Zé-_/:;,"@=+.%{(\u3000', '0-', '0 ', 'a-', 'a.']

/** Repetitions of single characters and of what the expression spells, behind and before what breaks off. */
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

/** What takes less for 64 KiB, in milliseconds, is far from quadratic, and too short to be compared. */
const trifle = 5

/**
 * On the worst of the attacks, four times the input takes less than eight times the time, where linear time
 * takes four and quadratic sixteen. The least of several measurements counts, so that what else the machine
 * does counts little.
 */
function assertLinear(name: string, expression: RegExp): void {
  const attacks = attacksOn(expression)
  // Exponential time is found on little; any other worst case is worst on this much already.
  for (const attack of attacks) assert.ok(timeOf(expression, attack, 32) < 100, name)
  const times = attacks.map((attack) => timeOf(expression, attack, 4 * kib))
  const worst = attacks[times.indexOf(Math.max(...times))]
  assert.ok(worst)
  const whole = leastTimeOf(expression, worst, 64 * kib)
  if (whole < trifle) return
  const ratio = whole / leastTimeOf(expression, worst, 16 * kib)
  assert.ok(ratio < 8, `${name}: ${JSON.stringify(worst)}, ratio ${ratio.toFixed(2)}`)
}

/** Of five measurements, or of one where it takes long. */
function leastTimeOf(expression: RegExp, attack: Attack, size: number): number {
  let least = timeOf(expression, attack, size)
  for (let count = 1; count < 5 && least < 200; count++) {
    least = Math.min(least, timeOf(expression, attack, size))
  }
  return least
}

/** In milliseconds, of looking everywhere in a text of this size. */
function timeOf(expression: RegExp, { prefix, pump, suffix }: Attack, size: number): number {
  const text = prefix + pump.repeat(size / pump.length) + suffix
  const start = performance.now()
  text.replace(expression, '')
  return performance.now() - start
}
