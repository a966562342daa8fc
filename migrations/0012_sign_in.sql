-- Sign-ins whose second step is still to come. Found by the hash of a token that the step's page holds, and gone on
-- with only in the browser that began them. For the same reasons as of tokens no foreign key leads to users.
create table pending_sign_ins (
  hash bytea primary key,
  -- The hash of the browser's name.
  browser bytea not null,
  user_id integer not null,
  -- How the first step was done (RFC 8176).
  amr text[] not null,
  -- Where to go on, a path of our own.
  return_to text,
  expires_at timestamptz not null,
  -- A step done twice leads where it led before, and opens nothing.
  consumed_at timestamptz
);

create index pending_sign_ins_by_end on pending_sign_ins (expires_at);
