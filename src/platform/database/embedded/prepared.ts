import { type PGlite, protocol } from '@electric-sql/pglite'
import type { Statement } from '../sql.ts'

const { serialize } = protocol
const { DataRowMessage, ParameterDescriptionMessage, RowDescriptionMessage } = protocol.messages

type Row = Record<string, unknown>
type Reader = (text: string) => unknown

/**
 * What PostgreSQL says about a prepared statement. It cannot change: the statement fails instead.
 */
interface Description {
  /** The types of the parameters, as object ids. */
  readonly parameters: readonly number[]
  readonly columns: readonly { readonly name: string; readonly read: Reader }[]
}

/** The descriptions of the statements that an engine has prepared, by name. */
const descriptions = new WeakMap<PGlite, Map<string, Description>>()

/**
 * Runs one prepared statement and returns its rows. Its first run on an engine prepares it.
 * `PGlite.query` parses, plans and describes every statement each time.
 *
 * Each message is sent alone: after a PANIC, the engine would never return from a call with further
 * messages.
 */
export const runPrepared = <R>(engine: PGlite, statement: Statement): Promise<R[]> =>
  // Statements of a transaction may be sent at the same time. Their messages must not mix.
  engine.runExclusive(() => run<R>(engine, statement))

async function run<R>(engine: PGlite, statement: Statement): Promise<R[]> {
  const { name, values } = statement
  const send = (message: Uint8Array) => engine.execProtocolStream(message, { syncToFs: false })
  const rows: Row[] = []
  try {
    const { parameters, columns } = await prepare(engine, statement)
    const texts = values.map((value, index) => textOf(engine, value, parameters[index]))
    await send(serialize.bind({ statement: name, values: texts }))
    for (const message of await send(serialize.execute({}))) {
      if (message instanceof DataRowMessage) rows.push(rowOf(message.fields, columns))
    }
  } finally {
    // This commits, and ends the skipping of messages after an error.
    await send(serialize.sync())
  }
  return rows as R[]
}

/** Lets an engine prepare its statements again. */
export async function forgetPrepared(engine: PGlite): Promise<void> {
  if (!descriptions.delete(engine)) return
  await engine.exec('deallocate all')
}

async function prepare(engine: PGlite, { name, text }: Statement): Promise<Description> {
  const known = descriptions.get(engine) ?? new Map<string, Description>()
  descriptions.set(engine, known)
  const description = known.get(name)
  if (description) return description
  const send = (message: Uint8Array) => engine.execProtocolStream(message, { syncToFs: false })
  await send(serialize.parse({ name, text }))
  let parameters: readonly number[] = []
  let columns: Description['columns'] = []
  for (const message of await send(serialize.describe({ type: 'S', name }))) {
    if (message instanceof ParameterDescriptionMessage) parameters = message.dataTypeIDs
    if (message instanceof RowDescriptionMessage)
      columns = message.fields.map((field) => ({
        name: field.name,
        read: engine.parsers[field.dataTypeID] ?? String,
      }))
  }
  const made = { parameters, columns }
  known.set(name, made)
  return made
}

/** The text of a parameter. */
function textOf(engine: PGlite, value: unknown, type = 0): string | null {
  if (value === null || value === undefined) return null
  const serializer = engine.serializers[type]
  return serializer ? serializer(value) : String(value)
}

function rowOf(texts: readonly (string | null)[], columns: Description['columns']): Row {
  const row: Row = {}
  columns.forEach(({ name, read }, index) => {
    const text = texts[index] ?? null
    row[name] = text === null ? null : read(text)
  })
  return row
}
