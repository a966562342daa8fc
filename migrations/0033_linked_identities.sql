-- The accounts at OpenID Connect providers that users can sign in with. A user has at most one of each issuer.
create table linked_identities (
  user_id integer not null references users (id) on delete cascade,
  issuer text not null,
  -- The hash of the issuer and of the user's identifier there. It finds the user at a sign-in, and nothing else needs
  -- the identifier.
  subject_key bytea not null,
  -- The email address at the provider, as it was when the identity was linked.
  email text not null,
  linked_at timestamptz not null default now(),
  used_at timestamptz,
  primary key (user_id, issuer)
);

create unique index linked_identities_by_subject on linked_identities (subject_key);
