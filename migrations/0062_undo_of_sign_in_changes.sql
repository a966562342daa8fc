-- Works with programs that have 0057.
-- The links that take back a change of how a user signs in.
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check
  check (kind in ('sign_up', 'reset_password', 'new_email', 'sign_in', 'email_sign_in', 'payout_proof', 'payout_undo',
    'sign_in_undo'));

-- When the account last went back to its owner: by such a link, or by an operator. Somebody else may have proved the
-- payment methods that were proved before. Null if that never happened.
alter table users add column recovered_at timestamptz;

-- The version of the password with which the user last chose where money goes and gave a fresh proof. Links that undo an
-- older change, from the time of an older password, do not work any more. Null if there was no such choice since
-- `recovered_at`.
alter table users add column seller_proof_version integer;
