-- Works with programs that have 0057.
-- The indexes of 0053. While they are built, webhooks can be read but not written, so changes of users who have none go
-- on. Nothing is dropped here, because that needs a lock that stops reads, too.

-- The queue of each host, of first attempts (0) and of retries (1). A host gets only a share of the attempts, so due
-- webhooks are found host by host, without reading those of hosts that have their share already. It replaces
-- `webhooks_by_due`, which instances of the version before still use: drop that in the next release.
create index webhooks_by_queue on webhooks (least(attempts, 1), host, due_at) where due_at is not null;

-- The webhooks of an application, newest first. The condition is always true. With it, PostgreSQL does not read the
-- whole index for a statement that names an id and no application. It replaces `webhooks_by_application`: drop that in
-- the next release.
create index webhooks_by_application_and_id on webhooks (application_id, id) where application_id is not null;
-- Those that were disabled because a host failed.
create index webhooks_by_failure on webhooks (application_id, host, disabled_at) where disabled_reason = 'failing';
