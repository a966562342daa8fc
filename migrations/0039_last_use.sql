-- When an application last used a user's account, accurate to an hour. Null: not since this column exists.
alter table consents add column used_at timestamptz;
