import { globSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Connection } from 'pg'
import { Engine } from '../../src/platform/database/embedded/engine.ts'
import { openTemplate } from './database.ts'

/** The text of each statement that the services and tests of this process have sent. */
const sent = { embedded: new Set<string>(), PostgreSQL: new Set<string>() }

/**
 * Records all statements from now on. Those of PostgreSQL are recorded when a connection prepares
 * them.
 */
export function rememberStatements(): void {
  const { runPrepared } = Engine.prototype
  Engine.prototype.runPrepared = function (statement) {
    sent.embedded.add(statement.text)
    return runPrepared.call(this, statement) as never
  }
  const { parse } = Connection.prototype
  Connection.prototype.parse = function (query, more) {
    if (query?.text !== undefined) sent.PostgreSQL.add(query.text)
    parse.call(this, query, more)
  }
}

const filePattern = /^statements-\d+\.json$/

/** Stores the statements of this process for `run.ts`. */
export function keepStatements(folder: string): void {
  const texts = { embedded: [...sent.embedded], PostgreSQL: [...sent.PostgreSQL] }
  writeFileSync(join(folder, `statements-${process.pid}.json`), JSON.stringify(texts))
}

/** The result of preparing the statements that only PostgreSQL has run. */
export interface Compared {
  /** How many statements of the service both databases have run. */
  readonly both: number
  /** How many only PostgreSQL has run. The embedded database has prepared them. */
  readonly prepared: number
  /** The statements that the embedded database refuses, each with its error. */
  readonly refused: readonly string[]
}

/**
 * Prepares each statement of the service that a run has sent only to PostgreSQL on the embedded
 * database, which checks its syntax, names and types.
 */
export async function prepareOnEmbedded(folder: string): Promise<Compared> {
  const kept = readdirSync(folder)
    .filter((name) => filePattern.test(name))
    .map((name): Record<keyof typeof sent, string[]> => {
      return JSON.parse(readFileSync(join(folder, name), 'utf8'))
    })
  const embedded = new Set(kept.flatMap((one) => one.embedded))
  const ofService = [...new Set(kept.flatMap((one) => one.PostgreSQL))].filter(isOfService())
  const alone = ofService.filter((text) => !embedded.has(text))
  const refused: string[] = []
  const db = await openTemplate()
  for (const [number, text] of alone.entries())
    try {
      await db.script(`prepare statement_${number} as ${text}`)
    } catch (error) {
      refused.push(`${text}\n${error}`)
    }
  await db.close()
  return { both: ofService.length - alone.length, prepared: alone.length, refused }
}

/**
 * Returns a function that recognises the statements of the service: they contain the longest text
 * between the parameters of a statement in the sources.
 */
function isOfService(): (text: string) => boolean {
  const parts = new Set<string>()
  for (const file of globSync('src/**/*.ts'))
    for (const [, template = ''] of readFileSync(file, 'utf8').matchAll(/\bsql`([^`]*)/g)) {
      const [longest = ''] = template.split(/\$\{[^}]*\}/).sort((a, b) => b.length - a.length)
      if (longest.length >= shortestPart) parts.add(longest)
    }
  const manipulates = /^\s*(select|insert|update|delete|merge|with|values)\b/i
  return (text) => manipulates.test(text) && [...parts].some((part) => text.includes(part))
}

/** Shorter texts also occur in statements of tests. */
const shortestPart = 20
