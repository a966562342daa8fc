-- Operators find what a request did by the id of the request, which users see on error pages.
create index audit_records_by_request on audit_records (request_id) where request_id is not null;
