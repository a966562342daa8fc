import { type Document, schemaNameOf } from './openapi.ts'
import { linkToOperation } from './operation-section.ts'
import { isPaging, type Relation, relationPath } from './relations.ts'
import { json } from './rows.ts'

const pagingTexts: Readonly<Record<string, string>> = {
  self: 'The resource itself, with the same query. Store this URL if you want to come back.',
  first: 'The first page of the collection. It is always there.',
  last: 'The last page of the collection. It is always there.',
  next: 'The next page. It is absent on the last page, so a loop ends when there is no such link.',
  prev: 'The page before. It is absent on the first page.',
}

/** A page for each relation of links. */
export const relationPages = (document: Document, relations: readonly Relation[]) =>
  relations.map((relation) => {
    const { name, title, schemas } = relation
    const places = schemas.map((schema) => `[${schema}](../reference/schemas/${schema}.md)`)
    const markdown = [
      `# ${name}`,
      title === undefined ? '' : `*${title}.*`,
      meaningOf(relation, document),
      '## Where you find it',
      `These resources have the link: ${places.join(', ')}.`,
      ...(isPaging(name) ? ['[Paging](../paging.md) shows how to read all pages.'] : []),
    ]
    return {
      path: relationPath(name),
      title: name,
      summary: title ?? pagingTexts[name] ?? '',
      markdown: markdown.filter((part) => part !== '').join('\n\n'),
    }
  })

function meaningOf({ name, operation }: Relation, { components }: Document): string {
  const paging = pagingTexts[name]
  if (paging !== undefined) return paging
  if (name === 'resource')
    return 'The resource that an event of a webhook is about. It is absent if the resource was deleted.'
  if (operation === undefined)
    return (
      'Another service of the marketplace responds at this URL. ' +
      'The settings `LINK_…` of [Foyer](../operations.md#settings) name it.'
    )
  const { method, description } = operation
  const body = schemaNameOf(operation.requestBody?.content)
  const example = body === undefined ? undefined : components.schemas[body]?.examples?.[0]
  return [
    `Follow it with \`${method.toUpperCase()}\`: ${linkToOperation(operation, '../reference/')}.`,
    description ?? '',
    body === undefined
      ? ''
      : `The body has the schema [${body}](../reference/schemas/${body}.md)${
          example === undefined ? '.' : ', such as:'
        }`,
    example === undefined ? '' : json(example),
    method === 'get' ? '' : 'The link is absent if the token lacks the scope for it.',
  ]
    .filter((part) => part !== '')
    .join('\n\n')
}
