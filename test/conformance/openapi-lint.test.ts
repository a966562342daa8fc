import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { after, describe, test } from 'node:test'
import { promisify } from 'node:util'
import { committed, document, type Operation, operations } from '../support/document.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/** Runs a command that prints JSON, and ends with another status than 0 if there are problems. */
async function json(command: string, ...args: string[]): Promise<unknown> {
  const options = { cwd: root, maxBuffer: 2 ** 24 }
  const { stdout } = await run(
    join(root, 'test/tools/node_modules/.bin', command),
    args,
    options,
  ).catch((error: { stdout?: string }) => {
    if (!error.stdout) throw error
    return { stdout: error.stdout }
  })
  return JSON.parse(stdout)
}

/** The findings of Redocly in a file: the name of the rule and the place of each problem. */
async function redocly(file: string): Promise<string[]> {
  const options = ['--config=redocly.yaml', '--format=json', '--max-problems=1000']
  const { problems } = (await json('redocly', 'lint', file, ...options)) as {
    problems: { ruleId: string; location: { pointer: string }[] }[]
  }
  return problems.map(({ ruleId, location }) => `${ruleId} ${location[0]?.pointer}`)
}

/**
 * The findings of Spectral in some files: the file, the name of the rule and the place of each
 * problem. Its start takes most of its time, so it reads all files at once.
 */
async function spectral(...files: string[]): Promise<string[]> {
  const options = ['--ruleset=.spectral.yaml', '--format=json', '--quiet']
  const problems = (await json('spectral', 'lint', ...files, ...options)) as {
    code: string
    path: string[]
    source: string
  }[]
  return problems.map(({ code, path, source }) => `${basename(source)} ${code} ${path.join('/')}`)
}

/** A small document with an example that does not fit, and an operation without a description. */
function faultyDocument(): object {
  const { info, servers, tags, components, paths } = JSON.parse(committed)
  const { description: _, security: __, ...operation } = paths['/'].get
  const Root = { ...components.schemas.Root, examples: [{ _links: 7 }] }
  const schemas = { Root, Link: components.schemas.Link }
  const responses = {
    200: { description: 'Success.', content: operation.responses[200].content },
  }
  const get = { ...operation, parameters: [], responses: { ...responses, 404: responses[200] } }
  const small = { openapi: '3.1.0', info, servers, tags, security: [], components: { schemas } }
  return { ...small, paths: { '/': { get } } }
}

describe('openapi.json', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-lint-'))
  after(() => rmSync(folder, { recursive: true }))
  const faulty = join(folder, 'faulty.json')
  writeFileSync(faulty, JSON.stringify(faultyDocument()))

  test('has no warning of Redocly', async () => {
    assert.deepEqual(await redocly('openapi.json'), [])
  })

  test('gets a warning of Redocly if an example does not fit', async () => {
    assert.deepEqual(await redocly(faulty), [
      'no-invalid-schema-examples #/components/schemas/Root/examples/0/_links',
    ])
  })

  test('has no warning of Spectral, which warns of a missing description', async () => {
    assert.deepEqual(await spectral('openapi.json', faulty), [
      'faulty.json operation-description paths///get',
    ])
  })

  test('has rules with a reason above each exception, and no list of ignored problems', () => {
    for (const name of ['redocly.yaml', '.spectral.yaml']) {
      const lines = readFileSync(join(root, name), 'utf8').split('\n')
      for (const [index, line] of lines.entries())
        if (/: (?:off|false|"off")$/.test(line) && line !== 'telemetry: off')
          assert.match(lines[index - 1] ?? '', /^ {2}# .*\.$/, `${name}: ${line}`)
    }
    assert.throws(() => readFileSync(join(root, '.redocly.lint-ignore.yaml')), { code: 'ENOENT' })
  })

  test('no two paths match the same request', () => {
    const paths = new Map(operations.map((operation) => [operation.template, partsOf(operation)]))
    const templates = [...paths.keys()]
    for (const [index, one] of templates.entries())
      for (const other of templates.slice(index + 1)) {
        const [a = [], b = []] = [paths.get(one), paths.get(other)]
        const differ = a.length !== b.length || a.some((part, at) => !mayBeEqual(part, b[at] ?? ''))
        assert.ok(differ, `${one} and ${other}`)
      }
  })

  test('lists every code of an error', () => {
    const { properties } = document.components.schemas.Error as {
      properties: { code: { examples: string[] } }
    }
    const inAnswers = Object.keys(document.components.examples)
    assert.deepEqual(
      new Set(properties.code.examples),
      new Set([...inAnswers, 'method_not_allowed']),
    )
  })
})

const isIdentifier = Symbol('a parameter that is an integer')
type PathPart = string | typeof isIdentifier | undefined

/** The parts of a path: literal ones, identifiers, and `undefined` for what may be anything. */
const partsOf = ({ template, parameters = [] }: Operation): PathPart[] =>
  template.split('/').map((part) => {
    if (!part.startsWith('{')) return part
    const { schema } = parameters.find(({ name }) => part === `{${name}}`) ?? {}
    return schema?.type === 'integer' ? isIdentifier : undefined
  })

function mayBeEqual(a: PathPart, b: PathPart): boolean {
  if (a === undefined || b === undefined || a === b) return true
  return typeof a === 'string' && typeof b === 'string' ? false : isNumeric(a) && isNumeric(b)
}

const isNumeric = (part: PathPart): boolean =>
  typeof part === 'symbol' || /^-?\d+$/.test(part ?? '')
