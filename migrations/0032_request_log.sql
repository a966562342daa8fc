-- The requests of the last day of applications that users have registered, for their developers. No personal data:
-- neither the user, nor the path, nor an address.
create table application_requests (
  application_id integer not null references applications (id) on delete cascade,
  at timestamptz not null,
  request_id uuid not null,
  -- The name of the operation in the OpenAPI document.
  operation text not null,
  status smallint not null,
  -- How many further requests of the application in the same moment have no row.
  omitted integer not null default 0,
  primary key (application_id, at, request_id)
) with (fillfactor = 100);

create index application_requests_by_time on application_requests (at);

-- The clean-up visits the applications that users have registered.
create index applications_self_registered on applications (id) where self_registered;
