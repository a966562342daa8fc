import {
  type Identifier,
  isBinaryExpression,
  isHeritageClause,
  isIdentifier,
  isImportSpecifier,
  isNewExpression,
  isParameterDeclaration,
  isPropertyAccessExpression,
  isPropertyDeclaration,
  isPropertySignatureDeclaration,
  isTypeNode,
  isVariableDeclaration,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { TypeFlags } from 'typescript/unstable/sync'
import { isIn, readsClock, takesSystemClock } from '../floors.ts'
import { create, type House, type Rule } from '../rule.ts'
import { placeOf } from '../tree.ts'

export const clocks: Rule = {
  name: "rules take the time from the injected clock, or from SQL's now()",
  check: ({ server, checker }) =>
    server
      .filter(({ path }) => !isIn(path, readsClock))
      .flatMap((module) =>
        module.nodes
          .filter(isIdentifier)
          .filter(
            (node) =>
              (readsTime(node) && isGlobal(node, checker)) ||
              (takesClock(node) && !isIn(module.path, takesSystemClock)),
          )
          .map((node) => `${placeOf(module, node)} reads the system's clock`),
      ),
  mutations: [
    ['Date.now()', 'export const a = () => Date.now()'],
    ['new Date()', 'export const a = () => new Date()'],
    ['Date()', 'export const a = () => Date()'],
    ['Date as a clock', 'export const clock: { now(): number } = Date'],
    ['now of Date', 'const { now } = Date\nexport const a = () => now()'],
    ['globalThis.Date', 'export const a = () => globalThis.Date.now()'],
    [
      'systemClock imported by a feature',
      "import { systemClock as c } from '../../platform/clock.ts'\nexport const a = c.now()",
    ],
  ].map(([name, text = ''], index) =>
    create(`time without the clock: ${name}`, `src/resources/countries/${index}.ts`, text),
  ),
}

const takesClock = ({ text, parent }: Identifier): boolean =>
  text === 'systemClock' && isImportSpecifier(parent)

/** Whether an identifier is a `Date` that is used for more than a given time. */
function readsTime(node: Identifier): boolean {
  if (node.text !== 'Date') return false
  const { parent } = node
  if (isPropertyAccessExpression(parent) && parent.name === node)
    return readsTimeOf(parent, parent.parent)
  return readsTimeOf(node, parent)
}

function readsTimeOf(node: Node, parent: Node): boolean {
  if (isTypeNode(parent) || isHeritageClause(parent)) return false
  if (isNewExpression(parent))
    return parent.arguments?.length === 0 || parent.arguments === undefined
  if (isPropertyAccessExpression(parent) && parent.expression === node)
    return parent.name.text === 'now'
  const isInstanceOf =
    isBinaryExpression(parent) && parent.operatorToken.kind === SyntaxKind.InstanceOfKeyword
  return !isInstanceOf
}

/** Whether an identifier is a global of the language. */
const isGlobal = (node: Identifier, checker: House['checker']): boolean =>
  checker
    .getSymbolAtLocation(node)
    ?.declarations.every(({ path }) => path.includes('/lib.') || path.includes('/node_modules/')) ??
  false

/** Names of durations end with one of these words. */
const lengths = new Set(
  'timeout ttl lifetime delay interval patience duration wait age grace idle pause backoff'.split(
    ' ',
  ),
)

export const durations: Rule = {
  name: 'the name of a duration has its unit',
  check: ({ server, checker }) =>
    server.flatMap((module) => {
      const named = module.nodes.flatMap((node) => nameOf(node) ?? [])
      const suspects = named.filter((name) => lengths.has(lastWord(name.text)))
      const types = suspects.length === 0 ? [] : checker.getTypeAtLocation(suspects)
      return suspects
        .filter((_, index) => ((types[index]?.flags ?? 0) & TypeFlags.NumberLike) !== 0)
        .map((name) => `${placeOf(module, name)} does not say the unit of ${name.text}`)
    }),
  mutations: [
    ['a constant', 'const timeout = 500\nexport const a = timeout'],
    ['a parameter', 'export const a = (retryDelay: number) => retryDelay'],
    ['a property', 'export interface Limits { readonly lifetime: number }'],
  ].map(([name, text = ''], index) =>
    create(`a duration without its unit: ${name}`, `src/resources/listings/${index}.ts`, text),
  ),
}

/** The name that a node declares. */
function nameOf(node: Node): Identifier | undefined {
  const declares =
    isVariableDeclaration(node) ||
    isParameterDeclaration(node) ||
    isPropertyDeclaration(node) ||
    isPropertySignatureDeclaration(node)
  return declares && node.name !== undefined && isIdentifier(node.name) ? node.name : undefined
}

const lastWord = (name: string): string =>
  name
    .split(/(?=[A-Z])/)
    .at(-1)
    ?.toLowerCase() ?? ''
