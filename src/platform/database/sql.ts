import { createHash } from 'node:crypto'
import { refuseCardNumbers } from '../text/card-number/guard.ts'

/**
 * One statement: its name (for preparation), its text with `$1…`, and the values of its parameters.
 */
export interface Statement {
  readonly name: string
  readonly text: string
  readonly values: readonly unknown[]
}

/** A constant piece of SQL, such as a list of columns, that several statements share. */
export class Fragment {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** Writes a constant piece of SQL. It has no parameters; only a statement has them. */
export function fragment(strings: TemplateStringsArray): Fragment {
  return new Fragment(strings.join(''))
}

interface Prepared {
  name: string
  text: string
}

const prepared = new WeakMap<TemplateStringsArray, Map<string, Prepared>>()

/**
 * Writes a statement. Every `${value}` becomes a parameter, never text; only a `Fragment` is
 * inserted as text. The name of the prepared statement is a hash of its text. Each place in the
 * source gives one prepared statement for each choice of fragments, so their number is bounded.
 * @throws {Refused} validation_failed, when a value holds a card number
 */
export function sql(strings: TemplateStringsArray, ...parts: readonly unknown[]): Statement {
  let choice = ''
  const values: unknown[] = []
  for (const part of parts) {
    if (part instanceof Fragment) choice += part.text
    else values.push(part)
  }
  refuseCardNumbers(values)
  const { name, text } =
    known(strings, choice) ?? remember(strings, choice, prepare(strings, parts))
  return { name, text, values }
}

const known = (strings: TemplateStringsArray, choice: string) => prepared.get(strings)?.get(choice)

function remember(strings: TemplateStringsArray, choice: string, statement: Prepared): Prepared {
  const choices = prepared.get(strings) ?? new Map<string, Prepared>()
  prepared.set(strings, choices.set(choice, statement))
  return statement
}

function prepare(strings: TemplateStringsArray, parts: readonly unknown[]): Prepared {
  let count = 0
  const text = strings.reduce((before, string, index) => {
    const part = parts[index - 1]
    return `${before}${part instanceof Fragment ? part.text : `$${++count}`}${string}`
  })
  return { name: createHash('sha256').update(text).digest('base64url').slice(0, 20), text }
}
