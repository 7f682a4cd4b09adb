-- The language somebody last signed in with: what others cause to be written to them is in it.
alter table users add locale text check (locale in ('en-US', 'pt-BR'));

-- The provider's own client has the first id, and its staff belong to it.

-- Whoever applies this may own the tables and still be held to their policies.
select set_config('app.scope', 'all', true);

insert into clients (id, name, nickname)
  select 1, 'tocsin', 'tocsin' where exists (select from users) on conflict do nothing;
select setval(pg_get_serial_sequence('clients', 'id'), (select max(id) from clients))
  where exists (select from clients);
update users set client_id = 1 where user_type = 'tocsin' and client_id is null;
