import type { ClassLikeDeclaration } from 'typescript/unstable/ast'
import { isClassDeclaration, isClassExpression } from 'typescript/unstable/ast'
import type { Checker } from 'typescript/unstable/sync'
import { otherErrors } from '../floors.ts'
import { create, type House, type Rule } from '../rule.ts'
import { placeOf } from '../tree.ts'

export const refusals: Rule = {
  name: 'every refusal of the domain is a Refused, whose code owns status, message and page',
  check: (house) => {
    const found = errorsOf(house)
    const used = new Set(found.map(({ exception }) => exception))
    return [
      ...found.filter(({ exception }) => !(exception in otherErrors)).map(({ text }) => text),
      ...Object.keys(otherErrors)
        .filter((name) => !used.has(name))
        .map((name) => `${name} needs no exception`),
    ]
  },
  mutations: [
    ['an error class of an operation', 'export class AddressRefused extends Error {}'],
    [
      'an error class that extends another one',
      "import { Unavailable } from '../../platform/database/db.ts'\nexport class Away extends Unavailable {}",
    ],
    [
      'a subclass of Refused',
      "import { Refused as R } from '../../platform/errors/refusals.ts'\nexport const A = class extends R {}",
    ],
  ].map(([name = '', text = ''], index) =>
    create(name, `src/resources/addresses/${index}.ts`, text),
  ),
}

function errorsOf({ server, checker }: House) {
  return server
    .filter(({ path }) => !path.startsWith('src/platform/'))
    .flatMap((module) =>
      module.nodes
        .filter((node) => isClassDeclaration(node) || isClassExpression(node))
        .filter((node) => isError(node, checker))
        .map((node) => ({
          text: `${placeOf(module, node)} declares the error ${node.name?.text}`,
          exception: `${module.path} ${node.name?.text}`,
        })),
    )
}

/** Whether a class extends `Error`, directly or through other classes. */
function isError(node: ClassLikeDeclaration, checker: Checker): boolean {
  const [base] = node.heritageClauses?.[0]?.types ?? []
  const type = base && checker.getTypeAtLocation(base)
  return (
    type !== undefined &&
    ['name', 'message', 'stack'].every((name) => checker.getPropertyOfType(type, name))
  )
}
