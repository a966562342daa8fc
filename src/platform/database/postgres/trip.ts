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
import { noRows, readRow, type Shape, shapeOf, type Texts } from './rows.ts'

// Members of `pg` that its types do not have. Its version is pinned.
declare module 'pg' {
  interface Query {
    name: string | undefined
    text: string
    callback: (error: Error | null) => void
    /** Sends everything. */
    prepare(connection: Connection): void
    handleRowDescription(message: { fields: FieldDef[] }): void
    handleDataRow(message: { fields: Texts }): void
    handleCommandComplete(message: { text: string }): void
  }

  interface Connection {
    /** The texts of the prepared statements, by name. */
    parsedStatements: Record<string, string>
    /** The texts of the statements that are being prepared, by name. */
    submittedNamedStatements: Record<string, string>
    bind(config: BindConfig): void
    describe(config: { type: 'P' }): void
    execute(config: ExecuteConfig): void
  }
}

const shapes = new WeakMap<Connection, Map<string, Shape>>()

/** The shapes of a connection's prepared statements, by name. */
function shapesOn(connection: Connection): Map<string, Shape> {
  const known = shapes.get(connection) ?? new Map()
  shapes.set(connection, known)
  return known
}

/**
 * A prepared statement on its way, and its result. It requests the description of its rows only
 * once on each connection. `pg`'s own class requests it every time. The description cannot change:
 * PostgreSQL fails the statement instead ("cached plan must not change result type").
 */
export class Step {
  readonly name: string
  readonly text: string
  /** The command that was executed, and how many rows it concerned: `INSERT 0 1`. */
  command = ''
  isSent = false
  readonly #values: (string | Buffer | null)[]
  readonly #rows: Texts[] = []
  readonly #end = Promise.withResolvers<void>()
  #shape: Shape | undefined

  constructor({ name, text, values }: Statement) {
    this.name = name
    this.text = text
    this.#values = values.map((value) => utils.prepareValue(value))
  }

  /** Resolves when the statement has succeeded. */
  get ended(): Promise<void> {
    return this.#end.promise
  }

  read<R>(): R[] {
    const shape = this.#shape ?? noRows
    return this.#rows.map((texts) => readRow(texts, shape) as R)
  }

  send(connection: Connection): void {
    const { name, text } = this
    this.isSent = true
    this.#shape = shapesOn(connection).get(name)
    const { parsedStatements: parsed, submittedNamedStatements: submitted } = connection
    if (parsed[name] === undefined && submitted[name] === undefined) {
      connection.parse({ name, text, types: [] }, false)
      submitted[name] = text
    }
    connection.bind({ statement: name, values: this.#values })
    if (this.#shape === undefined) connection.describe({ type: 'P' })
    connection.execute({})
  }

  describe(fields: readonly FieldDef[]): void {
    this.#shape = shapeOf(fields)
  }

  add(row: Texts): void {
    this.#rows.push(row)
  }

  complete(command: string, connection: Connection): void {
    this.command = command
    // A statement that returns no rows has no description.
    shapesOn(connection).set(this.name, this.#shape ?? noRows)
  }

  succeed(): void {
    this.#end.resolve()
  }

  fail(error: Error): void {
    this.#end.reject(error)
  }
}

/**
 * Steps that travel together: one write and one Sync. PostgreSQL sends its answers once for each
 * Sync. If a step fails, PostgreSQL skips those behind it, and they fail with the same error.
 * Outside a transaction, several steps would be one transaction.
 */
export class Trip extends Query {
  readonly #steps: readonly Step[]
  #connection: Connection | undefined
  #done = 0

  constructor(steps: readonly Step[]) {
    super('')
    this.#steps = steps
    this.callback = (error) => this.#end(error)
    this.#name()
  }

  override prepare(connection: Connection): void {
    this.#connection = connection
    for (const step of this.#steps) step.send(connection)
    connection.sync()
  }

  override handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#steps[this.#done]?.describe(fields)
  }

  override handleDataRow({ fields }: { fields: Texts }): void {
    this.#steps[this.#done]?.add(fields)
  }

  override handleCommandComplete({ text }: { text: string }): void {
    if (this.#connection) this.#steps[this.#done]?.complete(text, this.#connection)
    this.#done++
    this.#name()
  }

  /** Takes the name of the current step. `pg` records under it what PostgreSQL has prepared. */
  #name(): void {
    const { name, text = '' } = this.#steps[this.#done] ?? {}
    this.name = name
    this.text = text
  }

  /** A statement outside a transaction is committed after its completion, and can still fail. */
  #end(error: Error | null): void {
    const succeeded = error ? Math.min(this.#done, this.#steps.length - 1) : this.#steps.length
    for (const [index, step] of this.#steps.entries()) {
      if (index < succeeded) step.succeed()
      else {
        // What was skipped is not prepared.
        if (this.#connection) delete this.#connection.submittedNamedStatements[step.name]
        if (error) step.fail(error)
      }
    }
  }
}

/**
 * Sends the statements of one transaction. All statements of one turn of the event loop make one
 * trip. `pg` would end each statement with a Sync of its own.
 */
export class Trips {
  readonly #client: Client
  #waiting: Step[] = []

  constructor(client: Client) {
    this.#client = client
  }

  /** Adds a statement to the next trip. */
  add(statement: Statement): Step {
    const step = new Step(statement)
    if (this.#waiting.length === 0) setImmediate(() => this.#leave())
    this.#waiting.push(step)
    return step
  }

  /** Drops the statements that have not left: the connection has another use now. */
  drop(): void {
    const dropped = this.#waiting.splice(0)
    for (const step of dropped) step.fail(new Error('The transaction is over.'))
  }

  #leave(): void {
    if (this.#waiting.length > 0) this.#client.query(new Trip(this.#waiting.splice(0)))
  }
}
