import type { Database } from '../../platform/database/db.ts'
import { StartRefused } from '../../platform/errors/start-refused.ts'
import { type KeptKey, Key, keyIdOf, type SecretKeys } from '../../platform/secrets/keys.ts'
import { BrokenSeal, open } from '../../platform/secrets/seal.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-column.ts'
import * as store from './store.ts'

export { secretKeyChannel } from './store.ts'

/**
 * Compares the keys with those that the database needs, if it needs any. Changes nothing.
 * @throws {StartRefused} if a key is missing
 */
export async function refuseOtherKeys(db: Database, keys: SecretKeys): Promise<void> {
  const inUse = await store.findCheckValue(db)
  if (inUse === undefined) return
  const rotation = await store.findRotation(db)
  if (!keys.has(inUse)) throw refusalOf(keys, rotation)
  if (rotation?.ended_at === null && !keys.has(rotation.former_check))
    throw new StartRefused(
      'The former SECRET_KEY is still needed: not everything is sealed with the new one. Set ' +
        'SECRET_KEY_PREVIOUS to the former key until "foyer keys rotate --secret-key" has finished.',
    )
}

function refusalOf(keys: SecretKeys, rotation: store.Rotation | undefined): StartRefused {
  if (rotation !== undefined && keys.has(rotation.former_check))
    return new StartRefused(
      'SECRET_KEY has been replaced. Set SECRET_KEY to the new key, and SECRET_KEY_PREVIOUS to ' +
        'this one until "foyer keys rotate --secret-key" has finished.',
    )
  return new StartRefused(
    'SECRET_KEY is not the key that this database was created with. To replace that key, set ' +
      'SECRET_KEY_PREVIOUS to it, and run "foyer keys rotate --secret-key".',
  )
}

/**
 * Reads which key is in use. The first start saves the configured one. All instances must have the
 * same keys, because they read what the others encrypt.
 * @throws {StartRefused} if a key is missing
 */
export async function openSecretKeys(db: Database, keys: SecretKeys): Promise<void> {
  await store.saveCheckValue(db, keys.newest.check)
  await refuseOtherKeys(db, keys)
  await refreshSecretKeys(db, keys)
}

/** Whether the former key may still be needed: a rotation is under way, or about to begin. */
export async function needsFormerKey(db: Database, keys: SecretKeys): Promise<boolean> {
  const rotation = await store.findRotation(db)
  return rotation?.ended_at === null || keys.newest.check !== keys.inUse.check
}

/**
 * Reads again which key is in use, after a rotation by another process.
 * @throws {KeyReplaced} if this process does not have it. Until it is started with that key, what
 * needs the key responds with 503
 */
export async function refreshSecretKeys(db: Database, keys: SecretKeys): Promise<void> {
  const rotation = await store.findRotation(db)
  const check = rotation?.key_check ?? (await store.findCheckValue(db))
  if (check === undefined) return
  const isNaming = rotation !== undefined
  const kept = isNaming ? await store.listKeptKeys(db) : []
  const known = keys.inUse
  const isKnown = check === known.check && isNaming === known.isNaming
  if (isKnown && kept.length === known.kept.length) return
  keys.use({ check, isNaming, kept: [] })
  keys.assertUsable()
  const opening = new Key(keys, keptKeysPurpose)
  keys.use({ ...keys.inUse, kept: kept.flatMap((key) => openKept(opening, key) ?? []) })
}

export const keptKeysPurpose = 'kept keys'

/** What a kept key is sealed with: its purpose, and which SECRET_KEY it was derived from. */
export const labelOfKept = ({
  purpose,
  key_check,
}: Pick<store.StoredKey, 'purpose' | 'key_check'>) => `${purpose} of ${key_check}`

function openKept(key: Key, stored: store.StoredKey): KeptKey | undefined {
  try {
    const bytes = open(key, labelOfKept(stored), stored.sealed)
    return { purpose: stored.purpose, id: keyIdOf(stored.key_check), bytes }
  } catch (error) {
    if (error instanceof BrokenSeal) return undefined
    throw error
  }
}

/** The kept keys are sealed, too. */
export const keptKeys: SealedColumn = {
  table: 'kept_keys',
  column: 'sealed',
  key: ['id'],
  reads: ['purpose', 'key_check'],
  purposeOf: () => keptKeysPurpose,
  labelOf: ({ purpose, key_check }) =>
    labelOfKept({ purpose: String(purpose), key_check: String(key_check) }),
}
