/** The values of a row by which it is found, and that its label needs. */
export type SealedRow = Readonly<Record<string, unknown>>

/**
 * A column with sealed values. A rotation of SECRET_KEY seals them again. A feature declares its
 * columns; a test finds columns that nobody has declared.
 */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The property of a JSON column that has the sealed value in Base64. */
  readonly property?: string
  /** The primary key of the table. */
  readonly key: readonly string[]
  /** Further columns that `purposeOf`, `labelOf` or `hash` read. */
  readonly reads?: readonly string[]
  purposeOf(row: SealedRow): string
  labelOf(row: SealedRow): string
  /** A column with a keyed hash of something in the content. It gets the hash of the new key. */
  readonly hash?: {
    readonly column: string
    /** Returns the text that is hashed; undefined if the row has no hash. */
    textOf(row: SealedRow, content: Buffer): string | undefined
  }
}
