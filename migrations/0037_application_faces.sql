-- What users see of an application besides its name: a logo, and links to its terms and its privacy policy.
alter table applications add column terms_url text;
alter table applications add column privacy_url text;

-- The name under which the logo is served. It contains the hash of the content. Null: no logo.
alter table applications add column logo text;
create index applications_by_logo on applications (logo) where logo is not null;

create table application_logos (
  application_id integer primary key references applications (id) on delete cascade,
  type text not null check (type in ('image/png', 'image/webp')),
  content bytea not null check (octet_length(content) <= 65536)
);
