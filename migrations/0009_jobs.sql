-- What is to be done outside of requests, at least once, by whichever instance is free. Whoever takes a job moves
-- `due_at` on: if they die, it is due again. What is done is deleted. A dump tells nothing of what jobs are about:
-- that is sealed with SECRET_KEY. Jobs lead to no user: the queue may live on another server.

create table jobs (
  id uuid primary key,
  queue text not null,
  sealed bytea not null,
  created_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null default now(),
  attempts integer not null default 0
);

create index jobs_by_due on jobs (queue, due_at);
