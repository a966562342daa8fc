-- Works with programs that have 0057.
-- Sibling services that tokens can be made for (RFC 8707). The application introspects the tokens of its service.
create table resource_servers (
  resource text primary key check (char_length(resource) between 1 and 512),
  application_id integer not null references applications on delete cascade,
  created_at timestamptz not null default now()
);
create index resource_servers_of_application on resource_servers (application_id);

-- Whether all tokens of the application are bound to a key (RFC 9449, 5.2).
alter table applications add column dpop_bound_access_tokens boolean not null default false;
