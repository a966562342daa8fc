-- Applications that users register themselves, on the pages under /developer.

-- Whether a user has registered the application, not an operator. Narrower rules apply to it.
alter table applications add column self_registered boolean not null default false;

-- Whether the owner has disabled the application. Only then can the owner enable it again.
alter table applications add column disabled_by_owner boolean not null default false;

-- Who owns which application. Applications that operators have registered have no owner.
create table application_owners (
  user_id integer not null references users (id) on delete cascade,
  application_id integer not null references applications (id) on delete cascade,
  primary key (user_id, application_id)
);

-- The deletion of an application deletes what users have with it.
create index application_owners_by_application on application_owners (application_id);
create index consents_by_application on consents (application_id);
