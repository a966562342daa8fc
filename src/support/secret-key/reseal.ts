import type { Database } from '../../platform/database/db.ts'
import {
  countOtherKeys,
  type FoundRow,
  listOtherKeys,
  pagesOf,
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

/** Rows that one statement reads at most, whether or not they must be sealed again. */
const rowsPerPage = 5_000

/**
 * Counts the values that another key than the one in use has sealed. Yields the count of each page.
 */
export async function* countRemaining(
  db: Database,
  keys: SecretKeys,
  columns: readonly SealedColumn[],
  pageSize = rowsPerPage,
): AsyncGenerator<number> {
  for (const column of columns)
    for await (const page of pagesOf(db, column, pageSize))
      yield await countOtherKeys(db, column, page, keyIdInUse(keys))
}

/**
 * Seals the values of all columns with the key in use, in batches. Yields after each batch, and
 * after each page.
 */
export async function* resealAll(
  db: Database,
  keys: SecretKeys,
  columns: readonly SealedColumn[],
  pageSize = rowsPerPage,
): AsyncGenerator<Batch> {
  const range = { keyId: keyIdInUse(keys), limit: rowsPerBatch }
  for (const column of columns) {
    for await (const page of pagesOf(db, column, pageSize)) {
      for (let { after } = page; ; ) {
        const found = await listOtherKeys(db, column, { ...page, after }, range)
        yield await resealRows(db, keys, column, found)
        if (found.length < rowsPerBatch) break
        after = found.at(-1)?.row
      }
    }
  }
}

async function resealRows(
  db: Database,
  keys: SecretKeys,
  column: SealedColumn,
  found: readonly FoundRow[],
): Promise<Batch> {
  if (found.length === 0) return { resealed: 0, unreadable: 0 }
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
