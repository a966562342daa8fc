-- Works with programs that have 0057.
-- One table and one loop for all work outside of requests: emails, deliveries to webhooks, and chores. The column
-- `queue` names the kind of work. 0076 adds the indexes.
alter table jobs
  -- What the job is about, such as the id of a webhook. A queue has one job for each key at most, so what belongs to a
  -- key is done in order. Null if every job stands alone.
  add column key text,
  -- Whom the job keeps waiting. Each host gets only a share of the attempts. '-' is no host.
  add column host text not null default '-',
  -- Counts the claims: only the last one records what happened.
  add column lease integer not null default 0,
  -- Whether an instance performs it. Then `due_at` is the end of its lease.
  add column is_held boolean not null default false,
  -- Whether it was added again while an instance performed it.
  add column is_wanted boolean not null default false,
  -- Whether it must be performed at once after that, whatever comes of the attempt.
  add column is_urgent boolean not null default false,
  -- A job with a key may need no content.
  alter column sealed drop not null;

-- From 0077 on, a webhook that waits has a job. Programs from before use `due_at`, `held`, `lease` and `attempts` of
-- `webhooks`, and can set `due_at` of a webhook that this program disables. Drop the columns in the next release.
alter table webhooks drop constraint webhooks_check1;
