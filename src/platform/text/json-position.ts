/** The position of a syntax error. Line and column count from 1, columns in code points. */
export interface Position {
  readonly line: number
  readonly column: number
}

/** One token (RFC 8259, 2), with the whitespace before it. */
const token =
  /[\t\n\r ]*(?:("(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*")|(-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)|([{}[\],:]))/y
const whitespace = /[\t\n\r ]*/y
const stringSoFar = /"(?:[ !#-[\]-\uffff]|\\(?:["\\/bfnrt]|u[\da-fA-F]{4}))*/y

/** What may come next. After `[` a value or `]`, after `{` a name or `}`. */
type Expected = 'value' | 'first item' | 'name' | 'first name' | 'colon' | 'comma' | 'end'

/**
 * Finds the syntax error in a text that `JSON.parse` refuses: the start of the first token that is
 * not allowed at its place.
 */
export function findSyntaxError(text: string): Position {
  const open: ('{' | '[')[] = []
  let expected: Expected = 'value'
  let at = 0
  for (;;) {
    token.lastIndex = at
    const match = token.exec(text)
    const next: Expected | undefined = match ? afterToken(match, expected, open) : undefined
    if (next === undefined) {
      const start = endOf(whitespace, text, at)
      return positionOf(text, match === null ? findStringError(text, start) : start)
    }
    expected = next
    at += match?.[0].length ?? 0
  }
}

/** The tokens that may follow a token. Undefined if the token itself is not allowed here. */
function afterToken(
  [, string, scalar, sign]: RegExpExecArray,
  expected: Expected,
  open: ('{' | '[')[],
): Expected | undefined {
  const takesValue = expected === 'value' || expected === 'first item'
  const afterValue = open.length === 0 ? 'end' : 'comma'
  if (string !== undefined && (expected === 'name' || expected === 'first name')) return 'colon'
  if (string !== undefined || scalar !== undefined) return takesValue ? afterValue : undefined
  if (sign === '{' || sign === '[') {
    if (!takesValue) return undefined
    open.push(sign)
    return sign === '{' ? 'first name' : 'first item'
  }
  if (sign === ':') return expected === 'colon' ? 'value' : undefined
  if (sign === ',') {
    if (expected !== 'comma') return undefined
    return open.at(-1) === '{' ? 'name' : 'value'
  }
  const closes = sign === '}' ? '{' : '['
  const mayClose =
    expected === 'comma' || expected === (closes === '{' ? 'first name' : 'first item')
  if (!mayClose || open.pop() !== closes) return undefined
  return open.length === 0 ? 'end' : 'comma'
}

/** The position of the forbidden character in a string. If the string does not end, its start. */
function findStringError(text: string, start: number): number {
  if (text[start] !== '"') return start
  const end = endOf(stringSoFar, text, start)
  return end === text.length ? start : end
}

function endOf(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at
  return expression.test(text) ? expression.lastIndex : at
}

function positionOf(text: string, at: number): Position {
  const before = text.slice(0, at).split(/\r\n|[\r\n]/)
  return { line: before.length, column: [...(before.at(-1) ?? '')].length + 1 }
}
