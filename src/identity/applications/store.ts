import type { Queryable } from '../../platform/database/db.ts'
import { fragment, sql } from '../../platform/database/sql.ts'
import type { Application, DisabledReason, RegisteredApplication } from './application.ts'

interface ApplicationRow {
  id: number
  client_id: string
  name: string
  kind: Application['kind']
  authentication: Application['authentication']
  redirect_uris: string[]
  post_logout_redirect_uris: string[]
  scopes: string[]
  grant_types: string[]
  allow_missing_pkce: boolean
  introspect: boolean
  allow_token_endpoint_audience: boolean
  dpop_bound_access_tokens: boolean
  jwks: Application['jwks']
  terms_url: string | null
  privacy_url: string | null
  logo: string | null
  created_at: string
  disabled_at: string | null
  self_registered: boolean
  disabled_by_owner: boolean
  disabled_reason: 'owner_disabled' | 'owner_not_developer' | null
}

const columns = fragment`application.id, client_id, name, kind, authentication, redirect_uris,
  post_logout_redirect_uris, scopes, grant_types, allow_missing_pkce, introspect, allow_token_endpoint_audience,
  dpop_bound_access_tokens, jwks, terms_url, privacy_url, logo, application.created_at, disabled_at,
  self_registered, disabled_by_owner,
  disabled_reason`

const toApplication = (row: ApplicationRow): Application => ({
  id: row.id,
  clientId: row.client_id,
  name: row.name,
  kind: row.kind,
  authentication: row.authentication,
  redirectUris: row.redirect_uris,
  postLogoutRedirectUris: row.post_logout_redirect_uris,
  scopes: row.scopes as Application['scopes'],
  grantTypes: row.grant_types as Application['grantTypes'],
  allowMissingPkce: row.allow_missing_pkce,
  introspect: row.introspect,
  allowTokenEndpointAudience: row.allow_token_endpoint_audience,
  dpopBoundAccessTokens: row.dpop_bound_access_tokens,
  jwks: row.jwks,
  termsUrl: row.terms_url,
  privacyUrl: row.privacy_url,
  logo: row.logo,
  createdAt: new Date(row.created_at),
  disabledAt: row.disabled_at === null ? null : new Date(row.disabled_at),
  selfRegistered: row.self_registered,
  disabledReason: reasonOf(row),
})

function reasonOf(row: ApplicationRow): DisabledReason | null {
  if (row.disabled_at === null) return null
  return row.disabled_by_owner ? 'owner' : (row.disabled_reason ?? 'operator')
}

export async function insert(
  tx: Queryable,
  clientId: string,
  application: RegisteredApplication,
  selfRegistered: boolean,
): Promise<Application> {
  const { name, kind, authentication, redirectUris, scopes, grantTypes } = application
  const jwks = application.jwks === null ? null : JSON.stringify(application.jwks)
  const [row] = await tx.query<ApplicationRow>(sql`
    insert into applications as application
      (client_id, name, kind, authentication, redirect_uris, post_logout_redirect_uris, scopes,
        grant_types, allow_missing_pkce, introspect, allow_token_endpoint_audience,
        dpop_bound_access_tokens, jwks, terms_url, privacy_url, self_registered)
    values (${clientId}, ${name}, ${kind}, ${authentication}, ${redirectUris},
      ${application.postLogoutRedirectUris}, ${scopes}, ${grantTypes}, ${application.allowMissingPkce},
      ${application.introspect}, ${application.allowTokenEndpointAudience},
      ${application.dpopBoundAccessTokens}, ${jwks},
      ${application.termsUrl}, ${application.privacyUrl}, ${selfRegistered})
    returning ${columns}`)
  return toApplication(row as ApplicationRow)
}

export async function list(db: Queryable): Promise<Application[]> {
  const rows = await db.query<ApplicationRow>(
    sql`select ${columns} from applications as application order by application.id`,
  )
  return rows.map(toApplication)
}

/** Finds applications by their ids, also disabled ones, in the order of their registration. */
export async function findById(db: Queryable, ids: readonly number[]): Promise<Application[]> {
  const rows = await db.query<ApplicationRow>(sql`
    select ${columns} from applications as application
    where application.id = any(${ids}::integer[]) order by application.id`)
  return rows.map(toApplication)
}

/** Finds an enabled application and the hashes of its valid secrets, the newest first. */
export async function find(
  db: Queryable,
  clientId: string,
): Promise<{ application: Application; secrets: Buffer[] } | null> {
  const rows = await db.query<ApplicationRow & { hash: Buffer | null }>(sql`
    select ${columns}, secret.hash
    from applications as application
    left join application_secrets as secret on secret.application_id = application.id
      and (secret.expires_at is null or secret.expires_at > now())
    where client_id = ${clientId} and disabled_at is null
    order by secret.created_at desc`)
  const [row] = rows
  if (row === undefined) return null
  const secrets = rows.flatMap(({ hash }) => (hash === null ? [] : [hash]))
  return { application: toApplication(row), secrets }
}

/** Whether an application has this client id, even if it is disabled. */
export async function exists(db: Queryable, clientId: string): Promise<boolean> {
  const rows = await db.query(sql`select from applications where client_id = ${clientId}`)
  return rows.length > 0
}

/** Locks an application's row until the transaction ends. */
export async function lock(
  tx: Queryable,
  clientId: string,
): Promise<Pick<Application, 'id' | 'authentication'> | null> {
  const [row] = await tx.query<Pick<ApplicationRow, 'id' | 'authentication'>>(sql`
    select id, authentication from applications
    where client_id = ${clientId} and disabled_at is null for no key update`)
  return row ?? null
}

