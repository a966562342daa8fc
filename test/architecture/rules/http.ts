import { basename } from 'node:path'
import {
  type Expression,
  isBinaryExpression,
  isCallExpression,
  isNewExpression,
  isNumericLiteral,
  isPropertyAccessExpression,
  isPropertyAssignment,
  isPropertyDeclaration,
  isThrowStatement,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import type { Checker } from 'typescript/unstable/sync'
import { isIn, speaksHttp } from '../floors.ts'
import { append, create, type House, type Rule } from '../rule.ts'
import { type Module, nodesOf, placeOf } from '../tree.ts'

/** The packages that serve HTTP. */
const isHttpPackage = (name: string): boolean =>
  name === 'fastify' || name.startsWith('@fastify/') || name === 'light-my-request'

const mayServe = ({ path }: Module): boolean =>
  isIn(path, speaksHttp) || ['routes.ts', 'feature.ts'].includes(basename(path))

export const noFastify: Rule = {
  name: 'only the folders that speak HTTP import Fastify and the modules built on it',
  check: ({ server }) => {
    const made = new Set(
      server
        .filter(mayServe)
        .filter(({ imports }) => imports.some(({ target }) => isHttpPackage(target)))
        .map(({ path }) => path),
    )
    return server
      .filter((module) => !mayServe(module))
      .flatMap((module) =>
        module.imports
          .filter(({ target }) => isHttpPackage(target) || made.has(target))
          .map(({ target, node }) => `${placeOf(module, node)} imports ${target}`),
      )
  },
  mutations: [
    append(
      'Fastify imported in oauth/tokens.ts',
      'src/identity/oauth/tokens/tokens.ts',
      "import Fastify from 'fastify'\nexport const app = Fastify()",
    ),
    append(
      'a type of Fastify in an operation',
      'src/resources/addresses/addresses.ts',
      "export type Request = import('fastify').FastifyRequest",
    ),
    append(
      'the HTTP server imported in a store',
      'src/resources/addresses/store.ts',
      "import type * as server from '../../platform/http/server.ts'\nexport type A = typeof server",
    ),
  ],
}

/** Files that run before or after the operation of a request. */
const around = new Set([
  'routes.ts',
  'feature.ts',
  'resource.ts',
  'examples.ts',
  'personal-data.ts',
])

export const onePath: Rule = {
  name: 'operations and stores import neither routes nor representations',
  check: ({ server }) =>
    server
      .filter((module) => !mayServe(module) && !around.has(basename(module.path)))
      .flatMap((module) =>
        module.imports
          .filter(({ target }) => target.startsWith('src/') && around.has(basename(target)))
          .map(({ target, node }) => `${placeOf(module, node)} imports ${target}`),
      ),
  mutations: [
    append(
      'an operation imports its representation',
      'src/resources/addresses/addresses.ts',
      "export type { AddressView } from './resource.ts'",
    ),
    append(
      'a store imports its routes',
      'src/resources/addresses/store.ts',
      "export { addressRoutes } from './routes.ts'",
    ),
  ],
}

export const noStatus: Rule = {
  name: 'operations and stores contain no status code',
  check: (house) =>
    house.server
      .filter((module) => !mayServe(module))
      .flatMap((module) =>
        statuses(module, house).map((node) => `${placeOf(module, node)} has a status code`),
      ),
  mutations: [
    [
      'a status code thrown from an operation',
      "throw Object.assign(new Error('gone'), { statusCode: 410 })",
    ],
    [
      'a status code under the name status',
      "throw Object.assign(new Error('gone'), { status: 410 })",
    ],
    [
      'a status code as an argument',
      'class Http extends Error { constructor(readonly code: number) { super() } }\nthrow new Http(404)',
    ],
    [
      'a status code with a name',
      "const gone = 410\nthrow Object.assign(new Error('gone'), { statusCode: gone })",
    ],
    [
      'a status code set on an error',
      'const error = new Error() as Error & { statusCode?: number }\nerror.statusCode = 404',
    ],
    ['a status code as a property of a class', 'export class Gone { statusCode = 410 }'],
  ].map(([name = '', text = ''], index) =>
    create(name, `src/identity/users/accounts/${index}.ts`, text),
  ),
}

const names = new Set(['status', 'statusCode'])

function statuses(module: Module, { checker }: House): Node[] {
  return module.nodes.filter((node) => {
    if (isThrowStatement(node)) return nodesOf(node).some((part) => hasStatus(part, checker))
    const [name, value] = assigned(node)
    return (
      value !== undefined &&
      names.has(name?.getText() ?? '') &&
      isStatus(value, checker) &&
      !isRefusal(node)
    )
  })
}

/** Returns the target and the value of an assignment. */
function assigned(node: Node): readonly [Node?, (Expression | undefined)?] {
  if (isPropertyAssignment(node)) return [node.name, node.initializer]
  if (isPropertyDeclaration(node)) return [node.name, node.initializer]
  if (!isBinaryExpression(node) || node.operatorToken.kind !== SyntaxKind.EqualsToken) return []
  const { left, right } = node
  return isPropertyAccessExpression(left) ? [left.name, right] : []
}

/** Whether a thrown value is created with a status as an argument. */
const hasStatus = (node: Node, checker: Checker): boolean =>
  (isNewExpression(node) || isCallExpression(node)) &&
  (node.arguments ?? []).some((argument) => isStatus(argument, checker))

function isStatus(value: Expression, checker: Checker): boolean {
  const type = isNumericLiteral(value) ? Number(value.text) : checker.getTypeAtLocation(value)
  const number = typeof type === 'number' ? type : type?.isNumberLiteralType() ? type.value : 0
  return number >= 400 && number < 600
}

/** Whether a node is in a table of refusals. There each code of `Refused` defines its status. */
function isRefusal(node: Node): boolean {
  for (let at = node; at.parent !== undefined; at = at.parent)
    if (isCallExpression(at) && at.expression.getText() === 'defineRefusals') return true
  return false
}
