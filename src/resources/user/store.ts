import type { Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import type { OwnProfile, Profile, User } from './profile.ts'

const columns = fragment`id, version, email, full_name, primary_phone, email_optin`

export async function findUser(db: Queryable, userId: number): Promise<User | undefined> {
  const [user] = await db.query<User>(sql`select ${columns} from users where id = ${userId}`)
  return user
}

export async function lockUser(tx: Queryable, userId: number): Promise<User | undefined> {
  const [user] = await tx.query<User>(sql`
    select ${columns} from users where id = ${userId} for no key update`)
  return user
}

export async function update(tx: Queryable, userId: number, profile: Profile): Promise<void> {
  await tx.query(sql`
    update users set version = version + 1,
      full_name = ${profile.full_name}, email_optin = ${profile.email_optin}
    where id = ${userId}`)
}

const ownColumns = fragment`id, version, email, email_confirmed_at is not null as email_confirmed,
  full_name, primary_phone, email_optin, language, time_zone`

export async function findOwnProfile(
  db: Queryable,
  userId: number,
): Promise<OwnProfile | undefined> {
  const [user] = await db.query<OwnProfile>(sql`
    select ${ownColumns} from users where id = ${userId}`)
  return user
}

export async function findTimeZone(db: Queryable, userId: number): Promise<string | undefined> {
  const [user] = await db.query<{ time_zone: string | null }>(sql`
    select time_zone from users where id = ${userId}`)
  return user?.time_zone ?? undefined
}

export async function lockOwnProfile(
  tx: Queryable,
  userId: number,
): Promise<OwnProfile | undefined> {
  const [user] = await tx.query<OwnProfile>(sql`
    select ${ownColumns} from users where id = ${userId} for no key update`)
  return user
}

export async function updateOwnProfile(
  tx: Queryable,
  userId: number,
  profile: OwnProfile,
): Promise<void> {
  await tx.query(sql`
    update users set version = version + 1, full_name = ${profile.full_name},
      email_optin = ${profile.email_optin}, primary_phone = ${profile.primary_phone},
      language = ${profile.language}, time_zone = ${profile.time_zone}
    where id = ${userId}`)
}

export interface ClaimsRow {
  readonly email: string
  readonly email_confirmed: boolean
  readonly full_name: string | null
  readonly primary_phone: string | null
  readonly language: string
}

export async function findClaims(db: Queryable, userId: number): Promise<ClaimsRow | undefined> {
  const [row] = await db.query<ClaimsRow>(sql`
    select email, email_confirmed_at is not null as email_confirmed, full_name, primary_phone, language
    from users where id = ${userId} and disabled_at is null`)
  return row
}
