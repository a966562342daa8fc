import { one, type Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import { isoTime, isoTimeOrNull } from '../../../platform/text/iso-time.ts'

/**
 * Stores the secret of an authenticator app that is not confirmed.
 * @returns false if the user already has a confirmed app
 */
export async function saveTotp(tx: Queryable, userId: number, sealed: Buffer): Promise<boolean> {
  const saved = await tx.query(sql`
    insert into totp_secrets as known (user_id, sealed) values (${userId}, ${sealed})
    on conflict (user_id) do update set sealed = excluded.sealed where known.confirmed_at is null
    returning 1`)
  return saved.length > 0
}

/** An authenticator app. */
export interface TotpRow {
  readonly sealed: Buffer
  readonly confirmed: boolean
  /** Whether it was confirmed within the last minute. */
  readonly isNew: boolean
  /** The time step of the last code that was used. */
  readonly lastStep: number
}

export async function findTotp(db: Queryable, userId: number): Promise<TotpRow | undefined> {
  const [row] = await db.query<TotpRow>(sql`
    select sealed, confirmed_at is not null as confirmed,
      coalesce(confirmed_at > now() - interval '1 minute', false) as "isNew",
      last_step::float8 as "lastStep"
    from totp_secrets where user_id = ${userId}`)
  return row
}

/**
 * Confirms an authenticator app.
 * @returns false if it is already confirmed, or another secret has replaced this one
 */
export async function confirmTotp(
  tx: Queryable,
  userId: number,
  { sealed, step }: { readonly sealed: Buffer; readonly step: number },
): Promise<boolean> {
  const confirmed = await tx.query(sql`
    update totp_secrets set confirmed_at = now(), last_step = ${step}
    where user_id = ${userId} and sealed = ${sealed} and confirmed_at is null returning 1`)
  return confirmed.length > 0
}

/**
 * Marks the time step of a code as used.
 * @returns false if a code of this step or of a later one was used before
 */
export async function consumeTotpStep(
  db: Queryable,
  userId: number,
  step: number,
): Promise<boolean> {
  const taken = await db.query(sql`
    update totp_secrets set last_step = ${step}
    where user_id = ${userId} and confirmed_at is not null and last_step < ${step} returning 1`)
  return taken.length > 0
}

/** @returns whether the user had a confirmed authenticator app */
export async function removeTotp(tx: Queryable, userId: number): Promise<boolean> {
  const [row] = await tx.query<{ used: boolean }>(sql`
    delete from totp_secrets where user_id = ${userId} returning confirmed_at is not null as used`)
  return row?.used ?? false
}

/** Which second factors a user has. */
export interface FactorKinds {
  readonly totp: boolean
  /** Whether the user has a passkey of any kind. */
  readonly passkey: boolean
  /** Whether the user has a passkey that is a second factor. */
  readonly passkeyFactor: boolean
  /** Whether recovery codes are left. */
  readonly recovery: boolean
}

export async function findFactorKinds(db: Queryable, userId: number): Promise<FactorKinds> {
  const rows = await db.query<FactorKinds>(sql`
    select
      exists (select from totp_secrets where user_id = ${userId} and confirmed_at is not null) as totp,
      exists (select from passkeys where user_id = ${userId}) as passkey,
      exists (select from passkeys where user_id = ${userId} and second_factor)
        as "passkeyFactor",
      exists (select from recovery_codes where user_id = ${userId}) as recovery`)
  return one(rows)
}

export async function countRecoveryCodes(db: Queryable, userId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from recovery_codes where user_id = ${userId}`)
  return row?.count ?? 0
}

export async function addRecoveryCodes(
  tx: Queryable,
  userId: number,
  hashes: readonly Buffer[],
): Promise<void> {
  await tx.query(sql`
    insert into recovery_codes (user_id, hash)
    select ${userId}::integer, decode(hex, 'hex')
    from unnest(${hashes.map((hash) => hash.toString('hex'))}::text[]) as given (hex)`)
}

/** Uses a recovery code up. @returns false if there is no such code */
export async function consumeRecoveryCode(
  tx: Queryable,
  userId: number,
  hash: Buffer,
): Promise<boolean> {
  const taken = await tx.query(sql`
    delete from recovery_codes where user_id = ${userId} and hash = ${hash} returning 1`)
  return taken.length > 0
}

export async function removeRecoveryCodes(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`)
}

export interface PasskeyRow {
  readonly id: number
  readonly name: string
  readonly credential_id: string
  readonly public_key: Buffer
  readonly counter: number
  readonly transports: string[]
  readonly backed_up: boolean
  /** Whether the password then needs a second step. False if the browser added it by itself. */
  readonly second_factor: boolean
  /** Milliseconds since the epoch. */
  readonly created: number
  readonly used: number | null
}

