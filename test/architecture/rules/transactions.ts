import {
  type Expression,
  isArrowFunction,
  isCallExpression,
  isFunctionDeclaration,
  isFunctionExpression,
  isIdentifier,
  isPropertyAccessExpression,
  isVariableDeclaration,
  type Node,
} from 'typescript/unstable/ast'
import type { Checker } from 'typescript/unstable/sync'
import { create, type Rule, replace } from '../rule.ts'
import { type Module, nodesOf, placeOf } from '../tree.ts'

const methods = new Set(['transaction', 'transactionFor'])

export const transactions: Rule = {
  name: 'inside a transaction only tx is used',
  check: ({ server, checker }) => server.flatMap((module) => outerUses(module, checker)),
  mutations: [
    replace(
      'the outer db in db.transaction((tx) => …)',
      'src/identity/oauth/tokens/adapter.ts',
      "await db.transaction((tx) => endGrant(tx, id, 'grant.ended'))",
      "await db.transaction((_tx) => endGrant(db as never, id, 'grant.ended'))",
    ),
    replace(
      'an object that contains the outer db',
      'src/resources/addresses/addresses.ts',
      'await writer.transactionFor(userId, async (tx) => {',
      'await writer.transactionFor(userId, async (tx) => { const bag = { writer }; await work(bag.writer);',
    ),
    create(
      'the outer db in a named function',
      'src/resources/addresses/late.ts',
      `import type { Database, Queryable } from '../../platform/database/db.ts'
      import * as store from './store.ts'
      export async function late(deps: { readonly db: Database }): Promise<void> {
        const work = async (_tx: Queryable) => { await store.wasRemoved(deps.db, 1, 1) }
        await deps.db.transaction(work)
      }`,
    ),
  ],
}

/** Every use of a database, found by its type, in a function that is passed to a transaction. */
function outerUses(module: Module, checker: Checker): string[] {
  const works = module.nodes
    .filter(isCallExpression)
    .flatMap(({ expression, arguments: given }) =>
      isPropertyAccessExpression(expression) && methods.has(expression.name.text)
        ? given.flatMap((argument) => workOf(argument, module))
        : [],
    )
  const uses = works.flatMap((work) =>
    nodesOf(work).filter((node) => isIdentifier(node) || isPropertyAccessExpression(node)),
  )
  const types = uses.length === 0 ? [] : checker.getTypeAtLocation(uses)
  return uses
    .filter((_, index) => {
      const type = types[index]
      return type !== undefined && checker.getPropertyOfType(type, 'transactionFor') !== undefined
    })
    .map((node) => `${placeOf(module, node)} uses ${node.getText()} inside a transaction`)
}

/**
 * The function that is passed to a transaction: an inline function, or one of the same module by
 * its name.
 */
function workOf(argument: Expression, { nodes }: Module): Node[] {
  if (isArrowFunction(argument) || isFunctionExpression(argument)) return [argument]
  if (!isIdentifier(argument)) return []
  return nodes.filter(
    (node) =>
      (isFunctionDeclaration(node) && node.name?.text === argument.text) ||
      (isVariableDeclaration(node) &&
        node.name.getText() === argument.text &&
        node.initializer !== undefined &&
        isArrowFunction(node.initializer)),
  )
}
