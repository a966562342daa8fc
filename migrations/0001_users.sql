-- A user, and the defaults as pointers: two defaults cannot be written down.
-- The foreign keys of the pointers come with the tables that they point to.
create table users (
  id integer generated always as identity primary key,
  version integer not null default 1,
  email text not null,
  full_name text,
  primary_phone text,
  email_optin boolean not null default false,
  language text not null default 'en',
  password_hash text,
  default_address_id integer,
  default_buyer_method_id integer,
  default_seller_method_id integer,
  created_at timestamptz not null default now(),
  disabled_at timestamptz
);

-- Who has an e-mail address, by its normalised form. A table of its own, since users may be spread over
-- several databases by id, where no unique key on another column can hold. For the same reason no
-- foreign key leads from here.
create table user_emails (
  email_key text primary key,
  user_id integer not null
);

-- What was deleted, so that deleting it again can be told from deleting another's.
create table tombstones (
  user_id integer not null references users (id) on delete cascade,
  kind text not null,
  id integer not null,
  primary key (user_id, kind, id)
);

-- One row: a value that only the right SECRET_KEY makes.
create table installation (
  only_row boolean primary key default true check (only_row),
  key_check text not null
);
