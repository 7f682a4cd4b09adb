-- Of what the provider offers to clients they are told little, and find it by nothing else either.

do $$
declare
  name text;
begin
  foreach name in array array['monitoring_providers', 'registration_handlers', 'registration_handlers_v2'] loop
    execute format('drop function %I(text)', 'tocsin_search_' || name);
    execute format('drop policy %I on %I', name || '_search', name);
    execute format('grant select (name) on %I to tocsin_search', name);
  end loop;
end $$;
grant select (description) on registration_handlers_v2 to tocsin_search;
call tocsin_make_searchable('monitoring_providers',
  also => ' or (client_id = 1 and (select tocsin_sees_globals()) and tocsin_fold(name) like pattern)');
call tocsin_make_searchable('registration_handlers',
  also => ' or (client_id = 1 and cardinality((select tocsin_clients())::int[]) > 0 and tocsin_fold(name) like pattern)');
call tocsin_make_searchable('registration_handlers_v2', also => ' or (client_id = 1 and (select tocsin_sees_internals())
  and (tocsin_fold(name) like pattern or tocsin_fold(description) like pattern))');
