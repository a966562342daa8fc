import { matches } from '../../platform/schema/check.ts'
import { Type } from '../../platform/schema/type.ts'

/** The first entry of a backup: what it is, and what must fit to restore it. */
export const manifestName = 'foyer-backup.json'

/** The version of the format. It increases when an older program could not restore the file. */
export const formatVersion = 1

const Header = Type.Object({ format: Type.Literal('foyer-backup'), version: Type.Integer() })

const ManifestSchema = Type.Object({
  format: Type.Literal('foyer-backup'),
  version: Type.Integer(),
  /** The version of Foyer. */
  foyer: Type.String(),
  /** ISO 8601, in UTC. */
  created_at: Type.String(),
  /** The major version of PostgreSQL, as in the file PG_VERSION. */
  postgres: Type.String(),
  /** The names of the applied migrations. */
  migrations: Type.Array(Type.String()),
  /** Whether the secret key of development is in the backup. */
  has_secret_key: Type.Boolean(),
})

export interface Manifest {
  readonly format: 'foyer-backup'
  readonly version: number
  readonly foyer: string
  readonly created_at: string
  readonly postgres: string
  readonly migrations: readonly string[]
  readonly has_secret_key: boolean
}

/**
 * Reads a manifest.
 * @returns undefined if it is none; the version of the format if that is newer than this program
 */
export function readManifest(text: string): Manifest | { readonly newer: number } | undefined {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    return undefined
  }
  if (!matches(Header, value)) return undefined
  if (value.version > formatVersion) return { newer: value.version }
  return matches(ManifestSchema, value) ? value : undefined
}
