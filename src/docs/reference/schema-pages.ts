import { type Document, nameIn, type Schema } from './openapi.ts'
import { json, table } from './rows.ts'

/** A page for each schema of the document. */
export const schemaPages = ({ components }: Document) =>
  Object.entries(components.schemas).map(([name, schema]) => {
    const example = schema.examples?.[0]
    const markdown = [
      `# ${name}`,
      schema.description ?? '',
      properties(schema),
      example === undefined ? '' : `## Example\n\n${json(example)}`,
    ]
    return {
      path: `reference/schemas/${name}`,
      title: name,
      summary: schema.description ?? 'A schema of the interface',
      markdown: markdown.filter((part) => part !== '').join('\n\n'),
    }
  })

function properties({ properties = {}, required = [], ...rest }: Schema): string {
  const rows = Object.entries(properties).map(([name, property]) => [
    `\`${name}\``,
    typeOf(property),
    `${required.includes(name) ? '' : '*Optional.* '}${meaningOf(property)}`,
  ])
  return rows.length === 0 ? `Type: ${typeOf(rest)}` : table(['Property', 'Type', 'Meaning'], rows)
}

/** The type of a value, in words. */
export function typeOf(schema: Schema): string {
  const { $ref, type, format, items, anyOf } = schema
  if ($ref !== undefined) return nameIn($ref)
  if (schema.enum !== undefined)
    return schema.enum.map((value) => `\`${String(value)}\``).join(', ')
  if (schema.const !== undefined) return `\`${String(schema.const)}\``
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ')
  const names = [type ?? 'anything'].flat()
  const named = names.map((name) =>
    name === 'array' && items ? `array of ${typeOf(items)}` : name,
  )
  return named.join(' or ') + (format === undefined ? '' : ` (${format})`)
}

const bounds = {
  minLength: 'at least',
  maxLength: 'at most',
  minimum: 'from',
  maximum: 'to',
  maxItems: 'at most',
} as const
const units: Readonly<Record<string, string>> = {
  minLength: ' characters',
  maxLength: ' characters',
  maxItems: ' items',
}

/** The description of a property, with its bounds and the properties inside. */
function meaningOf(schema: Schema): string {
  const limits = Object.entries(bounds)
    .filter(([keyword]) => schema[keyword] !== undefined)
    .map(([keyword, word]) => `${word} ${String(schema[keyword])}${units[keyword] ?? ''}`)
  const inside = Object.entries(schema.properties ?? {}).map(([name]) => `\`${name}\``)
  return [
    schema.description?.replace(/\.$/, ''),
    limits.join(', '),
    inside.length === 0 ? '' : `with ${inside.join(', ')}`,
  ]
    .filter((part) => part)
    .join('; ')
}
