-- An email to sign in with has a link and a code. The sealed content of the link also has the code, and the hash of the
-- id of the browser in which the code works.
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check
  check (kind in ('sign_up', 'reset_password', 'new_email', 'sign_in', 'email_sign_in'));
