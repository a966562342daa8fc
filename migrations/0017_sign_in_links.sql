-- A sign-in past the limits is confirmed with a link in an email, which is a code as well.
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check
  check (kind in ('sign_up', 'reset_password', 'new_email', 'sign_in'));

-- Whether the user has opened such a link in this sign-in. Its codes then have a count of their own.
alter table pending_sign_ins add column email_proved boolean not null default false;
