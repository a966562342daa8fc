import {
  type ImportDeclaration,
  isBindingElement,
  isElementAccessExpression,
  isImportSpecifier,
  isObjectBindingPattern,
  isPropertyAccessExpression,
  isStringLiteral,
  isStringLiteralLikeNode,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import type { Checker } from 'typescript/unstable/sync'
import { isIn, readsEnvironment } from '../floors.ts'
import { create, type Rule } from '../rule.ts'
import { placeOf } from '../tree.ts'

/**
 * Returns the expression whose `env`, or whose every property, a node reads. Undefined for other
 * nodes.
 */
function sourceOf(node: Node): Node | undefined {
  if (isPropertyAccessExpression(node) && node.name.text === 'env') return node.expression
  if (isElementAccessExpression(node)) {
    const { expression, argumentExpression: key } = node
    return isStringLiteralLikeNode(key) && key.text !== 'env' ? undefined : expression
  }
  if (!isBindingElement(node) || !isObjectBindingPattern(node.parent)) return undefined
  const name = (node.propertyName ?? node.name)?.getText()
  if (name !== 'env' && node.dotDotDotToken === undefined) return undefined
  const declaration = node.parent.parent
  return isVariableDeclaration(declaration) ? declaration.initializer : undefined
}

/** Whether an expression is Node's `process`, under whatever name. */
function isProcess(checker: Checker, node: Node): boolean {
  const type = checker.getTypeAtLocation(node)
  return (
    type !== undefined &&
    ['env', 'hrtime'].every((name) => checker.getPropertyOfType(type, name) !== undefined)
  )
}

function isEnvImport(node: Node): boolean {
  if (!isImportSpecifier(node) || (node.propertyName ?? node.name).text !== 'env') return false
  const { moduleSpecifier } = node.parent.parent.parent as ImportDeclaration
  return isStringLiteral(moduleSpecifier) && modules.has(moduleSpecifier.text)
}

const modules = new Set(['process', 'node:process'])

export const environment: Rule = {
  name: 'only main.ts and cli.ts read the environment',
  check: ({ server, checker }) =>
    server
      .filter(({ path }) => !isIn(path, readsEnvironment))
      .flatMap((module) =>
        module.nodes
          .filter((node) => {
            const source = sourceOf(node)
            return isEnvImport(node) || (source !== undefined && isProcess(checker, source))
          })
          .map((node) => `${placeOf(module, node)} reads the environment`),
      ),
  mutations: [
    [
      "env imported from 'node:process'",
      "import { env as e } from 'node:process'\nexport const a = e.A",
    ],
    ['process.env', 'export const a = process.env.A'],
    ["process['env']", "export const a = process['env'].A"],
    ['env of a default import', "import p from 'node:process'\nexport const a = p.env.A"],
    ['env of a namespace', "import * as p from 'node:process'\nexport const a = p.env.A"],
    ['env of globalThis', 'export const a = globalThis.process.env.A'],
    ['env by destructuring', 'const { env } = process\nexport const a = env.A'],
    ['process under another name', 'const p = process\nexport const a = p.env.A'],
  ].map(([name = '', text = ''], index) =>
    create(name, `src/identity/users/sessions/${index}.ts`, text),
  ),
}
