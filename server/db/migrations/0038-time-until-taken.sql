-- The time at which somebody first took an alert. `taken_at` is that of the person who has it now, and is empty again once
-- they release it.

alter table alerts add column first_taken_at timestamptz;

select set_config('app.scope', 'all', true);
update alerts a set first_taken_at = coalesce(s.at, a.taken_at)
  from (select t.client_id, t.id, min(p.created_at) as at from alerts t
    left join alert_assignments p on p.client_id = t.client_id and p.alert_id = t.id and p.user_id is not null
    where t.taken_at is not null or p.id is not null group by t.client_id, t.id) s
  where a.client_id = s.client_id and a.id = s.id;
select set_config('app.scope', '', true);

create function tocsin_keep_first_take() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.first_taken_at := new.taken_at;
  return new;
end $$;
revoke all on function tocsin_keep_first_take() from public;
create trigger alerts_first_take before insert or update of taken_at on alerts for each row
  when (new.taken_at is not null and new.first_taken_at is null) execute function tocsin_keep_first_take();

-- Those that were taken, the latest first: of everybody, of a client, and of a site. The first has a condition of its own, so
-- that the latest of one client are never looked for among those of all.
create index alerts_all_taken on alerts (first_taken_at desc)
  where first_taken_at is not null and not test and not data_channel and id > 0;
create index alerts_taken on alerts (client_id, first_taken_at desc)
  where first_taken_at is not null and not test and not data_channel;
create index alerts_site_taken on alerts (client_id, site_id, first_taken_at desc)
  where first_taken_at is not null and not test and not data_channel and site_id is not null;
