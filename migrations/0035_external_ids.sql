-- Who a user was in the system that the marketplace moved from. An import asks this table who is there already, so that it
-- can run again. Like `user_emails` a table of its own: users may be spread over several databases by id, where no unique
-- key on another column can hold, and no foreign key leads from here.
create table user_external_ids (
  external_id text primary key check (char_length(external_id) between 1 and 255),
  user_id integer not null
);

create unique index user_external_ids_by_user on user_external_ids (user_id);