const passkeyColumns = fragment`
  id, name, credential_id, public_key, counter::float8 as counter, transports, backed_up,
  second_factor,
  (extract(epoch from created_at) * 1000)::float8 as created,
  (extract(epoch from used_at) * 1000)::float8 as used`

/** Lists the passkeys of a user, the oldest first. */
export const listPasskeys = (db: Queryable, userId: number): Promise<PasskeyRow[]> =>
  db.query<PasskeyRow>(sql`
    select ${passkeyColumns} from passkeys where user_id = ${userId} order by id`)

export async function findPasskey(
  db: Queryable,
  userId: number,
  credentialId: string,
): Promise<PasskeyRow | undefined> {
  const [row] = await db.query<PasskeyRow>(sql`
    select ${passkeyColumns} from passkeys
    where user_id = ${userId} and credential_id = ${credentialId}`)
  return row
}

/** @returns undefined if the user already has this passkey */
export async function insertPasskey(
  tx: Queryable,
  userId: number,
  passkey: Omit<PasskeyRow, 'id' | 'created' | 'used'>,
): Promise<PasskeyRow | undefined> {
  const [row] = await tx.query<PasskeyRow>(sql`
    insert into passkeys (user_id, name, credential_id, public_key, counter, transports, backed_up,
      second_factor)
    values (${userId}, ${passkey.name}, ${passkey.credential_id}, ${passkey.public_key},
      ${passkey.counter}, ${passkey.transports}, ${passkey.backed_up}, ${passkey.second_factor})
    on conflict (user_id, credential_id) do nothing
    returning ${passkeyColumns}`)
  return row
}

/**
 * Records the use of a passkey. Its signature counter must increase. Authenticators without a
 * counter always send 0 (WebAuthn, 6.1.1).
 * @returns false if the counter did not increase: the authenticator may be a copy
 */
export async function usePasskey(
  tx: Queryable,
  userId: number,
  use: { readonly id: number; readonly counter: number; readonly backedUp: boolean },
): Promise<boolean> {
  const used = await tx.query(sql`
    update passkeys set counter = ${use.counter}, backed_up = ${use.backedUp}, used_at = now()
    where user_id = ${userId} and id = ${use.id}
      and (counter < ${use.counter} or (counter = 0 and ${use.counter} = 0)) returning 1`)
  return used.length > 0
}

export async function renamePasskey(
  tx: Queryable,
  userId: number,
  { id, name }: { readonly id: number; readonly name: string },
): Promise<boolean> {
  const renamed = await tx.query(sql`
    update passkeys set name = ${name} where user_id = ${userId} and id = ${id} returning 1`)
  return renamed.length > 0
}

export async function removePasskey(tx: Queryable, userId: number, id: number): Promise<boolean> {
  const removed = await tx.query(sql`
    delete from passkeys where user_id = ${userId} and id = ${id} returning 1`)
  return removed.length > 0
}

export interface ListedTotp {
  readonly confirmed: number | null
}

/** Finds when the user's authenticator app was confirmed. */
export async function findTotpTime(db: Queryable, userId: number): Promise<ListedTotp | undefined> {
  const [row] = await db.query<ListedTotp>(sql`
    select floor(extract(epoch from confirmed_at) * 1000)::float8 as confirmed
    from totp_secrets where user_id = ${userId}`)
  return row
}

/** Counts the challenges for passkeys that a user was given. */
export async function countChallenges(db: Queryable, userId: number): Promise<number> {
  const [row] = await db.query<{ count: number }>(sql`
    select count(*)::integer as count from passkey_challenges where user_id = ${userId}`)
  return row?.count ?? 0
}

/** Lists the hashes of the recovery codes that are left. */
export async function listRecoveryCodes(tx: Queryable, userId: number): Promise<Buffer[]> {
  const rows = await tx.query<{ hash: Buffer }>(sql`
    select hash from recovery_codes where user_id = ${userId} order by hash`)
  return rows.map(({ hash }) => hash)
}

/** An account at a provider. Times are in milliseconds since the epoch. */
export interface IdentityRow {
  readonly issuer: string
  readonly subject_key: Buffer
  readonly email: string
  readonly linked: number
  readonly used: number | null
}

export const listIdentities = (tx: Queryable, userId: number): Promise<IdentityRow[]> =>
  tx.query<IdentityRow>(sql`
    select issuer, subject_key, email, floor(extract(epoch from linked_at) * 1000)::float8 as linked,
      floor(extract(epoch from used_at) * 1000)::float8 as used
    from linked_identities where user_id = ${userId} order by issuer`)

