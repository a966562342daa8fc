-- Requests of a user, an application or a network in the current window, summed over all instances. Rows live about
-- a minute. The table is not logged: it is empty after a crash, and its changes cost no write-ahead log.
create unlogged table rate_limit_counts (
  -- A keyed hash of what is counted, so that the table reveals no user and no network.
  key bytea primary key,
  used integer not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

create index rate_limit_counts_by_end on rate_limit_counts (ends_at);
