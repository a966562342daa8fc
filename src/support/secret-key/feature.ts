import type { Database } from '../../platform/database/db.ts'
import type { Feature } from '../../platform/feature.ts'
import type { SecretKey } from '../../platform/secrets/keys.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import { continueRotation } from './rotation.ts'
import { keptKeys, refreshSecretKeys } from './secret-key.ts'

export interface SecretKeyDeps {
  readonly db: Database
  readonly keys: SecretKey
  /** The sealed columns of all other features. */
  readonly columns: readonly SealedColumn[]
}

/** Follows a rotation of SECRET_KEY by another process, and continues one that was interrupted. */
export const secretKeyFeature = ({ db, keys, columns }: SecretKeyDeps): Feature => ({
  sealedColumns: [keptKeys],
  // A key that is only a text is never rotated.
  ...(typeof keys !== 'string' && {
    chores: [
      {
        name: 'read which secret key is in use',
        everyMs: 5_000,
        onEachInstance: true,
        run: () => refreshSecretKeys(db, keys),
      },
      {
        name: 'continue the rotation of the secret key',
        everyMs: 10_000,
        run: () => continueRotation({ db, keys, columns: [...columns, keptKeys] }),
      },
    ],
  }),
})
