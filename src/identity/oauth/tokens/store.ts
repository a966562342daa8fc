import { one, type Queryable } from '../../../platform/database/db.ts'
import { fragment, sql } from '../../../platform/database/sql.ts'
import type { Caller } from './caller.ts'

/**
 * The channel of notices about ended tokens. A notice is the base64url hash of the token, or empty
 * if any token may have ended.
 */
export const tokensChannel = 'foyer_tokens'

/** A stored token. Its key, `hash`, is the SHA-256 of the token that the bearer presents. */
export interface StoredToken {
  readonly hash: Buffer
  readonly model: string
  readonly applicationId: number | null
  readonly userId: number | null
  readonly grantId: string | null
  readonly scope: string
  readonly payload: object
  readonly expiresAt: Date
}

interface AccessRow {
  application_id: number
  user_id: number | null
  grant_id: string | null
  client_id: string
  scope: string
  ends: number
  self_registered: boolean
  audience: string | null
  key: string | null
}

/**
 * Finds the caller of the access token with this hash (base64url), even if the token has expired.
 * Null if the tokens of its application have ended, also while the row is still there.
 */
export async function findAccess(db: Queryable, hash: string): Promise<Caller | null> {
  const [row] = await db.query<AccessRow>(sql`
    select t.application_id, t.user_id, t.grant_id, t.payload ->> 'clientId' as client_id, t.scope,
      (extract(epoch from t.expires_at) * 1000)::float8 as ends,
      a.self_registered, t.payload ->> 'aud' as audience, t.payload ->> 'jkt' as key
    from oauth_tokens t join applications a on a.id = t.application_id
      and a.disabled_at is null and a.token_generation = t.generation
    where t.hash = ${Buffer.from(hash, 'base64url')}
      and t.model in ('AccessToken', 'ClientCredentials')`)
  if (row === undefined) return null
  return {
    applicationId: row.application_id,
    clientId: row.client_id,
    userId: row.user_id,
    grantId: row.grant_id,
    scopes: new Set(row.scope.split(' ')),
    expiresAt: row.ends,
    selfRegistered: row.self_registered,
    audience: row.audience,
    boundTo: row.key,
  }
}

export interface FoundToken {
  payload: Record<string, unknown>
  /** Seconds since the epoch. */
  consumed: number | null
}

const foundColumns = fragment`payload, extract(epoch from consumed_at)::float8 as consumed`

/** Finds a token, unless the tokens of its application have ended. */
export async function findToken(
  db: Queryable,
  model: string,
  hash: Buffer,
): Promise<FoundToken | undefined> {
  const [row] = await db.query<FoundToken>(sql`
    select ${foundColumns} from oauth_tokens t
    where hash = ${hash} and model = ${model} and (application_id is null or exists (
      select from applications a where a.id = t.application_id
        and a.disabled_at is null and a.token_generation = t.generation))`)
  return row
}

/** A token that belongs to the user and the application of its grant. */
export type TokenOfGrant = Omit<StoredToken, 'applicationId' | 'userId'>

/** Saves a new or changed token. It does not change whether the token was used. */
export async function saveToken(tx: Queryable, token: StoredToken): Promise<void> {
  await tx.query(sql`
    insert into oauth_tokens
      (hash, model, application_id, user_id, grant_id, scope, payload, expires_at)
    values (${token.hash}, ${token.model}, ${token.applicationId}, ${token.userId}, ${token.grantId},
      ${token.scope}, ${JSON.stringify(token.payload)}, ${token.expiresAt.toISOString()})
    on conflict (hash) do update set scope = excluded.scope,
      payload = excluded.payload, expires_at = excluded.expires_at`)
}

// A token gets the generation of its grant. If that ends meanwhile, the token is void as well.
const liveGrants = fragment`
  select g.application_id, g.user_id, g.generation
  from oauth_grants g join applications a on a.id = g.application_id
    and a.disabled_at is null and a.token_generation = g.generation`

/**
 * Saves a token for the user and the application of its grant, and locks the grant for sharing
 * until the transaction ends.
 * @returns false if the grant does not exist or has ended
 */
export async function saveTokenOfGrant(tx: Queryable, token: TokenOfGrant): Promise<boolean> {
  const saved = await tx.query(sql`
    with granted as (
      ${liveGrants} where g.id = ${token.grantId} for share of g
    )
    insert into oauth_tokens
      (hash, model, application_id, user_id, grant_id, scope, payload, expires_at, generation)
    select ${token.hash}::bytea, ${token.model}, application_id, user_id, ${token.grantId},
      ${token.scope}, ${JSON.stringify(token.payload)}::jsonb, ${token.expiresAt.toISOString()}::timestamptz,
      generation
    from granted
    on conflict (hash) do update set scope = excluded.scope,
      payload = excluded.payload, expires_at = excluded.expires_at
    returning 1`)
  return saved.length > 0
}

