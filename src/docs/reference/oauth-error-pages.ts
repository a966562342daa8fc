import { nodeHttp } from '../../platform/process/node-http.ts'
import { codesOf, type Document, operationsOf, responsesOf } from './openapi.ts'
import { linkToOperation } from './operation-section.ts'
import { json } from './rows.ts'

const row = /^\| `([a-z_]+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$/

/** A page for each code of the endpoints for sign-in and tokens that the guide to errors lists. */
export function oauthErrorPages(document: Document, guide: string) {
  return guide.split('\n').flatMap((line) => {
    const [, code = '', where = '', cause = '', advice] = row.exec(line) ?? []
    return advice === undefined ? [] : [pageOf({ code, where, cause, advice }, document)]
  })
}

interface Described {
  readonly code: string
  readonly where: string
  readonly cause: string
  readonly advice: string
}

function pageOf({ code, where, cause, advice }: Described, document: Document) {
  const places = where.split(', ')
  const statuses = places.filter((place) => nodeHttp.STATUS_CODES[place] !== undefined)
  const operations = operationsOf(document).filter((operation) =>
    responsesOf(operation, document).some(([, response]) => codesOf(response).includes(code)),
  )
  const markdown = [
    `# ${code}`,
    'An error of [sign-in and tokens](../errors.md#codes-of-sign-in-and-tokens).',
    `## Cause`,
    sentence(cause),
    `## What to do`,
    sentence(advice),
    `## Response`,
    ...(statuses.length > 0
      ? [
          `Status ${statuses.map((status) => `${status} ${nodeHttp.STATUS_CODES[status]}`).join(', or ')}:`,
          json({ error: code, error_description: '…' }),
        ]
      : []),
    ...(places.includes('redirect')
      ? [
          'From `/authorize`, the browser comes back to the application:',
          `\`\`\`text\nhttps://shop.example.com/callback?error=${code}&error_description=…&state=…&iss=…\n\`\`\``,
        ]
      : []),
    ...(places.includes('page')
      ? ['If Foyer cannot send the browser back to the application, a page shows the code.']
      : []),
    '`error` is for programs. `error_description` is for developers, in English.',
    ...(operations.length > 0
      ? [
          '## Operations',
          operations
            .map((operation) => `- ${linkToOperation(operation, '../reference/')}`)
            .join('\n'),
        ]
      : []),
    'All codes: [Errors](../errors.md).',
  ]
  return {
    path: `errors/${code}`,
    title: code,
    summary: sentence(cause).replace(/\[([^[\]]+)\]\([^()]*\)|`/g, '$1'),
    markdown: markdown.join('\n\n'),
  }
}

/** Text of a cell, as a sentence of a page one folder below the guide. */
const sentence = (cell: string): string =>
  `${cell.trim().replace(/\.$/, '').replaceAll('](', '](../')}.`
