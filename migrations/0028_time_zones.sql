-- The time zone that a user chose for times on pages (IANA). Null: not chosen, times are in UTC.
alter table users add column time_zone text;
