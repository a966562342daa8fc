import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { nameOf, type Schema, typesOf } from './types.ts'

/** The file that `documentsOf` is written to. */
export const documentsPath = 'packages/client/src/generated/documents.ts'

interface Operation {
  readonly operationId?: string
  readonly responses?: Readonly<Record<string, unknown>>
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, unknown>>
  }
}

/** Returns the types of the client for an OpenAPI document, as they are committed. */
export function documentsOf(openapi: string): string {
  const document = JSON.parse(openapi) as Document
  const text = [
    '/* Generated from openapi.json by `npm run openapi`. Do not edit. */',
    "import type { Link, Links } from '../hal.ts'",
    typesOf(document.components.schemas),
    `/** The status of every error code of the resources. */\nexport interface ErrorStatuses {\n${statusesOf(
      document,
    )}\n}`,
  ].join('\n\n')
  const used = text.replace(
    'Link, Links',
    / Link[;\n\s|}]/.test(text.slice(200)) ? 'Link, Links' : 'Links',
  )
  return format(used)
}

/** The codes that no operation has, because the request is for none. */
const codesOfNoOperation: Readonly<Record<string, string>> = { method_not_allowed: '405' }

/**
 * The codes of errors stand in the examples of the responses.
 * @throws {Error} if the schema of an error lists a code that has no status
 */
function statusesOf({ paths, components }: Document): string {
  const statuses = new Map(
    Object.entries(codesOfNoOperation).map(([code, status]) => [code, new Set([status])]),
  )
  const operations = Object.values(paths).flatMap((path) => Object.values(path))
  for (const operation of operations) {
    if (typeof operation !== 'object' || operation === null) continue
    const { responses = {} } = operation as Operation
    for (const [status, given] of Object.entries(responses))
      for (const code of codesIn(resolve(given, components.responses))) {
        const known = statuses.get(code) ?? new Set()
        statuses.set(code, known.add(status))
      }
  }
  for (const code of components.schemas.Error?.properties?.code?.examples ?? [])
    if (!statuses.has(String(code))) throw new Error(`The code "${code}" has no status.`)
  return [...statuses]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, all]) => `${code}: ${[...all].sort().join(' | ')}`)
    .join('\n')
}

interface ErrorResponse {
  readonly $ref?: string
  readonly content?: Readonly<
    Record<string, { readonly examples?: object; readonly schema?: Schema }>
  >
}

function resolve(given: unknown, responses: Readonly<Record<string, unknown>>): ErrorResponse {
  const response = given as ErrorResponse
  const name = response.$ref?.split('/').at(-1)
  return name === undefined ? response : (responses[name] as ErrorResponse)
}

const codesIn = ({ content = {} }: ErrorResponse): string[] =>
  Object.values(content)
    .filter(({ schema }) => nameOf(schema?.$ref?.split('/').at(-1) ?? '') === 'ErrorBody')
    .flatMap(({ examples = {} }) => Object.keys(examples))

/** Formats as the rest of the repository, so that the committed file has nothing to lint. */
function format(text: string): string {
  const root = join(import.meta.dirname, '../..')
  const args = ['format', `--stdin-file-path=${documentsPath}`]
  return execFileSync(join(root, 'node_modules/.bin/biome'), args, {
    cwd: root,
    input: text,
    encoding: 'utf8',
  })
}
