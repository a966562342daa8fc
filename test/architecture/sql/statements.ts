import {
  type Expression,
  isConditionalExpression,
  isIdentifier,
  isImportDeclaration,
  isNamedImports,
  isNoSubstitutionTemplateLiteral,
  isParenthesizedExpression,
  isPropertyAccessExpression,
  isTaggedTemplateExpression,
  isVariableDeclaration,
  type Node,
  type TaggedTemplateExpression,
} from 'typescript/unstable/ast'
import type { Module } from '../tree.ts'

/** One statement as PostgreSQL gets it, with `$1…` for its values. */
export interface Statement {
  readonly node: Node
  readonly text: string
  /** The last name of the expression of each value: `userId` of `${token.userId}`. */
  readonly values: readonly string[]
}

/** Every statement written with `sql` in a module, once for each choice of its fragments. */
export function statementsOf(module: Module): Statement[] {
  const tags = tagsOf(module)
  const templates = module.nodes.filter(isTaggedTemplateExpression)
  const fragments = new Map<string, TaggedTemplateExpression>()
  for (const node of templates)
    if (tags.get(node.tag.getText()) === 'fragment' && isVariableDeclaration(node.parent))
      fragments.set(node.parent.name.getText(), node)
  return templates
    .filter((node) => tags.get(node.tag.getText()) === 'sql')
    .flatMap((node) => variants(node, fragments).map((variant) => ({ node, ...variant })))
}

/** The local names of `sql` and `fragment` in a module that imports them. */
export function tagsOf({ file, imports }: Module): Map<string, string> {
  const tags = new Map<string, string>()
  for (const { target, node } of imports) {
    const { parent } = node
    if (!target.endsWith('/sql.ts') || !isImportDeclaration(parent)) continue
    const names = parent.importClause?.namedBindings
    if (names === undefined || !isNamedImports(names)) continue
    for (const { name, propertyName } of names.elements)
      tags.set(name.getText(file), (propertyName ?? name).getText(file))
  }
  return tags
}

interface Variant {
  readonly text: string
  readonly values: readonly string[]
}

function variants(
  { template }: TaggedTemplateExpression,
  fragments: ReadonlyMap<string, TaggedTemplateExpression>,
): Variant[] {
  if (isNoSubstitutionTemplateLiteral(template)) return [{ text: template.text, values: [] }]
  let found: Variant[] = [{ text: template.head.text, values: [] }]
  for (const { expression, literal } of template.templateSpans) {
    const choices = choicesOf(expression, fragments)
    found = found.flatMap(({ text, values }) =>
      choices === undefined
        ? [
            {
              text: `${text}$${values.length + 1}${literal.text}`,
              values: [...values, nameOf(expression)],
            },
          ]
        : choices.map((choice) => ({ text: text + choice + literal.text, values })),
    )
  }
  return found
}

/** Returns the texts that an expression may insert into the statement. Undefined for a value. */
function choicesOf(
  expression: Expression,
  fragments: ReadonlyMap<string, TaggedTemplateExpression>,
): string[] | undefined {
  if (isParenthesizedExpression(expression)) return choicesOf(expression.expression, fragments)
  if (isConditionalExpression(expression)) {
    const choices = [expression.whenTrue, expression.whenFalse].map((branch) =>
      choicesOf(branch, fragments),
    )
    return choices.every((choice) => choice !== undefined) ? choices.flat() : undefined
  }
  const fragment = isTaggedTemplateExpression(expression)
    ? expression
    : fragments.get(expression.getText())
  return fragment && variants(fragment, fragments).map(({ text }) => text)
}

const nameOf = (expression: Expression): string =>
  isPropertyAccessExpression(expression)
    ? expression.name.getText()
    : isIdentifier(expression)
      ? expression.getText()
      : ''
