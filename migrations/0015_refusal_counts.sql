-- Refusals that strangers cause, counted in windows of ten minutes, so that the audit trail gets a bounded number of
-- records. A row is deleted when its window is over. Refusals that the trail does not have yet then become one record.
create table refusal_counts (
  -- A hash of what is counted: a window, and an action, a network, or one kind of refusal from a network.
  key bytea primary key,
  ends_at timestamptz not null,
  -- What the record at the end says.
  user_id integer,
  action text not null,
  details jsonb not null,
  -- How many records the trail got in this window.
  records integer not null,
  -- How many refusals the trail does not have yet.
  pending integer not null
) with (fillfactor = 70);

create index refusal_counts_by_end on refusal_counts (ends_at);
