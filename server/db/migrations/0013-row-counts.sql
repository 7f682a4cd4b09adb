-- How many rows a list has, kept beside the rows: counting a hundred thousand of them takes fifty times as long as reading the
-- page that is shown.

-- Keeps the number of rows of a table for each combination of values of these columns, in a table of its own. A statement adds
-- what it changed to a row of its combination that nobody else holds, or to a new one: writers never wait for one another,
-- and there are as many rows of a combination as there once were writers at the same time. Whoever reads sums them, and sees
-- what their own snapshot sees.
create procedure tocsin_count_rows(counted text, parts text[])
language plpgsql as $p$
declare
  counts text := counted || '_counts';
  columns text := (select string_agg(quote_ident(part), ', ') from unnest(parts) part);
  combination text := format('jsonb_build_array(%s)::text', columns);
  -- What each kind of statement added and took away.
  added text := format('select %s, count(*) as rows from added group by %s', columns, columns);
  removed text := format('select %s, -count(*) as rows from removed group by %s', columns, columns);
  replaced text := format('select %s, sum(rows) as rows from (%s union all %s) both_of_them group by %s having sum(rows) <> 0',
    columns, added, removed, columns);
  kind record;
begin
  execute format('create table %I as select %s, count(*) as rows, %s as combination from %I group by %s',
    counts, columns, combination, counted, columns);
  execute format('alter table %I add id int generated always as identity primary key, alter combination set not null, alter rows set not null', counts);
  execute format('create index %I on %I (combination)', counts || '_combination', counts);
  if 'client_id' = any (parts) then execute format('create index %I on %I (client_id)', counts || '_client', counts); end if;

  execute format('alter table %I enable row level security', counts);
  execute format('alter table %I force row level security', counts);
  execute format('create policy %I on %I for select using ((select tocsin_sees_all())%s)', counts || '_scope', counts,
    case when 'client_id' = any (parts)
      then ' or (client_id = any ((select tocsin_clients())::int[]) and (select tocsin_sees_every_site()))' else '' end);
  execute format('create policy %I on %I to tocsin_search using (true)', counts || '_kept', counts);
  execute format('grant select on %I to tocsin_app', counts);
  execute format('grant select, insert, update on %I to tocsin_search', counts);

  grant create on schema public to tocsin_search;
  for kind in
    select * from (values ('insert', added, 'new table as added'), ('delete', removed, 'old table as removed'),
      ('update', replaced, 'new table as added old table as removed')) kinds (event, changes, tables)
  loop
    execute format($f$
      create function %1$I() returns trigger language plpgsql security definer set search_path = public, pg_temp as $t$
      declare
        change record;
      begin
        for change in select %2$s as combination, changes.* from (%3$s) changes loop
          update %4$I set rows = rows + change.rows where id = (select id from %4$I
            where combination = change.combination limit 1 for update skip locked);
          if not found then
            insert into %4$I (%5$s, rows, combination)
            select %6$s, change.rows, change.combination;
          end if;
        end loop;
        return null;
      end $t$
    $f$, counts || '_' || kind.event, combination, kind.changes, counts, columns,
      (select string_agg('change.' || quote_ident(part), ', ') from unnest(parts) part));
    execute format('alter function %I() owner to tocsin_search', counts || '_' || kind.event);
    execute format('revoke all on function %I() from public', counts || '_' || kind.event);
    execute format('create trigger %I after %s on %I referencing %s for each statement execute function %I()',
      counts || '_' || kind.event, kind.event, counted, kind.tables, counts || '_' || kind.event);
  end loop;
  revoke create on schema public from tocsin_search;
end $p$;
revoke all on procedure tocsin_count_rows(text, text[]) from public;

-- What a list is usually narrowed by, where few values recur (server/row-counts.ts says the same).
select set_config('app.scope', 'all', true);
call tocsin_count_rows('sites', '{client_id,site_type,active,project_id,app_id}');
call tocsin_count_rows('registration_codes', '{client_id}');
call tocsin_count_rows('registration_data', '{client_id,registration_data_schema_id}');
call tocsin_count_rows('maps', '{client_id,status,role}');
call tocsin_count_rows('mobile_users', '{active}');
call tocsin_count_rows('audit_events', '{client_id,noun,verb}');
select set_config('app.scope', '', true);

create view teams_counts with (security_invoker = true) as select * from sites_counts where site_type = 'team';
grant select on teams_counts to tocsin_app;
