import { one, type Queryable } from '../../platform/database/db.ts'
import { sql } from '../../platform/database/sql.ts'

/**
 * Deletes all second factors of a user, and the challenges for them.
 * @returns what the user could confirm a sign-in with
 */
export async function removeFactors(
  tx: Queryable,
  userId: number,
): Promise<{ readonly totp: boolean; readonly passkeys: number }> {
  const [app] = await tx.query<{ confirmed: boolean }>(sql`
    delete from totp_secrets where user_id = ${userId}
    returning confirmed_at is not null as confirmed`)
  await tx.query(sql`delete from recovery_codes where user_id = ${userId}`)
  const passkeys = await tx.query(sql`
    delete from passkeys where user_id = ${userId} returning 1`)
  await tx.query(sql`delete from passkey_challenges where user_id = ${userId}`)
  return { totp: app?.confirmed ?? false, passkeys: passkeys.length }
}

/** @returns false if the user does not have the role */
export async function removeRole(
  tx: Queryable,
  userId: number,
  role: 'operator' | 'developer',
): Promise<boolean> {
  const rows = await tx.query(sql`
    delete from user_roles where user_id = ${userId} and role = ${role} returning user_id`)
  return rows.length > 0
}

/** @returns the applications that the user had given consent to */
export async function removeConsentsOfUser(tx: Queryable, userId: number): Promise<number[]> {
  const rows = await tx.query<{ application_id: number }>(sql`
    delete from consents where user_id = ${userId} returning application_id`)
  return rows.map(({ application_id }) => application_id)
}

/**
 * Ends the links of a user, but for those of some kinds.
 * @param now the time by the clock that judges links; null for the time of the database
 */
export async function endLinks(
  tx: Queryable,
  userId: number,
  { now, kept }: { readonly now: Date | null; readonly kept: readonly string[] },
): Promise<void> {
  const at = now?.toISOString() ?? null
  await tx.query(sql`
    update links set ended = 'replaced', expires_at = coalesce(${at}::timestamptz, now())
    where user_id = ${userId} and kind <> all (${kept}::text[])
      and ended is null and expires_at > coalesce(${at}::timestamptz, now())`)
}

/**
 * Removes the sessions of a user except the one with `exceptUid`.
 * @returns how many were removed
 */
export async function removeSessions(
  tx: Queryable,
  userId: number,
  exceptUid: string,
): Promise<number> {
  const gone = await tx.query(sql`
    delete from sessions where user_id = ${userId} and uid <> ${exceptUid} returning 1`)
  return gone.length
}

export async function removeGrantsOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from oauth_grants where user_id = ${userId}`)
}

export async function removeGrantsOfConnection(
  tx: Queryable,
  userId: number,
  applicationId: number,
): Promise<void> {
  await tx.query(sql`
    delete from oauth_grants where user_id = ${userId} and application_id = ${applicationId}`)
}

export async function removeTokensOfUser(tx: Queryable, userId: number): Promise<void> {
  await tx.query(sql`delete from oauth_tokens where user_id = ${userId}`)
}

export async function removeTokensOfConnection(
  tx: Queryable,
  userId: number,
  applicationId: number,
): Promise<void> {
  await tx.query(sql`
    delete from oauth_tokens where user_id = ${userId} and application_id = ${applicationId}`)
}

/** Tells all instances to remove all tokens from their caches. */
export async function notifyAnyEnded(tx: Queryable): Promise<void> {
  await tx.query(sql`select pg_notify('foyer_tokens', '')`)
}

/* What ends with an application, for all its users. */

/**
 * Begins the next generation of an application's tokens and grants, so that all earlier ones are
 * void. It waits for transactions that save a new grant or token of the application itself.
 */
export async function endGeneration(tx: Queryable, applicationId: number): Promise<void> {
  await tx.query(sql`
    with next as (
      update applications set token_generation = token_generation + 1
      where id = ${applicationId} returning id, token_generation
    )
    insert into ended_generations (application_id, below) select id, token_generation from next
    on conflict (application_id) do update set below = excluded.below`)
}

/** An application whose rows with a generation below this one are void. */
export interface EndedGeneration {
  readonly applicationId: number
  readonly below: number
}

/** Lists the applications with void rows. */
export const listEndedGenerations = (db: Queryable): Promise<EndedGeneration[]> =>
  db.query<EndedGeneration>(sql`
    select application_id as "applicationId", below from ended_generations order by application_id`)

/**
 * Deletes up to `limit` grants of an application with a generation below this one.
 * @returns how many were deleted
 */
export async function removeGrantsBelow(
  db: Queryable,
  applicationId: number,
  generation: number,
  limit: number,
): Promise<number> {
  const removed = await db.query(sql`
    with void as materialized (
      select id from oauth_grants
      where application_id = ${applicationId} and generation < ${generation}
      limit ${limit}::integer for update skip locked
    )
    delete from oauth_grants using void where oauth_grants.id = void.id returning 1`)
  return removed.length
}

/** Deletes up to `limit` void tokens of an application. @returns how many were deleted */
export async function removeTokensBelow(
  db: Queryable,
  { applicationId, below }: EndedGeneration,
  limit: number,
): Promise<number> {
  const removed = await db.query(sql`
    with void as materialized (
      select hash from oauth_tokens
      where application_id = ${applicationId} and generation < ${below}
      limit ${limit}::integer for update skip locked
    )
    delete from oauth_tokens using void where oauth_tokens.hash = void.hash returning 1`)
  return removed.length
}

/**
 * Forgets an application that has no void rows any more. Without its grants, no transaction can
 * save a void token.
 */
export async function forgetGeneration(
  db: Queryable,
  { applicationId, below }: EndedGeneration,
): Promise<void> {
  await db.query(sql`
    delete from ended_generations where application_id = ${applicationId} and below = ${below}
      and not exists (select from oauth_grants
        where application_id = ${applicationId} and generation < ${below})
      and not exists (select from oauth_tokens
        where application_id = ${applicationId} and generation < ${below})`)
}

/** Deletes the consents of all users to an application that is deleted. */
export async function removeConsentsOfApplication(
  tx: Queryable,
  applicationId: number,
): Promise<void> {
  await tx.query(sql`delete from consents where application_id = ${applicationId}`)
}

/** Whether `count` users or more have given consent to an application. */
export async function hasManyConsents(
  db: Queryable,
  applicationId: number,
  count: number,
): Promise<boolean> {
  const rows = await db.query<{ found: number }>(sql`
    select count(*)::integer as found from (
      select from consents where application_id = ${applicationId} limit ${count}::integer
    ) as counted`)
  return one(rows).found === count
}

/**
 * Deletes up to `limit` consents to an application, of any users. Skips one that is locked.
 * @returns how many
 */
export async function removeSomeConsentsOfApplication(
  db: Queryable,
  applicationId: number,
  limit: number,
): Promise<number> {
  const rows = await db.query(sql`
    delete from consents where application_id = ${applicationId} and user_id = any(array(
      select user_id from consents where application_id = ${applicationId}
      limit ${limit}::integer for update skip locked
    )) returning 1`)
  return rows.length
}
