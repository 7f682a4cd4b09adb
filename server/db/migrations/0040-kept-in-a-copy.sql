-- A copy of the database has the answers to repeated requests too, so that a request that is repeated after a move is not
-- carried out twice. The owner of a PostgreSQL is bound by the fences, and makes the copy as the server, for no user.
create policy idempotency_keys_copied on idempotency_keys for select
  using ((select tocsin_sees_all()) and (select tocsin_user()) is null);
