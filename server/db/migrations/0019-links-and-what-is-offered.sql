-- A channel and a code may point to a record of their own client, or to one that the provider (client 1) offers to every
-- client.

-- Finds out whose the record pointed to is: the column of its client is never given, and a key and a check read it. The
-- arguments are that column, the column with the id, and the table pointed to. It looks as a role that may read whose an id
-- is, whoever asks, and tells nobody.
create function tocsin_fill_owner() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  target int := (to_jsonb(new) ->> tg_argv[1])::int;
  owner int;
begin
  if target is not null then
    execute format('select client_id from %I where id = $1', tg_argv[2]) into owner using target;
    if owner is null then
      raise exception 'there is no such record' using errcode = 'foreign_key_violation', table = tg_table_name;
    end if;
  end if;
  return jsonb_populate_record(new, jsonb_build_object(tg_argv[0], owner));
end $$;

-- ---------------------------------------------------------------- channels and monitoring providers

create table channel_providers (
  client_id int not null,
  channel_id int not null,
  provider_client_id int not null,
  provider_id int not null,
  primary key (client_id, channel_id, provider_id),
  constraint channel_providers_channel foreign key (client_id, channel_id)
    references channels (client_id, id) on delete cascade,
  constraint channel_providers_provider foreign key (provider_client_id, provider_id)
    references monitoring_providers (client_id, id),
  constraint channel_providers_offered check (provider_client_id in (client_id, 1))
);
create index channel_providers_provider on channel_providers (provider_id, provider_client_id);

call tocsin_fence('channel_providers');
create trigger channel_providers_locked before insert or update or delete on channel_providers
  for each row execute function tocsin_refuse_locked();
create trigger channel_providers_owner before insert or update on channel_providers
  for each row execute function tocsin_fill_owner('provider_client_id', 'provider_id', 'monitoring_providers');
grant select, insert, delete on channel_providers to tocsin_app;

-- Everybody who reads a channel sees which providers it has, also one that the provider offers and that they may not list
-- (A-051, A-133): this much of it and no more.
grant select (provider_type) on monitoring_providers to tocsin_search;
create function tocsin_told_provider(owner int, provider int) returns jsonb
language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('id', p.id, 'name', p.name, 'providerType', p.provider_type) from monitoring_providers p
    where p.client_id = owner and p.id = provider
      and (p.client_id = 1 or (select tocsin_sees_all()) or p.client_id = any ((select tocsin_clients())::int[]))
$$;
grant create on schema public to tocsin_search;
alter function tocsin_told_provider(int, int) owner to tocsin_search;
revoke create on schema public from tocsin_search;
revoke all on function tocsin_told_provider(int, int) from public;
grant execute on function tocsin_told_provider(int, int) to tocsin_app;

-- ---------------------------------------------------------------- registration codes and handlers

-- A code may have a handler that the provider offers (A-097), so that the key names whose the handler is.
alter table registration_codes
  drop constraint registration_codes_handler,
  drop constraint registration_codes_handler_v2,
  add column registration_handler_client_id int,
  add column reg_handler_client_id int;
-- Every handler was the client's own so far, also that of a locked client.
select set_config('app.scope', 'all', true);
alter table registration_codes disable trigger registration_codes_locked;
update registration_codes set registration_handler_client_id = client_id where registration_handler_id is not null;
update registration_codes set reg_handler_client_id = client_id where reg_handler_id is not null;
alter table registration_codes enable trigger registration_codes_locked;
alter table registration_codes
  add constraint registration_codes_handler foreign key (registration_handler_client_id, registration_handler_id)
    references registration_handlers (client_id, id),
  add constraint registration_codes_handler_v2 foreign key (reg_handler_client_id, reg_handler_id)
    references registration_handlers_v2 (client_id, id),
  add constraint registration_codes_handler_offered check (registration_handler_client_id in (client_id, 1)
    and (registration_handler_id is null) = (registration_handler_client_id is null)),
  add constraint registration_codes_handler_v2_offered check (reg_handler_client_id in (client_id, 1)
    and (reg_handler_id is null) = (reg_handler_client_id is null));
drop index registration_codes_handler, registration_codes_handler_v2;
create index registration_codes_handler on registration_codes (registration_handler_id, registration_handler_client_id)
  where registration_handler_id is not null;
create index registration_codes_handler_v2 on registration_codes (reg_handler_id, reg_handler_client_id)
  where reg_handler_id is not null;
create trigger registration_codes_handler before insert or update of registration_handler_id, registration_handler_client_id
  on registration_codes for each row
  execute function tocsin_fill_owner('registration_handler_client_id', 'registration_handler_id', 'registration_handlers');
create trigger registration_codes_handler_v2 before insert or update of reg_handler_id, reg_handler_client_id
  on registration_codes for each row
  execute function tocsin_fill_owner('reg_handler_client_id', 'reg_handler_id', 'registration_handlers_v2');

-- Given away last: whoever makes a trigger must be allowed to run its function.
revoke all on function tocsin_fill_owner() from public;
grant create on schema public to tocsin_search;
alter function tocsin_fill_owner() owner to tocsin_search;
revoke create on schema public from tocsin_search;
