-- What users may do beyond their own account. `operator`: help users on the pages under /operator; granted by the command
-- line alone, to users with a second factor. `developer`: register applications on the pages under /developer.
create table user_roles (
  user_id integer not null references users (id) on delete cascade,
  role text not null check (role in ('operator', 'developer')),
  granted_at timestamptz not null default now(),
  -- The user id of the operator. Null: the command line. No foreign key: the number stays when the operator is erased.
  granted_by integer,
  primary key (user_id, role)
);
