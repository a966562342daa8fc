-- Fresh proofs of signed-in users before they change how they sign in: for one session, one purpose and five minutes.
create table fresh_proofs (
  user_id integer not null references users (id) on delete cascade,
  session_uid text not null,
  purpose text not null,
  -- The methods so far (RFC 8176).
  amr text[] not null,
  -- Whether they are enough: with a second factor, the password alone is not.
  complete boolean not null,
  -- Fields of a form that was sent without a proof, to be filled in again.
  kept jsonb not null default '{}',
  expires_at timestamptz not null,
  primary key (user_id, session_uid, purpose)
);

alter table passkey_challenges drop constraint passkey_challenges_purpose_check;
alter table passkey_challenges add constraint passkey_challenges_purpose_check
  check (purpose in ('register', 'sign_in', 'second_factor', 'confirm'));
