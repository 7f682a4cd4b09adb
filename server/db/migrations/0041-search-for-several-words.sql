-- A search for up to three words reads the index of the texts once, and not once for each word: the search functions take
-- the patterns of all words. A pattern that is not given is met by every text, which costs an index of trigrams nothing
-- beside another.

-- Makes the rows of a table findable by their search text, for staff, for whose client `owned` says and for whoever meets
-- `also`; nobody but staff where `owned` is null. `origin` is the table, where another noun's rows lie in it as well.
create or replace procedure tocsin_make_searchable(noun text, owned text default 'client_id', origin text default null, also text default '')
language plpgsql as $p$
begin
  grant create on schema public to tocsin_search;
  if origin is null then
    execute format('grant select (%s, search) on %I to tocsin_search',
      case when owned is null or owned = 'id' then 'id' else 'id, ' || quote_ident(owned) end, noun);
    execute format('create policy %I on %I for select to tocsin_search using (true)', noun || '_search', noun);
  end if;
  execute format($f$
    create function %I(patterns text[]) returns setof int language sql stable security definer set search_path = public, pg_temp as
    'select id from %I where search like patterns[1]
       and search like coalesce(patterns[2], ''%%'') and search like coalesce(patterns[3], ''%%'')
       and ((select tocsin_sees_all())%s%s)'
  $f$, 'tocsin_search_' || noun, coalesce(origin, noun), case when owned is null then '' else
    format(' or (select tocsin_provider()) is not null or %I = any ((select tocsin_clients())::int[])', owned) end, also);
  execute format('alter function %I(text[]) owner to tocsin_search', 'tocsin_search_' || noun);
  execute format('revoke all on function %I(text[]) from public', 'tocsin_search_' || noun);
  execute format('grant execute on function %I(text[]) to tocsin_app', 'tocsin_search_' || noun);
  revoke create on schema public from tocsin_search;
end $p$;

-- The functions that are there keep their conditions, which later migrations have widened.
do $$
declare
  one record;
begin
  grant create on schema public to tocsin_search;
  for one in
    select p.proname as name, p.prosrc as body from pg_proc p
    where p.pronamespace = 'public'::regnamespace and p.proname like 'tocsin\_search\_%'
      and p.pronargs = 1 and p.proargtypes[0] = 'text'::regtype
  loop
    execute format('drop function %I(text)', one.name);
    execute format(
      'create function %I(patterns text[]) returns setof int language sql stable security definer set search_path = public, pg_temp as %L',
      one.name, replace(replace(one.body, 'search like pattern', $b$search like patterns[1]
       and search like coalesce(patterns[2], '%') and search like coalesce(patterns[3], '%')$b$),
       ') like pattern', ') like all (patterns)'));
    execute format('alter function %I(text[]) owner to tocsin_search', one.name);
    execute format('revoke all on function %I(text[]) from public', one.name);
    execute format('grant execute on function %I(text[]) to tocsin_app', one.name);
  end loop;
  revoke create on schema public from tocsin_search;
end $$;
