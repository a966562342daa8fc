-- Works with programs that have 0057.
create unique index jobs_by_key on jobs (queue, key) where key is not null;
-- The jobs of each host: first attempts (0) and retries (1). A host gets only a share of the attempts, so due jobs are
-- found host by host, without reading those of hosts that have their share already.
create index jobs_by_host on jobs (least(attempts, 1), queue, host, due_at);