/** Locks an application's row for sharing until the transaction ends. @returns its id */
export async function lockForShare(tx: Queryable, clientId: string): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(sql`
    select id from applications where client_id = ${clientId} and disabled_at is null for share`)
  return row?.id ?? null
}

export async function setRedirectUris(
  tx: Queryable,
  id: number,
  redirectUris: readonly string[],
): Promise<void> {
  await tx.query(sql`update applications set redirect_uris = ${redirectUris} where id = ${id}`)
}

/** Like `lock`, with all properties, and also for a disabled application. */
export async function lockWhole(tx: Queryable, clientId: string): Promise<Application | null> {
  const [row] = await tx.query<ApplicationRow>(sql`
    select ${columns} from applications as application
    where client_id = ${clientId} for no key update`)
  return row === undefined ? null : toApplication(row)
}

/** Finds an application, also a disabled one. */
export async function findWhole(db: Queryable, clientId: string): Promise<Application | null> {
  const [row] = await db.query<ApplicationRow>(sql`
    select ${columns} from applications as application where client_id = ${clientId}`)
  return row === undefined ? null : toApplication(row)
}

/** Replaces the properties that can change after the registration. */
export async function update(
  tx: Queryable,
  id: number,
  changed: RegisteredApplication,
): Promise<void> {
  const { name, redirectUris, postLogoutRedirectUris, scopes, grantTypes, jwks } = changed
  await tx.query(sql`
    update applications set name = ${name}, redirect_uris = ${redirectUris},
      post_logout_redirect_uris = ${postLogoutRedirectUris}, scopes = ${scopes},
      grant_types = ${grantTypes}, allow_missing_pkce = ${changed.allowMissingPkce},
      introspect = ${changed.introspect},
      allow_token_endpoint_audience = ${changed.allowTokenEndpointAudience},
      dpop_bound_access_tokens = ${changed.dpopBoundAccessTokens},
      jwks = ${jwks === null ? null : JSON.stringify(jwks)}, terms_url = ${changed.termsUrl},
      privacy_url = ${changed.privacyUrl}
    where id = ${id}`)
}

export async function insertSecret(tx: Queryable, id: number, hash: Buffer): Promise<void> {
  await tx.query(
    sql`insert into application_secrets (application_id, hash) values (${id}, ${hash})
      on conflict (application_id, hash) do update set expires_at = null`,
  )
}

/** Before a rotation: the current secret ends in `graceSeconds`, and older secrets end now. */
export async function retireSecrets(
  tx: Queryable,
  id: number,
  graceSeconds: number,
): Promise<void> {
  await tx.query(sql`
    delete from application_secrets where application_id = ${id} and expires_at is not null`)
  await tx.query(sql`
    update application_secrets set expires_at = now() + ${graceSeconds}::integer * interval '1 second'
    where application_id = ${id}`)
}

/**
 * Deletes the current secret if it was made within the last minute.
 * @returns whether it was
 */
export async function removeNewSecret(tx: Queryable, id: number): Promise<boolean> {
  const removed = await tx.query(sql`
    delete from application_secrets where application_id = ${id} and expires_at is null
      and created_at > now() - interval '1 minute' returning 1`)
  return removed.length > 0
}

/** @returns its id, or null if it is not disabled */
export async function markEnabled(tx: Queryable, clientId: string): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(sql`
    update applications set disabled_at = null, disabled_by_owner = false,
      disabled_reason = null
    where client_id = ${clientId} and disabled_at is not null returning id`)
  return row?.id ?? null
}

/** @returns its id, or null if there is no such application */
export async function markDisabled(
  tx: Queryable,
  clientId: string,
  reason: DisabledReason,
): Promise<number | null> {
  const [row] = await tx.query<{ id: number }>(sql`
    update applications set disabled_at = coalesce(disabled_at, now()),
      disabled_by_owner = ${reason === 'owner'},
      disabled_reason = ${reason.startsWith('owner_') ? reason : null}
    where client_id = ${clientId} returning id`)
  return row?.id ?? null
}

/** The secrets of an application that are valid, the newest first. */
export const listSecrets = (db: Queryable, id: number): Promise<ListedSecret[]> =>
  db.query<ListedSecret>(sql`
    select floor(extract(epoch from created_at) * 1000)::float8 as "createdAt",
      floor(extract(epoch from expires_at) * 1000)::float8 as "endsAt"
    from application_secrets
    where application_id = ${id} and (expires_at is null or expires_at > now())
    order by application_secrets.created_at desc`)

/** A secret without its value. Times are in milliseconds since the epoch. */
export interface ListedSecret {
  readonly createdAt: number
  /** When it ends, if a newer one has replaced it. */
  readonly endsAt: number | null
}

/** Deletes the secrets that newer ones have replaced. @returns how many still worked */
export async function removeReplacedSecrets(tx: Queryable, id: number): Promise<number> {
  const gone = await tx.query<{ live: boolean }>(sql`
    delete from application_secrets where application_id = ${id} and expires_at is not null
    returning expires_at > now() as live`)
  return gone.filter(({ live }) => live).length
}

/** The names of the applications that operators have registered. */
export const listOperatorNames = (db: Queryable): Promise<{ name: string }[]> =>
  db.query<{ name: string }>(sql`
    select name from applications where not self_registered and disabled_at is null`)

/** Deletes an application with its secrets, its owner and the webhooks that users have with it. */
export async function remove(tx: Queryable, id: number): Promise<void> {
  await tx.query(sql`delete from applications where id = ${id}`)
}
