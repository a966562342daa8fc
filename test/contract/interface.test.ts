import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { type Kind, type Shown, type Table, tables } from './interface-map.ts'

interface Row extends Omit<Table, 'rows'> {
  readonly name: string
  readonly shown: Shown
}

const rows: readonly Row[] = tables.flatMap(({ rows, ...table }) =>
  Object.entries(rows).map(([name, shown]) => ({ ...table, name, shown })),
)

const tests = join(import.meta.dirname, '..')

/** The names of all tests in the test tree that run. */
const testNames = new Set(
  globSync('**/*.test.ts', { cwd: tests }).flatMap((file) =>
    namesIn(readFileSync(`${tests}/${file}`, 'utf8')),
  ),
)

/** Names that are written out at the start of a line of code: not in a comment, and not skipped. */
function namesIn(source: string): string[] {
  const calls = source.matchAll(/^ *test\(\s*(['"`])((?:(?!\1)[^\\]|\\.)*)\1,\s*(?!\{)/gm)
  return [...calls].map(([, , name = '']) => name)
}

const isTest = (shown: Shown): shown is string => typeof shown === 'string'
const titleOf = ({ section, of, kind, name }: Row): string => `${section} ${of}, ${kind} ${name}`

/** The rows without a valid proof, as readable lines. */
function noneOf(broken: (row: Row) => boolean): void {
  assert.deepEqual(rows.filter(broken).map(titleOf), [])
}

/** The parts of the OpenAPI document that the tables define. */
interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> }
}
interface Described {
  readonly operationId?: string
  readonly parameters?: readonly { readonly name?: string }[]
  readonly responses?: Readonly<Record<string, unknown>>
}
interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>
}

const document = JSON.parse(readFileSync(`${tests}/../openapi.json`, 'utf8')) as Document

const operations = new Map(
  Object.values(document.paths)
    .flatMap((path) => Object.values(path))
    .map((described) => [described.operationId, described]),
)

/** The names in the document of the resources and operations of the tables. */
const nameInDocument: Readonly<Record<string, string>> = {
  'Address collection': 'AddressCollection',
  'Payment method': 'PaymentMethod',
  'Payment method collection': 'PaymentMethodCollection',
  'Token response': 'TokenResponse',
  'List addresses': 'listAddresses',
  'Create an address': 'createAddress',
  'Get an address': 'getAddress',
  'Update an address': 'updateAddress',
  'List payment methods': 'listPaymentMethods',
  'List payment methods for a listing': 'listPaymentMethodsForListing',
  'Get a payment method': 'getPaymentMethod',
  'Get the authenticated user': 'getUser',
  'Update the authenticated user': 'updateUser',
}

/** The name in the document of the body of an operation. */
function bodyOf(operation: string): string {
  if (operation.includes('listing')) return 'PurchaseBody'
  return operation.includes('user') ? 'UserBody' : 'AddressBody'
}

/** Whether the document contains a row. It has no place for those of headers and limits. */
function isTold({ of, kind, name }: Row): boolean {
  const known = nameInDocument[of] ?? of
  const schemaAt = (...path: string[]): Schema | undefined =>
    path.reduce<Schema | undefined>((schema, step) => schema?.properties?.[step], {
      properties: document.components.schemas,
    })
  if (kind === 'relation') return schemaAt(known, '_links', name) !== undefined
  if (kind === 'property') return schemaAt(bodyOf(of), name) !== undefined
  if (kind === 'field') {
    // In requests alone.
    const from = name === 'country_code' ? 'AddressBody' : known
    return schemaAt(from, ...name.split('.')) !== undefined
  }
  const described = operations.get(known)
  if (kind === 'status') return described?.responses?.[name] !== undefined
  if (kind !== 'parameter' || of === 'Token endpoint') return true
  return described?.parameters?.some((parameter) => parameter.name === name) ?? false
}

describe('the map of the interface', () => {
  test('has every row of the tables', () => {
    const counts: Partial<Record<Kind, number>> = {}
    for (const { kind } of rows) counts[kind] = (counts[kind] ?? 0) + 1
    assert.deepEqual(counts, {
      field: 52,
      relation: 32,
      operation: 1,
      header: 2,
      parameter: 15,
      property: 25,
      status: 45,
      limit: 3,
    })
  })

  test('names an existing test for every row except statuses that are never sent', () => {
    noneOf(({ shown }) => isTest(shown) && !testNames.has(shown))
  })

  test('names each test after its row', () => {
    noneOf(({ of, name, shown }) => {
      const named = [`${of}.${name}`, `${of}, ${name}`, `${of} ${name}`]
      return isTest(shown) && !named.some((start) => shown.startsWith(start))
    })
  })

  test('only statuses can be marked as never sent, and each has a reason', () => {
    noneOf(
      ({ kind, shown }) => !isTest(shown) && (kind !== 'status' || shown.neverSent.length < 20),
    )
  })

  test('has no row that the OpenAPI document leaves out', () => {
    noneOf((row) => !isTold(row))
  })
})
