-- What an application may do beyond its scopes.

-- Whether it is a resource server, which asks about the tokens of other applications (RFC 7662).
alter table applications add column introspect boolean not null default false;

-- Whether its signed assertions may name the token endpoint as their audience, in place of the issuer.
alter table applications add column allow_token_endpoint_audience boolean not null default false;

alter table applications add constraint applications_introspect_check
  check (authentication <> 'none' or not introspect);
alter table applications add constraint applications_audience_check
  check (authentication = 'private_key_jwt' or not allow_token_endpoint_audience);
