-- Rotations of SECRET_KEY. One that has not ended is under way: installation.key_check is that of the new key, and
-- what the former key has sealed is sealed again. The first row also means that sealed values name their key.
create table secret_key_rotations (
  id integer generated always as identity primary key,
  key_check text not null,
  -- The check value of the former key.
  former_check text not null,
  began_at timestamptz not null default clock_timestamp(),
  -- How many values there were to seal again, and how many are.
  total bigint,
  resealed bigint not null default 0,
  -- Values that no key opens. They stay as they are.
  unreadable bigint not null default 0,
  -- Who seals again, and until when nobody else does, unless the holder says that it goes on.
  holder uuid,
  held_until timestamptz not null default '-infinity',
  ended_at timestamptz
);

create unique index secret_key_rotations_open on secret_key_rotations ((true)) where ended_at is null;

-- Keys of single purposes that were derived from a former SECRET_KEY. Stored hashes are still compared with them.
create table kept_keys (
  id integer generated always as identity primary key,
  purpose text not null,
  -- The check value of the former SECRET_KEY.
  key_check text not null,
  -- Sealed with the key in use.
  sealed bytea not null,
  -- Null: for good.
  ends_at timestamptz,
  unique (purpose, key_check)
);
