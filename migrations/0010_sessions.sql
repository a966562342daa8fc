-- The browsers in which users are signed in. Found by the hash of the cookie's value alone, as tokens are;
-- for the same reasons no foreign key leads to users.
create table sessions (
  hash bytea primary key,
  user_id integer not null,
  -- The name under which it is shown and ended: no credential.
  uid text not null,
  -- What the user knows the browser by, such as "Firefox on Linux".
  device text not null,
  -- How the user signed in (RFC 8176).
  amr text[] not null,
  signed_in_at timestamptz not null default now(),
  used_at timestamptz not null default now(),
  expires_at timestamptz not null,
  payload jsonb not null default '{}'
);

create index sessions_by_user on sessions (user_id);
create index sessions_by_end on sessions (expires_at);

-- What a user has allowed an application, once and for all sign-ins to come. Whoever makes a grant locks the row.
create table consents (
  user_id integer not null,
  application_id integer not null,
  scopes text[] not null,
  given_at timestamptz not null default now(),
  primary key (user_id, application_id)
);

create index oauth_grants_of_connection on oauth_grants (user_id, application_id);
drop index oauth_grants_by_user;

-- Where users may be sent after signing out (OpenID Connect RP-Initiated Logout 1.0, 3.1).
alter table applications add column post_logout_redirect_uris text[] not null default '{}';
