import { basename } from 'node:path'
import { parseSync } from 'libpg-query'
import {
  isBinaryExpression,
  isStringLiteralLikeNode,
  isTaggedTemplateExpression,
  isTemplateExpression,
  type Node,
  SyntaxKind,
} from 'typescript/unstable/ast'
import { holdsSql, isIn } from '../floors.ts'
import { append, create, type Rule } from '../rule.ts'
import { child } from '../sql/levels.ts'
import { tagsOf } from '../sql/statements.ts'
import { type Module, placeOf } from '../tree.ts'

export const sqlPlaces: Rule = {
  name: 'only stores and the database folder contain SQL, and they write it with sql`…`',
  check: ({ server }) => server.flatMap((module) => [...tagged(module), ...plain(module)]),
  mutations: [
    append(
      'SQL in an operation',
      'src/resources/addresses/addresses.ts',
      "import { sql as q } from '../../platform/database/sql.ts'\nexport const a = q`select 1`",
    ),
    ...[
      ['SQL as a plain string', "'delete from addresses where id = $1'"],
      ['SQL as a template', '`delete from addresses where id = ${String(1)}`'],
      ['SQL put together with +', "'delete from ' + String(1) + ' where id = 1'"],
    ].flatMap(([name = '', text = ''], index) =>
      [
        `src/identity/oauth/consents/${index}.ts`,
        `src/identity/oauth/consents/${index}/store.ts`,
      ].map((file) => create(`${name} in ${file}`, file, `export const text = ${text}`)),
    ),
  ],
}

const tagged = (module: Module): string[] =>
  basename(module.path) === 'store.ts' || isIn(module.path, holdsSql) || tagsOf(module).size === 0
    ? []
    : [`${module.path} imports sql, and is not a store`]

function plain(module: Module): string[] {
  if (isIn(module.path, holdsSql)) return []
  return module.nodes
    .filter((node) => isText(node) && isWhole(node) && isSql(textOf(node)))
    .map((node) => `${placeOf(module, node)} has SQL as a plain string`)
}

const isText = (node: Node): boolean =>
  isStringLiteralLikeNode(node) || isTemplateExpression(node) || isConcatenation(node)

/** Whether a text is not a part of a longer one, and not one that `sql` reads. */
const isWhole = ({ parent }: Node): boolean =>
  !(isTaggedTemplateExpression(parent) || isConcatenation(parent))

const isConcatenation = (node: Node) =>
  isBinaryExpression(node) && node.operatorToken.kind === SyntaxKind.PlusToken

/**
 * Returns the text of a string, a template or a concatenation of them, with `x` for each value.
 * Empty for other nodes.
 */
function textOf(node: Node): string {
  if (isStringLiteralLikeNode(node)) return node.text
  if (isTemplateExpression(node))
    return node.templateSpans.reduce((text, span) => `${text}x${span.literal.text}`, node.head.text)
  if (isBinaryExpression(node) && isConcatenation(node))
    return [node.left, node.right].map((side) => textOf(side) || 'x').join('')
  return ''
}

/** Whether PostgreSQL reads a text as a statement on a table, or on the structure of one. */
function isSql(text: string): boolean {
  if (!text.trim().includes(' ')) return false
  try {
    const statements = child(parseSync(text), 'stmts')
    return Array.isArray(statements) && statements.some((each) => isWork(child(each, 'stmt')))
  } catch {
    return false
  }
}

/**
 * PostgreSQL reads some English sentences as statements of other kinds: "select one", "show more".
 */
function isWork(statement: unknown): boolean {
  const [kind = ''] = Object.keys(statement as object)
  if (kind === 'SelectStmt') return child(statement, kind, 'fromClause') !== undefined
  return [
    'Insert',
    'Update',
    'Delete',
    'Merge',
    'Create',
    'Alter',
    'Drop',
    'Index',
    'Truncate',
  ].some((verb) => kind.startsWith(verb))
}
