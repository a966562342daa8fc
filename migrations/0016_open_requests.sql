-- Authorization requests that wait in oauth_tokens, for their user or to be fetched. Strangers can make them, so they are
-- counted here by browser and network, and the least likely to be gone on with are dropped where there are too many.
create table open_requests (
  -- The hash under which the request is in oauth_tokens.
  hash bytea primary key,
  -- Hashes. Null for a request that an application has pushed.
  browser bytea,
  network bytea not null,
  -- Whether the browser has come back to it, with its cookie.
  returned boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index open_requests_by_network on open_requests (network, returned, created_at desc);
create index open_requests_by_browser on open_requests (browser, created_at desc) where browser is not null;
create index open_requests_by_age on open_requests (returned, created_at);
create index open_requests_by_end on open_requests (expires_at);
