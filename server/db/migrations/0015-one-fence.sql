-- One procedure fences what belongs to a client, and takes the fact that the resource declares as `site`
-- (core/vocabulary/resource.ts). With it, who is bound to a site reads and changes what hangs on that site and nothing else.
-- Without it, they read what the whole client has and change none of it.
create procedure tocsin_fence(name text, site text default null)
language plpgsql as $p$
begin
  if site is null then
    call tocsin_fence_whole_client(name);
    return;
  end if;
  execute format('alter table %I enable row level security', name);
  execute format('alter table %I force row level security', name);
  execute format($f$create policy %I on %I
    using ((select tocsin_sees_all()) or (client_id = any ((select tocsin_clients())::int[])
      and ((select tocsin_sees_every_site()) or %I = (select tocsin_site()))))$f$, name || '_scope', name, site);
end $p$;
revoke all on procedure tocsin_fence(text, text) from public;

drop policy sites_scope on sites;
drop policy registration_codes_scope on registration_codes;
drop policy maps_scope on maps;
call tocsin_fence('sites', site => 'id');
call tocsin_fence('registration_codes', site => 'site_id');
call tocsin_fence('maps', site => 'site_id');
