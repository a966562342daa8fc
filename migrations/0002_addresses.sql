-- Ids come from one sequence: unique across users, though no key says so.
create table addresses (
  user_id integer not null references users (id) on delete cascade,
  id integer generated always as identity,
  version integer not null default 1,
  full_name text not null,
  address_1 text not null,
  address_2 text,
  address_3 text,
  city text,
  state_province text,
  postal_code text,
  country_code text not null,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);

alter table users add constraint users_default_address
  foreign key (id, default_address_id) references addresses (user_id, id);
