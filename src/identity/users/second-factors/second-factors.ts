import type { Clock } from '../../../platform/clock.ts'
import { removeInBatches } from '../../../platform/database/batches.ts'
import type { Database, Queryable } from '../../../platform/database/db.ts'
import { deriveKey, type Key, type SecretKey } from '../../../platform/secrets/keys.ts'
import type { RecordRefusal } from '../../../support/audit/refusals/refusals.ts'
import { openTableCounts, type TableCounts } from '../../../support/limits/table-counts.ts'
import type { Mailer } from '../../../support/mail/mailer.ts'
import { openDeviceKey } from '../credentials/credentials.ts'
import * as store from './store.ts'

export { sealedSecrets } from './totp.ts'

/** The dependencies of second factors. */
export interface SecondFactorDeps {
  readonly db: Database
  readonly clock: Clock
  readonly mailer: Mailer
  readonly counts: TableCounts
  /** Signs the cookies of known browsers. */
  readonly deviceKey: Key
  readonly recordRefusal: RecordRefusal
  /** Encrypts the secrets of authenticator apps. */
  readonly totpKey: Key
  /** Encrypts the contents of links. */
  readonly linkKey: Key
  /** The issuer: links in emails begin with it. */
  readonly authUrl: string
  /** The name of the service, as authenticators show it. */
  readonly serviceName: string
  /** The origin of the pages, and the related ones, where passkeys can be used. */
  readonly origins: readonly string[]
  /** The host of the pages, which passkeys are bound to (WebAuthn's RP ID). */
  readonly host: string
}

/** Derives the keys, and opens the counts of guesses. */
export const openSecondFactors = ({
  secretKey,
  authUrl,
  passkeyOrigins = [],
  ...deps
}: Pick<SecondFactorDeps, 'db' | 'clock' | 'mailer' | 'serviceName' | 'recordRefusal'> & {
  readonly secretKey: SecretKey
  readonly authUrl: string
  /** The other origins where passkeys can be used. */
  readonly passkeyOrigins?: readonly string[]
}): SecondFactorDeps => ({
  ...deps,
  authUrl,
  linkKey: deriveKey(secretKey, 'links'),
  counts: openTableCounts({ db: deps.db, clock: deps.clock, secretKey }),
  deviceKey: openDeviceKey(secretKey),
  totpKey: deriveKey(secretKey, 'authenticator apps'),
  origins: [new URL(authUrl).origin, ...passkeyOrigins],
  host: new URL(authUrl).hostname,
})

/** One of a user's passkeys. */
export interface Passkey {
  readonly id: number
  readonly name: string
  readonly createdAt: Date
  readonly usedAt: Date | null
  /** Whether the passkey is synchronised between devices, or can be. */
  readonly backedUp: boolean
  /** Whether the password then needs a second step. False if the browser added it by itself. */
  readonly isSecondFactor: boolean
}

/** The second factors of a user. */
export interface Factors {
  readonly totp: boolean
  readonly passkeys: readonly Passkey[]
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
  /** Whether signing in needs a second step after the password. */
  readonly required: boolean
}

/** The kinds of second factors that a user has. */
export interface FactorKinds extends store.FactorKinds {
  /** Whether signing in needs a second step after the password. */
  readonly required: boolean
}

export async function findFactorKinds(db: Queryable, userId: number): Promise<FactorKinds> {
  const kinds = await store.findFactorKinds(db, userId)
  return { ...kinds, required: kinds.totp || kinds.passkeyFactor }
}

export async function findFactors(db: Queryable, userId: number): Promise<Factors> {
  const [app, passkeys, recoveryCodes] = await Promise.all([
    store.findTotp(db, userId),
    store.listPasskeys(db, userId),
    store.countRecoveryCodes(db, userId),
  ])
  const totp = app?.confirmed ?? false
  return {
    totp,
    passkeys: passkeys.map(passkeyOf),
    recoveryCodes,
    required: totp || passkeys.some((passkey) => passkey.second_factor),
  }
}

export const passkeyOf = (row: store.PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: new Date(row.created),
  usedAt: row.used === null ? null : new Date(row.used),
  backedUp: row.backed_up,
  isSecondFactor: row.second_factor,
})

/**
 * The most challenges that are stored, about 20 MB, because strangers can request any number. The
 * oldest are deleted first.
 */
const maxStoredChallenges = 100_000

/**
 * Deletes expired challenges, and the oldest if there are too many. Call this every few minutes.
 */
export async function removeExpiredChallenges(
  db: Queryable,
  maxStored = maxStoredChallenges,
): Promise<void> {
  await removeInBatches((limit) => store.removeExpiredChallenges(db, limit))
  await removeInBatches((limit) => store.removeOldestChallenges(db, maxStored, limit))
}
