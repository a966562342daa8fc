-- Open authorization requests in oauth_tokens. Strangers can make them, so they are counted here by browser and
-- network. If there are too many, those that are least likely to continue are dropped.
create table open_requests (
  -- The hash under which the request is in oauth_tokens.
  hash bytea primary key,
  -- Hashes. Null for a request that an application has pushed.
  browser bytea,
  network bytea not null,
  -- Whether the browser has returned to it with its cookie.
  returned boolean not null default false,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);

create index open_requests_by_network on open_requests (network, returned, created_at desc);
create index open_requests_by_browser on open_requests (browser, created_at desc) where browser is not null;
create index open_requests_by_age on open_requests (returned, created_at);
create index open_requests_by_end on open_requests (expires_at);
