import {
  isCallExpression,
  isDecorator,
  isExportDeclaration,
  isImportDeclaration,
  isImportTypeNode,
  isLiteralTypeNode,
  isStringLiteralLikeNode,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { ownPackages } from '../floors.ts'
import { append, create, type Rule } from '../rule.ts'
import { type Module, placeOf } from '../tree.ts'

export const clientAndServer: Rule = {
  name: 'the client and the server do not import each other',
  check: ({ server, packages }) => [
    ...server.flatMap((module) =>
      targets(module, (name) => name.startsWith('packages/') || name.startsWith('@foyer/')),
    ),
    ...packages.flatMap((module) => targets(module, (name) => name.startsWith('src/'))),
  ],
  mutations: [
    append(
      'the server imports the client',
      'src/dev/demo/demo.ts',
      "import type * as client from '@foyer/client'\nexport type C = typeof client",
    ),
    append(
      'the client imports the server',
      'packages/client/src/index.ts',
      "export type { Address } from '../../../src/resources/addresses/addresses.ts'",
    ),
  ],
}

export const packagesInOneFolder: Rule = {
  name: 'some packages are imported in one folder only',
  check: ({ server }) =>
    Object.entries(ownPackages).flatMap(([name, folder]) =>
      server
        .filter(({ path }) => !path.startsWith(folder))
        .flatMap((module) =>
          targets(module, (target) => target === name || target.startsWith(`${name}/`)),
        ),
    ),
  mutations: [
    append(
      'a feature imports prom-client',
      'src/support/mail/feature.ts',
      "import type { Gauge } from 'prom-client'\nexport type G = Gauge",
    ),
    append(
      'a feature imports OpenTelemetry',
      'src/support/mail/feature.ts',
      "import type { Span } from '@opentelemetry/api'\nexport type S = Span",
    ),
    append(
      'a feature loads prom-client',
      'src/support/mail/feature.ts',
      "export const load = () => import('prom-client')",
    ),
  ],
}

const targets = (module: Module, isForbidden: (name: string) => boolean): string[] =>
  module.imports
    .filter(({ target }) => isForbidden(target))
    .map(({ target, node }) => `${placeOf(module, node)} imports ${target}`)

export const barrels: Rule = {
  name: 'there is no barrel file and no decorator',
  check: ({ server }) => [
    ...server.filter(isBarrel).map(({ path }) => `${path} declares nothing, it only exports`),
    ...server.flatMap((module) =>
      module.nodes
        .filter((node) => isDecorator(node) || exportsAll(node))
        .map((node) => `${placeOf(module, node)} has ${node.getText().slice(0, 40)}`),
    ),
  ],
  mutations: [
    ...[
      ['that exports all', "export * from './addresses.ts'"],
      ['of types', "export type * from './addresses.ts'"],
      ['of names', "export { findAddress } from './addresses.ts'"],
      ['of imports', "import { addressRoutes } from './routes.ts'\nexport { addressRoutes }"],
    ].map(([name, text = '']) =>
      create(`a barrel named all.ts ${name}`, 'src/resources/addresses/all.ts', text),
    ),
    append(
      'export * beside other declarations',
      'src/resources/addresses/addresses.ts',
      "export * from './sort.ts'",
    ),
    append(
      'a decorator',
      'src/resources/addresses/addresses.ts',
      'const injectable = (_: unknown, __: unknown) => {}\n@injectable\nexport class Service {}',
    ),
  ],
}

/** Whether a module contains only imports and exports of other modules. */
const isBarrel = ({ file }: Module): boolean =>
  file.statements.length > 0 &&
  file.statements.every((node) => isImportDeclaration(node) || isExportDeclaration(node))

const exportsAll = (node: Node): boolean =>
  isExportDeclaration(node) && node.moduleSpecifier !== undefined && node.exportClause === undefined

export const plainImports: Rule = {
  name: 'imports are statements, or import() of a literal',
  check: ({ server }) =>
    server.flatMap((module) =>
      module.nodes
        .filter((node) => isComputed(node) || namesOwnTypeInPlace(node))
        .map((node) => `${placeOf(module, node)} has ${node.getText()}`),
    ),
  mutations: [
    append(
      'a computed import()',
      'src/resources/user/user.ts',
      "const name = '../addresses/store.ts'\nexport const a = () => import(name)",
    ),
    append(
      'a type with an inline import(), which hides a cycle from Biome',
      'src/resources/addresses/sort.ts',
      "export type A = import('./addresses.ts').Address",
    ),
  ],
}

const isComputed = (node: Node): boolean =>
  isCallExpression(node) &&
  node.expression.kind === SyntaxKind.ImportKeyword &&
  !(node.arguments[0] && isStringLiteralLikeNode(node.arguments[0]))

const namesOwnTypeInPlace = (node: Node): boolean =>
  isImportTypeNode(node) &&
  isLiteralTypeNode(node.argument) &&
  isStringLiteralLikeNode(node.argument.literal) &&
  node.argument.literal.text.startsWith('.')
