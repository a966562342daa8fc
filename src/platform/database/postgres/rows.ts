import type { FieldDef } from 'pg'
import type { Row } from '../db.ts'
import { type Reader, readerOf } from './column-types.ts'

/** A row as PostgreSQL sends it: the text of each column. */
export type Texts = readonly (string | null)[]

/** How the rows of a statement are read. */
export interface Shape {
  readonly columns: readonly { readonly name: string; readonly read: Reader }[]
  /** A row of nulls. */
  readonly blank: Readonly<Record<string, null>>
}

/** The shape of a statement that returns no rows. */
export const noRows: Shape = { columns: [], blank: {} }

export function shapeOf(fields: readonly FieldDef[]): Shape {
  const blank = Object.fromEntries(fields.map(({ name }) => [name, null]))
  return {
    columns: fields.map(({ name, dataTypeID }) => ({ name, read: readerOf(dataTypeID) })),
    // An object from `JSON.parse` has room for all its properties, and so have its copies. If
    // properties are added one by one, V8 moves them several times, and from about 20 on it makes
    // the object a hash table.
    blank: JSON.parse(JSON.stringify(blank)),
  }
}

export function readRow(texts: Texts, { columns, blank }: Shape): Row {
  const row: Row = { ...blank }
  for (let index = 0; index < columns.length; index++) {
    const { name, read } = columns[index] as Shape['columns'][number]
    const text = texts[index] ?? null
    row[name] = text === null ? null : read(text)
  }
  return row
}
