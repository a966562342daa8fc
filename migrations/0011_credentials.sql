-- How people prove who they are. Nothing here can be used by who reads it: what is presented is kept as a hash, what
-- must be read back is sealed with SECRET_KEY.

-- Accounts come to be when an address has been confirmed, or at the command line, where the operator vouches for it.
alter table users add column email_confirmed_at timestamptz default now();

-- How often something was tried, under a keyed hash of what it was: an account's address, a network, a user's code.
create table attempts (
  key bytea primary key,
  count integer not null,
  ends_at timestamptz not null
);

create index attempts_by_end on attempts (ends_at);

-- What letters lead to: a sign-up to confirm, a new address to confirm, a new password to choose. Found by hash alone.
create table links (
  hash bytea primary key,
  kind text not null check (kind in ('sign_up', 'reset_password', 'new_email')),
  -- Null of a sign-up, which has no account yet, and of a link that nobody was sent.
  user_id integer,
  -- The address it was sent to; of a sign-up all that was given.
  sealed bytea not null,
  expires_at timestamptz not null
);

create index links_by_user on links (user_id) where user_id is not null;
create index links_by_end on links (expires_at);

-- An authenticator app (RFC 6238): at most one a user, in use from its first right code on. Each step of its clock
-- is taken once.
create table totp_secrets (
  user_id integer not null references users (id) on delete cascade,
  sealed bytea not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0,
  primary key (user_id)
);

-- What is left when an authenticator is lost: each is deleted by its use.
create table recovery_codes (
  user_id integer not null references users (id) on delete cascade,
  hash bytea not null,
  primary key (user_id, hash)
);

-- Public keys with which a user's devices sign in (WebAuthn).
create table passkeys (
  user_id integer not null references users (id) on delete cascade,
  id integer generated always as identity,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, id)
);

create unique index passkeys_by_credential on passkeys (user_id, credential_id);

-- What a passkey is asked to sign: once, and soon. Found by hash alone.
create table passkey_challenges (
  hash bytea primary key,
  purpose text not null check (purpose in ('register', 'sign_in', 'second_factor')),
  user_id integer,
  expires_at timestamptz not null
);

create index passkey_challenges_by_end on passkey_challenges (expires_at);
