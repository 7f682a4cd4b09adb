-- A repeat is told under which of the client's own request ids the request was carried out: a client that asked twice, and
-- one that goes on with what an earlier process began, know by it whether the work was theirs.
alter table idempotency_keys add column client_request_id text;
