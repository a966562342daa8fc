import {
  isCallExpression,
  isIdentifier,
  isPropertyAccessExpression,
  type Node,
} from 'typescript/unstable/ast'
import { TypeFlags } from 'typescript/unstable/sync'
import { create, type House, type Rule } from '../rule.ts'
import { placeOf, readSource } from '../tree.ts'

const guide = 'docs/log-fields.md'

/** The methods of a logger whose first argument has fields. */
const methods = new Set(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'child'])

export const logFields: Rule = {
  name: `${guide} has every field of the log`,
  check: ({ server, checker }) => {
    const documented = documentedFields()
    return server.flatMap((module) =>
      module.nodes
        .flatMap((node) => detailsOf(node) ?? [])
        .flatMap((details) =>
          fieldsOf(details, checker)
            .filter((field) => !documented.has(field))
            .map((field) => `${placeOf(module, details)} logs ${field}, which ${guide} lacks`),
        ),
    )
  },
  mutations: [
    ['in place', "log.warn({ unheard: 1 }, 'a')"],
    ['of a variable', "const found = { unheard: 1, pid: 2 }\n  log.info(found, 'a')"],
    ['of a spread', "log.info({ ...{ unheard: 1 }, pid: 2 }, 'a')"],
    [
      'of a logger that may be absent',
      "const maybe = { log }\n  maybe?.log?.warn({ unheard: 1 }, 'a')",
    ],
    ['of a child', 'log.child({ unheard: 1 })'],
  ].map(([name = '', line = ''], index) =>
    create(
      `an unknown field, ${name}`,
      `src/support/work/${index}.ts`,
      `import type { FastifyBaseLogger } from 'fastify'\nexport const a = (log: FastifyBaseLogger) => {\n  ${line}\n}`,
    ),
  ),
}

/** The fields in the first column of the table. A row may have several. */
const documentedFields = (): ReadonlySet<string> =>
  new Set(
    readSource(guide)
      .split('\n')
      .filter((line) => line.startsWith('| `'))
      .flatMap((row) => row.split('|')[1]?.match(/\w+/g) ?? []),
  )

/** The first argument of a call of a logger. */
function detailsOf(node: Node): Node | undefined {
  if (!isCallExpression(node)) return undefined
  const { expression, arguments: given } = node
  const isLogging = isPropertyAccessExpression(expression)
    ? methods.has(expression.name.text) && /\b(?:log|logger)$/.test(expression.expression.getText())
    : isIdentifier(expression) && methods.has(expression.text)
  return isLogging ? given[0] : undefined
}

function fieldsOf(details: Node, checker: House['checker']): string[] {
  const type = checker.getTypeAtLocation(details)
  if (type === undefined || (type.flags & TypeFlags.StringLike) !== 0) return []
  return checker.getPropertiesOfType(type).map(({ name }) => name)
}
