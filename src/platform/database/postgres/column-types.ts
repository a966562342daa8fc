import { TypeOverrides, types } from 'pg'

/** Makes of the text of a column what a row holds. */
export type Reader = (text: string) => unknown

const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types.builtins
const arrayTypes = [1182, 1115, 1185, 1187]
const textArray: number = 1009

/** By the object ids of types: what is read otherwise than `pg` does by itself. Dates and times stay text, their arrays too. */
const customReaders = new Map<number, Reader>([
  ...[DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL].map(
    (type) => [type, (text: string) => text] as const,
  ),
  ...arrayTypes.map((type) => [type, types.getTypeParser(textArray)] as const),
])

/** What reads a column of this type, by its object id: see `Row`. */
export const readerOf = (type: number): Reader =>
  customReaders.get(type) ?? types.getTypeParser(type)

/** The same, for statements that `pg` reads by itself. */
export const columnTypes = new TypeOverrides()
for (const [type, read] of customReaders) columnTypes.setTypeParser(type, read)
