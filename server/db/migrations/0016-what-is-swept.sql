-- The server deletes sessions and messages that are over. It finds them by their time, without reading the whole table.
create index sessions_age on sessions (expires_at);
create index outbox_over on outbox (coalesce(sent_at, failed_at)) where coalesce(sent_at, failed_at) is not null;

-- A message that waits is never deleted, and no request deletes any: the server does, when it acts for nobody.
create policy outbox_sweep on outbox for delete
  using ((select tocsin_sees_all()) and (select tocsin_user()) is null and coalesce(sent_at, failed_at) is not null);
create function tocsin_refuse_sweeping() returns trigger language plpgsql as $$
begin
  raise exception 'only the server deletes messages' using errcode = 'insufficient_privilege', table = tg_table_name;
end $$;
create trigger outbox_kept before delete on outbox for each statement
  when (tocsin_user() is not null) execute function tocsin_refuse_sweeping();
grant delete on outbox to tocsin_app;
