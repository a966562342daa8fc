import type { Database } from '../../platform/database/db.ts'
import {
  countOtherKeys,
  type FoundRow,
  listOtherKeys,
  replaceSealed,
} from '../../platform/database/sealed-rows.ts'
import { Key, keyIdOf, type SecretKeys } from '../../platform/secrets/keys.ts'
import { BrokenSeal, open, seal } from '../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import { keyedHash } from '../../platform/secrets/secrets.ts'

/** Rows per transaction. The number is small, so that no row is locked for long. */
const rowsPerBatch = 50

/** What a batch has done. */
export interface Batch {
  readonly resealed: number
  /** Values that no key opens. They stay as they are. */
  readonly unreadable: number
}

/** Counts the values that another key than the one in use has sealed. */
export async function countRemaining(
  db: Database,
  keys: SecretKeys,
  columns: readonly SealedColumn[],
): Promise<number> {
  let count = 0
  for (const column of columns) count += await countOtherKeys(db, column, keyIdInUse(keys))
  return count
}

/** Seals the values of all columns with the key in use, in batches. Yields after each batch. */
export async function* resealAll(
  db: Database,
  keys: SecretKeys,
  columns: readonly SealedColumn[],
): AsyncGenerator<Batch> {
  for (const column of columns) {
    for (let after: FoundRow['row'] | undefined; ; ) {
      const range = { keyId: keyIdInUse(keys), after, limit: rowsPerBatch }
      const found = await listOtherKeys(db, column, range)
      if (found.length > 0) yield await resealRows(db, keys, column, found)
      if (found.length < rowsPerBatch) break
      after = found.at(-1)?.row
    }
  }
}

async function resealRows(
  db: Database,
  keys: SecretKeys,
  column: SealedColumn,
  found: readonly FoundRow[],
): Promise<Batch> {
  const renewed = found.flatMap((row) => renew(keys, column, row) ?? [])
  const replaced = await db.transaction((tx) =>
    tx.commitWith(
      Promise.all(renewed.map(({ row, value }) => replaceSealed(tx, column, row, value))),
    ),
  )
  // A value that has changed meanwhile is sealed with the new key already.
  const resealed = replaced.filter((isReplaced) => isReplaced).length
  return { resealed, unreadable: found.length - renewed.length }
}

/** Seals one value again. Undefined if no key opens it. */
function renew(keys: SecretKeys, column: SealedColumn, found: FoundRow) {
  const { row, sealed } = found
  const key = new Key(keys, column.purposeOf(row))
  const label = column.labelOf(row)
  try {
    const content = open(key, label, sealed)
    const hashed = column.hash?.textOf(row, content)
    const hash = hashed === undefined ? undefined : keyedHash(key, hashed)
    return { row: found, value: { sealed: seal(key, label, content), hash } }
  } catch (error) {
    if (error instanceof BrokenSeal) return undefined
    throw error
  }
}

const keyIdInUse = (keys: SecretKeys): Buffer => keyIdOf(keys.inUse.check)
