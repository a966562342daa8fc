import { type MessageKey, messageKeys, say } from '../../platform/i18n/catalogue.ts'
import { nodeHttp } from '../../platform/process/node-http.ts'
import { codesOf, type Document, type ErrorExample, operationsOf, responsesOf } from './openapi.ts'
import { linkToOperation } from './operation-section.ts'
import { json } from './rows.ts'

const adviceRow = /^\| `([a-z_]+)` \| (\d{3}) \| (.+) \|$/

interface Advice {
  readonly status: string
  readonly text: string
}

/** What the guide to errors says about each code. */
export function adviceIn(guide: string): ReadonlyMap<string, Advice> {
  const rows = guide.split('\n').flatMap((line) => {
    const [, code = '', status = '', text] = adviceRow.exec(line) ?? []
    return text === undefined ? [] : [[code, { status, text }] as const]
  })
  return new Map(rows)
}

/**
 * The error of a code that no operation declares, because it is about HTTP and not about an
 * operation.
 */
const exampleOf = (code: string): ErrorExample => {
  const key = `error.${code}` as MessageKey
  return { code, message: messageKeys.includes(key) ? say('en', key) : code, errors: {} }
}

/** A page for each code of an error, with the advice of the guide. */
export function errorPages(document: Document, guide: string) {
  const advice = adviceIn(guide)
  const operations = operationsOf(document).map((operation) => ({
    operation,
    responses: responsesOf(operation, document),
  }))
  const { examples } = document.components
  return [...new Set([...Object.keys(examples), ...advice.keys()])].map((code) => {
    const value = examples[code]?.value ?? exampleOf(code)
    const found = operations.flatMap(({ operation, responses }) => {
      const statuses = responses.filter(([, response]) => codesOf(response).includes(code))
      return statuses.map(([status]) => ({ operation, status }))
    })
    const status = found[0]?.status ?? advice.get(code)?.status ?? ''
    const everywhere = found.length > operations.length / 2
    const places = everywhere
      ? 'Most operations can respond with it.'
      : found.map(({ operation }) => `- ${linkToOperation(operation, '../reference/')}`).join('\n')
    const markdown = [
      `# ${code}`,
      `Status ${status} ${nodeHttp.STATUS_CODES[status] ?? ''}`,
      `## What to do`,
      `${(advice.get(code)?.text ?? value.message).replace(/\.$/, '').replaceAll('](', '](../')}.`,
      `## Response`,
      json(value),
      '`code` is for programs. `message` and the texts in `errors` are for people, in the ' +
        'language of `Accept-Language`.',
      ...(found.length > 0 ? ['## Operations', places] : []),
      'All codes: [Errors](../errors.md).',
    ]
    return {
      path: `errors/${code}`,
      title: code,
      summary: value.message,
      markdown: markdown.join('\n\n'),
    }
  })
}
