-- Applications, their secrets, and everything that OAuth 2.0 hands out. Nothing here can be used by who reads
-- it: what is presented is kept as its SHA-256 hash, what must be read back is sealed with SECRET_KEY.

create table applications (
  id integer generated always as identity primary key,
  client_id text not null unique,
  name text not null,
  kind text not null check (kind in ('web', 'native', 'spa')),
  authentication text not null check (authentication in ('secret', 'private_key_jwt', 'none')),
  redirect_uris text[] not null default '{}',
  scopes text[] not null,
  grant_types text[] not null,
  allow_missing_pkce boolean not null default false,
  jwks jsonb,
  created_at timestamptz not null default now(),
  disabled_at timestamptz,
  check ((authentication = 'private_key_jwt') = (jwks is not null)),
  check (authentication <> 'none' or not allow_missing_pkce)
);

-- Two may live at once: the one in use, and the one that a rotation has replaced, until it ends.
create table application_secrets (
  application_id integer not null references applications (id) on delete cascade,
  hash bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  primary key (application_id, hash)
);

-- What a user allowed an application. Whoever saves a token under a grant locks its row first, so that
-- nothing appears under a grant that has just ended. The id is no credential: nobody can present it.
-- Neither grants nor tokens lead to users by a foreign key: they may live on another server than the user.
create table oauth_grants (
  id text primary key,
  application_id integer not null,
  user_id integer not null,
  payload jsonb not null,
  expires_at timestamptz not null
);

create index oauth_grants_by_user on oauth_grants (user_id);
create index oauth_grants_by_application on oauth_grants (application_id);
create index oauth_grants_by_end on oauth_grants (expires_at);

-- Access tokens, refresh tokens, codes, sessions and the like, each found by its hash alone.
create table oauth_tokens (
  hash bytea primary key,
  model text not null,
  application_id integer,
  user_id integer,
  grant_id text,
  -- The second name of a session, which tokens that end with it carry.
  uid text,
  scope text not null default '',
  payload jsonb not null,
  expires_at timestamptz not null,
  consumed_at timestamptz
);

create index oauth_tokens_by_grant on oauth_tokens (grant_id) where grant_id is not null;
create index oauth_tokens_by_user on oauth_tokens (user_id) where user_id is not null;
create index oauth_tokens_by_application on oauth_tokens (application_id) where application_id is not null;
create index oauth_tokens_by_uid on oauth_tokens (uid) where uid is not null;
create index oauth_tokens_by_end on oauth_tokens (expires_at);

-- Keys that sign ID tokens. A new one is published for a while before it signs, and after it has been
-- replaced stays published until what it signed has ended.
create table signing_keys (
  kid text primary key,
  alg text not null,
  sealed bytea not null,
  signs_from timestamptz not null default now(),
  retires_at timestamptz
);