/** A token of an application itself, and what it depends on. */
export interface TokenOfApplication
  extends Pick<StoredToken, 'hash' | 'scope' | 'payload' | 'expiresAt'> {
  readonly clientId: string
  /** The scopes that the application must have, no more and no fewer. Null if it may have more. */
  readonly registered: readonly string[] | null
  /** The hashes of which one must be a valid secret's. Null if no secret was used. */
  readonly secrets: readonly Buffer[] | null
  /** Whether the token is bound to a key. */
  readonly isBound: boolean
}

/**
 * Saves a new access token of an application itself, and locks the application for sharing. This is
 * safe in one statement, because the insert reads nothing but the locked row and secrets. Disabling
 * an application waits for the lock, and then ends the token. The statement itself waits for nobody:
 * outside of a transaction, others would wait behind it.
 * @returns false if the application is disabled, or may not have this token any more, or if another
 *   transaction is changing it
 */
export async function saveTokenOfApplication(
  db: Queryable,
  { clientId, registered, secrets, isBound, ...token }: TokenOfApplication,
): Promise<boolean> {
  const hashes = secrets?.map((hash) => hash.toString('hex')) ?? null
  const saved = await db.query(sql`
    with enabled as (
      select id, token_generation from applications
      where client_id = ${clientId} and disabled_at is null and scopes @> string_to_array(${token.scope}, ' ')
        and (${registered}::text[] is null or scopes = ${registered}::text[])
        and 'client_credentials' = any (grant_types)
        and (${isBound}::boolean or not dpop_bound_access_tokens)
      for share skip locked
    )
    insert into oauth_tokens (hash, model, application_id, scope, payload, expires_at, generation)
    select ${token.hash}::bytea, 'ClientCredentials', id, ${token.scope},
      ${JSON.stringify(token.payload)}::jsonb, ${token.expiresAt.toISOString()}::timestamptz,
      token_generation
    from enabled
    where ${hashes}::text[] is null or exists (
      select from application_secrets s where s.application_id = enabled.id
        and encode(s.hash, 'hex') = any (${hashes}::text[])
        and (s.expires_at is null or s.expires_at > now()))
    returning 1`)
  return saved.length > 0
}

/** A code or refresh token that is used up. */
export interface ConsumedToken {
  readonly model: string
  readonly hash: Buffer
  readonly grantId: string
  readonly userId: number
}

/**
 * Consumes a code or refresh token, and saves the new tokens of its grant: all of it or nothing.
 * Locks the grant for sharing first. This is safe in one statement: the update waits for another
 * use of the same token and then checks `consumed_at` again, and the insert reads nothing but
 * locked rows. Code that ends a grant deletes the grant first, and its tokens in a later statement.
 */
export async function exchange(
  tx: Queryable,
  { model, hash, grantId }: ConsumedToken,
  tokens: readonly TokenOfGrant[],
): Promise<{ isGranted: boolean; isConsumed: boolean }> {
  const rows = await tx.query<{ isGranted: boolean; isConsumed: boolean }>(sql`
    with granted as (
      ${liveGrants} where g.id = ${grantId} for share of g
    ), consumed as (
      update oauth_tokens set consumed_at = now() from granted
      where hash = ${hash} and model = ${model} and consumed_at is null
      returning granted.application_id, granted.user_id, granted.generation
    ), saved as (
      insert into oauth_tokens
        (hash, model, application_id, user_id, grant_id, scope, payload, expires_at, generation)
      select decode(token.hash, 'hex'), token.model, application_id, user_id, ${grantId}::text,
        token.scope, token.payload, token.expires_at, generation
      from consumed, unnest(${tokens.map(({ hash }) => hash.toString('hex'))}::text[],
        ${tokens.map(({ model }) => model)}::text[],
        ${tokens.map(({ scope }) => scope)}::text[],
        ${tokens.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
        ${tokens.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[])
        as token (hash, model, scope, payload, expires_at)
    )
    select exists (select from granted) as "isGranted", exists (select from consumed) as "isConsumed"`)
  return one(rows)
}

/** Saves a value that must be unique until it expires. @returns false if it is already stored */
export async function saveOnce(
  db: Queryable,
  { hash, model, payload, expiresAt }: StoredToken,
): Promise<boolean> {
  const saved = await db.query(sql`
    insert into oauth_tokens (hash, model, payload, expires_at)
    values (${hash}, ${model}, ${JSON.stringify(payload)}, ${expiresAt.toISOString()})
    on conflict (hash) do update set payload = excluded.payload, expires_at = excluded.expires_at
      where oauth_tokens.expires_at <= now()
    returning 1`)
  return saved.length > 0
}

/** Marks a token as used. @returns false if it was used before */
export async function consumeToken(db: Queryable, model: string, hash: Buffer): Promise<boolean> {
  const consumed = await db.query(sql`
    update oauth_tokens set consumed_at = now()
    where hash = ${hash} and model = ${model} and consumed_at is null
    returning 1`)
  return consumed.length > 0
}