/** What a user can sign in with, besides accounts at providers. */
export interface OwnWays {
  readonly password: boolean
  readonly passkey: boolean
  readonly emailConfirmed: boolean
}

export async function findOwnWays(db: Queryable, userId: number): Promise<OwnWays | undefined> {
  const [row] = await db.query<OwnWays>(sql`
    select password_hash is not null as password,
      email_confirmed_at is not null as "emailConfirmed",
      exists (select 1 from passkeys where passkeys.user_id = ${userId}) as passkey
    from users where id = ${userId}`)
  return row
}

/** Replaces the accounts at providers. Those that another user has by now are left out. */
export async function replaceIdentities(
  tx: Queryable,
  userId: number,
  identities: readonly IdentityRow[],
): Promise<void> {
  await tx.query(sql`delete from linked_identities where user_id = ${userId}`)
  for (const identity of identities)
    await tx.query(sql`
      insert into linked_identities (user_id, issuer, subject_key, email, linked_at, used_at)
      values (${userId}, ${identity.issuer}, ${identity.subject_key}, ${identity.email},
        ${isoTime(identity.linked)}, ${isoTimeOrNull(identity.used)})
      on conflict do nothing`)
}

/** Inserts an authenticator app that was confirmed earlier. */
export async function insertTotp(
  tx: Queryable,
  userId: number,
  app: { readonly sealed: Buffer; readonly confirmedAt: Date; readonly lastStep: number },
): Promise<void> {
  await tx.query(sql`
    insert into totp_secrets (user_id, sealed, confirmed_at, last_step)
    values (${userId}, ${app.sealed}, ${app.confirmedAt.toISOString()}, ${app.lastStep})`)
}

/** Deletes the passkeys of a user, except those with these credential ids. */
export async function removeOtherPasskeys(
  tx: Queryable,
  userId: number,
  kept: readonly string[],
): Promise<void> {
  await tx.query(sql`
    delete from passkeys where user_id = ${userId} and credential_id <> all (${kept}::text[])`)
}

/** Inserts a passkey that a user had earlier, unless the user still has it. */
export async function restorePasskey(
  tx: Queryable,
  userId: number,
  passkey: Omit<PasskeyRow, 'id'>,
): Promise<void> {
  await tx.query(sql`
    insert into passkeys (user_id, name, credential_id, public_key, counter, transports, backed_up,
      second_factor, created_at, used_at)
    values (${userId}, ${passkey.name}, ${passkey.credential_id}, ${passkey.public_key},
      ${passkey.counter}, ${passkey.transports}, ${passkey.backed_up}, ${passkey.second_factor},
      ${isoTime(passkey.created)}, ${isoTimeOrNull(passkey.used)})
    on conflict (user_id, credential_id) do nothing`)
}

/** Deletes the challenges for passkeys of a user. */
export async function removeChallenges(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from passkey_challenges where user_id = ${userId}`)
}

export type Purpose = 'register' | 'upgrade' | 'sign_in' | 'second_factor' | 'confirm'

export async function insertChallenge(
  db: Queryable,
  challenge: {
    readonly hash: Buffer
    readonly purpose: Purpose
    readonly userId: number | null
    readonly expiresAt: Date
  },
): Promise<void> {
  await db.query(sql`
    insert into passkey_challenges (hash, purpose, user_id, expires_at)
    values (${challenge.hash}, ${challenge.purpose}, ${challenge.userId},
      ${challenge.expiresAt.toISOString()})`)
}

/** Uses a challenge up. @returns false if it was used before or has expired */
export async function consumeChallenge(
  db: Queryable,
  challenge: {
    readonly hash: Buffer
    readonly purpose: Purpose
    readonly userId: number | null
    readonly now: Date
  },
): Promise<boolean> {
  const taken = await db.query(sql`
    delete from passkey_challenges
    where hash = ${challenge.hash} and purpose = ${challenge.purpose}
      and user_id is not distinct from ${challenge.userId}
      and expires_at > ${challenge.now.toISOString()} returning 1`)
  return taken.length > 0
}

/** Deletes up to `limit` expired challenges. @returns how many were deleted */
export async function removeExpiredChallenges(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    delete from passkey_challenges where hash = any (array(
      select hash from passkey_challenges where expires_at < now() limit ${limit}::integer
        for update skip locked)) returning 1`)
  return removed.length
}

/** Deletes up to `limit` challenges, except the `keep` newest. @returns how many were deleted */
export async function removeOldestChallenges(
  db: Queryable,
  keep: number,
  limit: number,
): Promise<number> {
  const removed = await db.query(sql`
    delete from passkey_challenges where hash = any (array(
      select hash from passkey_challenges
      order by expires_at desc offset ${keep}::integer limit ${limit}::integer)) returning 1`)
  return removed.length
}
