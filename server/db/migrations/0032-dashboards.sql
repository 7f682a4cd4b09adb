-- The figures of dashboards, kept beside the rows as those of migration 0013 are.

select set_config('app.scope', 'all', true);
call tocsin_count_rows('apps', '{client_id}');
call tocsin_count_rows('channels', '{client_id,app_id}');

-- The deliveries that fail: few of very many.
create index alert_assignments_failing on alert_assignments (client_id, id) where delivery = 'failing';

-- ---------------------------------------------------------------- active profiles by site and by app

-- The number of active profiles of each site. A site has one row, so that the first three are found by an index. Two
-- transactions that change the profiles of one site therefore wait for each other.
create table profiles_by_site (
  client_id int not null,
  site_id int not null,
  profiles int not null,
  primary key (client_id, site_id)
);

-- The number of active profiles by the app of their site; null stands for the client's default app. An app has as many rows
-- as there once were writers at the same time: they never wait for one another, and readers sum the rows.
create table profiles_by_app (
  client_id int not null,
  id int generated always as identity,
  app_id int,
  profiles int not null,
  primary key (client_id, id)
);

insert into profiles_by_site select client_id, site_id, count(*) from maps
  where status = 'active' and site_id is not null group by client_id, site_id;
insert into profiles_by_app (client_id, app_id, profiles) select m.client_id, s.app_id, count(*)
  from maps m left join sites s on s.client_id = m.client_id and s.id = m.site_id
  where m.status = 'active' group by m.client_id, s.app_id;
select set_config('app.scope', '', true);

create index profiles_by_site_most on profiles_by_site (client_id, profiles desc, site_id) where profiles > 0;
create index profiles_by_site_all_most on profiles_by_site (profiles desc, site_id) where profiles > 0;

-- People of a site see the row of their site.
call tocsin_fence('profiles_by_site', site => 'site_id');
alter table profiles_by_app enable row level security;
alter table profiles_by_app force row level security;
create policy profiles_by_app_scope on profiles_by_app for select using ((select tocsin_sees_all())
  or (client_id = any ((select tocsin_clients())::int[]) and (select tocsin_sees_every_site())));
grant select on profiles_by_site, profiles_by_app to tocsin_app;

create policy profiles_by_site_kept on profiles_by_site to tocsin_search using (true);
create policy profiles_by_app_kept on profiles_by_app to tocsin_search using (true);
grant select, insert, update on profiles_by_site, profiles_by_app to tocsin_search;
grant select (app_id) on sites to tocsin_search;

create function tocsin_add_profiles_of_app(of_client int, of_app int, change int) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if change = 0 then return; end if;
  update profiles_by_app set profiles = profiles + change where client_id = of_client and id = (select id from profiles_by_app
    where client_id = of_client and app_id is not distinct from of_app limit 1 for update skip locked);
  if not found then
    insert into profiles_by_app (client_id, app_id, profiles) values (of_client, of_app, change);
  end if;
end $$;
revoke all on function tocsin_add_profiles_of_app(int, int, int) from public;
grant execute on function tocsin_add_profiles_of_app(int, int, int) to tocsin_search;

grant create on schema public to tocsin_search;

-- Adds what a statement changed. The rows of the sites are locked first and in one order, and the apps of the sites are read
-- afterwards: a site that changes its app meanwhile waits at the same row.
do $do$
declare
  added text := 'select client_id, site_id, 1 as change from added where status = ''active''';
  removed text := 'select client_id, site_id, -1 as change from removed where status = ''active''';
  kind record;
begin
  for kind in
    select * from (values ('insert', added, 'new table as added'), ('delete', removed, 'old table as removed'),
      ('update', added || ' union all ' || removed, 'new table as added old table as removed')) kinds (event, changes, tables)
  loop
    execute format($f$
      create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp as $t$
      declare
        changed record;
      begin
        insert into profiles_by_site (client_id, site_id, profiles)
          select client_id, site_id, sum(change) from (%2$s) changes where site_id is not null
          group by client_id, site_id having sum(change) <> 0 order by client_id, site_id
          on conflict (client_id, site_id) do update set profiles = profiles_by_site.profiles + excluded.profiles;
        for changed in
          select c.client_id, s.app_id, sum(c.change)::int as change from (%2$s) c
          left join sites s on s.client_id = c.client_id and s.id = c.site_id
          group by c.client_id, s.app_id
        loop
          perform tocsin_add_profiles_of_app(changed.client_id, changed.app_id, changed.change);
        end loop;
        return null;
      end $t$
    $f$, 'profiles_counted_' || kind.event, kind.changes);
    execute format('alter function %I() owner to tocsin_search', 'profiles_counted_' || kind.event);
    execute format('revoke all on function %I() from public', 'profiles_counted_' || kind.event);
    execute format('create trigger %1$I after %2$s on maps referencing %3$s for each statement execute function %1$I()',
      'profiles_counted_' || kind.event, kind.event, kind.tables);
  end loop;
end $do$;

-- The profiles of a site follow it to another app.
create function tocsin_move_profiles() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  moved int;
begin
  -- Written even where nothing changes, so that it waits for whoever counts a first profile of the site.
  insert into profiles_by_site (client_id, site_id, profiles) values (new.client_id, new.id, 0)
    on conflict (client_id, site_id) do update set profiles = profiles_by_site.profiles returning profiles into moved;
  perform tocsin_add_profiles_of_app(new.client_id, old.app_id, -moved);
  perform tocsin_add_profiles_of_app(new.client_id, new.app_id, moved);
  return null;
end $$;
alter function tocsin_move_profiles() owner to tocsin_search;
revoke all on function tocsin_move_profiles() from public;
create trigger sites_move_profiles after update of app_id on sites for each row
  when (old.app_id is distinct from new.app_id) execute function tocsin_move_profiles();

revoke create on schema public from tocsin_search;
