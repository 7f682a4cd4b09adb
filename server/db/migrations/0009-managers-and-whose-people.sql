-- Who looks after a place is one of its mobile profiles; whose people are whose; and what the provider offers to all.

-- ---------------------------------------------------------------- managers

-- In which order a place names its managers; one who became one in the app comes behind them.
alter table maps add manager_order int;
create index maps_managers on maps (client_id, site_id, manager_order, id) where role = 'manager' and status = 'active';

-- What places named beside their profiles become profiles of theirs, unless the same person is one already.
select set_config('app.scope', 'all', true);
alter table maps disable trigger maps_locked;
insert into maps (client_id, site_id, name, status, role, profile_props, manager_order, created_at, updated_at)
select s.client_id, s.id, m.value ->> 'name', 'active', 'manager',
  jsonb_build_object('email', m.value ->> 'email', 'phone', m.value ->> 'phone', 'job', m.value ->> 'job'),
  (m.ordinality - 1)::int, s.created_at, s.created_at
from sites s cross join lateral jsonb_array_elements(s.mobile_profiles) with ordinality m
where coalesce(m.value ->> 'name', '') <> '' and not exists (
  select from maps x where x.client_id = s.client_id and x.site_id = s.id and x.role = 'manager' and x.status = 'active'
    and (lower(x.profile_props ->> 'email') = lower(m.value ->> 'email')
      or x.profile_props ->> 'phone' = m.value ->> 'phone'));
alter table maps enable trigger maps_locked;
select set_config('app.scope', '', true);

drop view teams;
alter table sites drop column mobile_profiles;
create view teams with (security_invoker = true) as
  select * from sites where site_type = 'team' with local check option;
alter view teams alter column site_type set default 'team';
grant select, insert, update, delete on teams to tocsin_app;

-- Only what was named here goes with the place or with its name: nobody is thrown out of the app by it.
create policy maps_named_here on maps as restrictive for delete using (mobile_user_uuid is null);
grant delete on maps to tocsin_app;

-- ---------------------------------------------------------------- the people of the mobile app

alter table mobile_users add uuid text not null default gen_random_uuid()::text;
create unique index mobile_users_uuid on mobile_users (uuid);
create index maps_person on maps (mobile_user_uuid) where mobile_user_uuid is not null;

-- Who looks after some clients sees the people who have a profile in one of them, by the fence of the profiles.
drop policy mobile_users_scope on mobile_users;
create policy mobile_users_scope on mobile_users using ((select tocsin_sees_all()));
create policy mobile_users_of_clients on mobile_users for select
  using (exists (select from maps m where m.mobile_user_uuid = mobile_users.uuid));
drop function tocsin_search_mobile_users(text);
drop policy mobile_users_search on mobile_users;
call tocsin_make_searchable('mobile_users', owned => null, also => ' or cardinality((select tocsin_clients())::int[]) > 0');

-- ---------------------------------------------------------------- handlers that the provider offers

create function tocsin_sees_internals() returns boolean language sql stable parallel safe
return coalesce(current_setting('app.internals', true), '') = 'true';

-- The provider's own of the first kind are there for every client, those of the second for its staff (A-097).
alter policy registration_handlers_scope on registration_handlers using ((select tocsin_sees_all())
  or client_id = any ((select tocsin_clients())::int[])
  or (client_id = 1 and cardinality((select tocsin_clients())::int[]) > 0));
alter policy registration_handlers_v2_scope on registration_handlers_v2 using ((select tocsin_sees_all())
  or client_id = any ((select tocsin_clients())::int[])
  or (client_id = 1 and (select tocsin_sees_internals())));
do $$
declare
  name text;
begin
  foreach name in array array['registration_handlers', 'registration_handlers_v2'] loop
    execute format('drop function %I(text)', 'tocsin_search_' || name);
    execute format('drop policy %I on %I', name || '_search', name);
  end loop;
end $$;
call tocsin_make_searchable('registration_handlers',
  also => ' or (client_id = 1 and cardinality((select tocsin_clients())::int[]) > 0)');
call tocsin_make_searchable('registration_handlers_v2', also => ' or (client_id = 1 and (select tocsin_sees_internals()))');
