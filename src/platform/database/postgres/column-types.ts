import { TypeOverrides, types } from 'pg'

/** Converts the text of a column to its value in a row. */
export type Reader = (text: string) => unknown

const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types.builtins
const arrayTypes = [1182, 1115, 1185, 1187]
const textArray: number = 1009
const readTexts = types.getTypeParser(textArray)

/**
 * Readers that differ from those of `pg`, by the object id of the type. Dates and times stay text,
 * and so do their arrays.
 */
const customReaders = new Map<number, Reader>([
  ...[DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL].map(
    (type) => [type, (text: string) => text] as const,
  ),
  ...arrayTypes.map((type) => [type, readTexts] as const),
  // Most are empty, and the reader of `pg` makes a parser for each.
  [textArray, (text) => (text === '{}' ? [] : readTexts(text))],
])

/** The reader for columns of a type, by its object id. See `Row`. */
export const readerOf = (type: number): Reader =>
  customReaders.get(type) ?? types.getTypeParser(type)

/** The readers of `readerOf`, for statements whose rows `pg` reads itself. */
export const columnTypes = new TypeOverrides()
for (const [type, read] of customReaders) columnTypes.setTypeParser(type, read)
