import { parseArgs } from 'node:util'
import { type Path, paths } from './paths.ts'

export type DatabaseKind = 'postgres' | 'embedded'

/** What to measure, and for how long. */
export interface Options {
  readonly paths: readonly Path[]
  readonly databases: readonly DatabaseKind[]
  /** Foyer meets all its peers with the first number, and the quickest one with the others. */
  readonly connections: readonly number[]
  readonly rounds: number
  readonly seconds: number
  readonly users: number
  /** Whether to measure while other programs use the processors. */
  readonly anyway: boolean
  /** The directory of `performance.md`. Undefined if the results are only printed. */
  readonly output: string | undefined
}

const help = `Usage: npm run bench -- [OPTIONS]

Measures Foyer beside peers that do less, and writes docs/performance.md.

  --only NAME,…         Only these paths: ${paths.map(({ name }) => name).join(', ')}
  --databases NAME,…    postgres, embedded (default: both)
  --connections N,…     (default: 32,64)
  --rounds N            (default: 5)
  --seconds N           Of each round, a whole number (default: 2)
  --alone               Foyer without its peers
  --users N             Users of PostgreSQL; the embedded database gets a tenth (default: 100000)
  --quick               3 rounds of 1 s, 32 connections and 20,000 users
  --output DIR          Where to write the results (default: docs, if all is measured in full)
  --anyway              Measure although other programs use the processors
  --help                Print this help`

const defaults = { rounds: '5', seconds: '2', users: '100000', connections: '32,64' }
const quick = { rounds: '3', seconds: '1', users: '20000', connections: '32' }

/** Reads the command line. Prints the help and ends the program if it asks for it or is wrong. */
export function readOptions(argv: readonly string[]): Options {
  try {
    return parse(argv)
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  }
}

function parse(argv: readonly string[]): Options {
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  const { values } = parseArgs({
    args: [...argv],
    options: {
      only: text,
      databases: { ...text, default: 'postgres,embedded' },
      connections: text,
      rounds: text,
      seconds: text,
      users: text,
      output: text,
      quick: flag,
      alone: flag,
      anyway: flag,
      help: flag,
    },
  })
  if (values.help) {
    console.log(help)
    process.exit(0)
  }
  const given = { ...(values.quick ? quick : defaults), ...values }
  const names = values.only?.split(',') ?? paths.map(({ name }) => name)
  const isWhole = values.only === undefined && !values.quick && !values.alone
  return {
    paths: names.map(pathOf).map((path) => (values.alone ? { ...path, peers: [] } : path)),
    databases: given.databases.split(',').map(databaseOf),
    connections: given.connections.split(',').map((number) => countOf('connections', number)),
    rounds: countOf('rounds', given.rounds),
    seconds: countOf('seconds', given.seconds),
    users: countOf('users', given.users),
    anyway: values.anyway,
    output: values.output ?? (isWhole ? 'docs' : undefined),
  }
}

function pathOf(name: string): Path {
  const path = paths.find((known) => known.name === name)
  if (path === undefined) throw new Error(`--only: there is no path ${name}.\n\n${help}`)
  return path
}

function databaseOf(name: string): DatabaseKind {
  if (name === 'postgres' || name === 'embedded') return name
  throw new Error(`--databases: there is no database ${name}.\n\n${help}`)
}

function countOf(name: string, text: string): number {
  if (/^[1-9]\d{0,8}$/.test(text)) return Number(text)
  throw new Error(`--${name} must be a positive whole number, not ${text}.`)
}
