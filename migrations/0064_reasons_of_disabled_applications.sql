-- Works with programs that have 0057.

-- Why an application is disabled, if neither its owner nor an operator disabled it itself: its owner
-- was disabled, or lost the role of a developer. Null in all other cases. It counts only while
-- disabled_at is set, because programs from before this column do not clear it.
alter table applications add column disabled_reason text
  check (disabled_reason in ('owner_disabled', 'owner_not_developer'));
