-- Goes up with each new password. A sign-in by the one before, half done or just about to be, is not finished.
alter table users add column password_version integer not null default 0;

-- Null where the first step was no password.
alter table pending_sign_ins add column password_version integer;
