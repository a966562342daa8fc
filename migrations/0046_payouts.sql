-- Who is paid where. Money goes to a method only after its owner has proved it, and not before `usable_from`. Until then
-- it goes to the method that was in use before. So the end of a hold is a comparison, not a job.
alter table payment_methods
  add column verified_at timestamptz,
  add column usable_from timestamptz,
  -- The address of a PayPal account that is paid until its new address may be used.
  add column paid_email text;

alter table users add column former_seller_method_id integer;
alter table users
  add constraint users_former_seller_method
    foreign key (id, former_seller_method_id) references payment_methods (user_id, id) not valid;
alter table users validate constraint users_former_seller_method;

-- The links that prove a method, and that undo a change of where money goes.
alter table links drop constraint links_kind_check;
alter table links add constraint links_kind_check
  check (kind in ('sign_up', 'reset_password', 'new_email', 'sign_in', 'email_sign_in', 'payout_proof', 'payout_undo'));
