import {
  type BindConfig,
  type Client,
  type Connection,
  type ExecuteConfig,
  type FieldDef,
  Query,
} from 'pg'
import utils from 'pg/lib/utils.js'
import type { Statement } from '../sql.ts'
import { type Reader, readerOf } from './column-types.ts'

// Members of `pg` that its types do not have. Its version is pinned.
declare module 'pg' {
  interface Query {
    name: string
    values: (string | null)[]
    /** Sends the statement. Prepares it first, if the connection has not prepared it yet. */
    prepare(connection: Connection): void
    handleRowDescription(message: { fields: FieldDef[] }): void
    handleDataRow(message: { fields: Texts }): void
    handleCommandComplete(): void
  }

  interface Connection {
    bind(config: BindConfig): void
    execute(config: ExecuteConfig): void
  }
}

/** A row as PostgreSQL sends it: the text of each column. */
type Texts = readonly (string | null)[]

/** For each column, the property of the row and the reader of its text. */
type Shape = readonly { readonly name: string; readonly read: Reader }[]

const shapes = new WeakMap<Connection, Map<string, Shape>>()

/** The shapes of a connection's prepared statements, by name. */
function shapesOn(connection: Connection): Map<string, Shape> {
  const known = shapes.get(connection) ?? new Map()
  shapes.set(connection, known)
  return known
}

/**
 * A prepared statement that requests the description of its rows only once on each connection.
 * `pg`'s own class requests it every time. The description cannot change: PostgreSQL fails the
 * statement instead ("cached plan must not change result type").
 */
class Prepared extends Query {
  readonly #rows: Texts[] = []
  #shapes: Map<string, Shape> | undefined
  #shape: Shape = []

  constructor({ name, text, values }: Statement, done: (error?: Error) => void) {
    super(text, [...values], done)
    this.name = name
  }

  read<R>(): R[] {
    return this.#rows.map((texts) => rowOf(texts, this.#shape) as R)
  }

  override prepare(connection: Connection): void {
    this.#shapes = shapesOn(connection)
    const known = this.#shapes.get(this.name)
    if (known === undefined) {
      super.prepare(connection)
      return
    }
    this.#shape = known
    const { name: statement, values } = this
    connection.bind({ statement, values, valueMapper: utils.prepareValue })
    connection.execute({})
    connection.sync()
  }

  override handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#shape = fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) }))
    this.#shapes?.set(this.name, this.#shape)
  }

  override handleDataRow({ fields }: { fields: Texts }): void {
    this.#rows.push(fields)
  }

  // A statement that returns no rows has no description.
  override handleCommandComplete(): void {
    this.#shapes?.set(this.name, this.#shape)
  }
}

function rowOf(texts: Texts, shape: Shape): Record<string, unknown> {
  const row: Record<string, unknown> = {}
  shape.forEach(({ name, read }, column) => {
    const text = texts[column] ?? null
    row[name] = text === null ? null : read(text)
  })
  return row
}

/** Runs one prepared statement and returns its rows. `pg` prepares it once on each connection. */
export const runPrepared = <R>(client: Client, statement: Statement): Promise<R[]> =>
  new Promise((resolve, reject) => {
    const query = new Prepared(statement, (error) => {
      if (error) return reject(error)
      try {
        resolve(query.read())
      } catch (unreadable) {
        reject(unreadable)
      }
    })
    client.query(query)
  })
