import { TypeOverrides, types } from 'pg'

/** What the text of a column is read into, by its type: see `Row`. Dates and times stay text, their arrays too. */
export const columnTypes = new TypeOverrides()

const { DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL } = types.builtins
const arraysOfThem = [1182, 1115, 1185, 1187]
const textArray: number = 1009
for (const oid of [DATE, TIMESTAMP, TIMESTAMPTZ, INTERVAL])
  columnTypes.setTypeParser(oid, (text: string) => text)
for (const oid of arraysOfThem) columnTypes.setTypeParser(oid, types.getTypeParser(textArray))

export type Reader = (text: string) => unknown

/** What reads a column of this type, by its object id; `pg` declares it as if it read numbers. */
export const readerOf = (type: number): Reader =>
  columnTypes.getTypeParser(type) as unknown as Reader