/**
 * Marks a pushed request as used by an interaction. The same interaction may use it again.
 * @param resumed the hash of the interaction; null if nothing was asked
 * @returns false if it was used before
 */
export async function consumePushedRequest(
  db: Queryable,
  hash: Buffer,
  resumed: string | null,
): Promise<boolean> {
  const consumed = await db.query(sql`
    update oauth_tokens set consumed_at = coalesce(consumed_at, now()),
      payload = payload || jsonb_build_object('resumed', ${resumed}::text)
    where hash = ${hash} and model = 'PushedAuthorizationRequest'
      and (consumed_at is null or payload ->> 'resumed' = ${resumed}::text)
    returning 1`)
  return consumed.length > 0
}

/** Finds the id of a token's grant. Null if the token does not exist or has no grant. */
export async function findGrantOfToken(db: Queryable, hash: Buffer): Promise<string | null> {
  const [row] = await db.query<{ grant_id: string | null }>(
    sql`select grant_id from oauth_tokens where hash = ${hash}`,
  )
  return row?.grant_id ?? null
}

// Instances cache access tokens only, so notices are sent only for those.
const notifyEnded = fragment`
  select pg_notify('foyer_tokens', translate(rtrim(encode(hash, 'base64'), '='), '+/', '-_'))
  from gone where model in ('AccessToken', 'ClientCredentials')`

export async function removeToken(db: Queryable, model: string, hash: Buffer): Promise<void> {
  await db.query(sql`
    with gone as (
      delete from oauth_tokens where hash = ${hash} and model = ${model} returning hash, model
    ) ${notifyEnded}`)
}

export async function removeTokensOfGrant(tx: Queryable, grantId: string): Promise<void> {
  await tx.query(sql`
    with gone as (delete from oauth_tokens where grant_id = ${grantId} returning hash, model)
    ${notifyEnded}`)
}

/** Saves many new access tokens in one statement. */
export async function saveTokens(tx: Queryable, tokens: readonly StoredToken[]): Promise<void> {
  await tx.query(sql`
    insert into oauth_tokens
      (hash, model, application_id, user_id, grant_id, scope, payload, expires_at, generation)
    select decode(token.hash, 'hex'), token.model, token.application_id, token.user_id, token.grant_id,
      token.scope, token.payload, token.expires_at, token_generation
    from unnest(${tokens.map(({ hash }) => hash.toString('hex'))}::text[],
      ${tokens.map(({ model }) => model)}::text[],
      ${tokens.map(({ applicationId }) => applicationId)}::integer[],
      ${tokens.map(({ userId }) => userId)}::integer[],
      ${tokens.map(({ grantId }) => grantId)}::text[],
      ${tokens.map(({ scope }) => scope)}::text[],
      ${tokens.map(({ payload }) => JSON.stringify(payload))}::jsonb[],
      ${tokens.map(({ expiresAt }) => expiresAt.toISOString())}::timestamptz[])
      as token (hash, model, application_id, user_id, grant_id, scope, payload, expires_at)
    join applications on applications.id = token.application_id`)
}

/** The tokens of one kind that an application has for a user. */
export interface TokenSummary {
  readonly client_id: string
  readonly kind: string
  readonly scope: string
  readonly count: number
  /** When the last of them expires, in milliseconds since the epoch. */
  readonly expires: number
}

/** Summarizes a user's tokens and grants by application. */
export const summarizeTokens = (db: Queryable, userId: number): Promise<TokenSummary[]> =>
  db.query<TokenSummary>(sql`
    select client_id, issued.kind, issued.scope, count(*)::integer as count,
      floor(extract(epoch from max(issued.expires_at)) * 1000)::float8 as expires
    from (
      select application_id, 'Grant' as kind, coalesce(payload -> 'openid' ->> 'scope', '') as scope, expires_at,
        generation
      from oauth_grants where user_id = ${userId}
      union all
      select application_id, model, scope, expires_at, generation
      from oauth_tokens where user_id = ${userId}
    ) issued
    join applications on applications.id = application_id
      and disabled_at is null and token_generation = generation
    group by client_id, issued.kind, issued.scope order by client_id, issued.kind, issued.scope`)

/**
 * Deletes up to `limit` expired tokens, and the grants of codes that nobody has used.
 * @returns how many tokens were deleted
 */
export async function removeExpiredTokens(db: Queryable, limit: number): Promise<number> {
  const removed = await db.query(sql`
    with gone as (
      delete from oauth_tokens where hash = any (array(
        select hash from oauth_tokens where expires_at < now() limit ${limit}::integer
          for update skip locked)) returning grant_id, model, consumed_at
    ), unused as materialized (
      select id from oauth_grants where id = any (array(
        select grant_id from gone where model = 'AuthorizationCode' and consumed_at is null))
      for update skip locked
    ), ended as (
      delete from oauth_grants using unused where oauth_grants.id = unused.id
    )
    select from gone`)
  return removed.length
}
