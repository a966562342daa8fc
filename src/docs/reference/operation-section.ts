import { headingId } from '../site/heading-id.ts'
import {
  codesOf,
  type Document,
  type PlacedOperation,
  parametersOf,
  type Response,
  responsesOf,
  schemaNameOf,
} from './openapi.ts'
import { json, table } from './rows.ts'
import { typeOf } from './schema-pages.ts'

/** A link to an operation. @param folder the folder of the reference, relative to the page */
export const linkToOperation = (operation: PlacedOperation, folder: string): string =>
  `[${operation.summary}](${folder}${slugOf(operation)}.md#${anchorOf(operation)})`

const slugOf = ({ tags }: PlacedOperation): string =>
  (tags[0] ?? '').toLowerCase().replaceAll(' ', '-')

const anchorOf = ({ summary }: PlacedOperation): string => headingId(summary)

/** What the reference says about an operation, in Markdown. */
export function operationSection(operation: PlacedOperation, document: Document): string {
  const { method, path, isAtIssuer, summary, description } = operation
  const body = schemaNameOf(operation.requestBody?.content)
  const example = body === undefined ? undefined : document.components.schemas[body]?.examples?.[0]
  const responses = responsesOf(operation, document)
  const success = responses.filter(([status]) => Number(status) < 400)
  const refused = responses.filter(([status]) => Number(status) >= 400)
  const errors = refused.flatMap(([status, response]) =>
    codesOf(response).map((code) => [status, `[\`${code}\`](../errors/${code}.md)`]),
  )
  const url = (isAtIssuer ? '{auth_url}' : '{base_url}') + (path === '/' ? '' : path)
  const parts = [
    `## ${summary}`,
    `\`\`\`text\n${method.toUpperCase()} ${url}\n\`\`\``,
    description ?? '',
    scopesOf(operation),
    parameterTable(operation, document),
    body === undefined
      ? ''
      : `The body is [${body}](schemas/${body}.md)${example ? ', such as:' : '.'}`,
    example === undefined ? '' : json(example),
    success.map(([status, response]) => successLine(status, response)).join(' '),
    errors.length === 0 ? '' : `Errors: ${errorList(errors)}.`,
  ]
  return parts.filter((part) => part !== '').join('\n\n')
}

function successLine(status: string, { content, description }: Response): string {
  const schema = schemaNameOf(content)
  if (status === '304') return '304 answers an `If-None-Match` that still holds, without content.'
  if (schema !== undefined) return `Success is ${status} with [${schema}](schemas/${schema}.md).`
  return `Success is ${status}${content === undefined ? ' without content.' : `. ${description}`}`
}

function scopesOf({ security }: PlacedOperation): string {
  const [name, scopes = []] = Object.entries(security[0] ?? {})[0] ?? []
  if (name === undefined) return 'No token is needed.'
  if (name === 'application') return 'The application proves itself with its id and secret.'
  const needed = scopes.map((scope) => `\`${scope}\``).join(', ')
  const whose = name === 'service' ? 'the application’s own token' : 'a user’s token'
  return scopes.length > 0 ? `Needs ${whose} with the scope ${needed}.` : `Needs ${whose}.`
}

function parameterTable(operation: PlacedOperation, document: Document): string {
  const rows = parametersOf(operation, document).map((parameter) => [
    `\`${parameter.name}\``,
    parameter.in,
    typeOf(parameter.schema),
    `${parameter.required ? '**Required.** ' : ''}${parameter.description ?? ''}`,
  ])
  return rows.length === 0 ? '' : table(['Parameter', 'In', 'Type', 'Meaning'], rows)
}

/** Errors by status: "403 `forbidden`, `insufficient_scope`; 404 `not_found`". */
const errorList = (errors: readonly (readonly string[])[]): string =>
  [...Map.groupBy(errors, ([status]) => status)]
    .map(([status, of]) => `${status} ${of.map(([, link]) => link).join(', ')}`)
    .join('; ')
