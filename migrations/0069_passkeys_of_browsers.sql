-- Works with programs that have 0057.
-- A passkey that the browser adds by itself after a sign-in replaces the password and is no second factor: its user
-- has not asked for it, and has no recovery codes.
alter table passkeys add column second_factor boolean not null default true;

alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('register', 'upgrade', 'sign_in', 'second_factor', 'confirm'));
