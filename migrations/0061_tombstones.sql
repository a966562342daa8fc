-- Works with programs that have 0057.
-- The application whose webhook was deleted. Other applications of the user must not learn that it existed. Null for
-- addresses and payment methods, and for webhooks that were deleted before this migration.
alter table tombstones add column application_id integer;
